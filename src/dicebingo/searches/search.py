"""The one question about all boards: which are the best.

Where all boards can be evaluated, the answer is proven (``searches.all_boards``); for another objective than V it is
proven for small spaces only (``searches.objectives``). Where there are too many boards, or where seconds, restarts or a
seed ask for it, good boards are searched for by restarts (``searches.restarts``), and the answer is the best found.
"""

from __future__ import annotations

from dicebingo.errors import InputError, flag
from dicebingo.model.board import RulesLike, as_rules
from dicebingo.running.run import Run
from dicebingo.searches.all_boards import SearchResult, can_be_swept, search_all
from dicebingo.searches.objectives import Objective, ObjectiveSearch, search_by_objective
from dicebingo.searches.restarts import RestartSearch, search_by_restarts
from dicebingo.searches.space import Constraints, FixedLike, Space, ValuesLike
from dicebingo.solo.deadline import as_deadline
from dicebingo.solo.policy import TieBreak


def search(
    rules: RulesLike = None,
    *,
    top: int | None = None,
    worst: int = 0,
    objective: Objective | str = Objective.EXPECTED,
    deadline: int | None = None,
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    values: ValuesLike | None = None,
    contains: ValuesLike = (),
    fixed: FixedLike = (),
    distinct: bool = False,
    seconds: float | None = None,
    restarts: int | None = None,
    seed: int | None = None,
    run: Run | None = None,
) -> SearchResult | ObjectiveSearch | RestartSearch:
    """Find the best boards of some rules: the ``top`` ones, 1 if not given, or 5 in a search by restarts.

    With a ``deadline`` they are those that most likely finish within so many rolls when they are played for it.
    Only boards count that use some ``values``, that contain all of others, or that have ``fixed`` cells, such as
    ``"8 . . / . 6 . / . . ."``, or ``distinct`` values in all cells.

    >>> result = search("knuth")
    >>> str(result.best[0].board), result.best[0].expected_rolls, result.status.value
    ('1 2 / 3 4', Fraction(11, 2), 'proven')
    """
    distinct = flag(distinct)
    rules, tie_break = as_rules(rules), TieBreak.parse(tie_break)
    objective, deadline = _goal(Objective.parse(objective), deadline)
    space = Space.of(rules, Constraints.parse(rules, values, contains, fixed, distinct))
    by_restarts = any(option is not None for option in (seconds, restarts, seed))
    if objective is not Objective.EXPECTED:
        if worst or by_restarts:
            raise InputError(f"expected the objective {objective} without worst, seconds, restarts and seed")
        return search_by_objective(
            space, objective, tie_break, top=1 if top is None else top, deadline=deadline, run=run
        )
    if not by_restarts and can_be_swept(space):
        return search_all(space, top=1 if top is None else top, worst=worst, run=run)
    if worst:
        raise InputError(f"expected a search of all boards for the worst, got one by restarts of {space.total:,}")
    top, seed = 5 if top is None else top, 0 if seed is None else seed
    return search_by_restarts(space, top=top, seed=seed, seconds=seconds, restarts=restarts, run=run)


def _goal(objective: Objective, deadline: int | None) -> tuple[Objective, int | None]:
    """Return the objective: that of a deadline exactly if there is one."""
    if deadline is not None and objective in (Objective.EXPECTED, Objective.DEADLINE):
        return Objective.DEADLINE, as_deadline(deadline)
    if deadline is not None or objective is Objective.DEADLINE:
        got = "none" if deadline is None else f"{deadline} with {objective}"
        raise InputError(f"expected a number of rolls with the objective deadline, and only there, got {got}")
    return objective, None
