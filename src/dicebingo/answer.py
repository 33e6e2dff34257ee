"""What all answers can do: show themselves as text, JSON, LaTeX, HTML, tables, pictures or files for other programs.

An answer knows nothing of how it is shown: ``render`` does it, and is imported when it is first needed.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Any

from dicebingo.checked import Checked
from dicebingo.json_form import to_dict


class Status(StrEnum):
    """How far an answer goes.

    *Proven*: nothing is better. *Best found*: nothing better was found. *Simulated*: an estimate. *Stopped*: what was
    known when the computation was stopped.
    """

    PROVEN = "proven"
    BEST_FOUND = "best found"
    SIMULATED = "simulated"
    STOPPED = "stopped"


class Answer(Checked):
    """The base of every answer."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the answer as text for a terminal of 80 columns."""
        return str(self._shown("text"))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as one JSON object: what ``--json`` prints, and what the server answers."""
        return to_dict(self)

    def latex(self) -> str:
        """Return the answer as LaTeX to paste."""
        return str(self._shown("latex"))

    def to_frame(self, table: str | None = None, *, library: str | None = None) -> Any:
        """Return a table of the answer as a frame of pandas or polars, whichever is asked for or installed.

        Every number is there as float64 and, in the column next to it, as an exact text. If an answer has several
        tables, the default is its main one.
        """
        return self._used("writers.csv.frame", table, library)

    def plot(self, ax: Any = None) -> Any:
        """Draw the answer on axes of matplotlib, or on a figure of its own, and return the axes."""
        return self._used("plots.plot", ax)

    def export(self, form: str) -> str:
        """Return the answer as a file for another program.

        Forms are ``nfg`` (a stage game for Gambit), ``efg`` (a small duel for Gambit), and for a solution or a match
        ``prism`` (PRISM's language) and ``drn`` (Storm's explicit format).
        """
        return str(self._used("exports.exported", form))

    def _repr_html_(self) -> str:
        return str(self._shown("html"))

    def _used(self, function: str, *given: Any) -> Any:
        return import_module("dicebingo.render").use(function, self, *given)

    def _shown(self, *form: Any) -> Any:
        return import_module("dicebingo.render").show(self, *form)
