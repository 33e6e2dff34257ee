"""Steepest ascent: from a board to the best of its neighbours, again and again.

The neighbours of a board are the boards that differ from it in one cell, and those with two cells swapped; the wide
neighbourhood has all boards that differ in one or two cells.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

__all__ = ["climb", "near", "wide"]

Rows = NDArray[np.int64]


def near(row: Rows, values: Rows) -> Rows:
    """Return the boards that differ from one in a cell, or by a swap of two cells."""
    changed = [_with(row, [cell], [value]) for cell in range(len(row)) for value in values if value != row[cell]]
    swaps = combinations(range(len(row)), 2)
    swapped = [_with(row, [a, b], [row[b], row[a]]) for a, b in swaps if row[a] != row[b]]
    return np.array(changed + swapped, np.int64).reshape(-1, len(row))


def wide(row: Rows, values: Rows) -> Rows:
    """Return the boards that differ from one in one or two cells."""
    pairs = list(combinations(range(len(row)), 2)) or [(0, 0)]
    found = np.repeat(row[None], len(pairs) * len(values) ** 2, axis=0)
    cells = np.repeat(np.array(pairs), len(values) ** 2, axis=0)
    new = np.tile(np.array(list(product(values, repeat=2))), (len(pairs), 1))
    every = np.arange(len(found))
    found[every, cells[:, 0]], found[every, cells[:, 1]] = new[:, 0], new[:, 1]
    different: Rows = np.unique(found, axis=0)
    others: Rows = different[(different != row).any(axis=1)]
    return others


def _with(row: Rows, cells: list[int], values: list[int]) -> Rows:
    new = row.copy()
    new[cells] = values
    return new


def climb(
    start: Rows, score: Callable[[Rows], NDArray[np.float64]], neighbours: Callable[[Rows], Rows]
) -> tuple[Rows, float]:
    """Return where steepest ascent ends: a row none of whose neighbours has a larger score."""
    row, best = start, float(score(start[None])[0])
    while True:
        around = neighbours(row)
        scores = score(around)
        if not len(scores) or scores.max() <= best:
            return row, best
        row, best = around[int(scores.argmax())], float(scores.max())
