"""Orbits: all images of a board under the symmetries of the layout and swaps of equally likely values.

The number of orbits of a space follows from Burnside's lemma: it is the mean, over all pairs of a symmetry g and a swap
h, of the number of boards that g and h together leave unchanged. If g and h together leave a board unchanged, the
values along each cycle of g follow a cycle of h, whose length therefore divides the length of the cycle of g. If all
values must be different, the two lengths are equal, and no cycle of h is used twice.

**Canonical boards** can be found for any number of symmetries. Blackout on sixteen cells has 16!, too many to list. The
symmetries are therefore stored as a stabiliser chain with transversals T₀, T₁, .. (``model.symmetry``): every symmetry
is t₀t₁t₂.. with one tᵢ from each Tᵢ, in exactly one way. Once t₀..tᵢ are chosen, the cells that all deeper levels fix
are *known*. So the smallest form is found level by level: of all images under the prefixes t₀..tᵢ, only those with the
smallest entries in the known cells are retained, and equal images are merged. For each retained board, the symmetries
that lead to it are counted. The number of symmetries that lead to the smallest form equals the number that leave this
form unchanged. By the orbit-stabiliser theorem, the number of different images is therefore the number of symmetries
divided by that count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, factorial, perm, prod

from dicebingo.model.board import Board
from dicebingo.model.symmetry import Permutation, cycle_lengths, symmetries
from dicebingo.searches.space import Space

Cycles = tuple[tuple[int, int], ...]
"""The cycle type of a permutation: each cycle length and the number of cycles with this length, sorted by length."""
Entry = tuple[int, int]
Form = tuple[Entry, ...]
"""For each cell, a value (or the number of a block of equal values) and its class."""


def orbit_size(space: Space, board: Board) -> int:
    """Return the number of boards in the orbit.

    Only the symmetries are enumerated. Each image of the board under a symmetry has one form, and the swaps turn each
    form into ∏ m!/(m-k)! boards (see ``searches.space``).
    """
    return len(set(_forms(space, board))) * swapped_boards(space, board)


def swapped_boards(space: Space, board: Board) -> int:
    """Return the number of images of a board under swaps of equally likely values."""
    return prod(perm(len(c.values), sum(value in board.values for value in c.values)) for c in space.classes)


def essential_form(space: Space, board: Board) -> Form:
    """Return a form that is the same for two boards if and only if they are in the same orbit."""
    return min(_forms(space, board))


def classes_form(space: Space, board: Board) -> Form:
    """Return each cell's block (numbered in order of first occurrence) and class.

    Swaps of equally likely values do not change the result.
    """
    return next(_forms(space, board))  # the identity comes first


def _forms(space: Space, board: Board) -> Iterator[Form]:
    """For each symmetry of the space's group, yield the form of the board's image (see ``searches.space``).

    If a layout has very many symmetries, this group is only a subgroup; the sweep uses the same group. ``canonical``
    uses all symmetries, so its orbits may be larger.
    """
    entries = dict(zip(space.cells, _entries(space, board, space.cells), strict=True))
    for symmetry in space.group:
        entry_at = {symmetry[cell]: entry for cell, entry in entries.items()}
        yield numbered(entry_at[cell] for cell in space.cells)


def _entries(space: Space, board: Board, cells: Iterable[int]) -> list[Entry]:
    """Return the values of ``cells`` and their classes, omitting free cells."""
    class_of = {value: k for k, c in enumerate(space.classes) for value in c.values}
    return [(value, class_of[value]) for value in (board.values[cell] for cell in cells) if value is not None]


def numbered(entries: Iterable[Entry]) -> Form:
    """Replace values by numbers in order of first occurrence, and keep their classes.

    Swaps of values of the same class do not change the result.

    >>> numbered([(7, 0), (6, 1), (7, 0), (8, 1)])
    ((0, 0), (1, 1), (0, 0), (2, 1))
    """
    number: dict[int, int] = {}
    return tuple((number.setdefault(value, len(number)), k) for value, k in entries)


def count_orbits(space: Space) -> int:
    """Return the number of essentially different boards of a space, by Burnside's lemma, without enumeration."""
    if space.total == 0:
        return 0
    fixed, cells = dict(space.constraints.fixed), space.cells
    symmetries = Counter(_cycles(g, [cell for cell in cells if cell not in fixed]) for g in space.group)
    lengths = {length for cycles in symmetries for length, _ in cycles}
    divisors = sorted({d for length in lengths for d in range(1, length + 1) if length % d == 0})
    swaps: Counter[Cycles] = Counter({(): 1})
    for c in space.classes:
        # If a class has more values than there are cells, the extra values do not change the number of orbits.
        swaps = _products(swaps, _swap_cycles(min(len(c.values), len(cells)), divisors))
    both = sum(
        times * others * _unchanged(space, dict(g), dict(h))
        for g, times in symmetries.items()
        for h, others in swaps.items()
    )
    return both // (symmetries.total() * swaps.total())


