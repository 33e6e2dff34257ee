"""The boards that a search is about: rules, constraints, and the symmetries that preserve both.

In solo play equally likely values are interchangeable, so a board is written with *classes*: a class is a set of
equally likely values that no constraint tells apart. A board is then a partition of the cells into blocks of equal
value, and one class per block, a class of m values being used by at most m blocks. It stands for ∏ m!/(m-k)! boards,
with k the number of blocks that use a class of m values.

Only symmetries of the layout that leave the fixed cells of a constraint as they are may be used.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm, prod

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import Permutation, SymmetryGroup, symmetries

__all__ = ["Constraints", "Space", "ValueClass"]

MAX_SYMMETRIES = 2_000


@dataclass(frozen=True, slots=True)
class Constraints:
    """Which boards count: all by default.

    ``values`` are the values that may be used, ``contains`` those that must be, ``fixed`` the values of some cells, and
    ``distinct`` asks for different values in all cells.
    """

    values: tuple[int, ...] | None = None
    contains: tuple[int, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class ValueClass:
    """Equally likely values that nothing tells apart."""

    values: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Space:
    """All boards of some rules that meet some constraints."""

    rules: Rules
    constraints: Constraints
    classes: tuple[ValueClass, ...]
    group: tuple[Permutation, ...]

    @classmethod
    def of(cls, rules: Rules, constraints: Constraints | None = None) -> Space:
        """Return the space, after checking that the constraints make sense for the rules."""
        wanted = constraints or Constraints()
        dice, layout = rules.dice, rules.layout
        allowed = dice.values if wanted.values is None else tuple(sorted(set(wanted.values)))
        named = {*wanted.contains, *(value for _, value in wanted.fixed)}
        for value in (*allowed, *named):
            if value not in dice:
                raise InputError(f"expected values of {dice}, got {value}")
        for value in named:
            if value not in allowed:
                raise InputError(f"expected the value {value} to be among those allowed, got only {allowed}")
        if len(dict(wanted.fixed)) != len(wanted.fixed):
            raise InputError(f"expected each cell to be fixed once, got {wanted.fixed}")
        for cell, _ in wanted.fixed:
            if not 0 <= cell < layout.size or layout.free >> cell & 1:
                raise InputError(f"expected fixed cells that hold a value, got cell {cell}")
        if not allowed:
            raise InputError("expected at least one value to choose from, got none")
        classes = []
        for equal in dice.equally_likely():
            together = tuple(v for v in equal if v in allowed and v not in named)
            classes += [ValueClass((v,), dice.weight(v)) for v in equal if v in named]
            classes += [ValueClass(together, dice.weight(together[0]))] if together else []
        classes.sort(key=lambda c: (c.weight, c.values))
        return cls(rules, wanted, tuple(classes), _preserving(symmetries(layout), dict(wanted.fixed)))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that hold a value."""
        return cells_of(self.rules.layout.full & ~self.rules.layout.free)

    @property
    def total(self) -> int:
        """How many boards there are, counted directly: the sweep's orbits must add up to it.

        Boards that contain all of some values are counted by inclusion and exclusion over the missing ones.
        """
        allowed = sum(len(c.values) for c in self.classes)
        fixed = dict(self.constraints.fixed)
        present = set(fixed.values())
        free_cells = len(self.cells) - len(fixed)
        needed = set(self.constraints.contains) - present
        if self.constraints.distinct:
            if len(present) != len(fixed):
                return 0
            others = allowed - len(present) - len(needed)
            places = perm(free_cells, len(needed)) if len(needed) <= free_cells else 0
            return places * perm(others, free_cells - len(needed)) if places else 0
        return sum(
            (-1) ** missing * _choose(len(needed), missing) * (allowed - missing) ** free_cells
            for missing in range(len(needed) + 1)
        )

    def __contains__(self, board: Board) -> bool:
        """Whether a board is one of them."""
        wanted, values = self.constraints, [board.values[cell] for cell in self.cells]
        allowed = {value for c in self.classes for value in c.values}
        return (
            board.rules == self.rules
            and allowed.issuperset(values)
            and set(wanted.contains).issubset(values)
            and all(board.values[cell] == value for cell, value in wanted.fixed)
            and (not wanted.distinct or len(set(values)) == len(values))
        )

    def __str__(self) -> str:
        """Return a line for a person, such as ``classic (3x3, 2d6); values 6, 7, 8``."""
        wanted, parts = self.constraints, [str(self.rules)]
        if wanted.values is not None:
            parts.append(f"values {', '.join(map(str, wanted.values))}")
        if wanted.contains:
            parts.append(f"with {', '.join(map(str, wanted.contains))}")
        parts += [f"{value} in cell {cell}" for cell, value in wanted.fixed]
        parts += ["all different"] if wanted.distinct else []
        return "; ".join(parts)

    def multiplicity(self, used: tuple[int, ...]) -> int:
        """Return how many boards a board in classes stands for, by the number of blocks that use each class."""
        return prod(perm(len(c.values), k) for c, k in zip(self.classes, used, strict=True))


def _choose(n: int, k: int) -> int:
    return perm(n, k) // perm(k)


def _preserving(group: SymmetryGroup, fixed: dict[int, int]) -> tuple[Permutation, ...]:
    """Return symmetries that keep the fixed cells' values: a subgroup, and not larger than is useful.

    Where there are very many, those that move the first cells of the group's base are left out: what remains is still
    a group, which is all that counting needs.
    """
    level = 0
    while prod(map(len, group.transversals[level:])) > MAX_SYMMETRIES:
        level += 1
    some = SymmetryGroup(group.degree, group.generators, group.transversals[level:])
    return tuple(p for p in some if all(fixed.get(p[cell]) == value for cell, value in fixed.items()))
