"""Play all pairs of a tournament, in shards.

Margins are computed in float64 with an error bound. If a margin is too small for its sign to be certain, the shard
computes the margin again as an exact fraction, so the sign is exact for every pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock

import numpy as np

from dicebingo.duels.duel import duel
from dicebingo.matches.joint import make_joint
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import Strategy, lumped
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.shards import Result
from dicebingo.running.stopping import stop_if_asked
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Play, margins_for
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.strategies import Rows

SHARD_PAIRS, SOME_PAIRS = 1 << 12, 1 << 9
"""The number of pairs in a shard, and the number of pairs between two checks for a stop request."""


@dataclass(frozen=True, slots=True)
class AllPairs:
    """A job that plays every pair of boards in a tournament."""

    rules: Rules
    boards: tuple[tuple[int | None, ...], ...]
    tie_break: TieBreak
    game: Game = Game.MATCH

    def name(self) -> str:
        """Return a name that identifies the tournament."""
        digest = sha256(repr(self.boards).encode()).hexdigest()
        how = self.tie_break if self.game is Game.MATCH else self.game
        return f"tournament 2: {self.rules!r}, {how}, {len(self.boards)} boards {digest}"

    def shards(self) -> int:
        """Return the number of shards."""
        pairs = len(self.boards) * (len(self.boards) - 1) // 2
        return -(-pairs // SHARD_PAIRS)

    def pairs(self, number: int) -> Rows:
        """Return the pairs (i, j) of a shard, with i < j, in lexicographic order."""
        count = len(self.boards)
        rows = np.arange(count)
        ends = np.cumsum(count - 1 - rows)
        index = np.arange(number * SHARD_PAIRS, min((number + 1) * SHARD_PAIRS, count * (count - 1) // 2))
        first = np.searchsorted(ends, index, side="right")
        second = index - (ends[first] - (count - 1 - first)) + first + 1
        return np.stack([first, second], axis=1)

    def shard(self, number: int) -> Result:
        """Play the pairs of a shard.

        Return the outcomes, the exact signs of the margins, the largest error bound, and the number of pairs whose
        sign needed an exact computation.
        """
        pairs, play = self.pairs(number), _prepared(self)
        parts = []
        for some in np.split(pairs, range(SOME_PAIRS, len(pairs), SOME_PAIRS)):
            stop_if_asked()
            parts.append(play(some))
        outcomes, bounds = (np.concatenate(column) for column in zip(*parts, strict=True))
        margins = outcomes[:, 0] - outcomes[:, 1]
        sign = np.sign(margins).astype(np.int8)
        close = np.flatnonzero(np.abs(margins) <= bounds)
        for k in close:
            stop_if_asked()
            sign[k] = self._sign(*(Board(self.boards[player], self.rules) for player in pairs[k]))
        return {"outcomes": outcomes, "sign": sign, "bound": bounds.max(initial=0.0), "settled": np.array(len(close))}

    def _sign(self, first: Board, second: Board) -> int:
        """Return 1 if the first board beats the second, -1 if the second beats the first, and 0 if they are even."""
        if self.game is Game.DUEL:
            margin = duel(first, second).value
        else:
            margin = make_joint([_strategy(board, self.tie_break) for board in (first, second)]).outcomes.margin
        return int(margin > 0) - int(margin < 0)


_PREPARING = Lock()


def _prepared(job: AllPairs) -> Play:
    """Return a function that plays pairs of the boards. If another thread is preparing the boards, wait for it."""
    with _PREPARING:
        return _prepare(job)


@lru_cache(maxsize=2)
def _prepare(job: AllPairs) -> Play:
    """Prepare the boards of a tournament and cache them for the next shard."""
    margins = margins_for(job.rules, job.tie_break, job.game)
    return margins.prepare(margins.preparer.rows([Board(values, job.rules) for values in job.boards]))


@lru_cache(maxsize=1 << 11)
def _strategy(board: Board, tie_break: TieBreak) -> Strategy:
    """Return a board's exact strategy.

    The strategy is cached, because a board whose margin over one opponent needs an exact computation often has several
    such opponents.
    """
    return lumped(strategies_for([board], tie_break=tie_break)[0])
