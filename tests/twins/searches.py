"""A reference implementation of searches, by brute force: it lists and evaluates every board and tries every symmetry.

This module imports nothing from dicebingo. V is computed for all boards together: float64 decides the choices, and
residues modulo two primes stand for the exact values. In games of this size, values with equal residues are equal. If
two choices have nearly equal floats, their residues must be equal; otherwise, an assertion fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tests.twins import solo as twins
from tests.twins.solo import DICE, FREE, SIZES, Game

LINES = {**twins.LINES, "2x2:all": ((0, 1, 2, 3),), "2x3:all": ((0, 1, 2, 3, 4, 5),)}
PRIMES = (2**31 - 1, 2**31 - 19)
CLOSE = 1e-11

Values: TypeAlias = tuple[int, ...]
"""The values of a board, without its free cells."""
Residues: TypeAlias = tuple[int, ...]
Permutation: TypeAlias = tuple[int, ...]


def residues(number: Any) -> Residues:
    """Return the residues of a rational."""
    exact = Fraction(str(number))
    return tuple(exact.numerator * pow(exact.denominator, -1, prime) % prime for prime in PRIMES)


@dataclass(frozen=True)
class Everything:
    """All boards of a space, listed by brute force from the same constraints as in dicebingo."""

    layout: str
    dice: str
    marks_all: bool = False
    values: Values | None = None
    contains: Values = ()
    fixed: tuple[tuple[int, int], ...] = ()
    distinct: bool = False

    @property
    def size(self) -> int:
        return SIZES.get(self.layout, 1 + max(max(line) for line in LINES[self.layout]))

    @property
    def cells(self) -> list[int]:
        return [cell for cell in range(self.size) if cell not in FREE.get(self.layout, ())]

    @property
    def weights(self) -> dict[int, int]:
        chances = DICE[self.dice]
        common = lcm(*(chance.denominator for chance in chances.values()))
        return {value: int(chance * common) for value, chance in chances.items()}

    @cached_property
    def boards(self) -> list[Values]:
        fixed = dict(self.fixed)
        allowed = sorted(self.weights if self.values is None else self.values)
        return [
            board
            for board in product(*([fixed[cell]] if cell in fixed else allowed for cell in self.cells))
            if all(value in board for value in self.contains) and (not self.distinct or len(set(board)) == len(board))
        ]

    @cached_property
    def truth(self) -> dict[Values, Residues]:
        """Return V of every board, as residues."""
        found = _values(np.array(self.boards, np.int64), self._lines(), self.weights, self.marks_all)
        return dict(zip(self.boards, map(tuple, found.tolist()), strict=True))

    def game(self, board: Values) -> Game:
        """Return one board as a game of ``tests.twins.solo``, which computes in fractions."""
        at = dict(zip(self.cells, board, strict=True))
        values = tuple(at.get(cell) for cell in range(self.size))
        lines = [frozenset(line) for line in LINES[self.layout]]
        return Game(lines, DICE[self.dice], values, frozenset(FREE.get(self.layout, ())), self.marks_all)

    def _lines(self) -> list[int]:
        number = {cell: i for i, cell in enumerate(self.cells)}
        return [sum(1 << number[cell] for cell in line) for line in LINES[self.layout]]

    def symmetries(self) -> set[Permutation]:
        """Return all permutations of the non-free cells that preserve the lines and the fixed cells.

        The method works for up to six cells.
        """
        fixed = {self.cells.index(cell): value for cell, value in self.fixed}
        every = {frozenset(i for i in range(len(self.cells)) if line >> i & 1) for line in self._lines()}
        # A line that contains another line has no effect.
        lines = {line for line in every if not any(other < line for other in every)}
        return {
            p
            for p in permutations(range(len(self.cells)))
            if {frozenset(p[i] for i in line) for line in lines} == lines
            and all(fixed.get(p[i]) == value for i, value in fixed.items())
        }

    def swaps(self) -> Iterator[Mapping[int, int]]:
        """Yield all permutations of equally likely values to which no constraint refers."""
        named = {*self.contains, *(value for _, value in self.fixed)}
        allowed = self.weights if self.values is None else self.values
        groups: dict[int, list[int]] = {}
        for value in allowed:
            groups.setdefault(-value - 1 if value in named else self.weights[value], []).append(value)
        for images in product(*(permutations(group) for group in groups.values())):
            yield {
                v: w
                for group, image in zip(groups.values(), images, strict=True)
                for v, w in zip(group, image, strict=True)
            }

    def orbit(self, board: Values, symmetries: Iterable[Permutation]) -> set[Values]:
        """Return all images of a board under symmetries and swaps."""
        moved = {tuple(v for _, v in sorted(zip(p, board, strict=True))) for p in symmetries}
        return {tuple(swap[value] for value in image) for image in moved for swap in self.swaps()}


def _values(boards: NDArray[np.int64], lines: list[int], weights: dict[int, int], marks_all: bool) -> NDArray[np.int64]:
    """Return V(∅) of all boards as residues, solving the paper's Bellman equation set by set."""
    count, size = boards.shape
    total = sum(weights.values())
    floats: dict[int, NDArray[np.float64]] = {}
    exact: dict[int, NDArray[np.int64]] = {}
    for marked in range(2**size - 1, -1, -1):
        if any(marked & line == line for line in lines):
            floats[marked], exact[marked] = np.zeros(count), np.zeros((count, len(PRIMES)), np.int64)
            continue
        hit = np.zeros(count, np.int64)
        rolls, rest = np.full(count, float(total)), np.full((count, len(PRIMES)), total)
        for value in np.unique(boards):
            weight = weights[int(value)]
            best, least = _best(boards, marked, value, floats, exact, marks_all)
            there = np.isfinite(best)
            hit += weight * there
            rolls += weight * np.where(there, best, 0.0)
            rest = (rest + weight * np.where(there[:, None], least, 0)) % PRIMES
        floats[marked] = rolls / hit
        hits, where = np.unique(hit, return_inverse=True)
        inverses = np.array([[pow(int(h), -1, prime) for prime in PRIMES] for h in hits])
        exact[marked] = rest * inverses[where] % PRIMES
    return exact[0]


