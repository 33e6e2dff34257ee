"""Simulated matches of a whole class: for as many boards as one likes, with confidence intervals.

All players see the same rolls. The intervals are for 95%: Wilson's for proportions, the normal one for shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError
from dicebingo.kernels.simulation import play_games
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.strategy import Strategy
from dicebingo.model.layout import cells_of

__all__ = ["MAX_PLAYERS", "Estimate", "PlayerEstimate", "Simulation", "simulate"]

MAX_PLAYERS = 1_000
MAX_GAMES = 10**10
MAX_LISTED = 10
"""Up to so many players every set of winners is counted."""
BLOCK = 1 << 14
AHEAD = 64
"""So many blocks are handed to the threads at a time: what an interruption finds waiting is given up."""
Z95 = 1.959963984540054

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number and its 95% confidence interval."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PlayerEstimate:
    """One player: the share of games won with ties split, the games won alone, and those won alone or together."""

    share: Estimate
    alone: Estimate
    wins: Estimate


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was simulated and what came out; ``outcomes`` by set of winners, where there are few players."""

    games: int
    seed: int
    players: tuple[PlayerEstimate, ...]
    outcomes: tuple[tuple[tuple[int, ...], Estimate], ...]
    expected_rolls: Estimate


def simulate(
    strategies: Sequence[Strategy],
    games: int,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Simulate games between prepared strategies; ``progress`` is told how many games each finished block had."""
    if not 1 <= games <= MAX_GAMES:
        raise InputError(f"expected 1 to {MAX_GAMES} games, got {games}")
    if not 2 <= len(strategies) <= MAX_PLAYERS:
        raise InputError(f"expected 2 to {MAX_PLAYERS} boards, got {len(strategies)}")
    arrays = Field(strategies).arrays
    sets = 1 << len(strategies) if len(strategies) <= MAX_LISTED else 0
    stream = seed % 2**64

    def block(first_game: int) -> tuple[int, tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
        size = min(BLOCK, games - first_game)
        return size, play_games(arrays, stream, first_game, size, sets)

    tallies = np.zeros((len(strategies), len(strategies) + 1), np.int64)
    counts, rolls = np.zeros(sets, np.int64), np.zeros(2, np.int64)
    for size, (wins, winners, lengths) in _in_threads(block, range(0, games, BLOCK)):
        tallies += wins
        counts += winners
        rolls += lengths
        if progress:
            progress(size)
    return Simulation(
        games,
        seed,
        tuple(_player(row, games) for row in tallies),
        tuple((cells_of(won), _proportion(int(counts[won]), games)) for won in _by_size(counts)),
        _mean(float(rolls[0]), float(rolls[1]), games),
    )


def _in_threads(function: Callable[[int], Result], arguments: range) -> Iterator[Result]:
    """Yield the results in order; threads, because the kernel lets go of the interpreter."""
    pool = ThreadPoolExecutor()
    try:
        for first in range(0, len(arguments), AHEAD):
            yield from pool.map(function, arguments[first : first + AHEAD])
    finally:
        pool.shutdown(cancel_futures=True)


def _by_size(counts: NDArray[np.int64]) -> Iterator[int]:
    """Yield the sets of winners that came up, small ones first."""
    yield from sorted((int(won) for won in np.flatnonzero(counts)), key=lambda won: (won.bit_count(), cells_of(won)))


def _player(row: NDArray[np.int64], games: int) -> PlayerEstimate:
    sizes = np.arange(1, len(row))
    total, squares = float((row[1:] / sizes).sum()), float((row[1:] / sizes**2).sum())
    return PlayerEstimate(
        _mean(total, squares, games), _proportion(int(row[1]), games), _proportion(int(row.sum()), games)
    )


def _mean(total: float, squares: float, games: int) -> Estimate:
    mean = total / games
    half = Z95 * sqrt(max(squares / games - mean**2, 0.0) / games)
    return Estimate(mean, mean - half, mean + half)


def _proportion(count: int, games: int) -> Estimate:
    """Return Wilson's interval, which is sensible also for counts near 0 and near all."""
    share = count / games
    middle = (share + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    half = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2)) / (1 + Z95**2 / games)
    # Rounding must not push an end of the interval past the estimate.
    return Estimate(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))
