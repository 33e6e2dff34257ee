"""Work in shards: on the cores of this machine or on a dask cluster, with finished shards kept in a checkpoint.

A job names itself (so that a checkpoint is only ever used for the same job), says how many shards it has, and computes
a shard as arrays. Results come in the order of the shards, whoever computed them, so what is made of them is the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from dicebingo.errors import DiceBingoError, Stopped, whole_number
from dicebingo.running.stopping import Attended, Point, Stoppable, partial_result, reach, stop_if_asked

if TYPE_CHECKING:  # an exact solve loads neither
    from concurrent.futures import Future, ThreadPoolExecutor

    from numpy.typing import NDArray


Result = dict[str, "NDArray[Any]"]
GRACE = 1.0
"""For how many seconds shards may go on once the work is to stop."""
PER_CORE = 4
"""How many threads or worker processes a core may have."""
MISSING_SECONDS = 1.0
"""How often somebody who waits for workers looks whether there are any."""


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


class ShardStore(Protocol):
    """Where finished shards are stored."""

    def has(self, shard: int) -> bool:
        """Whether a shard is finished."""
        ...

    def load(self, shard: int) -> Result:
        """Return the arrays of a finished shard."""
        ...

    def save(self, shard: int, arrays: Result) -> None:
        """ShardStore the arrays of a finished shard."""
        ...


class StoppableJob:
    """A job whose shards are abandoned when its run is over, on this machine; on others it is the job itself.

    ``unfinished`` has the partial results of the shards that were abandoned. It is in no checkpoint.
    """

    def __init__(self, job: Job, run: Stoppable) -> None:
        self.job, self._run = job, Attended(run)
        self.unfinished: list[Result] = []

    def name(self) -> str:
        """Return the name of the job."""
        return self.job.name()

    def shards(self) -> int:
        """Return how many shards there are."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.job,)


def _itself(job: Job) -> Job:
    return job


Submit: TypeAlias = "Callable[[Job, int], Future[Result]]"


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def at_once(number: Any, what: str) -> int:
    """Return a number of threads or processes to run at once; more than a few per core would only fill the memory."""
    return whole_number(number, f"{{}} to {{}} {what} ({PER_CORE} per core)", 1, PER_CORE * cores())


def shard_results(
    job: Job,
    *,
    kept: ShardStore | None = None,
    client: Any = None,
    threads: int | None = None,
    wait: Callable[[Future[Result]], Result] = lambda future: future.result(),
    over: Callable[[], bool] | None = None,
    late: list[Result] | None = None,
) -> Generator[Result, None, None]:
    """Yield the result of every shard, in order: computed here, on a client's cluster, or read from a checkpoint.

    A job that may end early says by ``over`` when it is to: then nothing more begins, and the shards under way on this
    machine have a second to finish. (A cluster may have far more of them under way, or have gone away.) What is
    finished by then, but after one that is not, is ``late``.
    """
    with _local(kept, threads or cores()) if client is None else _remote(kept, client) as (submit, most):
        waiting: dict[int, Future[Result]] = {}
        number, ahead, count = 0, 0, job.shards()
        try:
            for number in range(count):
                if over is not None and over():
                    raise Stopped
                # Enough are under way to keep everybody busy, and not so many that their results fill the memory.
                while ahead < count and len(waiting) < most:
                    if kept is None or not kept.has(ahead):
                        waiting[ahead] = submit(job, ahead)
                    ahead += 1
                if number in waiting:
                    result = wait(waiting[number])
                    del waiting[number]
                    yield result
                else:
                    assert kept is not None  # only a store makes a shard finished before it is submitted
                    yield kept.load(number)
        except Stopped:
            if client is None and over is not None:
                yield from _under_way(range(number, ahead), waiting, kept, [] if late is None else late)
            raise


def _under_way(
    numbers: Iterable[int], waiting: dict[int, Future[Result]], kept: ShardStore | None, late: list[Result]
) -> Iterator[Result]:
    """Yield the results of shards as long as all are finished within a second; then the others are late."""
    from concurrent.futures import wait  # noqa: PLC0415  (as in _pool)

    wait([future for future in waiting.values() if not future.cancel()], GRACE)
    all_finished = True
    for number in numbers:
        future = waiting.get(number)
        if future is None:
            assert kept is not None
            result = kept.load(number)
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


def _keep(compute: Callable[[], Result], number: int, kept: ShardStore | None) -> Result:
    result = compute()
    if kept is not None:
        kept.save(number, result)
        reach(Point.KEPT)
    return result


def _pool(most: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (an exact solve need not wait for it)

    return ThreadPoolExecutor(max_workers=most)


@contextmanager
def _local(kept: ShardStore | None, threads: int) -> Iterator[tuple[Submit, int]]:
    """Yield a function that starts a shard, and how many may be under way at once."""
    if sys.platform == "emscripten":  # in a browser no thread can be started
        yield lambda job, number: _at_once(partial(_keep, partial(_shard, job, number), number, kept)), 1
        return
    pool = _pool(threads)
    try:
        yield lambda job, number: pool.submit(_keep, partial(_shard, job, number), number, kept), 2 * threads
    finally:
        # An answer need not wait for what is under way.
        pool.shutdown(wait=False, cancel_futures=True)


def _at_once(compute: Callable[[], Result]) -> Future[Result]:
    from concurrent.futures import Future  # noqa: PLC0415  (as in _pool)

    future: Future[Result] = Future()
    try:
        future.set_result(compute())
    except DiceBingoError as error:
        future.set_exception(error)
    return future


@contextmanager
def _remote(kept: ShardStore | None, client: Any) -> Iterator[tuple[Submit, int]]:
    """Do so for a cluster: workers write no files, a shard is kept when its result arrives."""
    from dask.distributed import CancelledError, KilledWorker  # noqa: PLC0415  (optional, and slow to import)

    most = 4 * _workers(client)
    pool = _pool(most)
    asked: set[Any] = set()

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
                    # dask raises the second one if the time is up while a result is on its way to us.
                    except (TimeoutError, UnboundLocalError):
                        if future.status == "error":  # the shard itself has raised it
                            raise
                        _expect_workers(client)
                        if future.done():  # on a busy machine, or a slow network, the result needs longer to arrive
                            seconds *= 2
            except (CancelledError, KilledWorker) as error:
                raise DiceBingoError(f"expected the cluster to finish shard {number}, got {error}") from None
            finally:
                asked.discard(future)

        return pool.submit(_keep, arrive, number, kept)

    try:
        yield submit, most
    finally:
        for future in list(asked):  # whoever stops early waits for no worker
            with suppress(OSError):  # a scheduler that is gone has nothing left to cancel
                future.cancel()
        pool.shutdown(cancel_futures=True)


def _expect_workers(client: Any) -> None:
    """Raise if all workers of this machine are gone for good; to somebody else's cluster, others may come."""
    local = client.cluster
    if local is not None and not local.workers:
        raise DiceBingoError("expected a worker process, got none: the last one died, and could not be started again")


def _workers(client: Any) -> int:
    return max(1, len(client.scheduler_info()["workers"]))
