"""Layouts: lines match hand-made lists; drawings, free cells and error messages are correct."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.model.layout import Layout, cells_of, mask_of
from dicebingo.model.layout_notation import MAX_TEXT
from tests.strategies import cells, int64
from tests.twins.solo import FREE, LINES, size_of

points = st.tuples(st.integers(0, 4), st.integers(0, 4))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Draw random cells on a grid, random lines, and some free cells."""
    grid = tuple(sorted(draw(st.sets(points, min_size=1, max_size=8))))
    sets = st.sets(st.integers(0, len(grid) - 1), min_size=1).map(mask_of)
    lines = draw(st.lists(sets, min_size=1, max_size=5))
    free = mask_of(draw(st.sets(st.integers(0, len(grid) - 1), max_size=2)))
    return Layout(grid, tuple(line for line in lines if line & ~free) or ((1 << len(grid)) - 1,), free & ~lines[0])


def test_cells_and_masks_are_converted_into_each_other() -> None:
    assert cells_of(0) == ()
    assert cells_of(0b101000) == (3, 5)
    assert mask_of([5, 3, 3]) == 0b101000
    assert cells_of(mask_of([int64(70), int64(3)])) == (3, 70)  # a numpy integer has only 64 bits
    assert cells_of(int64(5)) == (0, 2)
    with pytest.raises(InputError, match="expected cells from 0 to 99, got -1"):
        mask_of([0, -1])
    with pytest.raises(InputError, match="expected a set of cells, got -1"):
        cells_of(-1)


@pytest.mark.parametrize("text", LINES)
def test_lines_match_hand_made_lists(text: str) -> None:
    layout = Layout.parse(text)
    free = frozenset(FREE.get(text, ()))
    assert layout.size == size_of(text)
    assert cells(layout.free) == free
    written = set(map(frozenset, LINES[text]))
    minimal = {line for line in written if not any(other < line for other in written)}
    assert {cells(line) - free for line in layout.lines} == minimal
    assert len(layout.lines) == len(minimal)


@pytest.mark.parametrize("text", LINES)
def test_a_marked_line_wins(text: str) -> None:
    layout = Layout.parse(text)
    size = min(layout.size, 9)  # in a larger layout, try only the sets of its first nine cells
    for marked in range(1 << size):
        has = any(set(line) <= cells(marked) for line in LINES[text])
        assert layout.wins(marked) == has


def test_five_by_five_layouts_have_the_known_lines() -> None:
    assert len(Layout.parse("5x5").lines) == 12
    free = Layout.parse("5x5:free-centre")
    assert free.size == 25
    assert cells_of(free.free) == (12,)
    assert sorted(len(cells(line) - {12}) for line in free.lines) == [4] * 4 + [5] * 8
    assert Layout.parse("5x5:free-center") == Layout.parse("5x5:free-centre+free-centre") == free
    assert Layout.parse("5x5:rows+free-centre").lines == Layout.parse("5x5:rows").lines


def test_the_rows_of_a_layout_match_its_grid() -> None:
    assert Layout.parse("2x3").rows() == ((0, 1, 2), (3, 4, 5))
    assert Layout.parse(".#./###/.#.").rows() == ((0,), (1, 2, 3), (4,))
    assert Layout.parse("##/../##").rows() == ((0, 1), (2, 3))


def test_gaps_end_a_straight_line() -> None:
    assert [cells_of(line) for line in Layout.parse("##.##").lines] == [(0, 1), (2, 3)]
    assert [cells_of(line) for line in Layout.parse("##./.##").lines] == [(0, 1), (2, 3), (1, 2)]


def test_lines_that_contain_another_line_are_dropped() -> None:
    assert Layout.parse("3x3:all+rows").lines == Layout.parse("3x3:rows").lines
    assert Layout.parse("3x3:###/.../...+###/###/...").lines == (0b111,)
    assert Layout.parse("3x3:rows+rows") == Layout.parse("3x3:rows")
    # With a free centre, the middle row consists of cells 3 and 5 only, as in the second drawing.
    assert Layout.parse("3x3:free-centre+.../###/...+.../#.#/...").lines == (0b111000,)


WRITTEN = ("3X3 : Rows + Columns", "#F#/###", "##/../##", "../.#:all", "5x5:free-center")


@pytest.mark.parametrize("text", [*LINES, *WRITTEN])
def test_text_and_repr_round_trip(text: str) -> None:
    layout = Layout.parse(text)
    assert Layout.parse(str(layout)) == layout
    assert eval(repr(layout), {"Layout": Layout}) == layout


