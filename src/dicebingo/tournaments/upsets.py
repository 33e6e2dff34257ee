"""Slower but better: pairs of boards of which the one that needs more rolls alone is favoured (paper, section 4.4).

An upset has a margin P(slower wins) - P(faster wins) > 0 and a handicap V(slower) - V(faster) > 0. Of the upsets in a
tournament the largest are listed; V is compared in float64 where that is sure, and exactly where it is not. Boards that
are images of each other under the layout's symmetries, or by an exchange of equally likely values, have the same V, and
there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicebingo.exact import Rational
from dicebingo.model.board import Board
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Link, Rows, arbiter_for
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.set_search import Aim, Cells, relabelled
from dicebingo.tournaments.strategies import Preparer
from dicebingo.tournaments.tournament import Tournament

__all__ = ["Upset", "best_upsets", "certify_upset"]


@dataclass(frozen=True, slots=True)
class Upset:
    """The slower board, the faster one that it beats, and both expected times, exactly."""

    slower: Board
    faster: Board
    link: Link
    rolls: tuple[Rational, Rational]

    @property
    def handicap(self) -> Rational:
        """How many rolls more the slower board needs alone, on average."""
        return self.rolls[0] - self.rolls[1]

    def size(self, by: Aim) -> Rational:
        """Return the margin or the handicap."""
        return self.link.margin if by is Aim.MARGIN else self.handicap


def certify_upset(slower: Board, faster: Board, tie_break: TieBreak, notion: Notion = Notion.MATCH) -> Upset:
    """Return a pair with exact numbers; it is an upset if margin and handicap are positive."""
    link = arbiter_for(slower.rules, tie_break, notion).link(slower, faster)
    return Upset(slower, faster, link, (_rolls(slower), _rolls(faster)))


def _rolls(board: Board) -> Rational:
    return Rational(solve(board).expected_rolls)


def _slower(boards: Sequence[Board], tie_break: TieBreak) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the differences of V of all pairs, about, and which first boards are slower, exactly."""
    preparer = Preparer(boards[0].rules, tie_break)
    rows = preparer.rows(boards)
    rolls = np.concatenate([part.values for _, part in preparer.guesses(rows)])
    handicaps = rolls[:, None] - rolls[None, :]
    slower = handicaps > 0
    kinds = _kinds(preparer, rows)
    slower[kinds[:, None] == kinds] = False
    close = np.abs(handicaps) <= 2 * preparer.error_bound * np.maximum(rolls[:, None], rolls[None, :])
    close &= kinds[:, None] != kinds
    exact = {kind: _rolls(boards[i]) for i, kind in enumerate(kinds.tolist()) if close[i].any()}
    for i, j in np.argwhere(close).tolist():
        slower[i, j] = exact[kinds[i]] > exact[kinds[j]]
    return handicaps, slower


def _kinds(preparer: Preparer, rows: Rows) -> NDArray[np.int64]:
    """Return a number for each board, the same only for boards that are the same problem alone."""
    weights = preparer.rules.dice.weights
    number: dict[Cells, int] = {}
    kinds = []
    for row in rows:
        images = [relabelled(image, weights) for image in row[preparer.symmetries].tolist()]
        kinds.append(number.setdefault(min(images), len(number)))
    return np.array(kinds)


def best_upsets(tournament: Tournament, by: Aim, most: int) -> tuple[list[Upset], int]:
    """Return the upsets of a tournament with the largest margin or handicap, certified, and how many there are."""
    handicaps, slower = _slower(tournament.boards, tournament.tie_break)
    first, second = np.nonzero(slower & (tournament.sign > 0))
    sizes = (tournament.margins if by is Aim.MARGIN else handicaps)[first, second]
    chosen = np.argsort(-sizes, kind="stable")[:most]
    boards = tournament.boards
    how = tournament.tie_break, tournament.notion
    upsets = [certify_upset(boards[first[k]], boards[second[k]], *how) for k in chosen]
    return sorted(upsets, key=lambda upset: -upset.size(by)), len(first)
