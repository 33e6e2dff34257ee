"""``advise``: what to mark on a roll, and what the other choices cost."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.model.board import PositionLike, RulesLike, as_position
from dicebingo.solo.mdp import Candidate, SoloAnswer, exact_or_float


@dataclass(frozen=True, slots=True, repr=False)
class Advice(SoloAnswer):
    """Every way to mark a roll, the best first; none if the roll is wasted."""

    roll: int
    candidates: tuple[Candidate, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells that are optimal to mark."""
        return self.solution.optimal_cells(self.roll)

    def __repr__(self) -> str:
        return f"<Advice on a roll of {self.roll} in {self.position}: mark {list(self.cells) or 'nothing'}>"


def advise(position: PositionLike, roll: int, *, rules: RulesLike = None) -> Advice:
    """Compare the cells that may be marked on a roll; in float64 where an exact solution is out of reach.

    >>> advise("6 7 6 / 7 7 7 / 6 6 6", 6)
    <Advice on a roll of 6 in 6 7 6 / 7 7 7 / 6 6 6: mark [7]>
    """
    solution = exact_or_float(as_position(position, rules))
    roll = solution.position.rules.dice.roll(roll)
    return Advice(solution, roll, solution.candidates(roll))
