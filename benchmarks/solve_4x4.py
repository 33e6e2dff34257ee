"""Exact solution of a 4x4 board: 65,536 sets, the largest size for exact arithmetic."""

from __future__ import annotations

from statistics import median

from benchmarks.harness import Benchmark, Call, Figure, fresh_process, run_timed
from dicebingo import solve
from dicebingo.exact import decimal

__all__ = ["BENCHMARK", "measure"]

BOARD = "8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7"
ROLLS = 10.005988706515973
AIM_SECONDS, AIM_MEGABYTES = 3.0, 1000.0


def measure() -> dict[str, float]:
    return {"seconds": run_timed(Call(lambda: decimal(solve(BOARD, rules="4x4").expected_rolls), ROLLS))}


def run(repeats: int) -> list[Figure]:
    # The first solution in a process also computes the transient sets, which later solutions reuse.
    reports = [fresh_process("solve_4x4:measure") for _ in range(repeats)]
    return [
        Figure("one board", median(report["seconds"] for report in reports), "s", AIM_SECONDS),
        Figure("peak memory", max(report["megabytes"] for report in reports), "MB", AIM_MEGABYTES),
    ]


BENCHMARK = Benchmark("solve-4x4", "exact V(S) of all 65,536 sets of one board, in a new process", "", run)
