"""The base class of answers, which can be shown as text, JSON, LaTeX, HTML, tables, charts and exported files.

Answers contain no rendering code: the package ``render`` is imported when it is first needed.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Any, Literal, TypeAlias

from dicebingo.checked import Checked
from dicebingo.json_form import JsonObject, to_dict

ExportForm: TypeAlias = Literal["nfg", "efg", "prism", "drn"]
FrameLibrary: TypeAlias = Literal["pandas", "polars"]


class Status(StrEnum):
    """How certain an answer is.

    *Proven*: nothing better exists. *Best found*: nothing better was found. *Simulated*: an estimate. *Stopped*: the
    partial result of a computation that was stopped.
    """

    PROVEN = "proven"
    BEST_FOUND = "best found"
    SIMULATED = "simulated"
    STOPPED = "stopped"


class Answer(Checked):
    """The base class of all answers."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the answer as text for a terminal of 80 columns."""
        return self._shown("text")

    def to_dict(self) -> JsonObject:
        """Return the answer as the JSON object that ``--json`` prints and the server sends."""
        return to_dict(self)

    def latex(self) -> str:
        """Return the answer as LaTeX, ready to paste."""
        return self._shown("latex")

    def to_frame(self, table: str | None = None, *, library: FrameLibrary | None = None) -> Any:
        """Return a table of the answer as a pandas or polars data frame.

        ``table`` names one of the answer's tables; the default is the main one. ``library`` is ``"pandas"`` or
        ``"polars"``; the default is pandas if it is installed, otherwise polars. Every number takes up two columns: its
        float64 value and its exact text.
        """
        return self._used("writers.csv.frame", table, library)

    def plot(self, ax: Any = None) -> Any:
        """Draw the answer with matplotlib, on ``ax`` or on a new figure, and return the axes."""
        return self._used("plots.plot", ax)

    def export(self, form: ExportForm) -> str:
        """Return the answer in another program's file format.

        ``form`` is ``nfg`` (a stage game for Gambit), ``efg`` (a small duel for Gambit) or, for a solution or a match,
        ``prism`` (PRISM's language) or ``drn`` (Storm's explicit format).
        """
        return str(self._used("exports.exported", form))

    def _repr_html_(self) -> str:
        return self._shown("html")

    def _used(self, function: str, *given: object) -> Any:
        return import_module("dicebingo.render").use(function, self, *given)

    def _shown(self, form: str) -> str:
        return str(import_module("dicebingo.render").show(self, form))
