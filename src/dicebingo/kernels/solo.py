"""Backward induction over all packed sets of one board, in float64 (the mathematics is in ``solo.mdp``).

numba's cache looks at the file of a kernel alone: whoever changes ``backward_induction`` or ``best_cells`` must also
change ``kernels.strategies``, which calls them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

SMALLEST, LARGEST, RANDOM = range(3)


def expected_rolls(
    size: int, lines: Sequence[int], total: float, weights: Sequence[float], masks: Sequence[int], marks_all: bool
) -> NDArray[np.float64]:
    """Return V(s) for all 2^size packed sets s; group g has weight weights[g] and the cells masks[g]."""
    table = np.zeros(1 << size)
    backward_induction(table, np.array(lines, np.int64), total, np.array(weights), np.array(masks, np.int64), marks_all)
    return table


@njit(cache=True, nogil=True)
def backward_induction(table, lines, total, weights, masks, marks_all):  # type: ignore[no-untyped-def]
    """Fill the table with V of every packed set."""
    for s in range(table.size - 1, -1, -1):
        table[s] = 0.0
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
            cells, ties, _ = best_cells(table, s, left, tie_factor)
            chosen = 0.0
            while cells:
                bit = cells & -cells
                cells ^= bit
                chosen = squares[s | bit] + (chosen if tie_break == RANDOM else 0.0)
                if tie_break == SMALLEST:
                    break
            rest += weights[g] * chosen / (ties if tie_break == RANDOM else 1)
        squares[s] = rest / hit


def variances_or_quantiles(
    boards: NDArray[np.int64],
    lines: Sequence[int],
    weights: Sequence[float],
    marks_all: bool,
    tie_break: int,
    tie_factor: float,
    share: float,
) -> NDArray[np.float64]:
    """Return for each board, a row of indices into ``weights``, the variance or a quantile of the completion time.

    With ``share`` 0 it is the variance, otherwise the least k with P(T <= k) >= share.
    """
    found = np.zeros(len(boards))
    size = boards.shape[1]
    room = np.zeros((4, 1 << size))
    _measure(boards, np.array(lines, np.int64), np.array(weights), marks_all, tie_break, tie_factor, share, room, found)
    return found


@njit(cache=True, nogil=True)
def _measure(boards, lines, weights, marks_all, tie_break, tie_factor, share, room, found):  # type: ignore[no-untyped-def]
    total = weights.sum()
    masks = np.zeros(weights.size, np.int64)
    table, squares, now, after = room[0], room[1], room[2], room[3]
    for b in range(boards.shape[0]):
        masks[:] = 0
        for cell in range(boards.shape[1]):
            masks[boards[b, cell]] |= 1 << cell
        backward_induction(table, lines, total, weights, masks, marks_all)
        if share == 0.0:
            squares[:] = 0.0
            _second_sweep(table, squares, total, weights, masks, marks_all, tie_break, tie_factor)
            found[b] = squares[0] - table[0] ** 2
            continue
        now[:] = 0.0
        now[0] = 1.0
        finished = 0.0
        rolls = 0
        while finished < share:
            rolls += 1
            after[:] = 0.0
            finished += _step(table, now, after, total, weights, masks, marks_all, tie_break, tie_factor)
            now, after = after, now
        found[b] = rolls


@njit(cache=True, nogil=True)
def _step(table, now, after, total, weights, masks, marks_all, tie_break, tie_factor):  # type: ignore[no-untyped-def]
    """Move the probabilities of all sets on by one roll; return what finishes on it."""
    finished = 0.0
    for s in range(table.size):
        if now[s] == 0.0:
            continue
        stay = total
        for g in range(masks.size):
            left = masks[g] & ~s
            if left == 0:
                continue
            stay -= weights[g]
            flow = now[s] * weights[g] / total
            chosen, ties = left, 1
            if not marks_all:
                chosen, ties, _ = best_cells(table, s, left, tie_factor)
            while chosen:
                bit = chosen & -chosen
                if marks_all:
                    bit = chosen
                elif tie_break == LARGEST:
                    while chosen & (chosen - 1):
                        chosen &= chosen - 1
                    bit = chosen
                chosen ^= bit
                target = s | bit
                part = flow / ties if tie_break == RANDOM else flow
                if table[target] == 0.0:
                    finished += part
                else:
                    after[target] += part
                if tie_break != RANDOM:
                    break
        after[s] += now[s] * stay / total
    return finished


@njit(cache=True, nogil=True)
def best_cells(table, s, cells, tie_factor):  # type: ignore[no-untyped-def]
    """Return the cells whose values are within the factor of the best, how many they are, and the best value."""
    best = np.inf
    left = cells
    while left:
        bit = left & -left
        left ^= bit
        best = min(best, table[s | bit])
    tied, count = 0, 0
    left = cells
    while left:
        bit = left & -left
        left ^= bit
        if table[s | bit] <= best * tie_factor:
            tied |= bit
            count += 1
    return tied, count, best
