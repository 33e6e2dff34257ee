"""The endpoints of the server: the question that each answers, by which function, and on which workers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypedDict, get_type_hints

import dicebingo
from dicebingo import __version__
from dicebingo.matches.match import Match
from dicebingo.model.variants import NamedRules
from dicebingo.render.pdf.writer import PrintedPages
from dicebingo.solo.solution import Solution
from dicebingo.web import operations
from dicebingo.web.questions import QUESTIONS, Question
from dicebingo.web.results import Context, Operation
from dicebingo.web.schema import Schema
from dicebingo.web.settings import Settings

QUICK_CELLS = 10
"""Exact solutions for up to this many open cells take milliseconds."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Something that can be asked.

    An endpoint without an operation of its own asks the library's function of the same name. The answer is JSON of the
    type ``answer``, by default what that function returns, unless there is a media type. ``long`` says, before anything
    is computed, whether a question goes to the long workers.
    """

    name: str
    summary: str
    answer: Any = None
    operation: Operation | None = None
    long: Callable[[Question], bool] = lambda _: False
    media_type: str = ""

    @property
    def path(self) -> str:
        """The path of the URL."""
        return f"/api/{self.name}"

    @property
    def method(self) -> str:
        """POST for questions in JSON; GET for documents, so that they can be linked."""
        return "GET" if self.media_type else "POST"

    @property
    def answer_type(self) -> Any:
        """The type of the answer."""
        if self.answer is not None:
            return self.answer
        asked = getattr(dicebingo, self.name)  # of which only the return type is evaluated
        returned = SimpleNamespace(__annotations__={"return": asked.__annotations__["return"]})
        return get_type_hints(returned, asked.__globals__)["return"]

    @property
    def question(self) -> Schema:
        """The shape of a question."""
        return QUESTIONS[self.name]

    def __call__(self, question: Question, context: Context) -> Any:
        """Answer a question."""
        if self.operation is not None:
            return self.operation(question, context)
        return operations.ask_library(self.name, question, context)


def _open_cells(board: str | list[Any]) -> int:
    """Return about how many cells are open, without parsing: it only decides which workers answer."""
    tokens = re.split(r"[\s,;/]+", board) if isinstance(board, str) else board
    return sum(token is not None and str(token)[:1].isdigit() for token in tokens)


def _large(question: Question) -> bool:
    return _open_cells(question["board"]) - len(question.get("marked", [])) > QUICK_CELLS


def _large_match(boards: list[str | list[Any]]) -> bool:
    return len(boards) > 2 or any(_open_cells(board) > QUICK_CELLS for board in boards)


def _always(_: Question) -> bool:
    return True


class Version(NamedTuple):
    """The version, whether there are classes, and the limits of this server."""

    version: str
    classes: bool
    limits: dict[str, float]


def version(settings: Settings) -> Version:
    """Return the version and the limits of a server."""
    limits = {name: getattr(settings, name) for name in ("memory", "joint_states", "body_bytes", "rate", "burst")}
    about = {"seconds": settings.long_seconds, **limits}
    return Version(__version__, bool(settings.classes), about)


class GalleryBoard(TypedDict):
    """A board, and why it is here."""

    id: str
    name: str
    board: str
    about: str
    source: str
    rules: str


class GalleryRing(TypedDict):
    """Boards, by their ids, each of which beats the next on shared rolls, and the last the first."""

    id: str
    name: str
    boards: list[str]
    about: str
    status: str
    rules: str


class Gallery(TypedDict):
    """Boards and rings worth looking at."""

    boards: list[GalleryBoard]
    rings: list[GalleryRing]


FIXED = {
    "version": ("The version, and the limits of this server.", Version),
    "rules": ("The named rules.", NamedRules),
    "gallery": ("Boards and rings worth looking at.", Gallery),
}
"""What is asked for without a question: a summary, and the type of the answer."""
GALLERY: Gallery = json.loads((Path(__file__).parent / "gallery.json").read_text("utf-8"))

_ALL = (
    Endpoint(
        "describe", "What a game looks like: cells, lines, values.", operations.GameDescription, operations.describe
    ),
    Endpoint(
        "solve",
        "Solve a position: expected rolls and what to mark; with upto the distribution, with why the reasons.",
        Solution,
        long=_large,
    ),
    Endpoint("advise", "Compare the cells that may be marked on a roll.", long=_large),
    Endpoint("review", "Go through a game: what each mark cost compared with the best one.", long=_large),
    Endpoint(
        "improve",
        "The best changes of one cell; with full, made again and again until no change helps.",
        long=lambda question: question["full"] or _large(question),
    ),
    Endpoint("random", "A random board.", operations.RandomBoard, operations.random),
    Endpoint("rolls", "The rolls of a game, by its seed.", operations.Rolls, operations.rolls),
    Endpoint(
        "rank",
        "Where a board stands among all boards: approximately at once, or exactly.",
        long=lambda question: not question["approximate"],
    ),
    Endpoint(
        "match",
        "Play boards against each other on shared rolls, each by its own solo strategy.",
        Match,
        long=lambda question: _large_match(question["boards"]),
    ),
    Endpoint(
        "simulate",
        "Play games between boards on shared rolls, by a seed: for boards that are too large for exact chances.",
        long=_always,
    ),
    Endpoint(
        "nash",
        "The equilibria of one roll, when both players see both boards and play to win.",
        long=lambda question: question["continuation"] == "duel" or _large_match(question["boards"]),
    ),
    Endpoint(
        "duel",
        "The whole game of two players who see both boards and play to win; with roll, what to do on it.",
        long=_always,
    ),
    Endpoint("exploit", "The best that the first board can do when the second follows a policy.", long=_always),
    Endpoint("tournament", "Play every board against every other on shared rolls.", long=_always),
    Endpoint(
        "rings",
        "Rings among some boards, each of which beats the next: those with the largest smallest margins.",
        long=_always,
    ),
    Endpoint(
        "play",
        "What the computer marks on a roll: solo-optimal, or by the equilibrium of the duel.",
        operations.ComputerMark,
        operations.play,
        long=lambda question: question["strategy"] == "duel" or _large(question),
    ),
    Endpoint("board.svg", "A picture of a board.", operation=operations.svg, media_type="image/svg+xml"),
    Endpoint(
        "sheet",
        "The boards of a sheet to print for a class, with their exact numbers.",
        operation=operations.sheet,
        long=_always,
    ),
    Endpoint(
        "pages",
        "The pages of a sheet to print, as shapes that a browser shows and prints.",
        PrintedPages,
        operations.pages,
        long=_always,
    ),
    Endpoint(
        "sheet.pdf",
        "A sheet to print: boards, blank boards, rules, a tally of the rolls, an answer key, a lesson plan, or all.",
        operation=operations.sheet_pdf,
        long=_always,
        media_type="application/pdf",
    ),
    Endpoint(
        "table.csv",
        "A table of an answer: of a board, of the advice on a roll (candidates), or of a match (outcomes, race).",
        operation=operations.table,
        long=lambda question: _large_match(question["board"]),
        media_type="text/csv",
    ),
)
ENDPOINTS = {endpoint.name: endpoint for endpoint in _ALL}
