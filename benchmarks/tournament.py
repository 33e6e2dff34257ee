"""A tournament of 1,000 random boards, compared per pair with the textbook match of ``benchmarks.matches``.

Our time covers the whole tournament: strategies with exactly resolved ties, all 499,500 matches, and exact signs. The
textbook's time does not include its strategies. Both times are CPU times of all threads in one process. One
textbook match is timed before the tournament and two after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from benchmarks.harness import Benchmark, Figure, expect, fresh_process
from benchmarks.matches import SWEEP, fraction_match, fraction_strategy

if TYPE_CHECKING:  # only the process that plays needs numba
    from dicebingo.tournaments.tournament import Tournament

__all__ = ["BENCHMARK"]

BOARDS, SEED = 1_000, 2025
PAIRS = BOARDS * (BOARDS - 1) // 2
SWEPT = ((0, 1), (2, 3), (4, 5))
SIGNS = "a77d148c07a196602b53eae94fd084b82e45a1f286fb39af9eb056f24eb31910"
"""A digest of who beats whom, which is decided exactly and therefore the same on every machine."""
AT_LEAST, AIM_MEMORY = 20_000.0, 1_000.0


def right(result: Tournament, answers: Sequence[tuple[Fraction, Fraction, Fraction]]) -> bool:
    """Return whether the tournament's numbers for the pairs in the textbook sweep are within the error bound."""
    for (i, j), answer in zip(SWEPT, answers, strict=True):
        got = result.wins[i, j], result.wins[j, i], result.ties[i, j]
        for number, exact in zip(got, answer, strict=True):
            if abs(Fraction(float(number)) - exact) > Fraction(result.error_bound) * exact:
                return False
    return True


def measure() -> dict[str, float]:
    from dicebingo.model.variants import classic  # noqa: PLC0415  (see above)
    from dicebingo.tournaments.boards import random_boards  # noqa: PLC0415
    from dicebingo.tournaments.tournament import tournament  # noqa: PLC0415

    boards = random_boards(classic(), BOARDS, seed=SEED)
    players = [[fraction_strategy([int(v or 0) for v in boards[i].values]) for i in pair] for pair in SWEPT]
    answers = [fraction_match(*pair) for pair in players]
    tournament(boards[:3])  # compile or load the kernels before timing

    def sweep(number: int) -> float:
        began = process_time()
        expect(fraction_match(*players[number]), answers[number])
        return process_time() - began

    swept = [sweep(0)]
    began, wall = process_time(), perf_counter()
    result = tournament(boards)
    expect((right(result, answers), sha256(result.sign.tobytes()).hexdigest()), (True, SIGNS))
    cpu, wall = process_time() - began, perf_counter() - wall
    swept += [sweep(1), sweep(2)]
    return {"ours": cpu / PAIRS, "fractions": median(swept), "cpu": cpu, "wall": wall}


def run(repeats: int) -> Sequence[Figure]:
    reports = [fresh_process("tournament:measure") for _ in range(max(1, repeats // 7))]
    ratio = median(report["fractions"] / report["ours"] for report in reports)
    report = min(reports, key=lambda found: found["cpu"])
    return [
        Figure("times less CPU time per pair", ratio, "x", AT_LEAST, at_most=False),
        Figure(f"CPU time per pair, of {PAIRS:,}", report["ours"], "s"),
        Figure("CPU time of a pair, baseline", report["fractions"], "s"),
        Figure("CPU time of the tournament", report["cpu"], "s"),
        Figure("wall time of the tournament", report["wall"], "s"),
        Figure("peak memory", max(found["megabytes"] for found in reports), "MB", AIM_MEMORY),
    ]


BENCHMARK = Benchmark("tournament", f"tournament of {BOARDS:,} random boards, values 2 to 12, CPU time", SWEEP, run)
