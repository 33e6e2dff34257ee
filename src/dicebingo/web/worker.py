"""A worker process: it receives questions from a pipe, and sends back progress and the reply.

Computations do not run in the server's own process, because they would hold the global interpreter lock. A separate
process can also have a memory limit and a low priority, and can be killed at any moment.
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
"""The shortest time between two progress messages."""


def main(connection: Connection, settings: Settings, long: bool, environment: dict[str, str]) -> None:
    """Answer questions until the server closes the pipe."""
    os.environ.update(environment)  # the environment of the fork server may be outdated
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C, and then closes the pipe
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    _limit_memory(settings.memory)
    if long and hasattr(os, "nice"):
        os.nice(NICE)  # give the quick workers priority
    connection.send(None)  # report to the server that this worker is ready
    if long:  # warm up in a thread, so that questions do not have to wait
        warming = threading.Timer(IDLE_SECONDS, _warm_up)
        warming.daemon = True
        warming.start()
    while True:
        try:
            name, question = connection.recv()
        except (EOFError, OSError):
            return
        sender = _Sender(connection)
        reply = answer(_operation(name), question, Context(settings, Run(progress=sender.send_progress)))
        sender.finish(reply)


def _operation(name: str) -> Operation:
    """Return the endpoint, or the computation for classes, with this name."""
    endpoints: dict[str, Operation] = import_module("dicebingo.web.endpoints").ENDPOINTS
    classes: dict[str, Operation] = import_module("dicebingo.web.classes.computations").OPERATIONS
    return endpoints[name] if name in endpoints else classes[name]


class _Sender:
    """Sends progress, at most every ``PROGRESS_SECONDS``, and then the reply. Any later progress is dropped."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = threading.Lock()  # a computation may have several threads
        self._open, self._stage, self._sent = True, "", 0.0

    def send_progress(self, progress: Progress) -> None:
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
    """Exit when the server has died (for example after kill -9), even during a computation."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _warm_up() -> None:
    """Load the compiled kernels, so that the first question does not have to wait."""
    try:
        import_module("dicebingo.solo.mdp").optimal_play("7 7 7 / 7 7 7 / 7 7 7", exact=False)
    except DiceBingoError:  # without the extra, the server refuses large boards
        return
