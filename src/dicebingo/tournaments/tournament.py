"""A tournament: every board against every other, on shared rolls, in matches or in duels.

Margins come from the fast path with its error bound. Where a margin is too small for its sign to be sure, the pair is
played exactly, by whoever plays its shard; so who beats whom is exact for every pair.

A duel has a value and no unique probabilities. Its value v is taken as the chances (1 + v) / 2 and (1 - v) / 2 of
winning, without ties: margins, and shares of wins with ties split, are then those of the duel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.duels.duel import duel
from dicebingo.duels.fast_duels import DuelField, duel_pairs
from dicebingo.errors import InputError
from dicebingo.kernels.matches import FieldArrays, match_pairs
from dicebingo.matches.fast_matches import error_bounds
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.files import FilePath, ShardStore
from dicebingo.running.shards import run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.exact_signs import exact_sign
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.strategies import Preparer

__all__ = ["Standing", "Tournament", "TournamentJob", "play"]

SHARD_PAIRS = 1 << 12
MAX_BOARDS = 20_000


@dataclass(frozen=True, slots=True)
class Standing:
    """One board's record: the mean share of wins with ties split, boards beaten minus boards lost to, mean margin."""

    player: int
    share: float
    beats: int
    loses: int
    even: int
    mean_margin: float

    @property
    def copeland(self) -> int:
        """The Copeland score: boards beaten minus boards lost to."""
        return self.beats - self.loses


@dataclass(frozen=True, slots=True, eq=False)
class Tournament:
    """All results: ``wins[i, j]`` is P(i wins against j), ``ties`` P(tie), and ``sign[i, j]`` is 1 if i beats j.

    The signs are exact; ``settled_exactly`` of them were too close to 0 for the fast path to tell.
    """

    boards: tuple[Board, ...]
    tie_break: TieBreak
    wins: NDArray[np.float64]
    ties: NDArray[np.float64]
    sign: NDArray[np.int8]
    error_bound: float
    settled_exactly: int
    notion: Notion = Notion.MATCH

    @property
    def margins(self) -> NDArray[np.float64]:
        """P(i wins) - P(j wins); exactly 0 on the diagonal."""
        return self.wins - self.wins.T

    def _repr_html_(self) -> str:
        from dicebingo.render.html.notebook import tournament_html  # noqa: PLC0415  (upward, only when a notebook shows it)

        return tournament_html(self)

    def standings(self) -> list[Standing]:
        """Return the records, the best share first; those equal to ten digits in the order of the boards."""
        others = max(len(self.boards) - 1, 1)
        share = (self.wins.sum(axis=1) + self.ties.sum(axis=1) / 2) / others
        margin = self.margins.sum(axis=1) / others
        rows = [
            Standing(
                i,
                float(share[i]),
                int((self.sign[i] > 0).sum()),
                int((self.sign[i] < 0).sum()),
                int((self.sign[i] == 0).sum()) - 1,
                float(margin[i]),
            )
            for i in range(len(self.boards))
        ]
        # Equal shares may differ in their last digits, and the order should not hang on rounding.
        return sorted(rows, key=lambda row: -round(row.share, 10))


