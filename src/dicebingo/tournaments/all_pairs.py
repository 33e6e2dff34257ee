"""All pairs of a tournament, in shards.

Margins come from the fast path with its error bound. Where a margin is too small for its sign to be certain, the pair
is played exactly, as part of its shard; so who beats whom is exact for every pair.

In an exact match, two sets with the same number of marks are one state if every roll leads from both to the same states
with the same probabilities. Merging such sets, from the most marks to the fewest, leaves about half of the states and a
quarter of the joint states; and where equally good cells lead to the same state, no random choice is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import gcd
from threading import Lock

import numpy as np

from dicebingo.duels.duel import duel
from dicebingo.matches.joint import make_joint
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import WON, Move, Strategy
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.shards import Result
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Play, margins_for
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.strategies import Rows

SHARD_PAIRS = 1 << 12
STAYS = -2
"""Stands for the state itself, whatever its number."""


@dataclass(frozen=True, slots=True)
class AllPairs:
    """All pairs of boards; a job for a ``Run``."""

    rules: Rules
    boards: tuple[tuple[int | None, ...], ...]
    tie_break: TieBreak
    notion: Notion = Notion.MATCH

    def name(self) -> str:
        """Return who plays."""
        digest = sha256(repr(self.boards).encode()).hexdigest()
        how = self.tie_break if self.notion is Notion.MATCH else self.notion
        return f"tournament 2: {self.rules!r}, {how}, {len(self.boards)} boards {digest}"

    def shards(self) -> int:
        """Return how many shards there are."""
        pairs = len(self.boards) * (len(self.boards) - 1) // 2
        return -(-pairs // SHARD_PAIRS)

    def pairs(self, number: int) -> Rows:
        """Return the pairs i < j of a shard; pairs are counted row by row."""
        count = len(self.boards)
        rows = np.arange(count)
        ends = np.cumsum(count - 1 - rows)
        index = np.arange(number * SHARD_PAIRS, min((number + 1) * SHARD_PAIRS, count * (count - 1) // 2))
        first = np.searchsorted(ends, index, side="right")
        second = index - (ends[first] - (count - 1 - first)) + first + 1
        return np.stack([first, second], axis=1)

    def shard(self, number: int) -> Result:
        """Play the pairs of a shard: outcomes, exact signs, the largest error bound, how many were played exactly."""
        pairs = self.pairs(number)
        outcomes, bounds = _prepared(self)(pairs)
        margins = outcomes[:, 0] - outcomes[:, 1]
        sign = np.sign(margins).astype(np.int8)
        close = np.flatnonzero(np.abs(margins) <= bounds)
        for k in close:
            sign[k] = self._sign(*(Board(self.boards[player], self.rules) for player in pairs[k]))
        return {"outcomes": outcomes, "sign": sign, "bound": bounds.max(initial=0.0), "settled": np.array(len(close))}

    def _sign(self, first: Board, second: Board) -> int:
        """Return 1 if the first board beats the second, -1 if the second the first, 0 if they are even."""
        if self.notion is Notion.DUEL:
            margin = duel(first, second).value
        else:
            margin = make_joint([_strategy(board, self.tie_break) for board in (first, second)]).outcomes.margin
        return int(margin > 0) - int(margin < 0)


_PREPARING = Lock()


def _prepared(job: AllPairs) -> Play:
    """Return the prepared boards; whoever asks while they are being prepared waits instead of preparing them again."""
    with _PREPARING:
        return _prepare(job)


@lru_cache(maxsize=2)
def _prepare(job: AllPairs) -> Play:
    """Prepare the boards of a tournament, kept for its next shard."""
    margins = margins_for(job.rules, job.tie_break, job.notion)
    return margins.prepare(margins.preparer.rows([Board(values, job.rules) for values in job.boards]))


@lru_cache(maxsize=1 << 11)
def _strategy(board: Board, tie_break: TieBreak) -> Strategy:
    """Return a board's exact strategy, kept because a board that is even with one is often even with several."""
    return lumped(strategies_for([board], tie_break=tie_break)[0])


def lumped(strategy: Strategy) -> Strategy:
    """Return a strategy that plays every match in the same way with fewer states, one for all that are alike."""
    same = {WON: WON}
    seen: dict[tuple[int, tuple[Move, ...]], int] = {}
    for state in range(len(strategy.states) - 1, -1, -1):
        same[state] = STAYS
        row = tuple(_merged(move, same) for move in strategy.moves[state])
        same[state] = seen.setdefault((strategy.marks(state), row), state)
    kept = sorted(seen.values())
    number = {WON: WON} | {state: i for i, state in enumerate(kept)}
    numbers = {state: number[twin] for state, twin in same.items()}
    moves = [[_merged(move, numbers) for move in strategy.moves[state]] for state in kept]
    common = gcd(strategy.scale, *(weight for row in moves for move in row for _, weight in move))
    scale = strategy.scale // common
    rows = tuple(tuple(tuple((after, w // common) for after, w in move) for move in row) for row in moves)
    follow = tuple(tuple(move[0][0] for move in row) for row in rows) if scale == 1 else None
    states = tuple(strategy.states[state] for state in kept)
    return Strategy(strategy.solution, strategy.policy, states, rows, scale, follow)


def _merged(move: Move, numbers: dict[int, int]) -> Move:
    """Return a move to states under other numbers, adding the weights of those that share a number."""
    weights: dict[int, int] = {}
    for after, weight in move:
        weights[numbers[after]] = weights.get(numbers[after], 0) + weight
    return tuple(sorted(weights.items()))
