"""Computations for classes, run in a worker process. Only the printed lesson contains pupils' names."""

from __future__ import annotations

from dicebingo.classroom.crowd import in_class
from dicebingo.classroom.reveal import replays, rivals, strengths
from dicebingo.json_form import JsonObject, from_json, to_dict
from dicebingo.model.board import Board, as_board
from dicebingo.model.rules import Rules
from dicebingo.render.pdf.writer import lesson_pdf
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, Operation, WorkerReply


def _boards(question: Question) -> list[Board]:
    rules = from_json(question["rules"], Rules)
    return [as_board(board, rules) for board in question["boards"]]


def class_strengths(question: Question, context: Context) -> JsonObject:
    """Return each board's expected rolls in solo play, and the share of the class expected to finish on each roll."""
    return to_dict(strengths(_boards(question), context.run))


def class_rivals(question: Question, context: Context) -> JsonObject:
    """Compare the boards of a class with each other."""
    return to_dict(rivals(_boards(question), run=context.run))


def class_crowd(question: Question, context: Context) -> JsonObject:
    """Return each board's share of the wins in its class, and the best board found for one more player."""
    return to_dict(in_class(_boards(question), run=context.run))


def class_replays(question: Question, _: Context) -> JsonObject:
    """Review the games of a class, given as lists of rolls and marked cells."""
    games = [[(roll, cells) for roll, cells in game] for game in question["games"]]
    return to_dict(replays(zip(_boards(question), games, strict=True)))


def class_pdf(question: Question, _: Context) -> WorkerReply:
    """Return a lesson as a PDF; it contains names, so it is not cached."""
    return WorkerReply(200, lesson_pdf(**question), "application/pdf", "lesson.pdf", lasting=False)


OPERATIONS: dict[str, Operation] = {
    "class.strengths": class_strengths,
    "class.rivals": class_rivals,
    "class.crowd": class_crowd,
    "class.replays": class_replays,
    "class.pdf": class_pdf,
}
"""Computations that only the server itself requests."""
