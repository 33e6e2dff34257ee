"""Simulate one board in a class, for populations that are too large for an exact chain.

A block draws a fresh pool of M boards from the population and plays them on many sequences of rolls. On one sequence,
let U be the number of boards in the pool that finish on the same roll as you or later, and B the number that finish
later. The n - 1 boards of a random subset of the pool are n - 1 independent draws from the population, so the mean of
your share over all subsets is an unbiased estimate of your share in the class. If k boards of a subset finish on your
roll and the rest finish later, your share is 1 / (k + 1). The sum over all subsets is

    Σ_k C(U-B, k) C(B, n-1-k) / (k + 1) = Σ_k C(U-B+1, k+1) C(B, n-1-k) / (U-B+1) = [C(U+1, n) - C(B, n)] / (U-B+1),

because C(m, k) / (k + 1) = C(m+1, k+1) / (m+1), and Σ_j C(m+1, j) C(B, n-j) = C(m+1+B, n) by Vandermonde's identity;
the term with j = 0 is missing here, so it is subtracted. The mean share is this sum divided by C(M, n-1). In the same
way, P(alone) is C(B, n-1) / C(M, n-1), P(first) is C(U, n-1) / C(M, n-1), and the length is the sum of C(B_t, n-1) /
C(M, n-1) over all t such that you are unfinished after t rolls, with B_t unfinished boards in the pool at that time.
With f(u) = C(u, n-1) / C(M, n-1), the share is [(U+1) f(U) - (B-n+1) f(B)] / (n (U-B+1)).

The sequences of a block share their pool and are stratified, so they are not independent. Different blocks are
independent. The confidence intervals are Student's t intervals for the mean of the blocks, and account for the noise
from both pools and rolls. All boards of a question play against the same pools on the same rolls, so the confidence
intervals of the differences between their shares are much narrower than those of the shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dicebingo.crowds.population import Name, Population
from dicebingo.errors import TooLarge
from dicebingo.kernels.crowds import History, mean_length, meet_pool, pool_history
from dicebingo.kernels.matches import FieldArrays
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.plain_games import mix
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board
from dicebingo.running.shards import Result
from dicebingo.running.stopping import stop_if_asked
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.strategies import Preparer, Rows

SEQUENCES, MIN_BLOCKS = 1_024, 40
POOL = 128
MAX_PLAYERS = 1_000
WORD = (1 << 64) - 1


def chances_of(pool: int, players: int) -> NDArray[np.float64]:
    """Return f(0), .., f(M): f(u) is the chance that players - 1 random boards of the pool are among u given ones."""
    found = np.zeros(pool + 1)
    found[pool] = 1.0
    for u in range(pool, players - 1, -1):
        found[u - 1] = found[u] * (u - players + 1) / u
    return found


@dataclass(frozen=True, slots=True)
class Pools:
    """The source of pools: a population, and the tie-break of its boards. A pool is drawn for each random stream."""

    population: Population
    tie_break: TieBreak
    players: int
    size: int

    @classmethod
    def of(cls, population: Population, tie_break: TieBreak, players: int) -> Pools:
        """Return pools for ``players`` players, large enough for smooth estimates."""
        if players > MAX_PLAYERS:
            raise TooLarge(f"expected at most {MAX_PLAYERS:,} players for a simulation, got {players:,}")
        return cls(population, tie_break, players, max(POOL, 2 * players))

    @property
    def preparer(self) -> Preparer:
        """The object that prepares boards with the population's rules and the tie-break."""
        return Preparer(self.population.rules, self.tie_break)

    def arrays(self, stream: int) -> FieldArrays:
        """Draw a pool with the random stream ``stream``, and return its boards, prepared for play."""
        generator = np.random.default_rng([stream & 0xFFFFFFFF, stream >> 32])
        mixture = self.population.mixture
        if mixture is not None:
            shares = np.array([float(share) for share in mixture.shares])
            chosen = generator.choice(len(shares), self.size, p=shares / shares.sum())
            return _picked(prepared(mixture.boards, self.tie_break), chosen)
        return self.preparer.guessed_arrays(self._rows(generator))

    def _rows(self, generator: np.random.Generator) -> Rows:
        rules, size = self.population.rules, self.size
        cells, dice = len(rules.layout.open_cells), rules.dice
        count = len(dice.values)
        match self.population.name:
            case Name.UNIFORM:
                return generator.integers(count, size=(size, cells))
            case Name.DICE:
                weights = np.array([float(weight) for weight in dice.weights])
                return generator.choice(count, (size, cells), p=weights / weights.sum())
            case Name.SENSIBLE:
                usual = np.array([dice.values.index(value) for value in range(4, 11)])
                rows = np.hstack([np.tile(usual, (size, 1)), generator.choice(usual, (size, cells - len(usual)))])
                return generator.permuted(rows, axis=1)
            case _:
                rows = np.tile(np.arange(count), (size, 1))
                return generator.permuted(rows, axis=1)[:, :cells]

    def history(self, stream: int, sequences: int, drawn: int) -> History:
        """Play a fresh pool on fresh sequences until fewer than ``drawn`` of its boards are unfinished."""
        return pool_history(self.arrays(stream), mix(stream), sequences, max(drawn, 1))


