"""Spaces of boards: their sizes, symmetries and orbits."""

from __future__ import annotations

from itertools import product
from math import factorial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.searches.orbits import (
    classes_form,
    count_orbits,
    essential_form,
    orbit_size,
    swapped_boards,
)
from dicebingo.searches.space import MAX_SYMMETRIES, Constraints, Space
from tests.searches.spaces import ALL, board_of, group_of, orbit, space_of, values_of
from tests.twins.searches import LARGER, SMALL, Everything

TINY = [name for name, everything in SMALL.items() if len(everything.cells) <= 6]


# The boards of a space


@pytest.mark.parametrize("name", ALL)
def test_boards_are_counted(name: str) -> None:
    assert space_of(ALL[name]).total == len(ALL[name].boards)


def test_all_classic_boards_are_counted() -> None:
    space = Space.of(classic())
    assert space.total == 11**9 == 2_357_947_691
    assert [(c.values, c.weight) for c in space.classes] == [
        *(((v, 14 - v), v - 1) for v in range(2, 7)),
        ((7,), 6),
    ]
    assert len(space.group) == 8


VALUES = st.sets(st.integers(1, 6), min_size=1)


@given(VALUES, st.data())
def test_boards_are_counted_under_any_constraints(values: set[int], data: st.DataObject) -> None:
    """Compare the count with a list of all boards, for all sensible combinations of constraints.

    The count is 0 if no board fits.
    """
    some = st.sampled_from(sorted(values))
    contains = tuple(sorted(data.draw(st.sets(some, max_size=3))))
    fixed = tuple(sorted(data.draw(st.dictionaries(st.integers(0, 3), some, max_size=3)).items()))
    everything = Everything("2x2", "1d6", False, tuple(sorted(values)), contains, fixed, data.draw(st.booleans()))
    space = space_of(everything)
    assert space.total == len(everything.boards)
    seen = set()
    orbits = 0
    for board in everything.boards:
        if board not in seen:
            seen |= everything.orbit(board, everything.symmetries())
            orbits += 1
    assert count_orbits(space) == orbits


@pytest.mark.parametrize("name", TINY)
def test_a_space_contains_exactly_the_listed_boards(name: str) -> None:
    everything = SMALL[name]
    space, inside = space_of(everything), set(everything.boards)
    everywhere = list(product(everything.weights, repeat=len(everything.cells)))
    for values in Random(name).sample(everywhere, min(100, len(everywhere))):
        assert (board_of(everything, values) in space) == (values in inside)
    assert all(board_of(everything, values) in space for values in everything.boards[:100])


def test_a_board_of_other_rules_is_not_in_the_space() -> None:
    assert Board.parse("1 2 / 3 4", "knuth") in Space.of(find_rules("knuth"))
    assert Board.parse("1 2 / 3 4", "knuth") not in Space.of(Rules.of("2x2", "1d6"))


# Classes and symmetries


@pytest.mark.parametrize("name", ALL)
def test_each_class_groups_equally_likely_unconstrained_values(name: str) -> None:
    everything, space = ALL[name], space_of(ALL[name])
    listed = [value for c in space.classes for value in c.values]
    assert sorted(listed) == sorted(everything.weights if everything.values is None else everything.values)
    named = {*everything.contains, *(value for _, value in everything.fixed)}
    for c in space.classes:
        assert len({everything.weights[value] for value in c.values}) == 1
        assert len(c.values) == 1 or not named & {*c.values}
    free = [c.weight for c in space.classes if not named & {*c.values}]
    assert len(set(free)) == len(free)


@pytest.mark.parametrize("name", TINY)
def test_all_symmetries_that_preserve_lines_and_fixed_cells_are_used(name: str) -> None:
    assert group_of(space_of(SMALL[name])) == SMALL[name].symmetries()


@pytest.mark.parametrize("rules", ["blackout", "corners", "cross"])
@pytest.mark.parametrize("fixed", [(), ((8, 7),), ((0, 7), (8, 7))])
def test_a_subgroup_is_used_if_there_are_too_many_symmetries(rules: str, fixed: tuple[tuple[int, int], ...]) -> None:
    space = Space.of(find_rules(rules), Constraints(fixed=fixed))
    group = set(space.group)
    assert 1 < len(group) == len(space.group) <= MAX_SYMMETRIES
    assert tuple(range(9)) in group
    lines = {frozenset(c for c in range(9) if line >> c & 1) for line in space.rules.layout.lines}
    for p in group:
        assert {frozenset(p[c] for c in line) for line in lines} == lines
        assert {p[cell] for cell, _ in fixed} == {cell for cell, _ in fixed}
    for p in list(group)[:40]:
        assert all(tuple(p[image] for image in q) in group for q in group)


