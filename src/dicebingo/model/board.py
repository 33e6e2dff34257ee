"""Boards (a value in each cell) and positions (a board with its marked cells).

The notation is described in ``dicebingo.model.notation``. Parsing a printed board returns the same board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, TypeAlias, TypedDict

from dicebingo.errors import InputError, expect_type, listed, quote, rows_of, shown, whole_number
from dicebingo.model import notation
from dicebingo.model.dice import as_value
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import DiceLike, LayoutLike, Marking, MarkingLike, Rules, TokensLike
from dicebingo.model.symmetry import Permutation
from dicebingo.model.variants import VARIANTS, change_rules, classic, find_rules
from dicebingo.question import Doc, Parameter

Value: TypeAlias = int | None
POSITION_KEYS = "rules=position.rules board=position.board marked=position.marked_cells"
"""The first JSON keys of every answer about one position."""


class _Array(Protocol):
    """Any object with a ``tolist`` method, such as a numpy array."""

    def tolist(self) -> object: ...


RulesLike: TypeAlias = Annotated[
    Rules | str | None,
    Doc("The rules by name, such as 4x4 or knuth (default: classic). Commands also accept FILE.toml.", "NAME"),
]


class RulesArguments(TypedDict, total=False):
    """The keyword arguments that set the rules, for type annotations."""

    rules: RulesLike
    layout: LayoutLike
    dice: DiceLike
    marking: MarkingLike
    tokens: TokensLike


def as_rules(rules: RulesLike) -> Rules:
    """Return the rules given as an object or by name. None stands for the classic rules."""
    if rules is None:
        return classic()
    if isinstance(rules, str):
        return find_rules(rules)
    if not isinstance(rules, Rules):
        raise InputError(f"expected rules, such as 'classic' or Rules.of('3x3', '2d6'), got {quote(repr(rules))}")
    return rules


def changed_rules(
    rules: RulesLike, layout: LayoutLike, dice: DiceLike, marking: MarkingLike, tokens: TokensLike = None
) -> RulesLike:
    """Return ``rules`` with the given parts replaced, or unchanged if no part is given."""
    if layout is None and dice is None and marking is None and tokens is None:
        return rules
    return change_rules(as_rules(rules), layout, dice, marking, tokens)


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A board: one value per cell. Cells are numbered from the top left, row by row.

    ``values`` lists the values, with None in a free cell and in a marked cell whose value does not matter. The default
    ``rules`` are the classic ones.

    >>> Board.parse("8 8 9 / 7 6 10 / 7 4 5").values
    (8, 8, 9, 7, 6, 10, 7, 4, 5)
    """

    values: tuple[Value, ...]
    rules: Rules = field(default_factory=classic)

    def __post_init__(self) -> None:
        expect_type(self.rules, Rules)
        if not isinstance(self.values, Collection):
            raise InputError(f"expected the values of a board, got {shown(self.values)}")
        notation.check_values(self.values, self.rules)
        object.__setattr__(self, "values", tuple(v if v is None else as_value(v) for v in self.values))

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Board:
        """Parse a board; raise an error if it has marked cells."""
        return as_board(text, rules)

    def permuted(self, symmetry: Permutation) -> Board:
        """Return the board with the value of cell i moved to cell symmetry[i]."""
        values: list[Value] = [None] * len(self.values)
        images = symmetry if type(symmetry) is tuple else tuple(listed(symmetry, "cells"))
        if mask_of(images) != self.rules.layout.full or len(images) != len(values):
            raise InputError(f"expected each cell from 0 to {len(values) - 1} once, got {shown(symmetry)}")
        for cell, image in enumerate(images):
            values[image] = self.values[cell]
        return replace(self, values=tuple(values))

    def with_value(self, cell: int, value: int) -> Board:
        """Return the board with the value of one cell replaced."""
        cell = whole_number(cell, "a cell from {} to {}", 0, len(self.values) - 1)
        return replace(self, values=(*self.values[:cell], value, *self.values[cell + 1 :]))

    def _json_(self) -> list[int | Literal["F"] | None]:
        free = self.rules.layout.free
        return ["F" if free >> cell & 1 else value for cell, value in enumerate(self.values)]

    def __str__(self) -> str:
        return notation.write(self.values, self.rules.layout.free, self.rules)

    def __repr__(self) -> str:
        missing = mask_of(cell for cell, value in enumerate(self.values) if value is None)
        if missing & ~self.rules.layout.free:  # the notation can omit a value only in a marked cell
            return f"{Position(self, missing)!r}.board"
        return f"Board.parse({str(self)!r}{_rules_argument(self.rules)})"

    def _repr_svg_(self) -> str:
        return Position(self)._repr_svg_()


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A ``board`` and the set S of its ``marked`` cells. S is a bit mask that always includes the free cells.

    >>> position = Position.parse("*8 8 9 / x 6 10 / 7 4 5")
    >>> position.marked_cells
    (0, 3)
    >>> print(position.mark(4))
    *8 8 9 / x *6 10 / 7 4 5
    """

    _json_keys_ = "board marked=marked_cells"

    board: Board
    marked: int = 0

    def __post_init__(self) -> None:
        expect_type(self.board, Board)
        layout, marked = self.board.rules.layout, whole_number(self.marked, "a set of marked cells")
        if marked < 0 or marked & ~layout.full:
            raise InputError(f"expected marked cells numbered 0 to {layout.size - 1}, got the set {marked:#b}")
        object.__setattr__(self, "marked", marked | layout.free)
        for cell in self.unmarked_cells:
            if self.board.values[cell] is None:
                name = notation.cell_name(cell, layout)
                raise InputError(f"{name} is not marked: expected a value, got none")

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Parse a position."""
        rules = as_rules(rules)
        expect_type(text, str)
        values, marked = notation.read(text, rules)
        return cls(Board(values, rules), marked)

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return self.board.rules

    @property
    def marked_cells(self) -> tuple[int, ...]:
        """The marked cells, including free cells, in increasing order."""
        return cells_of(self.marked)

    @property
    def unmarked_cells(self) -> tuple[int, ...]:
        """The cells that are not marked, in increasing order."""
        return cells_of(self.rules.layout.full & ~self.marked)

    @property
    def is_bingo(self) -> bool:
        """Whether a line is complete."""
        return self.rules.layout.wins(self.marked)

    def candidates(self, roll: int) -> tuple[int, ...]:
        """Return C(S, v): the unmarked cells with the rolled value."""
        roll = self.rules.dice.roll(roll)
        return tuple(cell for cell in self.unmarked_cells if self.board.values[cell] == roll)

    def mark(self, *cells: int) -> Position:
        """Return the position after marking ``cells``, which must be unmarked."""
        marked = self.marked
        for cell in cells:
            number = whole_number(cell, "the number of an unmarked cell")
            if not 0 <= number < self.rules.layout.size or self.marked >> number & 1:
                raise InputError(f"expected an unmarked cell, got cell {number} in {self}")
            marked |= 1 << number
        return replace(self, marked=marked)

    def options(self, roll: int) -> tuple[int, ...]:
        """Return the options on a roll, each as a set of cells to mark; a wasted roll has none."""
        cells = self.candidates(roll)
        if self.rules.marking is Marking.ALL:
            return (mask_of(cells),) if cells else ()
        return tuple(1 << cell for cell in cells)

    def __str__(self) -> str:
        return notation.write(self.board.values, self.marked, self.rules)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}{_rules_argument(self.rules)})"

    def _repr_svg_(self) -> str:
        from dicebingo.render.svg.drawings import board_svg  # noqa: PLC0415  (a higher layer, needed only for drawing)

        return board_svg(self)


