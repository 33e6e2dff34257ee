"""Long loops in plain Python: a run may stop them at every step, and hears of every thousand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from dicebingo.running.run import Run

T = TypeVar("T")
STEP = 1_000


def each(items: Iterable[T], what: str, run: Run | None) -> Iterator[T]:
    """Go through items as a stage of a run, if there is one; ``Stopped`` is raised where it is to stop.

    >>> run = Run(progress=print)
    >>> for _ in each(range(1_500), "counting", run):
    ...     pass
    counting: 0 of 1,500
    counting: 1,000 of 1,500
    counting: 1,500 of 1,500
    """
    if run is None:
        yield from items
        return
    run, number = Run.of(run), 0
    with run.stage(what, len(items) if isinstance(items, Sized) else None) as step:
        for number, item in enumerate(items, 1):
            yield item
            if number % STEP == 0:
                step(STEP)
            elif run.is_over:
                run.expect_more()
        step(number % STEP)
