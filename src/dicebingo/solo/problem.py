"""The solo problem of a position, reduced to plain numbers for the solvers, policies and chains.

Only the *open* cells matter: those that are not marked at the start. A set of marked cells S that includes the starting
marks is *packed* into one of the numbers 0 .. 2ⁿ - 1, whose bits stand for the n open cells in the same order.
Marking a cell makes the number larger, so counting down from 2ⁿ - 1 visits every successor before its predecessors, as
backward induction requires.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dicebingo.cards.card import CardSolver, solver_for
from dicebingo.errors import InputError, whole_number
from dicebingo.model.board import Position
from dicebingo.model.layout import pack, unpack
from dicebingo.model.rules import Marking


@dataclass(frozen=True, slots=True)
class Group:
    """The open cells that share a value, as packed single-cell sets in increasing order."""

    value: int
    weight: int
    bits: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The packed set of all cells in the group."""
        return sum(self.bits)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position reduced to its open cells."""

    position: Position
    cells: tuple[int, ...]
    lines: tuple[int, ...]
    groups: tuple[Group, ...]
    total: int

    @classmethod
    def of(cls, position: Position) -> Problem:
        """Return the solo problem of a position."""
        layout, dice, values = position.rules.layout, position.rules.dice, position.board.values
        cells = position.unmarked_cells
        bits: dict[int, list[int]] = {}
        for i, cell in enumerate(cells):
            value = values[cell]
            assert value is not None  # a Position has a value in every unmarked cell
            bits.setdefault(value, []).append(1 << i)
        groups = tuple(Group(v, dice.weight(v), tuple(bits[v])) for v in sorted(bits))
        return cls(position, cells, tuple(pack(line, cells) for line in layout.lines), groups, dice.total)

    @property
    def size(self) -> int:
        """The number of open cells."""
        return len(self.cells)

    @property
    def marks_all(self) -> bool:
        """Whether a roll marks all matching cells at once."""
        return self.position.rules.marking is Marking.ALL

    @property
    def is_full_card(self) -> bool:
        """Whether all cells must be marked, one per roll (see ``dicebingo.cards``)."""
        return self.position.rules.is_full_card

    def counts(self, packed: int = 0) -> tuple[int, ...]:
        """Return the number of unmarked cells with each value of the dice."""
        unmarked = {group.value: (group.mask & ~packed).bit_count() for group in self.groups}
        return tuple(unmarked.get(value, 0) for value in self.position.rules.dice.values)

    @property
    def solver(self) -> CardSolver:
        """The solver for full cards with these dice."""
        return solver_for(self.position.rules.dice.weights)

    def pack(self, marked: int) -> int:
        """Return the packed number that stands for a set of cells."""
        return pack(marked, self.cells)

    def unpack(self, packed: int) -> int:
        """Return the set of marks that a packed number represents, including the starting marks."""
        return self.position.marked | unpack(packed, self.cells)

    def pack_state(self, marked: int | None) -> int:
        """Pack a set of marks that includes the starting marks. None stands for the starting marks, which pack to 0."""
        if marked is None:
            return 0
        start, full = self.position.marked, self.position.rules.layout.full
        marked = whole_number(marked, "a set of marked cells")
        if marked < 0 or marked & start != start or marked & ~full:
            raise InputError(f"expected marked cells that include those of {self.position}, got {bin(marked)}")
        return self.pack(marked)

    def options(self, group: Group, packed: int) -> tuple[int, ...]:
        """Return the options on a roll of the group's value, as packed sets of cells to add; a wasted roll has none."""
        if self.marks_all:
            unmarked = group.mask & ~packed
            return (unmarked,) if unmarked else ()
        return tuple(bit for bit in group.bits if not packed & bit)

    def for_kernels(self) -> tuple[float, list[float], list[int], bool]:
        """Return the arguments of the kernels: the total weight, the groups' weights and cells, and ``marks_all``."""
        weights, masks = [float(group.weight) for group in self.groups], [group.mask for group in self.groups]
        return float(self.total), weights, masks, self.marks_all

    def wins(self, packed: int) -> bool:
        """Whether a line is complete in a packed set of marks."""
        return any(packed & line == line for line in self.lines)

    def transient(self) -> tuple[int, ...]:
        """Return the packed transient sets, in decreasing order: successors first."""
        return transient_sets(self.size, self.lines)


@lru_cache(maxsize=16)
def transient_sets(size: int, lines: tuple[int, ...]) -> tuple[int, ...]:
    """Return the subsets of {0, .., size - 1} that contain no line, as numbers in decreasing order.

    >>> from dicebingo.model.layout import Layout
    >>> len(transient_sets(9, Layout.parse("3x3").lines))
    230
    """
    full = (1 << size) - 1
    won = bytearray(1 << size)
    for line in lines:
        rest = full & ~line
        extra = rest
        while True:  # a line plus any subset of the other cells wins
            won[line | extra] = 1
            if not extra:
                break
            extra = (extra - 1) & rest
    return tuple(s for s in range(full, -1, -1) if not won[s])
