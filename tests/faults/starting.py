"""Interrupt a command line at every n-th import, from a given import until the computation begins.

Running ``python -m tests.faults.starting NAME FOLDER N FIRST`` prints the number of interrupted forks and the failures.

At each of these imports, one fork of the process gets SIGINT and another SIGTERM, and the process itself continues.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from functools import partial
from importlib.abc import MetaPathFinder
from io import StringIO
from pathlib import Path
from typing import Any

from tests.faults.forks import alone, fork
from tests.faults.lines import LINES, Line

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
INTERRUPTED = re.compile("interrupted(; run the same command again to continue from kept)?\n")


class Interrupter(MetaPathFinder):
    """An import hook that never finds a module itself; it interrupts forks at every n-th import."""

    def __init__(self, folder: Path, every: int, first: int) -> None:
        self.folder, self.every, self.first = folder, every, first % every
        self.inputs = [path for path in folder.iterdir() if path.is_file()]
        self.imports = self.cases = 0
        self.failures: dict[str, str] = {}
        self.printed: dict[str, str] = {}

    def find_spec(self, name: str, *_: Any) -> None:
        watchers = getattr(sys.modules.get("dicebingo.running.stopping"), "_watchers", None)
        if watchers == []:
            watchers.append(self.stop)
        self.imports += 1
        for number, code in SIGNALS.items():
            # A fork must not fork again.
            if self in sys.meta_path and self.imports % self.every == self.first and alone():
                self._interrupt(name, number, code)

    def stop(self, _: object = None) -> None:
        """Stop interrupting."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def _interrupt(self, name: str, number: signal.Signals, code: int) -> None:
        folder = self.folder / f"{self.imports}-{number.name}"

        def body() -> None:
            self.stop()
            folder.mkdir()
            for path in self.inputs:
                os.link(path, folder / path.name)
            os.chdir(folder)
            signal.raise_signal(number)

        if (ended := fork(body)) is not None:
            self.cases += 1
            left = {path.name for path in folder.iterdir()} - {path.name for path in self.inputs} - {"kept"}
            case = f"{number.name} at import {self.imports}, of {name}"
            if ended.code != code or not INTERRUPTED.fullmatch(ended.err) or left:
                self.failures[case] = f"{ended}, {left}"
            self.printed[case] = ended.out

    def judge(self, whole: str) -> None:
        """Check that the output of an interrupted fork is empty or consists of lines of the complete answer.

        The first line may be missing: a fork that starts while the parent prints this line adds it to the parent's
        output.
        """
        self.failures |= {case: text for case, text in self.printed.items() if f"\n{text}" not in f"\n{whole}"}


def interrupt(line: Line, folder: Path, every: int, first: int) -> dict[str, Any]:
    """Run a command line and interrupt it at every n-th import. Return the number of forks, and the failures."""
    from dicebingo.cli.start import main  # noqa: PLC0415  (must not be imported earlier)

    def run(line: Line) -> None:
        sys.argv = ["dicebingo", *line.words]
        main()

    began, process = time.monotonic(), os.getpid()
    os.chdir(folder)
    for text in line.before:
        ended = fork(partial(run, Line(text)))
        assert ended is None or ended.code == 0, ended
    interrupter = Interrupter(folder, every, first)
    sys.meta_path.insert(0, interrupter)
    printed, sys.stdout = sys.stdout, (answer := StringIO())
    try:
        run(line)
    except SystemExit:
        if os.getpid() != process:  # this is a fork that was not interrupted
            raise
        interrupter.judge(answer.getvalue())
        sys.stdout = printed
    cases = {"starting": interrupter.cases}
    return {"cases": cases, "failures": interrupter.failures, "seconds": time.monotonic() - began}


if __name__ == "__main__":
    mine = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {mine[os.getpid() % len(mine)]})  # numpy starts a thread for each processor
    name, where, *which = sys.argv[1:]
    json.dump(interrupt(LINES[name], Path(where).resolve(), *map(int, which)), sys.stdout)
