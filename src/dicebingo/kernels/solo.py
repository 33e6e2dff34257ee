"""Backward induction over all packed sets of one board, in float64 (the mathematics is in ``solo.mdp``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

SMALLEST, LARGEST, RANDOM = range(3)
DUST = 1e-17
"""Probabilities below this are negligible for a quantile in float64."""
SLOW = 32.0
"""If the probability of leaving a set is below 1/SLOW per roll for every set, many rolls are computed at once."""


def expected_rolls(
    size: int, lines: Sequence[int], total: float, weights: Sequence[float], masks: Sequence[int], marks_all: bool
) -> NDArray[np.float64]:
    """Return V(s) for all 2^size packed sets s. Group g has the weight weights[g] and the cells masks[g]."""
    table = np.zeros(1 << size)
    backward_induction(table, np.array(lines, np.int64), total, np.array(weights), np.array(masks, np.int64), marks_all)
    return table


@kernel()
def backward_induction(table, lines, total, weights, masks, marks_all):
    """Fill ``table`` with V for every packed set."""
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
    """Return E[T^2] for all packed sets, where T is the number of rolls to finish in optimal play.

    Values up to ``tie_factor`` times the best count as ties.
    """
    squares = np.zeros(table.size)
    _second_sweep(table, squares, total, np.array(weights), np.array(masks, np.int64), marks_all, tie_break, tie_factor)
    return squares


@kernel()
def _second_sweep(table, squares, total, weights, masks, marks_all, tie_break, tie_factor):
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
    most: float = np.inf,
) -> NDArray[np.float64]:
    """Return the variance or a quantile of each board's completion time.

    A board is a row of indices into ``weights``. If ``share`` is 0, the result is the variance. Otherwise it is the
    least k with P(T <= k) >= share, or infinity if that exceeds ``most``, in which case the computation stops early.
    """
    found = np.zeros(len(boards))
    size = boards.shape[1]
    sets, cells = 1 << size, size << size >> 1  # the number of sets, and the total number of their unmarked cells
    room = np.zeros((2, sets)), np.zeros(sets, np.int64), np.zeros((4, sets + 1))
    moves = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells), np.zeros(sets + 1)
    how = np.array(lines, np.int64), np.array(weights), marks_all, tie_break, tie_factor
    _measure(boards, how, share, most, room, moves, found)
    return found


def chances_in_time(
    boards: NDArray[np.int64], sets: Sequence[int], weights: Sequence[float], marks_all: bool, rolls: int
) -> NDArray[np.float64]:
    """Return each board's largest probability of a line within ``rolls`` rolls, given the transient ``sets``."""
    found = np.zeros(len(boards))
    by_marks = np.array(sorted(sets, key=int.bit_count), np.int64)
    marks = np.array([int(s).bit_count() for s in by_marks])
    # With j rolls left, only sets with at most ``rolls`` - j marks matter.
    ends = np.searchsorted(marks, np.arange(rolls), side="right")
    start = np.ones(1 << boards.shape[1])
    start[by_marks] = 0.0
    _in_time(boards, by_marks, ends, start, np.array(weights), marks_all, found)
    return found


@kernel()
def _in_time(boards, by_marks, ends, start, weights, marks_all, found):
    total = weights.sum()
    masks = np.zeros(weights.size, np.int64)
    table = np.empty(start.size)
    for b in range(boards.shape[0]):
        masks[:] = 0
        for cell in range(boards.shape[1]):
            masks[boards[b, cell]] |= 1 << cell
        table[:] = start
        for step in range(ends.size - 1, -1, -1):
            # Sets with fewer marks come first, so they read the old values of their supersets.
            for i in range(ends[step]):
                s = by_marks[i]
                wasted, ways = total, 0.0
                for g in range(masks.size):
                    left = masks[g] & ~s
                    if left == 0:
                        continue
                    best = table[s | left] if marks_all else 0.0
                    while left and not marks_all:
                        bit = left & -left
                        left ^= bit
                        best = max(best, table[s | bit])
                    ways += weights[g] * best
                    wasted -= weights[g]
                table[s] = (ways + wasted * table[s]) / total
        found[b] = table[0]


