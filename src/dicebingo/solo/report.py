"""Everything there is to say about one position and a policy: what ``dicebingo solve`` and the server answer from."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.model.board import Position
from dicebingo.solo.chain import Moments, check_size, make_chain, moments
from dicebingo.solo.mdp import EXACT_LIMIT, Solution, solve
from dicebingo.solo.policy import Optimal, Policy, PolicyLike, TieBreak, as_policy
from dicebingo.solo.problem import Problem
from dicebingo.solo.why import Change, Why, best_changes, why

__all__ = ["Report", "report"]


@dataclass(frozen=True, slots=True)
class Report:
    """The optimal solution, and the completion time of a policy; what was not asked for is None or empty."""

    solution: Solution
    policy: Policy
    tie_break: TieBreak
    moments: Moments
    distribution: list[tuple[Rational, Rational]] | None
    why: Why | None
    changes: tuple[Change, ...]


def report(
    position: Position,
    *,
    policy: PolicyLike = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    upto: int | None = None,
    explain: bool = False,
    exact: bool = True,
) -> Report:
    """Solve a position and look at a policy on it; float64 where exact numbers are out of reach, or not wanted.

    ``upto`` asks for the distribution of the completion time, ``explain`` for the reasons and the best changes: both
    are exact, so ``exact=False`` goes with neither.
    """
    tie = TieBreak.parse(tie_break)
    chosen = as_policy(policy, position.rules.layout, tie)
    problem = Problem.of(position)
    with_chain = explain or upto is not None
    if not exact and with_chain:
        raise InputError("expected an exact solution for a distribution or for reasons, got a question in float64")
    if with_chain or not isinstance(chosen, Optimal):
        check_size(problem)
    solution = solve(position, exact=exact and problem.size <= EXACT_LIMIT)
    chain = make_chain(solution, chosen) if with_chain else None
    return Report(
        solution,
        chosen,
        tie,
        chain.moments() if chain else moments(solution, chosen),
        chain.distribution(upto) if chain and upto is not None else None,
        why(chain) if chain and explain else None,
        best_changes(solution) if explain else (),
    )
