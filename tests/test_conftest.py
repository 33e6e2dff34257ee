"""The test options ``--repeat`` and ``--under-load``, and Ctrl-C in background jobs, tried on small suites."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]

COUNTED = '''
"""
>>> 1 + 1
2
"""
import pytest

@pytest.mark.parametrize("n", [1, 2])
def test_pairs(n, tmp_path):
    assert not list(tmp_path.iterdir())
'''
# Without workers, pytest's only child processes are the busy processes.
LOADED = """
import os, signal

def test_a_child_is_running():
    assert os.waitpid(-1, os.WNOHANG) == (0, 0)
    {end}
"""


def run(folder: Path, source: str, *options: str) -> tuple[int, str]:
    """Run a suite of one file until all its processes have ended; return the exit code and the output."""
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "test_small.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--rootdir", str(folder), "-p", "xdist", "-q", "-s", *options]
    bare = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=bare, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_every_test_runs_n_times_and_doctests_still_run(tmp_path: Path) -> None:
    code, output = run(tmp_path, COUNTED, "--repeat", "3", "--doctest-modules", "-n", "2")
    assert code == 0
    assert "7 passed" in output


def test_zero_repetitions_are_rejected(tmp_path: Path) -> None:
    code, output = run(tmp_path, COUNTED, "--repeat=0")
    assert code == 4
    assert "expected 1 or more, got '0'" in output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no waitpid")
@pytest.mark.parametrize(
    ("load", "end", "code"),
    [
        ([], "pass", 1),
        (["--under-load"], "pass", 0),
        (["--under-load"], "os.kill(os.getpid(), signal.SIGINT)", 2),
        (["--under-load"], "os.kill(os.getpid(), signal.SIGKILL)", -9),
    ],
)
def test_busy_processes_end_with_the_tests(tmp_path: Path, load: list[str], end: str, code: int) -> None:
    assert run(tmp_path, LOADED.format(end=end), "-n", "0", *load)[0] == code


@pytest.mark.skipif(os.name == "nt", reason="Windows has no background jobs that ignore Ctrl-C")
def test_tests_can_send_ctrl_c_in_a_background_job(tmp_path: Path) -> None:
    interrupted = """
import signal
import pytest

def test_ctrl_c():
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
"""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a new process inherits this
    try:
        assert run(tmp_path, interrupted, "-n", "1")[0] == 0
    finally:
        signal.signal(signal.SIGINT, before)
