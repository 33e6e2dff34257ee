"""The entry point of the command line, which handles Ctrl-C even while modules are being imported."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # importing typing would delay the start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit."""
    _on_signals(_leave)  # exit at once: an exception could crash numba's compiler
    from dicebingo.cli.main import end, run

    code = run()  # during a long computation, a Run handles the signals instead
    _on_signals(lambda number, _: leave(128 + number))
    end(code)


def _on_signals(handler: Callable[[int, object], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _leave(number: int, _: object) -> NoReturn:
    os.write(sys.stderr.fileno(), b"interrupted\n")
    leave(128 + number)


def leave(code: int) -> NoReturn:
    """Remove half-written files, and exit at once."""
    files = sys.modules.get("dicebingo.running.files")
    if remove := getattr(files, "remove_unfinished", None):  # missing if the module is still being imported
        remove()
    os._exit(code)
