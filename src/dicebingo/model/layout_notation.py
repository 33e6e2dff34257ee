"""The text form of layouts: ``SHAPE`` or ``SHAPE:PART+PART...``.

A shape is ``ROWSxCOLUMNS`` or a drawing with ``#`` for a cell, ``F`` for a free cell and ``.`` for a gap, its rows
separated by ``/``. The parts are

    rows  columns  diagonals    straight lines (by default, all that the grid has)
    corners                     the four corners of the grid
    all                         every cell ("blackout")
    .#./###/.#.                 a drawn line: # is a cell of the line
    free-centre                 the middle cell is free
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from dicebingo.errors import LONGEST, InputError, expect_type, quote

MAX_SIDE = 40
MAX_CELLS = 100
MAX_TEXT = 20_000
STRAIGHT = ("rows", "columns", "diagonals")
LINE_NAMES = (*STRAIGHT, "corners", "all")

Coordinates: TypeAlias = tuple[int, int]
Grid: TypeAlias = tuple[Coordinates, ...]
Fail: TypeAlias = Callable[[str, object], InputError]


def draw(grid: Grid, lines: Sequence[int], free: int) -> str:
    """Return the text form that draws the grid and every line. Every layout has such a form."""
    height, width = (1 + max(cell[axis] for cell in grid) for axis in (0, 1))

    def drawn(inside: int, symbol: str, outside: str) -> str:
        symbols = {cell: symbol if inside >> i & 1 else outside for i, cell in enumerate(grid)}
        return "/".join("".join(symbols.get((r, c), ".") for c in range(width)) for r in range(height))

    return f"{drawn(free, 'F', '#')}:{'+'.join(drawn(line, '#', '.') for line in lines)}"


def parse(text: str) -> tuple[Grid, tuple[int, ...], int, str]:
    """Return the grid, the lines, the free cells and the normalised text of a layout."""

    def fail(expected: str, got: object) -> InputError:
        found = f"layout {quote(text)}: expected {expected}, got {quote(got)}"
        return InputError(found, "layout", got=str(text)[:LONGEST])

    expect_type(text, str)
    if len(text) > MAX_TEXT:
        raise fail("a layout such as 3x3, 3x3:rows+columns or 5x5:free-centre", text)
    shape, colon, rest = re.sub(r"\s+", "", text.lower()).partition(":")
    rest = "+".join("free-centre" if part == "free-center" else part for part in rest.split("+"))
    height, width, symbols = _shape(shape, fail)
    grid = tuple(cell for cell in sorted(symbols) if symbols[cell] != ".")
    free = sum(1 << i for i, cell in enumerate(grid) if symbols[cell] == "f")
    parts = rest.split("+") if colon else []
    if "free-centre" in parts:
        centre = (height // 2, width // 2)
        if height % 2 == 0 or width % 2 == 0 or centre not in grid:
            raise fail("a grid with a middle cell for free-centre", shape)
        free |= 1 << grid.index(centre)
        parts = [part for part in parts if part != "free-centre"]
    lines: list[int] = []
    for name in LINE_NAMES:
        if name in (parts or STRAIGHT):
            found = _named_lines(name, grid, (height, width))
            if parts and not found:
                raise fail(f"a shape that has {name}", shape)
            lines += found
    lines += [_drawn_line(part, grid, (height, width), fail) for part in parts if part not in LINE_NAMES]
    if not lines:
        raise fail("a shape with at least one line of two or more cells", shape)
    return grid, tuple(lines), free, shape + colon + rest


def _shape(shape: str, fail: Fail) -> tuple[int, int, dict[Coordinates, str]]:
    """Return the height, the width and the symbol (#, f or .) at each point of the grid."""
    if size := re.fullmatch(r"([0-9]{1,18})x([0-9]{1,18})", shape):
        height, width = int(size[1]), int(size[2])
        if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE and height * width <= MAX_CELLS):
            raise fail(f"1 to {MAX_SIDE} rows and columns and at most {MAX_CELLS} cells", shape)
        return height, width, {(r, c): "#" for r in range(height) for c in range(width)}
    drawn = shape.split("/")
    if not re.fullmatch(r"[#.f/]+", shape) or len({len(row) for row in drawn}) != 1:
        raise fail("a shape such as 3x3, or a drawing such as .#./#F#/.#. with rows of equal length", shape)
    height, width = len(drawn), len(drawn[0])
    symbols = {(r, c): symbol for r, row in enumerate(drawn) for c, symbol in enumerate(row)}
    cells = sum(symbol != "." for symbol in symbols.values())
    if max(height, width) > MAX_SIDE or not 1 <= cells <= MAX_CELLS:
        raise fail(f"a drawing with 1 to {MAX_CELLS} cells and at most {MAX_SIDE} rows and columns", shape)
    return height, width, symbols


def _line(cells: Iterable[Coordinates], grid: Grid) -> int:
    return sum(1 << grid.index(cell) for cell in cells)


def _named_lines(name: str, grid: Grid, size: Coordinates) -> list[int]:
    """Return the lines of the kind ``name``, such as rows; the list is empty if the grid has none."""
    height, width = size
    if name == "all":
        return [(1 << len(grid)) - 1]
    if name == "corners":
        corners = {(r, c) for r in (0, height - 1) for c in (0, width - 1)}
        return [_line(corners, grid)] if corners <= set(grid) else []
    if name == "diagonals":  # only a square grid has diagonals
        if height != width or height == 1:
            return []
        diagonals = [[(i, i) for i in range(height)], [(i, height - 1 - i) for i in range(height)]]
        return [_line(cells, grid) for cells in diagonals if set(cells) <= set(grid)]
    return _straight_runs(grid, (0, 1) if name == "rows" else (1, 0))


def _straight_runs(grid: Grid, step: Coordinates) -> list[int]:
    """Return the maximal runs of at least two adjacent cells in one direction."""
    cells = set(grid)
    runs = []
    for row, column in grid:
        if (row - step[0], column - step[1]) in cells:
            continue
        run = []
        while (row, column) in cells:
            run.append((row, column))
            row, column = row + step[0], column + step[1]  # noqa: PLW2901  (walks along the run)
        if len(run) > 1:
            runs.append(_line(run, grid))
    return runs


def _drawn_line(part: str, grid: Grid, size: Coordinates, fail: Fail) -> int:
    """Parse a drawn line."""
    if not re.fullmatch(r"[#./]+", part):
        raise fail(f"{', '.join(LINE_NAMES)}, free-centre or a drawn line such as #../.#./..#", part)
    drawn = part.split("/")
    if len(drawn) != size[0] or any(len(row) != size[1] for row in drawn):
        raise fail(f"a drawn line with {size[0]} rows and {size[1]} columns", part)
    cells = [(r, c) for r, row in enumerate(drawn) for c, symbol in enumerate(row) if symbol == "#"]
    if not cells:
        raise fail("a drawn line with at least one cell (#)", part)
    for row, column in cells:
        if (row, column) not in grid:
            raise fail("lines that use only existing cells", f"{part}, with a # at row {row + 1}, column {column + 1}")
    return _line(cells, grid)
