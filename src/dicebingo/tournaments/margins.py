"""Who beats whom, asked by a search: float64 margins between boards, remembered, and exact links.

There are two notions of beating: in a *match* each board is played by its own solo-optimal strategy, in a *duel* both
players see both boards and play to win. The margin of a board over another is P(wins) - P(loses); in a duel that is
its value.

A search proposes boards as rows of places among the dice's values, and asks for margins many thousand times, mostly
between boards it has just asked about. So strategies (``tournaments.strategy_pool``) and margins are kept. Ties between
cells are guessed in float64 (see ``tournaments.strategies``): what a search finds is certified before it is reported.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicebingo.duels.duel import duel
from dicebingo.duels.fast_duels import DuelField, duel_pairs
from dicebingo.duels.objective import Outcomes
from dicebingo.exact import Rational
from dicebingo.kernels.matches import match_pairs
from dicebingo.matches.fast_matches import error_bounds
from dicebingo.matches.match import Match, match
from dicebingo.matches.verdict import Kind
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.strategies import Preparer
from dicebingo.tournaments.strategy_pool import Pool

__all__ = ["Arbiter", "Link", "arbiter_for"]

MAX_MARGINS = 1 << 16
BLOCK = 1 << 10
"""So many boards are prepared at once for a proof: some 40 MB of them."""

Rows = NDArray[np.int64]
Floats = NDArray[np.float64]
Pair = tuple[bytes, bytes]
"""Two boards, as the bytes of their rows."""


@dataclass(frozen=True, slots=True)
class Link:
    """One board against another, exactly; ``sure`` if it wins whatever the tie-break."""

    win: Rational
    lose: Rational
    tie: Rational
    sure: bool

    @property
    def margin(self) -> Rational:
        """P(win) - P(lose)."""
        return self.win - self.lose


class Arbiter(ABC):
    """Decides between boards of some rules, given as rows of places among the dice's values."""

    def __init__(self, rules: Rules, tie_break: TieBreak) -> None:
        """Work out what all boards of the rules share."""
        self.preparer = Preparer(rules, tie_break)
        self._pool = Pool(self.preparer)
        self._margins: dict[Pair, float] = {}

    def margins(self, first: Rows, second: Rows) -> Floats:
        """Return the margin of each row of ``first`` over the row of ``second`` beside it, about."""
        pairs = [(a.tobytes(), b.tobytes()) for a, b in zip(first, second, strict=True)]
        if len(self._margins) > MAX_MARGINS:
            self._margins.clear()
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._margins]
        if new:
            self._margins.update(zip(new, self._play(new).tolist(), strict=True))
        return np.array([self._margins[pair] for pair in pairs])

    def expected_rolls(self, rows: Rows) -> Floats:
        """Return V of boards, about."""
        return self._pool.values([row.tobytes() for row in rows])

    @abstractmethod
    def outcomes(self, first: Board, second: Board) -> Outcomes:
        """Return how one board against another ends, exactly."""

    @abstractmethod
    def link(self, first: Board, second: Board) -> Link:
        """Return one board against another, exactly, and whether it wins for sure."""

    def certain(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        """Return the margin of every row of ``first`` over every row of ``second``, and bounds of their errors.

        Nothing is guessed here and nothing remembered: this is for proofs.
        """
        none = np.zeros((0, len(second)))
        blocks = [self._certain(first[i : i + BLOCK], second) for i in range(0, len(first), BLOCK)]
        margins, bounds = zip((none, none), *blocks, strict=True)
        return np.concatenate(margins), np.concatenate(bounds)

    @abstractmethod
    def _certain(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        """Do so for a few rows."""

    @abstractmethod
    def _play(self, pairs: list[Pair]) -> Floats:
        """Return the margins of pairs of boards."""


class _MatchArbiter(Arbiter):
    def outcomes(self, first: Board, second: Board) -> Outcomes:
        return _outcomes(match(first, second, tie_break=self.preparer.tie_break))

    def link(self, first: Board, second: Board) -> Link:
        result = match(first, second, tie_break=self.preparer.tie_break)
        verdict = result.verdict()
        return Link(*_outcomes(result), sure=verdict.favoured == 0 and verdict.kind is Kind.SURELY_BEATS)

    def _certain(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        field = self.preparer.exact_arrays(np.concatenate([first, second]))
        outcomes, visited = match_pairs(field, _every(len(first), len(second)))
        sizes = np.full(len(outcomes), self.preparer.size)
        branching = int(np.diff(field.start.astype(np.int64)).max())
        bounds = error_bounds(self.preparer.rules.dice, sizes, sizes, visited, branching)
        shape = len(first), len(second)
        return (outcomes[:, 0] - outcomes[:, 1]).reshape(shape), bounds.reshape(shape)

    def _play(self, pairs: list[Pair]) -> Floats:
        numbers = self._pool.numbers([board for pair in pairs for board in pair])
        outcomes, _ = match_pairs(self._pool.field, numbers.reshape(-1, 2))
        margins: Floats = outcomes[:, 0] - outcomes[:, 1]
        return margins


class _DuelArbiter(Arbiter):
    def outcomes(self, first: Board, second: Board) -> Outcomes:
        return duel(first, second).outcomes

    def link(self, first: Board, second: Board) -> Link:
        outcomes = self.outcomes(first, second)
        return Link(*outcomes, sure=outcomes.score > 0)  # whoever plays to win needs no tie-break

    def _certain(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        field = DuelField.of_rows(self.preparer.rules, np.concatenate([first, second]))
        found = duel_pairs(field, _every(len(first), len(second)))
        shape = len(first), len(second)
        return found.values.reshape(shape), found.error_bounds.reshape(shape)

    def _play(self, pairs: list[Pair]) -> Floats:
        boards = list(dict.fromkeys(board for pair in pairs for board in pair))
        rows = np.frombuffer(b"".join(boards), np.int64).reshape(len(boards), -1)
        number = {board: i for i, board in enumerate(boards)}
        numbers = [(number[a], number[b]) for a, b in pairs]
        return duel_pairs(DuelField.of_rows(self.preparer.rules, rows), numbers).values


def arbiter_for(rules: Rules, tie_break: TieBreak, notion: Notion = Notion.MATCH) -> Arbiter:
    """Return the arbiter of a notion; in a duel the tie-break does not matter."""
    kinds = {Notion.MATCH: _MatchArbiter, Notion.DUEL: _DuelArbiter}
    return kinds[notion](rules, tie_break)


def _every(first: int, second: int) -> NDArray[np.int64]:
    """Return all pairs of one of the first boards and one of those after them."""
    i, j = np.indices((first, second)).reshape(2, -1)
    return np.stack([i, first + j], axis=1)


def _outcomes(result: Match) -> Outcomes:
    return Outcomes(result.probability(0), result.probability(1), result.probability(0, 1))
