"""Margins between boards for searches and proofs, in float64 and exactly.

A board can beat another in two ways: in a *match* each board is played by its own solo-optimal strategy, and in a
*duel* both players see both boards and play to win. The margin of a board over another is P(wins) - P(loses); in a
duel, the margin is the value of the duel. Boards are rows here (see ``tournaments.strategies``), and margins come in
three kinds:

* ``of`` computes margins in float64, for searches. A search needs thousands of margins, mostly between boards that it
  has evaluated recently, so strategies and margins are cached. Cells whose values are almost equal count as tied.
* ``certain`` and ``prepare`` use float64 with error bounds, for proofs and tournaments. They decide exactly which cells
  count as tied.
* ``link`` and ``outcomes`` compute exact numbers, for reported results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dicebingo.duels.fast_duels import DuelField, duel_pairs
from dicebingo.kernels.matches import match_pairs
from dicebingo.matches.fast_matches import error_bounds
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.stopping import stop_if_asked
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Game, Link, link_of, outcomes_of
from dicebingo.tournaments.strategies import Floats, Preparer, Rows, StrategyPool

MAX_MARGINS = 1 << 16
BLOCK = 1 << 10
"""The number of boards that are prepared together for a proof. These boards take about 40 MB."""

Pair = tuple[bytes, bytes]
"""Two boards, as the bytes of their rows."""
Play = Callable[[Rows], tuple[Floats, Floats]]
"""Plays pairs of prepared boards, given by their numbers; returns the outcomes, and error bounds for the margins."""


class Margins(ABC):
    """Margins between boards with the same rules. Boards are rows of value indices."""

    game: Game

    def __init__(self, rules: Rules, tie_break: TieBreak) -> None:
        """Prepare the data that all boards with these rules share."""
        self.preparer = Preparer(rules, tie_break)
        self._pool = StrategyPool(self.preparer)
        self._known: dict[Pair, float] = {}

    def of(self, first: Rows, second: Rows) -> Floats:
        """Return the margin of each row of ``first`` over the corresponding row of ``second``, in float64."""
        pairs = [(a.tobytes(), b.tobytes()) for a, b in zip(first, second, strict=True)]
        if len(self._known) > MAX_MARGINS:
            self._known.clear()
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if new:
            self._known.update(zip(new, self._play(new).tolist(), strict=True))
        return np.array([self._known[pair] for pair in pairs])

    def expected_rolls(self, rows: Rows) -> Floats:
        """Return V, the expected number of rolls, of each board in float64."""
        numbers = self._pool.numbers([row.tobytes() for row in rows])
        return self._pool.values[numbers]

    def certain(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        """Return the margin of every row of ``first`` over every row of ``second``, with error bounds."""
        margins, bounds = np.zeros((2, len(first), len(second)))
        for start in range(0, len(first), BLOCK):
            stop_if_asked()
            block = first[start : start + BLOCK]
            i, j = np.indices((len(block), len(second))).reshape(2, -1)
            play = self.prepare(np.concatenate([block, second]))
            outcomes, errors = play(np.stack([i, len(block) + j], axis=1))
            margins[start + i, j], bounds[start + i, j] = outcomes[:, 0] - outcomes[:, 1], errors
        return margins, bounds

    def outcomes(self, first: Board, second: Board) -> Outcomes[Fraction]:
        """Return the exact outcomes of one board against another."""
        return outcomes_of(first, second, self.preparer.tie_break, self.game)

    def link(self, first: Board, second: Board) -> Link:
        """Return the exact odds of one board against another, and whether tie-breaks can change the favourite."""
        return link_of(first, second, self.preparer.tie_break, self.game)

    @abstractmethod
    def prepare(self, rows: Rows) -> Play:
        """Return a function that plays pairs of these boards, and decides exactly which cells are equally good."""

    @abstractmethod
    def _play(self, pairs: list[Pair]) -> Floats:
        """Return the margins of pairs of boards."""


class MatchMargins(Margins):
    """Margins in matches."""

    game = Game.MATCH

    def prepare(self, rows: Rows) -> Play:
        """Return a function that plays matches between these boards.

        The two winning probabilities add up to at most 1, so the bound on their relative errors also bounds the error
        of the margin.
        """
        field = self.preparer.exact_arrays(rows)
        branching = int(np.diff(field.start.astype(np.int64)).max())

        def play(pairs: Rows) -> tuple[Floats, Floats]:
            outcomes, visited = match_pairs(field, pairs)
            cells = np.full(len(pairs), self.preparer.size)
            return outcomes, error_bounds(self.preparer.rules.dice, cells, cells, visited, branching)

        return play

    def _play(self, pairs: list[Pair]) -> Floats:
        numbers = self._pool.numbers([board for pair in pairs for board in pair])
        outcomes, _ = match_pairs(self._pool.arrays, numbers.reshape(-1, 2))
        return np.subtract(outcomes[:, 0], outcomes[:, 1])


class DuelMargins(Margins):
    """Margins in duels, where the tie-break does not matter."""

    game = Game.DUEL

    def prepare(self, rows: Rows) -> Play:
        """Return a function that plays duels. A duel with value v has the outcomes (1 + v) / 2, (1 - v) / 2 and 0."""
        field = DuelField.of_rows(self.preparer.rules, rows)

        def play(pairs: Rows) -> tuple[Floats, Floats]:
            found = duel_pairs(field, pairs)
            wins = (1 + found.values) / 2
            # Halving is exact. Adding 1 causes one rounding error, and subtracting the two probabilities later causes
            # another.
            return np.stack([wins, 1 - wins, np.zeros(len(wins))], axis=1), found.error_bounds + 4e-16

        return play

    def _play(self, pairs: list[Pair]) -> Floats:
        boards = list(dict.fromkeys(board for pair in pairs for board in pair))
        rows = np.frombuffer(b"".join(boards), np.int64).reshape(len(boards), -1)
        number = {board: i for i, board in enumerate(boards)}
        numbers = [(number[a], number[b]) for a, b in pairs]
        return duel_pairs(DuelField.of_rows(self.preparer.rules, rows), numbers).values


def margins_for(rules: Rules, tie_break: TieBreak, game: Game = Game.MATCH) -> Margins:
    """Return an object that computes margins in matches or in duels."""
    return (MatchMargins if game is Game.MATCH else DuelMargins)(rules, tie_break)
