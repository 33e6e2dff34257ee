"""The answers: one function for each question, run in a worker process.

A question has been read by its schema, so its keys are there and have the right types; what they mean is
checked here, by the library, with the library's own errors.
"""

from __future__ import annotations

from typing import Any

from dicebingo.errors import InputError
from dicebingo.exact import Number, Rational, decimal, number_json
from dicebingo.matches.match import match as play_match
from dicebingo.model.board import Board, Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.variants import change_rules
from dicebingo.render.json import answers as as_json
from dicebingo.searches.quantiles import approximate_percentile
from dicebingo.solo.improve import improve as improve_board
from dicebingo.solo.mdp import EXACT_LIMIT
from dicebingo.solo.mdp import solve as solve_position
from dicebingo.solo.policy import TieBreak
from dicebingo.solo.problem import Problem
from dicebingo.solo.report import report
from dicebingo.solo.review import review as review_game
from dicebingo.solo.why import best_changes
from dicebingo.web import seeded as chance
from dicebingo.web.worker import Context

__all__ = [
    "advise",
    "describe",
    "improve",
    "match",
    "position_of",
    "positions_of",
    "random",
    "rank",
    "review",
    "rolls",
    "rules_of",
    "solve",
]

Question = dict[str, Any]
Answer = dict[str, Any]


def rules_of(question: Question) -> Rules:
    """Return the rules that a question is about."""
    return change_rules(question["rules"], question.get("layout"), question.get("dice"), question.get("marking"))


def position_of(question: Question, rules: Rules, key: str = "board", marked: str = "marked") -> Position:
    """Return a position, given as notation or as a list of values, with further marked cells beside it."""
    return _with_marks(_position(question[key], rules), question.get(marked, []))


def positions_of(question: Question, rules: Rules) -> list[Position]:
    """Return the positions of several players."""
    boards = question["boards"]
    marks = question.get("marked", [[]] * len(boards))
    if len(marks) != len(boards):
        raise InputError(f"expected marked cells for each of the {len(boards)} boards, got {len(marks)} lists")
    return [_with_marks(_position(board, rules), cells) for board, cells in zip(boards, marks, strict=True)]


def _position(board: Any, rules: Rules) -> Position:
    if isinstance(board, str):
        return Position.parse(board, rules)
    free = rules.layout.free
    values = [None if value == "F" else value for value in board]
    for cell, value in enumerate(board[: rules.layout.size]):
        if value == "F" and not free >> cell & 1:
            raise InputError(f"cell {cell}: expected a value, because the cell is not free, got 'F'")
    missing = mask_of(cell for cell, value in enumerate(values) if value is None)
    return Position(Board(tuple(values), rules), missing)


def _with_marks(position: Position, cells: list[int]) -> Position:
    size = position.rules.layout.size
    for cell in cells:
        if cell >= size:
            raise InputError(f"expected marked cells among 0 to {size - 1}, got {cell}")
    return Position(position.board, position.marked | mask_of(cells))


def _expect_unmarked(position: Position) -> None:
    if position.marked != position.rules.layout.free:
        raise InputError(f"expected a board without marks, got {position}")


def describe(question: Question, _: Context) -> Answer:
    """Return what a page needs to draw a game: where cells are, what wins, what is rolled how often."""
    rules = rules_of(question)
    layout, dice = rules.layout, rules.dice
    return {
        "rules": as_json.rules_json(rules),
        "grid": [list(place) for place in layout.grid],
        "lines": [{"cells": list(cells_of(line)), "name": layout.line_name(line)} for line in layout.lines],
        "free": list(cells_of(layout.free)),
        "values": list(dice.values),
        "weights": list(dice.weights),
        "total": dice.total,
    }


def solve(question: Question, _: Context) -> Answer:
    """Solve a position."""
    found = report(
        position_of(question, rules_of(question)),
        policy=question["policy"],
        tie_break=question["tie_break"],
        upto=question.get("upto"),
        explain=question["why"],
        exact=question["exact"],
    )
    return as_json.solve_json(found)


def advise(question: Question, _: Context) -> Answer:
    """Compare the cells that a roll may mark."""
    position = position_of(question, rules_of(question))
    solution = solve_position(position, exact=Problem.of(position).size <= EXACT_LIMIT)
    return as_json.advise_json(solution, question["roll"])


