"""Compute matches between two players in float64 (the mathematics is in ``matches.fast_matches``).

A field of players is a set of flat arrays. Player p has the states first[p] .. first[p + 1] - 1 of a common list. These
are the player's *own states*: they are numbered from 0, and no roll leads to an earlier one. For the s-th state in the
list,

    marks[s]            is the number of marks since the start,
    moving[s]           the set of rolls that mark something, as a bit mask,
    start[s, r] ..      start[s, r + 1] - 1 are the entries of ``after`` (an own state, or WON) and ``share`` (its
                        probability) that may follow roll r.

For many matches, ``match_pairs`` uses a table with room for every pair of states. For one match of players with very
many states, ``match_reached`` uses a hash table for the pairs that are reached. Few pairs are reached, because with
shared rolls both players mark similar cells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

WON = -1
MAX_TABLE_ROLLS = 16
BLOCK_BITS = 3
"""The binary logarithm of the number of joint states in a block of the table. A block is a cache line."""


class FieldArrays(NamedTuple):
    """A field of players, as described above."""

    weights: NDArray[np.float64]
    first: NDArray[np.int64]
    marks: NDArray[np.uint8]
    moving: NDArray[np.uint64]
    start: NDArray[np.uint32]
    after: NDArray[np.int32]
    share: NDArray[np.float64]


def match_pairs(field: FieldArrays, pairs: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return P(first wins), P(second wins), P(tie) and the number of joint states, for each pair of players."""
    outcomes = np.zeros((len(pairs), 3))
    visited = np.zeros(len(pairs), np.int64)
    largest = int(np.diff(field.first).max(initial=1))
    shift = max(largest.bit_length(), BLOCK_BITS)
    arrivals = np.zeros(largest + 1 << shift)
    touched = np.zeros(arrivals.size >> BLOCK_BITS, np.bool_)
    room = np.uint64(shift), arrivals, touched
    _match_pairs(field, _hit_table(field.weights), pairs, *room, outcomes, visited)
    return outcomes, visited