PositionLike: TypeAlias = Annotated[
    str | Sequence[Value | str] | Sequence[Sequence[Value | str]] | _Array | Board | Position,
    Doc(
        'A board or a position: notation such as "8 8 9 / 7 6 10 / 7 4 5", a list of values, or rows of values. '
        "None stands for a marked cell."
    ),
]


class Positions:
    """The base class of answers about several positions. The class provides the first fields of their JSON."""

    __slots__ = ()
    _json_head_ = "rules boards marked"

    if TYPE_CHECKING:  # every subclass defines this

        @property
        def positions(self) -> Sequence[Position]:
            """The positions, in the order of the players."""

    @property
    def rules(self) -> Rules:
        """The rules of the first board. The other boards have the same dice."""
        return self.positions[0].rules

    @property
    def boards(self) -> tuple[Board, ...]:
        """The board of each position."""
        return tuple(position.board for position in self.positions)

    @property
    def marked(self) -> tuple[tuple[int, ...], ...]:
        """The marked cells of each position."""
        return tuple(position.marked_cells for position in self.positions)


def is_board(parameter: Parameter) -> bool:
    """Whether a parameter accepts a board or a list of boards."""
    return parameter.takes(Position) or parameter.lists(Position)


def _rules_argument(rules: Rules) -> str:
    if rules == classic():
        return ""
    # Users may give rules any name, but only the names of the built-in variants can be looked up again.
    named = any(variant.name == rules.name and variant.rules == rules for variant in VARIANTS)
    return f", {rules.name!r}" if named else f", {rules!r}"


