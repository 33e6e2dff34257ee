"""A mixture of boards, and the question which board beats it by most.

Against a mixture that plays board b with probability x(b), the margin of a board is Σ x(b) · m(board, b). A mixture of
one board is that board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

import numpy as np

from dicebingo.errors import InputError, quote
from dicebingo.exact import Rational
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Arbiter, Floats, Rows, arbiter_for
from dicebingo.tournaments.notion import Notion

__all__ = ["Mixture", "Question", "Reply", "Status"]


class Status(StrEnum):
    """What is known of a reply: none is better, or none was found."""

    PROVEN = "proven"
    BEST_FOUND = "best found"


@dataclass(frozen=True, slots=True)
class Mixture:
    """Boards, each with the probability that it is played."""

    boards: tuple[Board, ...]
    shares: tuple[Rational, ...]

    def __post_init__(self) -> None:
        if not self.boards or any(board.rules != self.boards[0].rules for board in self.boards):
            raise InputError("expected one or more boards of the same rules")
        if len(self.shares) != len(self.boards) or min(self.shares) < 0 or sum(self.shares) != 1:
            raise InputError(f"expected {len(self.boards)} probabilities that add up to 1, got {quote(self.shares)}")

    @classmethod
    def of(cls, board: Board) -> Mixture:
        """Return the mixture that always plays one board."""
        return cls((board,), (Rational(1),))

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules


@dataclass(frozen=True, slots=True)
class Reply:
    """A board against a mixture, exactly, and how many boards were compared with it."""

    board: Board
    win: Rational
    lose: Rational
    tie: Rational
    status: Status
    tried: int

    @property
    def margin(self) -> Rational:
        """P(win) - P(lose)."""
        return self.win - self.lose


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """Which boards to reply to, by what notion and with which values."""

    mixture: Mixture
    tie_break: TieBreak
    notion: Notion
    values: tuple[int, ...]

    @classmethod
    def about(
        cls,
        mixture: Mixture,
        values: Sequence[int] | None = None,
        tie_break: TieBreak = TieBreak.SMALLEST,
        notion: Notion = Notion.MATCH,
    ) -> Question:
        """Return the question for some values, all of the dice if not given."""
        dice = mixture.rules.dice
        if values is not None and not len(values):
            raise InputError("expected at least one value, got none")
        for value in values or ():
            if value not in dice:
                raise InputError(f"expected values of {dice}, got {value}")
        return cls(mixture, tie_break, notion, dice.values if values is None else tuple(sorted(set(values))))

    @property
    def count(self) -> int:
        """How many boards the values make."""
        layout = self.mixture.rules.layout
        count: int = len(self.values) ** (layout.size - layout.free.bit_count())
        return count

    def __repr__(self) -> str:
        played = zip(self.mixture.shares, self.mixture.boards, strict=True)
        shares = ", ".join(f"{share} {board}" for share, board in played)
        digest = sha256(shares.encode()).hexdigest()
        return f"{self.mixture.rules!r}, {self.notion}, {self.tie_break}, values {self.values}, mixture {digest}"

    def arbiter(self) -> Arbiter:
        """Return who decides."""
        return arbiter_for(self.mixture.rules, self.tie_break, self.notion)

    def shares(self) -> Floats:
        """Return the probabilities of the mixture, rounded."""
        return np.array([float(share) for share in self.mixture.shares])

    def places(self) -> Rows:
        """Return the places of the values among those of the dice."""
        return np.array([self.mixture.rules.dice.values.index(value) for value in self.values], np.int64)

    def score(self, arbiter: Arbiter, rows: Rows) -> Floats:
        """Return the margin of boards over the mixture, about."""
        others = arbiter.preparer.rows(self.mixture.boards)
        margins = arbiter.margins(np.repeat(rows, len(others), axis=0), np.tile(others, (len(rows), 1)))
        score: Floats = margins.reshape(len(rows), -1) @ self.shares()
        return score

    def exactly(self, board: Board, status: Status, tried: int) -> Reply:
        """Return a board against the mixture, exactly."""
        arbiter = self.arbiter()
        ends = [arbiter.outcomes(board, other) for other in self.mixture.boards]

        def mean(of: int) -> Rational:
            return sum((x * end[of] for x, end in zip(self.mixture.shares, ends, strict=True)), Rational(0))

        return Reply(board, mean(0), mean(1), mean(2), status, tried)