@kernel()
def _measure(boards, how, share, most, room, moves, found):
    lines, weights, marks_all, tie_break, tie_factor = how
    (table, squares), number, vectors = room[0], room[1], room[2]
    total = weights.sum()
    masks = np.zeros(weights.size, np.int64)
    for b in range(boards.shape[0]):
        masks[:] = 0
        for cell in range(boards.shape[1]):
            masks[boards[b, cell]] |= 1 << cell
        backward_induction(table, lines, total, weights, masks, marks_all)
        if share == 0.0:
            squares[:] = 0.0
            _second_sweep(table, squares, total, weights, masks, marks_all, tie_break, tie_factor)
            found[b] = squares[0] - table[0] ** 2
        else:
            states, count = _list_moves(table, total, weights, masks, marks_all, tie_break, tie_factor, number, moves)
            found[b] = _quantile(moves, count, vectors[:, :states], share, most)


@kernel()
def _list_moves(table, total, weights, masks, marks_all, tie_break, tie_factor, number, moves):
    """List the moves between the reached sets (0 is a win, 1 the start). Return the numbers of sets and moves."""
    source, target, flow, leaving = moves
    number[:] = -1
    number[0] = 1
    states, count = 2, 0
    for s in range(table.size):
        if number[s] < 0:
            continue
        leaving[number[s]] = 0.0
        for g in range(masks.size):
            cells, ties = masks[g] & ~s, 1
            if cells == 0:
                continue
            leaving[number[s]] += weights[g] / total
            if not marks_all:
                cells, ties, _ = best_cells(table, s, cells, tie_factor)
                if tie_break == SMALLEST:
                    cells, ties = cells & -cells, 1
                while tie_break == LARGEST and cells & (cells - 1):
                    cells, ties = cells & (cells - 1), 1
            while cells:
                after = s | (cells if marks_all else cells & -cells)
                cells &= ~after
                if number[after] < 0 and table[after] > 0.0:
                    number[after] = states
                    states += 1
                source[count], target[count] = number[s], max(number[after], 0)
                flow[count] = weights[g] / total / ties
                count += 1
    return states, count


@kernel()
def _quantile(moves, count, vectors, share, most):
    """Return the least k with P(T <= k) >= share, or infinity if it exceeds ``most``."""
    leaving = moves[3]
    now, after = vectors[0], vectors[1]
    now[:] = 0.0
    now[1] = 1.0
    rolls, step = 0.0, 1.0
    while rolls < most:
        fastest = 0.0
        for i in range(1, now.size):
            if now[i] < DUST:
                now[i] = 0.0
            elif leaving[i] > fastest:
                fastest = leaving[i]
        step = 1.0 if fastest * SLOW > 1.0 else np.floor(1.0 / fastest)
        _advance(moves, count, vectors, step)
        if after[0] >= share:
            break
        rolls += step
        now[:] = after
    else:
        return np.inf
    while step > 1.0:  # the quantile is one of the next ``step`` rolls
        half = np.floor(step / 2)
        _advance(moves, count, vectors, half)
        if after[0] >= share:
            step = half
        else:
            rolls, step = rolls + half, step - half
            now[:] = after
    return rolls + 1.0


@kernel()
def _advance(moves, count, vectors, rolls):
    """Advance the probabilities of all sets by h = ``rolls`` rolls, using the series of Q^h = (I + (Q - I))^h.

    The terms C(h, j) (Q - I)^j of this series soon become small if h times the probability of leaving a set is at most
    1.
    """
    source, target, flow, leaving = moves
    now, after, term, change = vectors
    after[:] = now
    term[:] = now
    j = 0.0
    largest = 1.0
    while j < rolls and largest > DUST:
        factor = (rolls - j) / (j + 1.0)
        largest = 0.0
        for i in range(now.size):
            change[i] = -leaving[i] * term[i] * factor
        for m in range(count):
            change[target[m]] += flow[m] * term[source[m]] * factor
        for i in range(now.size):
            term[i] = change[i]
            after[i] += change[i]
            largest = max(largest, abs(change[i]))
        j += 1.0


@kernel()
def best_cells(table, s, cells, tie_factor):
    """Return the cells with values up to ``tie_factor`` times the best value, their number, and the best value."""
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
