"""The report's section on the choice of a board, where the opponent chooses as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.exact import decimal
from dicebingo.model.board import Board, Position
from dicebingo.render.html.report import board_figure, number, paragraph, side_by_side
from dicebingo.render.svg.charts import share_bar
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion

if TYPE_CHECKING:  # numba, which the claims must not wait for
    from dicebingo.tournaments.mixture import Question, Reply

__all__ = ["choosing"]

VALUES = (6, 7, 8)
START = (
    "7 7 8 / 8 6 6 / 8 7 6",
    "7 6 6 / 8 8 7 / 6 8 7",
    "7 6 6 / 7 8 7 / 6 8 8",
    "7 7 8 / 6 6 8 / 8 6 7",
    "8 6 7 / 7 7 7 / 6 6 8",
)
"""What the rounds of ``dicebingo arena --values 6,7,8`` add: to begin with them saves the rounds, not the proof."""


def choosing() -> str:
    """Return a mixture of boards with the values 6, 7 and 8 that none of them beats, proven by trying all."""
    from dicebingo.tournaments.arena import arena  # noqa: PLC0415  (numba: the claims need none)
    from dicebingo.tournaments.counter import best_reply  # noqa: PLC0415

    def try_all(question: Question, _: int) -> Reply:
        return best_reply(question, prove=True)

    boards = [Board.parse(board) for board in START]
    rounds = arena(boards, VALUES, TieBreak.SMALLEST, Notion.MATCH, try_all)
    last = next(found for found in rounds if found.is_equilibrium)
    played = [(b, share) for b, share in zip(last.mixture.boards, last.mixture.shares, strict=True) if share]
    words = paragraph(
        "Which board should one write down, if the opponent thinks about it too? Among the "
        f"{last.reply.tried:,} boards with the values 6, 7 and 8, each played as alone (smallest tie-break), a mixture "
        f"of {len(played)} is safe: whatever board the opponent chooses, it wins no more often than it loses. That is "
        "proven, by trying all of them."
    )
    drawn = [
        board_figure(Position(board), f"with probability {number(share, 2, percent=True)}") for board, share in played
    ]
    bar = share_bar([(str(board), decimal(share)) for board, share in played])
    return words + bar + side_by_side(*drawn, kind="boards")
