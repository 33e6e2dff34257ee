"""Rings as SVG: all numbers are present, nothing overlaps, and a screen reader can read them."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.render.pictures import ring as drawing
from dicebingo.render.svg.drawings import ring_svg
from dicebingo.tournaments.results import Link, certify
from tests.matches.tables import C, D, E

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = ("3x3", "4x4", "3x3:free-centre", "2x2", ".#./###/.#.")


def made_up(count: int, layout: str = "3x3", sure: bool = True) -> tuple[list[Board], list[Link]]:
    rules = Rules.of(layout, "2d6")
    values = [None if rules.layout.free >> cell & 1 else 2 + cell % 11 for cell in range(rules.layout.size)]
    links = [Link(Fraction(40 + i, 100), Fraction(30, 100), Fraction(30 - i, 100), sure) for i in range(count)]
    return [Board(tuple(values), rules)] * count, links


def texts(picture: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]


def the_papers(names: tuple[str, ...] = ("C", "D", "E")) -> str:
    ring = certify([C, D, E])
    return ring_svg(ring.boards, ring.links, names)


def test_the_ring_of_the_paper_shows_its_numbers() -> None:
    shown = texts(the_papers())
    for number in ("42.81%", "36.80%", "20.39%", "38.51%", "31.77%", "29.72%", "49.48%", "42.07%", "8.45%"):
        assert shown.count(number) == 1
    assert [text for text in shown if text[0] == "+"] == ["+6.02", "+6.74", "+7.42", "+6.02"]
    assert [name for name in shown if name in "CDE"] == ["C", "D", "E"]
    cells = [int(text) for text in shown if text.isdigit()]
    assert cells == [int(value) for board in (C, D, E) for value in board.replace("/", "").split()]


def test_a_screen_reader_can_read_a_ring() -> None:
    root = ET.fromstring(the_papers())
    assert root.get("role") == "img"
    title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert title == "A ring of 3 boards, each of which beats the next: smallest margin 6.02 points"
    assert description is not None
    told = f"C ({C}) beats D by 6.02 points, under every tie-break: it wins 42.81%, loses 36.80% and ties 20.39%."
    assert told in description
    assert f"E ({E}) beats C by 7.42 points" in description
    assert [group.findtext(f"{SVG}title") for group in root.findall(f"{SVG}g")][:3] == [
        *(f"{name}: {board}" for name, board in zip("CDE", (C, D, E), strict=True))
    ]


def test_the_weakest_link_is_highlighted_and_bars_match_the_shares() -> None:
    boards, links = made_up(4)
    root = ET.fromstring(ring_svg(boards, links))
    lines = [path.get("class") for path in root.iter(f"{SVG}path") if "line" in (path.get("class") or "")]
    assert lines == ["line weakest", "line", "line", "line"]
    bars = [[float(r.get("width") or 0) for r in root.iter(f"{SVG}rect") if r.get("class") == kind] for kind in KINDS]
    # The last element of each kind belongs to the legend in the middle.
    for i, widths in enumerate(zip(*(found[:-1] for found in bars), strict=True)):
        assert sum(widths) == pytest.approx(drawing.LABEL_WIDTH, abs=0.2)
        assert widths[0] / drawing.LABEL_WIDTH == pytest.approx(0.40 + 0.01 * i, abs=0.001)


KINDS = ("win", "tie", "lose")


def test_uncertain_links_are_dashed() -> None:
    assert "dash" not in ring_svg(*made_up(3))
    unsure = ring_svg(*made_up(3, sure=False))
    assert unsure.count("stroke-dasharray") == 3
    assert "dashed: may depend on the tie-break" in texts(unsure)
    assert "by 10.00 points, with this tie-break: it wins" in unsure


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", range(drawing.MIN_BOARDS, drawing.MAX_BOARDS + 1))
def test_nothing_overlaps(count: int, layout: str) -> None:
    boards, links = made_up(count, layout)
    picture = ring_svg(boards, links)
    left, top, width, height = map(float, re.findall(r'viewBox="([^"]*)"', picture)[0].split())
    assert max(width, height) < 1600
    columns = 1 + max(column for _, column in boards[0].rules.layout.grid)
    rows = 1 + max(row for row, _ in boards[0].rules.layout.grid)
    size = drawing.BOARD / max(rows, columns)
    moves = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\) scale", picture)
    boxes = [(float(x), float(y), columns * size, rows * size + drawing.CAPTION) for x, y in moves]
    ends = re.findall(r'class="win" x="([-\d.]+)" y="([-\d.]+)"', picture)[:count]
    boxes += [(float(x), float(y) - 24, drawing.LABEL_WIDTH, drawing.LABEL_HEIGHT) for x, y in ends]
    assert len(boxes) == 2 * count
    for x, y, w, h in boxes:
        assert left <= x <= x + w <= left + width
        assert top <= y <= y + h <= top + height
    for (x, y, w, h), (a, b, c, d) in combinations(boxes, 2):
        assert x + w < a or a + c < x or y + h < b or b + d < y
    for x, y in re.findall(r'class="line[^"]*" d="M([-\d.]+) ([-\d.]+)A', picture):
        assert not any(a < float(x) < a + c and b < float(y) < b + d for a, b, c, d in boxes)


def test_free_cells_are_labelled() -> None:
    assert texts(ring_svg(*made_up(3, "3x3:free-centre"))).count("free") == 3


def test_names_are_escaped_and_long_names_are_shortened() -> None:
    picture = the_papers(("<script>", "a & b", "a very long name for a board"))
    assert "<script>" not in picture
    assert [text for text in texts(picture) if text[0] in "<a"] == ["<script>", "a & b", "a very long n…"]
    assert "a very long name for a board" in (ET.fromstring(picture).findtext(f"{SVG}desc") or "")


def test_the_svg_of_a_ring_loads_no_files() -> None:
    picture = the_papers()
    assert re.findall(r"https?://[^\"<]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in picture
    assert "prefers-color-scheme:dark" in picture


@pytest.mark.parametrize("count", [0, 2, 13])
def test_rings_of_other_lengths_are_rejected(count: int) -> None:
    with pytest.raises(InputError, match=f"expected a ring of 3 to 12 boards, got {count}"):
        ring_svg(*made_up(count))


def test_wrong_numbers_of_links_and_names_are_rejected() -> None:
    boards, links = made_up(4)
    with pytest.raises(InputError, match="expected 4 links and names, got 3 and 0"):
        ring_svg(boards, links[:3])
    with pytest.raises(InputError, match="expected 4 links and names, got 4 and 1"):
        ring_svg(boards, links, ["one"])
