"""Solve thousands of duels with compiled float64 code and a proven error bound.

The recursion is the one in ``duels.solved_duel``, with the objective ``score``. Each step computes the values of matrix
games and then their mean, and neither operation magnifies errors. A mean of numbers with an error of at most e has an
error of at most e. The value of a matrix game whose entries have an error of at most e also has an error of at most e,
because a strategy that guarantees v with the exact entries guarantees at least v - e with the inexact entries. So the
rounding errors of the steps only add up, and a game has at most m + n steps for boards with m and n open cells. All
payoffs and values are between -1 and 1. Let u = 2⁻⁵³. For dice with d values and at most k choices per player and roll,
one step adds the following errors:

* The mean adds (2d + 4) u. Each term has d + 2 roundings, the sum of probabilities has d + 1, and the division has one.
* A game with a saddle point adds nothing, and neither does a game with a single row or column, because only minima and
  maxima are taken.
* Any other 2x2 game adds 13 u. With the rows (a, b) and (c, e), the value of the game is c + (a - c) · p, where
  p = (e - c) / ((a - b) + (e - c)). The differences a - b and e - c have the same sign, so (a - c) · p, which is at
  most 2, has 6 roundings, and the final sum has one more.
* Any larger game without a saddle point adds g / 2 + (4k + 6) u. The computed value of such a game is the middle of an
  interval of width g between the guarantees of two strategies. Each guarantee is at most 2, and is a sum of k terms
  with 2k + 2 roundings.

The strategies of a larger game come from a simplex method in float64 and may be slightly wrong, but the interval is
valid for any strategies. The kernel returns the largest g that occurred. The absolute error is at most

    1.01 (m + n) · ((2d + 4k + 17) u + g / 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np
from numpy.typing import NDArray

from dicebingo.checked import Checked
from dicebingo.errors import InputError, TooLarge, expect_cells
from dicebingo.kernels import duels as kernel
from dicebingo.matches.fast_matches import as_pairs
from dicebingo.model.board import PositionLike, RulesLike, as_positions
from dicebingo.model.layout import cells_of, pack
from dicebingo.model.rules import Marking, Rules

UNIT_ROUNDOFF = 2.0**-53
MAX_CELLS = 16
MAX_OWN_STATES = 4_096
"""The limit on one player's states. The kernel stores every pair of states, which takes at most 218 MB."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FastDuels(Checked):
    """The first player's value in each of many duels, with an absolute error bound and a count of joint states."""

    pairs: NDArray[np.int64]
    values: NDArray[np.float64]
    error_bounds: NDArray[np.float64]
    joint_states: NDArray[np.int64]


class DuelField:
    """Positions with the same rules, as flat arrays for the kernel.

    Cells that are marked in all positions are omitted. Each row in ``rows`` contains, for each remaining cell in order,
    the index of its value among the values of the dice. ``starts`` contains, for each position, the set of these
    cells that are marked.
    """

    def __init__(self, positions: Sequence[PositionLike], rules: RulesLike = None) -> None:
        given = as_positions(positions, rules)
        if not given:
            raise InputError("expected at least one board, got none")
        marked = reduce(and_, (position.marked for position in given))
        self._prepare(given[0].rules, marked)
        index: dict[int | None, int] = {value: r for r, value in enumerate(self.rules.dice.values)}
        self.rows = np.array([[index.get(p.board.values[c], 0) for c in self.cells] for p in given], np.int64)
        self.starts = np.array([pack(position.marked, self.cells) for position in given], np.int64)

    @classmethod
    def of_rows(cls, rules: Rules, rows: NDArray[np.int64]) -> DuelField:
        """Return a field of unmarked boards. Each row lists the value indices of a board's open cells.

        The rows are not checked.
        """
        field = cls.__new__(cls)
        field._prepare(rules, rules.layout.free)
        field.rows = np.ascontiguousarray(rows, np.int64).reshape(-1, len(field.cells))
        field.starts = np.zeros(len(field.rows), np.int64)
        return field

    def _prepare(self, rules: Rules, marked: int) -> None:
        self.rules, self.marks_all = rules, rules.marking is Marking.ALL
        self.cells = cells_of(rules.layout.full & ~marked)
        expect_cells(len(self.cells), MAX_CELLS, "at most {} unmarked cells for fast duels")
        self.lines = [pack(line, self.cells) for line in rules.layout.lines]
        # Dice have at most 10^100 equally likely outcomes, so no probability is too small for float64.
        self.weights = np.array([weight / rules.dice.total for weight in rules.dice.weights])


def duel_pairs(
    boards: DuelField | Sequence[PositionLike],
    pairs: Sequence[tuple[int, int]] | NDArray[np.int64],
    rules: RulesLike = None,
) -> FastDuels:
    """Solve duels between boards, with the objective ``score``. Each duel is a pair of board numbers.

    Duels with the same first board are solved a little faster if they are adjacent in ``pairs``.

    >>> found = duel_pairs(["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"], [(0, 1)])
    >>> round(found.values[0], 7), found.error_bounds[0] < 1e-12
    (np.float64(-0.0022834), np.True_)
    """
    field = boards if isinstance(boards, DuelField) else DuelField(boards, rules)
    chosen = as_pairs(pairs)
    if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(field.rows)):
        raise InputError(f"expected board numbers 0 to {len(field.rows) - 1}, got {chosen.min()} to {chosen.max()}")
    met = np.unique(chosen)
    own = kernel.count_states(field.rows[met], field.starts[met], field.lines, len(field.weights), field.marks_all)
    most = int(own.max(initial=1))
    if most > MAX_OWN_STATES:
        raise TooLarge(f"expected at most {MAX_OWN_STATES:,} sets of marks per player for fast duels, got {most:,}")
    values, gaps, joint_states = kernel.duel_pairs(
        field.rows, field.starts, field.lines, field.weights, field.marks_all, chosen, most
    )
    return FastDuels(chosen, values, _error_bounds(field, chosen, gaps), joint_states)


def _error_bounds(field: DuelField, pairs: NDArray[np.int64], gaps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the absolute error bounds derived at the top of this module.

    No roll offers more choices than there are cells, so k is taken to be the number of cells.
    """
    unmarked = len(field.cells) - np.array([int(start).bit_count() for start in field.starts], np.int64)
    steps = unmarked[pairs].sum(axis=1)
    roundings = 2 * len(field.weights) + 4 * len(field.cells) + 17
    bounds: NDArray[np.float64] = 1.01 * steps * (roundings * UNIT_ROUNDOFF + gaps / 2)
    return bounds
