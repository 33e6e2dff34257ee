"""From a board to a better one, change by change: each step is the best change of one cell, until none gains.

Every step shortens the expected game, and there are finitely many boards, so it ends. What it ends with is a board that
no change of a single cell improves: better ones may exist, further away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicebingo.model.board import Position
from dicebingo.solo.mdp import Solution, solve
from dicebingo.solo.why import Change, best_changes

__all__ = ["Improvement", "improve"]


@dataclass(frozen=True, slots=True)
class Improvement:
    """The steps from one position to another that no change of one cell improves, and the solutions of both."""

    start: Solution
    steps: tuple[Change, ...]
    end: Solution


def improve(position: Position) -> Improvement:
    """Take the best change of one cell again and again; of equally good ones that of the smallest cell and value.

    >>> found = improve(Position.parse("2 2 / 2 2", "knuth"))
    >>> print(found.end.position, found.end.expected_rolls, len(found.steps))
    1 3 / 4 2 11/2 3
    """
    start = solution = solve(position)
    steps: list[Change] = []
    while best := best_changes(solution, 1):
        change = best[0]
        steps.append(change)
        now = solution.position
        solution = solve(replace(now, board=now.board.with_value(change.cell, change.value)))
    return Improvement(start, tuple(steps), solution)
