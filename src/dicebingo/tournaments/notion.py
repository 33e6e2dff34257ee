"""The two notions of beating a board."""

from __future__ import annotations

from dicebingo.errors import Word


class Notion(Word):
    """What it means that one board beats another: in a match, or in a duel."""

    __kind__ = "notion"
    MATCH = "match"
    DUEL = "duel"
