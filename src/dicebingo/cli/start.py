"""The beginning and the end of the command line: somebody may press Ctrl-C before anything else is imported."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # for which typing need not be imported: every millisecond counts here
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit."""
    _mind_signals(_leave)  # at once, and not by an exception: the compiler does not survive one everywhere
    from dicebingo.cli.main import end, run

    code = run()  # in which a Run minds the signals while there is something to say
    _mind_signals(lambda number, _: leave(128 + number))
    end(code)


def _mind_signals(handler: Callable[[int, object], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _leave(number: int, _: object) -> NoReturn:
    os.write(sys.stderr.fileno(), b"interrupted\n")
    leave(128 + number)


def leave(code: int) -> NoReturn:
    """Exit at once, without a file that is half-written."""
    files = sys.modules.get("dicebingo.running.files")
    if remove := getattr(files, "remove_unfinished", None):  # which an import that has just begun does not have yet
        remove()
    os._exit(code)
