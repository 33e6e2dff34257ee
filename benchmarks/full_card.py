"""Full cards solved by token counts.

The exact V of one card is compared with the float64 solution over all sets of its cells. The best of all cards of 12
tokens is found and proven.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import median

from benchmarks.harness import Benchmark, Call, Figure, fresh_process, run_timed
from dicebingo import counter, prove, solve
from dicebingo.cards.card import CardSolver

__all__ = ["BENCHMARK", "measure"]

LARGE = "3 4x2 5x3 6x4 7x5 8x4 9x3 10x2 11"
BEST = "4 5x2 6x2 7x3 8x2 9 10"
ROLLS = 53.474947
AT_LEAST, AIM_SECONDS, EXACT_TIMES = 100.0, 10.0, 50


def exact() -> Fraction:
    """Solve a card exactly, without the cached results of earlier calls."""
    return CardSolver((1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)).expected_rolls((0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0))


def measure() -> dict[str, float]:
    solve([7] * 9, exact=False)  # compile the kernel before timing
    cells = Call(lambda: round(float(solve(LARGE, tokens=25, exact=False).expected_rolls), 6), ROLLS)
    counts = Call(lambda: round(float(sum(exact() for _ in range(EXACT_TIMES)) / EXACT_TIMES), 6), ROLLS)
    proof = Call(lambda: str(prove(tokens=12).upper), BEST)
    reply = Call(lambda: counter(BEST, tokens=12).reply.margin, Fraction(0))
    times = {"cells": run_timed(cells), "counts": run_timed(counts) / EXACT_TIMES}
    return {**times, "proof": run_timed(proof), "reply": run_timed(reply)}


def run(repeats: int) -> list[Figure]:
    reports = [fresh_process("full_card:measure") for _ in range(repeats)]
    return [
        Figure("exact V of a card of 25 tokens", median(r["counts"] for r in reports), "s"),
        Figure(
            "times faster than float64", median(r["cells"] / r["counts"] for r in reports), "x", AT_LEAST, at_most=False
        ),
        Figure("the best of all 646,646 cards, proven", median(r["proof"] for r in reports), "s", AIM_SECONDS),
        Figure("the best reply among all 646,646 cards, proven", median(r["reply"] for r in reports), "s", AIM_SECONDS),
    ]


BENCHMARK = Benchmark("full-card", "full cards, solved by token counts", "float64 V of all 2^25 sets of cells", run)