def review(question: Question, _: Context) -> Answer:
    """Go through a game."""
    position = position_of(question, rules_of(question))
    solution, moves, end = review_game(position, [(move["roll"], move["cells"]) for move in question["moves"]])
    lines = [line for line in position.rules.layout.lines if end.marked & line == line]
    start: Number = Rational(0) if solution.exact else 0.0
    return {
        "rules": as_json.rules_json(position.rules),
        **as_json.position_json(position),
        "moves": [
            {
                "roll": move.roll,
                "cells": list(move.cells),
                "candidates": as_json.candidates_json(move.candidates),
                "loss": number_json(move.loss),
            }
            for move in moves
        ],
        "loss": number_json(sum((move.loss for move in moves), start)),
        "end": as_json.position_json(end),
        "bingo": end.is_bingo,
        "lines": [list(cells_of(line)) for line in lines],
        "exact": solution.exact,
    }


def improve(question: Question, _: Context) -> Answer:
    """Find the best changes of one cell, and with ``full`` follow them to a board that none improves."""
    position = position_of(question, rules_of(question))
    solution = solve_position(position)
    answer = {
        "rules": as_json.rules_json(position.rules),
        **as_json.position_json(position),
        "expected_rolls": number_json(solution.expected_rolls),
        "changes": as_json.changes_json(best_changes(solution, question["most"])),
    }
    if question["full"]:
        found = improve_board(position)
        answer["steps"] = as_json.changes_json(found.steps)
        answer["improved"] = {
            "board": as_json.position_json(found.end.position)["board"],
            "expected_rolls": number_json(found.end.expected_rolls),
        }
        answer["status"] = "no change of a single cell gains"
    return answer


def random(question: Question, _: Context) -> Answer:
    """Return a random board."""
    rules = rules_of(question)
    board = chance.random_board(rules, question["seed"], uniform=question["values"] == "uniform")
    return {
        "rules": as_json.rules_json(rules),
        **as_json.position_json(Position(board)),
        "seed": question["seed"],
    }


def rolls(question: Question, _: Context) -> Answer:
    """Roll the dice of a game."""
    rules, seed, start = rules_of(question), question["seed"], question["start"]
    rolled = [chance.roll(rules.dice, seed, start + number) for number in range(question["count"])]
    return {
        "rules": as_json.rules_json(rules),
        "seed": seed,
        "start": start,
        "rolls": [{"value": roll.value, "faces": list(roll.faces) if roll.faces else None} for roll in rolled],
    }


def rank(question: Question, context: Context) -> Answer:
    """Rank a board among all: at once and approximately, or exactly by the table, which is made if need be."""
    position = position_of(question, rules_of(question))
    _expect_unmarked(position)
    if question["approximate"]:
        rolls_needed = decimal(solve_position(position).expected_rolls)
        return as_json.percentile_json(position, approximate_percentile(position.board, rolls_needed))
    from dicebingo.searches.ranking import TableJob  # noqa: PLC0415  (numba must not slow a start)
    from dicebingo.searches.ranking import rank as rank_board  # noqa: PLC0415
    from dicebingo.searches.space import Space  # noqa: PLC0415

    total = TableJob(Space.of(position.rules)).shards()
    done = 0

    def progress(shards: int) -> None:
        nonlocal done
        done += shards
        context.progress(done, total)

    return as_json.rank_json(position, rank_board(position.board, nearest=question["nearest"], progress=progress))


def match(question: Question, context: Context) -> Answer:
    """Play boards against each other on shared rolls."""
    rules = rules_of(question)
    players = positions_of(question, rules)
    names = question.get("names") or [f"board {number}" for number in range(len(players))]
    if len(names) != len(players):
        raise InputError(f"expected one name for each of the {len(players)} boards, got {len(names)}")
    policies = question.get("policies") or ["optimal"]
    tie = TieBreak.parse(question["tie_break"])
    result = play_match(
        *players,
        policies=policies[0] if len(policies) == 1 else policies,
        tie_break=tie,
        most=context.settings.joint_states,
    )
    judged = result.verdict() if len(players) == 2 else None
    ranges = result.ranges() if question["range"] else None
    answer = as_json.match_json(result, judged, ranges, question.get("upto"))
    return {**as_json.match_head_json(rules, names, players, tie), **answer}
