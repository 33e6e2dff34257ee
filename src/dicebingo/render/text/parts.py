"""Plain text for a terminal: boards, tables and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest

from dicebingo.exact import Number, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout

# The box-drawing character of a corner, by which of its arms exist: up, right, down, left as bits 1, 2, 4, 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_CELL_WIDTH = 4
MOST_DIGITS = 40
WIDTH = 100


def board_text(position: Position) -> str:
    """Return a board drawn with lines; a marked cell has its value in brackets, or ✕ where it has none.

    >>> print(board_text(Position.parse("1 *2 / 3 x", "knuth")))
    ┌────┬────┐
    │  1 │ [2]│
    ├────┼────┤
    │  3 │  ✕ │
    └────┴────┘
    """
    layout = position.rules.layout
    number = {at: cell for cell, at in enumerate(layout.grid)}
    height, width = layout.height, layout.width
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
    """Return how the cells are numbered, written out if that is short.

    >>> cell_numbers(Layout.parse("2x2")), cell_numbers(Layout.parse("4x4"))
    ('0 1 / 2 3', '0 to 15, row by row')
    """
    if layout.size > 9:
        return f"0 to {layout.size - 1}, row by row"
    return " / ".join(" ".join(map(str, row)) for row in layout.rows())


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> str:
    """Return aligned columns under their headers: those in ``left`` are aligned to the left, the others to the right.

    A column without a header is a remark on the one before it, and is not underlined.

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


def page(*parts: str) -> str:
    """Return paragraphs; empty ones are left out."""
    return "\n" + "\n\n".join(part for part in parts if part) + "\n"


def boards_text(positions: Sequence[Position], names: Sequence[str], below: Sequence[str] = ()) -> str:
    """Return boards side by side, each under its name, with a line below each if there is any."""
    blocks = [f"{name}\n{board_text(p)}" for name, p in zip(names, positions, strict=True)]
    if below:
        blocks = [f"{block}\n{line}" for block, line in zip(blocks, below, strict=True)]
    return reduce(beside, blocks)


def beside(left: str, right: str, gap: int = 4) -> str:
    """Return two blocks of text side by side."""
    a, b = left.splitlines(), right.splitlines()
    width = gap + max(map(len, a), default=0)
    return "\n".join((x.ljust(width) + y).rstrip() for x, y in zip_longest(a, b, fillvalue=""))


def decimals(numbers: Sequence[Number], digits: int = 6, longest: int = 26) -> list[str]:
    """Return a column of decimals, each with its fraction beside it if the longest fraction is short enough.

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


def exactly(number: Number) -> str:
    """Return the fraction of a number if it is short enough to show; otherwise many decimals."""
    if isinstance(number, float):
        return f"{number:.10f}"
    exact = exact_text(number)
    return exact if len(exact) <= MOST_DIGITS else f"{decimal(number):.12f} (exact: --json)"


def equals(number: Number, longest: int = MOST_DIGITS, otherwise: str = "") -> str:
    """Return what follows a decimal: the fraction that it stands for, if that is short enough."""
    exact = exact_text(number)
    return f" = {exact}" if len(exact) <= longest else otherwise


def counted(count: int, what: str) -> str:
    """Return a number of things.

    >>> counted(1, "joint state"), counted(2530, "joint state")
    ('1 joint state', '2,530 joint states')
    """
    return f"{count:,} {what}" + ("s" if count != 1 else "")


def percent(number: Number) -> str:
    """Return a probability as a percentage.

    >>> from dicebingo.exact import as_rational
    >>> percent(as_rational("1/6"))
    '16.67%'
    """
    return f"{100 * decimal(number):.2f}%"


def bar(share: Number, width: int = 24) -> str:
    """Return a bar for a share from 0 to 1, in eighths of a character."""
    eighths = round(decimal(share) * width * 8)
    return "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
