"""``solve``: the optimal play of a position and its completion time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, Unpack, cast, overload

from dicebingo.errors import InputError, flag
from dicebingo.exact import N_co
from dicebingo.json_form import Asked, AsText
from dicebingo.model.board import PositionLike, RulesArguments, RulesLike, as_position, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import question
from dicebingo.solo.absorbing import Moments
from dicebingo.solo.chain import Distribution, moments
from dicebingo.solo.deadline import DeadlineLike, as_deadline, expect_exact
from dicebingo.solo.deadline_play import DeadlinePlay, play_for_deadline
from dicebingo.solo.evaluation import Completion, Evaluation, Exactly, RollsUpto, WithReasons, evaluate, study
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal, PolicyLike, TieBreak, TieBreakLike
from dicebingo.solo.why import Change, Why

DEADLINE_OR_POLICY = "expected a deadline or a policy (such as deadline:ROLLS), got both"


@dataclass(frozen=True, repr=False)
class Solution(OptimalPlay[N_co], Completion):
    """The optimal play of a position and its completion time.

    Details that the caller did not request are None or empty. The mean does not depend on the tie-break, but the
    variance and the distribution may.

    >>> solution = solve("1 2 / 3 4", rules="knuth")
    >>> solution.expected_rolls, solution.variance
    (Fraction(11, 2), Fraction(35, 4))
    """

    _json_keys_ = f"{Completion._json_keys_} deadline"

    policy: AsText[Optimal]
    distribution: Distribution | None
    why: Why | None
    changes: tuple[Change, ...]
    deadline: Asked[DeadlinePlay]

    @property
    def play(self) -> OptimalPlay:
        """The optimal play: the solution itself."""
        return self

    @property
    def tie_break(self) -> TieBreak:
        """The rule that decides which of several equally good cells is marked."""
        return self.policy.tie_break

    @cached_property
    def moments(self) -> Moments[N_co]:
        """The mean and variance of the number of rolls."""
        return cast("Moments[N_co]", moments(self, self.policy))

    @property
    def variance(self) -> N_co:
        """The variance of the number of rolls."""
        return self.moments.variance


class _Arguments(RulesArguments, total=False):
    tie_break: TieBreakLike
    upto: int | None
    why: bool
    deadline: DeadlineLike


@overload
def solve(
    position: PositionLike,
    *,
    policy: Literal["optimal"] = ...,
    exact: Literal[True] = ...,
    **more: Unpack[_Arguments],
) -> Solution[Fraction]: ...
@overload
def solve(
    position: PositionLike,
    *,
    policy: Literal["optimal"] = ...,
    exact: Literal[False],
    **more: Unpack[_Arguments],
) -> Solution[float]: ...
@overload
def solve(
    position: PositionLike,
    *,
    policy: Literal["optimal"] = ...,
    exact: bool,
    **more: Unpack[_Arguments],
) -> Solution: ...
@overload
def solve(
    position: PositionLike,
    *,
    policy: PolicyLike,
    exact: bool = ...,
    **more: Unpack[_Arguments],
) -> Solution | Evaluation: ...
@question
def solve(
    position: PositionLike,
    *,
    policy: PolicyLike = "optimal",
    tie_break: TieBreakLike = "smallest",
    upto: RollsUpto = None,
    why: WithReasons = False,
    deadline: DeadlineLike = None,
    exact: Exactly = True,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Solution | Evaluation:
    """Solve a position: find the expected number of rolls and the best cell for each roll.

    The answer contains the mean and the standard deviation of the number of rolls. Play is optimal unless you give
    another ``policy``, which is then evaluated and compared with optimal play. Boards of up to 16 unmarked cells are
    solved exactly. With more cells (up to 25), or with ``exact=False``, the values are float64 with a proven bound on
    the relative error.

    >>> solve("8 8 9 / 7 6 10 / 7 4 5")
    <Solution of 8 8 9 / 7 6 10 / 7 4 5: 6.309413 rolls, exact>
    >>> solve("1 2 / 3 4", rules="knuth", dice="1d8", policy="random")
    <Evaluation of random on 1 2 / 3 4: 7.333333 rolls>
    """
    why, exact, rules = flag(why), flag(exact), changed_rules(rules, layout, dice, marking, tokens)
    if isinstance(policy, Optimal):
        tie_break, policy = policy.tie_break, "optimal"
    if not isinstance(policy, str) or policy != "optimal":
        if deadline is not None:
            raise InputError(DEADLINE_OR_POLICY)
        return evaluate(position, policy=policy, tie_break=tie_break, upto=upto, why=why, exact=exact, rules=rules)
    followed = Optimal(TieBreak.parse(tie_break))
    start = as_position(position, rules)
    if deadline is not None:
        deadline = as_deadline(deadline)
        if not (exact and start.rules.is_full_card):
            expect_exact(start)
    play, known, details = study(start, followed, upto=upto, why=why, exact=exact)
    within = None if deadline is None else play_for_deadline(play, deadline, followed.tie_break)
    parts = play.problem, play.exact, play.error_bound, play._table, play._denominator
    answer = Solution(*parts, followed, *details, within)
    vars(answer).update({"moments": known} if known else {})
    return answer


def play_of(found: Solution | Evaluation) -> OptimalPlay:
    """Return the optimal play of a solution, or the optimal play that an evaluation is compared with."""
    return found.play
