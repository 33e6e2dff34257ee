"""Float64 solution of a 5x5 board: 2^25 sets. Compilation happens once per installation and is timed separately."""

from __future__ import annotations

import os
import random
from importlib import import_module
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.harness import Benchmark, Call, Figure, fresh_process, run_timed
from dicebingo import solve

__all__ = ["BENCHMARK", "measure"]

SEED = 25
ROLLS = 13.168863177  # computed by another implementation in extended precision
AIM_SECONDS, AIM_MEGABYTES = 10.0, 1000.0


def board() -> list[int]:
    """Return a board with 25 random sums of two dice."""
    dice = random.Random(SEED)
    return [dice.randint(1, 6) + dice.randint(1, 6) for _ in range(25)]


def measure() -> dict[str, float]:
    load = Call(lambda: import_module("dicebingo.kernels.solo").__name__, "dicebingo.kernels.solo")
    small = Call(lambda: solve([7] * 9, exact=False).expected_rolls, 18.0)
    large = Call(lambda: round(solve(board(), rules="5x5", exact=False).expected_rolls, 9), ROLLS)
    return {"load": run_timed(load), "first": run_timed(small), "seconds": run_timed(large)}


def run(repeats: int) -> list[Figure]:
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        compiling, *reports = (fresh_process("solve_5x5:measure", environment) for _ in range(1 + repeats))
    return [
        Figure("one board", median(report["seconds"] for report in reports), "s", AIM_SECONDS),
        Figure("peak memory", max(report["megabytes"] for report in reports), "MB", AIM_MEGABYTES),
        Figure("loading numba beforehand", median(report["load"] for report in reports), "s"),
        Figure("loading the compiled kernel", median(report["first"] for report in reports), "s"),
        Figure("compiling the kernel, once per installation", compiling["first"], "s"),
    ]


BENCHMARK = Benchmark("solve-5x5", "float64 V(S) of all 2^25 sets of one board, in a new process", "", run)
