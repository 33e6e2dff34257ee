"""Runs of long computations. Every function that may take more than a second accepts a ``Run``.

A run defines where to compute (threads of this machine, or a dask client, a dask cluster or the address of a
scheduler), where to store finished parts (a checkpoint), how long to compute (seconds), and which function receives
progress reports. Any thread may ask the run to stop at any time. The computation then ends at its next step, and
either returns the results found so far or raises ``Stopped``.

>>> run = Run(progress=print)
>>> with run.stage("counting", 2) as step:
...     step()
...     step()
counting: 0 of 2
counting: 1 of 2
counting: 2 of 2
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeGuard, TypeVar

from dicebingo.checked import Checked
from dicebingo.errors import InputError, Stopped, quote, shown
from dicebingo.question import Doc
from dicebingo.running.checkpoint import Checkpoint
from dicebingo.running.shards import Client, Job, Result, ShardStore, StoppableJob, at_once, shard_results
from dicebingo.running.stopping import Point, reach

if TYPE_CHECKING:  # so that exact solutions do not load these modules
    from concurrent.futures import Future

COMPILING = "compiling, first run only"
MAX_BATCHES = 1_000_000
"""The maximum number of batches of a search; if this number changed, existing checkpoints could not be resumed."""
MAX_SECONDS = 10**9
"""The longest time limit: more than thirty years."""
LOOK_SECONDS = 0.1
"""The number of seconds between checks for a stop request while a run waits for a shard."""
STEP = 1_000
"""The number of items that a Python loop handles between two progress reports."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress(Checked):
    """The name of the current stage, the amount done, the total if it is known, and the best result so far."""

    _json_keys_ = "stage done total best=best_known"

    stage: str
    done: float = 0
    total: float | None = None
    best: str = ""

    @property
    def best_known(self) -> str | None:
        """The best result so far, or None."""
        return self.best or None

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,.0f}"
        far = f": {self.done:,.0f}{of}" if self.done or self.total else ""
        return self.stage + far + (f"; best so far {self.best}" if self.best else "")


Step = Callable[..., None]
"""A function to call with the number of steps since the last call (default 1); it raises ``Stopped`` if the run should
stop."""


