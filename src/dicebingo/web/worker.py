"""A worker process: takes one question after the other from a pipe, and sends back progress and the reply.

Computations run here and not in the server's own process: they hold Python's one lock for as long as they take, and a
process can be given a memory limit and a low priority, and can be stopped from outside at any moment.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection

from dicebingo.errors import DiceBingoError
from dicebingo.running.run import Progress, Run
from dicebingo.web.results import Context, Operation, WorkerReply, answer
from dicebingo.web.settings import Settings

NICE = 5
IDLE_SECONDS = 1.0
PROGRESS_SECONDS = 0.05
"""How often progress is sent, at most."""


def main(connection: Connection, settings: Settings, long: bool, environment: dict[str, str]) -> None:
    """Answer questions until the server closes the pipe."""
    os.environ.update(environment)  # that of the fork server may be an older one
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    _limit_memory(settings.memory)
    if long and hasattr(os, "nice"):
        os.nice(NICE)  # behind everything that takes milliseconds
    connection.send(None)  # ready
    if long:  # a question that comes meanwhile need not wait
        warming = threading.Timer(IDLE_SECONDS, _warm_up)
        warming.daemon = True
        warming.start()
    while True:
        try:
            name, question = connection.recv()
        except (EOFError, OSError):
            return
        teller = _Teller(connection)
        reply = answer(_operation(name), question, Context(settings, Run(progress=teller.tell)))
        teller.finish(reply)


def _operation(name: str) -> Operation:
    """Return an endpoint, or what the server asks itself for its classes."""
    endpoints: dict[str, Operation] = import_module("dicebingo.web.endpoints").ENDPOINTS
    classes: dict[str, Operation] = import_module("dicebingo.web.classes.computations").OPERATIONS
    return endpoints[name] if name in endpoints else classes[name]


class _Teller:
    """Sends progress, not too often, and the reply; whatever comes after the reply is not sent."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = threading.Lock()  # a computation may have several threads
        self._open, self._stage, self._sent = True, "", 0.0

    def tell(self, progress: Progress) -> None:
        now = time.monotonic()
        with self._sending:
            matters = progress.stage != self._stage or progress.done == progress.total
            if self._open and (matters or now - self._sent >= PROGRESS_SECONDS):
                self._stage, self._sent = progress.stage, now
                self._connection.send(progress)

    def finish(self, reply: WorkerReply) -> None:
        with self._sending:
            self._open = False
            self._connection.send(reply)


def _limit_memory(size: int) -> None:
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    allowed = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def _end_with_the_server() -> None:
    """End even in the midst of a computation if the server is gone without a word, as after kill -9."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _warm_up() -> None:
    """Load the compiled kernels before somebody waits for them."""
    try:
        import_module("dicebingo.solo.mdp").optimal_play("7 7 7 / 7 7 7 / 7 7 7", exact=False)
    except DiceBingoError:  # without the extra, large boards are refused when somebody asks
        return
