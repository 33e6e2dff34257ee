"""Choose the boards of a tournament: given boards, random boards, the best boards, or all boards with given values.

A symmetry of the layout changes how a board is played under the tie-breaks *smallest* and *largest*, so symmetric
copies are omitted only under the tie-break *random*. Swapping equally likely values leaves the results unchanged only
if the values are swapped on all boards, so a board and its swapped copy both take part.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from dicebingo.errors import InputError, whole_number
from dicebingo.model.board import Board, PositionLike, RulesLike, as_boards, as_rules
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.running.run import Run
from dicebingo.searches.space import Constraints, Space, ValuesLike
from dicebingo.searches.universe import values_text
from dicebingo.solo.policy import TieBreak

MAX_ALL = 20_000
MAX_SYMMETRIES = 2_000


def allowed_values(rules: Rules, values: ValuesLike | None = None) -> tuple[int, ...]:
    """Return the allowed values in increasing order: the given values, or all values of the dice."""
    chosen = Constraints.parse(rules, values).values
    if chosen is None:
        return rules.dice.values
    for value in chosen:
        if value not in rules.dice:
            raise InputError(f"expected values of {rules.dice}, got {value}")
    if not chosen:
        raise InputError("expected at least one value, got none")
    return chosen


def expect_values(boards: Sequence[Board], values: ValuesLike | None) -> None:
    """Raise if a board has a value that is not allowed: the results cover only boards with allowed values."""
    for board in boards:
        allowed = allowed_values(board.rules, values)
        if not {*board.values} <= {*allowed, None}:
            raise InputError(f"expected boards with values {values_text(allowed)}, got {board}")


def random_boards(rules: Rules, count: int, values: ValuesLike | None = None, seed: int = 1) -> list[Board]:
    """Return ``count`` different boards with random values; the same seed gives the same boards."""
    chosen, cells = allowed_values(rules, values), len(rules.layout.open_cells)
    most = min(MAX_ALL, len(chosen) ** cells)
    count = whole_number(count, "{} to {} different boards", 1, most)
    stream = np.random.default_rng(whole_number(seed, "a non-negative seed", 0))
    found: dict[Board, None] = {}
    while len(found) < count:
        drawn = stream.integers(len(chosen), size=cells)
        found[Board(rules.layout.fill(chosen[i] for i in drawn), rules)] = None
    return list(found)


def all_boards(rules: Rules, values: ValuesLike | None = None, tie_break: TieBreak = TieBreak.SMALLEST) -> list[Board]:
    """Return all boards with the given values.

    If the tie-break respects the layout's symmetries, boards are listed only up to symmetry.
    """
    chosen, cells = allowed_values(rules, values), len(rules.layout.open_cells)
    if len(chosen) ** cells > 8 * MAX_ALL:
        raise InputError(f"expected at most {8 * MAX_ALL} boards, got {len(chosen)}^{cells}")
    boards = [Board(rules.layout.fill(row), rules) for row in product(chosen, repeat=cells)]
    group = symmetries(rules.layout)
    if tie_break is TieBreak.RANDOM and group.order <= MAX_SYMMETRIES:
        images = list(group)
        boards = [b for b in boards if all(_key(b) <= _key(b.permuted(p)) for p in images)]
    if len(boards) > MAX_ALL:
        raise InputError(f"expected at most {MAX_ALL} boards, got {len(boards)}")
    return boards


def _key(board: Board) -> tuple[int, ...]:
    return tuple(value or 0 for value in board.values)


def entrants(
    boards: Sequence[PositionLike],
    rules: RulesLike,
    tie_break: TieBreak,
    *,
    random: int | None,
    top: int | None,
    everything: bool,
    values: ValuesLike | None,
    seed: int,
    run: Run | None,
) -> list[Board]:
    """Return the boards of a tournament: the given boards, then random, best or all boards if requested."""
    found = as_boards(boards, rules)
    known = found[0].rules if found else as_rules(rules)
    if random is None and top is None and not everything:
        if values is not None:
            raise InputError("values can be combined only with random, top or all, not with given boards")
        return found
    chosen = allowed_values(known, values)
    if random is not None:
        found += random_boards(known, random, chosen, seed)
    if top is not None:
        from dicebingo.searches.all_boards import search_all  # noqa: PLC0415  (needs numba; random boards do not)

        best = search_all(Space.of(known, Constraints(chosen)), top=top, run=run).best
        found += [one.board for one in best[:top]]
    return found + all_boards(known, chosen, tie_break) if everything else found
