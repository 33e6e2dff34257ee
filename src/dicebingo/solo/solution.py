"""``solve``: the optimal play of a position, and the completion time that it leads to."""

from __future__ import annotations

from dataclasses import dataclass, field

from dicebingo.answer import Answer
from dicebingo.errors import flag
from dicebingo.exact import Number
from dicebingo.model.board import PositionLike, RulesLike, as_position
from dicebingo.solo.absorbing import Moments
from dicebingo.solo.chain import Distribution, moments
from dicebingo.solo.deadline import as_deadline, expect_exact
from dicebingo.solo.deadline_play import DeadlinePlay, play_for_deadline
from dicebingo.solo.evaluation import Evaluation, study
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.why import Change, Why


@dataclass(frozen=True, slots=True, repr=False)
class Solution(OptimalPlay, Answer):
    """The optimal play of a position and its completion time; what was not asked for is None or empty.

    The mean does not depend on the tie-break; the variance and the distribution may.

    >>> solution = solve("1 2 / 3 4", rules="knuth")
    >>> solution.expected_rolls, solution.variance
    (mpq(11,2), mpq(35,4))
    """

    policy: Optimal
    distribution: Distribution | None
    why: Why | None
    changes: tuple[Change, ...]
    deadline: DeadlinePlay | None
    _moments: Moments | None = field(compare=False)

    @property
    def tie_break(self) -> TieBreak:
        """Which of several equally good cells is marked."""
        return self.policy.tie_break

    @property
    def moments(self) -> Moments:
        """The mean and variance of the number of rolls; computed when first asked for."""
        found = self._moments or moments(self, self.policy)
        object.__setattr__(self, "_moments", found)
        return found

    @property
    def variance(self) -> Number:
        """The variance of the number of rolls."""
        return self.moments.variance


def solve(
    position: PositionLike,
    *,
    rules: RulesLike = None,
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    upto: int | None = None,
    why: bool = False,
    deadline: int | None = None,
    exact: bool = True,
) -> Solution:
    """Solve a position: the optimal expected number of rolls, and all optimal cells for every set that can follow.

    Up to 16 unmarked cells are solved exactly. Beyond that, or with ``exact=False``, the values are float64 with a
    proven bound on the relative error, for up to 25 unmarked cells. ``upto`` asks for the distribution of the
    completion time up to that roll, ``why`` for how the board wins and which changes would improve it, and ``deadline``
    for the play that most likely completes a line within so many rolls.

    >>> solve("8 8 9 / 7 6 10 / 7 4 5")
    <Solution of 8 8 9 / 7 6 10 / 7 4 5: 6.309413 rolls, exact>
    """
    why, exact = flag(why), flag(exact)
    policy = Optimal(TieBreak.parse(tie_break))
    start = as_position(position, rules)
    if deadline is not None:
        deadline = as_deadline(deadline)
        expect_exact(start)
    play, known, details = study(start, policy, upto=upto, why=why, exact=exact)
    within = None if deadline is None else play_for_deadline(play, deadline, policy.tie_break)
    parts = play.problem, play.exact, play.error_bound, play._table, play._denominator
    return Solution(*parts, policy, *details, within, known)


def play_of(found: Solution | Evaluation) -> OptimalPlay:
    """Return the optimal play that a solution is, or that an evaluation compares with."""
    return found if isinstance(found, Solution) else found.solution
