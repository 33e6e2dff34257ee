"""Plain text for a terminal of 80 columns: boards, tables, facts and numbers.

Only a single long word, such as a fraction, is ever wider, and then it is alone on its line: a terminal shows it on
several lines and still copies it as one. Within ``lines_of(width)``, tables and sentences have another width; text for
a file is not broken at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import fill
from typing import TypeAlias

from dicebingo.exact import Number, decimal, digits_for, nearest, rounded_down, rounded_up
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.model.notation import cell_name
from dicebingo.render.text.width import WIDTH
from dicebingo.render.text.width import width as most_columns

GAP = 4
# The box-drawing character of a corner, by which of its arms exist: up, right, down, left as bits 1, 2, 4, 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_CELL_WIDTH = 4
_NARROW = 28
"""Facts with less room than this are written below a board and not beside it."""
_BOARD = re.compile(r"[*\dxF]+(?: (?:/ )?[*\dxF]+)+")
MOST_DIGITS = 60

Fact: TypeAlias = tuple[str, str, str]
"""A label, a decimal or a remark, and an exact form that may be empty."""


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
    if width * (inner + 1) >= WIDTH:
        return wrapped(str(position))

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


def cells_text(cells: Iterable[int], layout: Layout) -> str:
    """Return the numbers of cells; of a single one also where it is, counted as on the page.

    >>> cells_text([5], Layout.parse("3x3")), cells_text([0, 8], Layout.parse("3x3"))
    ('5 (row 2, column 3)', '0, 8')
    """
    first, *others = cells
    return ", ".join(map(str, (first, *others))) if others else cell_name(first, layout).removeprefix("cell ")


def table(
    headers: Sequence[str], rows: Sequence[Sequence[str | Number]], left: Sequence[int] = (), key: int = 1
) -> str:
    """Return aligned columns under their headers: those in ``left`` are aligned to the left, the others to the right.

    Numbers are shown as decimals, with their fractions where all of the table fits on a terminal. A column without a
    header belongs to the one before it, and is not underlined. Columns that a terminal has no room for follow below,
    again beside the first ones, of which ``key`` have headers.

    >>> print(table(["roll", "mark"], [["7", "cell 0"], ["10", "cell 5"]], left=[1]))
    roll  mark
    ────  ──────
       7  cell 0
      10  cell 5
    """
    left = [i for i in range(len(headers)) if i in left or any(not isinstance(row[i], str) for row in rows)]
    with_fractions = _blocks(headers, _shown(rows), left, key)
    blocks = with_fractions if len(with_fractions) == 1 else _blocks(headers, _shown(rows, longest=0), left, key)
    return "\n\n".join(blocks) or _listed(headers, _shown(rows), key)


def _shown(rows: Sequence[Sequence[str | Number]], longest: int = 26) -> list[list[str]]:
    """Return the rows of a table with their numbers as text."""
    columns = [decimals(column, longest=longest) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _blocks(headers: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int], key: int) -> list[str]:
    """Return the parts of a table, one if it fits on a terminal; none if even a single column does not."""
    widths = [max(len(row[i]) for row in (headers, *rows)) for i in range(len(headers))]
    first, others = _groups(headers, key)
    parts = [first]
    for group in others:
        if sum(widths[i] + 2 for i in (*parts[-1], *group)) - 2 > most_columns() and parts[-1] != first:
            parts.append(first)
        parts[-1] = [*parts[-1], *group]
    if any(sum(widths[i] + 2 for i in part) - 2 > most_columns() for part in parts):
        return []
    rule = ["─" * width if header else "" for header, width in zip(headers, widths, strict=True)]

    def line(cells: Sequence[str], part: Sequence[int]) -> str:
        padded = (cells[i].ljust(widths[i]) if i in left else cells[i].rjust(widths[i]) for i in part)
        return "  ".join(padded).rstrip()

    return ["\n".join(line(cells, part) for cells in (headers, rule, *rows)) for part in parts]


def _groups(headers: Sequence[str], key: int) -> tuple[list[int], list[list[int]]]:
    """Return the first columns of a table, and the others, each with those without a header that belong to it."""
    groups: list[list[int]] = []
    for i, header in enumerate(headers):
        if header or not groups:
            groups.append([])
        groups[-1].append(i)
    return [i for group in groups[:key] for i in group], groups[key:]


def _listed(headers: Sequence[str], rows: Sequence[Sequence[str]], key: int) -> str:
    """Return a table that is much too wide: every entry on a line of its own, below the first ones of its row."""
    first, others = _groups(headers, key)

    def entry(row: Sequence[str], group: Sequence[int]) -> str:
        return "  ".join(filter(None, (headers[group[0]], *(row[i] for i in group))))

    return "\n\n".join("\n  ".join([entry(row, first), *(entry(row, group) for group in others)]) for row in rows)


def page(*parts: str) -> str:
    """Return paragraphs, no line of which is too wide; empty ones are left out."""
    return "\n" + wrapped("\n\n".join(part for part in parts if part)) + "\n"


def wrapped(text: str, width: int | None = None) -> str:
    """Return a text whose long lines are broken between words, and not within a board; indented ones stay indented.

    >>> print(wrapped("Best reply found: 5 3 / 1 6 beats it.", 25))
    Best reply found:
    5 3 / 1 6 beats it.
    """
    most = most_columns() if width is None else width
    return "\n".join(_wrapped_line(line, most) if len(line) > most else line for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    def whole(board: re.Match[str]) -> str:
        return board[0].replace(" ", "\0") if len(board[0]) <= width else board[0]

    indent = " " * (len(line) - len(line.lstrip()))
    broken = fill(
        _BOARD.sub(whole, line),
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return broken.replace("\0", " ")


def beside(*blocks: str) -> str:
    """Return blocks of text side by side, as many as fit; the others follow below."""
    rows = [blocks[0]]
    for block in blocks[1:]:
        a, b = rows[-1].splitlines(), block.splitlines()
        width = GAP + max(map(len, a), default=0)
        if width + max(map(len, b), default=0) > WIDTH:
            rows.append(block)
        else:
            rows[-1] = "\n".join((x.ljust(width) + y).rstrip() for x, y in zip_longest(a, b, fillvalue=""))
    return "\n\n".join(rows)


def boards_text(positions: Sequence[Position], names: Sequence[str], below: Sequence[str] = ()) -> str:
    """Return boards side by side, each under its name, with a line below each if there is any."""
    blocks = [f"{name}\n{board_text(p)}" for name, p in zip(names, positions, strict=True)]
    if below:
        blocks = [f"{block}\n{line}" for block, line in zip(blocks, below, strict=True)]
    return beside(*blocks)


def described(position: Position, facts: Sequence[Fact]) -> str:
    """Return a board with facts beside it, and below it the fractions that are too long for that.

    The first fact has its fraction, however long; that of another, if it needs more than a line, is left to --json.
    """
    board, labels = board_text(position), 2 + max(len(label) for label, _, _ in facts)
    room = WIDTH - labels - GAP - max(map(len, board.splitlines()))
    if room < _NARROW:
        room = WIDTH - labels
    lines, below = [], []
    for label, shown, exact in facts:
        told, alone = shown, f"{label} = {exact}"
        if exact not in ("", shown):
            if len(f"{shown} = {exact}") <= room:
                told = f"{shown} = {exact}"
            elif len(alone) <= WIDTH or label == facts[0][0]:
                below.append(alone)
            else:
                told = f"{shown} (exact: --json)"
        first, *others = wrapped(told, room).split("\n")
        lines += [f"{label:<{labels}}{first}", *(" " * labels + line for line in others)]
    return "\n\n".join(filter(None, [beside(board, "\n".join(lines)), "\n".join(below)]))


def expected_rolls(number: Number) -> Fact:
    """Return the fact that comes first."""
    return fact("expected rolls", number)


def fact(label: str, number: Number) -> Fact:
    """Return a fact that is a number, exact or in float64."""
    return label, f"{decimal(number):.10g}", "" if isinstance(number, float) else exact_text(number)


def decimals(cells: Sequence[str | Number], digits: int = 6, longest: int = 26) -> list[str]:
    """Return a column of decimals, each with its fraction beside it if the longest fraction is short enough.

    Texts in the column stay as they are.

    >>> from dicebingo.exact import as_fraction
    >>> decimals([as_fraction("10872/1331"), as_fraction(12), "best"])
    [' 8.168295 = 10872/1331', '12.000000 = 12', 'best']
    """
    numbers = [cell for cell in cells if not isinstance(cell, str)]
    width = max((len(nearest(number, digits)) for number in numbers), default=0)
    exact = max((len(exact_text(number)) for number in numbers), default=0) <= longest
    exact = exact and not any(isinstance(number, float) for number in numbers)
    return [
        cell if isinstance(cell, str) else nearest(cell, digits).rjust(width) + f" = {exact_text(cell)}" * exact
        for cell in cells
    ]


def exactly(number: Number) -> str:
    """Return the fraction of a number if it is short enough to show; otherwise many decimals."""
    if isinstance(number, float):
        return nearest(number, 10)
    exact = exact_text(number)
    return exact if len(exact) <= MOST_DIGITS else f"{nearest(number, 12)} (exact: --json)"


def equals(number: Number, longest: int = MOST_DIGITS, otherwise: str = " (exact: --json)") -> str:
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

    >>> from dicebingo.exact import as_fraction
    >>> percent(as_fraction("1/6"))
    '16.67%'
    """
    return f"{nearest(100 * number, 2)}%"


