"""Faults that can happen to a program at any point."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from dicebingo.cli import running
from dicebingo.running.run import Run
from dicebingo.running.stopping import Point, Watcher
from tests.faults.truth import CHECKS, proof

HOUR = 3600.0
NOTICED = 60.0
"""The longest time in seconds that a thread waits for the main thread to handle a signal."""


class Timed(Run):
    """A run with a time limit of an hour, so that a fault can make the time run out."""

    is_up = False

    def __init__(self, *, seconds: float | None = None, **how: Any) -> None:
        super().__init__(seconds=seconds or HOUR, **how)

    @property
    def passed(self) -> float:
        return 2 * HOUR if Timed.is_up else super().passed


@dataclass(frozen=True)
class Fault:
    """A fault: what it does, how it is prepared, and the exit code of a command that it stops.

    The fault must end every command that reaches a point in ``felt_at`` afterwards, except that the commands in
    ``may_miss`` may succeed.
    """

    strike: Callable[[], None]
    code: int
    felt_at: frozenset[Point] = frozenset()
    may_miss: tuple[str, ...] = ()
    prepare: Callable[[], None] = lambda: None

    def at(self, point: Point, number: int) -> Watcher:
        """Trigger the fault at the n-th point of one kind, counted from 1."""
        numbers = count(1)

        def watch(reached: Point) -> None:
            if reached is point and next(numbers) == number:
                self.strike()

        return watch


def send(number: signal.Signals) -> None:
    """Send a signal to the main thread, and wait until its handler has run."""
    before = signal.getsignal(number)
    signal.pthread_kill(threading.main_thread().ident or 0, number)
    end = time.monotonic() + NOTICED
    while signal.getsignal(number) is before and time.monotonic() < end:
        time.sleep(0.001)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def limit_time() -> None:
    """Give every run of the command line a time limit of an hour."""
    vars(running)["Run"] = Timed


def end_time() -> None:
    Timed.is_up = True


def fill_disk() -> None:
    """Make every later write to a file fail; pipes still work."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


LOOKING = frozenset([Point.STAGE, Point.STEP])
"""The points at which a run checks for a stop request."""
CERTIFYING = ("rings", "upsets")
"""Commands whose last steps certify the result and are never skipped."""
SEARCHING = (*(name for name, check in CHECKS.items() if check is not proof), "search by p90")
"""Commands that can end normally at their time limit, with the best result so far.

The result includes work that finishes within a second of the limit.
"""
FAULTS = {
    "Ctrl-C": Fault(partial(send, signal.SIGINT), 130, LOOKING, (*CERTIFYING, "simulation")),
    "SIGTERM": Fault(partial(send, signal.SIGTERM), 143, LOOKING, (*CERTIFYING, "simulation")),
    "kill -9": Fault(kill, -signal.SIGKILL, frozenset(Point)),
    "time is up": Fault(end_time, 130, LOOKING, SEARCHING, limit_time),
    # The ``rank`` command prints its answer even if it cannot store its table.
    "full disk": Fault(fill_disk, 2, frozenset([Point.WRITTEN]), ("rank",)),
}
