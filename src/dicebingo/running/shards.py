"""Work in shards: on the cores of this machine or on a dask cluster, with finished shards kept in a checkpoint.

A job names itself (so that a checkpoint is only ever used for the same job), says how many shards it has, and computes
a shard as arrays. Results come in the order of the shards, whoever computed them, so what is made of them is the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from dicebingo.errors import DiceBingoError
from dicebingo.running.checkpoint import Checkpoint

if TYPE_CHECKING:
    from numpy.typing import NDArray


Result = dict[str, "NDArray[Any]"]


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


Submit = Callable[[Job, int], Future[Result]]


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shard_results(
    job: Job,
    *,
    kept: Checkpoint | None = None,
    client: Any = None,
    threads: int | None = None,
    wait: Callable[[Future[Result]], Result] = Future.result,
) -> Generator[Result, None, None]:
    """Yield the result of every shard, in order: computed here, on a client's cluster, or read from a checkpoint."""
    with _local(kept, threads or cores()) if client is None else _remote(kept, client) as (submit, most):
        waiting: dict[int, Future[Result]] = {}
        ahead, count = 0, job.shards()
        for number in range(count):
            # Enough shards are under way to keep everybody busy, and not so many that their results fill the memory.
            while ahead < count and len(waiting) < most:
                if kept is None or not kept.has(ahead):
                    waiting[ahead] = submit(job, ahead)
                ahead += 1
            if number in waiting:
                yield wait(waiting.pop(number))
            else:
                assert kept is not None  # only a checkpoint makes a shard finished before it is submitted
                yield kept.load(number)


def _compute(shard: Callable[[int], Result], number: int, kept: Checkpoint | None) -> Result:
    result = shard(number)
    if kept is not None:
        kept.save(number, result)
    return result


@contextmanager
def _local(kept: Checkpoint | None, threads: int) -> Iterator[tuple[Submit, int]]:
    """Yield a function that starts a shard, and how many may be under way at once."""
    pool = ThreadPoolExecutor(max_workers=threads)
    try:
        yield lambda job, number: pool.submit(_compute, job.shard, number, kept), 2 * threads
    finally:
        # What is under way is finished, and kept, before the program ends; an answer need not wait for it.
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _remote(kept: Checkpoint | None, client: Any) -> Iterator[tuple[Submit, int]]:
    """Do so for a cluster: workers write no files, a shard is kept when its result arrives."""
    from dask.distributed import CancelledError, KilledWorker  # noqa: PLC0415  (optional, and slow to import)

    most = 4 * _workers(client)
    pool = ThreadPoolExecutor(max_workers=most)
    asked: set[Any] = set()

    def submit(job: Job, number: int) -> Future[Result]:
        future = client.submit(job.shard, number, pure=False, retries=8)
        asked.add(future)

        def arrive(number: int) -> Result:
            try:
                result: Result = future.result()
                return result
            except (CancelledError, KilledWorker) as error:
                raise DiceBingoError(f"expected the cluster to finish shard {number}, got {error}") from None
            finally:
                asked.discard(future)

        return pool.submit(_compute, arrive, number, kept)

    try:
        yield submit, most
    finally:
        for future in list(asked):  # whoever stops early waits for no worker
            with suppress(OSError):  # a scheduler that is gone has nothing left to cancel
                future.cancel()
        pool.shutdown(cancel_futures=True)


def _workers(client: Any) -> int:
    return max(1, len(client.scheduler_info()["workers"]))
