"""The endpoints of the server: the questions, the functions that answer them, and the kinds of workers they need."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from inspect import getdoc
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypedDict, get_type_hints

import dicebingo
from dicebingo import __version__, home_of
from dicebingo.json_form import Json, Schema, to_dict
from dicebingo.matches.match import Match
from dicebingo.model.variants import NamedRules
from dicebingo.question import declared, parameters
from dicebingo.render.pdf.writer import PrintedPages, printed_pages
from dicebingo.sheets.sheet import MAX_PRINTED
from dicebingo.solo.solution import Solution
from dicebingo.web import operations
from dicebingo.web.questions import MAX_BOARDS, MAX_ENTRANTS, Question, request_schema
from dicebingo.web.results import Context, WorkerReply
from dicebingo.web.schema import record
from dicebingo.web.settings import Settings

QUICK_CELLS = 10
"""A board with at most this many open cells is solved exactly in milliseconds."""


@dataclass(frozen=True)
class Endpoint:
    """An endpoint, which answers questions by calling ``own`` or, by default, the public function of the same name.

    ``several`` gives the smallest and largest numbers of boards, and ``without`` lists the parameters that the server
    does not offer. ``shown`` converts the function's result to the reply. The reply is JSON of the type ``answer``, by
    default the function's return type, unless there is a ``media_type``. ``long`` decides, before
    the computation, whether a question goes to the workers for long computations.
    """

    name: str
    own: Callable[..., object] | None = None
    several: tuple[int, int] = (2, 2)
    without: tuple[str, ...] = ()
    shown: Callable[[Any], object] | None = None
    answer: object = None
    long: Callable[[Question], bool] = lambda _: False
    media_type: str = ""

    @property
    def path(self) -> str:
        """The path of the endpoint's URL."""
        return f"/api/{self.name}"

    @property
    def method(self) -> str:
        """POST for questions in JSON; GET for documents, so that pages can link to them."""
        return "GET" if self.media_type else "POST"

    @property
    def declared(self) -> Callable[..., object]:
        """The function, or only its declaration if its module has not been imported."""
        name = "sheet" if self.shown else self.name
        return self.own or declared(home_of(name), name)

    @property
    def summary(self) -> str:
        """The first sentence of the function's docstring."""
        return " ".join((getdoc(self.declared) or "").partition("\n\n")[0].split())

    @property
    def answer_type(self) -> object:
        """The type of the answer."""
        if self.answer is not None:
            return self.answer
        asked = self.own or getattr(dicebingo, self.name)  # only the function's return type is evaluated
        returned = SimpleNamespace(__annotations__={"return": asked.__annotations__["return"]})
        return get_type_hints(returned, asked.__globals__)["return"]

    @property
    def lists_boards(self) -> bool:
        """Whether a URL has a separate parameter for each board and each name."""
        taken = {parameter.name for parameter in parameters(self.declared)}
        return bool(self.media_type) and "boards" in taken

    @cached_property
    def question(self) -> Schema:
        """The schema of a question; in a URL, each board and each name is a separate parameter."""
        shape = request_schema(self.declared, self.name, self.several, self.without)
        if not self.lists_boards:
            return shape
        properties = {SINGULAR.get(key, key): part for key, part in shape["properties"].items() if key != "marked"}
        return record(*(SINGULAR.get(key, key) for key in shape.get("required", ())), **properties)

    def __call__(self, question: Question, context: Context, function: Callable[..., object] | None = None) -> object:
        """Answer a question by calling ``function`` or, by default, the endpoint's own function."""
        if self.lists_boards:
            question = {PLURAL.get(key, key): value for key, value in question.items()}
        name = "sheet" if self.shown else self.name
        found = operations.ask(function or self.own or getattr(dicebingo, name), question, context)
        found = self.shown(found) if self.shown else found
        return found if isinstance(found, WorkerReply) else to_dict(found)


def _open_cells(board: str | list[Json]) -> int:
    """Estimate the number of open cells without parsing: the estimate only decides which workers get the question."""
    tokens = re.split(r"[\s,;/]+", board) if isinstance(board, str) else board
    return sum(token is not None and str(token)[:1].isdigit() for token in tokens)


def _large(question: Question) -> bool:
    return _open_cells(question["board"]) - len(question.get("marked", [])) > QUICK_CELLS


