"""The two notions of beating a board."""

from __future__ import annotations

from enum import StrEnum

from dicebingo.errors import InputError, quote

__all__ = ["Notion"]


class Notion(StrEnum):
    """What it means that one board beats another."""

    MATCH = "match"
    DUEL = "duel"

    @classmethod
    def parse(cls, text: str) -> Notion:
        """Return the notion of that name."""
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected the notion match or duel, got {quote(text)}") from None
