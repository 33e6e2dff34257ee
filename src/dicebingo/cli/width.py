"""How wide the text of an answer may be: what goes to a file or a pipe is not broken to fit a terminal."""

from __future__ import annotations

import os
import sys

from dicebingo.render.writers.text import UNBROKEN, WIDTH


def columns() -> int:
    """Return COLUMNS if it is set, the width of our texts if standard output is a terminal, and otherwise no limit."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and asked.isascii() and int(asked):
        return int(asked)
    return WIDTH if sys.stdout.isatty() else UNBROKEN
