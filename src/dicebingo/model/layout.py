"""Layouts: cells on a grid, the lines that win, and free cells, which count as marked from the start.

Cells are numbered 0.. from the top left, row by row. A set of cells is a bit mask: bit i is cell i. Lines that
contain another line are left out, because they are never the first to be completed.

The text form is ``SHAPE`` or ``SHAPE:PART+PART...``. A shape is ``ROWSxCOLUMNS`` or a drawing with ``#`` for a
cell, ``F`` for a free cell and ``.`` for a gap, rows separated by ``/``. The parts are

    rows  columns  diagonals    straight lines (the default is all that exist)
    corners                     the four corners of the grid
    all                         every cell ("blackout")
    .#./###/.#.                 a drawn line: # is in it, . is not
    free-centre                 the middle cell is free
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import index

from dicebingo.errors import InputError, quote

__all__ = ["Layout", "cells_of", "mask_of"]

MAX_SIDE = 32
MAX_CELLS = 100
MAX_TEXT = 20_000

Coordinates = tuple[int, int]


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the cells of a set, in increasing order.

    >>> cells_of(0b10001)
    (0, 4)
    """
    if mask < 0:  # which has bits without end
        raise InputError(f"expected a set of cells, got {mask}")
    return tuple(_bits(index(mask)))


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of the cells, as a bit mask.

    >>> bin(mask_of([0, 4]))
    '0b10001'
    """
    mask = 0
    for cell in cells:
        if cell < 0:
            raise InputError(f"expected cells numbered from 0, got {cell}")
        mask |= 1 << index(cell)  # a shifted integer of numpy would lose cells from 64 on
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """Where the cells are and which sets of cells win.

    >>> layout = Layout.parse("3x3")
    >>> len(layout.lines), layout.size
    (8, 9)
    >>> [cells_of(line) for line in Layout.parse("3x3:rows").lines]
    [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    """

    grid: tuple[Coordinates, ...]
    lines: tuple[int, ...]
    free: int = 0
    text: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Check the layout and leave out the lines that contain another."""
        _check_grid(self.grid)
        if self.free & ~self.full:
            raise InputError(f"expected free cells among 0 to {self.size - 1}, got {cells_of(self.free)}")
        if not self.lines:
            raise InputError("expected a layout with at least one winning line, got none: no board could ever finish")
        for line in self.lines:
            if line <= 0:
                raise InputError("expected winning lines with at least one cell, got an empty line")
            if line & ~self.full:
                missing = cells_of(line & ~self.full)[0]
                raise InputError(
                    f"expected lines of cells 0 to {self.size - 1}, got one with cell {missing}: nobody can complete it"
                )
            if not line & ~self.free:
                raise InputError(f"expected lines to complete, got {cells_of(line)}: all its cells are free")
        needed = [line & ~self.free for line in self.lines]
        minimal = tuple(
            line
            for i, line in enumerate(self.lines)
            if not any(
                needed[i] | other == needed[i] and (other != needed[i] or j < i) for j, other in enumerate(needed)
            )
        )
        object.__setattr__(self, "lines", minimal)
        if not self.text:
            object.__setattr__(self, "text", _drawn_text(self))
        if len(self.text) > MAX_TEXT:
            raise InputError(f"expected lines that {MAX_TEXT} characters can draw, got {len(self.lines)} lines")

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Return the layout that the text describes (see the module's docstring)."""
        return _parse(text)

    @property
    def size(self) -> int:
        """The number of cells, free ones included."""
        return len(self.grid)

    @property
    def full(self) -> int:
        """The set of all cells."""
        return (1 << self.size) - 1

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells of each grid row that has any: how a board is written down."""
        rows: dict[int, list[int]] = {}
        for cell, (row, _) in enumerate(self.grid):
            rows.setdefault(row, []).append(cell)
        return tuple(tuple(cells) for cells in rows.values())

    def wins(self, marked: int) -> bool:
        """Whether the marked set contains a line."""
        marked |= self.free
        return any(marked & line == line for line in self.lines)

    def line_name(self, line: int) -> str:
        """Return a short name for a line, by its place in the grid.

        >>> layout = Layout.parse("3x3")
        >>> layout.line_name(layout.lines[0]), layout.line_name(layout.lines[-1])
        ('row 0', 'diagonal 2-4-6')
        """
        coordinates = [self.grid[cell] for cell in cells_of(line)]
        rows, columns = ({c[axis] for c in coordinates} for axis in (0, 1))
        if len(coordinates) == self.size:
            return "all cells"
        if len(rows) == 1:
            return f"row {rows.pop()}"
        if len(columns) == 1:
            return f"column {columns.pop()}"
        cells = "-".join(map(str, cells_of(line)))
        slopes = ({r - c for r, c in coordinates}, {r + c for r, c in coordinates})
        return f"diagonal {cells}" if 1 in map(len, slopes) else f"cells {cells}"

    def __str__(self) -> str:
        """Return a text form that parses to the same layout."""
        return self.text

    def __repr__(self) -> str:
        """Return an expression that makes the same layout."""
        return f"Layout.parse({self.text!r})"


def _check_grid(grid: tuple[Coordinates, ...]) -> None:
    if not grid:
        raise InputError("expected a layout with at least one cell, got none")
    if list(grid) != sorted(set(grid)):
        raise InputError("expected different cells in reading order (row by row)")
    # Beyond these no text form would lead back to the layout.
    if len(grid) > MAX_CELLS or not all(0 <= place < MAX_SIDE for cell in grid for place in cell):
        raise InputError(
            f"expected at most {MAX_CELLS} cells in rows and columns 0 to {MAX_SIDE - 1}, "
            f"got {len(grid)} from {grid[0]} to {grid[-1]}"
        )


def _drawn_text(layout: Layout) -> str:
    """Return the text form with everything drawn: it exists for every layout."""

    def draw(symbol: Callable[[int], str]) -> str:
        height, width = (1 + max(c[axis] for c in layout.grid) for axis in (0, 1))
        number = {c: i for i, c in enumerate(layout.grid)}
        return "/".join(
            "".join(symbol(number[r, c]) if (r, c) in number else "." for c in range(width)) for r in range(height)
        )

    shape = draw(lambda cell: "F" if layout.free >> cell & 1 else "#")
    lines = [draw(lambda cell, line=line: "#" if line >> cell & 1 else ".") for line in layout.lines]  # type: ignore[misc]
    return f"{shape}:{'+'.join(lines)}"


def _straight_runs(grid: tuple[Coordinates, ...], step: Coordinates) -> list[int]:
    """Return the maximal runs of at least two adjacent cells in one direction."""
    number = {c: i for i, c in enumerate(grid)}
    runs = []
    for start in grid:
        row, column = start
        if (row - step[0], column - step[1]) in number:
            continue
        run = []
        while (row, column) in number:
            run.append(number[row, column])
            row, column = row + step[0], column + step[1]
        if len(run) > 1:
            runs.append(mask_of(run))
    return runs


def _diagonals(grid: tuple[Coordinates, ...], height: int, width: int) -> list[int]:
    """Return the two diagonals from corner to corner; only a square grid has them."""
    if height != width or height == 1:
        return []
    number = {c: i for i, c in enumerate(grid)}
    corner_to_corner = ([(i, i) for i in range(height)], [(i, height - 1 - i) for i in range(height)])
    return [mask_of(number[c] for c in line) for line in corner_to_corner if all(c in number for c in line)]


def _parse(text: str) -> Layout:
    def fail(expected: str, got: object) -> InputError:
        return InputError(f"layout {quote(text)}: expected {expected}, got {quote(got)}")

    if len(text) > MAX_TEXT:
        raise fail("a layout such as 3x3, 3x3:rows+columns or 5x5:free-centre", text)
    shape, colon, rest = re.sub(r"\s+", "", text.lower()).partition(":")
    parts = rest.split("+") if colon else []
    height, width, symbols = _shape(shape, fail)
    grid = tuple(c for c in sorted(symbols) if symbols[c] != ".")
    free = mask_of(cell for cell, c in enumerate(grid) if symbols[c] == "f")

    if "free-centre" in (parts := ["free-centre" if part == "free-center" else part for part in parts]):
        centre = (height // 2, width // 2)
        if height % 2 == 0 or width % 2 == 0 or centre not in grid:
            raise fail("a grid with a middle cell for free-centre", shape)
        free |= 1 << grid.index(centre)
        parts = [part for part in parts if part != "free-centre"]

    def corners() -> list[int]:
        places = {(r, c) for r in (0, height - 1) for c in (0, width - 1)}
        return [mask_of(grid.index(c) for c in places)] if places <= set(grid) else []

    named: dict[str, Callable[[], list[int]]] = {
        "rows": lambda: _straight_runs(grid, (0, 1)),
        "columns": lambda: _straight_runs(grid, (1, 0)),
        "diagonals": lambda: _diagonals(grid, height, width),
        "corners": corners,
        "all": lambda: [(1 << len(grid)) - 1],
    }
    straight = ("rows", "columns", "diagonals")
    lines: list[int] = []
    for name, make in named.items():
        found = make() if name in parts or (not parts and name in straight) else []
        if name in parts and not found:
            raise fail(f"a shape that has {name}", shape)
        lines += found
    for part in parts:
        if part not in named:
            lines.append(_pattern(part, grid, (height, width), list(named), fail))
    if not lines:
        raise fail("a shape with at least one line of two or more cells", shape)
    canonical = shape + ":" * bool(colon) + "+".join(rest.replace("center", "centre").split("+"))
    return Layout(grid, tuple(lines), free, canonical)


Fail = Callable[[str, object], InputError]


def _shape(shape: str, fail: Fail) -> tuple[int, int, dict[Coordinates, str]]:
    """Return height, width and the symbol (#, f or .) at each place of the grid."""
    if size := re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", shape):
        height, width = int(size[1]), int(size[2])
        if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE and height * width <= MAX_CELLS):
            raise fail(f"1 to {MAX_SIDE} rows and columns and at most {MAX_CELLS} cells", shape)
        return height, width, {(r, c): "#" for r in range(height) for c in range(width)}
    drawn = shape.split("/")
    if not re.fullmatch(r"[#.f/]+", shape) or len({len(row) for row in drawn}) != 1:
        raise fail("a shape such as 3x3, or a drawing such as .#./#F#/.#. with rows of equal length", shape)
    symbols = {(r, c): symbol for r, row in enumerate(drawn) for c, symbol in enumerate(row)}
    if (
        len(drawn) > MAX_SIDE
        or len(drawn[0]) > MAX_SIDE
        or not 1 <= sum(s != "." for s in symbols.values()) <= MAX_CELLS
    ):
        raise fail(f"a drawing with 1 to {MAX_CELLS} cells and at most {MAX_SIDE} rows and columns", shape)
    return len(drawn), len(drawn[0]), symbols


def _pattern(part: str, grid: tuple[Coordinates, ...], size: Coordinates, names: list[str], fail: Fail) -> int:
    """Return the line that a drawing stands for."""
    if not re.fullmatch(r"[#./]+", part):
        raise fail(f"{', '.join(names)}, free-centre or a drawn line such as #../.#./..#", part)
    drawn = part.split("/")
    if len(drawn) != size[0] or any(len(row) != size[1] for row in drawn):
        raise fail(f"a drawn line of {size[0]} rows of {size[1]}", part)
    chosen = [(r, c) for r, row in enumerate(drawn) for c, symbol in enumerate(row) if symbol == "#"]
    if not chosen:
        raise fail("a drawn line with at least one cell (#)", part)
    for place in chosen:
        if place not in grid:
            raise fail("lines of cells that exist", f"{part}, with a # at row {place[0]}, column {place[1]}")
    return mask_of(grid.index(place) for place in chosen)
