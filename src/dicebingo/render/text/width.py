"""How wide a text may be: 80 columns for a terminal, any width for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

WIDTH = 80
UNBROKEN = sys.maxsize
"""The width of text that is not for a terminal."""
_width: ContextVar[int] = ContextVar("width", default=WIDTH)


def width() -> int:
    """Return how wide tables and sentences may be."""
    return _width.get()


@contextmanager
def lines_of(columns: int) -> Iterator[None]:
    """Let tables and sentences have this width."""
    before = _width.set(columns)
    try:
        yield
    finally:
        _width.reset(before)
