"""The blocks that make up documents, and the cells of their tables.

A document describes the content of an answer without its layout. ``render.documents`` builds it, and ``render.writers``
turns it into text, HTML, LaTeX or comma-separated values. Blocks contain plain text, which writers escape. A number is
a ``Quantity``, which holds both its decimal and its exact form, so every writer can show either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import Literal, TypeAlias

from dicebingo.exact import Number, decimal, digits_for, nearest, rounded_down, rounded_up
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Board, Position
from dicebingo.model.layout import Layout
from dicebingo.model.notation import cell_name
from dicebingo.render.pictures.panels import Picture

JSON = " (exact: --json)"
"""Printed instead of a fraction that is too long."""
LONGEST = 60
"""The maximum length of a fraction in a sentence or in a separate column, in characters."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its format.

    ``digits`` is the number of decimal places, or None for ten significant figures. ``suffix`` follows the decimal,
    ``times`` scales it (by 100 for percentages and points), and ``plus`` gives positive numbers a sign. ``rounds`` is
    the rounding function; a bound needs one that rounds outwards. If ``zero`` is given, it is shown instead of 0. If
    ``root`` is set, the square root of ``value`` is shown.
    """

    value: Number | int
    digits: int | None = 6
    suffix: str = ""
    times: int = 1
    plus: bool = False
    rounds: Callable[..., str] = nearest
    zero: str | None = None
    root: bool = False

    def __str__(self) -> str:
        if self.is_word:
            return self.zero or ""
        value = sqrt(decimal(self.value)) if self.root else self.value
        if self.digits is None:
            return f"{decimal(value):.10g}{self.suffix}"
        scaled = value if self.times == 1 else self.times * value
        return f"{self.rounds(scaled, self.digits, plus=self.plus)}{self.suffix}"

    @property
    def is_word(self) -> bool:
        """Whether ``zero`` is shown instead of the number."""
        return self.zero is not None and self.value == 0

    @property
    def exact(self) -> str:
        """The fraction, or an empty string for a number computed in float64."""
        if isinstance(self.value, float):
            return ""
        return f"sqrt({exact_text(self.value)})" if self.root else exact_text(self.value)

    @property
    def exactly(self) -> str:
        """The fraction if it is short enough to show; otherwise a decimal with many places."""
        if not self.exact:
            return nearest(self.value, 10)
        return self.exact if len(self.exact) <= LONGEST else nearest(self.value, 12) + JSON

    def equals(self, longest: int = LONGEST, otherwise: str = JSON) -> str:
        """Return the decimal, with the fraction if it is short enough, for use in a sentence."""
        if not self.exact:
            return str(self)
        return f"{self} = {self.exact}" if len(self.exact) <= longest else f"{self}{otherwise}"


def significant(value: Number, *, root: bool = False) -> Quantity:
    """Return ``value`` as a quantity that is shown with ten significant figures."""
    return Quantity(value, digits=None, root=root)


def percent(share: Number, digits: int = 2, zero: str | None = None) -> Quantity:
    """Return a probability, to be shown as a percentage.

    >>> from dicebingo.exact import as_fraction
    >>> str(percent(as_fraction("1/6")))
    '16.67%'
    """
    return Quantity(share, digits, "%", 100, zero=zero)


def points(margin: Number, digits: int = 3, *, plus: bool = False) -> Quantity:
    """Return a difference of two probabilities, to be shown in percentage points: 45% is 5 points more than 40%.

    >>> from dicebingo.exact import as_fraction
    >>> str(points(as_fraction("15931/253125")))
    '6.294'
    """
    return Quantity(margin, digits, "", 100, plus)


def points_at_most(bound: Number, digits: int = 4) -> Quantity:
    """Return an upper bound on a margin, to be shown in points with its sign, rounded up.

    >>> from dicebingo.exact import as_fraction
    >>> str(points_at_most(as_fraction("1/30")))
    '+3.3334'
    """
    return Quantity(Fraction(bound), digits, "", 100, plus=True, rounds=rounded_up)


def points_between(low: Number, high: Number) -> str:
    """Describe the bounds of a margin in points, rounded outwards; the larger bound has three significant figures.

    >>> from dicebingo.exact import as_fraction
    >>> points_between(as_fraction("1/300"), as_fraction("1/30"))
    'between 0.33 and 3.34 points'
    """
    ends = 100 * Fraction(low), 100 * Fraction(high)
    digits = digits_for(max(map(abs, ends)), 3)
    return f"between {rounded_down(ends[0], digits)} and {rounded_up(ends[1], digits)} points"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar for a share from 0 to 1; in text, the bar of a share of 1 is ``width`` characters long."""

    share: Number
    width: int = 24


@dataclass(frozen=True, slots=True)
class Shares:
    """A bar divided into the probabilities of a win, a tie and a loss."""

    win: Number
    tie: Number
    lose: Number


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of a board, written as numbers; a single cell also shows its position."""

    cells: Sequence[int]
    layout: Layout | None = None

    def __str__(self) -> str:
        if len(self.cells) == 1 and self.layout is not None:
            return cell_name(self.cells[0], self.layout).removeprefix("cell ")
        return ", ".join(map(str, self.cells))


class Tick(StrEnum):
    """The status of a claim: it holds, does not hold for a known reason, or fails unexpectedly."""

    HOLDS = "✓"
    ERRATUM = "≠"
    FAILS = "✗"


@dataclass(frozen=True, slots=True)
class Exactly:
    """An exact number as text; if it is long, HTML folds it and LaTeX omits it."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Strong:
    """An emphasised number: text marks it with a star, and the other forms print it in bold."""

    cell: Quantity
    stands_out: bool = True


