"""Parts of a report, and what it says of claims."""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dicebingo.model.board import Position
from dicebingo.model.variants import classic
from dicebingo.render.html import paper
from dicebingo.render.html.report import number, report_html, table
from dicebingo.render.writers.html import board_figure, mathematics, side_by_side
from dicebingo.reproduction.claims import Claim, Remark, RemarkGroup, check, equals, rounds_to
from dicebingo.reproduction.paper import PaperCheck

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_numbers_open_their_exact_form() -> None:
    assert number(Fraction(2, 3), 3) == (
        '<details class="exact"><summary>0.667</summary><span class="fraction">2/<wbr/>3</span></details>'
    )
    assert number(Fraction(1, 2)) == "0.5"
    assert number(Fraction(2357947691)) == "2,357,947,691"
    assert number(0.25, 2, percent=True) == "25.00%"
    assert "√(415080/<wbr/>14641)" in number(Fraction(415080, 14641), 3, root=True)
    assert "5.325<" in number(Fraction(415080, 14641), 3, root=True)


def test_mathematics_is_set_as_one_writes_it() -> None:
    assert mathematics("P(T_A <= k), b_4 != 7") == "P(T<sub>A</sub> ≤ k), b<sub>4</sub> ≠ 7"
    assert mathematics("N = (I - Q)^-1 & 11^16") == "N = (I - Q)<sup>−1</sup> &amp; 11<sup>16</sup>"


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
REMARK = Remark(RemarkGroup.ERROR, "T_A is two", "section 2", "It is a third.", "dicebingo paper --only 2")
ERRATUM = Claim("2", "T_A is two", "2", rounds_to(lambda: Fraction(1, 3), "2"), REMARK)


def test_a_report_shows_what_failed() -> None:
    checked = PaperCheck(tuple(check(claim) for claim in (TRUE, FALSE, ERRATUM)))
    assert '<li class="fails"><strong>1</strong><span>unexpected</span></li>' in paper.lead(checked)
    assert '<li class="holds"><strong>3</strong><span>claims checked</span></li>' in paper.lead(checked)
    assert '<li class="erratum"><strong>1</strong><span>errors</span></li>' in paper.lead(checked)
    remarks = paper.remarks(checked)
    assert "<h3>Errors</h3>" in remarks
    assert "It is a third." in remarks
    assert "“T<sub>A</sub> is two” (section 2)" in remarks
    assert "<code>dicebingo paper --only 2</code>" in remarks
    assert "One is two" not in remarks
    assert "Readings" not in remarks
    shown = paper.all_claims(checked)
    assert '<summary>0.3333333333</summary><span class="fraction">1/<wbr/>3</span>' in shown
    assert [shown.count(f'<li class="{kind}">') for kind in ("holds", "fails", "erratum")] == [1, 1, 1]


def test_a_report_without_failures_has_none_in_red() -> None:
    assert '<li class=""><strong>0</strong><span>unexpected</span></li>' in paper.lead(PaperCheck((check(TRUE),)))


# How dark the darkest point is in each of the two outermost strips of a picture, at its top and at its bottom.
EDGES = """async (png) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const dark = (top) => {
    const { data } = context.getImageData(Math.floor(image.width / 4), top, 1, 4);
    return Math.max(...[0, 4, 8, 12].map((at) => 255 - data[at]));
  };
  return [dark(0), dark(image.height - 4)];
}"""


@pytest.mark.slow
def test_boards_have_all_their_borders(browser: Browser, tmp_path: Path) -> None:
    """Large, beside each other, and small in a table, wherever between two rows of pixels they begin."""
    from tests.web.browser import visit  # noqa: PLC0415  (playwright, which the other tests do without)

    board = Position.parse("7 5 9 / 9 7 5 / 5 9 7", classic())
    many = table("boards", ["board"], [[board_figure(board)]] * 6)
    boards = side_by_side(board_figure(board, "C"), board_figure(board, "D"), kind="boards")
    (tmp_path / "report.html").write_text(report_html("Boards", "", [("a", "a", boards + many)], ""), "utf-8")
    with visit(browser, (tmp_path / "report.html").as_uri(), viewport={"width": 375, "height": 1200}) as visited:
        page = visited.page
        for drawing in page.locator(".board > svg").all():
            box = drawing.bounding_box()
            assert box
            around = {"x": box["x"] - 1, "y": box["y"] - 1, "width": box["width"] + 2, "height": box["height"] + 2}
            shot = page.screenshot(clip=around)  # type: ignore[arg-type]
            top, bottom = page.evaluate(EDGES, b64encode(shot).decode())
            assert bottom > 0.6 * top > 60
