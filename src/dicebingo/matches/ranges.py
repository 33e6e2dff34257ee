"""The effect of tie-breaks on a match: guaranteed outer bounds from a joint decision process.

A tie-break chooses among a player's own solo-optimal cells. The choice depends only on the player's own marks and the
roll. Imagine a single controller that makes these choices for all players and sees the whole joint state. To find the
bounds on a payoff, the controller first maximises the payoff and then minimises it. The controller can imitate any
tie-breaks that the players may use, including random ones, so

    lowest <= payoff under every tie-break <= highest.

The bounds need not be attained, because a real tie-break does not see the other boards. If nothing depends on ties, the
two bounds coincide. All bounds are exact, and each is computed in one pass over the joint states, from the most marks
to the fewest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal

from dicebingo.checked import Checked
from dicebingo.exact import fraction, mpq
from dicebingo.matches.joint import MAX_JOINT_STATES, Choice, State, explore, winners
from dicebingo.matches.strategy import WON, Strategy, lumped, prepare
from dicebingo.running.run import Run, each
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal, TieBreak

Payoff = Callable[[int], int]
"""A function from a set of winners (a bit mask) to its payoff."""


@dataclass(frozen=True, slots=True)
class Range(Checked):
    """A lower and an upper bound that hold for every tie-break."""

    _json_keys_ = "low high kind"
    kind: ClassVar[Literal["bound"]] = "bound"
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Ranges(Checked):
    """Bounds for two boards that hold under every tie-break: P(first wins), P(second wins) and their difference."""

    first: Range
    second: Range
    margin: Range


def margin(won: int) -> int:
    """Return the value of an outcome to the first of two players: 1 for a win, 0 for a tie, -1 for a loss."""
    return (won & 1) - (won >> 1 & 1)


def player_wins(player: int) -> Payoff:
    """Return the payoff function that is 1 if ``player`` wins alone, and 0 otherwise."""
    return lambda won: int(won == 1 << player)


class TieGraph:
    """All joint states that can be reached under some tie-break, with every choice among equally good cells.

    ``players`` are the optimal strategies that break ties at random, so they use every optimal cell. Their joint states
    are numbered. In ``rows``, each possible next state is the number of a joint state, or -1 - w for the set of winners
    w. Equivalent sets of marks are merged into one state (``lumped``), so choosing between them does not count as a
    choice.
    """

    def __init__(self, solutions: Sequence[OptimalPlay], most: int = MAX_JOINT_STATES, run: Run | None = None) -> None:
        self.players = [prepare(solution, Optimal(TieBreak.RANDOM), run) for solution in solutions]
        self._lumped = [lumped(player) for player in self.players]
        self.dice, self.left, self.run = self.players[0].dice, most, run

    @property
    def has_choices(self) -> bool:
        """Whether tie-breaks can change how any player plays."""
        return any(player.scale > 1 for player in self._lumped)

    @cached_property
    def rows(self) -> list[list[tuple[int, list[int]]]]:
        """For each joint state, the weight of each roll and the states that may follow it."""
        found = [
            (state, [(w, [f for f, _ in choice]) for w, choice in zip(self.dice.weights, rolls, strict=True)])
            for state, rolls in self.listed(self._lumped).items()
        ]
        number = {state: i for i, (state, _) in enumerate(found)}
        return [
            [(w, [-1 - winners(f) if WON in f else number[f] for f in followers]) for w, followers in row]
            for _, row in found
        ]

    def listed(self, strategies: Sequence[Strategy]) -> dict[State, list[Choice]]:
        """Return the joint states that ``explore`` finds.

        Their number is subtracted from ``left``, the number of states still allowed.
        """
        found = dict(explore(strategies, self.left, self.run))
        self.left -= len(found)
        return found

    def range(self, payoff: Payoff) -> Range:
        """Return bounds on the expected ``payoff`` over all tie-breaks."""
        if not self.rows:
            at_once = Fraction(payoff(winners(tuple(player.start for player in self.players))))
            return Range(at_once, at_once)
        return Range(fraction(self._values(payoff, min)[0]), fraction(self._values(payoff, max)[0]))

    def ranges(self) -> Ranges:
        """Return the bounds for two boards."""
        return Ranges(self.range(player_wins(0)), self.range(player_wins(1)), self.range(margin))

    def _values(self, payoff: Payoff, best: Callable[..., mpq]) -> list[mpq]:
        """Return the expected payoff from each joint state if the controller chooses by ``best`` (max or min)."""
        values = [mpq(0)] * len(self.rows)
        for i in each(range(len(self.rows) - 1, -1, -1), "computing bounds over all tie-breaks", self.run):
            value, leaving = mpq(0), self.dice.total
            for weight, followers in self.rows[i]:
                if followers[0] == i:  # a roll that no player can use
                    leaving -= weight
                else:
                    value += weight * best(mpq(payoff(-1 - f)) if f < 0 else values[f] for f in followers)
            values[i] = value / leaving
        return values


def largest_margin(first: Strategy, second: Strategy) -> Fraction:
    """Return an upper bound, over all tie-breaks of the first player, on the margin against a fixed second strategy.

    The strategy ``first`` must give every optimal cell a positive probability. The bound is the largest margin that a
    controller who also sees the second player's marks can achieve for the first player.
    """
    listed = list(explore([lumped(first), lumped(second)], MAX_JOINT_STATES))
    if not listed:
        return Fraction(margin(winners((first.start, second.start))))
    values: dict[State, mpq] = {}
    for state, rolls in reversed(listed):
        value, leaving = mpq(0), first.dice.total
        for weight, choice in zip(first.dice.weights, rolls, strict=True):
            if choice[0][0] == state:  # a roll that no player can use
                leaving -= weight
                continue
            parts: dict[int, list[tuple[int, mpq]]] = {}
            for follower, share in choice:
                ends = mpq(margin(winners(follower))) if WON in follower else values[follower]
                parts.setdefault(follower[0], []).append((share, ends))
            value += weight * max(
                sum((s * x for s, x in part), mpq(0)) / sum(s for s, _ in part) for part in parts.values()
            )
        values[state] = value / leaving
    return fraction(values[listed[0][0]])
