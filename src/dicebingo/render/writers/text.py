"""Write documents as plain text for a terminal of 80 columns.

Only a single long word, such as a fraction, may be wider. Such a word then gets its own line, so that a terminal wraps
it but copies it as one line. Text for a file may have a different width, or no line breaks at all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from textwrap import fill

from dicebingo.exact import decimal, nearest
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.render.blocks import (
    JSON,
    LONGEST,
    Bar,
    Block,
    Boards,
    Cell,
    Document,
    Facts,
    Fixed,
    Heading,
    Items,
    Quantity,
    Sentence,
    Shares,
    Strong,
    Table,
)

WIDTH = 80
UNBROKEN = sys.maxsize
"""The width of text without line breaks."""
GAP = 4
# The box-drawing characters of corners, indexed by their arms: up, right, down and left are the bits 1, 2, 4 and 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_CELL_WIDTH = 4
_NARROW = 28
"""If a line has room for fewer characters than this, facts are printed below a board instead of next to it."""
_BOARD = re.compile(r"[*\dxF]+(?: (?:/ )?[*\dxF]+)+")
_SHORT = 26
"""The maximum length of a fraction next to its decimal in a table, in characters."""


def write(document: Document, width: int = WIDTH) -> str:
    """Return a document as text for lines of ``width`` characters; drawings of boards ignore the width."""
    parts = [(block, text) for block in document if (text := block_text(block, width))]
    written = parts[0][1]
    for (before, _), (block, text) in pairwise(parts):
        listed = all(isinstance(one, Facts) and one.title for one in (before, block))
        written += ("\n" if listed else "\n\n") + text
    return written


def block_text(block: Block, width: int = WIDTH) -> str:  # noqa: PLR0911  (one for each kind of block)
    """Return a block as text, or an empty string for a picture."""
    match block:
        case Heading(text):
            return wrapped(text, width)
        case Sentence():
            return wrapped(block.written(str, cell_text), width)
        case Items(text, items):
            return wrapped("\n  ".join([text, *items]), width)
        case Facts():
            return _facts(block, width)
        case Boards(positions, names, below):
            drawn = zip_longest(names, map(board_text, positions), map(cell_text, below), fillvalue="")
            return wrapped(side_by_side(*("\n".join(filter(None, parts)) for parts in drawn)), width)
        case Table():
            shown = block.shown
            return "\n".join(filter(None, [table(shown, width), wrapped(shown.more, width)])) if shown else ""
        case Fixed(text):
            return text
    return ""


def cell_text(cell: Cell) -> str:  # noqa: PLR0911  (one for each kind of cell)
    """Return a cell without its fraction."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else ""
        case int():
            return f"{cell:,}"
        case Bar(share, width):
            eighths = round(decimal(share) * width * 8)
            return "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
        case Shares(win, _, lose):
            wide = round(16 * decimal(win)), round(16 * decimal(lose))
            return "█" * wide[0] + "▒" * (16 - sum(wide)) + "░" * wide[1]
        case Strong(inner, stands_out):
            return f"{inner}{'*' if stands_out else ' '}"
        case tuple():
            return "  ".join(map(cell_text, cell))
    return str(cell)


def table(shown: Table, width: int = WIDTH) -> str:
    """Return columns under their headers, with text aligned to the left and numbers to the right.

    Fractions are shown next to their decimals, or in a last column, if the table still fits. Columns that do not fit
    follow below, next to a copy of the first columns. If the table is still too wide, each row becomes a record with
    one entry per line.

    >>> from dicebingo.render.blocks import Column
    >>> print(table(Table([Column("roll"), Column("mark")], [[7, "cell 0"], [10, "cell 5"]])))
    roll  mark
    ────  ──────
       7  cell 0
      10  cell 5
    """
    if shown.records:
        return _listed(list(_columns(shown, 0, 0)), shown.repeated, width, titled=False)
    wide = [column.exact == "apart" for column in shown.columns]
    for longest in ((_SHORT, LONGEST), (_SHORT, 44), (0, _SHORT), (0, LONGEST) if any(wide) else (0, 0), (0, 0)):
        blocks = _blocks(list(_columns(shown, *longest)), shown.repeated, width)
        if len(blocks) == 1 or (blocks and longest == (0, LONGEST)):
            break
    return "\n\n".join(blocks) or _listed(list(_columns(shown, _SHORT, LONGEST)), shown.repeated, width)


