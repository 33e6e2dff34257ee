"""The questions whose answers the static site stores: what its rooms ask first, before Python is there."""

from __future__ import annotations

from typing import Any

from dicebingo.model.variants import VARIANTS

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    *(("describe", {"rules": variant.name}) for variant in VARIANTS if variant.name != "classic"),
]
