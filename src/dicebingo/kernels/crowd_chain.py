"""Follow the joint chain of a board and an opponent in float64 (described in ``crowds.fast_chain``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

_WON = -1
_PRIME = np.uint64(0x9E3779B97F4A7C15)


class Tables(NamedTuple):
    """A board and the boards of an opponent as flat tables.

    The moves of your state s on roll r are ``after[start[s, r]:start[s, r + 1]]``, with probabilities ``share``. The
    states of all boards of the opponent are numbered together. Roll r leads from state x to ``follow[x, r]``, and
    ``part[x]`` is the probability that the opponent has the board of state x and is unfinished.
    """

    weights: NDArray[np.float64]
    start: NDArray[np.int64]
    after: NDArray[np.int64]
    share: NDArray[np.float64]
    own_level: NDArray[np.int64]
    follow: NDArray[np.int32]
    level: NDArray[np.int64]
    part: NDArray[np.float64]


class Joint(NamedTuple):
    """The joint states found so far, with room for more.

    ``keys`` contains, for each joint state, your state and the opponent's. ``table`` is a hash table of state numbers.
    The states of level l form a linked list, which begins at ``heads[l]`` and continues through ``link``. ``roundings``
    counts the roundings in ``arrivals``. ``sums`` contains each state's contributions to the share, P(alone), P(first)
    and the length. ``counts`` contains the number of states and the largest number of roundings.
    """

    keys: NDArray[np.int32]
    table: NDArray[np.int32]
    heads: NDArray[np.int32]
    link: NDArray[np.int32]
    arrivals: NDArray[np.float64]
    roundings: NDArray[np.int64]
    sums: NDArray[np.float64]
    counts: NDArray[np.int64]


@kernel()
def _power(base, exponent):
    found = 1.0
    while exponent:
        if exponent & 1:
            found *= base
        base *= base
        exponent >>= 1
    return found


@kernel()
def _power_sum(r, q, n):
    """Return the sum of r^i q^(n-1-i) over i = 0, .., n-1, by doubling, without any subtraction."""
    bit = 1
    while bit * 2 <= n:
        bit *= 2
    total, high, low = 1.0, r, q  # the sum, r^n and q^n for n = 1
    while bit > 1:
        bit //= 2
        total *= high + low
        high *= high
        low *= low
        if n & bit:
            total = r * total + low
            high *= r
            low *= q
    return total


@kernel()
def _find(keys, table, key):
    """Return the place of ``key`` in the hash table, and whether the table already contains it."""
    mixed = np.uint64(0)
    for x in key:
        mixed = (mixed ^ np.uint64(x + 1)) * _PRIME
        mixed ^= mixed >> np.uint64(29)
    place = np.int64(mixed & np.uint64(table.size - 1))
    while table[place] >= 0:
        other = keys[table[place]]
        same = True
        for i in range(key.size):
            if other[i] != key[i]:
                same = False
                break
        if same:
            return place, True
        place = (place + 1) & (table.size - 1)
    return place, False


@kernel()
def follow_states(tables, joint, players, alone, level, chunk):
    """Follow about ``chunk`` joint states, starting at ``level``. Return the next level, or -1 if space runs out.

    If ``alone`` is true, you have no board, and all players draw their boards.
    """
    weights, start, after, share, own_level, follow, levels, part = tables
    keys, table, heads, link, arrivals, roundings, sums, counts = joint
    width, total = keys.shape[1], weights.sum()
    key = np.zeros(width, np.int32)
    done = 0
    while level < heads.size and done < chunk:
        s = heads[level]
        while s >= 0:
            done += 1
            own, r, moving = keys[s, 0], 0.0, 0.0
            for i in range(1, width):
                r += part[keys[s, i]]
            for roll in range(weights.size):
                moves = after[start[own, roll]] != own
                for i in range(1, width):
                    if moves:
                        break
                    moves = follow[keys[s, i], roll] != keys[s, i]
                if moves:
                    moving += weights[roll]
            before = _power(r, players if alone else players - 1)
            per_weight = arrivals[s] / moving
            sums[s, 3] = per_weight * total * before
            for roll in range(weights.size):
                moves, q = after[start[own, roll]] != own, 0.0
                for i in range(1, width):
                    key[i] = follow[keys[s, i], roll]
                    moves = moves or key[i] != keys[s, i]
                    q += part[key[i]]
                if not moves:
                    continue
                for x in range(start[own, roll], start[own, roll + 1]):
                    flow = per_weight * weights[roll] * share[x]
                    if after[x] == _WON:
                        sums[s, 0] += flow * (_power_sum(r, q, players) / players)
                        sums[s, 1] += flow * _power(q, players - 1)
                        sums[s, 2] += flow * before
                    elif q > 0.0:  # if q is 0, every opponent has finished, and the game is over
                        key[0] = after[x]
                        place, known = _find(keys, table, key)
                        if known:
                            t = table[place]
                            roundings[t] = max(roundings[t], roundings[s] + 4) + 1
                        else:
                            t = counts[0]
                            if t == keys.shape[0]:
                                return -1
                            counts[0] += 1
                            table[place] = t
                            keys[t] = key
                            roundings[t] = roundings[s] + 4
                            at = own_level[key[0]]
                            for i in range(1, width):
                                at += levels[key[i]]
                            link[t] = heads[at]
                            heads[at] = t
                        counts[1] = max(counts[1], roundings[t])
                        arrivals[t] += flow
            s = link[s]
        level += 1
    return level