def _unchanged(space: Space, g: dict[int, int], h: dict[int, int]) -> int:
    """Return the number of boards that a symmetry of cycle type g and a swap of cycle type h together leave unchanged.

    g omits fixed cells.
    """
    present = {value for _, value in space.constraints.fixed}
    needed = len(set(space.constraints.contains) - present)

    def boards(missing: int) -> int:
        """Count the boards that lack ``missing`` required values.

        Swaps fix the required values and the values of fixed cells.
        """
        if space.constraints.distinct:
            left = {**h, 1: h.get(1, 0) - missing - len(present)}
            return prod(perm(left.get(length, 0), count) * length**count for length, count in g.items())
        cycles = {**h, 1: h.get(1, 0) - missing}
        return prod(sum(n * d for d, n in cycles.items() if length % d == 0) ** count for length, count in g.items())

    return sum((-1) ** missing * comb(needed, missing) * boards(missing) for missing in range(needed + 1))


def _cycles(permutation: Permutation, cells: list[int]) -> Cycles:
    """Return the cycle type of a permutation on ``cells``, a set that the permutation maps to itself."""
    return tuple(sorted(Counter(cycle_lengths(permutation, cells)).items()))


def _swap_cycles(size: int, lengths: list[int]) -> Counter[Cycles]:
    """Count the permutations of ``size`` values by cycle type. Only cycles of the given lengths are listed."""
    found: Counter[Cycles] = Counter()
    for cycles in _partitions(size, size):
        order = prod(length**count * factorial(count) for length, count in cycles)
        found[tuple((length, count) for length, count in cycles if length in lengths)] += factorial(size) // order
    return found


def _partitions(total: int, largest: int) -> Iterator[Cycles]:
    """Yield the partitions of ``total``, each as pairs of a part and its multiplicity, sorted by part."""
    if total == 0:
        yield ()
    elif largest > 0:
        for count in range(total // largest + 1):
            last = ((largest, count),) if count else ()
            yield from ((*others, *last) for others in _partitions(total - count * largest, largest - 1))


def _products(left: Counter[Cycles], right: Counter[Cycles]) -> Counter[Cycles]:
    """Return the cycle types of pairs of permutations that act on disjoint sets."""
    found: Counter[Cycles] = Counter()
    for (a, times), (b, others) in product(left.items(), right.items()):
        found[tuple(sorted((Counter(dict(a)) + Counter(dict(b))).items()))] += times * others
    return found


Level = tuple[tuple[Permutation, ...], int]
"""A level's transversal, with cells numbered in the order of ``_chain``, and the number of cells that are *known* once
an element is chosen from it."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical board of an orbit, and the number of boards in the orbit."""

    board: Board
    orbit_size: int


def canonical(space: Space, board: Board) -> Canonical:
    """Return the canonical board of a board's orbit, and the size of the orbit.

    >>> from dicebingo.model.rules import Rules
    >>> space = Space.of(Rules.of("4x4:all", "2d6"))
    >>> found = canonical(space, Board((7, 6, 5, 9) * 4, space.rules))
    >>> print(found.board, found.orbit_size)
    5 5 5 5 / 9 9 9 9 / 6 6 6 6 / 7 7 7 7 126126000
    """
    levels, order = _chain(space)
    boards = Counter({numbered(_entries(space, board, order)): 1})
    for moves, known in levels:
        images: Counter[Form] = Counter()
        for form, count in boards.items():
            for move in moves:
                images[numbered(form[i] for i in move)] += count
        least = min(form[:known] for form in images)
        boards = Counter({form: count for form, count in images.items() if form[:known] == least})
    form, fixing = min(boards.items())
    group_order = prod(len(moves) for moves, _ in levels)
    return Canonical(_written(space, form, order), group_order // fixing * swapped_boards(space, board))


@lru_cache(maxsize=16)
def _chain(space: Space) -> tuple[tuple[Level, ...], tuple[int, ...]]:
    """Return the levels of a space's symmetries, and its cells in the order in which they become *known* (see above).

    If cells are fixed, the few symmetries that preserve them form one level.
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
    """Return the board that ``form`` describes, assigning the values of each class to its blocks in order."""
    left = [list(c.values) for c in space.classes]
    value_of = {block: left[k].pop(0) for block, k in dict.fromkeys(form)}
    values: list[int | None] = [None] * space.rules.layout.size
    for cell, (block, _) in zip(order, form, strict=True):
        values[cell] = value_of[block]
    return Board(tuple(values), space.rules)
