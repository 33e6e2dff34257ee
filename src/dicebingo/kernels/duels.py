"""Solve many duels in float64 (the mathematics is in ``duels.fast_duels``).

Each of the ``rows`` represents a board: it contains the index of each cell's value among the values of the dice, or any
number for a cell that is already marked in the board's entry of ``starts``. A player's own states are the sets of marks
that can be reached, in increasing order, so that no roll leads to an earlier state. From own state i, roll r may lead
to the states

    after[start[i, r]] .. after[start[i, r + 1] - 1]:   just WON if a line can be completed, just i if nothing matches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

WON = -1
NOT_SEEN, SEEN = -3, -2
TINY = 1e-11
"""Tableau entries smaller than this count as rounding errors; the other entries are around 1."""
PIVOTS = 20
"""The maximum number of simplex steps, per choice in the game."""
ROOM = 32
"""An upper bound on the number of choices that one roll may offer."""


def count_states(
    rows: NDArray[np.int64], starts: NDArray[np.int64], lines: Sequence[int], rolls: int, marks_all: bool
) -> NDArray[np.int64]:
    """Return, for each board, the number of sets of marks that its player can reach."""
    won = _won_sets(rows.shape[1], lines)
    counts = np.zeros(len(rows), np.int64)
    _count(rows, starts, won, rolls, marks_all, counts)
    return counts


def duel_pairs(
    rows: NDArray[np.int64],
    starts: NDArray[np.int64],
    lines: Sequence[int],
    weights: NDArray[np.float64],
    marks_all: bool,
    pairs: NDArray[np.int64],
    max_states: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Solve the duel of each pair of boards.

    Return each duel's value, the width of the widest interval of its stage games, and its number of joint states.
    ``max_states`` must be at least the largest number of sets of marks that a player of these duels can reach.
    """
    values, gaps, joint_states = np.zeros(len(pairs)), np.zeros(len(pairs)), np.zeros(len(pairs), np.int64)
    won = _won_sets(rows.shape[1], lines)
    _duels(rows, starts, won, weights, marks_all, pairs, max_states, values, gaps, joint_states)
    return values, gaps, joint_states


def _won_sets(size: int, lines: Sequence[int]) -> NDArray[np.bool_]:
    """Return a mask of the sets of cells in which a line is complete."""
    sets = np.arange(1 << size)
    won = np.zeros(1 << size, np.bool_)
    for line in lines:
        won |= sets & line == line
    return won


@kernel()
def _list_choices(board, begin, won, rolls, marks_all, masks, number, start, after):
    """Fill ``start`` and ``after``, and return the number of sets of marks that the player can reach.

    If ``start`` is empty, only count these sets.
    """
    masks[:] = 0
    for cell in range(board.size):
        if not begin >> cell & 1:
            masks[board[cell]] |= 1 << cell
    number[begin:] = NOT_SEEN
    if won[begin]:
        return 0
    number[begin] = SEEN
    count, entry = 0, 0
    for s in range(begin, number.size):
        if number[s] != SEEN:
            continue
        number[s] = count
        for r in range(rolls):
            first = entry
            left = masks[r] & ~s
            wins = False
            cells = left
            while cells and not wins:
                bit = cells if marks_all else cells & -cells
                cells ^= bit
                wins = won[s | bit]
            if start.shape[0] > 0:
                start[count, r] = first
                if wins or left == 0:
                    after[entry] = WON if wins else s
                    entry += 1
            while left and not wins:
                bit = left if marks_all else left & -left
                left ^= bit
                number[s | bit] = SEEN
                if start.shape[0] > 0:
                    after[entry] = s | bit
                    entry += 1
        if start.shape[0] > 0:
            start[count, rolls] = entry
        count += 1
    for e in range(entry):
        if after[e] != WON:
            after[e] = number[after[e]]
    return count


@kernel()
def _count(rows, starts, won, rolls, marks_all, counts):
    masks, number = np.zeros(rolls, np.int64), np.zeros(won.size, np.int32)
    start, after = np.zeros((0, 0), np.int32), np.zeros(0, np.int32)
    for b in range(counts.size):
        counts[b] = _list_choices(rows[b], starts[b], won, rolls, marks_all, masks, number, start, after)