def _best(
    boards: NDArray[np.int64],
    marked: int,
    value: int,
    floats: dict[int, NDArray[np.float64]],
    exact: dict[int, NDArray[np.int64]],
    marks_all: bool,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return, for each board, the smallest V after a roll of the given value.

    The result is infinite if no unmarked cell has the value.
    """
    count, size = boards.shape
    best, least = np.full(count, np.inf), np.zeros((count, len(PRIMES)), np.int64)
    unmarked = [cell for cell in range(size) if not marked >> cell & 1]
    if marks_all:
        after = marked + sum((boards[:, cell] == value).astype(np.int64) << cell for cell in unmarked)
        for number in np.unique(after):
            if number != marked:
                best[after == number] = floats[int(number)][after == number]
                least[after == number] = exact[int(number)][after == number]
        return best, least
    for cell in unmarked:
        there = boards[:, cell] == value
        new, rest = floats[marked | 1 << cell], exact[marked | 1 << cell]
        close = there & np.isfinite(best) & (np.abs(new - best) <= CLOSE * new)
        assert (rest[close] == least[close]).all(), "expected equal residues for close values"
        smaller = there & (new < best)
        best, least = np.where(smaller, new, best), np.where(smaller[:, None], rest, least)
    return best, least


LOADED = "{1:1,2:3,5:2}"

SMALL: dict[str, Everything] = {
    "knuth": Everything("2x2:rows", "1d6"),
    "2x2": Everything("2x2", "1d6"),
    "2x2, all marked": Everything("2x2", "1d6", marks_all=True),
    "2x2, loaded": Everything("2x2", LOADED),
    "2x3, loaded": Everything("2x3", LOADED),
    "2x2, contains": Everything("2x2", "2d6", values=(5, 6, 7, 8, 9), contains=(5, 7)),
    "2x2, contains all": Everything("2x2", "1d6", contains=(1, 2, 3, 4)),
    "2x2, fixed": Everything("2x2", "2d6", values=(5, 6, 7, 8, 9), fixed=((0, 8), (3, 8))),
    "2x2, fixed and contains": Everything("2x2", "1d6", contains=(2, 3), fixed=((1, 2),)),
    "2x3, fixed, loaded": Everything("2x3", LOADED, fixed=((1, 2),)),
    "2x2, all fixed": Everything("2x2", "1d6", fixed=((0, 1), (1, 1), (2, 6), (3, 2))),
    "2x2, distinct": Everything("2x2", "2d6", values=(2, 3, 7, 11, 12), distinct=True),
    "2x2, distinct, fixed and contains": Everything("2x2", "2d6", contains=(6, 9), fixed=((2, 8),), distinct=True),
    "2x3, distinct": Everything("2x3", "1d6", distinct=True),
    "2x3, all, loaded": Everything("2x3:all", LOADED),
    "2x2, blackout": Everything("2x2:all", "2d6", values=(3, 4, 10, 11)),
    "one line": Everything("1x4:##..", LOADED),
    "shape": Everything("#f#/##.", "1d6", values=(1, 2, 3)),
    "shape, all marked": Everything("#f#/##.", LOADED, marks_all=True),
    "one cell": Everything("1x1:all", "2d6"),
    "one value": Everything("2x2", "5"),
    "large weights": Everything("2x2", "{0:1,3:1000000007}"),
    "3x3": Everything("3x3", "2d6", values=(6, 7)),
    "3x3, all marked": Everything("3x3", "2d6", marks_all=True, values=(6, 8)),
    "3x3, rows": Everything("3x3:rows", "2d6", values=(6, 8)),
    "3x3, blackout": Everything("3x3:all", "2d6", values=(6, 7)),
    "3x3, corners": Everything("3x3:corners", "2d6", values=(2, 7)),
    "3x3, free centre": Everything("3x3:free-centre", "2d6", values=(2, 6)),
}
"""Spaces of a few hundred boards."""

LARGER: dict[str, Everything] = {
    "2x2, 2d6": Everything("2x2", "2d6"),
    "6..8": Everything("3x3", "2d6", values=(6, 7, 8)),
    "6..8, contains": Everything("3x3", "2d6", values=(6, 7, 8), contains=(6, 7)),
    "6..8, fixed": Everything("3x3", "2d6", values=(6, 7, 8), fixed=((0, 8), (4, 6))),
    "6..8, free centre": Everything("3x3:free-centre", "2d6", values=(6, 7, 8)),
    "6..8, rows": Everything("3x3:rows", "2d6", values=(6, 7, 8)),
    "5..9, fixed": Everything("3x3", "2d6", values=(5, 6, 7, 8, 9), fixed=((0, 8), (2, 6), (4, 7), (5, 5))),
}
"""Spaces of a few thousand boards."""
