"""The notebook runs from top to bottom, and results show themselves in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

import dicebingo
from dicebingo.render.html.notebook import duel_html, match_html, nash_html, solution_html

PATH = Path(__file__).parents[2] / "notebooks" / "dice-bingo.ipynb"
A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"


def test_it_is_committed_without_outputs() -> None:
    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) > 15
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


@pytest.fixture(scope="module")
def executed() -> list[Any]:
    from nbclient import NotebookClient  # noqa: PLC0415  (slow to import)

    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook, timeout=None, kernel_name="python3", resources={"metadata": {"path": PATH.parent}}
    )
    client.execute()
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of the machinery that runs a notebook; its cells are in a process of their own
def test_it_runs(executed: list[Any]) -> None:
    kinds = [kind for output in executed for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 3  # two charts and the ring
    assert kinds.count("text/html") >= 6  # solutions, a match, a tournament, a stage game, a duel
    printed = "".join(output.get("text", "") for output in executed)
    assert "6 8 5 / 6 7 7 / 4 10 9   6.4978" in printed
    assert re.search(r"\d+ rings of three among 60 boards", printed)


def test_results_show_themselves() -> None:
    solution, game = dicebingo.solve(B), dicebingo.match(A, B)
    assert solution._repr_html_() == solution_html(solution)
    assert "166428/14641" in solution_html(solution)
    assert 'aria-label="Dice Bingo board 6 7 6 / 7 7 7 / 6 6 6"' in solution_html(solution)
    assert game._repr_html_() == match_html(game)
    assert "134528/253125" in match_html(game)
    assert "53.15%" in match_html(game)
    strategic = dicebingo.duel(A, B)
    assert strategic._repr_html_() == duel_html(strategic)
    assert "-0.228" in duel_html(strategic)


def test_best_replies_are_bold() -> None:
    stage = dicebingo.nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", 6)
    shown = nash_html(stage)
    assert stage._repr_html_() == shown
    rows = re.findall(r"<td[^>]*>cell [26]</td><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td>", shown)
    # The first prefers cell 2 against cell 0 and cell 6 against cell 8; the second answers with 8 and 0.
    assert [[cell.startswith("<b>") for cell in row] for row in rows] == [[True, False], [False, True]]
    assert [[cell.endswith("</b>") for cell in row] for row in rows] == [[False, True], [True, False]]
    assert "52.85%" in shown


def test_a_tournament_shows_its_margins() -> None:
    from dicebingo.tournaments.rings import certify  # noqa: PLC0415  (numba)
    from dicebingo.tournaments.tournament import play  # noqa: PLC0415

    boards = [dicebingo.Board.parse(text, "knuth") for text in ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6")]
    tournament = play(boards)
    assert tournament._repr_html_().count("+3.3<") == 4
    ring = certify(boards, tournament.tie_break)
    assert ring._repr_svg_().count('class="line') == 4
