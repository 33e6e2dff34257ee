"""Sets of marks up to symmetry, and multisets of values, for bounds that ignore where the values are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge

Rows = NDArray[np.int8]
Numbers = NDArray[np.int64]


def equal_weights(weights: Sequence[int]) -> list[tuple[int, int]]:
    """Return the ranges of indices with equal weights."""
    edges = [i for i, weight in enumerate(weights) if i == 0 or weight != weights[i - 1]]
    return list(pairwise([*edges, len(weights)]))


class Orbits:
    """The transient sets up to symmetry, ordered by the number of unmarked cells."""

    def __init__(self, images: NDArray[np.uint64], won: NDArray[np.bool_]) -> None:
        """List the orbits.

        ``images[g, cell]`` is the bit of the cell's image under symmetry g, and ``won`` marks the winning sets.
        """
        self.size = images.shape[1]
        all_sets = np.arange(1 << self.size, dtype=np.uint64)
        least = all_sets.copy()
        for image in images:
            moved = np.zeros(len(all_sets), np.uint64)
            for cell in range(self.size):
                moved |= (all_sets >> np.uint64(cell) & np.uint64(1)) * image[cell]
            np.minimum(least, moved, out=least)
        chosen = all_sets[~won & (least == all_sets)]
        unmarked = self.size - np.bitwise_count(chosen).astype(np.int64)
        self.levels = [chosen[unmarked == k] for k in range(self.size + 1)]
        number = np.full(len(all_sets), -1, np.int64)
        for sets in self.levels:
            number[sets] = np.arange(len(sets))
        self.number = number[least]  # -1 for a win

    def moves(self, unmarked: int) -> Numbers:
        """For each orbit with ``unmarked`` unmarked cells, return the orbits reached by marking one of these cells."""
        sets = self.levels[unmarked]
        bits = np.uint64(1) << np.arange(self.size, dtype=np.uint64)
        open_cells = np.nonzero((sets[:, None] & bits) == 0)[1].reshape(len(sets), unmarked)
        moves: Numbers = self.number[sets[:, None] | bits[open_cells]]
        return moves


class Multisets:
    """All multisets of at most ``size`` values, up to swaps of equally likely values.

    Each multiset is a row of counts, and the rows are listed by the size of the multiset.
    """

    def __init__(self, weights: Sequence[int], size: int, distinct: int | None = None) -> None:
        """List the multisets, or only those with at most ``distinct`` different values.

        Values of equal weight count as interchangeable only if they are adjacent in ``weights``.
        """
        if (size + 1) ** len(weights) >= 1 << 63:
            raise TooLarge(f"A proof on {size} cells cannot handle {len(weights)} different values.")
        self.classes = equal_weights(weights)
        self.powers = (size + 1) ** np.arange(len(weights), dtype=np.int64)
        self.rows: list[Rows] = [np.zeros((1, len(weights)), np.int8)]
        self.codes = [np.zeros(1, np.int64)]
        for _ in range(size):
            codes = [self.codes[-1] + power for power in self.powers]  # add one value
            rows = (np.unique(np.concatenate(codes))[:, None] // self.powers % (size + 1)).astype(np.int8)
            keep = np.full(len(rows), True) if distinct is None else (rows > 0).sum(axis=1) <= distinct
            for first, last in self.classes:
                for column in range(first, last - 1):
                    keep &= rows[:, column] >= rows[:, column + 1]
            self.rows.append(rows[keep])
            self.codes.append(self.code(rows[keep]))

    def less(self, size: int) -> NDArray[np.int32]:
        """For each multiset and value v, return the index of the multiset with one fewer v, or -1 if v is absent."""
        rows = self.rows[size]
        found = np.full(rows.shape, -1, np.int32)
        for value in range(rows.shape[1]):
            there = np.flatnonzero(rows[:, value])
            rest = rows[there]
            rest[:, value] -= 1
            for first, last in self.classes:
                rest[:, first:last] = -np.sort(-rest[:, first:last], axis=1)
            found[there, value] = np.searchsorted(self.codes[size - 1], self.code(rest))
        return found

    def code(self, rows: Rows) -> Numbers:
        """Return a number that identifies each row. ``codes`` lists these numbers, sorted, for each multiset size."""
        return rows.astype(np.int64) @ self.powers
