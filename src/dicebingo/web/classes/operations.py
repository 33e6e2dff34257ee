"""What is computed about a class, in a worker process: boards by their numbers in a list, and no names."""

from __future__ import annotations

from typing import Any, TypedDict

from dicebingo.classroom.events import read_values
from dicebingo.classroom.reveal import BoardStrength, Chance, Replay, replays, rivals, strengths, theory
from dicebingo.exact import NumberJson, number_json
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.render.json.shape import shaped
from dicebingo.render.json.tournaments import LinkJson
from dicebingo.render.pdf.writer import lesson_pdf
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, Operation, WorkerReply

DIGITS = 6
"""Of a probability in the table of all pairs, which is for looking at; who beats whom is decided exactly."""


class ChanceJson(NumberJson):
    """A probability, with a 95% interval where it is estimated."""

    low: float
    high: float


class PairsJson(TypedDict):
    """All boards against each other: P(row wins), P(tie), and 1 where the row beats the column, -1 where it loses."""

    wins: list[list[float]]
    ties: list[list[float]]
    beats: list[list[int]]


class ClassRingJson(TypedDict):
    """Pupils whose boards beat the next one's, and the last the first's, with exact probabilities."""

    pupils: list[int]
    links: list[LinkJson]
    smallest_margin: NumberJson
    sure: bool


class MistakeJson(TypedDict):
    """A roll that was not marked in the best way: the roll's index, what was marked, what was best, and the loss."""

    index: int
    cells: list[int]
    best: list[int]
    loss: NumberJson


def _boards(question: Question) -> list[Board]:
    rules = question["rules"]
    game = Rules.of(rules["layout"], rules["dice"], rules["marking"])
    return [Board(read_values(board), game) for board in question["boards"]]


def class_strengths(question: Question, context: Context) -> dict[str, Any]:
    """Return how good each board of a class is alone, and when a class is expected to finish."""
    found = strengths(_boards(question), context.run)
    return {"players": [_strength(one) for one in found], "theory": theory(found)}


def _strength(one: BoardStrength) -> dict[str, Any]:
    return {"expected_rolls": number_json(one.expected_rolls), "rank": one.rank, "cdf": list(one.cdf)}


def class_rivals(question: Question, context: Context) -> dict[str, Any]:
    """Return how the boards of a class stand against each other."""
    found = rivals(_boards(question), run=context.run)
    played, ring = found.tournament, found.links
    return {
        "chances": [_chance(one) for one in found.chances],
        "status": found.status.value,
        "games": found.games,
        "pairs": None
        if played is None
        else {
            "wins": played.wins.round(DIGITS).tolist(),
            "ties": played.ties.round(DIGITS).tolist(),
            "beats": played.sign.tolist(),
        },
        "ring": ring and shaped(ClassRingJson, ring, pupils=found.ring),
    }


def _chance(one: Chance) -> dict[str, Any]:
    return {**number_json(one.probability), "low": one.low, "high": one.high}


def class_replays(question: Question, _: Context) -> dict[str, Any]:
    """Return how each game of a class was played: the games are lists of rolls and marked cells."""
    games = [[(roll, cells) for roll, cells in game] for game in question["games"]]
    return {"players": [_replay(one) for one in replays(zip(_boards(question), games, strict=True))]}


def _replay(one: Replay) -> dict[str, Any]:
    mistakes = [
        {
            "index": index,
            "cells": list(move.cells),
            "best": [cell for c in move.candidates if not c.loss for cell in c.cells],
            "loss": number_json(move.loss),
        }
        for index, move in enumerate(one.review.moves)
        if move.loss
    ]
    numbers = {"loss": number_json(one.review.loss), "luck": number_json(one.luck)}
    return {"finish": one.finish, **numbers, "mistakes": mistakes}


def class_pdf(lesson: Question, _: Context) -> WorkerReply:
    """Return a lesson to print; it has names, so nothing keeps it."""
    return WorkerReply(200, lesson_pdf(lesson), "application/pdf", "lesson.pdf", lasting=False)


OPERATIONS: dict[str, Operation] = {
    "class.strengths": class_strengths,
    "class.rivals": class_rivals,
    "class.replays": class_replays,
    "class.pdf": class_pdf,
}
"""What only the server asks, for its classes."""
