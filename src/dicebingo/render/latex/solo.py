"""Solutions and advice in LaTeX."""

from __future__ import annotations

from dicebingo.exact import decimal
from dicebingo.render.latex.parts import board_tikz, decimal_tex, equation_tex, exact_tex, plot_tex, snippet, table_tex
from dicebingo.solo.advise import Advice
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.solution import Solution, play_of


def solve_latex(found: Solution | Evaluation) -> str:
    """Return a solved board: picture, expected rolls, what to mark, and the distribution if it was asked for."""
    play = play_of(found)
    rows = []
    for roll in play.hits():
        left = play.candidates(roll)[0].expected_rolls
        cells = ", ".join(map(str, play.optimal_cells(roll)))
        probability = exact_tex(play.position.rules.dice.probability(roll))
        rows.append([str(roll), probability, cells, decimal_tex(left), exact_tex(left)])
    marks = table_tex(["roll", "chance", "mark cell", "rolls left", "exactly"], rows, left=[2, 4]) if rows else ""
    plot = ""
    if found.distribution is not None:
        plot = plot_tex("", [("completion time", [(k, decimal(p)) for k, (p, _) in enumerate(found.distribution)])])
    what = "V(S)" if play.position.marked else r"V(\varnothing)"
    return snippet(board_tikz(play.position), equation_tex(what, found.moments.mean), marks, plot)


def advise_latex(advice: Advice) -> str:
    """Return a board, and the ways to mark a roll."""
    rows = [
        [", ".join(map(str, c.cells)), decimal_tex(c.expected_rolls), exact_tex(c.expected_rolls), decimal_tex(c.loss)]
        for c in advice.candidates
    ]
    board = board_tikz(advice.position, f"a {advice.roll} is rolled")
    return snippet(board, table_tex(["cell", "rolls left", "exactly", "loss"], rows, left=[2]) if rows else "")
