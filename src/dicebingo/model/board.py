"""Boards and positions: what is written in the cells, and which of them are marked.

The notation is described in ``dicebingo.model.notation``; printing and parsing round-trip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import TypeAlias

from dicebingo.errors import InputError
from dicebingo.model import notation
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.symmetry import Permutation
from dicebingo.model.variants import VARIANTS, classic, find_rules

__all__ = ["Board", "Position", "PositionLike", "as_position", "as_rules"]

Value: TypeAlias = int | None
PositionLike: TypeAlias = "str | Sequence[Value] | Board | Position"


def as_rules(rules: Rules | str | None) -> Rules:
    """Return rules given as an object, by name, or left out (the classic ones)."""
    if rules is None:
        return classic()
    return find_rules(rules) if isinstance(rules, str) else rules


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """One value per cell, cells numbered from the top left, row by row.

    A free cell has no value (None); neither has a cell that is marked already where its value does not matter.

    >>> Board.parse("8 8 9 / 7 6 10 / 7 4 5").values
    (8, 8, 9, 7, 6, 10, 7, 4, 5)
    """

    values: tuple[Value, ...]
    rules: Rules = field(default_factory=classic)

    def __post_init__(self) -> None:
        """Check every value against the rules."""
        notation.check_values(self.values, self.rules)
        # 7.0 and numpy's 7 equal 7, so they pass the check; inside, a value is a plain int.
        object.__setattr__(self, "values", tuple(v if v is None else int(v) for v in self.values))

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Board:
        """Return the board that the text describes; marked cells are refused."""
        position = Position.parse(text, rules)
        if position.marked != position.board.rules.layout.free:
            raise InputError(f"expected a board without marks, got {position}")
        return position.board

    def permuted(self, symmetry: Permutation) -> Board:
        """Return the board with the value of cell i moved to cell symmetry[i]."""
        values: list[Value] = [None] * len(self.values)
        for cell, image in enumerate(symmetry):
            values[image] = self.values[cell]
        return replace(self, values=tuple(values))

    def with_value(self, cell: int, value: int) -> Board:
        """Return the board with another value in one cell."""
        return replace(self, values=(*self.values[:cell], value, *self.values[cell + 1 :]))

    def __str__(self) -> str:
        """Return the notation, such as ``8 8 9 / 7 6 10 / 7 4 5``."""
        return notation.write(self.values, self.rules.layout.free, self.rules.layout)

    def __repr__(self) -> str:
        """Return an expression that makes the same board."""
        missing = mask_of(cell for cell, value in enumerate(self.values) if value is None)
        if missing & ~self.rules.layout.free:  # notation has such a cell as a marked one only
            return f"{Position(self, missing)!r}.board"
        return f"Board.parse({str(self)!r}{_rules_argument(self.rules)})"

    def _repr_svg_(self) -> str:
        return Position(self)._repr_svg_()


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A board and the set S of its marked cells, as a bit mask; free cells are always in it.

    >>> position = Position.parse("*8 8 9 / x 6 10 / 7 4 5")
    >>> position.marked_cells
    (0, 3)
    >>> print(position.mark(4))
    *8 8 9 / x *6 10 / 7 4 5
    """

    board: Board
    marked: int = 0

    def __post_init__(self) -> None:
        """Add the free cells and check that every unmarked cell has a value."""
        layout = self.board.rules.layout
        if self.marked < 0 or self.marked & ~layout.full:
            raise InputError(f"expected marked cells among 0 to {layout.size - 1}, got the set {self.marked:#b}")
        object.__setattr__(self, "marked", index(self.marked) | layout.free)
        for cell in cells_of(layout.full & ~self.marked):
            if self.board.values[cell] is None:
                raise InputError(
                    f"{notation.cell_name(cell, layout)}: expected a value, because it is not marked, got none"
                )

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Return the position that the text describes."""
        rules = as_rules(rules)
        values, marked = notation.read(text, rules)
        return cls(Board(values, rules), marked)

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return self.board.rules

    @property
    def marked_cells(self) -> tuple[int, ...]:
        """The marked cells, free ones included, in increasing order."""
        return cells_of(self.marked)

    @property
    def is_bingo(self) -> bool:
        """Whether a line is complete."""
        return self.rules.layout.wins(self.marked)

    def candidates(self, roll: int) -> tuple[int, ...]:
        """Return C(S, v): the unmarked cells with the rolled value."""
        values = self.board.values
        return tuple(c for c in cells_of(self.rules.layout.full & ~self.marked) if values[c] == roll)

    def mark(self, *cells: int) -> Position:
        """Return the position after marking unmarked cells."""
        for cell in cells:
            if not 0 <= cell < self.rules.layout.size or self.marked >> cell & 1:
                raise InputError(f"expected an unmarked cell, got cell {cell} in {self}")
        return replace(self, marked=self.marked | mask_of(cells))

    def options(self, roll: int) -> tuple[int, ...]:
        """Return what the roll lets the player mark, each option as a set of cells; none if the roll is wasted."""
        cells = self.candidates(roll)
        if self.rules.marking is Marking.ALL:
            return (mask_of(cells),) if cells else ()
        return tuple(1 << cell for cell in cells)

    def __str__(self) -> str:
        """Return the notation, with ``*`` before a marked value."""
        return notation.write(self.board.values, self.marked, self.rules.layout)

    def __repr__(self) -> str:
        """Return an expression that makes the same position."""
        return f"Position.parse({str(self)!r}{_rules_argument(self.rules)})"

    def _repr_svg_(self) -> str:
        from dicebingo.render.svg.board import board_svg  # noqa: PLC0415  (the one upward reference, only when drawn)

        return board_svg(self)


def _rules_argument(rules: Rules) -> str:
    if rules == classic():
        return ""
    # The name is a label that anybody may give; only a variant's name leads back to the rules.
    named = any(variant.name == rules.name and variant.rules == rules for variant in VARIANTS)
    return f", {rules.name!r}" if named else f", {rules!r}"


def as_position(position: PositionLike, rules: Rules | str | None = None) -> Position:
    """Return a position given in any form: notation, values, a board or a position.

    >>> as_position([7] * 9).is_bingo
    False
    """
    if isinstance(position, str):
        return Position.parse(position, rules)
    if not isinstance(position, Board | Position):
        return Position(Board(tuple(position), as_rules(rules)))
    if rules is not None and as_rules(rules) != position.rules:
        raise InputError(f"expected a board of {as_rules(rules)}, got one of {position.rules}")
    return Position(position) if isinstance(position, Board) else position