Cell: TypeAlias = (
    "str | int | float | bool | Quantity | Bar | Shares | Cells | Board | Position | Exactly | Strong | "
    "tuple[Cell, ...] | None"
)
Rows: TypeAlias = list[list[Cell]]
FactList: TypeAlias = list[tuple[str, Cell]]
Fractions: TypeAlias = Literal["", "fits", "always", "apart"]
"""Where the text form shows a column's fractions: nowhere, next to the decimals if they fit, always next to the
decimals, or in a separate last column."""


_TEXTS = (str, Bar, Shares, Cells, Board, Position, Exactly, tuple)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its header, its name in comma-separated values, and where the text form shows its fractions.

    ``key`` is the name in comma-separated values. By default it is the header; None omits the column from
    comma-separated values. A header of None omits the column from all other forms. A column with an empty header
    belongs to the previous column. ``share`` is the fraction of the line width that LaTeX gives to long text, and
    ``left`` aligns numbers to the left.
    """

    header: str | None
    key: str | None = ""
    exact: Fractions = ""
    share: float | None = None
    left: bool = False

    @property
    def name(self) -> str | None:
        """The name in comma-separated values."""
        return (self.header or None) if self.key == "" else self.key


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a document or of a section of a report; ``anchor`` is its link target."""

    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A paragraph; ``numbers`` replace the placeholders {} in its text, in order."""

    text: str
    numbers: Sequence[Cell] = ()

    def written(self, plain: Callable[[str], str], cell: Callable[[Cell], str], slot: str = "{}") -> str:
        """Return the paragraph, with its text converted by ``plain`` and its numbers by ``cell``.

        ``plain`` converts each {} to ``slot``, and the numbers replace the slots in order.
        """
        shown = plain(self.text)
        for number in self.numbers:
            shown = shown.replace(slot, cell(number), 1)
        return shown


@dataclass(frozen=True, slots=True)
class Items:
    """A list below an introductory line."""

    text: str
    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Facts:
    """Labelled facts, shown next to a board or a layout if there is one, and otherwise below a title."""

    facts: Sequence[tuple[str, Cell]]
    board: Position | Layout | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards side by side, each with its name and a remark."""

    positions: Sequence[Position]
    names: Sequence[str]
    below: Sequence[Cell] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``name`` identifies it in comma-separated values, which contain all rows.

    Other forms show the first ``most`` rows, followed by ``more``, in which {} is the number of hidden rows. If the
    table is too wide for a terminal, it is split, and its first ``repeated`` columns are repeated in each part. By
    default, an answer's comma-separated values contain its last ``main`` table, or its first table if none is ``main``.
    A table of ``records`` contains long text: in text and in HTML, each row becomes a list. In HTML, a table with a
    ``folded`` line is hidden until the reader opens that line.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    name: str = ""
    most: int | None = None
    more: str = ""
    repeated: int = 1
    main: bool = False
    records: bool = False
    folded: str = ""

    def is_text(self, column: int) -> bool:
        """Whether a column is left-aligned, like text."""
        cells = [row[column] for row in self.rows]
        return self.columns[column].left or all(cell is None or isinstance(cell, _TEXTS) for cell in cells)

    @property
    def shown(self) -> Table | None:
        """The visible columns and rows, without empty columns; None if no column or no row is left."""
        seen = [
            i
            for i, column in enumerate(self.columns)
            if column.header is not None and any(row[i] not in ("", None) for row in self.rows[: self.most])
        ]
        rows = [[row[i] for i in seen] for row in self.rows[: self.most]]
        if not rows or not seen:
            return None
        left = len(self.rows) - len(rows)
        more = self.more.format(f"{left:,}") if left else ""
        return Table([self.columns[i] for i in seen], rows, more=more, repeated=self.repeated, records=self.records)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """A table that is missing because the question was asked without ``option``."""

    name: str
    option: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """A drawing in a monospaced font."""

    text: str


Block: TypeAlias = Heading | Sentence | Items | Facts | Boards | Table | NotAsked | Fixed | Picture
Document: TypeAlias = list[Block]


def counted(count: int, what: str) -> str:
    """Return a number with its noun, in the plural if necessary.

    >>> counted(1, "joint state"), counted(2530, "joint state")
    ('1 joint state', '2,530 joint states')
    """
    return f"{count:,} {what}" + ("s" if count != 1 else "")


def cell_numbers(layout: Layout) -> str:
    """Return the numbers of the cells, all listed if there are few.

    >>> cell_numbers(Layout.parse("2x2")), cell_numbers(Layout.parse("4x4"))
    ('0 1 / 2 3', '0 to 15, row by row')
    """
    if layout.size > 9:
        return f"0 to {layout.size - 1}, row by row"
    return " / ".join(" ".join(map(str, row)) for row in layout.rows())
