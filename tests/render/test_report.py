"""The report states which claims hold, and its boards look right in a browser."""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dicebingo.model.board import Position
from dicebingo.render.blocks import Boards, Document, Exactly, Facts, Heading, Quantity, Sentence, percent
from dicebingo.render.documents.report import claim_sections, lead
from dicebingo.render.writers import latex, text
from dicebingo.render.writers.html import block_html, cell_html, mathematics, report_html
from dicebingo.reproduction.claims import Claim, Remark, RemarkGroup, check, equals, rounds_to
from dicebingo.reproduction.paper import PaperCheck

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_number_expands_to_show_its_exact_form() -> None:
    assert cell_html(Quantity(Fraction(2, 3), 3)) == (
        '<details class="exact"><summary>0.667</summary><span class="fraction">2/<wbr/>3</span></details>'
    )
    assert cell_html(Quantity(Fraction(1, 2), 4)) == "0.5"
    assert cell_html(Quantity(Fraction(2357947691), 4)) == "2,357,947,691"
    assert cell_html(percent(0.25)) == "25.00%"
    assert "√(415080/<wbr/>14641)" in cell_html(Quantity(Fraction(415080, 14641), 3, root=True))
    assert "5.325<" in cell_html(Quantity(Fraction(415080, 14641), 3, root=True))


def test_only_long_exact_numbers_are_folded() -> None:
    assert cell_html(Exactly("1/3")) == "1/3"
    assert f"{'1' * 60}…</summary>" in cell_html(Exactly("1" * 61))


def test_formulas_are_typeset() -> None:
    assert mathematics("P(T_A <= k), b_4 != 7") == "P(T<sub>A</sub> ≤ k), b<sub>4</sub> ≠ 7"
    assert mathematics("N = (I - Q)^-1 & 11^16") == "N = (I - Q)<sup>−1</sup> &amp; 11<sup>16</sup>"


def test_a_sentence_contains_its_numbers_in_every_format() -> None:
    sentence = Sentence("It wins {} & ties {}.", [percent(Fraction(1, 3)), Quantity(Fraction(1, 4))])
    assert text.write([sentence]) == "It wins 33.33% & ties 0.250000."
    assert latex.write([sentence]).endswith(r"It wins $33.33\%$ \& ties $0.250000$.")
    assert "It wins <details" in block_html(sentence)
    assert block_html(sentence).endswith("</details> &amp; ties 0.25.</div>")
    assert text.write([Sentence("the set {}")]) == "the set {}"


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
REMARK = Remark(RemarkGroup.ERROR, "T_A is two", "section 2", "It is a third.", "dicebingo paper --only 2")
ERRATUM = Claim("2", "T_A is two", "2", rounds_to(lambda: Fraction(1, 3), "2"), REMARK)


def test_a_report_shows_failed_claims() -> None:
    checked = PaperCheck(tuple(check(claim) for claim in (TRUE, FALSE, ERRATUM)))
    counts = lead(checked)[-1]
    assert isinstance(counts, Facts)
    assert counts.facts[:2] == [("claims checked", 3), ("errors", 1)]
    assert "<td>unexpected</td><td>1 ✗</td>" in block_html(counts)
    *remarks, _, _, everything = map(block_html, claim_sections(checked))
    assert [remark for remark in remarks if "<strong>" in remark] == [
        f"<p><strong>{title}</strong></p>" for title in ("Errors and remarks", "Errors")
    ]
    assert (
        "&quot;T<sub>A</sub> is two&quot; (section 2). It is a third. Shown by: dicebingo paper --only 2" in remarks[-1]
    )
    assert "One is two" not in remarks[-1]
    assert "<dt>computed</dt><dd>0.3333333333 = 1/3</dd>" in everything
    assert [everything.count(f'class="tick {kind}"') for kind in ("holds", "fails", "erratum")] == [1, 1, 1]


def test_a_report_without_failures_shows_nothing_in_red() -> None:
    assert "<td>unexpected</td><td>0</td>" in block_html(lead(PaperCheck((check(TRUE),)))[-1])


# A script that returns the darkest pixel in the outermost strips at the top and bottom of an image.
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
    """Check boards of different sizes, which may begin at any fraction of a pixel."""
    from tests.web.browser import visit  # noqa: PLC0415  (only this test needs playwright)

    board = Position.parse("7 5 9 / 9 7 5 / 5 9 7")
    blocks: Document = [Heading("a", "a"), Boards([board, board], ["C", "D"]), Facts([("name", "D")], board)]
    (tmp_path / "report.html").write_text(report_html(blocks, "Boards", ""), "utf-8")
    with visit(browser, (tmp_path / "report.html").as_uri(), viewport={"width": 375, "height": 1200}) as visited:
        page = visited.page
        for drawing in page.locator(".board > svg").all():
            box = drawing.bounding_box()
            assert box
            around = {"x": box["x"] - 1, "y": box["y"] - 1, "width": box["width"] + 2, "height": box["height"] + 2}
            shot = page.screenshot(clip=around)  # type: ignore[arg-type]
            top, bottom = page.evaluate(EDGES, b64encode(shot).decode())
            assert bottom > 0.6 * top > 60