@given(layouts())
def test_any_layout_has_a_drawing(layout: Layout) -> None:
    assert Layout.parse(str(layout)) == layout
    assert str(Layout.parse(str(layout))).lower() == str(layout).lower()
    assert eval(repr(layout), {"Layout": Layout}) == layout


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3x3", ["row 1", "row 2", "row 3", "column 1", "column 2", "column 3", "diagonal 0-4-8", "diagonal 2-4-6"]),
        ("3x3:all", ["all cells"]),
        ("3x3:corners", ["cells 0-2-6-8"]),
        ("3x3:free-centre+rows", ["row 1", "row 2", "row 3"]),
    ],
)
def test_layouts_can_name_their_lines(text: str, names: list[str]) -> None:
    layout = Layout.parse(text)
    assert [layout.line_name(line) for line in layout.lines] == names


@pytest.mark.parametrize(
    ("text", "expected", "got"),
    [
        ("", "a shape such as 3x3", "''"),
        ("3", "a shape such as 3x3", "'3'"),
        ("\uff13x3", "a shape such as 3x3", "'\\uff13x3'"),
        ("3x3x3", "a shape such as 3x3", "'3x3x3'"),
        ("##/#", "rows of equal length", "'##/#'"),
        ("0x3", "1 to 40 rows and columns", "'0x3'"),
        ("41x1", "1 to 40 rows and columns", "'41x1'"),
        ("1000000000000x3", "1 to 40 rows and columns", "'1000000000000x3'"),
        ("11x11", "at most 100 cells", "'11x11'"),
        ("9999x9999", "at most 100 cells", "'9999x9999'"),
        ("..../....", "a drawing with 1 to 100 cells", "'..../....'"),
        ("#" * 41, "at most 40 rows and columns", "'" + "#" * 40 + "...' (41 characters)"),
        ("1x1", "a shape with at least one line of two or more cells", "'1x1'"),
        ("3x3:", "rows, columns, diagonals, corners, all, free-centre or a drawn line", "''"),
        ("3x3:knights", "rows, columns, diagonals, corners, all, free-centre or a drawn line", "'knights'"),
        ("3x3:rows++columns", "rows, columns, diagonals, corners, all, free-centre or a drawn line", "''"),
        ("2x3:diagonals", "a shape that has diagonals", "'2x3'"),
        (".#/##:corners", "a shape that has corners", "'.#/##'"),
        ("1x1:rows", "a shape that has rows", "'1x1'"),
        ("4x4:free-centre", "a grid with a middle cell", "'4x4'"),
        ("###/#.#/###:free-centre", "a grid with a middle cell", "'###/#.#/###'"),
        ("3x3:##/##", "a drawn line with 3 rows and 3 columns", "'##/##'"),
        ("3x3:.../.../...", "a drawn line with at least one cell", "'.../.../...'"),
        (
            "#.#/.#.:##./...",
            "lines that use only existing cells",
            "'##./..., with a # at row 1, column 2'",
        ),
        ("3x3" + " " * MAX_TEXT, "a layout such as 3x3", None),
    ],
)
def test_invalid_layout_strings_are_rejected(text: str, expected: str, got: str | None) -> None:
    with pytest.raises(InputError) as error:
        Layout.parse(text)
    message = str(error.value)
    assert f"expected {expected}" in message or expected in message
    assert got is None or message.endswith(f"got {got}")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("grid", "lines", "free", "message"),
    [
        ((), (1,), 0, "at least one cell, got none"),
        (((0, 0), (0, 0)), (3,), 0, "distinct cells in reading order"),
        (((0, 1), (0, 0)), (3,), 0, "distinct cells in reading order"),
        (((-1, 0), (0, 0)), (3,), 0, "rows and columns 0 to 39"),
        (((0, 0), (40, 0)), (3,), 0, "rows and columns 0 to 39"),
        (tuple((r, c) for r in range(11) for c in range(11)), (3,), 0, "at most 100 cells"),
        (((0, 0), (0, 1)), (), 0, "at least one winning line, got none"),
        (((0, 0), (0, 1)), (0,), 0, "got an empty line"),
        (((0, 0), (0, 1)), (-1,), 0, "got an empty line"),
        (((0, 0), (0, 1)), (5,), 0, "got a line with cell 2"),
        (((0, 0), (0, 1)), (3,), 4, "free cells numbered 0 to 1, got (2,)"),
        (((0, 0), (0, 1)), (3,), -1, "expected a set of cells"),
        (((0, 0), (0, 1)), (1,), 1, "all these cells are free"),
        (((0, 0), (0, 1)), (3,), 3, "all these cells are free"),
    ],
)
def test_invalid_cells_and_lines_are_rejected(
    grid: tuple[tuple[int, int], ...], lines: tuple[int, ...], free: int, message: str
) -> None:
    with pytest.raises(InputError, match="expected") as error:
        Layout(grid, lines, free)
    assert message in str(error.value)


def test_too_many_lines_are_rejected() -> None:
    grid = tuple((r, c) for r in range(10) for c in range(10))
    pairs = tuple(1 << a | 1 << b for a in range(100) for b in range(a))
    assert Layout.parse(str(Layout(grid, pairs[:150]))).lines == pairs[:150]
    with pytest.raises(InputError, match="characters, got 300 lines"):
        Layout(grid, pairs[:300])
