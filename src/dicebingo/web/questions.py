"""What can be asked, by the name of the question: the checks of questions and their description come from here."""

from __future__ import annotations

from typing import Any

from dicebingo.render.csv.tables import TABLES
from dicebingo.sheets.choice import Strength
from dicebingo.sheets.sheet import MOST_BOARDS, Paper, SheetKind, SheetOrder
from dicebingo.solo.deadline import MAX_DEADLINE
from dicebingo.web.schema import Schema, boolean, either, integer, items, one_of, record, text

Question = dict[str, Any]

MAX_BOARDS = 4
MAX_ENTRANTS = 60
MAX_CELLS = 100
MAX_SEED = 2**53 - 1
MAX_GAMES = 1_000_000
MAX_UPTO = 500
MAX_WAIT = 10

_CELLS = items("Cells, numbered from 0, row by row.", integer("A cell.", 0, MAX_CELLS - 1), 0, MAX_CELLS)
_ROLL = integer("The value that was rolled.", 0, 10**18)
_VALUE = either("A value.", integer("A value.", 0, 10**18), {"type": "string", "enum": ["F"]}, {"type": "null"})
_BOARD = either(
    "A board or position in notation, such as 8 8 9 / 7 6 10 / 7 4 5, or values (F: free; null: marked, any).",
    text("Notation.", 4_000, examples=["8 8 9 / 7 6 10 / 7 4 5"]),
    items("Values.", _VALUE, 1, MAX_CELLS),
)
_BOARD_TEXT = text("A board or position in notation.", 1_000, examples=["8 8 9 / 7 6 10 / 7 4 5"])
_NAME = text("A name.", 60)
_POLICY = text("optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS.", 2_000, examples=["optimal"])
_POLICIES = either("One policy for all boards, or one for each.", _POLICY, items("Policies.", _POLICY, 1, MAX_BOARDS))
_RULES = {
    "rules": text("The name of rules.", 40, default="classic"),
    "layout": text("Another layout, such as 3x3:rows.", 2_000, examples=["3x3:rows"]),
    "dice": text("Other dice, such as 3d6.", 2_000, examples=["3d6"]),
    "marking": {"type": "string", "description": "What one roll marks.", "enum": ["one", "all"]},
}
_SEED = {"seed": integer("The same seed gives the same answer.", 0, MAX_SEED, default=0)}
_UPTO = {"upto": integer("Up to which roll the distribution is wanted.", 0, MAX_UPTO)}
_DEADLINE = {"deadline": integer("The rolls within which a line is wanted.", 1, MAX_DEADLINE)}
_TIE = {"tie_break": one_of("Which of several equally good cells is marked.", "smallest", "largest", "random")}
_NOTION = {"notion": one_of("Whether boards beat each other in matches or in duels.", "match", "duel")}
_POSITION = {"board": _BOARD, "marked": _CELLS, **_RULES}


def _boards(low: int, high: int) -> Schema:
    return {"boards": items("Boards or positions.", _BOARD, low, high), **_RULES}


def _names(low: int, high: int) -> Schema:
    return {"names": items("Names.", _NAME, low, high)}


def _players(low: int, high: int) -> Schema:
    """Return the keys of boards with marked cells beside them."""
    return {**_boards(low, high), "marked": items("Marked cells of each board.", _CELLS, low, high)}


_TWO = {**_players(2, 2), **_names(2, 2)}
_SHEET = {
    **_RULES,
    "count": integer("How many boards; 30, or one for each board or name.", 1, MOST_BOARDS),
    "kind": one_of("Everything, or one part.", *SheetKind),
    "strength": one_of("How fast the boards are.", *Strength),
    "order": one_of("How the boards are numbered: sorted is the strongest first.", *SheetOrder),
    "seed": integer("The same seed gives the same boards.", 0, MAX_SEED, default=1),
    "per_page": integer("Boards on a page: 1, 2, 4, 6 or 9.", 1, 9, default=6),
    "cut": boolean("Whether there are lines to cut along.", default=True),
    "paper": one_of("The size of the paper.", *Paper),
}
_KIT = record(**_SHEET, boards=items("Boards to print.", _BOARD, 0, MOST_BOARDS), **_names(0, MOST_BOARDS))
_MOVE = record("roll", "cells", roll=_ROLL, cells=_CELLS)

