"""Backward induction over all packed sets of one board, in float64 (the mathematics is in ``solo.mdp``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["LARGEST", "RANDOM", "SMALLEST", "expected_rolls", "second_moments"]

SMALLEST, LARGEST, RANDOM = range(3)


def expected_rolls(
    size: int,
    lines: Sequence[int],
    total: float,
    weights: Sequence[float],
    masks: Sequence[int],
    marks_all: bool,
) -> NDArray[np.float64]:
    """Return V(s) for all 2^size packed sets s; group g has weight weights[g] and the cells masks[g]."""
    table = np.zeros(1 << size)
    _sweep(table, np.array(lines, np.int64), total, np.array(weights), np.array(masks, np.int64), marks_all)
    return table


@njit(cache=True, nogil=True)
def _sweep(table, lines, total, weights, masks, marks_all):  # type: ignore[no-untyped-def]
    for s in range(table.size - 1, -1, -1):
        won = False
        for line in lines:
            if s & line == line:
                won = True
                break
        if won:
            continue
        rolls = total
        hit = 0.0
        for g in range(masks.size):
            left = masks[g] & ~s
            if left == 0:
                continue
            if marks_all:
                best = table[s | left]
            else:
                best = np.inf
                while left:
                    bit = left & -left
                    left ^= bit
                    best = min(best, table[s | bit])
            rolls += weights[g] * best
            hit += weights[g]
        table[s] = rolls / hit


def second_moments(
    table: NDArray[np.float64],
    total: float,
    weights: Sequence[float],
    masks: Sequence[int],
    marks_all: bool,
    tie_break: int,
    tie_factor: float,
) -> NDArray[np.float64]:
    """Return E[T^2] for all packed sets, for play by the table; values within tie_factor of the best are ties."""
    squares = np.zeros(table.size)
    _second_sweep(table, squares, total, np.array(weights), np.array(masks, np.int64), marks_all, tie_break, tie_factor)
    return squares


@njit(cache=True, nogil=True)
def _second_sweep(table, squares, total, weights, masks, marks_all, tie_break, tie_factor):  # type: ignore[no-untyped-def]
    for s in range(table.size - 1, -1, -1):
        if table[s] == 0.0:
            continue
        rest = total * (2 * table[s] - 1)
        hit = 0.0
        for g in range(masks.size):
            left = masks[g] & ~s
            if left == 0:
                continue
            hit += weights[g]
            if marks_all:
                rest += weights[g] * squares[s | left]
                continue
            best = np.inf
            cells = left
            while cells:
                bit = cells & -cells
                cells ^= bit
                best = min(best, table[s | bit])
            chosen = 0.0
            ties = 0
            cells = left
            while cells:
                bit = cells & -cells
                cells ^= bit
                if table[s | bit] <= best * tie_factor:
                    if tie_break == RANDOM:
                        chosen += squares[s | bit]
                        ties += 1
                    elif ties == 0 or tie_break == LARGEST:
                        chosen = squares[s | bit]
                        ties = 1
            rest += weights[g] * chosen / ties
        squares[s] = rest / hit
