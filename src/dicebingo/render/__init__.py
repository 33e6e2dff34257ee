"""Answers for people and programs: made from results, never from solvers.

``documents`` describes each answer once, in the ``blocks`` that all of ``writers`` can write: text, HTML, LaTeX and
comma-separated values. Files of ``exports`` and sheets to print have forms of their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def use(function: str, *given: Any) -> Any:
    """Call a function of a module below this package, such as ``plots.plot``: it is imported when it is needed."""
    module, _, name = function.rpartition(".")
    return getattr(import_module(f"dicebingo.render.{module}"), name)(*given)


def show(answer: object, form: str) -> Any:
    """Return an answer as ``text``, ``html`` or ``latex``."""
    return use(f"writers.{form}.write", use("documents.document", answer))
