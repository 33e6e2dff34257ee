"""A solution in a notebook."""

from __future__ import annotations

from dicebingo.exact import text as exact_text
from dicebingo.render.html.parts import beside_html, exactly_html, number_html, table_html
from dicebingo.render.svg.board import board_svg
from dicebingo.solo.solution import Solution


def solution_html(solution: Solution) -> str:
    """Return the board, its expected rolls, and what to mark for each roll."""
    rows = []
    for roll in solution.hits():
        best = solution.candidates(roll)[0].expected_rolls
        chance = solution.position.rules.dice.probability(roll)
        cells = ", ".join(map(str, solution.optimal_cells(roll)))
        rows.append([str(roll), exact_text(chance), cells, number_html(best)])
    told = f"<b>{number_html(solution.expected_rolls, 6)}</b> expected rolls{exactly_html(solution.expected_rolls)}"
    marks = table_html(["roll", "chance", "mark cell", "rolls left"], rows)
    return beside_html(board_svg(solution.position), told + marks)