def points(margin: Number, digits: int = 3, *, plus: bool = False) -> str:
    """Return a difference of two probabilities in points: hundredths, as in "from 40% to 45% is 5 points".

    >>> from dicebingo.exact import as_fraction
    >>> points(as_fraction("15931/253125"))
    '6.294'
    """
    return nearest(100 * margin, digits, plus=plus)


def points_at_most(bound: Number, digits: int = 4) -> str:
    """Return an upper bound of a margin in points, with its sign, rounded up.

    >>> from dicebingo.exact import as_fraction
    >>> points_at_most(as_fraction("1/30"))
    '+3.3334'
    """
    return rounded_up(100 * Fraction(bound), digits, plus=True)


def points_between(low: Number, high: Number) -> str:
    """Return bounds of a margin in points, rounded outwards, the larger one with three figures.

    >>> from dicebingo.exact import as_fraction
    >>> points_between(as_fraction("1/300"), as_fraction("1/30"))
    'between 0.33 and 3.34 points'
    """
    ends = 100 * Fraction(low), 100 * Fraction(high)
    digits = digits_for(max(map(abs, ends)), 3)
    return f"between {rounded_down(ends[0], digits)} and {rounded_up(ends[1], digits)} points"


def bar(share: Number, width: int = 24) -> str:
    """Return a bar for a share from 0 to 1, in eighths of a character."""
    eighths = round(decimal(share) * width * 8)
    return "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