@kernel()
def _duels(rows, starts, won, weights, marks_all, pairs, most, values, gaps, joint_states):
    rolls, size = weights.size, rows.shape[1]
    masks1, masks2, number = np.zeros(rolls, np.int64), np.zeros(rolls, np.int64), np.zeros(won.size, np.int32)
    start1, after1 = np.zeros((most, rolls + 1), np.int32), np.zeros(most * (rolls + size), np.int32)
    start2, after2 = np.zeros((most, rolls + 1), np.int32), np.zeros(most * (rolls + size), np.int32)
    reached, order, table = np.zeros(most * most, np.bool_), np.zeros(most * most, np.int32), np.zeros(most * most)
    room = np.zeros((3, ROOM, ROOM))
    last, height = -1, 0
    for p in range(pairs.shape[0]):
        one, two = pairs[p, 0], pairs[p, 1]
        if one != last:  # consecutive pairs often share their first board
            height = _list_choices(rows[one], starts[one], won, rolls, marks_all, masks1, number, start1, after1)
            last = one
        width = _list_choices(rows[two], starts[two], won, rolls, marks_all, masks2, number, start2, after2)
        if height == 0 or width == 0:
            values[p] = (1.0 if height == 0 else 0.0) - (1.0 if width == 0 else 0.0)
            continue
        useful = np.flatnonzero(masks1 | masks2).astype(np.uint64)
        count = _reach(start1, after1, start2, after2, height, width, useful, reached, order)
        joint_states[p] = count
        gap = 0.0
        columns = np.uint64(width)
        for k in range(count - 1, -1, -1):
            state = np.uint64(order[k])
            i, j = state // columns, state % columns
            total, leaving = 0.0, 0.0
            for r in useful:
                x, x_end = np.uint64(start1[i, r]), np.uint64(start1[i, r + np.uint64(1)])
                y, y_end = np.uint64(start2[j, r]), np.uint64(start2[j, r + np.uint64(1)])
                a, b = after1[x], after2[y]
                if WON in (a, b):
                    if b != WON:
                        total += weights[r]
                    elif a != WON:
                        total -= weights[r]
                elif x_end - x == 1 and y_end - y == 1:
                    follower = np.uint64(a) * columns + np.uint64(b)
                    if follower == state:  # the roll changes neither board
                        continue
                    total += weights[r] * table[follower]
                else:
                    value, wide = _stage(table, after1, x, x_end, after2, y, y_end, columns, room)
                    total += weights[r] * value
                    gap = max(gap, wide)
                leaving += weights[r]
            table[state] = total / leaving
        values[p] = table[0]
        gaps[p] = gap


@kernel()
def _reach(start1, after1, start2, after2, height, width, useful, reached, order):
    """List the joint states that can be reached, each before those that may follow it, and return their number."""
    reached[: height * width] = False
    reached[0] = True
    columns = np.uint64(width)
    count = 0
    for i in range(height):
        for j in range(width):
            if not reached[i * width + j]:
                continue
            order[count] = i * width + j
            count += 1
            for r in useful:
                x, y_first = np.uint64(start1[i, r]), np.uint64(start2[j, r])
                if after1[x] == WON or after2[y_first] == WON:
                    continue
                x_end, y_end = np.uint64(start1[i, r + np.uint64(1)]), np.uint64(start2[j, r + np.uint64(1)])
                while x < x_end:
                    base = np.uint64(after1[x]) * columns
                    y = y_first
                    while y < y_end:
                        reached[base + np.uint64(after2[y])] = True
                        y += np.uint64(1)
                    x += np.uint64(1)
    return count


@kernel()
def _stage(table, after1, x, x_end, after2, y, y_end, columns, room):
    """Return the value of a stage game.

    The value is the middle of an interval, whose width is returned as well.
    """
    one = np.uint64(1)
    low, high = -np.inf, np.inf
    a = x
    while a < x_end:
        row = np.uint64(after1[a]) * columns
        least = np.inf
        b = y
        while b < y_end:
            least = min(least, table[row + np.uint64(after2[b])])
            b += one
        low = max(low, least)
        a += one
    b = y
    while b < y_end:
        column = np.uint64(after2[b])
        greatest = -np.inf
        a = x
        while a < x_end:
            greatest = max(greatest, table[column + np.uint64(after1[a]) * columns])
            a += one
        high = min(high, greatest)
        b += one
    if low == high:
        return low, 0.0
    game = room[0]
    for i in range(x_end - x):
        for j in range(y_end - y):
            game[i, j] = table[np.uint64(after1[x + np.uint64(i)]) * columns + np.uint64(after2[y + np.uint64(j)])]
    if x_end - x == 2 and y_end - y == 2:
        # Without a saddle point, both differences have the same sign, so nothing cancels.
        up, down = game[0, 0] - game[0, 1], game[1, 1] - game[1, 0]
        return game[1, 0] + (game[0, 0] - game[1, 0]) * (down / (up + down)), 0.0
    return _larger(game, np.int64(x_end - x), np.int64(y_end - y), low, high, room)


