"""Ctrl-C and SIGTERM during any import: the program prints one line and exits with the right code."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

# Run a command line, and send the process a signal at its n-th module import.
PROGRAM = """
import os, sys
from dicebingo.cli.start import main

class Interrupting:
    count = 0
    def find_spec(self, name, path=None, target=None):
        Interrupting.count += 1
        if Interrupting.count == {number}:
            os.kill(os.getpid(), {signal})

sys.meta_path.insert(0, Interrupting())
sys.argv = ["dicebingo", *{arguments}]
try:
    main()
except SystemExit as stop:
    if not stop.code:
        print(Interrupting.count, "modules")
    raise
"""
SEARCH = ["search", "--values", "6..8"]


def start(number: int, sent: signal.Signals) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(number=number, signal=int(sent), arguments=SEARCH)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def expect_interrupted(found: subprocess.CompletedProcess[str], sent: signal.Signals) -> None:
    assert (found.returncode, found.stdout, found.stderr) == (128 + sent, "", "interrupted\n"), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "sent"),
    [
        *((number, signal.SIGINT) for number in (1, 10, 100, 600)),
        *((number, signal.SIGTERM) for number in (2, 50, 300)),
    ],
)
def test_an_early_signal_leads_to_one_line_of_output(number: int, sent: signal.Signals) -> None:
    expect_interrupted(start(number, sent), sent)


@pytest.mark.long
def test_a_signal_at_every_seventh_import_leads_to_one_line_of_output() -> None:
    whole = start(0, signal.SIGINT)
    assert whole.returncode == 0
    modules = int(whole.stdout.split()[-2])
    assert modules > 600
    for number in range(1, modules + 1, 7):
        expect_interrupted(start(number, signal.SIGINT), signal.SIGINT)
