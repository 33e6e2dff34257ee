"""Exact solutions of 3x3 boards, compared with the textbook method: a dictionary of fractions for all 512 sets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from benchmarks.harness import Benchmark, Call, Figure, in_turns
from dicebingo import solve

__all__ = ["BENCHMARK", "fraction_values"]

OPTIMAL = (8, 8, 9, 7, 6, 10, 7, 4, 5)
OPTIMAL_ROLLS = Fraction(47546657067260786722139, 7535828431282951800000)
SAMPLE, SEED = 20, 2024
AT_LEAST = 5.0

LINES = [0b111 << 3 * i for i in range(3)] + [0b1001001 << i for i in range(3)] + [0b100010001, 0b001010100]
PROBABILITIES = {value: Fraction(6 - abs(value - 7), 36) for value in range(2, 13)}


def fraction_values(board: Sequence[int]) -> dict[int, Fraction]:
    """Return V(S) for all sets of marks, directly from the Bellman equation of the paper."""
    cells_with: dict[int, list[int]] = {}
    for cell, value in enumerate(board):
        cells_with.setdefault(value, []).append(1 << cell)
    values: dict[int, Fraction] = {}
    for marked in range(511, -1, -1):
        if any(marked & line == line for line in LINES):
            values[marked] = Fraction(0)
            continue
        p_hit, rolls = Fraction(0), Fraction(1)
        for value, cells in cells_with.items():
            after = [values[marked | cell] for cell in cells if not marked & cell]
            if after:
                p_hit += PROBABILITIES[value]
                rolls += PROBABILITIES[value] * min(after)
        values[marked] = rolls / p_hit
    return values


def ours(board: Sequence[int]) -> Fraction:
    return Fraction(str(solve(board).expected_rolls))


def run(repeats: int) -> list[Figure]:
    random_boards = random.Random(SEED)
    sample = [[random_boards.randint(2, 12) for _ in range(9)] for _ in range(SAMPLE)]
    answers = [fraction_values(board)[0] for board in sample]
    seconds = in_turns(
        repeats,
        ours=Call(lambda: ours(OPTIMAL), OPTIMAL_ROLLS),
        fractions=Call(lambda: fraction_values(OPTIMAL)[0], OPTIMAL_ROLLS),
        ours_sample=Call(lambda: [ours(board) for board in sample], answers),
        fractions_sample=Call(lambda: [fraction_values(board)[0] for board in sample], answers),
    )
    optimal = seconds["fractions"] / seconds["ours"]
    boards = seconds["fractions_sample"] / seconds["ours_sample"]
    return [
        Figure("times faster, optimal board", optimal, "x", AT_LEAST, at_most=False),
        Figure(f"times faster, {SAMPLE} random boards", boards, "x", AT_LEAST, at_most=False),
        Figure("optimal board", seconds["ours"], "s"),
        Figure("optimal board, baseline", seconds["fractions"], "s"),
        Figure("a random board", seconds["ours_sample"] / SAMPLE, "s"),
        Figure("a random board, baseline", seconds["fractions_sample"] / SAMPLE, "s"),
    ]


BENCHMARK = Benchmark("solve-3x3", "exact V(S) of all sets of one board", "dictionary of fractions.Fraction", run)
