"""Answers about one board as JSON: solve, evaluate, advise, improve and review."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from dicebingo.exact import NumberJson, root_json
from dicebingo.model.layout import cells_of
from dicebingo.render.json.model import HeadJson, PositionJson, ValuesJson
from dicebingo.render.json.shape import about, shaped
from dicebingo.solo.advise import Advice
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.improve import Improvement
from dicebingo.solo.review import Review
from dicebingo.solo.solution import Solution, play_of


class RollProbabilityJson(TypedDict):
    """The probability that the game ends at a roll, and that it has ended by then."""

    roll: int
    pmf: NumberJson
    cdf: NumberJson


class LineProbabilityJson(TypedDict):
    """A line, and the probability that it is complete at the end."""

    cells: list[int]
    probability: NumberJson


class ChangeJson(TypedDict):
    """Another value in one cell, and what it gains."""

    cell: int
    value: int
    expected_rolls: NumberJson
    gain: NumberJson


class WhyJson(TypedDict):
    """How a board wins: lines, the probability that each cell is marked at the end, wasted rolls, best changes."""

    lines: list[LineProbabilityJson]
    cells: list[NumberJson]
    wasted: NumberJson
    changes: list[ChangeJson]


class DeadlineMarkJson(TypedDict):
    """What to mark on a roll, and what fastest play marks: the cells, and the probability in time after them."""

    roll: int
    cells: list[int]
    in_time: NumberJson
    fastest: list[int]
    fastest_in_time: NumberJson
    gain: NumberJson


class DifferenceJson(DeadlineMarkJson):
    """The same in a case in which fastest play is not best, and the probability that the case is met."""

    rolls_left: int
    marked: list[int]
    probability: NumberJson


class DeadlineJson(TypedDict):
    """The best play against a deadline, beside fastest play; of the cases in which they differ, the likeliest."""

    rolls: int
    in_time: NumberJson
    fastest_in_time: NumberJson
    gain: NumberJson
    expected_rolls: NumberJson
    loss: NumberJson
    marks: list[DeadlineMarkJson]
    differing: int
    likeliest: list[DifferenceJson]


class SolveJson(HeadJson):
    """The solution of a position, and the completion time of a policy on it."""

    policy: str
    tie_break: str
    expected_rolls: NumberJson
    variance: NumberJson
    standard_deviation: NumberJson
    loss: NumberJson
    p_hit: NumberJson
    optimal_cells: dict[str, list[int]]
    rolls_left: dict[str, NumberJson]
    transient_states: int
    exact: bool
    relative_error_bound: NotRequired[float]
    distribution: NotRequired[list[RollProbabilityJson]]
    why: NotRequired[WhyJson]
    deadline: NotRequired[DeadlineJson]


class CandidateJson(TypedDict):
    """One way to mark a roll; more than one cell only where all are marked at once."""

    cell: int
    cells: list[int]
    expected_rolls: NumberJson
    loss: NumberJson
    in_time: NotRequired[NumberJson]


class AdviseJson(HeadJson):
    """Every way to mark a roll, the best first."""

    roll: int
    deadline: NotRequired[int]
    exact: bool
    candidates: list[CandidateJson]


class ImprovedJson(TypedDict):
    """A board that no change of a single cell improves."""

    board: ValuesJson
    expected_rolls: NumberJson


class ImproveJson(HeadJson):
    """The best changes of one cell and, if asked for, the steps to a board that no such change improves."""

    expected_rolls: NumberJson
    changes: list[ChangeJson]
    steps: NotRequired[list[ChangeJson]]
    improved: NotRequired[ImprovedJson]
    status: NotRequired[str]


class MoveJson(TypedDict):
    """One roll of a game: what was marked, what could have been, and what it cost."""

    roll: int
    cells: list[int]
    candidates: list[CandidateJson]
    loss: NumberJson


class ReviewJson(HeadJson):
    """A game, move by move, and how it ended."""

    moves: list[MoveJson]
    loss: NumberJson
    end: PositionJson
    bingo: bool
    lines: list[list[int]]
    exact: bool


def solve_json(found: Solution | Evaluation) -> dict[str, Any]:
    """Return the solution of a position, and the completion time of a policy on it."""
    play, moments = play_of(found), found.moments
    best = {roll: play.candidates(roll)[0] for roll in play.hits()}
    lines = map(cells_of, play.position.rules.layout.lines)
    why = found.why and {
        "lines": zip(lines, found.why.lines, strict=True),
        "cells": found.why.cells,
        "wasted": found.why.wasted,
        "changes": found.changes,
    }
    times = found.distribution and [(k, pmf, cdf) for k, (pmf, cdf) in enumerate(found.distribution)]
    return shaped(
        SolveJson,
        play,
        **about(play.position),
        policy=found.policy,
        tie_break=found.tie_break,
        expected_rolls=moments.mean,
        variance=moments.variance,
        standard_deviation=root_json(moments.variance),
        loss=moments.mean - play.expected_rolls,
        p_hit=play.p_hit(),
        optimal_cells={roll: play.optimal_cells(roll) for roll in best},
        rolls_left={roll: candidate.expected_rolls for roll, candidate in best.items()},
        relative_error_bound=None if play.exact else play.error_bound,
        distribution=times,
        why=why,
        deadline=getattr(found, "deadline", None),
    )


def advise_json(advice: Advice) -> dict[str, Any]:
    """Return every way to mark a roll."""
    return shaped(AdviseJson, advice, **about(advice.position), exact=advice.solution.exact)


def improve_json(found: Improvement) -> dict[str, Any]:
    """Return the best changes of one cell, and the steps if they were asked for."""
    end = found.end and {"board": found.end.position.board, "expected_rolls": found.end.expected_rolls}
    status = None if end is None else "no change of a single cell gains"
    return shaped(ImproveJson, found, **about(found.position), improved=end, status=status)


def review_json(found: Review) -> dict[str, Any]:
    """Return a game, move by move."""
    return shaped(
        ReviewJson,
        found,
        **about(found.position),
        end=about(found.end),
        bingo=found.end.is_bingo,
        lines=map(cells_of, found.lines),
        exact=found.solution.exact,
    )
