"""List the arrangements of a reply's values, and compute upper bounds B and C for each arrangement.

``replies.bounds`` explains the mathematics. ``kernels.reply_multisets`` defines the opponent and the columns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.matches import WON, FieldArrays

BIT = np.full(67, -1)
"""The index of a word's only set bit, looked up by the word modulo 67, which differs for the 64 powers of two."""
for _bit in range(64):
    BIT[2**_bit % 67] = _bit


def arrangements(counts: NDArray[np.int64], symmetries: NDArray[np.int64], most: int) -> NDArray[np.int8]:
    """Return the arrangements of a multiset of columns: the smallest board of each orbit under the symmetries."""
    rows = np.zeros((most, symmetries.shape[1]), np.int8)
    found = _arrangements(counts.copy(), symmetries, rows)
    return rows[:found]


@kernel()
def _arrangements(counts, symmetries, rows):
    size, columns = symmetries.shape[1], counts.size
    alike = np.zeros(size, np.bool_)  # the cells that a symmetry maps to the first cell
    for g in range(symmetries.shape[0]):
        alike[symmetries[g, 0]] = True
    row = np.full(size, -1, np.int64)
    found, cell = 0, 0
    while cell >= 0:
        v = row[cell]
        if v >= 0:
            counts[v] += 1
        v += 1
        if cell > 0 and alike[cell]:
            v = max(v, row[0])
        while v < columns and counts[v] == 0:
            v += 1
        if v == columns:
            row[cell] = -1
            cell -= 1
            continue
        row[cell] = v
        counts[v] -= 1
        if cell + 1 < size:
            cell += 1
            continue
        least = True
        for g in range(symmetries.shape[0]):
            i = 0
            while i < size and row[symmetries[g, i]] == row[i]:
                i += 1
            if i < size and row[symmetries[g, i]] < row[i]:
                least = False
                break
        if least:
            for i in range(size):
                rows[found, i] = row[i]
            found += 1
    return found


def best_choices(
    rows: NDArray[np.int8],
    sets: NDArray[np.int64],
    weights: NDArray[np.float64],
    total: float,
    tie_factor: float,
) -> NDArray[np.uint16]:
    """Return, for each board, set of marks and column, the cells that may be optimal in solo play.

    ``sets`` are the transient sets, each after all its supersets.
    """
    choices = np.zeros((len(rows), 1 << rows.shape[1], len(weights)), np.uint16)
    _best_choices(rows, sets, weights, total, tie_factor, choices)
    return choices


@kernel(error_model="numpy")
def _best_choices(rows, sets, weights, total, tie_factor, choices):
    size, columns = rows.shape[1], weights.size
    table, masks = np.zeros(1 << size), np.zeros(columns, np.int64)  # V for all sets; it stays 0 for a win
    for b in range(rows.shape[0]):
        masks[:] = 0
        for cell in range(size):
            masks[rows[b, cell]] |= 1 << cell
        for s in sets:
            rolls, hit = total, 0.0
            for v in range(columns):
                left = masks[v] & ~s
                if left == 0:
                    continue
                best, tied = table[s | left & -left], left & -left
                cells = left & (left - 1)
                while cells:
                    bit = cells & -cells
                    cells ^= bit
                    x = table[s | bit]
                    if x > best * tie_factor:
                        continue
                    if x * tie_factor < best:
                        tied = 0
                    tied |= bit
                    best = min(best, x)
                choices[b, s, v] = tied
                rolls += weights[v] * best
                hit += weights[v]
            table[s] = rolls / hit


class Ahead(NamedTuple):
    """The table of bounds for sets with ``depth`` marks, and the place of each set in it.

    ``orbit`` is the index of each set's orbit among the orbits with the same number of marks, or -1 for a win. If the
    ``strides`` of the columns on the unmarked cells add up to i, row ``part[i]`` of the table belongs to the multiset
    of these columns.
    """

    depth: int
    table: NDArray[np.float32]
    orbit: NDArray[np.int64]
    part: NDArray[np.int64]
    strides: NDArray[np.int64]


def bound_rows(
    rows: NDArray[np.int8],
    choices: NDArray[np.uint16],
    rolls: NDArray[np.int64],
    opponent: FieldArrays,
    ahead: Ahead,
) -> NDArray[np.float64]:
    """Return an upper bound, up to float64 rounding, on the margin of each board.

    Column j stands for the roll ``rolls[j]``.

    If ``choices`` is empty, any matching cell may be marked.
    """
    bounds = np.zeros(len(rows))
    _bound_rows(rows, choices, rolls, opponent, ahead, bounds)
    return bounds


