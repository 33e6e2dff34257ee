"""Replies to questions: an answer, a refusal, or an internal error."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from dicebingo.errors import DiceBingoError, TooLarge
from dicebingo.json_form import Asked, JsonObject, to_dict
from dicebingo.running.run import Run
from dicebingo.web.settings import Settings

MISTAKE = "Internal server error; see the server's log."
CODES = {400: "json", 403: "site", 404: "path", 405: "method", 408: "slow", 413: "large", 414: "large", 415: "type"}
CODES |= {422: "shape", 429: "rate", 503: "busy"}
"""The default error codes, keyed by status; errors with any other status have the code ``mistake``."""


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


Operation = Callable[[JsonObject, Context], object]


class ErrorJson(NamedTuple):
    """The reason for an error: one line of text, a code, and the values that the page inserts into its translation."""

    error: str
    code: str
    values: Asked[dict[str, int | float | str]] = None


def error_json(error: DiceBingoError, status: int) -> bytes:
    """Return an error in JSON, with its own code or the default code of its status."""
    line, code = " ".join(str(error).split()), error.code or CODES.get(status, "mistake")
    return json.dumps(to_dict(ErrorJson(line, code, error.values or None))).encode()


def refusal(error: DiceBingoError, status: int = 422, *, lasting: bool = True) -> WorkerReply:
    """Return a reply with an error."""
    return WorkerReply(status, error_json(error, status), lasting=lasting)


def answer(operation: Operation, question: JsonObject, context: Context) -> WorkerReply:
    """Return the reply to a question; no exception escapes."""
    settings = context.settings
    try:
        found = operation(question, context)
        if isinstance(found, WorkerReply):
            return found
        content = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > (most := settings.answer_bytes):
            text = f"The answer is {len(content):,} bytes long, but the limit is {most:,}. Request a smaller result."
            raise TooLarge(text, "output", megabytes=round(most / 1e6))
        return WorkerReply(200, content)
    except DiceBingoError as error:
        return refusal(error)
    except MemoryError:
        most = settings.memory
        text = f"The computation needs more than {most:,} bytes of memory, which is the limit of this server."
        return refusal(TooLarge(text, "memory", megabytes=round(most / 1e6)))
    except Exception:  # noqa: BLE001  (a bug must not end the worker, and the visitor gets no traceback)
        traceback.print_exc(file=sys.stderr)
        return refusal(DiceBingoError(MISTAKE), 500, lasting=False)