class _Shared:
    """The state that a run shares with its copies for subfolders and time limits."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.now = Progress("")
        self.compiling = 0
        self.lock = threading.RLock()


def _stopwatch(since: float | None = None) -> Callable[[], float]:
    """Return a stopwatch: a function that returns the seconds since ``since`` or, by default, since its first call."""
    if since is not None:
        return lambda: time.monotonic() - since
    began = cache(time.monotonic)
    return lambda: -began() + time.monotonic()


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, Real) and not isinstance(value, bool)


def _as_client(client: Client) -> Client:
    """Return a dask client: the given one, or a new one for a dask cluster or the address of a scheduler."""
    if isinstance(client, str) or isinstance(getattr(client, "scheduler_address", None), str):
        from dicebingo.running.cluster import connect  # noqa: PLC0415  (loads asyncio, which few runs need)

        return connect(client)
    if client is not None and (isinstance(client, type) or not callable(getattr(client, "submit", None))):
        raise InputError(f"expected a dask client, a dask cluster or an address such as HOST:8786, got {shown(client)}")
    return client


def as_path(folder: object, what: str) -> Path:
    """Return ``folder`` as a path; ``what`` describes its content in error messages."""
    if not isinstance(folder, str | PathLike) or not isinstance(fspath(folder), str):
        raise InputError(f"expected a folder for the {what}, got {shown(folder)}")
    return Path(folder)


def _duration(seconds: object) -> float:
    """Return ``seconds`` as a float, or raise an error if it is not a valid time limit."""
    if not _is_number(seconds) or not seconds > 0:
        raise InputError(f"expected a positive number of seconds, got {shown(seconds)}")
    if seconds > MAX_SECONDS:
        raise InputError(f"expected at most {MAX_SECONDS:,} seconds, got {shown(seconds)}")
    return float(seconds)


class Run:
    """Where and for how long to compute, where to store finished parts of the work, and how to report progress.

    Parameters:
        client: A dask client, a dask cluster, or the address of a dask scheduler such as HOST:8786.
        threads: The number of threads; by default one for each core.
        checkpoint: A folder for the finished parts of a computation, so that the same computation can be resumed.
        seconds: The time limit, measured from the first computation, or from ``since``.
        progress: A function that is called with a ``Progress``.
        since: The start of the run, as a time on the monotonic clock.
    """

    def __init__(
        self,
        *,
        client: Client = None,
        threads: int | None = None,
        checkpoint: str | Path | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
        since: float | None = None,
    ) -> None:
        self.client = _as_client(client)
        self.threads = None if threads is None else at_once(threads, "threads")
        self.seconds = None if seconds is None else _duration(seconds)
        self.checkpoint = None if checkpoint is None else as_path(checkpoint, "checkpoint")
        if progress is not None and not callable(progress):
            raise InputError(f"expected a progress function, got {shown(progress)}")
        if since is not None and not _is_number(since):
            raise InputError(f"expected a time on the monotonic clock, got {shown(since)}")
        self._progress, self._shared, self._since, self._clock = progress, _Shared(), since, _stopwatch(since)

    @classmethod
    def of(cls, run: Run | None, seconds: float | None = None) -> Run:
        """Return ``run``, or a new run if it is None.

        ``seconds`` sets a time limit, which is an error if ``run`` already has one.
        """
        if run is not None and not isinstance(run, Run):
            raise InputError(f"expected a Run, such as Run(progress=print), got {quote(repr(run))}")
        if seconds is None:
            return run or cls()
        fresh = cls(seconds=seconds)
        if run is None:
            return fresh
        if run.seconds is not None:
            raise InputError(f"The time limit is given twice: {seconds:g} s, and {run.seconds:g} s in the run.")
        limited = copy(run)
        limited.seconds, limited._clock = seconds, _stopwatch(run._since)
        return limited

    def within(self, name: str) -> Run:
        """Return a copy of the run for one of several jobs, with its checkpoint in the subfolder ``name``."""
        part = copy(self)
        part.checkpoint = None if self.checkpoint is None else self.checkpoint / name
        return part

    def stop(self) -> None:
        """Ask the computation to stop."""
        self._shared.stop.set()

    @property
    def stopped(self) -> bool:
        """Whether the run was asked to stop."""
        return self._shared.stop.is_set()

    @property
    def is_over(self) -> bool:
        """Whether the run was asked to stop, or its time is up."""
        return self.stopped or (self.seconds is not None and self.passed >= self.seconds)

    @property
    def passed(self) -> float:
        """The seconds since the first computation, or since the given start of the run."""
        return self._clock()

    def expect_more(self) -> None:
        """Raise ``Stopped`` if the run should stop."""
        if self.is_over:
            why = "was stopped" if self.stopped else f"took longer than {self.seconds:g} s"
            raise Stopped(f"The computation {why}.")

    def tell(self, stage: str | None = None, done: float = 0, total: float | None = None) -> None:
        """Report the stage, the amount done and the total. Without a stage, repeat the last report."""
        shared = self._shared
        with shared.lock:
            if stage is not None:
                shared.now = Progress(stage, done, total, shared.now.best)
            if self._progress:
                self._progress(Progress(COMPILING, best=shared.now.best) if shared.compiling else shared.now)

    def tell_best(self, best: str) -> None:
        """Set the best result so far, which all later reports include."""
        with self._shared.lock:
            self._shared.now = replace(self._shared.now, best=best)

    @contextmanager
    def stage(self, what: str, total: float | None = None) -> Iterator[Step]:
        """Yield a function to call after each step; the function raises ``Stopped`` if the run should stop."""
        self.expect_more()
        self.tell(what, total=total)
        reach(Point.STAGE)
        done = 0.0

        def step(steps: float = 1) -> None:
            nonlocal done
            done += steps
            self.tell(what, done, total)  # report this stage's name again, because another stage may have run within it
            reach(Point.STEP)
            self.expect_more()

        with self._reporting_compilation():
            yield step

    def shards(self, job: Job, what: str, store: ShardStore | None = None) -> Generator[Result, None, None]:
        """Yield the results of all shards of a job, in order; raise ``Stopped`` if the run should stop.

        Finished shards are stored in ``store``, by default the run's checkpoint.
        """
        count = job.shards()
        store = self._checkpoint_of(job, count) if store is None else store
        with self.stage(what, count) as step:
            stoppable = StoppableJob(job, self)
            for result in shard_results(
                stoppable, store=store, client=self.client, threads=self.threads, wait=self._wait
            ):
                step()
                yield result

    def batches(self, job: Job, what: str, unfinished: list[Result] | None = None) -> Generator[Result, None, None]:
        """Yield the results of a search, batch by batch, until all batches are done or the run should stop.

        Even with a very short time limit the first batch is computed, unless ``stop`` was called. When the run should
        stop, running batches have a second to finish. The partial results of batches that do not finish are added to
        ``unfinished``.
        """
        store, seconds, number = self._checkpoint_of(job, MAX_BATCHES), self.seconds, 0
        stoppable = StoppableJob(job, self)
        total = job.shards() if seconds is None else seconds
        self._clock()  # start the clock

        def tell() -> None:
            self.tell(what, number if seconds is None else min(self.passed, seconds), total)

        def wait(future: Future[Result]) -> Result:
            return self._wait(future, tell, patient=number == 0)

        def over() -> bool:
            return self.is_over if number else self.stopped

        tell()
        reach(Point.STAGE)
        options = {"store": store, "client": self.client, "threads": self.threads}
        results = shard_results(stoppable, **options, wait=wait, over=over, late=stoppable.unfinished)
        try:
            with self._reporting_compilation():
                for result in results:
                    number += 1
                    yield result
                    tell()
                    reach(Point.STEP)
        except Stopped:
            return
        except KeyboardInterrupt:
            if self.stopped:  # the run is already stopping, so this is a second Ctrl-C
                raise
            self.stop()  # the caller might not have a handler that calls stop
        finally:
            results.close()
            if unfinished is not None:
                unfinished += stoppable.unfinished

    def _checkpoint_of(self, job: Job, count: int) -> Checkpoint | None:
        return None if self.checkpoint is None else Checkpoint(self.checkpoint, job.name(), count)

    def _wait(
        self, future: Future[Result], tell: Callable[[], None] = lambda: None, *, patient: bool = False
    ) -> Result:
        """Wait for a shard, and check regularly whether to stop; a ``patient`` wait ignores the time limit."""
        while True:
            try:
                return future.result(LOOK_SECONDS)
            except TimeoutError:
                if future.done():  # the shard has just finished, or raised TimeoutError itself
                    return future.result()
                tell()
                if self.stopped or not patient:
                    self.expect_more()

    @contextmanager
    def _reporting_compilation(self) -> Iterator[None]:
        """Report when a kernel is being compiled."""
        # Do not import the kernels: exact answers need none, and another thread may be importing them right now.
        compiling = getattr(sys.modules.get("dicebingo.kernels"), "compiling", None)
        if self._progress is None or compiling is None:
            yield
            return
        shared, under_way = self._shared, 0

        def tell(begins: bool) -> None:
            nonlocal under_way
            with shared.lock:
                change = 1 if begins else -min(under_way, 1)  # ignore compilations that began earlier
                under_way, shared.compiling = under_way + change, shared.compiling + change
                self.tell()

        try:
            with compiling(tell):
                yield
        finally:  # an abandoned shard may still be compiling
            with shared.lock:
                shared.compiling -= under_way


RunLike: TypeAlias = Annotated[
    Run | None,
    Doc("How to run the computation: threads or a cluster, time limit, checkpoint and progress function."),
]


def each(items: Iterable[T], what: str, run: Run | None) -> Iterator[T]:
    """Yield items, reporting progress as a stage of ``run`` if one is given; raise ``Stopped`` if the run should stop.

    >>> run = Run(progress=print)
    >>> for _ in each(range(1_500), "counting", run):
    ...     pass
    counting: 0 of 1,500
    counting: 1,000 of 1,500
    counting: 1,500 of 1,500
    """
    return iter(items) if run is None else _reported(items, what, Run.of(run))


def _reported(items: Iterable[T], what: str, run: Run) -> Iterator[T]:
    number = 0
    with run.stage(what, len(items) if isinstance(items, Sized) else None) as step:
        for number, item in enumerate(items, 1):
            yield item
            if number % STEP == 0:
                step(STEP)
            elif run.is_over:
                run.expect_more()
        step(number % STEP)
