"""Play a pool of boards on many sequences of rolls, then candidate boards against the pool on the same sequences.

A *history* contains the rolls of each sequence and, after each roll, the number of unfinished boards in the pool. A
history ends once fewer than ``least`` boards are unfinished, because a board that finishes later cannot win
(``crowds.simulated``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.matches import FieldArrays
from dicebingo.kernels.simulation import advance, uniform

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_WON = -1
STRATIFIED = 3
"""The number of initial rolls of each sequence that are derived from one stratified number."""


class History(NamedTuple):
    """The history of a pool.

    ``rolls[s, t]`` contains rolls as indices of values, and ``left[s, t]`` is the number of unfinished boards after t
    rolls. ``length`` contains the number of rolls in each sequence.
    """

    rolls: NDArray[np.uint8]
    left: NDArray[np.int32]
    length: NDArray[np.int64]


def pool_history(pool: FieldArrays, stream: int, sequences: int, least: int) -> History:
    """Play a pool on sequences of rolls until fewer than ``least`` boards are unfinished.

    The first rolls of sequence i are derived from the number (i + u) / sequences, with u uniform. Averaged over i, the
    rolls therefore have the distribution of the dice, and the sequences are spread evenly over the possible first
    rolls.
    """
    bounds = np.cumsum(pool.weights)
    most = 64
    while True:
        history = History(
            np.zeros((sequences, most), np.uint8),
            np.zeros((sequences, most + 1), np.int32),
            np.zeros(sequences, np.int64),
        )
        state = np.zeros(len(pool.first) - 1, np.int64)
        if _pool_history(pool, bounds, np.uint64(stream), least, state, *history):
            return history
        most *= 4


@kernel()
def _roll(at, bounds):
    """Return the roll that is selected by ``at``, a number between 0 and 1.

    Also return the relative position of ``at`` within this roll's interval, which is again uniformly distributed.
    """
    at *= bounds[-1]
    r = 0
    while at >= bounds[r] and r < bounds.size - 1:
        r += 1
    low = bounds[r - 1] if r > 0 else 0.0
    return r, min(max((at - low) / (bounds[r] - low), 0.0), 1.0 - 2.0**-53)


@kernel()
def _pool_history(pool, bounds, stream, least, state, rolls, left, length):
    boards, (sequences, most) = state.size, rolls.shape
    alive = np.zeros(boards, np.int64)
    for s in range(sequences):
        stream += _GOLDEN
        at = (s + uniform(stream)) / sequences
        count = boards
        for b in range(boards):
            alive[b] = b
            state[b] = 0
        left[s, 0] = count
        t = 0
        while count >= least:
            if t == most:
                return False
            if t >= STRATIFIED:
                stream += _GOLDEN
                at = uniform(stream)
            r, at = _roll(at, bounds)
            rolls[s, t] = r
            kept = 0
            for i in range(count):
                b = alive[i]
                state[b], stream = advance(pool, pool.first[b] + state[b], r, stream)
                if state[b] != _WON:
                    alive[kept] = b
                    kept += 1
            count = kept
            t += 1
            left[s, t] = count
        length[s] = t
    return True


def mean_length(history: History, first: NDArray[np.float64]) -> float:
    """Return the mean length of a game in which all players draw their boards from the pool.

    ``first[u]`` is the probability that no player is finished while u boards of the pool are unfinished. The mean
    length is the sum of first[left] over a sequence, averaged over all sequences.
    """
    total = 0.0
    for s in range(len(history.length)):
        total += float(first[history.left[s, : history.length[s]]].sum())
    return total / len(history.length)


def meet_pool(
    candidates: FieldArrays, history: History, first: NDArray[np.float64], players: int, stream: int
) -> NDArray[np.float64]:
    """Return, for each candidate, the means of the share, P(alone), P(first) and the length of the game.

    ``first[u]`` is C(u, n-1) / C(M, n-1), for n players and a pool of M boards.
    """
    sums = np.zeros((len(candidates.first) - 1, 4))
    _meet_pool(candidates, *history, first, players, np.uint64(stream), sums)
    means: NDArray[np.float64] = sums / len(history.length)
    return means


@kernel()
def _meet_pool(candidates, rolls, left, length, chance, players, stream, sums):
    for c in range(sums.shape[0]):
        for s in range(length.size):
            state = 0
            for t in range(length[s]):
                sums[c, 3] += chance[left[s, t]]
                state, stream = advance(candidates, candidates.first[c] + state, rolls[s, t], stream)
                if state == _WON:
                    u, b = left[s, t], left[s, t + 1]
                    sums[c, 0] += (chance[u] * (u + 1) - chance[b] * (b - players + 1)) / (players * (u - b + 1))
                    sums[c, 1] += chance[b]
                    sums[c, 2] += chance[u]
                    break


def draw_rolls(weights: NDArray[np.float64], stream: int, sequences: int, length: int) -> NDArray[np.uint8]:
    """Return sequences of rolls, stratified as in a history."""
    rolls = np.zeros((sequences, length), np.uint8)
    _draw_rolls(np.cumsum(weights), np.uint64(stream), rolls)
    return rolls


@kernel()
def _draw_rolls(bounds, stream, rolls):
    sequences, length = rolls.shape
    for s in range(sequences):
        stream += _GOLDEN
        at = (s + uniform(stream)) / sequences
        for t in range(length):
            if t >= STRATIFIED:
                stream += _GOLDEN
                at = uniform(stream)
            r, at = _roll(at, bounds)
            rolls[s, t] = r


@kernel()
def finishing_times(field, rolls, stream, times):
    """Write times[b, s], the roll on which board b finishes in sequence s.

    If the board does not finish, times[b, s] is one more than the number of rolls.
    """
    for b in range(times.shape[0]):
        for s in range(rolls.shape[0]):
            state, t = 0, 0
            while state != _WON and t < rolls.shape[1]:
                state, stream = advance(field, field.first[b] + state, rolls[s, t], stream)
                t += 1
            times[b, s] = t if state == _WON else rolls.shape[1] + 1


@kernel()
def left_in_mixture(times, shares, left):
    """Write left[s, t], the probability that a board of the mixture is unfinished after t rolls of sequence s."""
    left[:, :] = 0.0
    for s in range(left.shape[0]):
        for b in range(times.shape[0]):
            left[s, min(times[b, s], left.shape[1]) - 1] += shares[b]
        for t in range(left.shape[1] - 2, -1, -1):
            left[s, t] += left[s, t + 1]


@kernel()
def shares_in_mixture(times, left, players, shares):
    """Write each board's share against ``players`` - 1 boards drawn from a mixture, averaged over the sequences."""
    for b in range(times.shape[0]):
        total = 0.0
        for s in range(left.shape[0]):
            t = times[b, s]
            if t < left.shape[1]:
                r, q = left[s, t - 1], left[s, t]
                if r - q > 1e-9 * r:
                    total += (r**players - q**players) / (players * (r - q))
                else:
                    total += r ** (players - 1)
        shares[b] = total / left.shape[0]
