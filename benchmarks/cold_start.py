"""A cold start of ``dicebingo solve``, compared with a Python process that imports its libraries and exits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from benchmarks.harness import ROOT, Benchmark, Call, Figure, in_turns

__all__ = ["BENCHMARK"]

BOARD = "8 8 9 / 7 6 10 / 7 4 5"
ROLLS = "47546657067260786722139/7535828431282951800000"
AIM = 2.0


def process(*arguments: str) -> Callable[[], str]:
    def output() -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    return output


def run(repeats: int) -> list[Figure]:
    answer = process("-m", "dicebingo", "solve", BOARD)
    seconds = in_turns(
        repeats,
        solve=Call(lambda: ROLLS in answer(), True),
        imports=Call(process("-c", "import click, rich, gmpy2"), ""),
        nothing=Call(process("-c", "pass"), ""),
    )
    return [
        Figure("times the baseline", seconds["solve"] / seconds["imports"], "x", AIM),
        Figure("dicebingo solve", seconds["solve"], "s"),
        Figure("the imports alone (baseline)", seconds["imports"], "s"),
        Figure("an empty Python program", seconds["nothing"], "s"),
    ]


BENCHMARK = Benchmark(
    "cold-start", "the process of an exact dicebingo solve", 'python -c "import click, rich, gmpy2"', run
)
