"""The notation of boards and positions.

Values are separated by spaces, commas or both; rows may be separated by ``/``, ``;`` or new lines:

    8 8 9 / 7 6 10 / 7 4 5

A marked cell is ``*7`` (with its value) or ``x`` (if the value does not matter); a free cell is ``F``. On a full card,
all cells must be marked, so their order does not matter, and the card may also be written as counts: ``5x2`` stands for
two tokens on 5.

    4 5x2 6x2 7x3 8x2 9 10

A file of boards has one board per line, ``#`` starts a comment, and ``NAME: BOARD`` names a board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from dicebingo.cards.card import MAX_TOKENS
from dicebingo.errors import InputError, quote, shown
from dicebingo.model.layout import Layout

if TYPE_CHECKING:
    from dicebingo.model.rules import Rules

MAX_DIGITS = 18
_COUNT = re.compile(r"[0-9][xX][^ ,;/\n]")
"""Matches a digit, an x and another character. This sequence occurs only in cards written as counts."""
MAX_VALUES = 1_000
SQUARES = {4: "knuth", 9: "classic", 16: "4x4", 25: "5x5"}
"""Named rules with square boards, keyed by the number of values."""


def cell_name(cell: int, layout: Layout) -> str:
    """Describe a cell in words: its number (from 0), row and column (both from 1).

    >>> cell_name(5, Layout.parse("3x3"))
    'cell 5 (row 2, column 3)'
    """
    row, column = layout.grid[cell]
    return f"cell {cell} (row {row + 1}, column {column + 1})"


def check_values(values: Sequence[int | None], rules: Rules) -> None:
    """Raise an error unless each cell has one value and the dice can roll it. None means that a cell has no value."""
    layout, dice = rules.layout, rules.dice
    if len(values) != layout.size:
        raise InputError(
            f"expected {layout.size} values for the layout {layout}, got {len(values)}{rules_hint(len(values), rules)}",
            "board",
            expected=layout.size,
            got=len(values),
        )
    for cell, value in enumerate(values):
        if layout.free >> cell & 1:
            if value is not None:
                raise InputError(f"{cell_name(cell, layout)} is free: expected F, got {shown(value)}")
        elif value is not None and value not in (dice.values if type(value) is int else dice):
            name = cell_name(cell, layout)
            raise InputError(
                f"{name}: expected a value of {dice} ({_span(rules)}), got {shown(value)}",
                "value",
                dice=str(dice),
                got=shown(value),
            )


def rules_hint(count: int, given: Rules | None = None) -> str:
    """Return a hint that suggests rules or the ``tokens`` option for a board with ``count`` values.

    The hint is empty if there is nothing to suggest.
    """
    if given is not None and given.is_row_of_tokens:
        return f"; for {count} tokens, use --tokens {count} or tokens={count}" if 1 <= count <= MAX_TOKENS else ""
    rules = SQUARES.get(count)
    return f'; for {count} values, use --rules {rules} or rules="{rules}"' if rules else ""


def _span(rules: Rules) -> str:
    """Return a short description of the dice's values: a range if there are no gaps."""
    values = rules.dice.values
    if len(values) == values[-1] - values[0] + 1:
        return f"{values[0]} to {values[-1]}" if len(values) > 1 else str(values[0])
    if len(values) <= 20:
        return ", ".join(map(str, values))
    return f"{len(values)} values from {values[0]} to {values[-1]}"


def read(text: str, rules: Rules) -> tuple[tuple[int | None, ...], int]:
    """Return the values and the set of marked cells.

    A value is None if the cell is free or marked with ``x``.
    """
    layout = rules.layout
    if _COUNT.search(text):
        return _read_counts(text, rules), layout.free
    rows = [row for row in (part.replace(",", " ").split() for part in re.split(r"[/;\n]", text)) if row]
    tokens = [token for row in rows for token in row]
    if len(tokens) != layout.size:
        got = f"{len(tokens)} in {quote(text)}{rules_hint(len(tokens), rules)}"
        raise InputError(
            f"expected {layout.size} values for the layout {layout}, got {got}",
            "board",
            expected=layout.size,
            got=len(tokens),
        )
    lengths = [len(cells) for cells in layout.rows()]
    if len(rows) > 1 and [len(row) for row in rows] != lengths:
        expected, got = (", ".join(map(str, sizes)) for sizes in (lengths, [len(row) for row in rows]))
        raise InputError(f"expected rows of {expected} values, got rows of {got} in {quote(text)}")
    cells = [_read_token(token, cell, layout) for cell, token in enumerate(tokens)]
    return tuple(value for value, _ in cells), sum(marked << cell for cell, (_, marked) in enumerate(cells))


