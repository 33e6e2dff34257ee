"""Whole duels: exact duels in a new process, and float64 duels compared with exact duels of the same boards."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from statistics import median

from benchmarks.harness import Benchmark, Call, Figure, fresh_process, run_timed
from benchmarks.matches import SEED, random_boards
from dicebingo import duel
from dicebingo.model.board import PositionLike

__all__ = ["EXACT", "FAST"]

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
C, D = "7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7"
ANSWERS = {
    (A, B): ("-26009/11390625", 2530),
    (C, D): ("387490204271/6439600443375", 10234),
}
AIMS = {(A, B): 2.0, (C, D): 5.0}
AIM_MEGABYTES = 1000.0
PAIRS, ROUNDS = 6, 5
AT_LEAST = 50.0


def _solved(first: str, second: str) -> tuple[str, int]:
    found = duel(first, second)
    return str(found.value), found.joint_states


def measure_exact() -> dict[str, float]:
    calls = {name: Call(partial(_solved, *pair), ANSWERS[pair]) for name, pair in (("a_b", (A, B)), ("c_d", (C, D)))}
    return {name: run_timed(call) for name, call in calls.items()}


def run_exact(repeats: int) -> list[Figure]:
    reports = [fresh_process("duel:measure_exact") for _ in range(repeats)]
    return [
        Figure("A against B, 2,530 joint states", median(r["a_b"] for r in reports), "s", AIMS[A, B]),
        Figure("C against D, 10,234 joint states", median(r["c_d"] for r in reports), "s", AIMS[C, D]),
        Figure("peak memory", max(r["megabytes"] for r in reports), "MB", AIM_MEGABYTES),
    ]


def measure_fast() -> dict[str, float]:
    from dicebingo.duels.fast_duels import duel_pairs  # noqa: PLC0415  (only this process needs numba)

    boards: list[PositionLike] = [A, B, C, D, *random_boards(2 * PAIRS - 4, 4, 10, SEED)]
    pairs = [(2 * i, 2 * i + 1) for i in range(PAIRS)]
    answers = [duel(boards[i], boards[j]).value for i, j in pairs]

    def fast() -> bool:
        """Solve the duels of all pairs, and check that every value is within its error bound of the exact value."""
        found = duel_pairs(boards, pairs)
        close = zip(found.values, answers, found.error_bounds, strict=True)
        return all(abs(Fraction(float(value)) - exact) <= Fraction(float(bound)) for value, exact, bound in close)

    fast()  # load numba, and compile if needed, before timing
    # Alternate float64 with the slow exact duels, so that other load on the machine affects both.
    ours, exact = [], []
    for _ in range(ROUNDS):
        ours += [run_timed(Call(fast, True)) for _ in range(3)]
        exact.append(run_timed(Call(lambda: [duel(boards[i], boards[j]).value for i, j in pairs], answers)))
    return {"ours": median(ours) / PAIRS, "exact": median(exact) / PAIRS}


def run_fast(repeats: int) -> list[Figure]:
    reports = [fresh_process("duel:measure_fast") for _ in range(max(1, repeats // 3))]
    ours, exact = (median(report[name] for report in reports) for name in ("ours", "exact"))
    return [
        Figure("times faster per duel", exact / ours, "x", AT_LEAST, at_most=False),
        Figure("one duel in float64", ours, "s"),
        Figure("one duel, exact", exact, "s"),
    ]


EXACT = Benchmark("duel", "exact duels of the paper's boards, in a new process", "", run_exact)
FAST = Benchmark(
    "duel-fast",
    f"float64 duels: A-B, C-D and {PAIRS - 2} pairs of random boards with values 4 to 10",
    "the exact duels of the same boards",
    run_fast,
)
