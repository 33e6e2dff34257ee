"""Tools that compare the times of calls and measure processes.

Each answer is checked inside the timed call, so that the work cannot be skipped. The calls to compare run alternately,
so that other load on the machine affects all of them, and their medians are compared.
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
    """A benchmark computed a wrong answer."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number: a ratio ("x"), seconds ("s") or memory ("MB"), with its aim, if any.

    A ratio states how many times faster dicebingo is than the baseline, unless ``at_most`` marks it as a cost.
    """

    what: str
    value: float
    unit: str
    aim: float | None = None
    at_most: bool = True

    @property
    def reached(self) -> bool | None:
        """Whether the aim is met; None without an aim."""
        if self.aim is None:
            return None
        return self.value <= self.aim if self.at_most else self.value >= self.aim


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark: its name, its description, its baseline if it has one, and the function that measures.

    The function takes the number of repetitions or, for timed benchmarks, the number of seconds. Very long benchmarks
    run only if the user names them.
    """

    name: str
    measures: str
    baseline: str
    run: Callable[[int], Sequence[Figure]]
    seconds: int | None = None
    by_name_only: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A call to time, and its expected answer."""

    function: Callable[[], object]
    answer: object


def expect(got: object, answer: object) -> None:
    """Raise an error if the answer is wrong."""
    if got != answer:
        raise WrongAnswer(f"expected {answer}, got {got}")


def run_timed(call: Call) -> float:
    """Return the seconds that the call takes, including the check of its answer."""
    began = perf_counter()
    expect(call.function(), call.answer)
    return perf_counter() - began


def in_turns(repeats: int, **calls: Call) -> dict[str, float]:
    """Run each call once to warm up, then measure it, and return the median seconds of each."""
    for call in calls.values():
        run_timed(call)
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            times[name].append(run_timed(call))
    return {name: median(seconds) for name, seconds in times.items()}


def fresh_process(function: str, environment: Mapping[str, str] | None = None) -> dict[str, float]:
    """Run ``module:function`` of this package in a new process, and return its figures and peak memory.

    The peak of a process includes the memory of its parent at the start, so this process stays small: all heavy work
    runs in such processes.
    """
    command = [sys.executable, "-m", "benchmarks.fresh", function]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    report: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {"wrong": done.stderr.strip()}
    if "wrong" in report:
        raise WrongAnswer(report["wrong"])
    return report
