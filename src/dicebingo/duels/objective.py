"""The objectives of two players who play to win, and the arguments that ``duel``, ``exploit`` and ``nash`` share.

Under the objective *score*, a win counts 1, a tie 0 and a loss -1, so the game is zero-sum. Counting a tie as half a
win would lead to the same play. Under the objective *win*, each player maximises the probability of winning, and a tie
is worth nothing (paper, section 6). Under *win*, a tie is bad for both players, so the game is not zero-sum.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeVar

from dicebingo.errors import Word
from dicebingo.exact import fraction, mpq
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import NamesLike, as_names
from dicebingo.model.board import Position, PositionLike, RulesLike, as_position, changed_rules, expect_same_rules
from dicebingo.model.dice import Dice
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc

Wins: TypeAlias = tuple[mpq, mpq]
"""P(first wins) and P(second wins) in fast rationals (``mpq``). The remaining probability is P(tie)."""
Share = TypeVar("Share", Fraction, mpq)


def ended(first: bool, second: bool) -> Wins:
    """Return the outcome of a finished game.

    ``first`` and ``second`` state whether each player has a complete line.
    """
    return mpq(not second), mpq(not first)


def outcomes_of(wins: Wins) -> Outcomes[Fraction]:
    """Return the probabilities of all outcomes, given both players' probabilities of winning."""
    return Outcomes.of_two(*map(fraction, (*wins, 1 - wins[0] - wins[1])))


class Payoffs(NamedTuple):
    """The payoff of each player, under the objective."""

    first: Fraction
    second: Fraction


class DuelObjective(Word):
    """The objective of both players."""

    __kind__ = "objective"
    SCORE = "score"
    WIN = "win"

    def worth(self, win: Share, lose: Share) -> Share:
        """Return a player's payoff, given the probabilities of winning and losing."""
        return win - lose if self is DuelObjective.SCORE else win

    def payoffs(self, outcomes: Outcomes[Fraction]) -> Payoffs:
        """Return the payoff of each player for the given outcomes."""
        first, second = outcomes.first, outcomes.second
        return Payoffs(self.worth(first, second), self.worth(second, first))


DuelObjectiveName: TypeAlias = Literal["score", "win"]
DuelObjectiveLike: TypeAlias = Annotated[
    DuelObjective | DuelObjectiveName,
    Doc("The objective of both players: win 1, tie 0, loss -1 (score), or the probability of winning (win)."),
]


def two_positions(
    first: PositionLike,
    second: PositionLike,
    rules: RulesLike,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> tuple[Position, Position]:
    """Return the positions of two players, given in any accepted form."""
    rules = changed_rules(rules, layout, dice, marking, tokens)
    positions = as_position(first, rules), as_position(second, rules)
    expect_same_rules(positions)
    return positions


def two_names(names: NamesLike) -> tuple[str, str]:
    """Return the names of two players, by default "first" and "second"."""
    first, second = as_names(names, ("first", "second"))
    return first, second


def roll_index(dice: Dice, roll: int) -> int:
    """Return the index of ``roll`` among the values of the dice."""
    return dice.values.index(dice.roll(roll))
