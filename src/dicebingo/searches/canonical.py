"""The canonical form of a board under all symmetries of its layout, however many there are.

Blackout on sixteen cells has 16! symmetries, too many to list. They are kept as a stabiliser chain with transversals
T₀, T₁, .. (``model.symmetry``): every symmetry is t₀t₁t₂.. with one tᵢ from each Tᵢ, in exactly one way. The cells that
all deeper levels leave alone are *known* after t₀..tᵢ. So the smallest form is found level by level: of all boards that
the beginnings t₀..tᵢ make, only those with the smallest entries in the known cells are kept, and equal ones are merged.

Each kept board counts the symmetries that lead to it. As many lead to the smallest form as fix it, so by the
orbit-stabiliser theorem the board has (number of symmetries) / (that count) different images.

The form is the one of ``searches.orbits``: for each cell its block of equal values, numbered as blocks occur, and the
class of its value; this takes care of swaps of equally likely values as well. Cells are read in the order in which they
become known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from dicebingo.model.board import Board
from dicebingo.model.symmetry import Permutation, symmetries
from dicebingo.searches.orbits import swapped_boards
from dicebingo.searches.space import Space

Entry = tuple[int, int]
Form = tuple[Entry, ...]
Level = tuple[tuple[Permutation, ...], int]
"""A level of the chain, as it acts on the cells in the order of reading, and how many of them it leaves known."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The board that stands for an orbit, the same for all of its boards, and how many these are."""

    board: Board
    orbit_size: int


def canonical(space: Space, board: Board) -> Canonical:
    """Return the board that stands for the orbit of a board, and the size of the orbit.

    >>> from dicebingo.model.rules import Rules
    >>> space = Space.of(Rules.of("4x4:all", "2d6"))
    >>> found = canonical(space, Board((7, 6, 5, 9) * 4, space.rules))
    >>> print(found.board, found.orbit_size)
    5 5 5 5 / 9 9 9 9 / 6 6 6 6 / 7 7 7 7 126126000
    """
    class_of = {value: k for k, c in enumerate(space.classes) for value in c.values}
    levels, order = _chain(space)
    start = [(value, class_of[value]) for value in (board.values[cell] for cell in order) if value is not None]
    boards = Counter({_numbered(start): 1})
    for moves, known in levels:
        images: Counter[Form] = Counter()
        for form, count in boards.items():
            for move in moves:
                images[_numbered(form[i] for i in move)] += count
        least = min(form[:known] for form in images)
        boards = Counter({form: count for form, count in images.items() if form[:known] == least})
    form, fixing = min(boards.items())
    group_order = prod(len(moves) for moves, _ in levels)
    return Canonical(_written(space, form, order), group_order // fixing * swapped_boards(space, board))


def _numbered(entries: Iterable[Entry]) -> Form:
    """Number the blocks as they occur."""
    number: dict[int, int] = {}
    return tuple((number.setdefault(block, len(number)), k) for block, k in entries)


@lru_cache(maxsize=16)
def _chain(space: Space) -> tuple[tuple[Level, ...], tuple[int, ...]]:
    """Return the levels of a space's symmetries, and its cells in the order in which they become known.

    Where cells are fixed, the few symmetries that preserve them are one level.
    """
    levels = (space.group,) if space.constraints.fixed else symmetries(space.rules.layout).transversals
    order: list[int] = []
    ends = []
    for depth in range(len(levels)):
        deeper = [p for level in levels[depth + 1 :] for p in level]
        order += [c for c in space.cells if c not in order and all(p[c] == c for p in deeper)]
        ends.append(len(order))
    cells = tuple(order) or space.cells
    number = {cell: i for i, cell in enumerate(cells)}
    acting = [
        (tuple(tuple(number[p[cell]] for cell in cells) for p in level), end)
        for level, end in zip(levels, ends, strict=True)
    ]
    return tuple(acting), cells


def _written(space: Space, form: Form, order: tuple[int, ...]) -> Board:
    """Return the board of a form: the first values of each class go to the first blocks that use it."""
    left = [list(c.values) for c in space.classes]
    value_of = {block: left[k].pop(0) for block, k in dict.fromkeys(form)}
    values: list[int | None] = [None] * space.rules.layout.size
    for cell, (block, _) in zip(order, form, strict=True):
        values[cell] = value_of[block]
    return Board(tuple(values), space.rules)