@kernel()
def _larger(game, m, n, low, high, room):
    """Solve an m by n game, whose value is known to lie between low and high, by the simplex method.

    For any strategies x and y, the value lies between what x guarantees the first player and what y guarantees the
    second, so the interval is valid even if rounding errors lead the method to wrong strategies.
    """
    bottom, top = game[:m, :n].min(), game[:m, :n].max()
    x, y = room[2, 0], room[2, 1]
    _simplex(game, m, n, bottom, top, room[1], room[2, 2], room[2, 3], x, y)
    all_x, all_y = x[:m].sum(), y[:n].sum()
    if all_x > 0.0:
        guaranteed = np.inf
        for j in range(n):
            worth = 0.0
            for i in range(m):
                worth += x[i] / all_x * (game[i, j] - bottom)
            guaranteed = min(guaranteed, bottom + worth)
        low = max(low, guaranteed)
    if all_y > 0.0:
        conceded = -np.inf
        for i in range(m):
            worth = 0.0
            for j in range(n):
                worth += y[j] / all_y * (game[i, j] - bottom)
            conceded = max(conceded, bottom + worth)
        high = min(high, conceded)
    return 0.5 * (low + high), max(high - low, 0.0)


@kernel()
def _simplex(game, m, n, bottom, top, tableau, basic, other, x, y):
    """Maximise the sum of y subject to B y <= 1, where B is the game scaled to entries between 1 and 2.

    The dual solution is written to ``x``. Row i of the tableau belongs to the basic variable basic[i], and column j to
    the variable other[j], which is 0. Variable k < n is y_k, and n + i is the slack of row i. The pivots follow Bland's
    rule up to rounding; the number of steps is limited in case rounding makes the method cycle.
    """
    for i in range(m):
        for j in range(n):
            tableau[i, j] = (game[i, j] - bottom) / (top - bottom) + 1.0
        tableau[i, n] = 1.0
        basic[i] = n + i
        x[i] = 0.0
    for j in range(n):
        tableau[m, j] = -1.0
        other[j] = j
        y[j] = 0.0
    tableau[m, n] = 0.0
    for _ in range(PIVOTS * (m + n)):
        entering, leaving = -1, -1
        for j in range(n):
            if tableau[m, j] < -TINY and (entering < 0 or other[j] < other[entering]):
                entering = j
        if entering < 0:
            break
        for i in range(m):
            if tableau[i, entering] > TINY:
                if leaving >= 0:
                    ahead = tableau[i, n] * tableau[leaving, entering] - tableau[leaving, n] * tableau[i, entering]
                if leaving < 0 or ahead < 0.0 or (ahead == 0.0 and basic[i] < basic[leaving]):
                    leaving = i
        if leaving < 0:
            break
        _pivot(tableau, m, n, leaving, entering)
        basic[leaving], other[entering] = other[entering], basic[leaving]
    for i in range(m):
        if basic[i] < n:
            y[int(basic[i])] = max(tableau[i, n], 0.0)
    for j in range(n):
        if other[j] >= n:
            x[int(other[j]) - n] = max(tableau[m, j], 0.0)


@kernel()
def _pivot(tableau, m, n, row, column):
    """Swap the variables of a row and a column."""
    pivot = tableau[row, column]
    for j in range(n + 1):
        tableau[row, j] /= pivot
    tableau[row, column] = 1.0 / pivot
    for i in range(m + 1):
        if i != row:
            factor = tableau[i, column]
            tableau[i, column] = 0.0
            for j in range(n + 1):
                tableau[i, j] -= factor * tableau[row, j]
