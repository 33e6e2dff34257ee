"""A worker process: takes one question after the other from a pipe, and sends back progress and the answer.

Computations run here and not in the server's own process: they hold Python's one lock for as long as they take, and a
process can be given a memory limit, a low priority, and be stopped from outside at any moment.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from dicebingo.errors import DiceBingoError, TooLarge
from dicebingo.web.settings import Settings

__all__ = ["Context", "Document", "Progress", "Reply", "main"]

NICE = 5
IDLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Document:
    """An answer that is no JSON object: a picture, a sheet to print, a table."""

    media_type: str
    content: bytes
    filename: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a computation is."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a question: an answer (200), a refusal (422) or a mistake of ours (500), as a JSON text if any.

    ``lasting`` says that the same question would get the same reply again.
    """

    status: int
    content: bytes
    media_type: str = "application/json"
    filename: str = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """What an operation may use, and where it says how far it is."""

    settings: Settings
    progress: Callable[[int, int], None]


def refusal(text: str, status: int = 422, *, lasting: bool = True) -> Reply:
    """Return a reply that says what is wrong, in one line."""
    return Reply(status, json.dumps({"error": " ".join(text.split())}).encode(), lasting=lasting)


def main(connection: Connection, settings: Settings, long: bool, environment: dict[str, str]) -> None:
    """Answer questions until the server hangs up."""
    os.environ.update(environment)  # that of the fork server may be an older one
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then hangs up
    _limit_memory(settings.memory)
    if long and hasattr(os, "nice"):
        os.nice(NICE)  # behind all that takes milliseconds
    connection.send(None)  # ready
    if long:  # a question that comes meanwhile need not wait
        warming = threading.Timer(IDLE_SECONDS, _warm_up)
        warming.daemon = True
        warming.start()

    def tell(done: int, total: int) -> None:
        connection.send(Progress(done, total))

    while True:
        try:
            name, question = connection.recv()
        except (EOFError, OSError):
            return
        module, _, function = name.partition(".")
        operation = getattr(import_module(f"dicebingo.web.{module}"), function)
        connection.send(_reply(operation, question, Context(settings, tell)))


def _reply(operation: Callable[[Any, Context], Any], question: dict[str, Any], context: Context) -> Reply:
    settings = context.settings
    try:
        answer = operation(question, context)
        if isinstance(answer, Document):
            return Reply(200, answer.content, answer.media_type, answer.filename)
        content = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > settings.answer_bytes:
            raise TooLarge(
                f"expected an answer of at most {settings.answer_bytes:,} bytes, got {len(content):,}: ask for less"
            )
        return Reply(200, content)
    except DiceBingoError as error:
        return refusal(str(error))
    except MemoryError:
        return refusal(
            f"expected a computation that needs at most {settings.memory:,} bytes of memory, got a larger one"
        )
    except Exception:  # noqa: BLE001  (a mistake of ours must not end the worker; the visitor gets no traceback)
        traceback.print_exc(file=sys.stderr)
        return refusal("expected an answer, got a mistake in the server, which its log describes", 500, lasting=False)


def _limit_memory(size: int) -> None:
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    allowed = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def _warm_up() -> None:
    """Load the compiled kernels before somebody waits for them."""
    try:
        import_module("dicebingo.solo.mdp").solve("7 7 7 / 7 7 7 / 7 7 7", exact=False)
    except DiceBingoError:  # without the extra, large boards are refused when somebody asks
        return
