"""Cooperative cancellation, and the points at which a test can stop a computation.

A thread cannot be ended from outside, so long computations check regularly whether to stop. Each worker thread has a
reference to the run that it computes for. Wherever a computation can be abandoned, it calls ``stop_if_asked``, which
does nothing in a thread without a run. With ``offer_partial``, a computation makes its result so far available in case
it is stopped.

Every long computation also passes a few standard points. A test can register a watcher, which is called at each point,
in the thread that reaches it. The watcher may simulate a fault there: Ctrl-C, a kill, the end of the time limit or a
full disk.

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
"""The number of seconds for which work may continue after its run is over. Most shards finish within this time."""


class Stoppable(Protocol):
    """The part of a run that a computation polls."""

    @property
    def is_over(self) -> bool:
        """Whether the run should end."""
        ...

    def expect_more(self) -> None:
        """Raise ``Stopped`` if the run should end."""
        ...


class _ThisThread(threading.local):
    """The run of this thread, and a function that returns the thread's result so far."""

    attended: Attended | None = None
    so_far: Callable[[], Result] | None = None


_here = _ThisThread()


class Attended:
    """A run that several threads compute for, and the time when a thread first found that the run is over."""

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
        """Make ``stop_if_asked`` poll this run in this thread."""
        _here.attended, _here.so_far = self, None
        try:
            yield
        finally:
            _here.attended = _here.so_far = None


def attending(run: Stoppable) -> AbstractContextManager[None]:
    """Make ``stop_if_asked`` poll a run in this thread."""
    return Attended(run).here()


def stop_if_asked() -> None:
    """Raise ``Stopped`` if the run of this thread should stop."""
    if _here.attended is not None:
        _here.attended.expect_more()


def offer_partial(so_far: Callable[[], Result]) -> None:
    """Set the function that returns the result so far, in case the shard is stopped."""
    _here.so_far = so_far


def partial_result() -> Result | None:
    """Return the partial result that this thread offers, or None."""
    return None if _here.so_far is None else _here.so_far()


class Point(StrEnum):
    """A point in a computation; a stop between two points has the same effect as a stop at one of them."""

    STAGE = "a stage begins"
    STEP = "a step is done"
    COMPUTED = "a shard is computed"
    WRITTEN = "a file is written, under a temporary name"
    RENAMED = "a file is renamed to its final name"
    KEPT = "a shard is saved"
    ASSEMBLED = "the answer is assembled"


Watcher = Callable[[Point], None]

_watchers: list[Watcher] = []


def reach(point: Point) -> None:
    """Call all watchers when a point is reached."""
    for watcher in _watchers:
        watcher(point)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call ``watcher`` at every point that any thread reaches within the block."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)
