"""Tournaments that lose what plays them: killed in the middle and resumed, or left by a worker of their cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from dicebingo.model.variants import classic
from dicebingo.running.cluster import cluster
from dicebingo.running.run import Progress, Run
from dicebingo.tournaments.entrants import random_boards
from dicebingo.tournaments.parquet import write_parquet
from dicebingo.tournaments.tournament import tournament

COUNT, SHARDS = 200, 5
COMMAND = (sys.executable, "-m", "dicebingo", "tournament", "--random", str(COUNT), "--seed", "3", "--json")


def shards_in(folder: Path) -> dict[str, int]:
    """Return the finished shards, each with the time at which it was written."""
    return {file.name: file.stat().st_mtime_ns for file in folder.glob("shard-*.npz")}


@pytest.mark.slow
def test_killed_and_resumed_is_the_same_file(tmp_path: Path) -> None:
    kept, out = tmp_path / "kept", tmp_path / "t.parquet"
    arguments = [*COMMAND, "--checkpoint", str(kept), "--out", str(out)]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    ends = time.monotonic() + 120
    while not shards_in(kept):
        assert process.poll() is None
        assert time.monotonic() < ends, "expected a shard within two minutes"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    finished = shards_in(kept)
    assert 0 < len(finished) < SHARDS
    assert not out.exists()
    subprocess.run(arguments, capture_output=True, check=True)
    after = shards_in(kept)
    assert len(after) == SHARDS
    assert {name: after[name] for name in finished} == finished, "expected what was finished not to be played again"
    write_parquet(tournament(random_boards(classic(), COUNT, seed=3)), tmp_path / "whole.parquet")
    assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()


@pytest.mark.slow
def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    boards = random_boards(classic(), 200, (6, 7, 8), 1)
    local = tournament(boards, tie_break="random")
    assert local.settled_exactly > 10, "expected workers to settle close matches"
    done: list[float] = []
    with cluster(workers=2) as client:
        pids = sorted(client.run(os.getpid).values())

        def kill_one(now: Progress) -> None:
            if now.done and not done:
                os.kill(pids[0], signal.SIGKILL)
            if now.done and now.done not in done:
                done.append(now.done)

        remote = tournament(boards, tie_break="random", run=Run(client=client, progress=kill_one))
        assert pids[0] not in client.run(os.getpid).values()
    assert done == [1, 2, 3, 4, 5]
    assert (remote.error_bound, remote.settled_exactly) == (local.error_bound, local.settled_exactly)
    for name in ("wins", "ties", "sign"):
        assert np.array_equal(getattr(remote, name), getattr(local, name))
    for name, result in (("local", local), ("remote", remote)):
        write_parquet(result, tmp_path / name)
    assert (tmp_path / "local").read_bytes() == (tmp_path / "remote").read_bytes()
