"""Answers without a server: the questions of the page, read and answered as the server does, in the visitor's browser.

There the package runs in a web worker, without gmpy2, numpy and numba. What the server computes by these is computed
in plain Python, within its limits; a class and exact ranks need a server, and are not offered.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import dicebingo
from dicebingo.answer import Answer
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import to_dict
from dicebingo.running.run import Progress, Run
from dicebingo.tournaments import exact_tournament
from dicebingo.web.endpoints import ENDPOINTS, GALLERY, version
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, Operation, WorkerReply, answer, refusal
from dicebingo.web.schema import read, read_json, read_query
from dicebingo.web.settings import Settings

SETTINGS = Settings()
PROGRESS_SECONDS = 0.1
"""How often progress is told, at most."""

_EXACT: dict[str, Callable[..., Answer]] = {"tournament": exact_tournament.tournament, "rings": exact_tournament.rings}


def fixed() -> dict[str, Any]:
    """Return what is asked for without a question; a static site stores it."""
    return {"version": to_dict(version(SETTINGS)), "rules": dicebingo.rules().to_dict(), "gallery": GALLERY}


def reply(name: str, question: str, tell: Callable[[str], None] = lambda _: None) -> WorkerReply:
    """Return the reply to a question: JSON as the page posts it, or for a document a JSON list of pairs of texts.

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
        return refusal(str(error))
    return answer(_operation(name), known, Context(SETTINGS, Run(progress=_Teller(tell))))


def _operation(name: str) -> Operation:
    endpoint = ENDPOINTS[name]

    def operation(question: Question, context: Context) -> Any:
        if name == "rank" and not question["approximate"]:
            raise InputError("expected an approximate rank, because exact ones need a server, got an exact one")
        return endpoint(question, context, _EXACT.get(name))

    return operation


class _Teller:
    """Passes progress on as the server's JSON, not too often."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell, self._stage, self._told = tell, "", 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.stage != self._stage or now - self._told >= PROGRESS_SECONDS:
            self._stage, self._told = progress.stage, now
            self._tell(json.dumps(to_dict(progress)))