@dataclass(frozen=True, slots=True)
class TournamentJob:
    """All pairs of boards, in shards."""

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

    def pairs(self, number: int) -> NDArray[np.int64]:
        """Return the pairs i < j of a shard; pairs are counted row by row."""
        count = len(self.boards)
        rows = np.arange(count)
        ends = np.cumsum(count - 1 - rows)
        index = np.arange(number * SHARD_PAIRS, min((number + 1) * SHARD_PAIRS, count * (count - 1) // 2))
        first = np.searchsorted(ends, index, side="right")
        second = index - (ends[first] - (count - 1 - first)) + first + 1
        return np.stack([first, second], axis=1)

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Play the pairs of a shard: outcomes, exact signs, the largest error bound, how many were played exactly."""
        pairs = self.pairs(number)
        outcomes, bounds = self._matches(pairs) if self.notion is Notion.MATCH else self._duels(pairs)
        margins = outcomes[:, 0] - outcomes[:, 1]
        sign = np.sign(margins).astype(np.int8)
        # The error of a margin is below bound · (P(first wins) + P(second wins)) <= bound.
        close = np.flatnonzero(np.abs(margins) <= bounds)
        for k in close:
            sign[k] = self._sign(*(Board(self.boards[player], self.rules) for player in pairs[k]))
        settled = np.array(len(close))
        return {"outcomes": outcomes, "sign": sign, "bound": bounds.max(initial=0.0), "settled": settled}

    def _matches(self, pairs: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        field = _field(self)
        outcomes, visited = match_pairs(field.arrays, pairs)
        cells = np.full(len(pairs), field.cells)
        return outcomes, error_bounds(self.rules.dice, cells, cells, visited, field.branching)

    def _duels(self, pairs: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        found = duel_pairs(DuelField([Board(values, self.rules) for values in self.boards]), pairs)
        wins = (1 + found.values) / 2
        # Halving is exact; adding 1 and the difference taken later round once each.
        return np.stack([wins, 1 - wins, np.zeros(len(wins))], axis=1), found.error_bounds + 4e-16

    def _sign(self, first: Board, second: Board) -> int:
        if self.notion is Notion.MATCH:
            return exact_sign(first, second, self.tie_break)
        value = duel(first, second).value
        return int(value > 0) - int(value < 0)


class _Field(NamedTuple):
    """The prepared boards of a tournament, cells to fill, and the most states that may follow a roll."""

    arrays: FieldArrays
    cells: int
    branching: int


_PREPARING = Lock()


def _field(job: TournamentJob) -> _Field:
    """Return the prepared boards; whoever asks while they are being prepared waits, and does not do it again."""
    with _PREPARING:
        return _prepared(job)


@lru_cache(maxsize=2)
def _prepared(job: TournamentJob) -> _Field:
    """Return the prepared boards of a tournament, kept for its next shard."""
    preparer = Preparer(job.rules, job.tie_break)
    arrays = preparer.exact_arrays(preparer.rows([Board(values, job.rules) for values in job.boards]))
    return _Field(arrays, preparer.size, int(np.diff(arrays.start.astype(np.int64), axis=1).max()))


def play(
    boards: Sequence[Board],
    *,
    tie_break: TieBreak = TieBreak.SMALLEST,
    notion: Notion = Notion.MATCH,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[int], None] | None = None,
) -> Tournament:
    """Play every board against every other."""
    if not 2 <= len(boards) <= MAX_BOARDS:
        raise InputError(f"expected 2 to {MAX_BOARDS} boards, got {len(boards)}")
    rules = boards[0].rules
    if any(board.rules != rules for board in boards):
        raise InputError("expected boards of the same rules")
    Preparer(rules, tie_break)  # refuses what cannot be played, before anything is written
    job = TournamentJob(rules, tuple(board.values for board in boards), tie_break, notion)
    store = None if checkpoint is None else ShardStore(checkpoint, job.name(), job.shards())
    count = len(boards)
    wins, ties = np.zeros((count, count)), np.zeros((count, count))
    sign = np.zeros((count, count), np.int8)
    largest, settled = 0.0, 0
    for number, part in enumerate(run(job, store=store, client=client, progress=progress)):
        i, j = job.pairs(number).T
        outcomes = part["outcomes"]
        wins[i, j], wins[j, i] = outcomes[:, 0], outcomes[:, 1]
        ties[i, j] = ties[j, i] = outcomes[:, 2]
        sign[i, j], sign[j, i] = part["sign"], -part["sign"]
        largest = max(largest, float(part["bound"]))
        settled += int(part["settled"])
    return Tournament(tuple(boards), tie_break, wins, ties, sign, largest, settled, notion)
