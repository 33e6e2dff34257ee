"""Spaces in two forms, as in ``tests.strategies``: a dicebingo space, and a list of its boards for brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations, product

import pytest

from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.sweep import Sweep
from dicebingo.solo.mdp import optimal_play
from tests.twins.searches import LARGER, SMALL, Everything, Permutation, Residues, Values, residues

ALL = {**SMALL, **LARGER}
ORDINARY = ("5..9, fixed",)
"""The one larger space that tests of the sweep use without ``--long``."""
SMALL_NAMES = [*SMALL, *(pytest.param(name, marks=pytest.mark.long) for name in LARGER)]
"""The small spaces; with ``--long``, the larger ones too."""
NAMES = [
    *SMALL,
    *(pytest.param(name, marks=pytest.mark.slow if name in ORDINARY else pytest.mark.long) for name in LARGER),
]


@lru_cache
def space_of(everything: Everything) -> Space:
    rules = Rules.of(everything.layout, everything.dice, "all" if everything.marks_all else "one")
    return Space.of(rules, Constraints(everything.values, everything.contains, everything.fixed, everything.distinct))


@lru_cache
def nearly_fair() -> Space:
    """Return a space whose dice are so nearly fair that float64 orders many boards wrongly or not at all."""
    return Space.of(Rules(Layout.parse("2x3:rows"), Dice.from_weights({i: 10**16 + i for i in range(1, 5)})))


def board_of(everything: Everything, values: Values) -> Board:
    return Board(everything.game(values).values, space_of(everything).rules)


def values_of(board: Board) -> Values:
    return tuple(value for value in board.values if value is not None)


def group_of(space: Space) -> set[Permutation]:
    """Return the symmetries of a space, as permutations of the cells that have a value."""
    number = {cell: i for i, cell in enumerate(space.cells)}
    return {tuple(number[p[cell]] for cell in space.cells) for p in space.group}


def orbit(space: Space, board: Board) -> set[tuple[int | None, ...]]:
    """Return the values of every board in the orbit, by listing all images (the sweep only counts them)."""
    moved = {board.permuted(symmetry).values for symmetry in space.group}
    found = set()
    for images in product(*(permutations(c.values) for c in space.classes)):
        swap: dict[int | None, int | None] = {None: None}
        for c, image in zip(space.classes, images, strict=True):
            swap.update(zip(c.values, image, strict=True))
        found |= {tuple(swap[value] for value in values) for values in moved}
    return found


@dataclass(frozen=True)
class Row:
    """One row of a sweep."""

    board: Board
    value: float
    weight: int


def rows_of(sweep: Sweep) -> list[Row]:
    """Return all rows of a sweep."""
    found: list[Row] = []
    for number in range(len(sweep.shards)):
        shard = sweep.shard(number)
        boards = sweep.space.boards(sweep.rows(shard["patterns"], shard["choices"]))
        found += map(Row, boards, shard["values"].tolist(), shard["weights"].tolist())
    return found


@cache
def exact_values(name: str) -> dict[Residues, Fraction]:
    """Return the exact expected number of rolls V for each pair of residues (V modulo two primes).

    Also check that different V have different residues.
    """
    everything = ALL[name]
    found: dict[Residues, Fraction] = {}
    for values, residue in everything.truth.items():
        if residue not in found:
            found[residue] = Fraction(str(optimal_play(board_of(everything, values)).expected_rolls))
            assert residues(found[residue]) == residue
    return found


@cache
def naive_orbits(name: str) -> list[tuple[Fraction, int]]:
    """Return the expected number of rolls V and the size of every orbit, best first."""
    everything, exact = ALL[name], exact_values(name)
    group = group_of(space_of(everything))
    found, unseen = [], set(everything.boards)
    while unseen:
        board = next(iter(unseen))
        orbit = everything.orbit(board, group)
        assert orbit <= unseen
        unseen -= orbit
        found.append((exact[everything.truth[board]], len(orbit)))
    return sorted(found)


def naive_counts(name: str) -> Counter[Fraction]:
    """Return the number of boards for each expected number of rolls V."""
    exact = exact_values(name)
    return Counter(exact[residue] for residue in ALL[name].truth.values())
