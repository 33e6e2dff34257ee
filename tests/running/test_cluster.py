"""Runs without a cluster, with invalid clusters, and with wrong addresses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from dask.distributed import LocalCluster

from dicebingo.errors import InputError, MissingExtra
from dicebingo.running.cluster import cluster
from dicebingo.running.run import Run
from dicebingo.running.shards import cores
from tests.running.shard_jobs import Squares
from tests.running.test_shards import squares
from tests.waiting import until

EXPECTED = rf"expected 1 to {4 * cores()} workers \(4 per core\)"
IMPOSSIBLE = {0: "0", -1: "-1", 2.0: r"2\.0", "2": "'2'", 4 * cores() + 1: f"{4 * cores() + 1}", 10**12: f"{10**12}"}


def test_a_run_without_a_cluster_uses_threads() -> None:
    with cluster() as client:
        assert client is None


@pytest.mark.parametrize(
    ("address", "workers", "message"),
    [
        *((None, number, f"{EXPECTED}, got {got}") for number, got in IMPOSSIBLE.items()),
        (None, True, f"{EXPECTED}, got True"),
        ("tcp://127.0.0.1:1", 2, "expected the address of a cluster or a number of workers, got both"),
    ],
)
def test_invalid_clusters_are_rejected(address: str | None, workers: Any, message: str) -> None:
    with pytest.raises(InputError, match=message), cluster(address, workers):
        pass


@pytest.mark.parametrize("address", ["nonsense://", "127.0.0.1", "127.0.0.1:port", "tcp://127.0.0.1:", ":1", "", 7, []])
def test_a_bad_address_is_rejected(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)  # any import of dask would now fail
    expected = "expected the address of a dask scheduler, such as HOST:8786, got"
    with pytest.raises(InputError, match=expected), cluster(address):
        pass


@pytest.mark.slow
def test_an_unknown_protocol_is_rejected() -> None:
    with pytest.raises(InputError, match="Cannot connect to the dask scheduler at"), cluster("nonsense://x:1"):
        pass


@pytest.mark.slow
def test_a_run_accepts_a_cluster_or_its_address() -> None:
    how = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp://", "host": "127.0.0.1"}
    with LocalCluster(**how, dashboard_address=":0") as own:  # type: ignore[no-untyped-call]
        for place in (own, own.scheduler_address):
            run = Run(client=place)
            with run.client:
                assert squares(run.shards(Squares(4), "squares")) == [0, 1, 4, 9]


@pytest.mark.parametrize("place", ["nowhere", 7, cluster, object()])
def test_a_run_rejects_anything_but_a_client_a_cluster_or_an_address(place: Any) -> None:
    with pytest.raises(InputError, match=r"expected (a dask client, a dask cluster or an|the) address"):
        Run(client=place)


SLOW = """
import os, time
from pathlib import Path
Path(f"up-{os.getpid()}").touch()
while True:
    time.sleep(1)
"""
"""Code for a worker that reports that it is starting, but never finishes starting."""


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_workers_that_are_starting(number: signal.Signals, code: int, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    around = {"PYTHONPATH": str(tmp_path), "DASK_DISTRIBUTED__WORKER__PRELOAD": '["slow"]'}
    words = [sys.executable, "-m", "dicebingo", "search", "--values", "6,7", "--workers", f"{4 * cores()}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, cwd=tmp_path, env={**os.environ, **around}, process_group=0, stdout=pipe, stderr=pipe, text=True
    ) as process:
        until(lambda: any(tmp_path.glob("up-*")) or process.poll() is not None)
        # A terminal sends Ctrl-C to the whole process group.
        os.killpg(process.pid, number) if number is signal.SIGINT else process.send_signal(number)
        assert (*process.communicate(), process.returncode) == ("", "interrupted\n", code)
        started = [int(path.name[3:]) for path in tmp_path.glob("up-*")]
        assert 1 <= len(started) <= cores(), "expected at most one worker per core to start at a time"
        until(lambda: not any(map(alive, started)))


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dicebingo\[cluster\]'"), cluster(workers=1):
        pass
