"""One match of two players with very many sets of marks, in float64 (the mathematics is in ``matches.fast_matches``).

The arrays of the players are those of ``kernels.matches``. There a table has room for every pair of their states; here
a hash table has room for those that are reached, which are few: rolls are shared, so marks go together.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicebingo.kernels.matches import FieldArrays

__all__ = ["match_reached"]

WON = -1


def match_reached(field: FieldArrays, bits: int) -> tuple[NDArray[np.float64], int] | None:
    """Return P(first wins), P(second wins), P(tie) and how many joint states there are, for the first two players.

    There is room for 2^bits joint states, half of which may be used; None if there are more.
    """
    outcomes = np.zeros(3)
    slots = 1 << bits
    keys, arrivals = np.zeros(slots, np.uint64), np.zeros(slots)
    link = np.zeros(slots, np.int64)
    levels = np.full(2 * int(field.marks.max(initial=0)) + 1, -1, np.int64)
    reached = int(_match_reached(field, keys, arrivals, link, levels, outcomes))
    return (outcomes, reached) if reached >= 0 else None


@njit(cache=True, nogil=True)
def _slot(keys, key):  # type: ignore[no-untyped-def]
    """Return where a key is, or where it belongs."""
    last = np.uint64(keys.size - 1)
    at = (key * np.uint64(11400714819323198485)) >> np.uint64(20) & last
    while keys[at] not in (np.uint64(0), key):
        at = at + np.uint64(1) & last
    return at


@njit(cache=True, nogil=True)
def _match_reached(field, keys, arrivals, link, levels, outcomes):  # type: ignore[no-untyped-def]
    weights, first, marks, moving, start, after, share = field
    right, one = first[1], np.uint64(1)
    half = np.uint64(32)
    # A key is one more than i << 32 | j, for own states i and j; 0 is an empty slot.
    at = _slot(keys, one)
    keys[at], arrivals[at], link[at] = one, 1.0, -1
    levels[0] = at
    reached = 1
    for level in range(levels.size):
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
