"""What a benchmark is, how calls are timed against each other, and how a process is measured.

An answer is compared inside the timed call, so that nothing is timed that did not happen. Calls that are compared
are repeated in turns, so that whatever else the machine does meets all of them, and the medians are compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

__all__ = ["ROOT", "Benchmark", "Call", "Figure", "WrongAnswer", "expect", "fresh_process", "in_turns", "run_timed"]

ROOT = Path(__file__).resolve().parents[1]


class WrongAnswer(Exception):
    """A benchmark computed something else than it should have."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number: a ratio ("x"), seconds ("s") or memory ("MB"), with the aim if there is one.

    A ratio counts how many times faster we are, unless ``at_most`` says that it is a cost.
    """

    what: str
    value: float
    unit: str
    aim: float | None = None
    at_most: bool = True

    @property
    def reached(self) -> bool | None:
        """Whether the aim is reached; None without an aim."""
        if self.aim is None:
            return None
        return self.value <= self.aim if self.at_most else self.value >= self.aim


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A name, what is measured, against what (may be nothing but an aim), and the function that measures it.

    The function is told how often to repeat something or, if there is a number of seconds, for how long to go on. What
    would take longer than anybody expects is run by its name only.
    """

    name: str
    measures: str
    baseline: str
    run: Callable[[int], Sequence[Figure]]
    seconds: int | None = None
    by_name_only: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """Something to time, and the answer that it must give."""

    function: Callable[[], object]
    answer: object


def expect(got: object, answer: object) -> None:
    """Raise unless the answer is the right one."""
    if got != answer:
        raise WrongAnswer(f"expected {answer}, got {got}")


def run_timed(call: Call) -> float:
    """Return the seconds that the call takes, the check of its answer included."""
    began = perf_counter()
    expect(call.function(), call.answer)
    return perf_counter() - began


def in_turns(repeats: int, **calls: Call) -> dict[str, float]:
    """Return the median seconds of each call, after one of each to warm up."""
    for call in calls.values():
        run_timed(call)
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            times[name].append(run_timed(call))
    return {name: median(seconds) for name, seconds in times.items()}


def fresh_process(function: str, environment: Mapping[str, str] | None = None) -> dict[str, float]:
    """Run ``module:function`` of this package in a process of its own; return its figures and its peak memory.

    The peak of a process starts with what its parent held when it was started, so this process stays small: the
    heavy work is done in such processes only.
    """
    command = [sys.executable, "-m", "benchmarks.fresh", function]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    report: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {"wrong": done.stderr.strip()}
    if "wrong" in report:
        raise WrongAnswer(report["wrong"])
    return report
