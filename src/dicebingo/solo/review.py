"""A game looked at afterwards: what each mark cost against the best one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.errors import InputError
from dicebingo.exact import Number, Rational
from dicebingo.model.board import Position
from dicebingo.solo.mdp import EXACT_LIMIT, Candidate, Solution, solve
from dicebingo.solo.problem import Problem

__all__ = ["Reviewed", "review"]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One roll: what was marked (nothing, if the roll was wasted), what could have been, and what it cost."""

    roll: int
    cells: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    loss: Number


def review(position: Position, moves: Sequence[tuple[int, Sequence[int]]]) -> tuple[Solution, list[Reviewed], Position]:
    """Return the solution of the start, every roll with the loss of its choice, and the position at the end.

    A move is a roll and the cells that were marked. Marking is not optional: V never grows with a mark.

    >>> start = Position.parse("6 7 6 / 7 7 7 / 6 6 6")
    >>> _, moves, end = review(start, [(6, [0]), (5, []), (7, [4])])
    >>> [str(move.loss) for move in moves], str(end)
    (['36/1331', '0', '0'], '*6 7 6 / 7 *7 7 / 6 6 6')
    """
    solution = solve(position, exact=Problem.of(position).size <= EXACT_LIMIT)
    reviewed = []
    now = position
    for number, (roll, cells) in enumerate(moves):
        if now.is_bingo:
            raise InputError(f"move {number}: expected no move after a bingo, got the roll {roll}")
        candidates = solution.candidates(roll, now.marked)
        chosen = next((c for c in candidates if sorted(c.cells) == sorted(cells)), None)
        if chosen is None and (candidates or cells):
            expected = " or ".join(str(list(c.cells)) for c in sorted(candidates, key=lambda c: c.cells)) or "no cell"
            raise InputError(f"move {number}: expected {expected} marked on the roll {roll}, got {list(cells)}")
        reviewed.append(Reviewed(roll, tuple(sorted(cells)), candidates, chosen.loss if chosen else Rational(0)))
        now = now.mark(*cells)
    return solution, reviewed, now
