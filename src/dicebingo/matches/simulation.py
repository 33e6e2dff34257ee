"""Simulated matches of a whole class: for any number of boards, with confidence intervals.

All players see the same rolls. The intervals are for 95%: Wilson's for proportions, the normal one for means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, whole_number
from dicebingo.exact import decimal
from dicebingo.kernels.simulation import play_games
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import PlayerLike, Policies, SharedRolls, players_of
from dicebingo.matches.strategy import Strategy
from dicebingo.model.board import RulesLike
from dicebingo.model.layout import cells_of
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.running.status import Status
from dicebingo.solo.policy import TieBreak

MAX_PLAYERS = 1_000
MAX_GAMES = 10**10
MAX_LISTED = 10
"""With at most this many players, every set of winners is counted."""
BLOCK, BLOCK_ROLLS = 1 << 14, 1 << 24
"""A block has at most so many games, and about so many rolls of all players: a fraction of a second."""
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number and its 95% confidence interval."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(SharedRolls):
    """What was simulated and what came of it; ``games`` is the number of games that were played.

    For each player, ``shares`` is the share of games won, a tie of k counting as a k-th of a win; ``alone`` counts the
    games won alone, and ``wins`` those won alone or together. ``outcomes`` is empty where the players are many.
    """

    games: int
    seed: int
    status: Status
    outcomes: Outcomes[Estimate]
    shares: tuple[Estimate, ...]
    alone: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    expected_length: Estimate

    def __repr__(self) -> str:
        return f"<Simulation of {self.games:,} games of {len(self.names)} boards, {self.status}>"


def simulate(
    *positions: PlayerLike,
    games: int,
    rules: RulesLike = None,
    names: Sequence[str] | None = None,
    policies: Policies = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    seed: int = 1,
    run: Run | None = None,
) -> Simulation:
    """Simulate games between two or more positions, or prepared strategies, on shared rolls.

    The same seed gives the same games. If the run is stopped, the answer is about the games that were played by then.
    """
    run = Run.of(run)
    games, seed = whole_number(games, "{} to {} games", 1, MAX_GAMES), whole_number(seed, "a whole number as seed")
    if not 2 <= len(positions) <= MAX_PLAYERS:
        raise InputError(f"expected 2 to {MAX_PLAYERS} boards, got {len(positions)}")
    players = players_of(positions, rules, names, policies, tie_break, run)
    job = _Games(players.strategies, games, seed)
    sums: Result = {}
    played = 0
    for block in run.batches(job, "simulating"):
        sums = {key: counts + sums[key] for key, counts in block.items()} if sums else block
        played = min(played + job.block, games)
    if not played:
        run.expect_more()  # which says why there is no answer
    wins, length = sums["wins"], sums["rolls"]
    return Simulation(
        players.strategies,
        players.names,
        players.tie_break,
        played,
        seed,
        Status.STOPPED if run.stopped and played < games else Status.SIMULATED,
        _outcomes(sums["winners"], len(positions), played),
        tuple(_share(row, played) for row in wins),
        tuple(_proportion(row[1], played) for row in wins),
        tuple(_proportion(row.sum(), played) for row in wins),
        _mean(length[0], length[1], played),
    )


class _Games:
    """The games as a job in blocks; every game has its own random numbers, so blocks do not matter."""

    def __init__(self, strategies: Sequence[Strategy], games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        self.arrays = Field(strategies).arrays
        self.sets = 1 << len(strategies) if len(strategies) <= MAX_LISTED else 0
        rolls = len(strategies) * min(decimal(strategy.solution.expected_rolls) for strategy in strategies)
        self.block = max(1, min(BLOCK, int(BLOCK_ROLLS / rolls)))

    def name(self) -> str:
        players = sha256(b"".join(array.tobytes() for array in self.arrays)).hexdigest()
        return f"simulate {self.games} games in blocks of {self.block}, seed {self.seed}, players {players}"

    def shards(self) -> int:
        return -(-self.games // self.block)

    def shard(self, number: int) -> Result:
        first = number * self.block
        size = min(self.block, self.games - first)
        wins, winners, rolls = play_games(self.arrays, self.seed % 2**64, first, size, self.sets)
        return {"wins": wins, "winners": winners, "rolls": rolls}


def _outcomes(counts: NDArray[np.int64], players: int, games: int) -> Outcomes[Estimate]:
    """Return the sets of winners that came up; of two players, all three."""
    listed = {1, 2, 3} if players == 2 else set(np.flatnonzero(counts).tolist())
    return Outcomes({cells_of(won): _proportion(counts[won], games) for won in listed})


def _share(row: NDArray[np.int64], games: int) -> Estimate:
    sizes = np.arange(1, len(row))
    return _mean((row[1:] / sizes).sum(), (row[1:] / sizes**2).sum(), games)


def _mean(total: float, squares: float, games: int) -> Estimate:
    mean = float(total) / games
    half = Z95 * sqrt(max(float(squares) / games - mean**2, 0.0) / games)
    return Estimate(mean, mean - half, mean + half)


def _proportion(count: int, games: int) -> Estimate:
    """Return Wilson's interval, which is sensible also for counts near 0 and near all."""
    share = int(count) / games
    middle = (share + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    half = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2)) / (1 + Z95**2 / games)
    # Rounding must not push an end of the interval past the estimate.
    return Estimate(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))
