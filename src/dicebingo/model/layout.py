"""Layouts: cells on a grid, the lines that win, and free cells, which count as marked from the start.

Cells are numbered from 0, starting at the top left, row by row. A set of cells is a bit mask: bit i is cell i. A line
that contains another line is dropped, because it is never complete before that line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from dicebingo.checked import Checked
from dicebingo.errors import InputError, listed, shown, whole_number
from dicebingo.model import layout_notation
from dicebingo.model.layout_notation import MAX_CELLS, MAX_SIDE, MAX_TEXT, Coordinates


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the cells in the set ``mask``, in increasing order.

    >>> cells_of(0b10001)
    (0, 4)
    """
    mask = whole_number(mask, "a set of cells", 0)  # a negative number has infinitely many bits
    return tuple(cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def mask_of(cells: Iterable[int]) -> int:
    """Return a set of cells as a bit mask.

    >>> bin(mask_of([0, 4]))
    '0b10001'
    """
    mask = 0
    for cell in listed(cells, "cells"):  # convert to int: a shifted numpy integer loses cells 64 and above
        mask |= 1 << whole_number(cell, "cells from {} to {}", 0, MAX_CELLS - 1)
    return mask


def pack(mask: int, cells: Sequence[int]) -> int:
    """Return the members of a set that are in ``cells``, renumbered so that bit i represents ``cells[i]``.

    >>> bin(pack(0b10110, [1, 3, 4]))
    '0b101'
    """
    return sum(1 << i for i, cell in enumerate(cells) if mask >> cell & 1)


def unpack(packed: int, cells: Sequence[int]) -> int:
    """Return the set of cells that ``packed`` represents. This is the inverse of ``pack``.

    >>> bin(unpack(0b101, [1, 3, 4]))
    '0b10010'
    """
    return sum(1 << cell for i, cell in enumerate(cells) if packed >> i & 1)


@dataclass(frozen=True, slots=True, repr=False)
class Layout(Checked):
    """The positions of the cells on a grid, and the winning lines.

    ``grid`` lists the row and column of each cell. ``lines`` are the lines as bit masks, and ``free`` is the bit mask
    of the cells that are marked from the start. ``text`` is the notation of the layout; comparisons ignore it.

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
        Checked.__post_init__(self)
        _check_grid(self.grid)
        if self.free & ~self.full:
            raise InputError(f"expected free cells numbered 0 to {self.size - 1}, got {cells_of(self.free)}")
        if not self.lines:
            raise InputError("expected a layout with at least one winning line, got none: no board could ever finish")
        for line in self.lines:
            if line <= 0:
                raise InputError("expected winning lines with at least one cell, got an empty line")
            if line & ~self.full:
                missing = cells_of(line & ~self.full)[0]
                raise InputError(f"expected lines of cells 0 to {self.size - 1}, got a line with cell {missing}")
            if not line & ~self.free:
                raise InputError(f"expected lines with a cell to mark, got {cells_of(line)}: all these cells are free")
        need = [line & ~self.free for line in self.lines]
        minimal = tuple(
            line
            for i, line in enumerate(self.lines)
            if not any(need[i] | other == need[i] and (other != need[i] or j < i) for j, other in enumerate(need))
        )
        object.__setattr__(self, "lines", minimal)
        if not self.text:
            object.__setattr__(self, "text", layout_notation.draw(self.grid, self.lines, self.free))
        if len(self.text) > MAX_TEXT:
            raise InputError(f"expected lines whose drawings fit in {MAX_TEXT} characters, got {len(self.lines)} lines")

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Parse a layout (see ``dicebingo.model.layout_notation``)."""
        return cls(*layout_notation.parse(text))

    @property
    def size(self) -> int:
        """The number of cells, including free cells."""
        return len(self.grid)

    @property
    def full(self) -> int:
        """The set of all cells."""
        return (1 << self.size) - 1

    @property
    def height(self) -> int:
        """The number of rows in the grid, including empty rows."""
        return 1 + max(row for row, _ in self.grid)

    @property
    def width(self) -> int:
        """The number of columns in the grid, including empty columns."""
        return 1 + max(column for _, column in self.grid)

    @property
    def open_cells(self) -> tuple[int, ...]:
        """The cells that have a value: all except the free cells."""
        return cells_of(self.full & ~self.free)

    @property
    def cells_in_lines(self) -> int:
        """The set of all cells that are in a line."""
        return reduce(or_, self.lines)

    @property
    def open_lines(self) -> tuple[int, ...]:
        """The lines without their free cells, as bit masks in which bit i stands for the i-th open cell."""
        return tuple(pack(line, self.open_cells) for line in self.lines)

    def fill(self, values: Iterable[int]) -> tuple[int | None, ...]:
        """Return one value per cell, given the values of the open cells. Free cells get None.

        >>> Layout.parse("1x3:free-centre").fill([4, 5])
        (4, None, 5)
        """
        found: list[int | None] = [None] * self.size
        given, cells = listed(values, "values"), self.open_cells
        if len(given) != len(cells):
            raise InputError(f"expected {len(cells)} values, one per cell that is not free, got {shown(values)}")
        for cell, value in zip(cells, given, strict=True):
            found[cell] = whole_number(value, "a whole number as the value")
        return tuple(found)

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells of each row of the grid, skipping rows without cells."""
        rows: dict[int, list[int]] = {}
        for cell, (row, _) in enumerate(self.grid):
            rows.setdefault(row, []).append(cell)
        return tuple(tuple(cells) for cells in rows.values())

    def wins(self, marked: int) -> bool:
        """Whether the set ``marked`` contains a winning line."""
        marked = self.free | (marked if type(marked) is int else whole_number(marked, "a set of cells"))
        return any(marked & line == line for line in self.lines)

    def line_name(self, line: int) -> str:
        """Return a short name for a line, with rows and columns numbered from 1.

        >>> layout = Layout.parse("3x3")
        >>> layout.line_name(layout.lines[0]), layout.line_name(layout.lines[-1])
        ('row 1', 'diagonal 2-4-6')
        """
        cells = cells_of(line)
        if not cells or cells[-1] >= self.size:
            raise InputError(f"expected a line with cell numbers from 0 to {self.size - 1}, got {cells}")
        coordinates = [self.grid[cell] for cell in cells]
        rows, columns = ({c[axis] for c in coordinates} for axis in (0, 1))
        if len(coordinates) == self.size:
            return "all cells"
        if len(rows) == 1:
            return f"row {rows.pop() + 1}"
        if len(columns) == 1:
            return f"column {columns.pop() + 1}"
        named = "-".join(map(str, cells))
        slopes = ({r - c for r, c in coordinates}, {r + c for r, c in coordinates})
        return f"diagonal {named}" if 1 in map(len, slopes) else f"cells {named}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Layout.parse({self.text!r})"


def _check_grid(grid: tuple[Coordinates, ...]) -> None:
    if not grid:
        raise InputError("expected a layout with at least one cell, got none")
    if list(grid) != sorted(set(grid)):
        raise InputError("expected distinct cells in reading order (row by row)")
    # Beyond these limits, a layout has no text form that can be parsed again.
    if len(grid) > MAX_CELLS or not all(0 <= side < MAX_SIDE for cell in grid for side in cell):
        raise InputError(
            f"expected at most {MAX_CELLS} cells in rows and columns 0 to {MAX_SIDE - 1}, "
            f"got {len(grid)} cells from {grid[0]} to {grid[-1]}"
        )
