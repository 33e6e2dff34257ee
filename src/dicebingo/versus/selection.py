"""The equilibrium that is taken in a stage game of a duel.

For the score a stage game is zero-sum, and ``matrix_game`` says which optimal strategies are selected. For the win it
is a bimatrix game, whose equilibria may differ in payoffs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.versus.goal import Goal
from dicebingo.versus.matrix_game import solve_zero_sum

__all__ = ["Pair", "Selection", "expected", "select"]

Pair = tuple[Rational, Rational]
"""P(first wins) and P(second wins)."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A probability for each choice of both; whether a pure equilibrium exists, and others with other payoffs."""

    first: tuple[Rational, ...]
    second: tuple[Rational, ...]
    pure: bool
    several: bool


def select(goal: Goal, entries: Sequence[Sequence[Pair]]) -> Selection:
    """Return the selected equilibrium of a stage game, given what each pair of choices leads to."""
    if goal is Goal.SCORE:
        game = solve_zero_sum([[win - lose for win, lose in row] for row in entries])
        return Selection(game.first, game.second, game.pure, False)
    raise InputError("expected the objective score for a duel, got win")


def expected(selection: Selection, entries: Sequence[Sequence[Pair]]) -> Pair:
    """Return what the selected strategies lead to."""
    win, lose = Rational(0), Rational(0)
    for x, row in zip(selection.first, entries, strict=True):
        if x:
            for y, entry in zip(selection.second, row, strict=True):
                if y:
                    win += x * y * entry[0]
                    lose += x * y * entry[1]
    return win, lose
