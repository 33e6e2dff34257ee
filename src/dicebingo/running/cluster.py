"""Dask clusters: either an existing cluster, given by its address, or new worker processes on this machine."""

from __future__ import annotations

import logging
import re
import signal
from asyncio import run_coroutine_threadsafe
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import ExitStack, contextmanager
from multiprocessing import active_children
from typing import Annotated

from dicebingo.errors import DiceBingoError, InputError, Stopped, naming_extras, quote, shown
from dicebingo.question import Doc, question
from dicebingo.running.shards import Client, at_once, cores

LOOK_SECONDS = 0.1
"""The number of seconds between checks for a stop request while workers start."""
CONNECT_SECONDS = 10.0
"""The number of seconds to wait for a connection to a scheduler."""
LOST_SECONDS = 120
"""The number of seconds that dask gets to restart a dead worker; dask's default of 15 seconds is too short on a busy
machine."""


@contextmanager
@question
def cluster(
    address: Annotated[str | None, Doc("The address of a dask scheduler, such as HOST:8786.")] = None,
    workers: Annotated[int | None, Doc("The number of worker processes to start on this machine.")] = None,
    stopped: Annotated[Callable[[], bool], Doc("A function that returns True to cancel the start.")] = lambda: False,
) -> Iterator[Client]:
    """Yield a dask client for a scheduler's ``address`` or for ``workers`` new processes, or None if neither is given.

    The workers are started a few at a time; as soon as ``stopped`` returns True, workers that are still starting are
    killed.
    """
    if address is None and workers is None:
        yield None
        return
    if address is not None and workers is not None:
        raise InputError("expected the address of a cluster or a number of workers, got both")
    if workers is not None:
        workers = at_once(workers, "workers")
    if address is not None:
        with connect(address) as client:
            yield client
        return
    with naming_extras():
        import dask  # noqa: PLC0415  (optional, and slow to import)
        from dask.distributed import LocalCluster  # noqa: PLC0415  (optional, and slow to import)
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": LOST_SECONDS}))
        # Each worker has one thread, because its tables can serve only one shard at a time.
        how = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
        try:
            with _ctrl_c_waits():
                local = LocalCluster(n_workers=0, **how)  # type: ignore[no-untyped-call]  # dask has no types
                stack.callback(local.close)
            for some in range(0, workers or 0, cores()):
                _start(local, min(some + cores(), workers or 0), stopped)
        except (OSError, RuntimeError, TimeoutError) as error:
            processes = "1 worker process" if workers == 1 else f"{workers} worker processes"
            raise DiceBingoError(f"{processes} could not be started: {error}") from None
        yield stack.enter_context(connect(local))


def connect(place: Client) -> Client:
    """Return a dask client for a dask cluster, or for the scheduler at an address."""
    if not hasattr(place, "scheduler_address") and not re.fullmatch(
        r"\S+:[0-9]{1,5}", place if type(place) is str else ""
    ):
        raise InputError(f"expected the address of a dask scheduler, such as HOST:8786, got {shown(place)}")
    with naming_extras():
        from dask.distributed import Client  # noqa: PLC0415  (optional, and slow to import)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # dicebingo reports a lost connection itself
    try:
        return Client(place, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]  # dask has no types
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"Cannot connect to the dask scheduler at {quote(place)} ({error}).") from None


def _start(local: Client, workers: int, stopped: Callable[[], bool]) -> None:
    """Wait until a cluster has ``workers`` workers.

    If ``stopped`` returns True, kill the new workers and raise ``Stopped``.
    """

    async def scaled() -> None:
        local.scale(workers)
        await local._correct_state()  # scale only requests the workers; this call starts them, and raises errors

    others = set(active_children())
    starting = run_coroutine_threadsafe(scaled(), local.loop.asyncio_loop)
    while not wait([starting], LOOK_SECONDS).done:
        if stopped():
            for process in set(active_children()) - others:
                process.kill()
            raise Stopped
    starting.result()


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Delay Ctrl-C until this block ends. Processes started in the block ignore Ctrl-C; dicebingo ends them itself."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415  (not on Windows)

    resource_tracker.ensure_running()  # a tracker started by a worker would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # threads and processes inherit the signal mask
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
