"""A worker process: takes one question after the other from a pipe, and sends back progress and the reply.

Computations run here and not in the server's own process: they hold Python's one lock for as long as they take, and a
process can be given a memory limit and a low priority, and can be stopped from outside at any moment.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any

from dicebingo.errors import DiceBingoError, TooLarge
from dicebingo.running.run import Progress, Run
from dicebingo.web.settings import Settings

NICE = 5
IDLE_SECONDS = 1.0
PROGRESS_SECONDS = 0.05
"""How often progress is sent, at most."""
MISTAKE = "expected an answer, got a mistake in the server, which its log describes"


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """What became of a question: an answer (200), a refusal (422) or a mistake of ours (500).

    An answer may be a document, with a file name. ``lasting``: the same question would get the same reply again.
    """

    status: int
    content: bytes
    media_type: str = "application/json"
    filename: str = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """What an operation may use: the server's limits, and the run that says how far it is."""

    settings: Settings
    run: Run


Operation = Callable[[dict[str, Any], Context], Any]


def error_json(text: str, **more: str) -> bytes:
    """Return an error as everybody gets it: one line, in JSON."""
    return json.dumps({"error": " ".join(text.split()), **more}).encode()


def refusal(text: str, status: int = 422, *, lasting: bool = True) -> WorkerReply:
    """Return a reply that says what is wrong."""
    return WorkerReply(status, error_json(text), lasting=lasting)


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
        endpoint: Operation = import_module("dicebingo.web.endpoints").OPERATIONS[name]
        reply = answer(endpoint, question, Context(settings, Run(progress=teller.tell)))
        teller.finish(reply)


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


def answer(operation: Operation, question: dict[str, Any], context: Context) -> WorkerReply:
    """Return the reply to a question, whatever happens."""
    settings = context.settings
    try:
        found = operation(question, context)
        if isinstance(found, WorkerReply):
            return found
        content = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > (most := settings.answer_bytes):
            raise TooLarge(f"expected an answer of at most {most:,} bytes, got {len(content):,}: ask for less")
        return WorkerReply(200, content)
    except DiceBingoError as error:
        return refusal(str(error))
    except MemoryError:
        most = settings.memory
        return refusal(f"expected a computation that needs at most {most:,} bytes of memory, got a larger one")
    except Exception:  # noqa: BLE001  (a mistake of ours must not end the worker; the visitor gets no traceback)
        traceback.print_exc(file=sys.stderr)
        return refusal(MISTAKE, 500, lasting=False)


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
