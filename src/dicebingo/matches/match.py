"""Matches: two or more boards on shared rolls, each played by its own policy (paper, section 4).

Nobody looks at another board. The first roll that completes a line of anybody ends the match; those who complete one
on it are the winners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.errors import InputError
from dicebingo.exact import Number, Rational
from dicebingo.matches.joint import MAX_JOINT_STATES, JointChain, make_joint
from dicebingo.matches.ranges import Range, TieGraph, margin, player_wins
from dicebingo.matches.strategy import Strategy, prepare
from dicebingo.matches.verdict import Verdict, verdict
from dicebingo.model.board import Position, PositionLike, as_position
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import Optimal, PolicyLike, TieBreak, as_policy

__all__ = ["Match", "Ranges", "match", "strategies_for"]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Bounds over all tie-breaks: for two boards of P(first wins), P(second wins) and their difference."""

    first: Range
    second: Range
    margin: Range


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Match:
    """A match, solved exactly.

    >>> result = match("9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6")
    >>> print(result.probability(0), result.probability(1), result.probability(0, 1))
    134528/253125 118597/253125 0
    >>> result.verdict().kind.value, result.verdict().favoured
    ('surely beats', 0)
    """

    chain: JointChain
    by_winners: dict[int, Rational]

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The players, in the order of their boards."""
        return self.chain.strategies

    @property
    def positions(self) -> tuple[Position, ...]:
        """The players' positions at the start."""
        return tuple(strategy.solution.position for strategy in self.strategies)

    @property
    def joint_states(self) -> int:
        """How many transient joint states can be reached."""
        return len(self.chain.states)

    def probability(self, *winners: int) -> Rational:
        """Return the probability that exactly these players finish first, together."""
        return self.by_winners.get(sum(1 << player for player in set(winners)), Rational(0))

    def outcomes(self) -> list[tuple[tuple[int, ...], Rational]]:
        """Return every set of winners with its probability, small sets first.

        For two boards first, second and tie are always listed; for more, only the sets that can happen.
        """
        listed = {1, 2, 3} if len(self.strategies) == 2 else set(self.by_winners)
        sets = sorted((cells_of(won) for won in listed), key=lambda players: (len(players), players))
        return [(players, self.probability(*players)) for players in sets]

    def shares(self) -> list[Rational]:
        """Return for each player the probability of winning, a tie of k counting as a k-th of a win."""
        shares = [Rational(0)] * len(self.strategies)
        for won, share in self.by_winners.items():
            for player in cells_of(won):
                shares[player] += share / won.bit_count()
        return shares

    def expected_rolls(self) -> list[Number]:
        """Return for each player the expected rolls to finish alone, with the same policy."""
        return [chain.mean() for chain in self.solo()]

    def solo(self) -> list[Chain]:
        """Return the players' own chains: each board alone."""
        return [make_chain(strategy.solution, strategy.policy) for strategy in self.strategies]

    def distribution(self, upto: int) -> list[dict[int, Rational]]:
        """Return for k = 0, 1, .., upto the probability that the match ends on roll k, by set of winners."""
        return self.chain.distribution(upto)

    def cdf(self, upto: int) -> list[dict[int, Rational]]:
        """Return for k = 0, 1, .., upto the probability that the match has ended by roll k, by set of winners."""
        return self.chain.cdf(upto)

    def verdict(self) -> Verdict:
        """Return who beats whom, and whether the tie-break matters."""
        self._expect_two("a verdict")
        return verdict(self.chain)

    def ranges(self) -> Ranges:
        """Return guaranteed bounds over all tie-breaks of players who play optimally alone."""
        self._expect_two("a range")
        for strategy in self.strategies:
            if not isinstance(strategy.policy, Optimal):
                raise InputError(f"expected optimal play for a range over tie-breaks, got the policy {strategy.policy}")
        graph = TieGraph([strategy.solution for strategy in self.strategies])
        return Ranges(graph.range(player_wins(0)), graph.range(player_wins(1)), graph.range(margin))

    def _expect_two(self, what: str) -> None:
        if len(self.strategies) != 2:
            raise InputError(f"expected two boards for {what}, got {len(self.strategies)}")

    def _repr_html_(self) -> str:
        from dicebingo.render.html.notebook import match_html  # noqa: PLC0415  (upward, only when a notebook shows it)

        return match_html(self)

    def __repr__(self) -> str:
        """Return whose match it is."""
        return f"<Match of {' against '.join(map(str, self.positions))}>"


def strategies_for(
    positions: Sequence[PositionLike],
    rules: Rules | str | None = None,
    policies: PolicyLike | Sequence[PolicyLike] = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
) -> list[Strategy]:
    """Return the prepared strategies of players: one policy for all, or one for each."""
    each = [policies] * len(positions) if isinstance(policies, str) or not isinstance(policies, Sequence) else policies
    if len(each) != len(positions):
        raise InputError(f"expected one policy, or one for each of the {len(positions)} boards, got {len(each)}")
    prepared = []
    for position, policy in zip(positions, each, strict=True):
        solution = solve(as_position(position, rules))
        prepared.append(prepare(solution, as_policy(policy, solution.position.rules.layout, tie_break)))
    return prepared


def match(
    *positions: PositionLike,
    rules: Rules | str | None = None,
    policies: PolicyLike | Sequence[PolicyLike] = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    most: int = MAX_JOINT_STATES,
) -> Match:
    """Play two or more positions against each other on shared rolls, exactly.

    Each is played by its policy (optimal alone, unless said otherwise), ties broken as said. More than ``most`` joint
    states are refused: that is a question for ``simulate``.
    """
    if len(positions) < 2:
        raise InputError(f"expected two or more boards, got {len(positions)}")
    chain = make_joint(strategies_for(positions, rules, policies, tie_break), most)
    return Match(chain, chain.outcomes())
