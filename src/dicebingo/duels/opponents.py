"""Opponents whose play is known: by a policy on their own board, or by an equilibrium strategy of a duel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dicebingo.duels.duel import Duel
from dicebingo.exact import Rational
from dicebingo.matches.strategy import Strategy
from dicebingo.model.board import Position

__all__ = ["EquilibriumPlay", "Opponent", "PolicyPlay", "Reply"]

Reply = Sequence[tuple[int, Rational]]
"""The opponent's own states that may follow, or ``WON``, with their probabilities."""


class Opponent(Protocol):
    """Somebody whose play is known: own states are numbers, the start is 0."""

    @property
    def position(self) -> Position:
        """The opponent's position at the start."""
        ...

    def marks(self, state: int) -> int:
        """Return how many cells have been marked since the start."""
        ...

    def reply(self, other: int, state: int, r: int) -> Reply:
        """Return what may follow the r-th value of the dice, when the responding player is in own state ``other``."""
        ...


class PolicyPlay:
    """An opponent who follows a policy and does not look at the other board."""

    def __init__(self, strategy: Strategy) -> None:
        """Write out the probabilities."""
        self.strategy = strategy
        self._moves = [
            [[(after, Rational(weight, strategy.scale)) for after, weight in move] for move in row]
            for row in strategy.moves
        ]

    @property
    def position(self) -> Position:
        """The position at the start."""
        return self.strategy.solution.position

    def marks(self, state: int) -> int:
        """Return how many cells have been marked since the start."""
        return self.strategy.marks(state)

    def reply(self, other: int, state: int, r: int) -> Reply:  # noqa: ARG002
        """Return what the policy does."""
        return self._moves[state][r]


class EquilibriumPlay:
    """An opponent who plays the selected equilibrium strategy of a duel, as its first (0) or second (1) player."""

    def __init__(self, solved: Duel, player: int = 1) -> None:
        """Take a side of a duel."""
        self.duel, self.player = solved, player
        self.choices = solved.joint.players[player]

    @property
    def position(self) -> Position:
        """The position at the start."""
        return self.choices.position

    def marks(self, state: int) -> int:
        """Return how many cells have been marked since the start."""
        return self.choices.states[state].bit_count()

    def reply(self, other: int, state: int, r: int) -> Reply:
        """Return what the strategy does in this joint state."""
        after = self.choices.after[state][r]
        if len(after) == 1:
            return [(after[0], Rational(1))]
        i, j = (other, state) if self.player else (state, other)
        selection, _ = self.duel.select(i * self.duel.joint.width + j, r)
        shares = selection.second if self.player else selection.first
        return [(a, share) for a, share in zip(after, shares, strict=True) if share]
