"""The two notions of beating a board."""

from __future__ import annotations

from dicebingo.errors import Word
from dicebingo.solo.policy import TieBreak


class Notion(Word):
    """What it means that one board beats another: in a match, or in a duel."""

    __kind__ = "notion"
    MATCH = "match"
    DUEL = "duel"


def images_alike(notion: Notion, tie_break: TieBreak) -> bool:
    """Whether all images of a board under symmetries of the layout are worth the same: no cell is first or last."""
    return notion is Notion.DUEL or tie_break is TieBreak.RANDOM
