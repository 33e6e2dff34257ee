"""Stopping: cooperative cancellation, and the points of a computation at which a test can stop it.

A thread cannot be ended from outside, so long computations poll. The worker thread knows which run it computes for:
wherever the computation can be abandoned, it calls ``stop_if_asked``, which does nothing if no run is attended. With
``offer_partial`` a computation passes on what it has found so far, in case it is stopped.

Every long computation also passes the same few points. A watcher is called at each of them, in the thread that has
reached it, and may do what the world does to a program: press Ctrl-C, kill it, let the time run out, fill the disk.

>>> with watching(print):
...     reach(Point.STAGE)
a stage begins
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dicebingo.running.shards import Result

PATIENCE = 0.5
"""For how many seconds work may continue once its run is over: most shards are finished by then."""


class Stoppable(Protocol):
    """A run, as far as a computation polls it."""

    @property
    def is_over(self) -> bool:
        """Whether it is to end."""
        ...

    def expect_more(self) -> None:
        """Raise ``Stopped`` if it is to end."""
        ...


class _ThisThread(threading.local):
    """What this thread works for, and what it has found so far."""

    attended: Attended | None = None
    so_far: Callable[[], Result] | None = None


_here = _ThisThread()


class Attended:
    """A run that several threads compute for, and since when it has been over."""

    def __init__(self, run: Stoppable) -> None:
        self._run = run
        self._over_since: float | None = None

    def expect_more(self) -> None:
        """Raise ``Stopped`` once the run has been over for longer than ``PATIENCE``."""
        if self._run.is_over:
            now = time.monotonic()
            self._over_since = self._over_since or now
            if now - self._over_since > PATIENCE:
                self._run.expect_more()

    @contextmanager
    def here(self) -> Iterator[None]:
        """Let ``stop_if_asked`` poll this run, in this thread."""
        _here.attended, _here.so_far = self, None
        try:
            yield
        finally:
            _here.attended = _here.so_far = None


def attending(run: Stoppable) -> AbstractContextManager[None]:
    """Let ``stop_if_asked`` poll a run, in this thread."""
    return Attended(run).here()


def stop_if_asked() -> None:
    """Raise ``Stopped`` if the run that this thread computes for is to stop."""
    if _here.attended is not None:
        _here.attended.expect_more()


def offer_partial(so_far: Callable[[], Result]) -> None:
    """Set the function that returns what has been found so far, in case the shard is stopped."""
    _here.so_far = so_far


def partial_result() -> Result | None:
    """Return what the computation of this thread has offered, if anything."""
    return None if _here.so_far is None else _here.so_far()


class Point(StrEnum):
    """Where a computation is: between two of these points, nothing happens that a stop could spoil."""

    STAGE = "a stage begins"
    STEP = "a step is done"
    COMPUTED = "a shard is computed"
    WRITTEN = "a file is written, under a temporary name"
    RENAMED = "a file has its name"
    KEPT = "a shard is kept"
    ASSEMBLED = "the answer is assembled"


Watcher = Callable[[Point], None]

_watchers: list[Watcher] = []


def reach(point: Point) -> None:
    """Call all watchers: a point is reached."""
    for watcher in _watchers:
        watcher(point)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call a function at every point, in any thread."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)
