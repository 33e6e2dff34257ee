"""The notebook is committed with its current outputs, and answers have a rich display in notebooks."""

from __future__ import annotations

import re
from typing import Any

import nbformat
import pytest

import dicebingo
from tests.questions import CARDS, A, B
from tools.notebook import PATH, executed


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_the_notebook_is_committed_with_its_outputs() -> None:
    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [*range(1, len(code) + 1)]
    kinds = [kind for output in outputs(notebook) for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2  # two charts
    assert kinds.count("text/html") >= 7  # a solution, a match, a ring, a tournament and others
    printed = "".join(output.get("text", "") for output in outputs(notebook))
    assert "6.4978 rolls\n6 8 5 / 6 7 7 / 4 10 9\n" in printed
    assert re.search(r"\d+ rings of three among 60 boards", printed)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # allow warnings of the notebook runner itself; the cells run in another process
def test_the_notebook_runs_with_the_same_outputs() -> None:
    again = outputs(executed())
    assert again == outputs(nbformat.read(PATH, as_version=4)), "update it: python3 dev.py write"  # type: ignore[no-untyped-call]


def test_results_have_a_notebook_display() -> None:
    solution, game = dicebingo.solve(B), dicebingo.match(A, B, fast=False)
    shown = solution._repr_html_() or ""
    assert "166428/<wbr/>14641" in shown
    assert 'aria-label="Dice Bingo board 6 7 6 / 7 7 7 / 6 6 6"' in shown
    shown = game._repr_html_()
    assert "134528/<wbr/>253125" in shown
    assert "53.15%" in shown
    to_win = dicebingo.duel(A, B)
    assert "its average score is 0.0022834 = " in to_win._repr_html_()


def test_an_answer_with_a_deadline_has_a_notebook_display() -> None:
    """If the roll is 9, marking cell 0 is best for the deadline, and marking cell 7 is fastest."""
    board = "9 7 8 / 9 8 9 / 4 9 6"
    shown = dicebingo.solve(board, deadline=5)._repr_html_() or ""
    assert "within 5 rolls" in shown
    assert ">20.89%<" in shown
    assert re.search(r">9</td><td>0 \(row 1, column 1\)</td>.*>37.57%<.*<td>7 \(row 3, column 2\)</td>", shown)
    told = dicebingo.advise(board, 9, deadline=5)._repr_html_() or ""
    assert re.findall(r"<tr><td>(\d) [^<]*</td><td[^>]*><details[^>]*><summary>([\d.]+)<", told)[0] == ("0", "0.375666")


def test_best_replies_are_bold() -> None:
    stage = dicebingo.nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", 6)
    shown = stage._repr_html_()
    rows = re.findall(r"<td[^>]*>cell [26]</td><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td>", shown)
    # The first player's best reply is cell 2 against cell 0, and cell 6 against cell 8. The second player's best reply
    # is cell 8 against cell 2, and cell 0 against cell 6.
    assert [[cell.startswith("<b>") for cell in row] for row in rows[:2]] == [[True, False], [False, True]]
    assert [[cell.endswith("</b>") for cell in row] for row in rows[:2]] == [[False, True], [True, False]]
    assert "52.85%" in shown


def test_a_tournament_shows_its_margins() -> None:
    played = dicebingo.tournament(CARDS, rules="knuth")
    shown = played._repr_html_()
    assert shown is not None
    assert shown.count("+3.3<") == 4
    [ring] = dicebingo.rings(played, length=4)
    assert ring._repr_svg_().count('class="line') == 4
