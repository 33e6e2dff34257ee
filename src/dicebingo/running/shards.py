"""Work in shards: on the cores of this machine or on a dask cluster, with finished shards kept in a store.

A job names itself (so that a checkpoint is only ever used for the same job), says how many shards it has, and computes
a shard as arrays. Results come in the order of the shards, whoever computed them, so what is made of them is the same.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from dicebingo.errors import DiceBingoError, InputError, MissingExtra, quote
from dicebingo.running.files import ShardStore

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Job", "Result", "cluster", "run"]

Result = dict[str, "NDArray[Any]"]
Progress = Callable[[int], None]


class Job(Protocol):
    """Work that falls into independent shards; it must be possible to pickle it."""

    def name(self) -> str:
        """Return a text that is the same exactly for the same work."""
        ...

    def shards(self) -> int:
        """Return how many shards there are."""
        ...

    def shard(self, number: int) -> Result:
        """Compute a shard."""
        ...


def run(
    job: Job, *, store: ShardStore | None = None, client: Any = None, progress: Progress | None = None
) -> Generator[Result, None, None]:
    """Yield the result of every shard, in order; computed here, on a dask client's cluster, or read from the store."""
    with _submitter(store, client) as (submit, places):
        waiting: dict[int, Any] = {}
        ahead, count = 0, job.shards()
        for number in range(count):
            # Enough shards are under way to keep everybody busy, and not so many that their results fill the memory.
            while ahead < count and len(waiting) < places:
                if store is None or not store.has(ahead):
                    waiting[ahead] = submit(job, ahead)
                ahead += 1
            if number in waiting:
                result = waiting.pop(number).result()
            else:
                assert store is not None  # only a store makes a shard finished before it is submitted
                result = store.load(number)
            if progress:
                progress(1)
            yield result


def _compute(job: Job, number: int, store: ShardStore | None) -> Result:
    result = job.shard(number)
    if store is not None:
        store.save(number, result)
    return result


@contextmanager
def _submitter(store: ShardStore | None, client: Any) -> Iterator[tuple[Callable[[Job, int], Any], int]]:
    """Yield a function that starts a shard, and how many may be under way at once."""
    if client is not None:
        from dask.distributed import CancelledError, KilledWorker  # noqa: PLC0415  (see below)

        # Workers write no files: a shard is kept when its result arrives, by a thread that waits for it.
        places = 4 * _workers(client)
        pool = ThreadPoolExecutor(max_workers=places)
        asked: set[Any] = set()

        def remote(job: Job, number: int) -> Future[Result]:
            future = client.submit(job.shard, number, pure=False, retries=8)
            asked.add(future)

            def wait() -> Result:
                try:
                    result: Result = future.result()
                except (CancelledError, KilledWorker) as error:
                    raise DiceBingoError(f"expected the cluster to finish shard {number}, got {error}") from None
                finally:
                    asked.discard(future)
                if store is not None:
                    store.save(number, result)
                return result

            return pool.submit(wait)

        try:
            yield remote, places
        finally:
            for future in list(asked):  # whoever stops early waits for no worker
                with suppress(OSError):  # a scheduler that is gone has nothing left to cancel
                    future.cancel()
            pool.shutdown(cancel_futures=True)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    pool = ThreadPoolExecutor(max_workers=cores)
    try:
        yield lambda job, number: pool.submit(_compute, job, number, store), 2 * cores
    finally:
        # What is under way is finished, and kept, before the program ends; an answer need not wait for it.
        pool.shutdown(wait=False, cancel_futures=True)


def _workers(client: Any) -> int:
    return max(1, len(client.scheduler_info()["workers"]))


@contextmanager
def cluster(address: str | None = None, workers: int | None = None) -> Iterator[Any]:
    """Yield a dask client: of the scheduler at an address, of some new worker processes here, or None for neither."""
    if address is None and workers is None:
        yield None
        return
    if address is not None and workers is not None:
        raise InputError("expected the address of a cluster or a number of workers, got both")
    if workers is not None and workers < 1:
        raise InputError(f"expected at least one worker, got {workers}")
    try:
        from dask.distributed import Client, LocalCluster  # noqa: PLC0415  (optional, and slow to import)
    except ImportError as missing:
        raise MissingExtra(f"expected dask.distributed: pip install 'dicebingo[cluster]' ({missing})") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost connection is our error, in one line
    try:
        # Both lack types (hence the two ignores). One thread each: a worker's table serves one shard at a time.
        how = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
        with _ctrl_c_ignored():  # which the workers inherit: it is for us to end them
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
def _ctrl_c_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for a while, where that can be asked for."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
