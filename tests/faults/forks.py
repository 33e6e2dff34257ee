"""Fork this process, and collect the output and exit code of the fork. This module imports nothing from dicebingo."""

from __future__ import annotations

import os
import selectors
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.waiting import PATIENCE, until


class Exited(NamedTuple):
    """The exit code (None if the process hung) and the output."""

    code: int | None
    out: str
    err: str


def fork(body: Callable[[], None]) -> Exited | None:
    """Run a function in a fork and wait for the fork to finish.

    In the fork itself, return None if the function returns.
    """
    pipes = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        for number, (read, write) in enumerate(pipes, 1):
            os.close(read)
            os.dup2(write, number)
            os.close(write)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", 1)
        body()
        return None
    for _, write in pipes:
        os.close(write)
    printed = _read([read for read, _ in pipes], time.monotonic() + PATIENCE)
    if printed is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return Exited(os.waitstatus_to_exitcode(status), *printed) if printed else Exited(None, "", "")


def _read(pipes: list[int], end: float) -> list[str] | None:
    """Read pipes until all writers have closed them; return None if this takes too long."""
    texts = dict.fromkeys(pipes, b"")
    with selectors.DefaultSelector() as selector:
        for pipe in pipes:
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map() and (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                if content := os.read(key.fd, 1 << 16):
                    texts[key.fd] += content
                else:
                    selector.unregister(key.fd)
        hung = bool(selector.get_map())
    for pipe in pipes:
        os.close(pipe)
    return None if hung else [text.decode() for text in texts.values()]


def alone() -> bool:
    """Return whether this is the only thread. A fork would lose all other threads."""
    return threading.active_count() == 1 == len(os.listdir("/proc/self/task"))  # noqa: PTH208  (pathlib must not be imported here)


def wait_until_alone() -> None:
    until(alone, pause=0.005)
