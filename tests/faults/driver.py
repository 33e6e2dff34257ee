"""Run one command line repeatedly, to trigger every fault at every point that the command passes.

Each case (a fault at a point) runs in a fork of this process. The process itself then checks the result.

The kernels are compiled first, so that a case takes a fraction of a second, and the library's caches are cleared, so
that a fork starts like a new process. Everything runs on one processor, so one thread computes the shards, and the
points occur in the same order each time.
"""

from __future__ import annotations

import atexit
import functools
import gc
import os
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dicebingo.cli import main, start
from dicebingo.reproduction.claims import LongComputation
from dicebingo.running.stopping import Point, Watcher, watching
from tests.faults.faults import FAULTS, LOOKING, Fault
from tests.faults.forks import fork, wait_until_alone
from tests.faults.judge import Judge, Outcome, files_in
from tests.faults.lines import LINES, Line
from tests.faults.small import make_parts_small


@dataclass(frozen=True)
class Case:
    """A fault at the n-th point of one kind, counted from 1."""

    fault: str
    point: Point
    number: int

    def __str__(self) -> str:
        return f"{self.fault} at {self.point.name} {self.number}"


def cases_of(reached: list[Point], how: str, offset: int) -> list[Case]:
    """Return all cases, or a sample of three faults, each at one point. ``offset`` selects the faults and points.

    The faults in the sample are one of the two signals, the time limit, and either kill -9 or the full disk.
    """
    points = [(point, number) for point, count in Counter(reached).items() for number in range(1, count + 1)]
    if how == "all":
        return [Case(fault, *at) for fault in FAULTS for at in points]
    sample = ("Ctrl-C", "SIGTERM")[offset % 2], "time is up", ("kill -9", "full disk")[offset // 2 % 2]
    apart = -(-len(points) // len(sample))
    return [Case(fault, *points[(offset + i * apart) % len(points)]) for i, fault in enumerate(sample)]


class Driver:
    """Runs a command line repeatedly, each time in a fork of this process."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.line, self.folder = name, LINES[name], folder
        self.inputs = folder / "inputs"
        self._warm_up()
        with (folder / "points").open("ab+", buffering=0) as log:

            def note(point: Point) -> None:
                log.write(f"{point.name}\n".encode())

            whole = self.run(folder / "reference", note)
            log.seek(0)
            self.reached = [Point[name] for name in log.read().decode().split()]
        assert whole.code == 0, whole
        self.judge = Judge(name, whole)

    def _warm_up(self) -> None:
        """Compile all kernels, and create the files that the command reads."""
        make_parts_small(self.line.pairs)
        self._enter(self.inputs)
        for text in self.line.before:
            self._run_here(Line(text))
        self._enter(self.folder / "warm")
        self._run_here(self.line)
        for thing in gc.get_objects():
            if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith("dicebingo."):
                thing.cache_clear()
            elif isinstance(thing, LongComputation):
                thing._stored.clear()

    def _run_here(self, line: Line) -> None:
        with patch.object(sys, "argv", ["dicebingo", *line.words]), redirect_stdout(StringIO()) as out:
            assert main.run() == 0, (line, out.getvalue())

    def _enter(self, folder: Path) -> None:
        """Create a folder with the files that the command reads, and make it the current folder."""
        if folder != self.inputs:
            shutil.copytree(self.inputs, folder, dirs_exist_ok=True)
        folder.mkdir(exist_ok=True)
        os.chdir(folder)

    def run(self, folder: Path, watcher: Watcher, fault: Fault | None = None, *, to_the_end: bool = False) -> Outcome:
        """Run the command line in a fork, in a new folder or in the folder of an earlier run.

        Python's clean-up at exit takes longer than everything else, so most cases skip it.
        """
        wait_until_alone()

        def body() -> None:
            self._enter(folder)
            sys.argv = ["dicebingo", *self.line.words]
            if fault:
                fault.prepare()
            with watching(watcher), nullcontext() if to_the_end else soon_gone():
                start.main()  # this line ends the process

        ended = fork(body)
        assert ended
        return Outcome(*ended, files_in(folder))

    def complaints(self, case: Case) -> list[str]:
        """Return the problems found after a case and after a rerun of the command."""
        folder, fault = self.folder / "case", FAULTS[case.fault]
        found = self.run(folder, fault.at(case.point, case.number), fault, to_the_end=case.number == 1)
        after = self._after(case)
        known = case.fault == "full disk" and not after & {*LOOKING, Point.COMPUTED, Point.KEPT}
        late = not after & fault.felt_at or self.name in fault.may_miss
        # The fault was also too late if the disk became full after all files had been written.
        late |= case.fault == "full disk" and found.files == self.judge.reference.files
        wrong = [*self.judge.complaints(found, case.fault, fault.code, too_late=late, must_answer=known)]
        wrong += self.judge.complaints_when_resumed(self.run(folder, lambda _: None))
        shutil.rmtree(folder)
        return wrong

    def _after(self, case: Case) -> set[Point]:
        """Return the points that a run without a fault passes after the point of this case."""
        places = [i for i, point in enumerate(self.reached) if point is case.point]
        return {*self.reached[places[case.number - 1] + 1 :]}


@contextmanager
def soon_gone() -> Iterator[None]:
    """Exit as Python does, but without Python's clean-up."""
    try:
        yield
    except SystemExit as end:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(end.code or 0))


def drive(name: str, folder: Path, how: str) -> dict[str, Any]:
    """Run all cases of a command line, or only the sample. Return the numbers of points and cases, and the failures."""
    began = time.monotonic()
    driver = Driver(name, folder)
    wrong = {}
    cases = cases_of(driver.reached, how, 7 * list(LINES).index(name))
    for case in cases:
        if complaints := driver.complaints(case):
            wrong[str(case)] = complaints
    counts = Counter(case.fault for case in cases)
    points = Counter(point.name for point in driver.reached)
    return {"points": points, "cases": counts, "failures": wrong, "seconds": time.monotonic() - began}
