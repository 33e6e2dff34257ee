"""The table of everything that can be asked: routes, description and the checks of questions all come from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicebingo.render.csv.tables import TABLES
from dicebingo.web.schema import Schema, boolean, either, integer, items, one_of, record, text

__all__ = ["ENDPOINTS", "MAX_WAIT", "Endpoint"]

MAX_BOARDS = 4
MAX_CELLS = 100
MAX_PRINTED = 36
MAX_SEED = 2**53 - 1
MAX_UPTO = 500
MAX_WAIT = 10
QUICK_CELLS = 10
"""Up to so many open cells, exact solutions take milliseconds."""

_CELL = integer("A cell.", 0, MAX_CELLS - 1)
_VALUE = integer("A value.", 0, 10**18)
_CELLS = items("Cells, numbered from 0, row by row.", _CELL, 0, MAX_CELLS)
_BOARD = either(
    "A board or position in notation, such as 8 8 9 / 7 6 10 / 7 4 5, or values (F: free; null: marked, any).",
    text("Notation.", 4_000, examples=["8 8 9 / 7 6 10 / 7 4 5"]),
    items(
        "Values.",
        either("A value.", _VALUE, {"type": "string", "enum": ["F"]}, {"type": "null"}),
        1,
        MAX_CELLS,
    ),
)
_BOARD_TEXT = text("A board or position in notation.", 1_000, examples=["8 8 9 / 7 6 10 / 7 4 5"])
_RULES = {
    "rules": text("The name of rules.", 40, default="classic"),
    "layout": text("Another layout, such as 3x3:rows.", 2_000, examples=["3x3:rows"]),
    "dice": text("Other dice, such as 3d6.", 2_000, examples=["3d6"]),
    "marking": {"type": "string", "description": "What one roll marks.", "enum": ["one", "all"]},
}
_POSITION = {"board": _BOARD, "marked": _CELLS, **_RULES}
_BOARDS = {
    "boards": items("Boards or positions.", _BOARD, 2, MAX_BOARDS),
    "marked": items("Marked cells of each board.", _CELLS, 2, MAX_BOARDS),
    **_RULES,
}
_TWO = {
    "boards": items("Two boards or positions.", _BOARD, 2, 2),
    "marked": items("Marked cells of each board.", _CELLS, 2, 2),
    **_RULES,
}
_NAMES_OF_TWO = items("Names.", text("A name.", 60), 2, 2)
_ROLL = integer("The value that was rolled.", 0, 10**18)
_TIE = one_of("Which of several equally good cells is marked.", "smallest", "largest", "random")
_UPTO = integer("Up to which roll the distribution is wanted.", 0, MAX_UPTO)
_SEED = integer("The same seed gives the same answer.", 0, MAX_SEED, default=0)
_POLICY = text("optimal, random, random:WEIGHTS or prefer:CELLS.", 2_000, examples=["optimal"])

Question = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Something that can be asked.

    ``long`` says of a question, before anything is computed, whether it goes to the long workers. The answer is JSON of
    the shape that ``answers`` has under the name, unless there is a media type.
    """

    name: str
    summary: str
    question: Schema
    function: str
    long: Callable[[Question], bool] = lambda _: False
    media_type: str = ""

    @property
    def path(self) -> str:
        """The path of the URL."""
        return f"/api/{self.name}"

    @property
    def method(self) -> str:
        """JSON questions are posted; documents are got, so that they can be linked."""
        return "GET" if self.media_type else "POST"


def _open_cells(question: Question, key: str = "board", marked: str = "marked") -> int:
    """Return about how many cells are open, without parsing anything: only the lane depends on it."""
    board = question[key]
    tokens = re.split(r"[\s,;/]+", board) if isinstance(board, str) else board
    shown = sum(bool(token is not None and str(token)[:1].isdigit()) for token in tokens)
    return shown - len(question.get(marked, []))


def _large(question: Question) -> bool:
    return _open_cells(question) > QUICK_CELLS


def _large_match(question: Question) -> bool:
    boards = question["boards"]
    return len(boards) > 2 or any(_open_cells({"board": board}) > QUICK_CELLS for board in boards)


def _always(_: Question) -> bool:
    return True


