"""Answers that are no JSON: pictures, sheets to print, tables."""

from __future__ import annotations

from dicebingo.render.svg import board_svg
from dicebingo.web.operations import Question, position_of, rules_of
from dicebingo.web.worker import Context, Document

__all__ = ["svg"]


def svg(question: Question, _: Context) -> Document:
    """Draw a board."""
    return Document("image/svg+xml", board_svg(position_of(question, rules_of(question))).encode(), "board.svg")
