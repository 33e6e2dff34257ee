"""Wait for conditions, never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds after which a condition counts as never met, even on a busy machine."""


def until(condition: Callable[[], object], pause: float = 0.01) -> None:
    """Wait until a condition is true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "the condition was never met"
        time.sleep(pause)
