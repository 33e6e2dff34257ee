"""Handling of Ctrl-C and SIGTERM during long computations, and the exit codes of interrupted commands."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_received = signal.SIGINT


def exit_code() -> int:
    """Return 128 plus the number of the last signal: 130 for Ctrl-C (and an expired time limit), 143 for SIGTERM."""
    return 128 + _received


@contextmanager
def on_first_signal(act: Callable[[], object]) -> Iterator[None]:
    """On the first Ctrl-C or SIGTERM, restore the earlier handlers and call ``act``; ignored signals stay ignored."""

    def handle(number: int, _: FrameType | None) -> None:
        global _received  # noqa: PLW0603  (a signal is sent to the process, not to an object)
        _received = signal.Signals(number)
        restore()
        act()

    def restore() -> None:
        for number, earlier in before.items():
            signal.signal(number, earlier)

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handle)
    try:
        yield
    finally:
        restore()
