"""Symmetries of a layout: the permutations of its cells that map winning lines to winning lines.

The symmetries are computed from the lines alone, so the 4x4 grid has 32 symmetries, not only the eight of the square.
Blackout has all n! permutations, which are never listed. A group is stored as a stabiliser chain (Sims): cells b0, b1,
... such that only the identity fixes them all, and for each b_i its orbit under the symmetries that fix b_0..b_{i-1},
with one symmetry for each point of the orbit (the transversal). The order of the group is the product of the sizes of
the orbits. Every symmetry can be written in exactly one way as a product of one symmetry from each transversal.

The search for symmetries colours the cells. First, it gives some cells unique colours (it *individualises* these
cells). Then it splits the colour classes until all cells in a class see the same colours on the lines through them. A
symmetry that fixes the individualised cells maps every cell to a cell of the same colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Annotated

from dicebingo.checked import Checked
from dicebingo.errors import expect_type, whole_number
from dicebingo.model.layout import Layout, cells_of
from dicebingo.question import Doc, question

Permutation = tuple[int, ...]
"""The image of each cell: cell i goes to p[i]."""


@dataclass(frozen=True, slots=True)
class SymmetryGroup(Checked):
    """The symmetries of a layout, given by generators and a stabiliser chain.

    >>> symmetries(Layout.parse("3x3")).order, symmetries(Layout.parse("4x4")).order
    (8, 32)
    >>> symmetries(Layout.parse("5x5:all")).order
    15511210043330985984000000
    """

    degree: int
    generators: tuple[Permutation, ...]
    transversals: tuple[tuple[Permutation, ...], ...]

    @property
    def order(self) -> int:
        """The number of symmetries."""
        return prod(map(len, self.transversals))

    def __iter__(self) -> Iterator[Permutation]:
        def products(level: int, so_far: Permutation) -> Iterator[Permutation]:
            if level == len(self.transversals):
                yield so_far
                return
            for representative in self.transversals[level]:
                yield from products(level + 1, tuple(so_far[image] for image in representative))

        return products(0, tuple(range(self.degree)))

    def at_most(self, order: int) -> SymmetryGroup:
        """Return a subgroup with at most ``order`` elements: the symmetries that fix the first few cells of the base.

        >>> symmetries(Layout.parse("5x5:all")).at_most(2_000).order
        720
        """
        order, level = whole_number(order, "an order of at least {}", 1), 0
        while prod(map(len, self.transversals[level:])) > order:
            level += 1
        return SymmetryGroup(self.degree, self.generators, self.transversals[level:])

    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """Return the orbits: two cells are in the same orbit if a symmetry maps one to the other."""
        unseen, orbits = set(range(self.degree)), []
        while unseen:
            orbit = sorted(_transversal(min(unseen), self.generators, self.degree))
            unseen -= set(orbit)
            orbits.append(tuple(orbit))
        return tuple(orbits)


def cycle_lengths(permutation: Sequence[int], cells: Iterable[int]) -> Iterator[int]:
    """Yield the lengths of a permutation's cycles on ``cells``, a set that the permutation maps to itself.

    >>> sorted(cycle_lengths((1, 2, 0, 4, 3), range(5)))
    [2, 3]
    """
    left = set(cells)
    while left:
        cell, length = left.pop(), 1
        while (cell := permutation[cell]) in left:
            left.remove(cell)
            length += 1
        yield length


@question
def symmetries(layout: Annotated[Layout, Doc("A layout, such as the layout of named rules.")]) -> SymmetryGroup:
    """Return the symmetry group of a layout. Symmetries fix the free cells, which are marked from the start."""
    expect_type(layout, Layout)
    return _symmetries(layout)


@lru_cache(maxsize=64)
def _symmetries(layout: Layout) -> SymmetryGroup:
    structure = _Structure(layout)
    generators: list[Permutation] = []
    base: list[int] = []
    colours = structure.refine(tuple(cell if layout.free >> cell & 1 else -1 for cell in range(layout.size)))
    prefixes = [colours]
    while (target := _first_mixed(prefixes[-1])) is not None:
        base.append(target)
        prefixes.append(structure.individualise(prefixes[-1], target))
    transversals: list[tuple[Permutation, ...]] = []
    # Work up from the deepest level. At each level, the symmetries that fix the earlier base cells and ``cell`` are
    # already known. Find the symmetries that fix the earlier base cells but move ``cell``.
    for cell, fixed in reversed(list(zip(base, prefixes, strict=False))):
        orbit = _transversal(cell, generators, layout.size)
        for image in (c for c, colour in enumerate(fixed) if colour == fixed[cell]):
            if image not in orbit and (found := structure.extend(fixed, cell, image)):
                generators.append(found)
                orbit = _transversal(cell, generators, layout.size)
        transversals.append(tuple(orbit[image] for image in sorted(orbit)))
    return SymmetryGroup(layout.size, tuple(generators), tuple(reversed(transversals)))


def _first_mixed(colours: tuple[int, ...]) -> int | None:
    """Return the smallest cell that shares its colour with another cell."""
    return next((cell for cell, colour in enumerate(colours) if colours.count(colour) > 1), None)


def _transversal(cell: int, generators: Sequence[Permutation], degree: int) -> dict[int, Permutation]:
    """Return, for each point of the cell's orbit, a product of generators that maps the cell to it."""
    orbit = {cell: tuple(range(degree))}
    queue = [cell]
    for point in queue:
        for generator in generators:
            if generator[point] not in orbit:
                orbit[generator[point]] = tuple(generator[image] for image in orbit[point])
                queue.append(generator[point])
    return orbit


