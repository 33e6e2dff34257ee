"""Work that is given up: nobody can end a thread from outside, so what takes long looks whether it is to go on.

A run lends itself to the thread that computes a shard. Wherever the computation can be left, it calls ``look``, which
knows of that run without being told, and does nothing where there is none. What it has found by then it may ``offer``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from dicebingo.errors import Stopped
from dicebingo.running.shards import Job, Result

PATIENCE = 0.5
"""For how many seconds work may go on once its run is over: most shards are finished by then."""


class Stoppable(Protocol):
    """A run, as far as work looks at it."""

    @property
    def is_over(self) -> bool:
        """Whether it is to end."""
        ...

    def expect_more(self) -> None:
        """Raise ``Stopped`` if it is to end."""
        ...


class _Watch:
    """A run, and since when it has been over."""

    def __init__(self, run: Stoppable) -> None:
        self.run = run
        self.over_since: float | None = None


class _Here(threading.local):
    """What this thread works for, and what it has found so far."""

    watch: _Watch | None = None
    so_far: Callable[[], Result] | None = None


_here = _Here()


def look() -> None:
    """Raise ``Stopped`` if what is being computed in this thread is to be given up."""
    watch = _here.watch
    if watch is not None and watch.run.is_over:
        now = time.monotonic()
        watch.over_since = watch.over_since or now
        if now - watch.over_since > PATIENCE:
            watch.run.expect_more()


def offer(so_far: Callable[[], Result]) -> None:
    """Say what has been found so far, should the shard be given up."""
    _here.so_far = so_far


@contextmanager
def attended(run: Stoppable) -> Iterator[None]:
    """Let ``look`` know of a run, in this thread."""
    with _attended(_Watch(run)):
        yield


@contextmanager
def _attended(watch: _Watch) -> Iterator[None]:
    _here.watch, _here.so_far = watch, None
    try:
        yield
    finally:
        _here.watch = _here.so_far = None


class Watched:
    """A job whose shards are given up when its run is over, on this machine; on others it is the job itself.

    ``unfinished`` has what was offered by the shards that were given up. It is in no checkpoint.
    """

    def __init__(self, job: Job, run: Stoppable) -> None:
        self.job, self._watch = job, _Watch(run)
        self.unfinished: list[Result] = []

    def name(self) -> str:
        """Return the name of the job."""
        return self.job.name()

    def shards(self) -> int:
        """Return how many shards there are."""
        return self.job.shards()

    def shard(self, number: int) -> Result:
        """Compute a shard; raise ``Stopped`` if it is given up."""
        with _attended(self._watch):
            look()
            try:
                return self.job.shard(number)
            except Stopped:
                if _here.so_far is not None:
                    self.unfinished.append(_here.so_far())
                raise

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.job,)


def _itself(job: Job) -> Job:
    return job
