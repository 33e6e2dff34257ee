"""Plain text for a terminal: boards, tables and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.exact import Number, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout

__all__ = ["bar", "beside", "board_text", "cell_numbers", "decimals", "percent", "table"]

# The box-drawing character of a corner, by which of its arms exist: up, right, down, left as bits 1, 2, 4, 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_CELL_WIDTH = 4


def board_text(position: Position) -> str:
    """Return a board drawn with lines; a marked cell has its value in brackets, or ✕ where it has none.

    >>> from dicebingo.model.board import Position
    >>> print(board_text(Position.parse("1 *2 / 3 x", "knuth")))
    ┌────┬────┐
    │  1 │ [2]│
    ├────┼────┤
    │  3 │  ✕ │
    └────┴────┘
    """
    number = {place: cell for cell, place in enumerate(position.rules.layout.grid)}
    height, width = (1 + max(place[axis] for place in number) for axis in (0, 1))
    inner = max(_CELL_WIDTH, *(len(_cell_text(position, cell)) for cell in number.values()))

    def corner(r: int, c: int) -> str:
        up_left, up_right, down_left, down_right = (
            (r + dr, c + dc) in number for dr, dc in ((-1, -1), (-1, 0), (0, -1), (0, 0))
        )
        up, right = up_left or up_right, up_right or down_right
        down, left = down_left or down_right, up_left or down_left
        return _CORNERS[up + 2 * right + 4 * down + 8 * left]

    lines = []
    for r in range(height + 1):
        edges = ("─" if (r - 1, c) in number or (r, c) in number else " " for c in range(width))
        lines.append("".join(corner(r, c) + edge * inner for c, edge in enumerate(edges)) + corner(r, width))
        if r < height:
            row = ""
            for c in range(width + 1):
                row += "│" if (r, c - 1) in number or (r, c) in number else " "
                if c < width:
                    row += (_cell_text(position, number[r, c]) if (r, c) in number else "").rjust(inner)
            lines.append(row)
    return "\n".join(line.rstrip() for line in lines)


def _cell_text(position: Position, cell: int) -> str:
    value = position.board.values[cell]
    if position.rules.layout.free >> cell & 1:
        return " F "
    if position.marked >> cell & 1:
        return " ✕ " if value is None else f" [{value}]"
    return f" {value} "


def cell_numbers(layout: Layout) -> str:
    """Return how the cells are numbered: written out where that is short.

    >>> from dicebingo.model.layout import Layout
    >>> cell_numbers(Layout.parse("2x2")), cell_numbers(Layout.parse("4x4"))
    ('0 1 / 2 3', '0 to 15, row by row')
    """
    if layout.size > 9:
        return f"0 to {layout.size - 1}, row by row"
    return " / ".join(" ".join(map(str, row)) for row in layout.rows())


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> str:
    """Return aligned columns under their headers; numbers to the right, the columns in ``left`` to the left.

    A column whose header is empty is a remark on the one before it, and is not underlined.

    >>> print(table(["roll", "mark"], [["7", "cell 0"], ["10", "cell 5"]], left=[1]))
    roll  mark
    ────  ──────
       7  cell 0
      10  cell 5
    """
    widths = [max(len(row[i]) for row in (headers, *rows)) for i in range(len(headers))]

    def line(cells: Sequence[str]) -> str:
        padded = (c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True)))
        return "  ".join(padded).rstrip()

    rule = ("─" * width if header else "" for header, width in zip(headers, widths, strict=True))
    return "\n".join([line(headers), line(list(rule)), *map(line, rows)])


def beside(left: str, right: str, gap: int = 4) -> str:
    """Return two blocks of text side by side."""
    a, b = left.splitlines(), right.splitlines()
    width = max(map(len, a), default=0)
    height = max(len(a), len(b))
    a, b = a + [""] * (height - len(a)), b + [""] * (height - len(b))
    return "\n".join((x.ljust(width + gap) + y).rstrip() for x, y in zip(a, b, strict=True))


def decimals(numbers: Sequence[Number], digits: int = 6, longest: int = 26) -> list[str]:
    """Return a column of decimals, with the fraction beside each if the longest of the fractions is short enough.

    >>> from dicebingo.exact import as_rational
    >>> decimals([as_rational("10872/1331"), as_rational(12)])
    [' 8.168295 = 10872/1331', '12.000000 = 12']
    """
    shown = [f"{decimal(number):.{digits}f}" for number in numbers]
    width = max(map(len, shown), default=0)
    exact = [exact_text(number) for number in numbers]
    if any(isinstance(n, float) for n in numbers) or max(map(len, exact), default=0) > longest:
        return [s.rjust(width) for s in shown]
    return [f"{s.rjust(width)} = {e}" for s, e in zip(shown, exact, strict=True)]


def percent(number: Number) -> str:
    """Return a probability in per cent.

    >>> from dicebingo.exact import as_rational
    >>> percent(as_rational("1/6"))
    '16.67%'
    """
    return f"{100 * decimal(number):.2f}%"


def bar(share: Number, width: int = 24) -> str:
    """Return a bar for a share from 0 to 1, in eighths of a character."""
    eighths = round(decimal(share) * width * 8)
    return "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
