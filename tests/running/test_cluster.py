"""Clusters: none, impossible ones, and addresses at which there is none."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from dicebingo.errors import InputError, MissingExtra
from dicebingo.running.cluster import cluster


def test_no_cluster() -> None:
    with cluster() as client:
        assert client is None


@pytest.mark.parametrize(
    ("address", "workers", "message"),
    [
        (None, 0, "expected 1 to 1000 workers, got 0"),
        (None, -1, "expected 1 to 1000 workers, got -1"),
        (None, 2.0, r"expected 1 to 1000 workers, got 2\.0"),
        (None, True, "expected 1 to 1000 workers, got True"),
        (None, "2", "expected 1 to 1000 workers, got '2'"),
        (None, 99_999_999_999, "expected 1 to 1000 workers, got 99999999999"),
        ("tcp://127.0.0.1:1", 2, "expected the address of a cluster or a number of workers, got both"),
    ],
)
def test_impossible_clusters(address: str | None, workers: Any, message: str) -> None:
    with pytest.raises(InputError, match=message), cluster(address, workers):
        pass


@pytest.mark.parametrize("address", ["nonsense://", "127.0.0.1", "127.0.0.1:port", "tcp://127.0.0.1:", ":1", "", 7, []])
def test_what_is_not_an_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)  # which is not even imported
    expected = "expected the address of a dask scheduler, such as HOST:8786, got"
    with pytest.raises(InputError, match=expected), cluster(address):
        pass


@pytest.mark.slow
def test_an_unknown_protocol() -> None:
    with pytest.raises(InputError, match="expected the address of a dask scheduler, got"), cluster("nonsense://x:1"):
        pass


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dicebingo\[cluster\]'"), cluster(workers=1):
        pass