class _Structure:
    """The lines of a layout as an incidence structure, with colour refinement."""

    def __init__(self, layout: Layout) -> None:
        self.lines = [cells_of(line & ~layout.free) for line in layout.lines]
        self.line_set = {frozenset(line) for line in self.lines}
        self.lines_at = [[i for i, line in enumerate(self.lines) if c in line] for c in range(layout.size)]

    def refine(self, colours: tuple[int, ...]) -> tuple[int, ...]:
        """Split each colour class by the colours on the lines through its cells, until no class splits further."""
        while True:
            around = [tuple(sorted(colours[c] for c in line)) for line in self.lines]
            seen = [(colours[c], tuple(sorted(around[i] for i in at))) for c, at in enumerate(self.lines_at)]
            # Sort the signatures, so that the new colours do not depend on how the cells are numbered.
            names = {signature: i for i, signature in enumerate(sorted(set(seen)))}
            refined = tuple(names[signature] for signature in seen)
            if len(set(refined)) == len(set(colours)):
                return refined
            colours = refined

    def individualise(self, colours: tuple[int, ...], cell: int) -> tuple[int, ...]:
        """Give one cell a unique colour, and refine all colours."""
        return self.refine(tuple(len(colours) if c == cell else colour for c, colour in enumerate(colours)))

    def extend(self, fixed: tuple[int, ...], cell: int, image: int) -> Permutation | None:
        """Return a symmetry that preserves the colours ``fixed`` and maps ``cell`` to ``image``, or None."""
        return self._search(self.individualise(fixed, cell), self.individualise(fixed, image))

    def _search(self, left: tuple[int, ...], right: tuple[int, ...]) -> Permutation | None:
        if sorted(left) != sorted(right):
            return None
        cell = _first_mixed(left)
        if cell is None:
            cell_of = {colour: c for c, colour in enumerate(right)}
            found = tuple(cell_of[colour] for colour in left)
            keeps_lines = all(frozenset(found[c] for c in line) in self.line_set for line in self.lines)
            return found if keeps_lines else None
        narrowed = self.individualise(left, cell)
        images = (c for c, colour in enumerate(right) if colour == left[cell])
        return next((p for i in images if (p := self._search(narrowed, self.individualise(right, i)))), None)