# Orbits


@pytest.mark.parametrize("name", ALL)
@pytest.mark.slow
def test_orbits_match_a_list_of_all_images(name: str) -> None:
    everything, space = ALL[name], space_of(ALL[name])
    group = group_of(space)
    boards = Random(name).sample(everything.boards, min(6, len(everything.boards)))
    orbits = [everything.orbit(values, group) for values in boards]
    assert all(found <= set(everything.boards) for found in orbits)
    for values, found in zip(boards, orbits, strict=True):
        board = board_of(everything, values)
        assert {tuple(v for v in image if v is not None) for image in orbit(space, board)} == found
        assert orbit_size(space, board) == len(found)
        images = [board_of(everything, image) for image in sorted(found)[-3:]]
        assert {essential_form(space, image) for image in images} == {essential_form(space, board)}
        only_swaps = everything.orbit(values, [tuple(range(len(values)))])
        assert swapped_boards(space, board) == len(only_swaps)
        assert len({classes_form(space, board_of(everything, image)) for image in sorted(only_swaps)[-3:]}) == 1
    forms = [essential_form(space, board_of(everything, values)) for values in boards]
    for i, j in product(range(len(boards)), repeat=2):
        assert (forms[i] == forms[j]) == (boards[j] in orbits[i])


@pytest.mark.parametrize("name", TINY)
def test_orbits_are_counted(name: str) -> None:
    everything = SMALL[name]
    group, unseen, count = everything.symmetries(), set(everything.boards), 0
    while unseen:
        unseen -= everything.orbit(next(iter(unseen)), group)
        count += 1
    assert count_orbits(space_of(everything)) == count


def test_orbit_counts_match_known_values() -> None:
    assert count_orbits(Space.of(classic())) == 18_645_336
    # If there are more values than cells and all are equally likely, orbits are partitions of the cells: 2,966 up to
    # symmetry.
    assert count_orbits(Space.of(Rules.of("3x3", "1d100"))) == 2_966
    assert count_orbits(Space.of(Rules.of("1x9:#........", "1d100"))) < 21_147
    # If all permutations of cells are symmetries and no values can be swapped, orbits are multisets of values, and
    # there are C(6 + 2, 2) of them.
    assert count_orbits(Space.of(Rules.of("2x3:all", "{1:1,2:2,3:3}"))) == 28
    assert count_orbits(Space.of(Rules.of("2x2", "1d6"), Constraints(distinct=True, values=(1, 2, 3)))) == 0


def test_the_optimal_board_has_an_orbit_of_64_boards() -> None:
    space = Space.of(classic())
    board = Board.parse("8 8 9 / 7 6 10 / 7 4 5")
    assert orbit_size(space, board) == len(orbit(space, board)) == 64
    assert values_of(board) in orbit(space, Board.parse("7 7 6 / 4 8 6 / 5 10 9"))
    assert orbit_size(space, Board.parse("7 7 7 / 7 7 7 / 7 7 7")) == 1
    assert orbit_size(Space.of(find_rules("knuth")), Board.parse("1 2 / 3 4", "knuth")) == factorial(6) // factorial(2)


# Errors


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (Constraints(values=(6, 13)), "expected values of 2d6, got 13"),
        (Constraints(values=()), "expected at least one value to choose from, got none"),
        (Constraints(contains=(1,)), "expected values of 2d6, got 1"),
        (Constraints(values=(6, 7), contains=(8,)), "expected the value 8 to be among the allowed values"),
        (Constraints(values=(6, 7), fixed=((0, 8),)), "expected the value 8 to be among the allowed values"),
        (Constraints(fixed=((9, 7),)), "expected fixed cells that are in the layout and not free, got cell 9"),
        (Constraints(fixed=((-1, 7),)), "expected fixed cells that are in the layout and not free, got cell -1"),
        (Constraints(fixed=((0, 7), (0, 8))), "expected each cell to be fixed once"),
    ],
)
def test_impossible_constraints_are_rejected(constraints: Constraints, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Space.of(classic(), constraints)


def test_a_free_cell_cannot_be_fixed() -> None:
    with pytest.raises(InputError, match="got cell 4"):
        Space.of(Rules.of("3x3:free-centre", "2d6"), Constraints(fixed=((4, 7),)))


def test_equivalent_spaces_are_equal() -> None:
    assert Space.of(classic()) == Space.of(Rules.of("3x3", "2d6"), Constraints())
    assert LARGER.keys().isdisjoint(SMALL)
    assert Space.of(classic()) != Space.of(classic(), Constraints(distinct=True))
