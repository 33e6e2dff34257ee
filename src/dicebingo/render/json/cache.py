"""The cache as JSON."""

from __future__ import annotations

from typing import TypedDict


class KeptJson(TypedDict):
    """Something that is kept: where and what it is, its size, and the day on which it was last used."""

    path: str
    what: str
    bytes: int
    used: str


class CacheJson(TypedDict):
    """What is kept, in which folder, and what was removed."""

    folder: str
    kept: list[KeptJson]
    removed: list[KeptJson]
