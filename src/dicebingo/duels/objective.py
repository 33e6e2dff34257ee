"""What two players play for, and how a game between them ends.

For the *score* a win counts 1, a tie 0 and a loss -1: what one wins the other loses. It is the same as to count a tie
as half a win. For the *win* each wants the own probability of winning, and a tie is worth nothing (paper, section 6): a
tie is then bad for both, so the game is not zero-sum.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from dicebingo.errors import InputError, quote
from dicebingo.exact import Rational

__all__ = ["Goal", "Outcomes"]


class Outcomes(NamedTuple):
    """The probabilities that the first player wins, that the second does, and of a tie."""

    first: Rational
    second: Rational
    tie: Rational

    @property
    def score(self) -> Rational:
        """The expected score of the first player."""
        return self.first - self.second

    @property
    def swapped(self) -> Outcomes:
        """The same, from the second player's side."""
        return Outcomes(self.second, self.first, self.tie)


class Goal(StrEnum):
    """The objective of both players."""

    SCORE = "score"
    WIN = "win"

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Return the objective of that name."""
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected the objective score or win, got {quote(text)}") from None

    def payoffs(self, outcomes: Outcomes) -> tuple[Rational, Rational]:
        """Return what the outcomes are worth to each player."""
        if self is Goal.SCORE:
            return outcomes.score, -outcomes.score
        return outcomes.first, outcomes.second
