"""Answers without a server: the visitor's browser parses and answers the page's questions just as the server would.

In the browser, the package runs in a web worker, without gmpy2, numpy and numba. Plain Python replaces these packages,
but is limited to smaller computations. Classes and exact ranks need a server.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import dicebingo
from dicebingo.answer import Answer
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import JsonObject, to_dict
from dicebingo.running.run import Progress, Run
from dicebingo.tournaments import exact_tournament
from dicebingo.web.endpoints import ENDPOINTS, GALLERY, version
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, Operation, WorkerReply, answer, refusal
from dicebingo.web.schema import read, read_json, read_query
from dicebingo.web.settings import Settings

SETTINGS = Settings()
PROGRESS_SECONDS = 0.1
"""The shortest time between two progress messages."""

_EXACT: dict[str, Callable[..., Answer]] = {"tournament": exact_tournament.tournament, "rings": exact_tournament.rings}


def fixed() -> JsonObject:
    """Return the answers of the endpoints that take no question; a static site stores them as files."""
    return {"version": to_dict(version(SETTINGS)), "rules": dicebingo.rules().to_dict(), "gallery": GALLERY}


def reply(name: str, question: str, tell: Callable[[str], None] = lambda _: None) -> WorkerReply:
    """Return the reply to ``question``, the JSON that the page posts or, for a document, a JSON list of string pairs.

    >>> reply("solve", '{"board": "7 7 7 / 7 7 7 / 7 7 7"}').status, reply("solve", '{"board": 7}').status
    (200, 422)
    """
    try:
        if name not in ENDPOINTS:
            raise InputError(f"expected one of {', '.join(ENDPOINTS)}, got {quote(name)}")
        endpoint = ENDPOINTS[name]
        asked = read_json(question)
        known = read_query(asked, endpoint.question) if endpoint.media_type else read(asked, endpoint.question)
    except DiceBingoError as error:
        return refusal(error)
    return answer(_operation(name), known, Context(SETTINGS, Run(progress=_ProgressSender(tell))))


def _operation(name: str) -> Operation:
    endpoint = ENDPOINTS[name]

    def operation(question: Question, context: Context) -> object:
        if name == "rank" and not question["approximate"]:
            raise InputError("Exact ranks need a server; request an approximate rank instead.")
        return endpoint(question, context, _EXACT.get(name))

    return operation


class _ProgressSender:
    """Sends progress in the server's JSON, at most every ``PROGRESS_SECONDS`` in one stage."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell, self._stage, self._told = tell, "", 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.stage != self._stage or now - self._told >= PROGRESS_SECONDS:
            self._stage, self._told = progress.stage, now
            self._tell(json.dumps(to_dict(progress)))
