"""The schemas of requests to create, join or change a class; an act's schema is generated from its function."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from dicebingo.classroom.acts import PUPIL_ACTS, TEACHER_ACTS, join
from dicebingo.classroom.state import MAX_PUPILS, MAX_TEAMS
from dicebingo.json_form import Schema
from dicebingo.question import parameters
from dicebingo.sheets.sheet import LanguageName
from dicebingo.web.questions import BOARD, MAX_SEED, RULES, request_schema
from dicebingo.web.schema import either, integer, items, one_of, record, text

_REQUEST = text("An id for this request: resending the request with the same id returns the first answer.", 100)
KEY = text("The key of the teacher, the projector or a pupil.", 100)
CODE = text("The code of a class: five letters.", 20)
VIEWER_LENGTH = 16
VIEWER = text("The viewer whose cookie contains the key, as returned by the endpoint enter.", VIEWER_LENGTH)
LANGUAGE = one_of("The language of the PDF.", *get_args(LanguageName))
PUPIL = integer("For the teacher: the number of the pupil whose key the QR code contains.", 1, 10**9)
AFTER = integer("The number of the last event that the client has seen.", 0, MAX_SEED)

CREATE = record(
    **RULES,
    boards=either(
        "The source of the boards: pupils write them, or get random boards or boards from a list.",
        {"type": "string", "enum": ["own", "random"]},
        items("Boards.", BOARD, 1, MAX_PUPILS),
    )
    | {"default": "own"},
    bingo=one_of("Whether the program announces a bingo, or pupils must call it.", "seen", "shouted"),
    until=one_of("Whether a round ends with the first bingo, or when everyone has one.", "first", "all"),
    seed=integer("The seed of the program's dice in the first round.", 0, MAX_SEED),
    timer=integer("Seconds after which a roll closes automatically.", 1, 3_600) | {"type": "number"},
    request=_REQUEST,
    token=text("The token that dicebingo class printed; requests from the server's own machine need no token.", 100),
)


def _arguments(function: Callable[..., object]) -> Schema:
    """Return the schema of the arguments that a client sends for an act."""
    ours = tuple(p.name for p in parameters(function) if not p.doc.text)
    shape = request_schema(function, several=(0, MAX_TEAMS), without=ours)
    return {**shape, "properties": {key: BOARD if key == "board" else one for key, one in shape["properties"].items()}}


def _act(do: str, function: Callable[..., object]) -> Schema:
    own = _arguments(function)
    which = {"key": KEY, "request": _REQUEST, "do": {"type": "string", "enum": [do]}}
    return record(*which, *own.get("required", ()), **which, **own["properties"])


ENTER = record("key", key=KEY)
JOIN = record("name", **_arguments(join)["properties"], request=_REQUEST)
ACTS = {do: _act(do, function) for do, function in {**PUPIL_ACTS, **TEACHER_ACTS}.items()}
"""The schema of each act, keyed by the name of the act."""
ENVELOPE = {"key": KEY, "request": _REQUEST, "do": {"type": "string", "enum": list(ACTS)}}
"""The fields that all acts have in common. The other fields of an act are checked only if the key allows the act."""