class _Column:
    """A header above padded strings."""

    def __init__(self, header: str, texts: Iterable[str], *, left: bool) -> None:
        self.header, self.texts, self.left = header, list(texts), left
        self.width = max(map(len, [header, *self.texts]))

    def lines(self) -> list[str]:
        """Return the header, a horizontal line below it, and the strings."""
        rule = "─" * self.width if self.header else ""
        padded = str.ljust if self.left else str.rjust
        return [padded(text, self.width) for text in (self.header, rule, *self.texts)]


def _columns(shown: Table, inline: int, apart: int) -> Iterator[_Column]:
    """Yield columns of strings.

    ``inline`` is the maximum length of fractions next to their decimals. ``apart`` is the maximum length of fractions
    in a separate last column.
    """
    last = None
    for i, column in enumerate(shown.columns):
        cells = [row[i] for row in shown.rows]
        numbers = [cell for cell in cells if isinstance(cell, Quantity) and not cell.is_word]
        texts = list(map(cell_text, cells))
        left = shown.is_text(i)
        exact = [number.exact for number in numbers]
        if column.exact == "always" or (column.exact == "fits" and all(0 < len(one) <= inline for one in exact)):
            wide = max(map(len, map(str, numbers)), default=0)
            texts = [f"{t:>{wide}} = {c.exact}" if c in numbers else t for c, t in zip(cells, texts, strict=True)]
            left = True
        elif column.exact == "fits":
            wide = max(map(len, map(str, numbers)), default=0)
            texts = [t.rjust(wide) if c in numbers else t for c, t in zip(cells, texts, strict=True)]
            left = True
        elif column.exact == "apart" and apart:
            header = "exactly" if all(exact) else "float64"
            last = _Column(header, (_exactly(number, apart) for number in numbers), left=all(exact))
        yield _Column(column.header or "", texts, left=left)
    if last is not None:
        yield last


def _exactly(number: Quantity, longest: int) -> str:
    """Return a number's fraction if it is short enough, and otherwise a decimal with many places."""
    if not number.exact:
        return nearest(number.value, 10)
    return number.exact if len(number.exact) <= longest else nearest(number.value, 12) + JSON


def _blocks(columns: Sequence[_Column], repeated: int, width: int) -> list[str]:
    """Split a table into parts that fit the width; return no parts if even a single column is too wide."""
    first, *others = _groups(columns, repeated)
    parts = [first]
    for group in others:
        if _width([*parts[-1], *group]) > width and parts[-1] != first:
            parts.append(first)
        parts[-1] = [*parts[-1], *group]
    if any(_width(part) > width for part in parts):
        return []
    lines = (zip(*(column.lines() for column in part), strict=True) for part in parts)
    return ["\n".join("  ".join(line).rstrip() for line in part) for part in lines]


def _width(part: Sequence[_Column]) -> int:
    return sum(column.width + 2 for column in part) - 2


def _groups(columns: Sequence[_Column], repeated: int) -> list[list[_Column]]:
    """Return groups of columns: the repeated ones, and each other column with the headerless columns that follow it."""
    groups: list[list[_Column]] = []
    for column in columns:
        if column.header or not groups:
            groups.append([])
        groups[-1].append(column)
    return [[column for group in groups[:repeated] for column in group], *groups[repeated:]]


def _listed(columns: Sequence[_Column], repeated: int, width: int, *, titled: bool = True) -> str:
    """Return each row as a record: its first columns, with headers if ``titled``, and the other entries below."""
    first, *others = _groups(columns, repeated)
    labels = max((len(group[0].header) for group in others), default=0)
    records = []
    for row in range(len(columns[0].texts)):
        title = [text for column in first for text in (column.header * titled, column.texts[row]) if text]
        if not titled:
            title[:2] = [" ".join(title[:2])]
        entries = ((group[0].header, "  ".join(filter(None, (one.texts[row] for one in group)))) for group in others)
        below = (_hanging(f"  {label:<{labels}}  {entry}", labels + 4, width) for label, entry in entries if entry)
        records.append("\n".join([_hanging("  ".join(title), 2, width), *below]))
    return ("\n\n" if titled else "\n").join(records)


def _hanging(line: str, indent: int, width: int) -> str:
    """Break a line that is too long, with a hanging indent."""
    first, *others = wrapped(line, width).split("\n")
    rest = wrapped(" " * indent + " ".join(other.strip() for other in others), width)
    return "\n".join([first, rest]) if others else first


