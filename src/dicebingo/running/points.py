"""The points that every long computation passes, so that a test can stop it at each of them.

Whoever watches is called at every point, in the thread that has come there, and may do what the world does to a
program: press Ctrl-C, kill it, let the time run out, fill the disk.

>>> with watching(print):
...     reach(Point.STAGE)
a stage begins
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum


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
    """Say that a point is reached."""
    for watcher in _watchers:
        watcher(point)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call a function at every point, in whatever thread."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)
