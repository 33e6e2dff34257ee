"""Slower but better: pairs of boards of which the one that needs more rolls alone is favoured (paper, section 4.4).

An upset has a margin P(slower wins) - P(faster wins) > 0 and a handicap V(slower) - V(faster) > 0. Of the upsets in a
tournament the largest are listed; V is compared in float64 where that is sure, and exactly where it is not.
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
from dicebingo.tournament.arbiter import Link, arbiter_for
from dicebingo.tournament.notion import Notion
from dicebingo.tournament.players import Preparer
from dicebingo.tournament.quest import Aim
from dicebingo.tournament.tournament import Tournament

__all__ = ["Upset", "best_upsets", "certify_upset", "count_upsets"]


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
    rolls = np.concatenate([part.values for _, part in preparer.guesses(preparer.rows(boards))])
    handicaps = rolls[:, None] - rolls[None, :]
    slower = handicaps > 0
    close = np.abs(handicaps) <= 2 * preparer.error_bound * np.maximum(rolls[:, None], rolls[None, :])
    np.fill_diagonal(close, val=False)
    exact = {i: _rolls(boards[i]) for i in np.flatnonzero(close.any(axis=1)).tolist()}
    for i, j in np.argwhere(close).tolist():
        slower[i, j] = exact[i] > exact[j]
    return handicaps, slower


def count_upsets(tournament: Tournament) -> int:
    """Return in how many pairs of boards the slower one is favoured."""
    _, slower = _slower(tournament.boards, tournament.tie_break)
    return int((slower & (tournament.sign > 0)).sum())


def best_upsets(tournament: Tournament, by: Aim, most: int) -> list[Upset]:
    """Return the upsets of a tournament with the largest margin or handicap, certified, largest first."""
    handicaps, slower = _slower(tournament.boards, tournament.tie_break)
    first, second = np.nonzero(slower & (tournament.sign > 0))
    sizes = (tournament.margins if by is Aim.MARGIN else handicaps)[first, second]
    chosen = np.argsort(-sizes, kind="stable")[:most]
    boards = tournament.boards
    how = tournament.tie_break, tournament.notion
    upsets = [certify_upset(boards[first[k]], boards[second[k]], *how) for k in chosen]
    return sorted(upsets, key=lambda upset: -upset.size(by))
