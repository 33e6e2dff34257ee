"""The option --notion, and how an answer says by what notion boards beat each other."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion

__all__ = ["how_json", "how_text", "notion_option"]

notion_option = click.option(
    "--notion", default="match", show_default=True, metavar="match|duel", help="Beat in a match, or in a duel."
)


def how_json(tie: TieBreak, notion: Notion) -> dict[str, Any]:
    """Return by what notion boards beat each other, and the tie-break, which duels do not need."""
    return {"notion": notion.value, "tie_break": None if notion is Notion.DUEL else tie.value}


def how_text(tie: TieBreak, notion: Notion) -> str:
    """Return the same in words."""
    return "duels" if notion is Notion.DUEL else f"tie-break {tie}"
