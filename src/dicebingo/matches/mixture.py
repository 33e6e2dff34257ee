"""A mixture: boards, each with the probability that it is played.

This module does not need numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dicebingo.checked import Checked
from dicebingo.errors import InputError, listed, quote, shown
from dicebingo.exact import as_fraction
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules

LONGEST = 100
"""The maximum number of characters in an error message's list of probabilities."""

WeightsLike: TypeAlias = str | Sequence[int | str | Fraction]
"""Probabilities that add up to exactly 1, as a string such as "1/2,1/2" or as a list."""


class PlayedBoard(NamedTuple):
    """A board in a mixture, and the probability that it is played."""

    board: Board
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Mixture(Checked):
    """Boards, each with the probability that it is played."""

    boards: tuple[Board, ...]
    shares: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if not self.boards or any(board.rules != self.boards[0].rules for board in self.boards):
            raise InputError("expected one or more boards with the same rules")
        if len(self.shares) != len(self.boards) or min(self.shares) < 0 or sum(self.shares) != 1:
            given = ", ".join(map(str, self.shares))
            got = given if len(given) <= LONGEST else quote(given)
            raise InputError(f"expected {len(self.boards)} probabilities that add up to 1, got {got}")

    def _json_(self) -> tuple[PlayedBoard, ...]:
        return tuple(map(PlayedBoard, self.boards, self.shares))

    @classmethod
    def of(cls, board: Board) -> Mixture:
        """Return the mixture that always plays ``board``."""
        return cls((board,), (Fraction(1),))

    @classmethod
    def weighted(cls, boards: Sequence[Board], weights: WeightsLike | None) -> Mixture:
        """Return the mixture of boards with the given probabilities. By default, all probabilities are equal."""
        boards = listed(boards, "boards")
        if weights is None:
            return cls(tuple(boards), (Fraction(1, max(len(boards), 1)),) * len(boards))
        given = weights.split(",") if isinstance(weights, str) else weights
        if not isinstance(given, Sequence):
            raise InputError(f"expected a list of probabilities, got {shown(weights)}")
        return cls(tuple(boards), tuple(as_fraction(w.strip() if isinstance(w, str) else w) for w in given))

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules
