"""Printed sheets: their contents, layout and number of pages. The same input always gives the same file."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from dataclasses import replace
from math import ceil
from pathlib import Path

import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import decimal
from dicebingo.matches.match import match
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS, Variant, classic
from dicebingo.render.pdf.writer import sheet_pages
from dicebingo.render.printing.boards import GRIDS, PAD
from dicebingo.render.printing.page import MM, PAPERS, Box, Page, Stroke, Words, text_width
from dicebingo.render.printing.plan import (
    BEST,
    BEST_ROLLS,
    FASTER,
    FASTER_ROLLS,
    SLOWER,
    SLOWER_ROLLS,
    WINS,
    all_likeliest,
)
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.running import files as fonts
from dicebingo.sheets.sheet import LONGEST_NAME, Language, PaperName, sheet
from dicebingo.solo.solution import solve
from tests.printed_words import longer

MARKED = "*8 8 9 / 7 *6 10 / x 4 5"
DIGITS = "2 3 4 / 5 6 7 / 8 9 10"


def texts(page: Page) -> list[str]:
    """Return the strings on a page, in drawing order."""
    return [shape.text for shape in page.shapes if isinstance(shape, Words)]


def printed(pdf: bytes) -> list[list[str]]:
    """Return the strings on each page of a PDF, read from its drawing commands. Only ASCII letters can be read back."""
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    found = re.findall(rb"/Filter \[ /ASCII85Decode /FlateDecode \].*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    plain = [zlib.decompress(a85decode(content.strip().removesuffix(b"~>"))).decode("latin-1") for content in found]
    blocks = [re.findall(r"BT.*?ET", content, re.DOTALL) for content in plain if " Tj" in content]
    return [["".join(re.findall(r"\((.*?)(?<!\\)\) Tj", block)) for block in page] for page in blocks]


def size(pdf: bytes) -> tuple[float, float]:
    """Return the width and height of the pages of a PDF."""
    found = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert found
    return float(found[1]), float(found[2])


def cells(page: Page) -> list[Box]:
    """Return the cells of the boards on a page."""
    return [
        shape for shape in page.shapes if isinstance(shape, Box) and shape.width == shape.height and not shape.radius
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", GRIDS)
def test_cutting_gives_cards_of_the_same_size(per_page: int, paper: PaperName) -> None:
    """Cutting lines divide the page into equal cards, and everything on a card has a margin and overlaps nothing."""
    made = sheet(*[DIGITS] * per_page, kind="boards", per_page=per_page, paper=paper)
    (page,) = sheet_pages(made)
    width, height = {"a4": (210 * MM, 297 * MM), "letter": (215.9 * MM, 279.4 * MM)}[paper]
    assert (page.width, page.height) == pytest.approx((width, height))
    columns, rows = GRIDS[per_page]
    assert columns * rows == per_page
    cuts = [shape for shape in page.shapes if isinstance(shape, Stroke) and shape.dashed]
    down, across = ([cut for cut in cuts if cut.start[side] == 0] for side in (1, 0))
    assert [cut.start[0] for cut in down] == pytest.approx([width * i / columns for i in range(1, columns)])
    assert [cut.start[1] for cut in across] == pytest.approx([height * i / rows for i in range(1, rows)])
    assert {cut.end[1] for cut in down} <= {page.height}
    assert {cut.end[0] for cut in across} <= {page.width}
    found = cells(page)
    assert len(found) == 9 * per_page
    assert len({round(cell.width, 6) for cell in found}) == 1
    assert found[0].width > 15 * MM
    for i, cell in enumerate(found):
        row, column = divmod(i // 9, columns)
        left, top = column * width / columns, row * height / rows
        assert left + PAD - 0.01 <= cell.x <= cell.x + cell.width <= left + width / columns - PAD + 0.01
        assert top + PAD - 0.01 <= cell.y <= cell.y + cell.height <= top + height / rows - PAD + 0.01
    values = [shape for shape in page.shapes if isinstance(shape, Words) and shape.bold and shape.colour == "#1d1a17"]
    for cell, value, number in zip(found, values, [*range(2, 11)] * per_page, strict=True):
        assert value.text == str(number)
        assert cell.x < value.x < cell.x + cell.width
        assert cell.y < value.y < cell.y + cell.height


def test_marks_names_numbers_and_free_cells_are_printed() -> None:
    (page,) = sheet_pages(sheet(MARKED, count=2, names=["Ann"], kind="boards", per_page=2))
    assert texts(page) == [
        "1",
        "Rolls",
        "Ann",
        *["8", "8", "9", "7", "6", "10", "4", "5"],
        "2",
        "Rolls",
        "Name",
        *["8", "8", "9", "7", "6", "10", "4", "5"],
    ]
    strokes = [shape for shape in page.shapes if isinstance(shape, Stroke) and shape.width > 3]
    assert len(strokes) == 2 * 3 * 2  # each board has a cross on three cells
    long = "W" * LONGEST_NAME
    (narrow,) = sheet_pages(sheet(DIGITS, names=[long], kind="boards", per_page=9, cut=False))
    (name,) = (shape for shape in narrow.shapes if isinstance(shape, Words) and shape.text == long)
    number = next(shape for shape in narrow.shapes if isinstance(shape, Box) and shape.radius)
    assert name.x + text_width(long, name.size, bold=True) < number.x
    (blank,) = sheet_pages(sheet(kind="blank", count=1, rules="5x5-free"))
    assert texts(blank) == ["Name", "free", "Rolls"] or texts(blank) == ["Rolls", "Name", "free"]
    assert len(cells(blank)) == 25


@pytest.mark.parametrize("paper", PAPERS)
def test_a_whole_sheet_is_written_as_pdf(paper: PaperName) -> None:
    """Every part of the sheet fits the selected paper and has the boards, names and exact numbers.

    A second run writes an identical file.
    """
    made = sheet(count=7, seed=2, names=["Ann (6b)"], paper=paper)
    pdf = made.pdf()
    assert size(pdf) == pytest.approx(PAPERS[paper], abs=0.01)
    pages = printed(pdf)
    titles = [page.title for page in sheet_pages(made)]
    assert titles == ["Lesson plan", "How to play", "Boards", "Boards", "Blank boards", "Tally", "Answer key"]
    assert len(pages) == len(titles) == pdf.count(b"/Type /Page\n")
    cards = pages[2] + pages[3]
    assert r"Ann \(6b\)" in cards
    values = [text for text in cards if re.fullmatch(r"\d+", text)]
    for board in made.boards:
        assert values[:10] == [str(board.number), *map(str, board.position.board.values)]
        values = values[10:]
        assert (
            f"{decimal(solve(board.position).expected_rolls):.2f} rolls" in pages[-1]
        )  # all parts of a sheet show numbers in the same format
        fraction = str(board.expected_rolls)
        assert fraction in pages[-1] or fraction in "".join(pages[-1])
    assert made.pdf() == pdf


@pytest.mark.parametrize(
    "variant",
    [pytest.param(v, id=v.name, marks=[pytest.mark.long] if v.name == "d10+d20" else []) for v in VARIANTS],
)
def test_everything_stays_on_the_paper(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all named rules and languages, all parts are within the margins, and no text is too wide.

    The test language has long, accented words, which show that every printed word comes from the language in use.
    """
    rules = variant.rules
    made = sheet(rules=rules, count=2, names=["W" * 30], paper="letter")
    pages = [page for language in Language for page in sheet_pages(replace(made, language=language))]
    assert ("Answer key" in [page.title for page in pages]) == (
        rules.is_full_card or len(rules.layout.open_cells) <= 16
    )
    monkeypatch.setitem(SHEET, "en", longer(SHEET["en"]))
    long = sheet_pages(made)
    words = {word for page in long for text in texts(page) for word in re.findall(r"[^\W\d_]{3,}", text)}
    assert {word for word in words if re.search("[aeiou]", word)} <= {"Dice", "Bingo"}
    for page in pages + long:
        for shape in page.shapes:
            if isinstance(shape, Words):
                wide = text_width(shape.text, shape.size, bold=shape.bold)
                left = shape.x - {"start": 0, "middle": 0.5, "end": 1}[shape.anchor] * wide
                assert 5 * MM <= left <= left + wide <= page.width - 5 * MM, (page.title, shape.text)
                assert 5 * MM <= shape.y <= page.height - 5 * MM, (page.title, shape.text)
            elif isinstance(shape, Box):
                assert shape.y + shape.height <= page.height - 5 * MM, page.title


