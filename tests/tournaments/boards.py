"""Boards and tournaments used by several tests."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.kernels.matches import FieldArrays
from dicebingo.model.board import Board
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.strategies import Preparer, Rows, StrategyPool
from dicebingo.tournaments.tournament import Tournament, tournament

MIRRORED = "8 9 5 / 6 6 9 / 9 6 5", "5 9 8 / 9 6 6 / 5 6 9"
"""A board and its mirror image, which are even under the random tie-break."""


def guessed(preparer: Preparer, rows: Rows) -> FieldArrays:
    """Return strategies for boards, using approximate values to decide which cells are tied."""
    pool = StrategyPool(preparer)
    pool.numbers([row.tobytes() for row in rows])
    return pool.arrays


def seeded(count: int, low: int = 2, high: int = 12, seed: int = 1) -> list[Board]:
    return random_boards(classic(), count, tuple(range(low, high + 1)), seed)


def with_even_pair(names: Sequence[str] | None = None) -> Tournament:
    mirrored = [Board.parse(text, classic()) for text in MIRRORED]
    return tournament([*seeded(4), *mirrored], names=names, tie_break=TieBreak.RANDOM)
