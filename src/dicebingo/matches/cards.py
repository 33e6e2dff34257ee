"""Matches of full cards, computed by ``dicebingo.cards`` and presented with the interface of a joint chain.

The player of a full card has no choices, so tie-breaks do not matter, and a strategy needs no table of all sets of
marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice

from dicebingo.cards.race import Race, Winners
from dicebingo.errors import InputError
from dicebingo.matches.joint import check_rolls
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.ranges import Range
from dicebingo.matches.strategy import Strategy, prepare
from dicebingo.matches.verdict import Kind, Verdict
from dicebingo.running.run import Run
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal, Policy


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CardStrategy(Strategy):
    """The strategy of a full card, solved from its token counts. Its states are listed only by ``prepared``."""

    @classmethod
    def of(cls, solution: OptimalPlay, policy: Policy) -> CardStrategy | None:
        """Return the strategy of a full card, or None for any other board and for policies other than optimal play."""
        counted = solution.by_counts and isinstance(policy, Optimal)
        return cls(solution, policy, (), (), (), 1, None) if counted else None

    def prepared(self, run: Run | None = None) -> Strategy:
        """Return this strategy with all its states listed."""
        return prepare(self.solution, self.policy, run)


class CardRace:
    """A match of full cards, with the methods of a ``JointChain``."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        dice = strategies[0].dice
        if any(strategy.dice != dice for strategy in strategies):
            raise InputError(f"expected boards with the same dice, got {dice} and other dice")
        problems = [strategy.solution.problem for strategy in strategies]
        self.race = Race(problems[0].solver, [problem.counts() for problem in problems])
        self.players = len(strategies)
        self._rows: list[Outcomes[Fraction]] = []

    @property
    def joint_states(self) -> int:
        """The number of transient joint states that can be reached."""
        return self.race.states

    def solve(self) -> tuple[Outcomes[Fraction], Fraction]:
        """Return the outcomes and the expected length."""
        return self._listed(self.race.outcomes()), self.race.expected_length()

    def distribution(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the match ends on roll k, by set of winners, for k = 0, 1, .., upto."""
        if len(self._rows) <= check_rolls(upto):
            self._rows = [self._listed(ends) for ends in islice(self.race.distribution(), upto + 1)]
        return self._rows[: upto + 1]

    def cdf(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the match has ended by roll k, by set of winners, for k = 0, 1, .., upto."""
        rows = self.distribution(upto)
        return list(accumulate(rows, lambda a, b: Outcomes({won: a[won] + b[won] for won in b}, b.players)))

    def _listed(self, ends: dict[Winners, Fraction]) -> Outcomes[Fraction]:
        possible = [(0,), (1,), (0, 1)] if self.players == 2 else [*self.race.outcomes()]
        return Outcomes({won: ends.get(won, Fraction(0)) for won in possible}, self.players)

    @staticmethod
    def verdict(margin: Fraction) -> Verdict:
        """Return the verdict on a match of two cards with the given ``margin``, which no tie-break affects."""
        favoured = None if margin == 0 else int(margin < 0)
        kind = Kind.EVEN if favoured is None else Kind.SURELY_BEATS
        return Verdict(favoured, kind, margin, Range(margin, margin))
