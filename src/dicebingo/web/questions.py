"""Generate the schema of a question's requests from the annotated signature of its function.

In a request, the key ``board`` contains a position, ``boards`` contains several positions, and ``marked`` lists further
marked cells. All other keys are the names of parameters. The bounds of values come from the signature, unless the
server sets narrower bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dicebingo import home_of
from dicebingo.json_form import JsonObject, Schema
from dicebingo.model.board import Position, is_board
from dicebingo.model.variants import PARTS
from dicebingo.question import REQUIRED, Parameter, declared, parameters
from dicebingo.web.schema import boolean, either, integer, items, one_of, record, text

TABLES = ("distribution", "marks", "cells", "lines", "changes", "candidates", "outcomes", "race")
"""The names of the tables: five for a solved position, one for advice (candidates), and two for a match."""
Question: TypeAlias = JsonObject

MAX_BOARDS = 4
MAX_ENTRANTS = 60
MAX_CELLS = 100
MAX_SEED = 2**53 - 1
MAX_GAMES = 1_000_000
MAX_UPTO = 500
MAX_WAIT = 10

LIMITS = {
    "crowd.simulate": (1, MAX_GAMES),
    "games": (1, MAX_GAMES),
    "most": (1, 100),
    "rings.length": (3, 8),
    "rings.most": (1, 20),
    "roll": (0, 10**18),
    "seed": (0, MAX_SEED),
    "upto": (0, MAX_UPTO),
}
"""The server's bounds on parameters, keyed by ``parameter`` or ``endpoint.parameter``."""
LONGEST = {"rules": 40, "name": 200}
"""The maximum lengths of string parameters, in characters, keyed by name; the default is 2,000."""
OURS = ("run", "max_states", "fast")
"""Parameters whose values the server sets."""

_CELLS = items("Cells, numbered from 0, row by row.", integer("A cell.", 0, MAX_CELLS - 1), 0, MAX_CELLS)
_VALUE = either("A value.", integer("A value.", 0, 10**18), {"type": "string", "enum": ["F"]}, {"type": "null"})
BOARD = either(
    "A board or position in notation, such as 8 8 9 / 7 6 10 / 7 4 5, or a list "
    "(F is a free cell; null is a marked cell of any value).",
    text("Notation.", 4_000, examples=["8 8 9 / 7 6 10 / 7 4 5"]),
    items("Values.", _VALUE, 1, MAX_CELLS),
)
_MOVE = record("roll", "cells", roll=integer("The value that was rolled.", *LIMITS["roll"]), cells=_CELLS)
_WEIGHT = either("A weight.", integer("A whole number.", 0, 10**9), text("A fraction, such as 1/3.", 40))
_DRAWN = either("A board, or copies:BOARD.", *BOARD["anyOf"])
_SHAPES = {
    "population": either(
        "The other players' boards: distinct, uniform, dice, sensible, copies:BOARD, or a list of boards to draw from.",
        text("The name of a population, or one board.", 4_000, examples=["distinct"]),
        items("Boards to draw from.", _DRAWN, 1, MAX_ENTRANTS),
    ),
    "weights": items(
        "The weight of each listed board, such as 3 and 1 or 1/2 and 1/2.",
        _WEIGHT,
        1,
        MAX_ENTRANTS,
    ),
    "moves": items("The rolls of the game, with the cells marked on each.", _MOVE, 0, 1_000),
    "table": one_of("The name of the table.", *TABLES),
}


def request_schema(
    function: Callable[..., object], name: str = "", several: tuple[int, int] = (2, 2), without: tuple[str, ...] = ()
) -> Schema:
    """Return the schema of requests; ``several`` bounds the number of boards, and ``without`` omits parameters."""
    found: Schema = {}
    required = []
    for parameter in parameters(function):
        if parameter.name in (*OURS, *without, "second"):
            continue
        boards = is_board(parameter)
        keys = _boards(parameter, several) if boards else {parameter.name: _schema(parameter, name, several)}
        found |= keys
        if several[0] if boards and "boards" in keys else parameter.default is REQUIRED:
            required.append(next(iter(keys)))
    return record(*required, **(found | RULES if "rules" in found else found))


def _boards(parameter: Parameter, several: tuple[int, int]) -> Schema:
    if parameter.name == "first" or parameter.is_variadic or parameter.name == "boards":
        marked = items("Marked cells of each board.", _CELLS, *several)
        return {"boards": items(parameter.doc.text, BOARD, *several), "marked": marked}
    if parameter.is_positional:
        return {"board": BOARD, "marked": _CELLS}
    if parameter.lists(Position):
        return {parameter.name: items(parameter.doc.text, BOARD, 0, MAX_ENTRANTS)}
    return {parameter.name: BOARD, f"{parameter.name}_marked": _CELLS}


def _schema(parameter: Parameter, name: str, several: tuple[int, int]) -> Schema:
    """Return the schema of a parameter that is not a board."""
    about, default = parameter.about, parameter.default
    more = {} if default in (REQUIRED, None, ()) else {"default": default}
    if parameter.name in _SHAPES:
        return _SHAPES[parameter.name]
    if parameter.takes(bool):
        return boolean(about, default=default)
    if parameter.words:
        return {"type": "string", "description": about, "enum": list(parameter.words), **more}
    if parameter.takes(int):
        low, high = parameter.doc.low or 0, parameter.doc.high or 10**6
        return integer(about, *LIMITS.get(f"{name}.{parameter.name}", LIMITS.get(parameter.name, (low, high))), **more)
    word = text(about, LONGEST.get(parameter.name, 2_000))
    if not parameter.lists(str):
        return {**word, **more}
    listed = items(about, text("A name.", 60) if parameter.name == "names" else word, *several)
    return either(about, word, listed) if parameter.takes(str) else listed


RULES = {
    parameter.name: _schema(parameter, "", (0, 0))
    for parameter in parameters(declared(home_of("solve"), "solve"))
    if parameter.name in ("rules", *PARTS)
}
"""The schemas of rules and their parts."""
_SECONDS = "Seconds to wait for the answer before the question becomes a job."
WAIT = integer(_SECONDS, 0, MAX_WAIT, default=1) | {"type": "number"}
JOB_WAIT = integer("Seconds to wait for a change.", 0, MAX_WAIT, default=0)
