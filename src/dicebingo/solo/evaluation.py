"""What a policy is worth: its expected rolls from every set of marks, and what it loses against optimal play."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.exact import Number, Rational
from dicebingo.model.board import PositionLike
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import make_chain
from dicebingo.solo.mdp import Solution, solve
from dicebingo.solo.policy import Policy, PolicyLike, TieBreak, as_policy

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """The value of a policy at every set of marks that contains the start's.

    >>> evaluation = evaluate("6 7 6 / 7 7 7 / 6 6 6", policy="prefer:4,0,2,6,8,1,3,5,7")
    >>> evaluation.loss() > 0, evaluation.choice_loss(6) > 0
    (True, True)
    """

    solution: Solution
    policy: Policy
    values: dict[int, Number]

    @property
    def expected_rolls(self) -> Number:
        """The expected number of rolls from the start when the policy is followed."""
        return self.value()

    def value(self, marked: int | None = None) -> Number:
        """Return the expected number of rolls left from a set of marks when the policy is followed."""
        packed = self.solution.problem.pack_state(marked)
        return Rational(0) if self.solution.problem.wins(packed) else self.values[self.solution.problem.unpack(packed)]

    def loss(self, marked: int | None = None) -> Number:
        """Return how many more rolls the policy needs than optimal play, from a set of marks on."""
        return self.value(marked) - self.solution.value(marked)

    def choice_loss(self, roll: int, marked: int | None = None) -> Number:
        """Return what the policy's choice on this roll alone costs, when play is optimal after it."""
        problem = self.solution.problem
        packed = problem.pack_state(marked)
        candidates = self.solution.candidates(roll, marked)
        if len(candidates) < 2:
            return Rational(0)
        options = [problem.pack(1 << candidate.cells[0]) for candidate in candidates]
        shares = self.policy.choose(self.solution, packed, roll, sorted(options))
        losses = (shares.get(o, Rational(0)) * c.loss for o, c in zip(options, candidates, strict=True))
        return sum(losses, Rational(0))

    def __repr__(self) -> str:
        """Return what was evaluated."""
        return f"<Evaluation of {self.policy} on {self.solution.position}>"


def evaluate(
    position: PositionLike,
    *,
    rules: Rules | str | None = None,
    policy: PolicyLike = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
) -> Evaluation:
    """Evaluate a policy exactly, at every set of marks that can follow the position."""
    solution = solve(position, rules=rules)
    chosen = as_policy(policy, solution.position.rules.layout, tie_break)
    chain = make_chain(solution, chosen, every_state=True)
    means = {state: moments.mean for state, moments in zip(chain.states, chain.all_moments(), strict=True)}
    return Evaluation(solution, chosen, means)