def test_the_tally_shades_the_expected_counts() -> None:
    """In 36 rolls, theory expects one 2, two 3s, ..., six 7s.

    The tally shades the expected number of boxes for each value.
    """
    (page,) = sheet_pages(sheet(kind="tally"))
    boxes = [shape for shape in page.shapes if isinstance(shape, Box)]
    shaded = [box for box in boxes if box.fill]
    one = min(box.width for box in boxes if box.y == shaded[0].y and not box.fill)
    assert [round(box.width / one, 6) for box in shaded] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert {"2", "12", "1/36 = 2.8%", "1/6 = 16.7%"} <= set(texts(page))
    with pytest.raises(TooLarge, match="expected dice with at most 60 values for a tally, got 99"):
        sheet(kind="tally", rules=Rules.of("3x3", "1d99")).pdf()


def test_the_numbers_in_the_lesson_plan_are_true() -> None:
    """Check the numbers in the lesson plan: the best board, the slower board that wins, and boards with one value."""
    told = " ".join(texts(sheet_pages(sheet(kind="plan"))[0]))
    for board, rolls in ((BEST, BEST_ROLLS), (SLOWER, SLOWER_ROLLS), (FASTER, FASTER_ROLLS)):
        assert f"{decimal(solve(board).expected_rolls):.2f}" == rolls
        assert rolls in told
    assert f"{100 * decimal(match(SLOWER, FASTER).outcomes[(0,)]):.1f}" == WINS
    assert "it takes 18 rolls on average" in told
    for name, board in (
        ("classic", "7 7 7 / 7 7 7 / 7 7 7"),
        ("knuth", "1 1 / 1 1"),
        ("mark-all", "7 7 7 / 7 7 7 / 7 7 7"),
    ):
        assert all_likeliest(Position.parse(board, name).rules) == solve(board, rules=name).expected_rolls


