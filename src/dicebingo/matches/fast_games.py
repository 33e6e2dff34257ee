"""Simulated games, compiled, as a job in blocks; every game has its own random numbers, so blocks do not matter."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from dicebingo.exact import decimal
from dicebingo.kernels.simulation import play_games
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.shared_rolls import MAX_LISTED
from dicebingo.matches.strategy import Strategy
from dicebingo.running.shards import Result

BLOCK, BLOCK_ROLLS = 1 << 14, 1 << 24
"""A block has at most so many games, and about so many rolls of all players: a fraction of a second."""


class FastGames:
    """The games as a job."""

    def __init__(self, strategies: Sequence[Strategy], games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        self.arrays = Field(strategies).arrays
        self.sets = 1 << len(strategies) if len(strategies) <= MAX_LISTED else 0
        rolls = len(strategies) * min(decimal(strategy.solution.expected_rolls) for strategy in strategies)
        self.block = max(1, min(BLOCK, int(BLOCK_ROLLS / rolls)))

    def name(self) -> str:
        """Return who plays, and what."""
        players = sha256(b"".join(array.tobytes() for array in self.arrays)).hexdigest()
        return f"simulate {self.games} games in blocks of {self.block}, seed {self.seed}, players {players}"

    def shards(self) -> int:
        """Return how many blocks there are."""
        return -(-self.games // self.block)

    def shard(self, number: int) -> Result:
        """Play a block."""
        first = number * self.block
        size = min(self.block, self.games - first)
        wins, winners, rolls = play_games(self.arrays, self.seed % 2**64, first, size, self.sets)
        return {"wins": wins, "winners": winners, "rolls": rolls}

    def counted(self, sums: Result) -> tuple[list[list[int]], dict[int, int], list[int]]:
        """Return wins[p][k], the games that player p won with k - 1 others; the sets of winners; sums of rolls."""
        came_up = np.flatnonzero(sums["winners"])
        winners = dict(zip(came_up.tolist(), sums["winners"][came_up].tolist(), strict=True))
        return sums["wins"].tolist(), winners, sums["rolls"].tolist()
