"""Solutions and advice in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dicebingo.exact import text as exact_text
from dicebingo.render.html.parts import beside_html, exactly_html, number_html, percent_html, strong_html, table_html
from dicebingo.render.svg.board import board_svg
from dicebingo.render.text.parts import counted
from dicebingo.solo.advise import Advice
from dicebingo.solo.deadline_play import DeadlinePlay
from dicebingo.solo.solution import Solution


def solution_html(solution: Solution) -> str:
    """Return the board, its expected rolls, and what to mark for each roll."""
    rows = []
    for roll in solution.hits():
        best = solution.candidates(roll)[0].expected_rolls
        chance = solution.position.rules.dice.probability(roll)
        rows.append([str(roll), exact_text(chance), _cells(solution.optimal_cells(roll)), number_html(best)])
    told = f"<b>{number_html(solution.expected_rolls, 6)}</b> expected rolls{exactly_html(solution.expected_rolls)}"
    marks = table_html(["roll", "chance", "mark cell", "rolls left"], rows)
    timed = _deadline_html(solution.deadline) if solution.deadline else ""
    return beside_html(board_svg(solution.position), told + marks + timed)


def _deadline_html(found: DeadlinePlay) -> str:
    """Return what the best play against a deadline reaches beside fastest play, and what both mark on the next roll."""
    fastest = found.expected_rolls - found.loss
    plays = [("best play", found.in_time, found.expected_rolls), ("fastest play", found.fastest_in_time, fastest)]
    reached = [[name, percent_html(p) + exactly_html(p), number_html(rolls)] for name, p, rolls in plays]
    marks = [
        [str(m.roll), *(strong_html(_cells(c), bool(m.gain)) for c in (m.cells, m.fastest)), percent_html(m.in_time)]
        for m in found.marks
    ]
    within = f"within {counted(found.rolls, 'roll')}"
    headers = ["roll", f"best {within}", "fastest", "in time"]
    return table_html(["", within, "expected rolls"], reached) + table_html(headers, marks)


def advise_html(advice: Advice) -> str:
    """Return the board, and the ways to mark a roll."""
    headers = ["mark cell", "rolls left", "loss"]
    rows = [[_cells(c.cells), number_html(c.expected_rolls), number_html(c.loss)] for c in advice.candidates]
    if advice.deadline is not None:
        headers.insert(1, f"within {counted(advice.deadline, 'roll')}")
        for row, candidate in zip(rows, advice.candidates, strict=True):
            row.insert(1, percent_html(candidate.in_time or Fraction(0)))
    told = table_html(headers, rows) if rows else "Nothing can be marked."
    return beside_html(board_svg(advice.position), f"<div>A {advice.roll} is rolled.</div>{told}")


def _cells(cells: Sequence[int]) -> str:
    return ", ".join(map(str, cells))