def _read_counts(text: str, rules: Rules) -> tuple[int | None, ...]:
    """Return the values of a card that is written as counts, in increasing order."""
    layout = rules.layout
    if not rules.is_full_card:
        raise InputError(
            f"expected one value per cell, because positions matter in {layout}, got counts in {quote(text)}; "
            "for a card, use --tokens K or tokens=K"
        )
    values: list[int] = []
    for token in text.replace(",", " ").split():
        found = re.fullmatch(rf"([0-9]{{1,{MAX_DIGITS}}})(?:x([0-9]{{1,{MAX_DIGITS}}}))?", token, re.ASCII)
        if not found:
            raise InputError(f"expected a card such as 4 5x2 7x3, with values and counts only, got {quote(token)}")
        tokens = int(found[2] or 1)
        if not 1 <= tokens <= MAX_TOKENS:
            raise InputError(f"expected 1 to {MAX_TOKENS} tokens on a value, got {quote(token)}")
        values += [int(found[1])] * tokens
    expected = len(layout.open_cells)
    if len(values) != expected:
        raise InputError(
            f"expected {expected} tokens, got {len(values)} in {quote(text)}{rules_hint(len(values), rules)}",
            "board",
            expected=expected,
            got=len(values),
        )
    for value in values:
        if value not in rules.dice.values:
            raise InputError(
                f"expected values of {rules.dice} ({_span(rules)}), got {value} in {quote(text)}",
                "value",
                dice=str(rules.dice),
                got=str(value),
            )
    return layout.fill(sorted(values))


def _read_token(token: str, cell: int, layout: Layout) -> tuple[int | None, bool]:
    if token.upper() == "F" and not layout.free >> cell & 1:
        name = cell_name(cell, layout)
        raise InputError(f"{name} is not free: expected a value, got {quote(token)}")
    if token.upper() in ("F", "X"):
        return None, True
    if not re.fullmatch(rf"\*?[0-9]{{1,{MAX_DIGITS}}}", token):
        raise InputError(f"{cell_name(cell, layout)}: expected a value such as 7, *7, x or F, got {quote(token)}")
    return int(token.lstrip("*")), token.startswith("*")


def write(values: Sequence[int | None], marked: int, rules: Rules) -> str:
    """Return the notation of a board with its marks.

    A card without marks is written as counts if its tokens are in order.
    """
    layout = rules.layout
    if rules.is_row_of_tokens and not marked and None not in values:
        counts = [(value, len([*same])) for value, same in groupby(values)]
        if all((a or 0) < (b or 0) for (a, _), (b, _) in pairwise(counts)):
            return " ".join(f"{value}x{count}" if count > 1 else str(value) for value, count in counts)

    def token(cell: int) -> str:
        if layout.free >> cell & 1:
            return "F"
        mark = "*" if marked >> cell & 1 else ""
        return "x" if values[cell] is None else f"{mark}{values[cell]}"

    return " / ".join(" ".join(map(token, row)) for row in layout.rows())


def parse_values(text: str) -> tuple[int, ...]:
    """Parse a list of values such as ``5..9``, ``6,7,8`` or a mixture of both.

    >>> parse_values("2,5..7")
    (2, 5, 6, 7)
    """
    values: list[int] = []
    for item in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:\.\.\s*([0-9]{1,9})\s*)?", item)
        if not found or (found[2] and int(found[2]) - int(found[1]) not in range(MAX_VALUES)):
            raise InputError(f"expected values such as 5..9 or 6,7,8, got {quote(text)}")
        values += range(int(found[1]), int(found[2] or found[1]) + 1)
    return tuple(sorted(set(values)))


def read_lines(text: str) -> list[tuple[int, str, str]]:
    r"""Return the line number, the name (possibly empty) and the notation of each board in a file's text.

    >>> read_lines("# two boards\nA: 1 2 / 3 4\n\n2 4 / 5 6  # Knuth's B")
    [(2, 'A', '1 2 / 3 4'), (4, '', '2 4 / 5 6')]
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content:
            name, colon, board = content.rpartition(":")
            found.append((number, name.strip() if colon else "", board.strip()))
    return found
