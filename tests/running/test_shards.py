"""Work in shards: in order, whoever computes them; kept when finished; on a cluster that loses workers, too."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.running import shards
from dicebingo.running.checkpoint import Checkpoint
from dicebingo.running.cluster import cluster
from dicebingo.running.files import DamagedFile
from dicebingo.running.run import Run
from dicebingo.running.shards import Result, shard_results
from dicebingo.searches.search import search
from tests.running.shard_jobs import Broken, Squares

DEADLINE = 60.0
"""Seconds after which a test gives up waiting."""


def squares(results: Iterable[Result]) -> list[int]:
    return [int(result["square"]) for result in results]


# On this machine


@pytest.mark.parametrize("count", [0, 1, 2, 100])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_results_come_in_order(count: int, threads: int | None) -> None:
    assert squares(shard_results(Squares(count), threads=threads)) == [n**2 for n in range(count)]


def test_finished_shards_are_kept_and_used(tmp_path: Path) -> None:
    job = Squares(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    assert squares(shard_results(job, kept=kept)) == [n**2 for n in range(20)]
    assert all(kept.has(n) for n in range(20))
    # A shard that is there is read, not computed.
    kept.save(7, {"square": np.array(-1)})
    (tmp_path / "shard-000009.npz").unlink()
    assert squares(shard_results(job, kept=kept)) == [-1 if n == 7 else n**2 for n in range(20)]
    assert kept.has(9)


def test_a_damaged_shard_stops_the_work(tmp_path: Path) -> None:
    job = Squares(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    list(shard_results(job, kept=kept))
    (tmp_path / "shard-000003.npz").write_bytes(b"PK")
    with pytest.raises(DamagedFile, match="expected a file of arrays, got"):
        list(shard_results(job, kept=kept))


def test_an_error_of_a_shard_is_an_error_of_the_work(tmp_path: Path) -> None:
    job = Broken(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    with pytest.raises(ZeroDivisionError, match="shard 5"):
        list(shard_results(job, kept=kept))
    assert [kept.has(n) for n in range(6)] == [True] * 5 + [False]


def test_not_too_much_is_under_way(tmp_path: Path) -> None:
    """Results that nobody has taken yet must not fill the memory."""
    results = shard_results(Squares(1_000, log=tmp_path), threads=2)
    assert squares([next(results)]) == [0]
    time.sleep(0.2)
    assert 1 <= len(list(tmp_path.iterdir())) <= 1 + 2 * 2
    results.close()


# On a cluster


@pytest.mark.slow
def test_a_cluster_of_processes_gives_the_same_and_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    job = Squares(60, pause=0.05, log=tmp_path / "log")
    kept = Checkpoint(tmp_path / "kept", job.name(), job.shards())
    local = search(values="5..9", top=3, worst=3)
    with cluster(workers=2) as client:
        workers = client.run(os.getpid)
        assert len(set(workers.values()) - {os.getpid()}) == 2
        killer = threading.Thread(target=_kill_one, args=(tmp_path / "log", sorted(workers.values())[0]))
        killer.start()
        assert squares(shard_results(job, kept=kept, client=client)) == [n**2 for n in range(60)]
        killer.join(DEADLINE)
        assert not killer.is_alive()
        assert all(kept.has(n) for n in range(60))
        # The same search on the workers that are left, and on their successors.
        remote = search(values="5..9", top=3, worst=3, run=Run(client=client))
        # Somebody else's cluster, by its address.
        with cluster(client.scheduler_info()["address"]) as other:
            assert squares(shard_results(Squares(10), client=other)) == [n**2 for n in range(10)]
        with pytest.raises(ZeroDivisionError, match="shard 5"):
            list(shard_results(Broken(10), client=client))
    assert remote == local
    computed = [file.name.partition("-") for file in (tmp_path / "log").iterdir()]
    assert {int(number) for number, _, _ in computed} == set(range(60))
    assert len({pid for _, _, pid in computed}) >= 2


def _kill_one(log: Path, pid: int) -> None:
    """Wait until a worker is in the middle of its work, and kill it."""
    end = time.monotonic() + DEADLINE
    while sum(1 for file in log.iterdir() if file.name.endswith(f"-{pid}")) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)


def test_the_number_of_workers() -> None:
    class Client:
        @staticmethod
        def scheduler_info() -> dict[str, Any]:
            return {"workers": {}}

    assert shards._workers(Client()) == 1


@pytest.mark.slow
def test_a_cluster_that_goes_away_is_one_line() -> None:
    from dask.distributed import CancelledError  # noqa: PLC0415  (slow to import)

    class Lost:
        @staticmethod
        def scheduler_info() -> dict[str, Any]:
            return {"workers": {}}

        @staticmethod
        def submit(*_: Any, **__: Any) -> Any:
            return Lost()

        @staticmethod
        def result(_: float) -> Any:
            raise CancelledError("the connection was lost")

    with pytest.raises(DiceBingoError, match="expected the cluster to finish shard 0, got the connection was lost"):
        list(shard_results(Squares(3), client=Lost()))
