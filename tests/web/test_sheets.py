"""Sheets to print: what is on them, where it is, how many pages there are, and that the file is always the same."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from collections.abc import Iterator

import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS, classic, find_rules
from dicebingo.render.pdf.sheets import MARGIN, MAX_PAGES, PAPERS, PER_PAGE, blank_pdf, boards_pdf, tally_pdf
from tests.web.server import Visitor, serving

OPTIMAL = Position.parse("8 8 9 / 7 6 10 / 7 4 5")
MARKED = Position.parse("*8 8 9 / 7 *6 10 / x 4 5")


def drawings(pdf: bytes) -> list[str]:
    """Return the drawing commands of each page."""
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    found = re.findall(rb"/Filter \[ /ASCII85Decode /FlateDecode \].*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    plain = [zlib.decompress(a85decode(content.strip().removesuffix(b"~>"))) for content in found]
    return [content.decode("latin-1") for content in plain]


def texts(pdf: bytes) -> list[str]:
    """Return the texts of all pages, in the order in which they are drawn."""
    return [text for page in drawings(pdf) for text in re.findall(r"\((.*?)\) Tj", page)]


def squares(page: str) -> list[tuple[float, float, float, float]]:
    """Return the rectangles of a page: left, bottom, width and height."""
    return [
        (float(x), float(y), float(w), float(h))
        for x, y, w, h in re.findall(r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re", page)
    ]


def test_a_board_has_its_name_and_its_values() -> None:
    assert texts(boards_pdf([OPTIMAL], ["The best"])) == ["The best", "8", "8", "9", "7", "6", "10", "7", "4", "5"]


def test_every_value_is_in_its_own_square() -> None:
    board = Position.parse("2 3 4 / 5 6 7 / 8 9 10")
    (page,) = drawings(boards_pdf([board]))
    placed = re.findall(r"BT 1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm \((.*?)\) Tj", page)
    tops, lefts = (sorted({round(square[axis], 1) for square in squares(page)}) for axis in (1, 0))
    found = {}
    for x, y, text in placed:
        row = next(i for i, bottom in enumerate(reversed(tops)) if float(y) > bottom)
        column = max(i for i, left in enumerate(lefts) if float(x) > left)
        found[row, column] = int(text)
    assert found == dict(zip(board.rules.layout.grid, board.board.values, strict=True))


def test_marked_cells_are_crossed_out() -> None:
    plain, crossed = (drawings(boards_pdf([board]))[0].count(" l ") for board in (OPTIMAL, MARKED))
    assert crossed - plain == 2 * 3
    assert texts(boards_pdf([MARKED])) == ["8", "8", "9", "7", "6", "10", "4", "5"]


def test_free_cells_say_so_and_are_not_crossed_out() -> None:
    rules = find_rules("5x5-free")
    page = drawings(blank_pdf(rules, 1))[0]
    assert "(free) Tj" in page
    assert len(squares(page)) == 25


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", PAPERS)
def test_boards_are_whole_squares_on_the_paper_and_do_not_overlap(per_page: int, paper: str) -> None:
    width, height = PAPERS[paper]
    (page,) = drawings(boards_pdf([OPTIMAL] * per_page, per_page=per_page, paper=paper))
    cells = squares(page)
    assert len(cells) == 9 * per_page
    for x, y, w, h in cells:
        assert w == pytest.approx(h)
        assert MARGIN - 0.01 <= x <= x + w <= width - MARGIN + 0.01
        assert MARGIN - 0.01 <= y <= y + h <= height - MARGIN + 0.01
    for i, (x, y, w, h) in enumerate(cells):
        for u, v, _, _ in cells[:i]:
            assert abs(x - u) > w - 0.01 or abs(y - v) > h - 0.01


@pytest.mark.parametrize(("count", "per_page", "pages"), [(1, 4, 1), (4, 4, 1), (5, 4, 2), (9, 1, 9), (18, 9, 2)])
def test_pages(count: int, per_page: int, pages: int) -> None:
    assert len(drawings(boards_pdf([OPTIMAL] * count, per_page=per_page))) == pages
    assert len(drawings(blank_pdf(classic(), count, per_page=per_page))) == pages


def test_the_same_boards_give_the_same_file() -> None:
    assert boards_pdf([OPTIMAL, MARKED], ["A", "B"]) == boards_pdf([OPTIMAL, MARKED], ["A", "B"])


def test_letters_without_a_shape_are_question_marks() -> None:
    name = texts(boards_pdf([OPTIMAL], ["Zoë ☃ (x)"]))[0]
    assert "?" in name


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_has_sheets(variant: object) -> None:
    rules: Rules = variant.rules  # type: ignore[attr-defined]
    assert len(squares(drawings(blank_pdf(rules, 1))[0])) == rules.layout.size
    tally = texts(tally_pdf(rules))
    assert {str(value) for value in rules.dice.values} <= set(tally)


def test_a_tally_has_a_box_for_each_roll_and_a_row_for_each_value() -> None:
    (page,) = drawings(tally_pdf(classic()))
    assert len(squares(page)) == 40
    shown = texts(tally_pdf(classic()))
    assert shown[shown.index("tally") + 1 :][:4] == ["2", "1/36", "3", "1/18"]


def test_what_cannot_be_printed() -> None:
    with pytest.raises(InputError, match="expected at least one board, got none"):
        boards_pdf([])
    with pytest.raises(InputError, match="expected at least one board, got 0"):
        blank_pdf(classic(), 0)
    with pytest.raises(InputError, match="expected 1, 2, 4, 6, 9 boards on a page, got 3"):
        boards_pdf([OPTIMAL], per_page=3)
    with pytest.raises(InputError, match="expected the paper a4 or letter, got 'a5'"):
        tally_pdf(classic(), paper="a5")
    with pytest.raises(TooLarge, match=f"expected at most {MAX_PAGES} pages, got {MAX_PAGES + 1}"):
        blank_pdf(classic(), MAX_PAGES + 1, per_page=1)
    with pytest.raises(TooLarge, match="expected dice with at most 60 values"):
        tally_pdf(Rules.of("3x3", "1d99"))


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as found:
        yield found


def test_the_server_prints_the_same(visitor: Visitor) -> None:
    def printed(**query: object) -> bytes:
        response = visitor.client.get("/api/sheet.pdf", params=query)  # type: ignore[arg-type]
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == "application/pdf"
        assert response.headers["content-disposition"].startswith('inline; filename="dice-bingo-')
        return response.content

    boards = [str(OPTIMAL), str(MARKED)]
    assert printed(board=boards, name=["A", "B"], per_page=2, paper="letter") == boards_pdf(
        [OPTIMAL, MARKED], ["A", "B"], per_page=2, paper="letter"
    )
    assert printed(board=boards, name="A", copies=2) == boards_pdf([OPTIMAL, MARKED] * 2, ["A", "", "A", ""])
    assert printed(kind="blank", copies=3, rules="4x4") == blank_pdf(find_rules("4x4"), 3)
    assert printed(kind="tally") == tally_pdf(classic())


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({}, "expected at least one board"),
        ({"board": "7"}, "expected 9 values"),
        ({"board": str(OPTIMAL), "name": ["A", "B"]}, "expected at most one name"),
        ({"per_page": "3"}, "per_page: expected 4 or 1 or 2 or 6 or 9"),
        ({"copies": "0"}, "copies: expected 1 to 100"),
        ({"kind": "cards"}, "kind: expected boards or blank or tally"),
    ],
)
def test_the_server_says_what_cannot_be_printed(query: dict[str, str], error: str, visitor: Visitor) -> None:
    response = visitor.client.get("/api/sheet.pdf", params=query)
    assert response.status_code == 422
    assert error in response.json()["error"]