def as_position(position: PositionLike, rules: RulesLike = None) -> Position:
    """Return a position given as notation, values, rows of values, an array, a data frame, a board or a position.

    In a list, None stands for a marked cell whose value does not matter, like x in the notation.

    >>> as_position([7] * 9) == as_position([[7, 7, 7], [7, 7, 7], [7, 7, 7]]) == as_position("7 7 7 / 7 7 7 / 7 7 7")
    True
    """
    if isinstance(position, str):
        return Position.parse(position, rules)
    if isinstance(position, Board | Position):
        if rules is not None and as_rules(rules) != position.rules:
            raise InputError(f"expected a board for {as_rules(rules)}, got one for {position.rules}")
        return Position(position) if isinstance(position, Board) else position
    known = as_rules(rules)
    values = _listed(position, known)
    unknown = mask_of(cell for cell, value in enumerate(values) if value is None)
    return Position(Board(values, known), unknown & known.layout.full)


def _listed(position: object, rules: Rules) -> tuple[Value, ...]:
    """Return the values of a board given as a list, rows or an array. ``F`` and ``x`` become None."""
    given = position.tolist() if hasattr(position, "tolist") else rows_of(position)
    if not isinstance(given, Iterable) or isinstance(given, bytes | Mapping):
        raise InputError(f"expected a board such as '8 8 9 / 7 6 10 / 7 4 5' or a list, got {quote(repr(position))}")
    given = list(given)
    rows = [list(row) for row in given if isinstance(row, Iterable) and not isinstance(row, str)]
    if rows:
        shape, expected = [len(row) for row in rows], [len(row) for row in rules.layout.rows()]
        if len(rows) != len(given) or shape != expected:
            hint = notation.rules_hint(sum(shape)) if shape != expected else ""
            raise InputError(f"expected rows of {expected} values, got {quote(repr(position))}{hint}")
        given = [value for row in rows for value in row]
    free = rules.layout.free
    for cell, value in enumerate(given[: rules.layout.size]):
        if value == "F" and not free >> cell & 1:
            raise InputError(f"cell {cell} is not free: expected a value, got 'F'")
    return tuple(None if value in ("F", "x") else value for value in given)


def as_board(board: PositionLike, rules: RulesLike = None) -> Board:
    """Convert a board in any accepted form to a ``Board``; raise an error if it has marked cells."""
    position = as_position(board, rules)
    if position.marked != position.rules.layout.free:
        raise InputError(f"expected a board without marks, got {position}")
    return position.board


def as_boards(boards: Sequence[PositionLike], rules: RulesLike = None) -> list[Board]:
    """Convert boards in any accepted form to ``Board`` objects; raise an error if their rules differ."""
    return [as_board(position) for position in as_positions(boards, rules)]


def as_positions(positions: Sequence[PositionLike], rules: RulesLike = None) -> list[Position]:
    """Convert positions in any accepted form to ``Position`` objects; raise an error if their rules differ."""
    found = [as_position(position, rules) for position in listed(positions, "boards")]
    expect_same_rules(found)
    return found


def expect_same_rules(boards: Sequence[Board | Position]) -> None:
    """Raise an error unless all boards have the same rules."""
    for board in boards:
        if board.rules != boards[0].rules:
            raise InputError(f"expected boards with the same rules, got {boards[0].rules} and {board.rules}")