QUESTIONS = {
    "describe": record(**_RULES),
    "solve": record(
        "board",
        **_POSITION,
        policy={**_POLICY, "default": "optimal"},
        **_TIE,
        **_UPTO,
        why=boolean("Which lines and cells win, and what would improve the board.", default=False),
        **_DEADLINE,
        exact=boolean("Exact numbers where possible, or float64, which is faster.", default=True),
    ),
    "advise": record("board", "roll", **_POSITION, roll=_ROLL, **_DEADLINE),
    "review": record(
        "board", "moves", **_POSITION, moves=items("The rolls of the game and what was marked.", _MOVE, 0, 1_000)
    ),
    "improve": record(
        "board",
        **_POSITION,
        most=integer("How many changes to list.", 1, 100, default=5),
        full=boolean("Whether to go on until no change gains.", default=False),
    ),
    "random": record(
        **_RULES, **_SEED, values=one_of("As likely as on the dice, or all equally likely.", "dice", "uniform")
    ),
    "rolls": record(
        **_RULES,
        **_SEED,
        start=integer("The number of the first roll.", 0, 1_000_000, default=0),
        count=integer("How many rolls.", 1, 1_000, default=100),
    ),
    "rank": record(
        "board",
        board=_BOARD,
        **_RULES,
        nearest=integer("How many of the next better boards to list.", 0, 100, default=3),
        approximate=boolean("An approximate percentile, at once (classic rules).", default=False),
    ),
    "match": record(
        "boards",
        **_players(2, MAX_BOARDS),
        **_names(2, MAX_BOARDS),
        policy=_POLICIES,
        **_TIE,
        range=boolean("Bounds over all tie-breaks (two boards).", default=False),
        **_UPTO,
    ),
    "simulate": record(
        "boards",
        **_players(2, MAX_BOARDS),
        **_names(2, MAX_BOARDS),
        policy=_POLICIES,
        **_TIE,
        games=integer("How many games.", 1, MAX_GAMES, default=10_000),
        **_SEED,
    ),
    "nash": record(
        "boards",
        "roll",
        **_players(2, 2),
        roll=_ROLL,
        objective=one_of("What both play for.", "win", "score"),
        continuation=one_of("How both play afterwards.", "solo", "duel"),
        **_TIE,
    ),
    "duel": record("boards", **_TWO, objective=one_of("What both play for.", "score", "win"), roll=_ROLL),
    "exploit": record(
        "boards",
        **_TWO,
        policy={**_POLICY, "default": "optimal"},
        **_TIE,
        objective=one_of("What the first plays for.", "score", "win"),
    ),
    "tournament": record("boards", **_boards(2, MAX_ENTRANTS), **_names(2, MAX_ENTRANTS), **_TIE, **_NOTION),
    "rings": record(
        "boards",
        **_boards(3, MAX_ENTRANTS),
        length=integer("How many boards a ring has.", 3, 8, default=3),
        most=integer("How many rings to list.", 1, 20, default=3),
        **_TIE,
        **_NOTION,
    ),
    "play": record(
        "board",
        "roll",
        **_POSITION,
        opponent=_BOARD,
        opponent_marked=_CELLS,
        roll=_ROLL,
        strategy=one_of("Whether to look at the opponent.", "solo", "duel"),
        **_TIE,
        **_SEED,
        turn=integer("The number of the turn: random choices depend on it.", 0, 1_000_000, default=0),
    ),
    "board.svg": record("board", **_RULES, board=_BOARD_TEXT),
    "sheet": _KIT,
    "pages": _KIT,
    "sheet.pdf": record(
        **_SHEET,
        board=items("Boards to print.", _BOARD_TEXT, 0, MOST_BOARDS),
        name=items("Names.", _NAME, 0, MOST_BOARDS),
    ),
    "table.csv": record(
        "board",
        **_RULES,
        table=one_of("Which table.", *TABLES),
        board=items("The board, or the boards of a match.", _BOARD_TEXT, 1, MAX_BOARDS),
        roll=_ROLL,
        **_TIE,
        upto={**_UPTO["upto"], "default": 60},
    ),
}
_SECONDS = "Seconds to wait for the answer before the question becomes a job."
WAIT = integer(_SECONDS, 0, MAX_WAIT, default=1) | {"type": "number"}
JOB_WAIT = integer("Seconds to wait for a change.", 0, MAX_WAIT, default=0)
