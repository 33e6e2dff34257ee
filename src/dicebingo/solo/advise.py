"""``advise``: the best cell to mark on a roll, and the cost of the other choices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from dicebingo.json_form import Asked
from dicebingo.model.board import POSITION_KEYS, PositionLike, RulesLike, as_position, changed_rules
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.solo.deadline import DeadlineLike, as_deadline, deadline_tables, expect_exact
from dicebingo.solo.mdp import Candidate, SoloAnswer, exact_or_float


@dataclass(frozen=True, slots=True, repr=False)
class Advice(SoloAnswer):
    """Every option on a roll, best first; a wasted roll has none.

    With a deadline of ``deadline`` rolls, including the current roll, the best option is the one most likely to meet
    it.
    """

    _json_keys_ = f"{POSITION_KEYS} roll deadline exact=solution.exact candidates"

    roll: int
    candidates: tuple[Candidate, ...]
    deadline: Asked[int] = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The best cells to mark: several if they are equally good."""
        if self.deadline is None:
            return self.solution.optimal_cells(self.roll)
        best = (c for c in self.candidates if c.in_time == self.candidates[0].in_time)
        return tuple(sorted(cell for candidate in best for cell in candidate.cells))

    def __repr__(self) -> str:
        within = "" if self.deadline is None else f", deadline {self.deadline}"
        return f"<Advice on a roll of {self.roll} in {self.position}{within}: mark {list(self.cells) or 'nothing'}>"


@question
def advise(
    position: PositionLike,
    roll: Annotated[int, Doc("The value that was rolled.", "V", 0)],
    *,
    deadline: DeadlineLike = None,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Advice:
    """Compare the cells that may be marked on a roll.

    For each cell, the answer lists the expected number of rolls left and the loss compared with the best cell. With a
    ``deadline``, cells are ordered by the probability of completing a line within that number of rolls, including the
    current roll. On boards too large for an exact solution, the numbers are float64.

    >>> advise("6 7 6 / 7 7 7 / 6 6 6", 6)
    <Advice on a roll of 6 in 6 7 6 / 7 7 7 / 6 6 6: mark [7]>
    >>> advise("9 7 8 / 9 8 9 / 4 9 6", 9, deadline=5)
    <Advice on a roll of 9 in 9 7 8 / 9 8 9 / 4 9 6, deadline 5: mark [0]>
    """
    if deadline is not None:
        deadline = as_deadline(deadline)
    start = as_position(position, changed_rules(rules, layout, dice, marking, tokens))
    if deadline is not None:
        expect_exact(start)
    solution = exact_or_float(start)
    roll = solution.position.rules.dice.roll(roll)
    candidates = solution.candidates(roll)
    if deadline is not None:
        tables, pack = deadline_tables(solution, deadline), solution.problem.pack
        timed = [(c, tables.in_time(pack(mask_of(c.cells)), deadline - 1)) for c in candidates]
        candidates = tuple(replace(c, in_time=p) for c, p in sorted(timed, key=lambda pair: -pair[1]))
    return Advice(solution, roll, candidates, deadline)