def _hit_table(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the total weight of every set of rolls, or a table with a single entry if there are too many sets."""
    if len(weights) > MAX_TABLE_ROLLS:
        return np.zeros(1)
    table = np.zeros(1 << len(weights))
    for r, weight in enumerate(weights):
        np.add(table[: 1 << r], weight, out=table[1 << r : 2 << r])
    return table


@kernel()
def _match_pairs(field, hits, pairs, shift, arrivals, touched, outcomes, visited):
    """Compute each match with a table of all joint states, that is, pairs of the two players' states.

    The expected arrivals at the joint state (i, j) are in row i + 1 and column j + 1; row 0 and column 0 stand for a
    win. No roll leads a player to an earlier state, so if the rows are read in order, each from left to right, the
    arrivals at a joint state are complete when it is read. A roll that moves neither player adds to the entry of the
    joint state being read, which is cleared afterwards. Most of the table stays empty; ``touched`` marks the blocks in
    use.
    """
    weights, first, _, moving, start, after, share = field
    # Unsigned numbers avoid numba's check for negative indices, which would double the time.
    one, block, rolls = np.uint64(1), np.uint64(BLOCK_BITS), np.uint64(weights.size)
    certain = after.size == moving.size * weights.size
    for p in range(pairs.shape[0]):
        left, right = np.uint64(first[pairs[p, 0]]), np.uint64(first[pairs[p, 1]])
        height = np.uint64(first[pairs[p, 0] + 1]) - left + one
        width = np.uint64(first[pairs[p, 1] + 1]) - right + one
        origin, count = (one << shift) + one, 0
        arrivals[origin] = 1.0
        touched[origin >> block] = True
        for i in range(one, height):
            a, row = left + i - one, i << shift
            for part in range(row >> block, (row + width - one >> block) + one):
                if not touched[part]:
                    continue
                for joint in range(max(part << block, row + one), part + one << block):
                    if arrivals[joint] == 0.0:
                        continue
                    count += 1
                    b = right + (joint - row) - one
                    useful = moving[a] | moving[b]
                    flow = arrivals[joint] / (hits[useful] if hits.size > 1 else _hit(weights, useful))
                    if certain:  # after[s, r] is the only state that follows
                        for r in range(rolls):
                            i_after, j_after = after[a * rolls + r] + 1, after[b * rolls + r] + 1
                            target = (np.uint64(i_after) << shift) + np.uint64(j_after)
                            arrivals[target] += flow * weights[r]
                            touched[target >> block] = True
                    else:
                        for r in range(rolls):
                            for x in range(start[a, r], start[a, r + one]):
                                for y in range(start[b, r], start[b, r + one]):
                                    target = (np.uint64(after[x] + 1) << shift) + np.uint64(after[y] + 1)
                                    arrivals[target] += flow * weights[r] * share[x] * share[y]
                                    touched[target >> block] = True
                    arrivals[joint] = 0.0
                touched[part] = False
        for j in range(one, width):
            outcomes[p, 0] += arrivals[j]
            arrivals[j] = 0.0
        for i in range(one, height):
            outcomes[p, 1] += arrivals[i << shift]
            arrivals[i << shift] = 0.0
        visited[p], outcomes[p, 2] = count, arrivals[0]
        arrivals[0] = 0.0


@kernel()
def _hit(weights, useful):
    """Return the weight of a set of rolls."""
    hit = 0.0
    for r in range(weights.size):
        if useful >> np.uint64(r) & np.uint64(1):
            hit += weights[r]
    return hit


def match_reached(
    field: FieldArrays, bits: int, step: Callable[[], None] = lambda: None
) -> tuple[NDArray[np.float64], int] | None:
    """Return P(first wins), P(second wins), P(tie) and the number of joint states, for the first two players.

    The hash table has 2^bits slots, at most half of which are used. If more are needed, the function returns None.
    ``step`` is called each time all joint states with the same number of marks have been followed.
    """
    outcomes = np.zeros(3)
    slots = 1 << bits
    keys, arrivals = np.zeros(slots, np.uint64), np.zeros(slots)
    link = np.zeros(slots, np.int64)
    levels = np.full(2 * int(field.marks.max(initial=0)) + 1, -1, np.int64)
    # A key is one more than i << 32 | j, for states i and j of the two players; 0 is an empty slot.
    levels[0] = start = int(_slot(keys, np.uint64(1)))
    keys[start], arrivals[start], link[start] = 1, 1.0, -1
    reached = 1
    for level in range(levels.size):
        reached = int(_match_level(field, keys, arrivals, link, levels, outcomes, level, reached))
        if reached < 0:
            return None
        step()
    return outcomes, reached


@kernel()
def _slot(keys, key):
    """Return the slot of a key, or the empty slot where it belongs."""
    last = np.uint64(keys.size - 1)
    at = (key * np.uint64(11400714819323198485)) >> np.uint64(20) & last
    while keys[at] not in (np.uint64(0), key):
        at = at + np.uint64(1) & last
    return at


@kernel()
def _match_level(field, keys, arrivals, link, levels, outcomes, level, reached):
    """Follow the joint states with ``level`` marks.

    Return the number of joint states reached so far, or -1 if there are too many.
    """
    weights, first, marks, moving, start, after, share = field
    right, one = first[1], np.uint64(1)
    half = np.uint64(32)
    slot = levels[level]
    while slot >= 0:
        joint = keys[slot] - one
        a, b = np.int64(joint >> half), right + np.int64(joint & np.uint64(0xFFFFFFFF))
        useful = moving[a] | moving[b]
        flow = arrivals[slot] / _hit(weights, useful)
        for r in range(weights.size):
            if not useful >> np.uint64(r) & one:
                continue
            for x in range(start[a, r], start[a, r + 1]):
                for y in range(start[b, r], start[b, r + 1]):
                    i, j = after[x], after[y]
                    part = flow * weights[r] * share[x] * share[y]
                    if WON in (i, j):
                        outcomes[2 if i == j else 0 if i == WON else 1] += part
                        continue
                    key = (np.uint64(i) << half | np.uint64(j)) + one
                    at = _slot(keys, key)
                    if keys[at] == 0:
                        reached += 1
                        if 2 * reached > keys.size:
                            return -1
                        m = np.int64(marks[i]) + np.int64(marks[right + j])
                        keys[at], link[at] = key, levels[m]
                        levels[m] = at
                    arrivals[at] += part
        slot = link[slot]
    return reached
