"""The boards of a search: rules, constraints, and the symmetries that preserve both.

In solo play equally likely values are interchangeable, so a board is written with *classes*: a class is a set of
equally likely values that no constraint distinguishes. A board is then a partition of the cells into blocks of equal
value, and one class per block, where a class of m values can be used for at most m blocks. Such a *form* stands for
∏ m!/(m-k)! boards, where the product is over all classes, and k is the number of blocks that use a class of m values.

A symmetry of the layout is used only if it maps each fixed cell to a cell that is fixed to the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from operator import index
from typing import TYPE_CHECKING, Annotated, TypeAlias

from dicebingo.answer import Answer, Status
from dicebingo.checked import Checked
from dicebingo.errors import InputError, expect_type, flag, listed, quote
from dicebingo.model.board import Board
from dicebingo.model.notation import parse_values
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import Permutation, symmetries
from dicebingo.question import Doc
from dicebingo.searches.universe import Universe

if TYPE_CHECKING:  # ``searches.restarts`` imports this module
    from dicebingo.searches.restarts import Reached

ValuesLike: TypeAlias = Annotated[
    str | Iterable[int], Doc("Use only these values on boards, such as 6,7,8 or 5..9.", "VALUES")
]
"""Values, as a string such as ``5..9`` or ``6,7,8``, or as numbers."""
FixedLike: TypeAlias = Annotated[
    str | Iterable[tuple[int, int]],
    Doc('Use only boards that match this partial board, such as "8 . . / . 6 . / . . .".', "BOARD"),
]
"""Fixed cells and their values: a partial board such as ``8 . . / . 6 . / . . .``, or pairs of a cell and a value."""

RandomBoards: TypeAlias = Annotated[int | None, Doc("Add this many random boards.", "N", 1)]
TopBoards: TypeAlias = Annotated[int | None, Doc("Add this many of the best solo boards, up to symmetry.", "N", 1)]
EveryBoard: TypeAlias = Annotated[bool, Doc("Add all boards, or all boards with the given values.")]
SearchSeconds: TypeAlias = Annotated[float | None, Doc("Search for about this many seconds (default: 60).", "S")]
SearchRestarts: TypeAlias = Annotated[int | None, Doc("Search with this many restarts, without a time limit.", "N", 1)]
MAX_SYMMETRIES = 2_000


@dataclass(frozen=True, slots=True)
class Constraints(Checked):
    """The conditions that boards must meet; none by default.

    ``values`` are the values that may be used, and ``contains`` the values that must be used. ``fixed`` lists pairs of
    a cell and its value, and ``distinct`` requires different values in all cells.
    """

    values: tuple[int, ...] | None = None
    contains: tuple[int, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    distinct: bool = False

    @classmethod
    def parse(
        cls,
        rules: Rules,
        values: ValuesLike | None = None,
        contains: ValuesLike = (),
        fixed: FixedLike = (),
        distinct: bool = False,
    ) -> Constraints:
        """Return constraints, parsing any that are given as strings."""
        allowed = None if values is None else _parse_values(values)
        return cls(allowed, _parse_values(contains), _parse_fixed(fixed, rules), flag(distinct))


def _parse_values(values: ValuesLike) -> tuple[int, ...]:
    if isinstance(values, str):
        return parse_values(values)
    try:
        return tuple(sorted({index(value) for value in values}))
    except TypeError:
        raise InputError(f"expected values such as '5..9' or [6, 7, 8], got {quote(repr(values))}") from None


def _parse_fixed(fixed: FixedLike, rules: Rules) -> tuple[tuple[int, int], ...]:
    """Return the cells and values of a partial board, in which ``.`` stands for any value."""
    if not isinstance(fixed, str):
        try:
            return tuple((index(cell), index(value)) for cell, value in fixed)
        except (TypeError, ValueError):
            expected = "a partial board such as '8 . . / . 6 . / . . .' or pairs of a cell and its value"
            raise InputError(f"expected {expected}, got {quote(repr(fixed))}") from None
    tokens = re.sub(r"[,/;\n]", " ", fixed).split()
    if len(tokens) != rules.layout.size:
        raise InputError(f"expected a partial board of {rules.layout.size} cells, got {len(tokens)} in {quote(fixed)}")
    found = []
    for cell, token in enumerate(tokens):
        if token == "." or (token.upper() == "F" and rules.layout.free >> cell & 1):
            continue
        if not re.fullmatch(r"[0-9]{1,18}", token):
            raise InputError(f"cell {cell} of a partial board: expected a value or a dot, got {quote(token)}")
        found.append((cell, int(token)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ValueClass(Checked):
    """Equally likely values that no constraint distinguishes."""

    values: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Space(Checked):
    """All boards with given rules that meet given constraints."""

    rules: Rules
    constraints: Constraints
    classes: tuple[ValueClass, ...]
    group: tuple[Permutation, ...]

    @classmethod
    def of(cls, rules: Rules, constraints: Constraints | None = None) -> Space:
        """Return the space after checking that the constraints are valid for the rules."""
        wanted = Constraints() if constraints is None else constraints
        expect_type(rules, Rules)
        expect_type(wanted, Constraints)
        dice, layout = rules.dice, rules.layout
        allowed = dice.values if wanted.values is None else tuple(sorted(set(wanted.values)))
        named = {*wanted.contains, *(value for _, value in wanted.fixed)}
        for value in (*allowed, *named):
            if value not in dice:
                raise InputError(f"expected values of {dice}, got {value}")
        for value in named:
            if value not in allowed:
                raise InputError(f"expected the value {value} to be among the allowed values {allowed}")
        if len(dict(wanted.fixed)) != len(wanted.fixed):
            raise InputError(f"expected each cell to be fixed once, got {wanted.fixed}")
        for cell, _ in wanted.fixed:
            if not 0 <= cell < layout.size or layout.free >> cell & 1:
                raise InputError(f"expected fixed cells that are in the layout and not free, got cell {cell}")
        if not allowed:
            raise InputError("expected at least one value to choose from, got none")
        classes = []
        for equal in dice.equally_likely():
            together = tuple(v for v in equal if v in allowed and v not in named)
            classes += [ValueClass((v,), dice.weight(v)) for v in equal if v in named]
            classes += [ValueClass(together, dice.weight(together[0]))] if together else []
        classes.sort(key=lambda c: (c.weight, c.values))
        fixed = dict(wanted.fixed)
        # If there are very many symmetries, use a subgroup: its orbits are smaller, but the counts still add up.
        some = symmetries(layout).at_most(MAX_SYMMETRIES)
        group = tuple(p for p in some if all(fixed.get(p[cell]) == value for cell, value in fixed.items()))
        return cls(rules, wanted, tuple(classes), group)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that contain a value, that is, all cells except free cells."""
        return self.rules.layout.open_cells

    @property
    def total(self) -> int:
        """The number of boards, counted directly; the sizes of the sweep's orbits must add up to this number.

        Boards that contain all required values are counted by inclusion-exclusion over the missing values.
        """
        allowed = sum(len(c.values) for c in self.classes)
        fixed = dict(self.constraints.fixed)
        present = set(fixed.values())
        free_cells = len(self.cells) - len(fixed)
        needed = set(self.constraints.contains) - present
        if self.constraints.distinct:
            if len(present) != len(fixed):
                return 0
            others, rest = allowed - len(present) - len(needed), free_cells - len(needed)
            return perm(free_cells, len(needed)) * perm(others, rest) if rest >= 0 else 0
        return sum(
            (-1) ** missing * comb(len(needed), missing) * (allowed - missing) ** free_cells
            for missing in range(len(needed) + 1)
        )

    @property
    def cards(self) -> int:
        """The number of full cards. All arrangements of the same tokens count as one card."""
        allowed, needed = sum(len(c.values) for c in self.classes), len(set(self.constraints.contains))
        left = len(self.cells) - needed
        if left < 0:
            return 0
        return comb(allowed - needed, left) if self.constraints.distinct else comb(allowed + left - 1, left)

    def boards(self, rows: Iterable[Iterable[int]]) -> list[Board]:
        """Return the boards with the given rows of values. The rows omit the free cells."""
        return [Board(self.rules.layout.fill(row), self.rules) for row in listed(rows, "boards")]

    def __contains__(self, board: Board) -> bool:
        wanted, values = self.constraints, [board.values[cell] for cell in self.cells]
        allowed = {value for c in self.classes for value in c.values}
        return (
            board.rules == self.rules
            and allowed.issuperset(values)
            and set(wanted.contains).issubset(values)
            and all(board.values[cell] == value for cell, value in wanted.fixed)
            and (not wanted.distinct or len(set(values)) == len(values))
        )

    @property
    def universe(self) -> Universe:
        """The boards of the space as a ``Universe``, for claims about the best boards."""
        wanted = self.constraints
        values = Universe.of_values(self.rules, wanted.values).values
        return Universe(
            self.rules,
            self.cards if self.rules.is_full_card else self.total,
            values,
            wanted.contains,
            wanted.fixed,
            wanted.distinct,
        )

    def __str__(self) -> str:
        return str(self.universe)


class BestBoards(Answer):
    """The base class of the answers to ``search``.

    Every answer has the ``space``, its ``best`` boards (best first, each with its ``board`` and its
    ``expected_rolls``), the ``status``, and whether it is ``certified``.
    """

    __slots__ = ()
    _json_head_ = "rules=space.rules universe=space.universe"

    if TYPE_CHECKING:  # all subclasses have these fields

        @property
        def space(self) -> Space:
            """The boards of the search."""

        @property
        def best(self) -> tuple[Found | Reached, ...]:
            """The best boards, best first, each with its ``board`` and its ``expected_rolls``."""

        @property
        def status(self) -> Status:
            """The status of the answer: proven, best found or stopped."""

    @property
    def certified(self) -> bool:
        """Whether the answer is proven."""
        return self.status is Status.PROVEN


@dataclass(frozen=True, slots=True)
class Found(Checked):
    """A board with its exact V, and the number of boards in its orbit (see ``searches.orbits``)."""

    board: Board
    expected_rolls: Fraction
    orbit_size: int