def _large_match(boards: list[str | list[Json]]) -> bool:
    return len(boards) > 2 or any(_open_cells(board) > QUICK_CELLS for board in boards)


def _simulates(question: Question) -> bool:
    """Return whether a question to ``crowd`` compares several boards or needs a simulation."""
    population = question["population"]
    exact = isinstance(population, str) and population not in ("uniform", "dice", "sensible")
    return not exact or bool(question.get("compare")) or question.get("simulate") is not None


def _always(_: Question) -> bool:
    return True


class Version(NamedTuple):
    """The version and the limits of this server, and whether it offers live classes."""

    version: str
    classes: bool
    limits: dict[str, float]


def version(settings: Settings) -> Version:
    """Return the version and the limits of a server."""
    limits = {name: getattr(settings, name) for name in ("memory", "joint_states", "body_bytes", "rate", "burst")}
    about = {"seconds": settings.long_seconds, **limits}
    return Version(__version__, bool(settings.classes), about)


class GalleryBoard(TypedDict):
    """A board, and the reason why it is in the gallery."""

    id: str
    name: str
    board: str
    about: str
    source: str
    rules: str


class GalleryRing(TypedDict):
    """A ring, given by the ids of its boards: each beats the next on shared rolls, and the last beats the first."""

    id: str
    name: str
    boards: list[str]
    about: str
    status: str
    rules: str


class Gallery(TypedDict):
    """Notable boards and rings."""

    boards: list[GalleryBoard]
    rings: list[GalleryRing]


FIXED = {
    "version": ("The version, and the limits of this server.", Version),
    "rules": ("The named rules.", NamedRules),
    "gallery": ("Notable boards and rings.", Gallery),
}
"""Endpoints that take no question, each with its summary and the type of its answer."""
GALLERY: Gallery = json.loads((Path(__file__).parent / "gallery.json").read_text("utf-8"))

SINGULAR = {"boards": "board", "names": "name"}
PLURAL = {one: many for many, one in SINGULAR.items()}
CHOSEN = ("random", "top", "all", "values", "seed")
"""Parameters for choosing boards. The server does not offer them, because the page sends the boards themselves."""
_SHEET = (0, MAX_PRINTED)

_ALL = (
    Endpoint("describe", operations.describe),
    Endpoint("solve", answer=Solution, long=_large),
    Endpoint("advise", long=_large),
    Endpoint("review", long=_large),
    Endpoint("improve", long=lambda question: question["full"] or _large(question)),
    Endpoint("random", operations.random),
    Endpoint("rolls", operations.rolls),
    Endpoint("rank", long=lambda question: not question["approximate"]),
    Endpoint(
        "match",
        several=(2, MAX_BOARDS),
        without=("simulate", "seed"),
        answer=Match,
        long=lambda question: _large_match(question["boards"]),
    ),
    Endpoint("simulate", several=(2, MAX_BOARDS), long=_always),
    Endpoint("nash", long=lambda question: question["continuation"] == "duel" or _large_match(question["boards"])),
    Endpoint("duel", long=_always),
    Endpoint("exploit", long=_always),
    Endpoint("tournament", several=(2, MAX_ENTRANTS), without=CHOSEN, long=_always),
    Endpoint("rings", several=(3, MAX_ENTRANTS), without=(*CHOSEN, "seconds", "restarts", "names"), long=_always),
    Endpoint("crowd", without=("best", "equilibrium", "restarts", "seconds"), long=_simulates),
    Endpoint("play", operations.play, long=lambda question: question["strategy"] == "duel" or _large(question)),
    Endpoint("board.svg", operations.svg, media_type="image/svg+xml"),
    Endpoint("sheet", several=_SHEET, long=_always),
    Endpoint("pages", several=_SHEET, shown=printed_pages, answer=PrintedPages, long=_always),
    Endpoint("sheet.pdf", several=_SHEET, shown=operations.sheet_pdf, long=_always, media_type="application/pdf"),
    Endpoint(
        "table.csv",
        operations.table,
        several=(1, MAX_BOARDS),
        long=lambda question: _large_match(question["board"]),
        media_type="text/csv",
    ),
)
ENDPOINTS = {endpoint.name: endpoint for endpoint in _ALL}
