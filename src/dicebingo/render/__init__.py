"""Answers for people and programs: made from results, never from solvers.

``show(answer, form)`` is the only entry point: ``text``, ``latex`` and ``html``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dicebingo.errors import InputError

_REFUSE = object()


def use(function: str, *given: Any) -> Any:
    """Call a function of a module below this package, such as ``plots.plot``: it is imported when it is needed."""
    module, _, name = function.rpartition(".")
    return getattr(import_module(f"dicebingo.render.{module}"), name)(*given)


def show(answer: object, form: str, otherwise: Any = _REFUSE, **options: Any) -> Any:
    """Return an answer in a form: text (``width``), latex or html."""
    documents = import_module("dicebingo.render.documents")
    if type(answer).__name__ in documents.ANSWERS:
        return import_module(f"dicebingo.render.writers.{form}").write(documents.document(answer), **options)
    shown_by: dict[str, str] = import_module(f"dicebingo.render.{form}").ANSWERS
    for kind in type(answer).__mro__:
        if kind.__name__ in shown_by:
            module, _, name = shown_by[kind.__name__].partition(".")
            shows = getattr(import_module(f"dicebingo.render.{form}.{module}"), name)
            return shows(answer)
    if otherwise is _REFUSE:
        raise InputError(f"expected an answer that has a {form.upper()} form, got {answer!r}")
    return otherwise
