"""Patterns of unmarked cells: each relevant pattern is listed once, with the patterns that follow it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from dicebingo.errors import TooLarge
from dicebingo.kernels.sweep import canonical_codes
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.searches import patterns
from dicebingo.searches.patterns import WIN, LabelSymmetries, Patterns, make_patterns
from dicebingo.searches.space import Constraints, Space
from tests.searches.spaces import group_of, space_of
from tests.twins.searches import SMALL, Everything, Values

Labels = tuple[int, ...]
TINY = [
    name if name != "2x3, all, loaded" else pytest.param(name, marks=pytest.mark.slow)
    for name, everything in SMALL.items()
    if len(everything.cells) <= 6
]


def renamed(labels: Labels) -> Labels:
    """Number the blocks by first occurrence; entries of 0 stay 0."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(label, len(names) + 1) if label else 0 for label in labels)


def smallest(labels: Labels, group: set[Labels]) -> Labels:
    """Return the smallest of all images of a pattern."""
    return min(renamed(tuple(v for _, v in sorted(zip(p, labels, strict=True)))) for p in group)


def naive_patterns(everything: Everything) -> set[Labels]:
    """Return one pattern from each orbit of the patterns that can occur in a game on any board.

    A pattern does not determine the values of its blocks, so the constraint ``contains`` is ignored here.
    """
    group = group_of(space_of(everything))
    everything = replace(everything, contains=())
    lines = [{i for i in range(len(everything.cells)) if line >> i & 1} for line in everything._lines()]
    found: set[Labels] = set()
    waiting = {smallest(labels, group) for labels in {renamed(board_labels(board)) for board in everything.boards}}
    while waiting:
        labels = waiting.pop()
        found.add(labels)
        for after in results(labels, everything.marks_all):
            if not any(all(after[i] == 0 for i in line) for line in lines):
                waiting |= {smallest(renamed(after), group)} - found
    return found


def board_labels(board: Values) -> Labels:
    return tuple(value + 1 for value in board)  # labels begin at 1, but a value may be 0


def results(labels: Labels, marks_all: bool) -> list[Labels]:
    """Return the patterns that may follow one mark."""
    if marks_all:
        return [tuple(0 if label == block else label for label in labels) for block in set(labels) - {0}]
    return [(*labels[:i], 0, *labels[i + 1 :]) for i, label in enumerate(labels) if label]


def rows(found: Patterns) -> list[Labels]:
    return [tuple(map(int, row)) for row in found.labels]


@pytest.mark.parametrize("name", TINY)
def test_all_reachable_patterns_are_listed(name: str) -> None:
    found = rows(make_patterns(space_of(SMALL[name])))
    assert len(found) == len(set(found))
    assert set(found) == naive_patterns(SMALL[name])


@pytest.mark.parametrize("name", SMALL)
def test_patterns_come_after_their_successors(name: str) -> None:
    found = make_patterns(space_of(SMALL[name]))
    labels = rows(found)
    unmarked = [sum(map(bool, row)) for row in labels]
    assert unmarked == sorted(unmarked)
    assert [max(row) for row in labels] == found.blocks.tolist()
    source = np.repeat(np.arange(len(labels)), np.diff(found.first_move))
    assert (found.move_to < source).all()
    assert all(0 not in row for row in labels[found.whole :])
    assert all(0 in row for row in labels[: found.whole])
    levels = found.levels()
    assert [first for first, _ in levels] == [0, *(last for _, last in levels[:-1])]
    assert all(len({unmarked[i] for i in range(first, last)}) == 1 for first, last in levels)
    assert levels[-1] == (found.whole, len(labels))


