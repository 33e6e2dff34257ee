"""Simulate games between many players on shared rolls (``kernels.matches`` describes the arrays of a field).

Every game has its own stream of random numbers (SplitMix64, started from the seed and the game's number), so results do
not depend on how the games are distributed among threads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.matches import FieldArrays

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_WON = -1


def play_games(
    field: FieldArrays, seed: int, first_game: int, games: int, outcomes: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Play games and count their outcomes.

    Return tallies[p, k], the number of games that player p won together with k - 1 others. Also return the number of
    games won by each set of players (a bit mask), and the sums of the game lengths and of their squares. ``outcomes``
    is the number of these sets, 2 ** players, or 0 if they are not to be counted.
    """
    players = len(field.first) - 1
    tallies = np.zeros((players, players + 1), np.int64)
    sets = np.zeros(outcomes, np.int64)
    rolls = np.zeros(2, np.int64)
    bounds = np.cumsum(field.weights)
    state = np.zeros(players, np.int64)
    _play_games(field, bounds, np.uint64(seed), first_game, games, state, tallies, sets, rolls)
    return tallies, sets, rolls


@kernel()
def _mix(z):
    z = (z ^ (z >> np.uint64(30))) * _MIX1
    z = (z ^ (z >> np.uint64(27))) * _MIX2
    return z ^ (z >> np.uint64(31))


@kernel()
def uniform(stream):
    """Return a number in [0, 1) with 53 random bits, which float64 represents exactly."""
    return np.float64(_mix(stream) >> np.uint64(11)) * 2.0**-53


@kernel()
def advance(field, row, roll, stream):
    """Return the state that follows a roll in the state ``row`` of the field, and the new state of the random stream.

    If the player chooses among several cells at random, the random stream decides.
    """
    x, end = field.start[row, roll], field.start[row, roll + 1]
    if end - x > 1:
        stream += _GOLDEN
        draw = uniform(stream)
        while x < end - 1 and draw >= field.share[x]:
            draw -= field.share[x]
            x += 1
    return field.after[x], stream


@kernel()
def _play_games(field, bounds, seed, first_game, games, state, tallies, sets, rolls):
    players = state.size
    for game in range(first_game, first_game + games):
        stream = _mix(seed + _GOLDEN) ^ _mix(np.uint64(game) * _GOLDEN + _MIX1)
        state[:] = 0
        won = 0
        length = 0
        while won == 0:
            length += 1
            stream += _GOLDEN
            at = uniform(stream) * bounds[-1]  # the bias is below the total weight / 2^53
            r = 0
            while at >= bounds[r]:
                r += 1
            for p in range(players):
                state[p], stream = advance(field, field.first[p] + state[p], r, stream)
                won += state[p] == _WON
        members = 0
        for p in range(players):
            if state[p] == _WON:
                tallies[p, won] += 1
                if sets.size:
                    members |= 1 << p
        if sets.size:
            sets[members] += 1
        rolls[0] += length
        rolls[1] += length * length
