"""Orbits: all boards that symmetries of the layout and swaps of equally likely values make of one board.

How many orbits a space has follows from Burnside's lemma: it is the mean, over all pairs of a symmetry g and a swap h,
of the number of boards that g and h together leave as they are. In such a board the cells of a cycle of g of length L
have the values of a cycle of h, one after the other, so its first cell has a value whose cycle has a length that
divides L; where all values are different, the length is L itself, and no cycle of h is used twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, factorial, perm, prod

from dicebingo.model.board import Board
from dicebingo.model.symmetry import Permutation
from dicebingo.searches.space import Space

Cycles = tuple[tuple[int, int], ...]
"""How many cycles of which length a permutation has, by length."""


def orbit_size(space: Space, board: Board) -> int:
    """Return how many boards the orbit has. The swaps need not be listed: they act freely on the values used.

    The orbit has one essential form per image under the symmetries, and each stands for ∏ m!/(m-k)! boards.
    """
    return len(set(_forms(space, board))) * swapped_boards(space, board)


def swapped_boards(space: Space, board: Board) -> int:
    """Return how many boards swaps of equally likely values make of one."""
    return prod(perm(len(c.values), sum(value in board.values for value in c.values)) for c in space.classes)


def essential_form(space: Space, board: Board) -> tuple[tuple[int, int], ...]:
    """Return a form that two boards share exactly when they are in the same orbit."""
    return min(_forms(space, board))


def classes_form(space: Space, board: Board) -> tuple[tuple[int, int], ...]:
    """Return for each cell its block, numbered as blocks first occur, and its class: what swaps leave as it is."""
    return next(_forms(space, board))  # the identity comes first


def _forms(space: Space, board: Board) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the form in classes of the board's image under each symmetry."""
    class_of = {value: k for k, c in enumerate(space.classes) for value in c.values}
    for symmetry in space.group:
        value_at = dict(zip(symmetry, board.values, strict=True))
        number: dict[int | None, int] = {}
        yield tuple(
            (number.setdefault(value, len(number)), class_of[value])
            for value in (value_at[cell] for cell in space.cells)
            if value is not None  # only free cells have none
        )


def count_orbits(space: Space) -> int:
    """Return how many essentially different boards a space has, by Burnside's lemma: nothing is enumerated."""
    if space.total == 0:
        return 0
    fixed, cells = dict(space.constraints.fixed), space.cells
    symmetries = Counter(_cycles(g, [cell for cell in cells if cell not in fixed]) for g in space.group)
    lengths = {length for cycles in symmetries for length, _ in cycles}
    divisors = sorted({d for length in lengths for d in range(1, length + 1) if length % d == 0})
    swaps: Counter[Cycles] = Counter({(): 1})
    for c in space.classes:
        # A class that has more values than there are cells has as many orbits as one with a value for each cell.
        swaps = _products(swaps, _swap_cycles(min(len(c.values), len(cells)), divisors))
    both = sum(
        times * others * _unchanged(space, dict(g), dict(h))
        for g, times in symmetries.items()
        for h, others in swaps.items()
    )
    return both // (symmetries.total() * swaps.total())


def _unchanged(space: Space, g: dict[int, int], h: dict[int, int]) -> int:
    """Return how many boards a symmetry and a swap leave as they are, by their cycles; fixed cells are not in g."""
    present = {value for _, value in space.constraints.fixed}
    needed = len(set(space.constraints.contains) - present)

    def boards(missing: int) -> int:
        """Count those without some of the values that are needed; no swap moves these, nor those of fixed cells."""
        if space.constraints.distinct:
            left = {**h, 1: h.get(1, 0) - missing - len(present)}
            return prod(perm(left.get(length, 0), count) * length**count for length, count in g.items())
        cycles = {**h, 1: h.get(1, 0) - missing}
        return prod(sum(n * d for d, n in cycles.items() if length % d == 0) ** count for length, count in g.items())

    return sum((-1) ** missing * comb(needed, missing) * boards(missing) for missing in range(needed + 1))


def _cycles(permutation: Permutation, cells: list[int]) -> Cycles:
    """Return the cycles of a permutation on some cells, which it takes into each other."""
    lengths: Counter[int] = Counter()
    unseen = set(cells)
    while unseen:
        start = cell = unseen.pop()
        length = 1
        while (cell := permutation[cell]) != start:
            unseen.remove(cell)
            length += 1
        lengths[length] += 1
    return tuple(sorted(lengths.items()))


def _swap_cycles(size: int, lengths: list[int]) -> Counter[Cycles]:
    """Return the permutations of ``size`` values by their cycles; only cycles of the given lengths are listed."""
    found: Counter[Cycles] = Counter()
    for cycles in _partitions(size, size):
        order = prod(length**count * factorial(count) for length, count in cycles)
        found[tuple((length, count) for length, count in cycles if length in lengths)] += factorial(size) // order
    return found


def _partitions(total: int, largest: int) -> Iterator[Cycles]:
    """Yield the ways to write a number as a sum of parts, as pairs of a part and how often it occurs, by part."""
    if total == 0:
        yield ()
    elif largest > 0:
        for count in range(total // largest + 1):
            last = ((largest, count),) if count else ()
            yield from ((*others, *last) for others in _partitions(total - count * largest, largest - 1))


def _products(left: Counter[Cycles], right: Counter[Cycles]) -> Counter[Cycles]:
    """Return the cycles of one permutation beside another."""
    found: Counter[Cycles] = Counter()
    for (a, times), (b, others) in product(left.items(), right.items()):
        found[tuple(sorted((Counter(dict(a)) + Counter(dict(b))).items()))] += times * others
    return found
