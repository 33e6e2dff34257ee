"""The fault matrix: every fault at every point of every long command; see docs/faults.md.

The sample has three faults for each command, each at one point. With ``--long``, the tests try every fault at every
point and store the number of cases, which ``python -m tools.faults`` writes to the table in the docs.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.faults.clusters import FAULTS, ROOT, Workers
from tests.faults.lines import LINES
from tools.faults import COUNTS, Counts

if not hasattr(os, "fork") or not Path("/proc/self/task").exists():
    pytest.skip("the tests fork processes and count their threads", allow_module_level=True)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # shells make background processes ignore Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

WITH_WORKERS = [name for name, line in LINES.items() if line.workers]
OF_A_WORKER = ("death computed 2", "death starting always", "orphaned computed 1")
"""A sample of the worker faults, tested with only one command, because each new process takes a few seconds."""
ALIKE = (
    "search, text",
    "search by median",
    "prove, text",
    "prove from a slow board",
    "prove by lemma",
    "tournament of duels",
    "upsets by search",
    "counter by climbing",
    "arena by climbing",
    "exploit",
    "nash",
    "match",
    "improve",
    "verify a proof",
    "paper",
    "paper, text",
)
"""Command lines tested only with ``--long``. Each stops in the same way as a command line in the sample."""
PROCESSES = 2
"""The number of processes for the sample: few, because each takes longer to import and compile than to try a fault."""
SAMPLED = [name for name in LINES if name not in ALIKE]


def ask(module: str, *arguments: str) -> Any:
    """Run one of the programs in this folder, and return its output."""
    words = [sys.executable, "-m", f"tests.faults{module}", *arguments]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def expect_no_failures(found: Counts) -> None:
    assert found["failures"] == {}, json.dumps(found["failures"], indent=1)


def keep(found: Counts, name: str, part: str) -> None:
    COUNTS.mkdir(parents=True, exist_ok=True)
    (COUNTS / f"{name}; {part}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("names", [SAMPLED[i::PROCESSES] for i in range(PROCESSES)], ids=", ".join)
def test_commands_survive_some_faults_at_one_point(names: list[str], tmp_path: Path) -> None:
    for name, found in ask("", str(tmp_path), "sample", *names).items():
        assert sum(found["cases"].values()) == len(found["cases"]) == 3, name
        assert found["failures"] == {}, (name, json.dumps(found["failures"], indent=1))


@pytest.mark.long
@pytest.mark.parametrize("name", LINES)
def test_commands_survive_every_fault_at_every_point(name: str, tmp_path: Path) -> None:
    keep(found := ask("", str(tmp_path), "all", name)[name], name, "points")
    assert set(found["cases"].values()) == {sum(found["points"].values())}
    expect_no_failures(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["search", "prove, text"])
def test_commands_survive_signals_at_some_imports(name: str, tmp_path: Path) -> None:
    expect_no_failures(ask(".starting", name, str(tmp_path), "29", "0"))


@pytest.mark.long
@pytest.mark.parametrize("name", LINES)
def test_commands_survive_signals_at_every_import(name: str, tmp_path: Path) -> None:
    """Test all imports of the search commands, and every n-th import of the n other commands, with different offsets.

    Commands import nearly the same modules in nearly the same order. The imports that one command skips are therefore
    covered by another, and the whole test takes a few minutes instead of an hour.
    """
    others = [other for other in LINES if not other.startswith("search")]
    which = (len(others), others.index(name)) if name in others else (1, 0)
    keep(found := ask(".starting", name, str(tmp_path), *map(str, which)), name, "starting")
    expect_no_failures(found)


@pytest.mark.slow
def test_a_command_survives_some_worker_faults(tmp_path: Path) -> None:
    workers = Workers("counter", tmp_path)
    for fault in OF_A_WORKER:
        assert workers.complaints(fault) == [], fault


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_WORKERS)
def test_commands_survive_every_worker_fault(name: str, tmp_path: Path) -> None:
    began, workers = time.monotonic(), Workers(name, tmp_path)
    found: dict[str, Any] = {fault: workers.complaints(fault) for fault in FAULTS}
    deaths = ((fault, workers.complaints(fault)) for number in count(1) if (fault := f"death computed {number}"))
    found |= dict(takewhile(lambda death: death[1] is not None, deaths))
    wrong = {fault: complaints for fault, complaints in found.items() if complaints != []}
    counts: Counts = {"cases": {"worker": len(found)}, "failures": wrong, "seconds": time.monotonic() - began}
    keep(counts, name, "workers")
    expect_no_failures(counts)
