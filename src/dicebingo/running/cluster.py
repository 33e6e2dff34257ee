"""Dask clusters: somebody's, by its address, or some worker processes on this machine."""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from dicebingo.errors import DiceBingoError, InputError, naming_extras, quote, shown, whole_number

MOST_WORKERS = 1_000
"""Worker processes on one machine."""
LOST_SECONDS = 120
"""After how long a worker that has died, and is being started again, is given up; dask's 15 are few if it is busy."""


@contextmanager
def cluster(address: str | None = None, workers: int | None = None) -> Iterator[Any]:
    """Yield a dask client: of the scheduler at an address, of some new worker processes here, or None for neither."""
    if address is None and workers is None:
        yield None
        return
    if address is not None and workers is not None:
        raise InputError("expected the address of a cluster or a number of workers, got both")
    if workers is not None:
        workers = whole_number(workers, "{} to {} workers", 1, MOST_WORKERS)
    if address is not None and not re.fullmatch(r"\S+:[0-9]{1,5}", address if type(address) is str else ""):
        raise InputError(f"expected the address of a dask scheduler, such as HOST:8786, got {shown(address)}")
    with naming_extras():
        import dask  # noqa: PLC0415  (optional, and slow to import)
        from dask.distributed import Client, LocalCluster  # noqa: PLC0415
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost connection is our error, in one line
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": LOST_SECONDS}))
        # Both lack types (hence the two ignores). One thread each: a worker's table serves one shard at a time.
        how = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
        try:
            with _ctrl_c_waits():
                local = LocalCluster(n_workers=workers, **how) if workers else None  # type: ignore[no-untyped-call]
                stack.callback(local.close if local else lambda: None)
        except (OSError, RuntimeError, TimeoutError) as error:
            processes = "1 worker process" if workers == 1 else f"{workers} worker processes"
            raise DiceBingoError(f"expected {processes} to start, got {error}") from None
        try:
            client = stack.enter_context(Client(local or address, timeout=10))  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"expected the address of a dask scheduler, got {quote(address)} ({error})") from None
        yield client


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C wait for the end of this block, and leave alone the processes that begin in it: we end them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415  (not on Windows)

    resource_tracker.ensure_running()  # otherwise begun by the first worker's thread, which it leaves unblocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which threads and processes inherit
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