ENDPOINTS = (
    Endpoint("describe", "What a game looks like: cells, lines, values.", record(_RULES), "operations.describe"),
    Endpoint(
        "solve",
        "Solve a position: expected rolls, spread, what to mark; with upto and why the distribution and the reasons.",
        record(
            {
                **_POSITION,
                "policy": {**_POLICY, "default": "optimal"},
                "tie_break": _TIE,
                "upto": _UPTO,
                "why": boolean("Which lines and cells win, and what would improve the board.", default=False),
                "exact": boolean("Exact numbers where possible; otherwise float64, which is faster.", default=True),
            },
            ["board"],
        ),
        "operations.solve",
        _large,
    ),
    Endpoint(
        "advise",
        "Compare the cells that may be marked on a roll.",
        record({**_POSITION, "roll": _ROLL}, ["board", "roll"]),
        "operations.advise",
        _large,
    ),
    Endpoint(
        "review",
        "Go through a game: what each mark cost against the best one.",
        record(
            {
                **_POSITION,
                "moves": items(
                    "The rolls of the game and what was marked.",
                    record({"roll": _ROLL, "cells": _CELLS}, ["roll", "cells"]),
                    0,
                    1_000,
                ),
            },
            ["board", "moves"],
        ),
        "operations.review",
        _large,
    ),
    Endpoint(
        "improve",
        "The best changes of one cell; with full, followed until none gains.",
        record(
            {
                **_POSITION,
                "most": integer("How many changes to list.", 1, 100, default=5),
                "full": boolean("Whether to go on until no change gains.", default=False),
            },
            ["board"],
        ),
        "operations.improve",
        lambda question: question["full"] or _large(question),
    ),
    Endpoint(
        "random",
        "A random board.",
        record(
            {
                **_RULES,
                "seed": _SEED,
                "values": one_of("Values as likely as on the dice, or all alike.", "dice", "uniform"),
            }
        ),
        "operations.random",
    ),
    Endpoint(
        "rolls",
        "The rolls of a game, by its seed.",
        record(
            {
                **_RULES,
                "seed": _SEED,
                "start": integer("The number of the first roll.", 0, 1_000_000, default=0),
                "count": integer("How many rolls.", 1, 1_000, default=100),
            }
        ),
        "operations.rolls",
    ),
    Endpoint(
        "rank",
        "Where a board stands among all boards: approximately at once, or exactly.",
        record(
            {
                "board": _BOARD,
                **_RULES,
                "nearest": integer("How many of the next better boards to list.", 0, 100, default=3),
                "approximate": boolean("An approximate percentile, at once (classic rules).", default=False),
            },
            ["board"],
        ),
        "operations.rank",
        lambda question: not question["approximate"],
    ),
    Endpoint(
        "match",
        "Play boards against each other on shared rolls, each by its own solo strategy.",
        record(
            {
                **_BOARDS,
                "names": items("Names.", text("A name.", 60), 2, MAX_BOARDS),
                "policies": items("One policy, or one for each board.", _POLICY, 1, MAX_BOARDS),
                "tie_break": _TIE,
                "range": boolean("Bounds over all tie-breaks (two boards).", default=False),
                "upto": _UPTO,
            },
            ["boards"],
        ),
        "operations.match",
        _large_match,
    ),
    Endpoint(
        "nash",
        "The equilibria of one roll, when both players see both boards and play to win.",
        record(
            {
                **_TWO,
                "roll": _ROLL,
                "objective": one_of("What both play for.", "win", "score"),
                "continuation": one_of("How both go on afterwards.", "solo", "duel"),
                "tie_break": _TIE,
            },
            ["boards", "roll"],
        ),
        "duel_operations.nash",
        lambda question: question["continuation"] == "duel" or _large_match(question),
    ),
    Endpoint(
        "duel",
        "The whole game of two players who see both boards and play to win; with roll, what to do on it.",
        record(
            {
                **_TWO,
                "names": _NAMES_OF_TWO,
                "objective": one_of("What both play for.", "score", "win"),
                "roll": _ROLL,
            },
            ["boards"],
        ),
        "duel_operations.duel",
        _always,
    ),
    Endpoint(
        "exploit",
        "The best that the first board can do when the second follows a policy.",
        record(
            {
                **_TWO,
                "names": _NAMES_OF_TWO,
                "policy": {**_POLICY, "default": "optimal"},
                "tie_break": _TIE,
                "objective": one_of("What the first plays for.", "score", "win"),
            },
            ["boards"],
        ),
        "duel_operations.exploit",
        _always,
    ),
    Endpoint(
        "play",
        "What the computer marks on a roll: solo-optimal, or by the equilibrium of the duel.",
        record(
            {
                **_POSITION,
                "opponent": _BOARD,
                "opponent_marked": _CELLS,
                "roll": _ROLL,
                "strategy": one_of("Whether to look at the opponent.", "solo", "duel"),
                "tie_break": _TIE,
                "seed": _SEED,
                "turn": integer("The number of the turn, for chance.", 0, 1_000_000, default=0),
            },
            ["board", "roll"],
        ),
        "duel_operations.play",
        lambda question: question["strategy"] == "duel" or _large(question),
    ),
    Endpoint(
        "board.svg",
        "A picture of a board.",
        record({**_RULES, "board": _BOARD_TEXT}, ["board"]),
        "documents.svg",
        media_type="image/svg+xml",
    ),
    Endpoint(
        "sheet.pdf",
        "A sheet to print: boards, blank boards to fill in, or a tally of the rolls.",
        record(
            {
                **_RULES,
                "kind": one_of("What is on the sheet.", "boards", "blank", "tally"),
                "board": items("Boards.", _BOARD_TEXT, 0, MAX_PRINTED),
                "name": items("Names of the boards.", text("A name.", 60), 0, MAX_PRINTED),
                "per_page": one_of("Boards on a page.", "4", "1", "2", "6", "9"),
                "copies": integer("How many of each, or of blank ones.", 1, 100, default=1),
                "paper": one_of("The paper.", "a4", "letter"),
            }
        ),
        "documents.sheet",
        media_type="application/pdf",
    ),
    Endpoint(
        "table.csv",
        "A table of an answer: of a board, of the advice on a roll (candidates), or of a match (outcomes, race).",
        record(
            {
                **_RULES,
                "table": one_of("Which table.", *TABLES),
                "board": items("The board, or the boards of a match.", _BOARD_TEXT, 1, MAX_BOARDS),
                "roll": _ROLL,
                "tie_break": _TIE,
                "upto": {**_UPTO, "default": 60},
            },
            ["board"],
        ),
        "documents.table",
        lambda question: _large_match({"boards": question["board"]}),
        media_type="text/csv",
    ),
)
