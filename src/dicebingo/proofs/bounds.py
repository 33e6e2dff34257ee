"""Lower bounds on V, the expected number of rolls, for whole classes of boards.

The bounds come from letting the player rewrite part of the board.

A *relaxation* allows a class of boards, and lets the player switch to any allowed board before every roll. This freedom
can only help, so the value U(∅) of the relaxation is at most the V of every allowed board. All bounds are backward
inductions over the sets S of marked cells, with

    U(S) = min over the allowed boards of (W + Σ_v w(v) · min over the cells c with value v of U(S + c)) / Σ_v w(v),

where v runs over the values of the unmarked cells, w(v) is the weight of v on the dice, and W is the sum of all
weights. By induction over the unmarked cells, U(S) <= V(S), because the actual board is one of the allowed boards.

**Groups.** A *partition* divides the cells and the values into groups: before every roll the player gives the cells of
a group any of the group's values. A board is allowed if the values in the cells of each group are among the group's
values. Marking helps: U(S + c) <= U(S). Proof by induction: on S + c, use the board that is best for S. A value that
marks some c' ≠ c on S leads from S + c to S + c + c', which by induction is at least as good as S + c'; the value v₀
that marks c on S is wasted. On the board that is best for S, let h be the sum of w(v) over the values v of the cells
outside S. Let x = U(S + c) and X = W + Σ over v ≠ v₀ of w(v) U(S + c + c'). Then (h - w(v₀)) x <= X and
h U(S) >= X + w(v₀) x, so h U(S) >= h x. Therefore it never hurts to put a value on one more cell, and the minimum over
boards and cells has a closed form: in each group the most probable value goes to the best unmarked cell, the next value
to the next best cell, and so on until no cells are left (rearrangement inequality).

With all cells in one group, every board is allowed. Dividing a group can only raise the bound, because fewer boards are
allowed, and if every value has its own group, U = V. The bound ignores the number of copies of each value in a group,
so it holds for all multisets of values with the same group sizes. ``proofs.multiset_bounds`` computes another bound,
which counts the copies but ignores the cells.

**Rounding.** The kernels work in float32, sixteen partitions at a time. All terms are positive. A step with d values
rounds at most d + 2 times (2d + 4 if weights exceed 2²⁴), each time with a relative error of at most 2⁻²⁴, and a game
on n cells has at most n steps. Sorting numbers and taking minima cause no rounding errors: if all numbers have a
relative error of at most e, so has their weighted sum after sorting. So the computed number is at most (1 + E) times
U(∅), with E = 1.01 · n(d + 2) · 2⁻²⁴, and a partition is excluded only if its computed bound exceeds (1 + E) times the
best known value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.bounds import BoundGame
from dicebingo.model.board import Board
from dicebingo.model.layout import Layout, cells_of, pack
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.symmetry import symmetries

MAX_CELLS = 16
"""The maximum number of cells. Sixteen partitions are bounded together, with 2^16 sets each, which takes 4 MiB."""
MAX_TOTAL = 1 << 53
"""The total weight must be smaller, so that weights are exact in float64 and V is far below the largest float32."""
MAX_SYMMETRIES = 2_000
UNIT_ROUNDOFF = 2.0**-24
SLACK = 1 + 2.0**-50
"""A positive rational number is less than its float64 approximation times this factor."""


@dataclass(frozen=True, slots=True, eq=False)
class BoundLayout:
    """The layout used by the bounds: the cells that are in lines, renumbered, and the arguments of the kernels.

    Cell ``cells[i]`` of the layout is bit i of a set and cell i of ``packed``, the same rules restricted to these
    cells. A mark in any other cell has no effect, so removing these other cells from a board does not change its V.
    ``all_symmetries`` is true if all symmetries of the layout are used, and false if only a subgroup is used.
    """

    rules: Rules
    cells: tuple[int, ...]
    packed: Rules
    game: BoundGame
    all_symmetries: bool

    def pack(self, board: Board) -> Board:
        """Return ``board`` reduced to the cells that are in lines."""
        return Board(tuple(board.values[cell] for cell in self.cells), self.packed)

    def unpack(self, values: Iterable[int]) -> Board:
        """Return the board with these values in the cells that are in lines.

        The other cells get the most probable value.
        """
        common = max(self.rules.dice.values, key=self.rules.dice.weight)
        at = dict(zip(self.cells, values, strict=True))
        return Board(self.rules.layout.fill(at.get(cell, common) for cell in self.rules.layout.open_cells), self.rules)

    def form(self, board: Board) -> tuple[tuple[int, int], ...]:
        """Return a canonical form: boards related by symmetries and swaps of equally likely values have the same form.

        If only a subgroup of the symmetries is used, related boards may have different forms.
        """
        values = np.array(self.pack(board).values, np.int64)
        weights = {value: self.rules.dice.weight(value) for value in values.tolist()}
        forms = []
        for row in values[np.bitwise_count(self.game.images - np.uint64(1))]:
            number: dict[int, int] = {}
            forms.append(tuple((number.setdefault(int(v), len(number)), weights[int(v)]) for v in row))
        return min(forms)


@lru_cache(maxsize=8)
def bound_layout(rules: Rules) -> BoundLayout:
    """Return the layout for the bounds. Raise if the bounds are not valid for the rules."""
    if rules.marking is not Marking.ONE:
        raise InputError("A proof by bounds needs rules that mark one cell per roll.")
    layout, dice = rules.layout, rules.dice
    cells = cells_of(layout.cells_in_lines & ~layout.free)
    if len(cells) > MAX_CELLS:
        raise TooLarge(f"expected at most {MAX_CELLS} cells in lines for a proof, got {len(cells)}")
    if dice.total >= MAX_TOTAL:
        raise TooLarge("A proof needs dice with a total weight below 2^53.")
    lines = tuple(pack(line, cells) for line in layout.lines)
    packed = Layout(tuple((0, i) for i in range(len(cells))), lines)
    group = symmetries(packed)
    all_sets = np.arange(1 << len(cells), dtype=np.uint64)
    won = np.zeros(len(all_sets), np.bool_)
    for line in lines:
        won |= all_sets & np.uint64(line) == line
    sets = np.concatenate([np.zeros(1, np.uint64), all_sets[~won][::-1]])
    row_of = np.zeros(len(all_sets), np.uint16)  # 16 bits suffice: row 0 for wins, fewer than 2^16 transient sets
    row_of[sets[1:]] = np.arange(1, len(sets))
    moves = np.array(list(group.at_most(MAX_SYMMETRIES)), np.uint64)
    sizes = np.bitwise_count(sets[1:]).astype(np.int64)
    by_size = np.argsort(-sizes, kind="stable")
    at_most = np.searchsorted(-sizes[by_size], -np.arange(MAX_CELLS + 1))
    rows = (by_size + 1).astype(np.uint64)
    game = BoundGame(sets, row_of, np.uint64(1) << moves, np.float32(dice.total), rows, at_most)
    return BoundLayout(rules, cells, replace(rules, layout=packed, name=""), game, len(moves) == group.order)


def rounding(layout: BoundLayout, values: int) -> float:
    """Return E, the relative rounding error of the bounds.

    The computed bound of a board with ``values`` different values is at most 1 + E times the true bound.
    """
    steps = values + 2 if layout.rules.dice.total < 1 << 24 else 2 * values + 4
    return 1.01 * len(layout.cells) * steps * UNIT_ROUNDOFF
