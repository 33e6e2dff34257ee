"""The shapes of what a class is sent: one record for creating, for joining, and for each act."""

from __future__ import annotations

from dicebingo.classroom.acts import MOST_STEPS, PUPIL_ACTS, TEACHER_ACTS
from dicebingo.classroom.state import MOST_PUPILS
from dicebingo.web.questions import BOARD, MAX_CELLS, MAX_SEED, RULES
from dicebingo.web.schema import Schema, either, integer, items, one_of, record, text

_REQUEST = text("An id for this request: sent twice, it is done once.", 100)
_NAME = text("A name of 1 to 24 characters.", 200)
_PUPIL = integer("The number of a pupil.", 1, 10**9)
KEY = text("The key of the teacher, the projector or a pupil.", 100)
CODE = text("The code of a class: five letters.", 20)
AFTER = integer("The number of the last event that is known already.", 0, MAX_SEED)

CREATE = record(
    **RULES,
    boards=either(
        "Whose boards are played: the pupils write their own, get random ones, or those of a list.",
        {"type": "string", "enum": ["own", "random"]},
        items("Boards.", BOARD, 1, MOST_PUPILS),
    )
    | {"default": "own"},
    bingo=one_of("Whether the program sees a bingo, or it must be shouted.", "seen", "shouted"),
    until=one_of("Whether a round goes on until the first bingo, or until everybody has one.", "first", "all"),
    seed=integer("The seed of the program's dice in the first round.", 0, MAX_SEED),
    timer=integer("Seconds after which a roll closes by itself.", 1, 3_600) | {"type": "number"},
    request=_REQUEST,
    token=text("The token that dicebingo class printed: needed from anywhere but the machine itself.", 100),
)
JOIN = record("name", name=_NAME, request=_REQUEST)
_ARGUMENTS: dict[str, tuple[tuple[str, ...], dict[str, Schema]]] = {
    "board": (("board",), {"board": BOARD}),
    "mark": (("cell",), {"cell": integer("The cell to mark.", 0, MAX_CELLS - 1)}),
    "roll": ((), {"value": integer("The value of real dice; the program rolls without it.", 0, 10**18)}),
    "rename": (("pupil", "name"), {"pupil": _PUPIL, "name": _NAME}),
    "remove": (("pupil",), {"pupil": _PUPIL}),
    "readmit": (("pupil",), {"pupil": _PUPIL}),
    "reveal": ((), {"step": integer("How far to reveal.", 0, MOST_STEPS, default=1)}),
    "again": ((), {"boards": one_of("The same boards or new ones.", "keep", "new")}),
}


def _act(do: str) -> Schema:
    required, arguments = _ARGUMENTS.get(do, ((), {}))
    which = {"type": "string", "enum": [do]}
    return record("key", "request", "do", *required, key=KEY, request=_REQUEST, do=which, **arguments)


ACTS = {do: _act(do) for do in (*PUPIL_ACTS, *TEACHER_ACTS)}
"""The shape of each act, by what is to be done."""
ENVELOPE = {"key": KEY, "request": _REQUEST, "do": {"type": "string", "enum": list(ACTS)}}
"""What every act has, read before its key is looked at; the rest is only read for those who may do it."""
