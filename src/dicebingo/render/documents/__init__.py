"""Documents: each answer described once, for all writers."""

from __future__ import annotations

from importlib import import_module

from dicebingo.errors import InputError
from dicebingo.render.blocks import Document

ANSWERS: dict[str, str] = {
    "Solution": "solo.solution",
    "Evaluation": "solo.solution",
    "Advice": "solo.advice",
    "Improvement": "solo.improvement",
    "Review": "solo.review",
}
"""Which function of which module describes which answer: by the name of its class."""


def document(answer: object) -> Document:
    """Describe an answer."""
    for kind in type(answer).__mro__:
        if kind.__name__ in ANSWERS:
            module, _, name = ANSWERS[kind.__name__].partition(".")
            described: Document = getattr(import_module(f"{__name__}.{module}"), name)(answer)
            return described
    raise InputError(f"expected an answer, got {answer!r}")