def _facts(block: Facts, width: int) -> str:
    """Place facts next to a board, and fractions that do not fit there below the board.

    The first fact always shows its fraction. Any other fraction that needs more than one line is shown only by --json.
    """
    labels = 2 + max(len(label) for label, _ in block.facts)
    indent = " " * 3 * bool(block.title)
    drawn = board_text(block.board) if isinstance(block.board, Position) else ""
    if isinstance(block.board, Layout):
        drawn = numbers_text(block.board)
    room = WIDTH - labels - GAP * bool(drawn) - max(map(len, drawn.splitlines()), default=0) - len(indent)
    if room < _NARROW:
        room = WIDTH - labels
    if not drawn:
        room = max(room, width - labels - len(indent))
    numbers = not drawn and all(isinstance(cell, Quantity) for _, cell in block.facts)
    decimals = max(len(cell_text(cell)) for _, cell in block.facts) if numbers else 0
    lines, below = [], []
    for i, (label, cell) in enumerate(block.facts):
        shown = cell_text(cell).rjust(decimals)
        exact = cell.exact if isinstance(cell, Quantity) else ""
        if exact not in ("", shown):
            if len(f"{shown} = {exact}") <= room:
                shown = f"{shown} = {exact}"
            elif drawn and (len(f"{label} = {exact}") <= WIDTH or i == 0):
                below.append(f"{label} = {exact}")
            else:
                shown += JSON
        first, *others = wrapped(shown, room).split("\n")
        lines += [f"{indent}{label:<{labels}}{first}", *(indent + " " * labels + line for line in others)]
    listed = "\n".join(filter(None, [wrapped(block.title, width), *lines]))
    return "\n\n".join(
        filter(None, [side_by_side(drawn, listed) if drawn else listed, wrapped("\n".join(below), width)])
    )


def wrapped(text: str, width: int = WIDTH) -> str:
    """Break long lines of text between words, but not within a board; indentation is preserved.

    >>> print(wrapped("Best reply found: 5 3 / 1 6 beats it.", 25))
    Best reply found:
    5 3 / 1 6 beats it.
    """
    return "\n".join(_wrapped_line(line, width) if len(line) > width else line for line in text.split("\n"))


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


def side_by_side(*blocks: str) -> str:
    """Place blocks of text side by side; a block that does not fit goes below the others."""
    rows = [blocks[0]]
    for block in blocks[1:]:
        a, b = rows[-1].splitlines(), block.splitlines()
        width = GAP + max(map(len, a), default=0)
        if width + max(map(len, b), default=0) > WIDTH:
            rows.append(block)
        else:
            rows[-1] = "\n".join((x.ljust(width) + y).rstrip() for x, y in zip_longest(a, b, fillvalue=""))
    return "\n\n".join(rows)


def board_text(position: Position) -> str:
    """Return a board drawn with lines; a marked cell shows its value in brackets, or ✕ if it has none.

    >>> print(board_text(Position.parse("1 *2 / 3 x", "knuth")))
    ┌────┬────┐
    │  1 │ [2]│
    ├────┼────┤
    │  3 │  ✕ │
    └────┴────┘
    """
    layout = position.rules.layout
    if position.rules.is_row_of_tokens:
        return wrapped(str(position))
    number = {at: cell for cell, at in enumerate(layout.grid)}
    height, width = layout.height, layout.width
    inner = max(_CELL_WIDTH, *(len(_value(position, cell)) for cell in number.values()))
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
                    row += (_value(position, number[r, c]) if (r, c) in number else "").rjust(inner)
            lines.append(row)
    return "\n".join(line.rstrip() for line in lines)


def _value(position: Position, cell: int) -> str:
    value = position.board.values[cell]
    if position.rules.layout.free >> cell & 1:
        return " F "
    if position.marked >> cell & 1:
        return " ✕ " if value is None else f" [{value}]"
    return f" {value} "


def numbers_text(layout: Layout) -> str:
    """Return the numbers of the cells, arranged as on the board; F is a free cell."""
    width = len(str(layout.size - 1))
    symbols = ["F" if layout.free >> cell & 1 else str(cell) for cell in range(layout.size)]
    return "\n".join(" ".join(symbol.rjust(width) for symbol in row).rstrip() for row in drawn(layout, symbols))


def drawn(layout: Layout, symbols: Sequence[str]) -> list[list[str]]:
    """Return the rows of a drawing with a symbol for each cell."""
    at = dict(zip(layout.grid, symbols, strict=True))
    return [[at.get((r, c), " ") for c in range(layout.width)] for r in range(layout.height)]
