"""Replies to questions: an answer, a refusal, or an internal error."""

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

MISTAKE = "Internal server error; see the server's log."


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """The reply to a question: an answer (200), a refusal (422) or an internal error (500).

    An answer may be a document with a file name. A ``lasting`` reply may be cached, because the same question
    would get the same reply.
    """

    status: int
    content: bytes
    media_type: str = "application/json"
    filename: str = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """The context of an operation: the server's limits, and the run that reports progress."""

    settings: Settings
    run: Run


Operation = Callable[[dict[str, Any], Context], Any]


def error_json(text: str, **more: str) -> bytes:
    """Return an error message on one line, in JSON."""
    return json.dumps({"error": " ".join(text.split()), **more}).encode()


def refusal(text: str, status: int = 422, *, lasting: bool = True) -> WorkerReply:
    """Return a reply with an error message."""
    return WorkerReply(status, error_json(text), lasting=lasting)


def answer(operation: Operation, question: dict[str, Any], context: Context) -> WorkerReply:
    """Return the reply to a question; no exception escapes."""
    settings = context.settings
    try:
        found = operation(question, context)
        if isinstance(found, WorkerReply):
            return found
        content = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > (most := settings.answer_bytes):
            raise TooLarge(f"The answer has {len(content):,} bytes, and the limit is {most:,}; ask for less.")
        return WorkerReply(200, content)
    except DiceBingoError as error:
        return refusal(str(error))
    except MemoryError:
        most = settings.memory
        return refusal(f"The computation needs more than {most:,} bytes of memory, the limit of this server.")
    except Exception:  # noqa: BLE001  (a bug must not end the worker, and the visitor gets no traceback)
        traceback.print_exc(file=sys.stderr)
        return refusal(MISTAKE, 500, lasting=False)