@pytest.mark.parametrize("name", SMALL)
def test_moves_lead_to_the_pattern_after_the_mark(name: str) -> None:
    """Each move leads to the pattern that remains after its mark, up to symmetry, and each block keeps its class."""
    everything = SMALL[name]
    found = make_patterns(space_of(everything))
    labels, group = rows(found), group_of(space_of(everything))
    lines = [{i for i in range(len(everything.cells)) if line >> i & 1} for line in everything._lines()]
    random = Random(name)
    few = 25 if len(group) < 100 else 2
    for number in random.sample(range(len(labels)), min(few, len(labels))):
        classes = [random.randrange(3) for _ in range(found.blocks[number])]
        expected = []
        for after in results(labels[number], everything.marks_all):
            (block,) = {a for a, b in zip(labels[number], after, strict=True) if a != b}
            won = any(all(after[i] == 0 for i in line) for line in lines)
            coloured = tuple((label, classes[label - 1]) if label else None for label in after)
            expected.append((block - 1, None if won else coloured_form(coloured, group)))
        got = []
        for move in range(found.first_move[number], found.first_move[number + 1]):
            target = int(found.move_to[move])
            form = None
            if target != WIN:
                became = {int(b): j for j, b in enumerate(found.move_map[move]) if b >= 0}
                new = labels[target]
                form = coloured_form(tuple((x, classes[became[x - 1]]) if x else None for x in new), group)
            got.append((int(found.move_block[move]), form))
        assert sorted(got, key=str) == sorted(expected, key=str)
        assert [block for block, _ in got] == sorted(block for block, _ in got)


def coloured_form(cells: tuple[tuple[int, int] | None, ...], group: set[Labels]) -> str:
    """Return a canonical form of a pattern whose blocks have classes, up to symmetries and renaming."""
    images = []
    for p in group:
        moved = [cell for _, cell in sorted(zip(p, cells, strict=True), key=lambda pair: pair[0])]
        names = renamed(tuple(cell[0] if cell else 0 for cell in moved))
        images.append(str([(name, cell and cell[1]) for name, cell in zip(names, moved, strict=True)]))
    return min(images)


def test_classic_partitions_are_counted() -> None:
    """There are 21,147 partitions of nine cells, or 2,966 up to the square's symmetries."""
    space = Space.of(classic())
    assert len(patterns._partitions(space)) == 21_147
    found = make_patterns(space)
    assert len(found.labels) - found.whole == 2_966
    assert [last - first for first, last in found.levels()] == [4, 63, 578, 2_037, 4_210, 4_928, 2_966]


@pytest.mark.parametrize(
    ("constraints", "count"),
    [
        (Constraints(values=(6, 7)), 2**8),
        (Constraints(values=(6,)), 1),
        (Constraints(distinct=True), 1),
        (Constraints(values=(6, 7), fixed=((0, 6), (8, 7))), 2**7),
        (Constraints(values=(6, 7), fixed=((0, 6), (8, 6), (3, 7))), 2**6),
    ],
)
def test_only_partitions_that_occur_on_boards_are_listed(constraints: Constraints, count: int) -> None:
    assert len(patterns._partitions(Space.of(classic(), constraints))) == count


@pytest.mark.parametrize("name", ["2x2", "2x3, loaded", "2x2, fixed", "shape", "3x3, rows"])
def test_the_compiled_search_finds_the_canonical_codes(name: str) -> None:
    """Compare the compiled search for the smallest image with the plain search."""
    space = space_of(SMALL[name])
    symmetry, group = LabelSymmetries(space), group_of(space)
    size = len(space.cells)
    every = list(product(range(3), repeat=size))
    sample = sorted({renamed(labels) for labels in Random(name).sample(every, min(40, len(every)))})
    codes, count, first = canonical_codes(np.array(sample, np.uint8), symmetry.sources, symmetry.powers)
    assert [tuple(map(int, row)) for row in symmetry.labels(codes)] == [smallest(labels, group) for labels in sample]
    for labels, times, g in zip(sample, count, first, strict=True):
        images = [renamed(tuple(v for _, v in sorted(zip(p, labels, strict=True)))) for p in symmetry.images.tolist()]
        assert images.count(min(images)) == times
        assert images.index(min(images)) == g


@pytest.mark.parametrize("layout", ["4x4", "5x5", "1x13"])
def test_too_many_cells_are_rejected(layout: str) -> None:
    space = Space.of(Rules.of(layout, "2d6"), Constraints(values=(7,)))
    with pytest.raises(TooLarge, match="expected at most 12 cells to evaluate all boards"):
        make_patterns(space)
