"""What all answers can do: show themselves as JSON, LaTeX, HTML or files for others, by handing over to ``render``.

An answer knows nothing of how it is shown. ``render`` has a table for each form that says which function shows which
answer; it is imported when it is first needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Answer:
    """The base of every answer."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as one JSON object: what ``--json`` prints, and what the server answers."""
        return dict(self._shown("json"))

    def latex(self) -> str:
        """Return the answer as LaTeX to paste; not every answer has such a form."""
        return str(self._shown("latex"))

    def export(self, form: str) -> str:
        """Return the answer as a file for another program.

        Forms are ``nfg`` (a stage game for Gambit), ``efg`` (a small duel for Gambit), and for a solution or a match
        ``prism`` (PRISM's language) and ``drn`` (Storm's explicit format).
        """
        return str(import_module("dicebingo.render.exports").exported(self, form))

    def _repr_html_(self) -> str | None:
        shown: str | None = self._shown("html", None)
        return shown

    def _shown(self, *form: Any) -> Any:
        return import_module("dicebingo.render").show(self, *form)
