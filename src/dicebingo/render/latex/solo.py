"""Solutions and advice in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dicebingo.exact import decimal
from dicebingo.render.latex.parts import board_tikz, decimal_tex, equation_tex, exact_tex, plot_tex, snippet, table_tex
from dicebingo.render.pictures.panels import Series
from dicebingo.render.text.parts import counted
from dicebingo.solo.advise import Advice
from dicebingo.solo.deadline_play import DeadlinePlay
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.solution import Solution, play_of


def solve_latex(found: Solution | Evaluation) -> str:
    """Return a solved board: picture, expected rolls, what to mark, and the distribution if it was asked for."""
    play = play_of(found)
    rows = []
    for roll in play.hits():
        left = play.candidates(roll)[0].expected_rolls
        probability = exact_tex(play.position.rules.dice.probability(roll))
        rows.append([str(roll), probability, _cells(play.optimal_cells(roll)), decimal_tex(left), exact_tex(left)])
    marks = table_tex(["roll", "chance", "mark cell", "rolls left", "exactly"], rows, left=[2, 4]) if rows else ""
    plot = ""
    if found.distribution is not None:
        points = tuple((k, decimal(p)) for k, (p, _) in enumerate(found.distribution))
        plot = plot_tex("", [Series("completion time", points)])
    what = "V(S)" if play.position.marked else r"V(\varnothing)"
    within = found.deadline if isinstance(found, Solution) else None
    timed = [] if within is None else _deadline_tex(within)
    return snippet(board_tikz(play.position), equation_tex(what, found.moments.mean), marks, *timed, plot)


def _deadline_tex(found: DeadlinePlay) -> list[str]:
    """Return what the best play against a deadline reaches beside fastest play, and what both mark on the next roll."""
    fastest = found.expected_rolls - found.loss
    plays = [("best play", found.in_time, found.expected_rolls), ("fastest play", found.fastest_in_time, fastest)]
    rows = [[name, decimal_tex(p), exact_tex(p), decimal_tex(rolls)] for name, p, rolls in plays]
    within = f"within {counted(found.rolls, 'roll')}"
    reached = table_tex(["", within, "exactly", "expected rolls"], rows, left=[0, 2])
    marks = [
        [str(m.roll), _cells(m.cells), _cells(m.fastest), decimal_tex(m.in_time), decimal_tex(m.gain)]
        for m in found.marks
    ]
    headers = ["roll", f"best {within}", "fastest", "in time", "gain"]
    return [reached, table_tex(headers, marks, left=[1, 2])] if marks else [reached]


def _cells(cells: Sequence[int]) -> str:
    return ", ".join(map(str, cells))


def advise_latex(advice: Advice) -> str:
    """Return a board, and the ways to mark a roll."""
    headers = ["cell", "rolls left", "exactly", "loss"]
    rows = [
        [_cells(c.cells), decimal_tex(c.expected_rolls), exact_tex(c.expected_rolls), decimal_tex(c.loss)]
        for c in advice.candidates
    ]
    if advice.deadline is not None:
        headers.insert(1, f"within {counted(advice.deadline, 'roll')}")
        for row, candidate in zip(rows, advice.candidates, strict=True):
            row.insert(1, exact_tex(candidate.in_time or Fraction(0)))
    board = board_tikz(advice.position, f"a {advice.roll} is rolled")
    return snippet(board, table_tex(headers, rows, left=[headers.index("exactly")]) if rows else "")
