"""Matches of two, in float64 (the mathematics is in ``matches.fast_matches``).

A field of players is flat arrays. Player p has the states first[p] .. first[p + 1] - 1 of a common list; own states are
numbered from 0. For the s-th state in the list,

    marks[s]            is the number of marks since the start,
    moving[s]           the set of rolls that mark something, as a bit mask,
    start[s, r] ..      start[s, r + 1] - 1 are the entries of ``after`` (an own state, or WON) and ``share`` (its
                        probability) that may follow roll r.

For many matches, ``match_pairs`` has a table with room for every pair of states. For one match of players with very
many states, ``match_reached`` has a hash table with room for the pairs that are reached, which are few, because shared
rolls keep marks together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

WON = -1
MAX_TABLE_ROLLS = 16


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
    # A joint state is i << shift | j for own states i and j.
    largest = int(np.diff(field.first).max(initial=1))
    shift = (largest - 1).bit_length()
    arrivals, link = np.zeros(largest << shift), np.empty(largest << shift, np.int32)
    levels = np.full(2 * int(field.marks.max(initial=0)) + 1, -1, np.int32)
    _match_pairs(field, _hit_table(field.weights), pairs, np.uint64(shift), arrivals, link, levels, outcomes, visited)
    return outcomes, visited


def _hit_table(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the total weight of every set of rolls, where they are few."""
    if len(weights) > MAX_TABLE_ROLLS:
        return np.zeros(1)
    table = np.zeros(1 << len(weights))
    for r, weight in enumerate(weights):
        np.add(table[: 1 << r], weight, out=table[1 << r : 2 << r])
    return table


@kernel()
def _match_pairs(field, hits, pairs, shift, arrivals, link, levels, outcomes, visited):  # type: ignore[no-untyped-def]
    weights, first, marks, moving, start, after, share = field
    low = (np.uint64(1) << shift) - np.uint64(1)
    for p in range(pairs.shape[0]):
        # Unsigned numbers spare numba the check for negative indices, which costs as much as all the rest.
        left, right = np.uint64(first[pairs[p, 0]]), np.uint64(first[pairs[p, 1]])
        arrivals[0] = 1.0
        link[0] = -1
        levels[0] = 0
        # levels[m] starts the linked list of the joint states with m marks that have been reached. A step adds at
        # least one mark, so when the lists are taken in order, all that arrives in a state has arrived.
        for level in range(levels.size):
            first_wins = second_wins = tie = 0.0
            state = levels[level]
            levels[level] = -1
            while state >= 0:
                visited[p] += 1
                joint = np.uint64(state)
                a, b = left + (joint >> shift), right + (joint & low)
                useful = moving[a] | moving[b]
                hit = 0.0
                if hits.size > 1:
                    hit = hits[useful]
                else:
                    for r in range(weights.size):
                        if useful >> np.uint64(r) & np.uint64(1):
                            hit += weights[r]
                flow = arrivals[joint] / hit
                arrivals[joint] = 0.0
                for r in range(weights.size):
                    if not useful >> np.uint64(r) & np.uint64(1):
                        continue
                    for x in range(start[a, r], start[a, r + 1]):
                        for y in range(start[b, r], start[b, r + 1]):
                            i, j = after[x], after[y]
                            part = flow * weights[r] * share[x] * share[y]
                            if WON not in (i, j):
                                target = np.uint64(i) << shift | np.uint64(j)
                                arrived = arrivals[target]
                                if arrived == 0.0:
                                    m = marks[left + np.uint64(i)] + marks[right + np.uint64(j)]
                                    link[target] = levels[m]
                                    levels[m] = np.int32(target)
                                arrivals[target] = arrived + part
                            elif i != WON:
                                second_wins += part
                            elif j != WON:
                                first_wins += part
                            else:
                                tie += part
                state = link[joint]
            outcomes[p, 0] += first_wins
            outcomes[p, 1] += second_wins
            outcomes[p, 2] += tie


def match_reached(
    field: FieldArrays, bits: int, step: Callable[[], None] = lambda: None
) -> tuple[NDArray[np.float64], int] | None:
    """Return P(first wins), P(second wins), P(tie) and how many joint states there are, for the first two players.

    There is room for 2^bits joint states, half of which may be used; None if there are more. ``step`` is called after
    every number of marks.
    """
    outcomes = np.zeros(3)
    slots = 1 << bits
    keys, arrivals = np.zeros(slots, np.uint64), np.zeros(slots)
    link = np.zeros(slots, np.int64)
    levels = np.full(2 * int(field.marks.max(initial=0)) + 1, -1, np.int64)
    # A key is one more than i << 32 | j, for own states i and j; 0 is an empty slot.
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
def _slot(keys, key):  # type: ignore[no-untyped-def]
    """Return where a key is, or where it belongs."""
    last = np.uint64(keys.size - 1)
    at = (key * np.uint64(11400714819323198485)) >> np.uint64(20) & last
    while keys[at] not in (np.uint64(0), key):
        at = at + np.uint64(1) & last
    return at


@kernel()
def _match_level(field, keys, arrivals, link, levels, outcomes, level, reached):  # type: ignore[no-untyped-def]
    """Follow the joint states with this number of marks; return how many are reached by now, -1 if too many."""
    weights, first, marks, moving, start, after, share = field
    right, one = first[1], np.uint64(1)
    half = np.uint64(32)
    slot = levels[level]
    while slot >= 0:
        joint = keys[slot] - one
        a, b = np.int64(joint >> half), right + np.int64(joint & np.uint64(0xFFFFFFFF))
        useful = moving[a] | moving[b]
        hit = 0.0
        for r in range(weights.size):
            if useful >> np.uint64(r) & one:
                hit += weights[r]
        flow = arrivals[slot] / hit
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
