"""Render answers for people and programs; this package reads results and never calls solvers.

``documents`` describes each answer once, in ``blocks`` that ``writers`` convert to text, HTML, LaTeX and
comma-separated values. ``exports`` and printed sheets do not use blocks.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def use(function: str, *given: object) -> Any:
    """Import a module of this package on demand and call one of its functions, such as ``plots.plot``."""
    module, _, name = function.rpartition(".")
    return getattr(import_module(f"dicebingo.render.{module}"), name)(*given)


def show(answer: object, form: str) -> Any:
    """Return an answer as ``text``, ``html`` or ``latex``."""
    return use(f"writers.{form}.write", use("documents.document", answer))