def test_names_in_other_scripts_are_printed_or_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The PDF embeds a font that has the letters of the names.

    If there is no such font, or if the PDF could not show the letters correctly, the names are rejected.
    """
    assert b"Vera" in sheet(DIGITS, names=["Zoë"], kind="boards").pdf()
    known = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    if known.exists():
        assert b"DejaVuSans" in sheet(DIGITS, names=["Łucja Świątek, Αλίκη, Юля"[:30]], kind="boards").pdf()
    for name in ("שרה", "أحمد", "प्रिया"):
        with pytest.raises(InputError, match=r"The PDF cannot show .* correctly"):
            sheet(DIGITS, names=[name], kind="boards").pdf()
        (page,) = sheet_pages(sheet(DIGITS, names=[name], kind="boards"))
        assert name in texts(page)  # the page contains the name, so a browser can print it
    monkeypatch.setattr("dicebingo.render.pdf.fonts.font_files", tuple)
    with pytest.raises(InputError, match="No font on this machine has all the letters of"):
        sheet(DIGITS, names=["Ὀδυσσεύς"], kind="boards").pdf()
    assert all(Path(file).exists() for file in fonts.font_files())


@pytest.mark.parametrize(("count", "per_page"), [(1, 6), (6, 6), (7, 6), (9, 1), (18, 9)])
def test_a_sheet_has_the_expected_pages(count: int, per_page: int) -> None:
    assert len(sheet_pages(sheet(kind="blank", count=count, per_page=per_page))) == ceil(count / per_page)
    assert sheet(kind="blank").rules == classic()
