"""Compute a job in shards, on this machine's cores or on a dask cluster, and save finished shards in a checkpoint.

A job has a name, by which a checkpoint recognises it, and a number of shards; it returns each shard's result as arrays.
Results are yielded in the order of the shards, so the answer does not depend on which thread or machine computed them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from dicebingo.errors import DiceBingoError, Stopped, whole_number
from dicebingo.running.files import Array
from dicebingo.running.stopping import Attended, Point, Stoppable, partial_result, reach, stop_if_asked

if TYPE_CHECKING:  # so that exact solutions do not load these modules
    from concurrent.futures import Future, ThreadPoolExecutor

Result = dict[str, Array]
Client: TypeAlias = Any
"""A dask client or a dask cluster; dask has no type annotations."""
GRACE = 1.0
"""The number of seconds that running shards have to finish after a stop."""
PER_CORE = 4
"""The maximum number of threads or worker processes per core."""
MISSING_SECONDS = 1.0
"""The number of seconds between checks that at least one worker is alive."""
MAX_SECONDS = 60.0
"""The maximum number of seconds between checks for a living worker, if results are slow to arrive."""


class Job(Protocol):
    """Work that consists of independent shards; it can be pickled."""

    def name(self) -> str:
        """Return a string that identifies the work: jobs have the same name if and only if they do the same work."""
        ...

    def shards(self) -> int:
        """Return the number of shards."""
        ...

    def shard(self, number: int) -> Result:
        """Compute a shard."""
        ...


class ShardStore(Protocol):
    """A store of finished shards."""

    def has(self, shard: int) -> bool:
        """Return whether a shard is finished."""
        ...

    def load(self, shard: int) -> Result:
        """Return the arrays of a finished shard."""
        ...

    def save(self, shard: int, arrays: Result) -> None:
        """Save the arrays of a finished shard."""
        ...


class StoppableJob:
    """Wraps a job so that its shards are abandoned when the run is over. Only the wrapped job is pickled.

    ``unfinished`` contains the partial results of abandoned shards; these results are never saved in a checkpoint.
    """

    def __init__(self, job: Job, run: Stoppable) -> None:
        self.job, self._run = job, Attended(run)
        self.unfinished: list[Result] = []

    def name(self) -> str:
        """Return the name of the job."""
        return self.job.name()

    def shards(self) -> int:
        """Return the number of shards."""
        return self.job.shards()

    def shard(self, number: int) -> Result:
        """Compute a shard; raise ``Stopped`` if it is abandoned."""
        with self._run.here():
            stop_if_asked()
            try:
                return self.job.shard(number)
            except Stopped:
                if (found := partial_result()) is not None:
                    self.unfinished.append(found)
                raise

    def __reduce__(self) -> tuple[Callable[[Job], Job], tuple[Job]]:
        return _itself, (self.job,)


def _itself(job: Job) -> Job:
    return job


Submit: TypeAlias = "Callable[[Job, int], Future[Result]]"


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def at_once(number: object, what: str) -> int:
    """Return ``number`` if it is a valid number of threads or processes; otherwise raise an error.

    More than ``PER_CORE`` per core would only fill the memory.
    """
    return whole_number(number, f"{{}} to {{}} {what} ({PER_CORE} per core)", 1, PER_CORE * cores())


def shard_results(
    job: Job,
    *,
    store: ShardStore | None = None,
    client: Client = None,
    threads: int | None = None,
    wait: Callable[[Future[Result]], Result] = lambda future: future.result(),
    over: Callable[[], bool] | None = None,
    late: list[Result] | None = None,
) -> Generator[Result, None, None]:
    """Yield the result of every shard, in order: computed here or on a client's cluster, or read from a checkpoint.

    If the job may end early, ``over`` is a function that returns True once the job should end. No shard starts after
    that, and the running shards of this machine have ``GRACE`` seconds to finish. (Shards on a cluster are not awaited:
    there may be many, and the cluster may have disconnected.) If an earlier shard is still unfinished by then, the
    results of later shards are added to ``late`` instead of being yielded.
    """
    with _local(store, threads or cores()) if client is None else _remote(store, client) as (submit, most):
        waiting: dict[int, Future[Result]] = {}
        number, ahead, count = 0, 0, job.shards()
        try:
            for number in range(count):
                if over is not None and over():
                    raise Stopped
                # Enough shards are submitted to keep all workers busy, but not so many that the results fill the
                # memory.
                while ahead < count and len(waiting) < most:
                    if store is None or not store.has(ahead):
                        waiting[ahead] = submit(job, ahead)
                    ahead += 1
                if number in waiting:
                    result = wait(waiting[number])
                    del waiting[number]
                    yield result
                else:
                    assert store is not None  # shards that were not submitted are in the store
                    yield store.load(number)
        except Stopped:
            if client is None and over is not None:
                yield from _last_results(range(number, ahead), waiting, store, [] if late is None else late)
            raise


def _last_results(
    numbers: Iterable[int], waiting: dict[int, Future[Result]], store: ShardStore | None, late: list[Result]
) -> Iterator[Result]:
    """Yield results up to the first shard not finished within ``GRACE`` seconds; add later results to ``late``."""
    from concurrent.futures import wait  # noqa: PLC0415  (as in _pool)

    wait([future for future in waiting.values() if not future.cancel()], GRACE)
    all_finished = True
    for number in numbers:
        future = waiting.get(number)
        if future is None:
            assert store is not None
            result = store.load(number)
        elif future.cancelled() or not future.done() or isinstance(future.exception(), Stopped):
            all_finished = False
            continue
        else:
            result = future.result()
        if all_finished:
            yield result
        else:
            late.append(result)


def _shard(job: Job, number: int) -> Result:
    result = job.shard(number)
    reach(Point.COMPUTED)
    return result


def _saved(compute: Callable[[], Result], number: int, store: ShardStore | None) -> Result:
    result = compute()
    if store is not None:
        store.save(number, result)
        reach(Point.KEPT)
    return result


def _pool(most: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (not needed for an exact solution)

    return ThreadPoolExecutor(max_workers=most)


@contextmanager
def _local(store: ShardStore | None, threads: int) -> Iterator[tuple[Submit, int]]:
    """Yield a function that submits a shard, and the number of shards to submit ahead."""
    if sys.platform == "emscripten":  # a browser cannot start threads
        yield lambda job, number: _computed_now(partial(_saved, partial(_shard, job, number), number, store)), 1
        return
    pool = _pool(threads)
    try:
        yield lambda job, number: pool.submit(_saved, partial(_shard, job, number), number, store), 2 * threads
    finally:
        # Do not wait for running shards.
        pool.shutdown(wait=False, cancel_futures=True)


def _computed_now(compute: Callable[[], Result]) -> Future[Result]:
    from concurrent.futures import Future  # noqa: PLC0415  (as in _pool)

    future: Future[Result] = Future()
    try:
        future.set_result(compute())
    except DiceBingoError as error:
        future.set_exception(error)
    return future


@contextmanager
def _remote(store: ShardStore | None, client: Client) -> Iterator[tuple[Submit, int]]:
    """Yield a function that submits a shard to a cluster, and the number of shards to submit ahead.

    The workers of the cluster write no files: this process saves each shard when it arrives.
    """
    from dask.distributed import CancelledError, KilledWorker  # noqa: PLC0415  (optional, and slow to import)

    most = 4 * _workers(client)
    pool = _pool(most)
    asked: set[Future[Result]] = set()

    def submit(job: Job, number: int) -> Future[Result]:
        future = client.submit(_shard, job, number, pure=False, retries=8)
        asked.add(future)

        def arrive() -> Result:
            seconds = MISSING_SECONDS
            try:
                while True:
                    try:
                        result: Result = future.result(seconds)
                        return result
                    # dask raises UnboundLocalError if the time is up while a result is being transferred.
                    except (TimeoutError, UnboundLocalError):
                        if future.status == "error":  # the shard itself raised this error
                            raise
                        _expect_workers(client)
                        if future.done():  # a busy machine or a slow network needs more time for the transfer
                            seconds = min(2 * seconds, MAX_SECONDS)
            except (CancelledError, KilledWorker) as error:
                raise DiceBingoError(f"The cluster did not finish shard {number}: {error}.") from None
            finally:
                asked.discard(future)

        return pool.submit(_saved, arrive, number, store)

    try:
        yield submit, most
    finally:
        for future in list(asked):  # after an early stop, do not wait for the workers
            with suppress(OSError):  # the scheduler is gone
                future.cancel()
        pool.shutdown(cancel_futures=True)


def _expect_workers(client: Client) -> None:
    """Raise an error if all workers of a local cluster have died; workers may still join an external cluster."""
    local = client.cluster
    if local is not None and not local.workers:
        raise DiceBingoError("The last worker process died and could not be restarted.")


def _workers(client: Client) -> int:
    return max(1, len(client.scheduler_info()["workers"]))