def _picked(field: FieldArrays, chosen: NDArray[np.int64]) -> FieldArrays:
    """Return a field of the boards with the numbers ``chosen``; repeated boards share their tables."""
    return field._replace(first=np.append(field.first[:-1][chosen], 0))


@lru_cache(maxsize=8)
def prepared(boards: tuple[Board, ...], tie_break: TieBreak) -> FieldArrays:
    """Prepare the given boards, and decide exactly which of their cells are equally good."""
    return Field(strategies_for(boards, tie_break=tie_break)).arrays


@dataclass(frozen=True, slots=True)
class CrowdBlocks:
    """A job that simulates a class in blocks.

    All boards play against the same pools on the same rolls. Without boards, only the length of the game is measured.
    """

    pools: Pools
    boards: tuple[Board, ...]
    sequences: int
    seed: int

    @property
    def block(self) -> int:
        """The number of sequences in a block."""
        return max(1, min(SEQUENCES, self.sequences // MIN_BLOCKS))

    def name(self) -> str:
        """Return a string that identifies the simulation."""
        asked = (self.pools, self.boards, self.sequences, self.seed)
        return f"crowd 1: {sha256(repr(asked).encode()).hexdigest()}"

    def shards(self) -> int:
        """Return the number of blocks."""
        return max(2, -(-self.sequences // self.block))

    def shard(self, number: int) -> Result:
        """Return the means of a block: each board's share, P(alone), P(first) and game length, or only the length."""
        stop_if_asked()
        pools = self.pools
        stream = mix(mix(self.seed & WORD) ^ number)
        drawn = pools.players - 1 if self.boards else pools.players
        history = pools.history(stream, self.block, drawn)
        chances = chances_of(pools.size, drawn + 1)
        if not self.boards:
            return {"means": np.array([[0.0, 0.0, 0.0, mean_length(history, chances)]])}
        candidates = prepared(self.boards, pools.tie_break)
        return {"means": meet_pool(candidates, history, chances, pools.players, mix(stream ^ 1))}


def estimate(blocks: NDArray[np.float64], spare: float = 0.0, low: float = 0.0, high: float = 1.0) -> Estimate:
    """Return the mean of independent blocks with its 95% confidence interval, clipped to ``low`` and ``high``.

    ``spare`` is added to the half width, because an event that was never observed may still happen.
    """
    count, mean = len(blocks), float(blocks.mean())
    half = student(count - 1) * float(blocks.std(ddof=1)) / sqrt(count) + spare
    return Estimate(mean, max(low, mean - half), min(high, mean + half))


def student(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t, by the expansion of Cornish and Fisher.

    >>> round(student(10), 2), round(student(99), 3)
    (2.23, 1.984)
    """
    z = 1.959964
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
