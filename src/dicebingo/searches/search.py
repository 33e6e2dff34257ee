"""``search``: the best boards of a space.

If all boards can be evaluated, the answer is proven (``searches.all_boards``). For the median, the 90% quantile and the
variance, the answer is proven only for small spaces; for a deadline, also if the error bound separates the listed
boards from all others (``searches.objectives``). If there are too many boards, or if the caller sets seconds, restarts
or a seed, the search uses simulated annealing with restarts (``searches.restarts``), and the answer is the best found.
"""

from __future__ import annotations

from typing import Annotated, Literal

from dicebingo.errors import InputError, flag
from dicebingo.model.board import RulesLike, as_rules, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import RunLike
from dicebingo.searches.all_boards import SearchResult, can_be_swept, search_all
from dicebingo.searches.cards import search_cards, search_cards_by_objective
from dicebingo.searches.objectives import Objective, ObjectiveSearch, search_by_objective
from dicebingo.searches.restarts import RestartSearch, search_by_restarts
from dicebingo.searches.space import Constraints, FixedLike, SearchRestarts, SearchSeconds, Space, ValuesLike
from dicebingo.solo.deadline import DeadlineLike, as_deadline
from dicebingo.solo.policy import TieBreak, TieBreakLike


@question
def search(
    rules: RulesLike = None,
    *,
    top: Annotated[
        int | None, Doc("List this many of the best boards (default: 1, or 5 with restarts).", "N", 1)
    ] = None,
    worst: Annotated[int, Doc("Also list this many of the worst boards.", "N", 0)] = 0,
    objective: Annotated[
        Literal["expected", "median", "p90", "variance", "deadline"], Doc("The quantity to optimise.", "NAME")
    ] = "expected",
    deadline: Annotated[DeadlineLike, Doc("Find the boards most likely to finish within this many rolls.")] = None,
    tie_break: Annotated[
        TieBreakLike, Doc("Which of several equally good cells to mark, for objectives other than expected.")
    ] = "smallest",
    values: ValuesLike | None = None,
    contains: Annotated[ValuesLike, Doc("Use only boards that contain all of these values.")] = (),
    fix: FixedLike = (),
    distinct: Annotated[bool, Doc("Use only boards whose values are all different.")] = False,
    seconds: SearchSeconds = None,
    restarts: SearchRestarts = None,
    seed: Annotated[int | None, Doc("The seed of a search by restarts (default: 0).", "S", 0)] = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> SearchResult | ObjectiveSearch | RestartSearch:
    """Evaluate every board and prove which are the best.

    Boards are evaluated up to symmetry. Objectives other than the expected number of rolls take longer. For the median,
    the 90% quantile and the variance, the results are proven only for small spaces; the answer states its status. If
    there are too many boards (as for 4x4), or if you give ``seconds``, ``restarts`` or a ``seed``, the search uses
    simulated annealing with restarts until the time is up, and nothing is proven.

    >>> result = search("knuth")
    >>> str(result.best[0].board), result.best[0].expected_rolls, result.status.value
    ('1 2 / 3 4', Fraction(11, 2), 'proven')
    """
    distinct = flag(distinct)
    rules, tie_break = as_rules(changed_rules(rules, layout, dice, marking, tokens)), TieBreak.parse(tie_break)
    chosen, deadline = _with_deadline(Objective.parse(objective), deadline)
    space = Space.of(rules, Constraints.parse(rules, values, contains, fix, distinct))
    by_restarts = any(option is not None for option in (seconds, restarts, seed))
    most = 1 if top is None else top
    if chosen is not Objective.EXPECTED:
        if worst or by_restarts:
            raise InputError(f"the objective {chosen} does not allow worst, seconds, restarts or seed")
        if rules.is_full_card:
            return search_cards_by_objective(space, chosen, tie_break, top=most, deadline=deadline, run=run)
        return search_by_objective(space, chosen, tie_break, top=most, deadline=deadline, run=run)
    if rules.is_full_card:
        if by_restarts:
            raise InputError("full cards do not support seconds, restarts or seed, because all cards are evaluated")
        return search_cards(space, top=most, worst=worst, run=run)
    if not by_restarts and can_be_swept(space):
        return search_all(space, top=most, worst=worst, run=run)
    if worst:
        raise InputError("a search by restarts cannot find the worst boards")
    top, seed = 5 if top is None else top, 0 if seed is None else seed
    return search_by_restarts(space, top=top, seed=seed, seconds=seconds, restarts=restarts, run=run)


def _with_deadline(objective: Objective, deadline: int | None) -> tuple[Objective, int | None]:
    """Return the objective and the deadline.

    Raise an error if the objective ``deadline`` has no deadline, or if the median, 90% quantile or variance has one.
    """
    if deadline is not None and objective in (Objective.EXPECTED, Objective.DEADLINE):
        return Objective.DEADLINE, as_deadline(deadline)
    if deadline is not None:
        raise InputError(f"a deadline cannot be combined with the objective {objective}")
    if objective is Objective.DEADLINE:
        raise InputError("the objective deadline needs a number of rolls: set deadline as well")
    return objective, None
