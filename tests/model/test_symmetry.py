"""Symmetries agree with brute force on small layouts, have the known orders, and satisfy the group axioms."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import pytest
from hypothesis import given, settings

from dicebingo.model.layout import Layout, mask_of
from dicebingo.model.symmetry import Permutation, symmetries
from tests.model.test_layout import layouts
from tests.strategies import SMALL, cells

FEW = 6


def by_trying_all(layout: Layout) -> set[Permutation]:
    """Return all permutations that fix the free cells and map lines to lines."""
    lines = {cells(line & ~layout.free) for line in layout.lines}
    moved = [c for c in range(layout.size) if not layout.free >> c & 1]
    found = set()
    for images in permutations(moved):
        p = dict(zip(moved, images, strict=True))
        if {frozenset(p[c] for c in line) for line in lines} == lines:
            found.add(tuple(p.get(c, c) for c in range(layout.size)))
    return found


@pytest.mark.parametrize("text", [*SMALL, "1x7", "7x1:all", "#.#/.#./#.#", "f##/###", "###/#..:##./...+..#/#.."])
def test_all_symmetries_of_small_layouts_are_found(text: str) -> None:
    layout = Layout.parse(text)
    found = list(symmetries(layout))
    assert len(found) == len(set(found)) == symmetries(layout).order
    assert set(found) == by_trying_all(layout)


@settings(max_examples=100)
@given(layouts().filter(lambda layout: layout.size <= FEW))
def test_all_symmetries_of_any_small_layout_are_found(layout: Layout) -> None:
    assert sorted(symmetries(layout)) == sorted(by_trying_all(layout))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("1x1:all", 1),
        ("2x2", 24),
        ("2x2:rows", 8),
        ("3x3", 8),
        ("3x3:free-centre", 8),
        ("3x3:rows", 6**4),
        ("3x3:rows+columns", 72),
        # Symmetries swap the two lines, swap the ends of each line, and permute the four cells that are in no line.
        ("3x3:diagonals", 2 * 4 * factorial(4)),
        ("3x3:all", factorial(9)),
        ("3x3:corners", factorial(4) * factorial(5)),
        ("3x3:.#./###/.#.", factorial(5) * factorial(4)),
        ("4x4", 32),
        ("4x4:rows+columns", 2 * factorial(4) ** 2),
        ("5x5", 32),
        ("5x5:free-centre", 32),
        ("5x5:all", factorial(25)),
        pytest.param("8x8:all", factorial(64), marks=pytest.mark.slow),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_groups_have_the_known_orders(text: str, order: int) -> None:
    assert symmetries(Layout.parse(text)).order == order


def graph(size: int, *lines: tuple[int, ...]) -> Layout:
    return Layout(tuple((0, c) for c in range(size)), tuple(map(mask_of, lines)))


FANO = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
PETERSEN = [edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))]

# Every cell is in three lines, so colour refinement cannot distinguish the cells, but the layout has no symmetry.
CHORDS = (-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2)
FRUCHT = {frozenset((i, (i + step) % 12)) for i, chord in enumerate(CHORDS) for step in (1, chord)}


@pytest.mark.parametrize(
    ("layout", "order"),
    [
        (graph(7, *FANO), 168),
        (graph(6, (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)), 12),
        (graph(6, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)), 72),
        (graph(7, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)), 6 * 8),
        (graph(10, *PETERSEN), 120),
        (graph(12, *map(tuple, FRUCHT)), 1),
    ],
    ids=["Fano plane", "hexagon", "two triangles", "triangle and square", "Petersen graph", "Frucht graph"],
)
def test_symmetries_are_found_even_if_all_cells_look_alike(layout: Layout, order: int) -> None:
    assert len(set(symmetries(layout))) == symmetries(layout).order == order


@pytest.mark.parametrize("text", ["2x2", "3x3", "3x3:free-centre", "3x3:rows+columns", "4x4", "5x5", "5x5:free-centre"])
def test_symmetries_form_a_group_that_preserves_the_lines(text: str) -> None:
    layout = Layout.parse(text)
    elements = list(symmetries(layout))
    known = set(elements)
    assert len(known) == len(elements) == symmetries(layout).order
    assert elements[0] == tuple(range(layout.size))
    lines = {cells(line) for line in layout.lines}
    for p in elements:
        assert {frozenset(p[c] for c in line) for line in lines} == lines
        assert all(p[c] == c for c in cells(layout.free))
    assert all(tuple(p[q[c]] for c in range(layout.size)) in known for p in elements for q in elements)


@pytest.mark.parametrize("text", ["3x3", "4x4", "3x3:all", "#f#/##."])
def test_generators_generate_the_whole_group(text: str) -> None:
    group = symmetries(Layout.parse(text))
    reached = {tuple(range(group.degree))}
    todo = list(reached)
    for p in todo:
        for g in group.generators:
            product = tuple(g[image] for image in p)
            if product not in reached and len(reached) < 1000:
                reached.add(product)
                todo.append(product)
    assert len(reached) == min(group.order, 1000)


def test_orbits_are_the_sets_of_equivalent_cells() -> None:
    assert symmetries(Layout.parse("3x3")).orbits() == ((0, 2, 6, 8), (1, 3, 5, 7), (4,))
    assert symmetries(Layout.parse("4x4")).orbits() == ((0, 3, 5, 6, 9, 10, 12, 15), (1, 2, 4, 7, 8, 11, 13, 14))
    assert symmetries(Layout.parse("3x3:corners")).orbits() == ((0, 2, 6, 8), (1, 3, 4, 5, 7))
