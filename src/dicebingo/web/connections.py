"""Manage a server's open connections, so that idle connections do not block visitors and errors do not fill the log.

No new connection is refused, because it may belong to the next pupil. If one address has too many connections,
the server closes the longest-idle one of them. If there are too many connections in total, the server closes the
longest-idle connection of the address that has the most. An event stream with a valid class key is never closed in this
way.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

RESERVE = 256
"""The number of open files reserved for databases, pages and the pipes to the workers."""
MAX_FILES = 1 << 16
LOG_SECONDS = 60.0


class Connection(Protocol):
    """The attributes and methods of a connection that ``Connections`` uses."""

    @property
    def address(self) -> str:
        """The address of the client; for IPv6, its network."""

    @property
    def answering(self) -> bool:
        """Whether a request is being answered."""

    @property
    def trusted(self) -> bool:
        """Whether a request with a valid key is being answered."""

    def hang_up(self) -> None:
        """Close the connection."""


class Connections:
    """All connections: at most ``each`` from one address and ``most`` in total, but trusted ones are never closed."""

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._open: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def add(self, connection: Connection) -> None:
        """Add a connection; if there are too many, close another."""
        theirs = self._open.setdefault(connection.address, {})
        theirs[connection] = None
        if len(theirs) > self._each:
            self._close_one(theirs, connection)
        elif len(self) > self._most:
            self._close_one(max(self._open.values(), key=len), connection)

    def use(self, connection: Connection) -> None:
        """Record that a connection received data, which makes it the least idle one."""
        theirs = self._open.get(connection.address, {})
        if connection in theirs:
            theirs[connection] = theirs.pop(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a closed connection."""
        theirs = self._open.get(connection.address, {})
        theirs.pop(connection, None)
        if not theirs:
            self._open.pop(connection.address, None)

    def _close_one(self, theirs: dict[Connection, None], new: Connection) -> None:
        others = [one for one in theirs if one is not new and not one.trusted]
        idle = next((one for one in others if not one.answering), None)
        if (victim := idle or next(iter(others), None)) is not None:
            self.remove(victim)
            victim.hang_up()


class SeldomLog:
    """Write lines to the log, each distinct line at most once per minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, dict[str, float]()
        self._omitted: dict[str, int] = {}

    def __call__(self, text: str) -> None:
        """Write a line, or only count it if the same line was written within the last minute."""
        now = self._clock()
        if now - self._last.get(text, -LOG_SECONDS) < LOG_SECONDS:
            self._omitted[text] = self._omitted.get(text, 0) + 1
            return
        self._last[text] = now
        times = f" (and {left} more times since this was last logged)" if (left := self._omitted.pop(text, 0)) else ""
        with suppress(OSError):
            print(f"dicebingo: {text}{times}", file=sys.stderr, flush=True)  # noqa: T201  (the log)

    def exception(self, _: object, context: dict[str, object]) -> None:
        """Log an error of the event loop, such as too many open files, in one line."""
        error = context.get("exception")
        self(f"{context.get('message', 'error')}{f' ({type(error).__name__}: {error})' if error else ''}")


def raise_file_limit() -> int:
    """Raise the limit on open files as far as allowed, and return the number of connections that fit within it."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return MAX_FILES - RESERVE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS reports a higher limit than it allows
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = MAX_FILES if soft == resource.RLIM_INFINITY else min(soft, MAX_FILES)
    return max(RESERVE, files - RESERVE)
