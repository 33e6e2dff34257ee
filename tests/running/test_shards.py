"""Work in shards: in order, whoever computes them; kept when finished; on a cluster that loses workers, too."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import DiceBingoError, InputError, MissingExtra
from dicebingo.model.variants import classic
from dicebingo.running import shards as work
from dicebingo.running.files import DamagedFile, ShardStore
from dicebingo.running.shards import cluster, run
from dicebingo.searches.all_boards import search_boards
from dicebingo.searches.space import Constraints, Space
from tests.running.shard_jobs import Broken, Squares


def squares(results: Any) -> list[int]:
    return [int(result["square"]) for result in results]


# On this machine


@pytest.mark.parametrize("count", [0, 1, 2, 100])
def test_results_come_in_order(count: int) -> None:
    steps: list[int] = []
    assert squares(run(Squares(count), progress=steps.append)) == [n**2 for n in range(count)]
    assert steps == [1] * count


def test_finished_shards_are_kept_and_used(tmp_path: Path) -> None:
    job = Squares(20)
    store = ShardStore(tmp_path, job.name(), job.shards())
    assert squares(run(job, store=store)) == [n**2 for n in range(20)]
    assert all(store.has(n) for n in range(20))
    # A shard that is there is read, not computed.
    store.save(7, {"square": np.array(-1)})
    (tmp_path / "shard-000009.npz").unlink()
    assert squares(run(job, store=store)) == [-1 if n == 7 else n**2 for n in range(20)]
    assert store.has(9)


def test_a_damaged_shard_stops_the_work(tmp_path: Path) -> None:
    job = Squares(20)
    store = ShardStore(tmp_path, job.name(), job.shards())
    list(run(job, store=store))
    (tmp_path / "shard-000003.npz").write_bytes(b"PK")
    with pytest.raises(DamagedFile, match="expected a file of arrays, got"):
        list(run(job, store=store))


def test_an_error_of_a_shard_is_an_error_of_the_work(tmp_path: Path) -> None:
    job = Broken(20)
    store = ShardStore(tmp_path, job.name(), job.shards())
    with pytest.raises(ZeroDivisionError, match="shard 5"):
        list(run(job, store=store))
    assert [store.has(n) for n in range(6)] == [True] * 5 + [False]


def test_not_too_much_is_under_way(tmp_path: Path) -> None:
    """Results that nobody has taken yet must not fill the memory."""
    results = run(Squares(1_000, log=tmp_path))
    assert squares([next(results)]) == [0]
    time.sleep(0.2)
    assert len(list(tmp_path.iterdir())) <= 1 + 2 * (os.cpu_count() or 1)
    results.close()


def test_an_interruption_keeps_what_is_finished(tmp_path: Path) -> None:
    job = Squares(500, pause=0.01)
    store = ShardStore(tmp_path, job.name(), job.shards())

    def interrupt(_: int) -> None:
        if sum(store.has(n) for n in range(500)) > 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run(job, store=store, progress=interrupt))
    finished = sum(store.has(n) for n in range(500))
    assert 10 < finished < 200
    assert squares(run(Squares(500), store=store)) == [n**2 for n in range(500)]


# On a cluster


def test_no_cluster() -> None:
    with cluster() as client:
        assert client is None


@pytest.mark.parametrize(
    ("address", "workers", "message"),
    [
        (None, 0, "expected at least one worker, got 0"),
        (None, -1, "expected at least one worker, got -1"),
        ("tcp://127.0.0.1:1", 2, "expected the address of a cluster or a number of workers, got both"),
    ],
)
def test_impossible_clusters(address: str | None, workers: int, message: str) -> None:
    with pytest.raises(InputError, match=message), cluster(address, workers):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("address", ["nonsense://", "127.0.0.1:port"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(InputError, match="expected the address of a dask scheduler, got"), cluster(address):
        pass


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "dask.distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dicebingo\[cluster\]'"), cluster(workers=1):
        pass


@pytest.mark.slow
def test_a_cluster_of_processes_gives_the_same_and_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    job = Squares(60, pause=0.05, log=tmp_path / "log")
    store = ShardStore(tmp_path / "store", job.name(), job.shards())
    local = search_boards(Space.of(classic(), Constraints(values=(5, 6, 7, 8, 9))), best=3, worst=3)
    with cluster(workers=2) as client:
        workers = client.run(os.getpid)
        assert len(set(workers.values()) - {os.getpid()}) == 2
        killer = threading.Thread(target=_kill_one, args=(tmp_path / "log", sorted(workers.values())[0]))
        killer.start()
        assert squares(run(job, store=store, client=client)) == [n**2 for n in range(60)]
        killer.join()
        assert all(store.has(n) for n in range(60))
        # The same search on the workers that are left, and on their successors.
        remote = search_boards(Space.of(classic(), Constraints(values=(5, 6, 7, 8, 9))), best=3, worst=3, client=client)
        # Somebody else's cluster, by its address.
        with cluster(client.scheduler_info()["address"]) as other:
            assert squares(run(Squares(10), client=other)) == [n**2 for n in range(10)]
        with pytest.raises(ZeroDivisionError, match="shard 5"):
            list(run(Broken(10), client=client))
    assert remote == local
    computed = [file.name.partition("-") for file in (tmp_path / "log").iterdir()]
    assert {int(number) for number, _, _ in computed} == set(range(60))
    assert len({pid for _, _, pid in computed}) >= 2


def _kill_one(log: Path, pid: int) -> None:
    """Wait until a worker is in the middle of its work, and kill it."""
    while sum(1 for file in log.iterdir() if file.name.endswith(f"-{pid}")) < 3:
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)


def test_the_number_of_workers() -> None:
    class Client:
        @staticmethod
        def scheduler_info() -> dict[str, Any]:
            return {"workers": {}}

    assert work._workers(Client()) == 1


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
        def result() -> Any:
            raise CancelledError("the connection was lost")

    with pytest.raises(DiceBingoError, match="expected the cluster to finish shard 0, got the connection was lost"):
        list(run(Squares(3), client=Lost()))
