"""Work in shards: results come in order, finished shards are stored, and a cluster survives the loss of workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import prove
from dicebingo.running import shards
from dicebingo.running.checkpoint import Checkpoint
from dicebingo.running.cluster import cluster
from dicebingo.running.files import DamagedFile
from dicebingo.running.run import Run
from dicebingo.running.shards import Result, shard_results
from dicebingo.searches.all_boards import SearchResult, search_all
from dicebingo.searches.space import Constraints, Space
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.tournament import Tournament, tournament
from tests.running.shard_jobs import Broken, Deadly, Squares


def squares(results: Iterable[Result]) -> list[int]:
    return [int(result["square"]) for result in results]


# Shards on this machine


@pytest.mark.parametrize("count", [0, 1, 2, 100])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_results_come_in_order(count: int, threads: int | None) -> None:
    assert squares(shard_results(Squares(count), threads=threads)) == [n**2 for n in range(count)]


def test_finished_shards_are_stored_and_reused(tmp_path: Path) -> None:
    job = Squares(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    assert squares(shard_results(job, store=kept)) == [n**2 for n in range(20)]
    assert all(kept.has(n) for n in range(20))
    # The shard is read from the checkpoint instead of being computed.
    kept.save(7, {"square": np.array(-1)})
    (tmp_path / "shard-000009.npz").unlink()
    assert squares(shard_results(job, store=kept)) == [-1 if n == 7 else n**2 for n in range(20)]
    assert kept.has(9)


def test_a_damaged_shard_stops_the_work(tmp_path: Path) -> None:
    job = Squares(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    list(shard_results(job, store=kept))
    (tmp_path / "shard-000003.npz").write_bytes(b"PK")
    with pytest.raises(DamagedFile, match="is not an archive of arrays"):
        list(shard_results(job, store=kept))


def test_an_error_in_a_shard_is_raised(tmp_path: Path) -> None:
    job = Broken(20)
    kept = Checkpoint(tmp_path, job.name(), job.shards())
    with pytest.raises(ZeroDivisionError, match="shard 5"):
        list(shard_results(job, store=kept))
    assert [kept.has(n) for n in range(6)] == [True] * 5 + [False]


def test_only_a_few_shards_run_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results that have not been read yet must not fill up memory."""
    begun: list[int] = []

    class Pool(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
            begun.append(args[1])
            return super().submit(fn, *args, **options)

    monkeypatch.setattr(shards, "_pool", Pool)
    results = shard_results(Squares(1_000), threads=2)
    assert squares([next(results)]) == [0]
    assert begun == [0, 1, 2, 3]
    assert squares([next(results)]) == [1]
    assert begun == [0, 1, 2, 3, 4]
    results.close()


# Shards on a cluster


def answers(run: Run) -> tuple[SearchResult, Proof, Tournament]:
    """Compute several kinds of answers in shards."""
    space, loaded = Space.of(classic(), Constraints(values=(5, 6, 7, 8))), Rules.of("2x3", "{1:1,2:2,3:2,4:4}")
    boards = random_boards(classic(), 40, (6, 7, 8), 1)
    found = search_all(space, top=3, worst=3, run=run)
    return found, prove(loaded, run=run), tournament(boards, tie_break="random", run=run)


@pytest.mark.slow
def test_a_cluster_gives_the_same_answers_and_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    job = Deadly(40, log=tmp_path / "log")
    kept = Checkpoint(tmp_path / "kept", job.name(), job.shards())
    local = answers(Run())
    with cluster(workers=2) as client:
        workers = client.run(os.getpid)
        assert len(set(workers.values()) - {os.getpid()}) == 2
        assert squares(shard_results(job, store=kept, client=client)) == [n**2 for n in range(40)]
        assert all(kept.has(n) for n in range(40))
        # The remaining worker and a replacement for the lost worker give the same answers.
        remote = answers(Run(client=client))
        # Connect to an existing cluster by its address.
        with cluster(client.scheduler_info()["address"]) as other:
            assert squares(shard_results(Squares(10), client=other)) == [n**2 for n in range(10)]
        with pytest.raises(ZeroDivisionError, match="shard 5"):
            list(shard_results(Broken(10), client=client))
    assert remote[:2] == local[:2]
    assert local[2].settled_exactly > 0
    for name in ("wins", "ties", "sign", "settled_exactly", "error_bound"):
        assert np.array_equal(getattr(remote[2], name), getattr(local[2], name))
    computed = dict(file.name.split("-") for file in (tmp_path / "log").iterdir())
    assert computed.pop("died") in map(str, workers.values())
    assert {int(number) for number in computed} == set(range(40))


def test_a_cluster_without_workers_counts_as_one_worker() -> None:
    class Client:
        @staticmethod
        def scheduler_info() -> dict[str, Any]:
            return {"workers": {}}

    assert shards._workers(Client()) == 1


class Asked:
    """A fake dask client, which is also the future that it returns."""

    cluster, status = None, "finished"

    @staticmethod
    def scheduler_info() -> dict[str, Any]:
        return {"workers": {}}

    def submit(self, *_: Any, **__: Any) -> Any:
        return self

    def done(self) -> bool:
        return True


@pytest.mark.slow
def test_a_result_that_is_slow_to_arrive_gets_more_time() -> None:
    """After a timeout, dask restarts the transfer of a result and raises a misleading error."""
    waited: list[float] = []

    class Far(Asked):
        def result(self, seconds: float) -> Any:
            waited.append(seconds)
            if seconds < 4:
                raise UnboundLocalError
            return {"square": np.array(0)}

    assert squares(shard_results(Squares(1), client=Far())) == [0]
    assert waited == [1, 2, 4]


@pytest.mark.slow
def test_a_lost_cluster_gets_a_one_line_error() -> None:
    from dask.distributed import CancelledError  # noqa: PLC0415  (slow to import)

    class Lost(Asked):
        def result(self, _: float) -> Any:
            raise CancelledError("the connection was lost")

    with pytest.raises(DiceBingoError, match="The cluster did not finish shard 0: the connection was lost"):
        list(shard_results(Squares(3), client=Lost()))
