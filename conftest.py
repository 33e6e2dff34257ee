"""Handle Ctrl-C, and add options that find tests which depend on timing or luck: ``--repeat N``, ``--under-load``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from argparse import ArgumentTypeError
from contextlib import ExitStack

import pytest

# A busy process, which exits when its standard input closes. This happens even if the parent process is killed.
BUSY = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0))).start()
while True:
    pass
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("time and luck")
    group.addoption("--repeat", type=_count, default=1, metavar="N", help="run each test N times (doctests once)")
    group.addoption("--under-load", action="store_true", help="keep each core busy with another process")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"expected 1 or more, got {text!r}")
    return int(text)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Turn each repetition into a separate case, so that xdist distributes them."""
    count = metafunc.config.getoption("repeat")
    if count > 1:
        metafunc.fixturenames.append("repetition")
        metafunc.parametrize("repetition", [f"{k}of{count}" for k in range(1, count + 1)])


def pytest_configure(config: pytest.Config) -> None:
    """Handle Ctrl-C, and start the busy processes, once, in the process that starts the workers."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a script's background jobs; some tests send Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("under_load") and not hasattr(config, "workerinput"):
        load = ExitStack()
        config.add_cleanup(load.close)
        for _ in range(os.cpu_count() or 1):
            load.enter_context(subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE))