@kernel(error_model="numpy")
def _bound_rows(rows, choices, rolls, opponent, ahead, bounds):
    chances, _, _, moving, start, states, share = opponent
    depth, table, orbit, part, strides = ahead
    size, columns, count = rows.shape[1], rolls.size, moving.size
    sets, words = 1 << size, (count + 63) // 64
    one, low, six = np.uint64(1), np.uint64(63), np.uint64(6)
    reached, known = np.zeros((sets, words), np.uint64), np.zeros(sets, np.bool_)
    levels, lengths = np.zeros((size + 2, sets), np.int64), np.zeros(size + 2, np.int64)
    marked, state = np.zeros(sets * count, np.int32), np.zeros(sets * count, np.int32)
    values, code = np.zeros((sets, count)), np.zeros(sets, np.int64)
    masks, chosen = np.zeros(columns, np.int64), np.zeros(columns, np.int64)
    column = np.full(chances.size, -1, np.int64)
    for i in range(columns):
        column[rolls[i]] = i
    for b in range(rows.shape[0]):
        masks[:] = 0
        code[0] = 0
        for cell in range(size):
            masks[rows[b, cell]] |= 1 << cell
            code[0] += strides[rows[b, cell]]
        lengths[:] = 0
        levels[0, 0], lengths[0] = 0, 1
        reached[0, :] = np.uint64(0)
        reached[0, 0] = one
        pairs = 0
        # Forward: list the pairs of states reached with fewer than ``depth`` marks, each after its predecessors.
        for level in range(depth):
            for at in range(lengths[level]):
                s = levels[level, at]
                _choose(masks, s, choices, b, chosen)
                for i in range(columns):
                    cells = chosen[i]
                    while cells:
                        to = s | cells & -cells
                        cells &= cells - 1
                        if orbit[to] >= 0 and not known[to]:
                            known[to] = True
                            reached[to, :] = np.uint64(0)
                            code[to] = code[s] - strides[i]
                            levels[level + 1, lengths[level + 1]] = to
                            lengths[level + 1] += 1
                for word in range(words):
                    done = np.uint64(0)
                    while reached[s, word] & ~done:
                        left = reached[s, word] & ~done
                        bit = left & (~left + one)
                        done |= bit
                        x = 64 * word + BIT[bit % np.uint64(67)]
                        marked[pairs], state[pairs] = s, x
                        pairs += 1
                        for v in range(chances.size):
                            cells = chosen[column[v]] if column[v] >= 0 else 0
                            if cells == 0 and moving[x] >> np.uint64(v) & one:
                                for e in range(start[x, v], start[x, v + 1]):
                                    if states[e] != WON:
                                        y = np.uint64(states[e])
                                        reached[s, y >> six] |= one << (y & low)
                            while cells and level + 1 < depth:
                                to = s | cells & -cells
                                cells &= cells - 1
                                for e in range(start[x, v], start[x, v + 1]):
                                    if states[e] != WON:
                                        y = np.uint64(states[e])
                                        reached[to, y >> six] |= one << (y & low)
        # Backward: compute the values of these pairs. The values of sets with ``depth`` marks are in the table.
        s = -1
        for pair in range(pairs - 1, -1, -1):
            x = state[pair]
            if s != marked[pair]:
                s = np.int64(marked[pair])
                _choose(masks, s, choices, b, chosen)
                last = _marks(s) == depth - 1
            total, hit = 0.0, 0.0
            for v in range(chances.size):
                cells = chosen[column[v]] if column[v] >= 0 else 0
                if cells:
                    best = -2.0
                    while cells:
                        to = s | cells & -cells
                        cells &= cells - 1
                        gain = 0.0
                        for e in range(start[x, v], start[x, v + 1]):
                            y = states[e]
                            if orbit[to] < 0:
                                gain += 0.0 if y == WON else share[e]
                            elif y == WON:
                                gain -= share[e]
                            elif last:
                                gain += share[e] * table[part[code[to]], orbit[to], y]
                            else:
                                gain += share[e] * values[to, y]
                        best = max(best, gain)
                    total += chances[v] * best
                    hit += chances[v]
                elif moving[x] >> np.uint64(v) & one:
                    hit += chances[v]
                    for e in range(start[x, v], start[x, v + 1]):
                        y = states[e]
                        total += chances[v] * share[e] * (-1.0 if y == WON else values[s, y])
            values[s, x] = total / hit
        bounds[b] = values[0, 0]
        for level in range(1, depth + 1):
            for at in range(lengths[level]):
                known[levels[level, at]] = False


@kernel()
def _choose(masks, s, choices, b, chosen):
    """List the cells that may be marked for each column: the cells in ``choices``, or all unmarked cells."""
    for i in range(masks.size):
        chosen[i] = masks[i] & ~s
        if choices.size and chosen[i]:
            chosen[i] = choices[b, s, i]


@kernel()
def _marks(s):
    """Return the number of cells in a set."""
    marks = 0
    while s:
        s &= s - 1
        marks += 1
    return marks
