"""The certified search over all 11^9 boards, compared with the method that the paper's authors ran on a cluster.

Their method, in our words: for every board, the values of all 512 sets of marks start at 20 (0 for sets with a complete
line). Sweeps over the sets in increasing order update the values in place by the Bellman equation, whose right side
includes the term for wasted rolls, until no value changes by 1e-12 or more. Each time a sweep reaches a set, it checks
the eight lines. The method is compiled and uses no symmetry. Its time is measured on random boards and scaled to all
boards. The figures are CPU times of all threads together.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks.harness import ROOT, Benchmark, Figure, expect, fresh_process
from benchmarks.solve_3x3 import LINES

__all__ = ["BENCHMARK"]

BOARDS = 11**9
SAMPLE = 200
SEED = 2025
AT_LEAST, GOAL = 300_000.0, 1_000_000.0
AIM_MEMORY = 1_500.0
AIM_COMMAND = 2.5
BEST = (47546657067260786722139, 7535828431282951800000)


def cluster_method() -> Any:
    """Return the compiled function board -> V of the authors' method."""
    import numpy as np  # noqa: PLC0415  (numba and numpy: only the measuring process needs them)
    from numba import njit  # noqa: PLC0415

    won = np.array([any(marked & line == line for line in LINES) for marked in range(512)])
    chances = np.array([6 - abs(value - 7) for value in range(2, 13)]) / 36

    @njit
    def expected_rolls(board):  # type: ignore[no-untyped-def]
        cells = np.zeros(11, np.int64)
        for cell in range(9):
            cells[board[cell] - 2] |= 1 << cell
        values = np.where(won, 0.0, 20.0)
        change = 1.0
        while change >= 1e-12:
            change = 0.0
            for marked in range(512):
                if won[marked]:
                    continue
                new = 1.0
                for roll in range(11):
                    best = values[marked]
                    left = cells[roll] & ~marked
                    while left:
                        bit = left & -left
                        left ^= bit
                        after = values[marked | bit]
                        best = after if after < best else best
                    new += chances[roll] * best
                change = max(change, abs(new - values[marked]))
                values[marked] = new
        return values[0]

    return expected_rolls


def measure() -> dict[str, float]:
    """Time both methods in one process, excluding compilation; the search runs between the two halves of the sample."""
    import numpy as np  # noqa: PLC0415

    from dicebingo import solve  # noqa: PLC0415
    from dicebingo.model.variants import classic  # noqa: PLC0415
    from dicebingo.searches.all_boards import search_all  # noqa: PLC0415
    from dicebingo.searches.space import Constraints, Space  # noqa: PLC0415
    from dicebingo.searches.sweep import sweep_of  # noqa: PLC0415

    expected_rolls = cluster_method()
    boards = np.random.default_rng(SEED).integers(2, 13, (SAMPLE, 9))
    expected_rolls(boards[0])
    search_all(Space.of(classic(), Constraints(values=(6, 7))))  # compile or load the kernels before timing

    answers = [float(solve(board.tolist()).expected_rolls) for board in boards]

    def sample(first: int, last: int) -> float:
        began = process_time()
        values = [expected_rolls(board) for board in boards[first:last]]
        expect(max(abs(a - b) for a, b in zip(values, answers[first:last], strict=True)) < 1e-9, True)
        return process_time() - began

    def all_boards() -> tuple[float, float]:
        sweep_of.cache_clear()
        began, wall = process_time(), perf_counter()
        result = search_all(Space.of(classic()))
        best = result.best[0].expected_rolls
        expect((best.numerator, best.denominator, result.unique, result.total_boards), (*BEST, True, BOARDS))
        return process_time() - began, perf_counter() - wall

    first = sample(0, SAMPLE // 2)
    cpu, wall = all_boards()
    second = sample(SAMPLE // 2, SAMPLE)
    again, wall_again = all_boards()
    return {"theirs": (first + second) / SAMPLE, "ours": min(cpu, again), "wall": min(wall, wall_again)}


def measure_memory() -> dict[str, float]:
    """Search once in a separate process, and measure its memory."""
    from dicebingo.model.variants import classic  # noqa: PLC0415
    from dicebingo.searches.all_boards import search_all  # noqa: PLC0415
    from dicebingo.searches.space import Space  # noqa: PLC0415

    expect(search_all(Space.of(classic())).unique, True)
    return {}


def command_seconds(repeats: int) -> float:
    """Return the fastest time of the command, after a first run that compiles bytecode and kernels.

    pip compiles the bytecode during installation, but other installers may not.
    """
    command = [sys.executable, "-m", "dicebingo", "search", "--json"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        command += ["--certificate", str(Path(folder) / "c.json")]
        for _ in range(1 + repeats):
            began = perf_counter()
            subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=True)
            seconds.append(perf_counter() - began)
    return min(seconds[1:])


def run(repeats: int) -> Sequence[Figure]:
    reports = [fresh_process("search_all:measure") for _ in range(max(1, repeats // 3))]
    ratio = median(report["theirs"] * BOARDS / report["ours"] for report in reports)
    best = min(reports, key=lambda report: report["ours"])
    memory = fresh_process("search_all:measure_memory")["megabytes"]
    command, wall = command_seconds(2 * len(reports)), min(report["wall"] for report in reports)
    return [
        Figure("times less CPU time, all 11^9 boards", ratio, "x", AT_LEAST, at_most=False),
        Figure("times less CPU time: the goal", ratio, "x", GOAL, at_most=False),
        Figure("CPU time of the search", best["ours"], "s"),
        Figure("wall time of the search", wall, "s"),
        Figure("CPU time of one board, baseline", best["theirs"], "s"),
        Figure("peak memory", memory, "MB", AIM_MEMORY),
        Figure("dicebingo search, the command", command, "s"),
        Figure("time of the command / of the search itself", command / wall, "x", AIM_COMMAND),
    ]


BENCHMARK = Benchmark(
    "search", "certified search over all boards, CPU time", "the authors' method, random boards, scaled to 11^9", run
)
