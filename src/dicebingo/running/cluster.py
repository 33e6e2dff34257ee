"""Dask clusters: somebody's, by its address, or some worker processes on this machine."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from dicebingo.errors import InputError, naming_extras, quote

MOST_WORKERS = 1_000
"""Worker processes on one machine."""


@contextmanager
def cluster(address: str | None = None, workers: int | None = None) -> Iterator[Any]:
    """Yield a dask client: of the scheduler at an address, of some new worker processes here, or None for neither."""
    if address is None and workers is None:
        yield None
        return
    if address is not None and workers is not None:
        raise InputError("expected the address of a cluster or a number of workers, got both")
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"expected 1 to {MOST_WORKERS} workers, got {workers}")
    with naming_extras():
        from dask.distributed import Client, LocalCluster  # noqa: PLC0415  (optional, and slow to import)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost connection is our error, in one line
    try:
        # Both lack types (hence the two ignores). One thread each: a worker's table serves one shard at a time.
        how = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
        with on_ctrl_c(signal.SIG_IGN):  # which the workers inherit: it is for us to end them
            local = LocalCluster(n_workers=workers, **how) if workers else None  # type: ignore[no-untyped-call]
        client = Client(local or address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"expected the address of a dask scheduler, got {quote(address)} ({error})") from None
    try:
        with client:
            yield client
    finally:
        if local is not None:
            local.close()


@contextmanager
def on_ctrl_c(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> Iterator[None]:
    """Do something else on Ctrl-C for a while, where that can be asked for."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
