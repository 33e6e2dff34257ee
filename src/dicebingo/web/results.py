"""What becomes of a question: an answer, a refusal, or a mistake of ours; wherever it is computed."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicebingo.errors import DiceBingoError, TooLarge
from dicebingo.running.run import Run
from dicebingo.web.settings import Settings

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
