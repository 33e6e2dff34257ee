"""A good board to start a proof with: a recorded board, or the result of a steepest descent.

The board is not claimed to be the best; the proof decides whether it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import gcd

import numpy as np

from dicebingo.kernels.solo import expected_rolls
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.proofs.bounds import BoundLayout
from dicebingo.running.run import Run
from dicebingo.tournaments.local_search import climb, near
from dicebingo.tournaments.strategies import Floats, Rows

BEST_KNOWN = {"4x4": "4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8"}
"""The best known boards, by the name of the rules.

These boards were found by annealing and are not proven to be the best.
"""
SMALL = 9
"""On boards with at most this many cells, a descent is quick, so many descents are run."""

Values = list[int]


def best_known(layout: BoundLayout, run: Run | None = None) -> Board:
    """Return the recorded board for the rules, or the best result of several descents."""
    for name, board in BEST_KNOWN.items():
        if find_rules(name) == layout.rules:
            return Board.parse(board, layout.rules)
    starts, found = list(_starts(layout.packed)), []
    with Run.of(run).stage("looking for a good board", len(starts)) as step:
        for start in starts:
            found.append(descend(layout.packed, start))
            step()
    return layout.unpack(min(found)[1])


def _starts(rules: Rules) -> Iterator[Values]:
    """Yield boards with the most probable values, in several orders."""
    cells = rules.layout.size
    likely = sorted(rules.dice.values, key=lambda v: (-rules.dice.weight(v), v))[:cells]
    steps = [step for step in range(1, 2 * cells + 2) if gcd(step, cells) == 1]
    for step in steps if cells <= SMALL else steps[:1]:
        yield [likely[i * step % cells % len(likely)] for i in range(cells)]


def descend(rules: Rules, values: Values) -> tuple[float, Values]:
    """Repeatedly make the best change of one cell or swap of two cells, until no change helps.

    Return the final board's expected number of rolls V in float64, and the board.
    """
    lines, total = list(rules.layout.lines), float(rules.dice.total)
    weight = dict(zip(rules.dice.values, map(float, rules.dice.weights), strict=True))

    def evaluate(values: Values) -> float:
        masks: dict[int, int] = {}
        for i, value in enumerate(values):
            masks[value] = masks.get(value, 0) | 1 << i
        weights = [weight[value] for value in masks]
        return float(expected_rolls(len(values), lines, total, weights, [*masks.values()], False)[0])

    def score(rows: Rows) -> Floats:
        return np.array([-evaluate(row) for row in rows.tolist()])

    around = partial(near, values=np.array(rules.dice.values))
    *_, (row, best) = climb(np.array(values), score, around)
    return -best, row.tolist()
