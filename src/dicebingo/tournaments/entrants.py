"""Who plays in a tournament: random boards, the best of a ranking, or all boards of a small space.

A symmetry of the layout changes what a board does under the smallest and the largest tie-break, so boards may be left
out by symmetry only under the random one. A swap of equally likely values must be made on all boards at once, so no
board is ever left out because of swaps.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.solo.policy import TieBreak

__all__ = ["all_boards", "random_boards"]

MAX_ALL = 20_000
MAX_SYMMETRIES = 2_000


def random_boards(rules: Rules, count: int, values: tuple[int, ...], seed: int) -> list[Board]:
    """Return different boards with random values, the same for the same seed."""
    cells = [cell for cell in range(rules.layout.size) if not rules.layout.free >> cell & 1]
    if not 1 <= count <= min(MAX_ALL, len(values) ** len(cells)):
        raise InputError(f"expected 1 to {min(MAX_ALL, len(values) ** len(cells))} different boards, got {count}")
    if seed < 0:
        raise InputError(f"expected a seed that is not negative, got {seed}")
    chance = np.random.default_rng(seed)
    found: dict[Board, None] = {}
    while len(found) < count:
        found[_board(rules, [values[int(i)] for i in chance.integers(len(values), size=len(cells))])] = None
    return list(found)


def all_boards(rules: Rules, values: tuple[int, ...], tie_break: TieBreak) -> list[Board]:
    """Return all boards with some values; up to the layout's symmetries where the tie-break respects them."""
    cells = [cell for cell in range(rules.layout.size) if not rules.layout.free >> cell & 1]
    if len(values) ** len(cells) > 8 * MAX_ALL:
        raise InputError(f"expected at most {8 * MAX_ALL} boards, got {len(values)}^{len(cells)}")
    boards = [_board(rules, list(chosen)) for chosen in product(values, repeat=len(cells))]
    group = symmetries(rules.layout)
    if tie_break is TieBreak.RANDOM and group.order <= MAX_SYMMETRIES:
        every = list(group)
        boards = [b for b in boards if all(_key(b) <= _key(b.permuted(p)) for p in every)]
    if len(boards) > MAX_ALL:
        raise InputError(f"expected at most {MAX_ALL} boards, got {len(boards)}")
    return boards


def _board(rules: Rules, values: list[int]) -> Board:
    left = iter(values)
    free = rules.layout.free
    return Board(tuple(None if free >> cell & 1 else next(left) for cell in range(rules.layout.size)), rules)


def _key(board: Board) -> tuple[int, ...]:
    return tuple(value or 0 for value in board.values)
