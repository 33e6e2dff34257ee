"""The answers to questions, computed in a worker process.

Most questions are the library's: the public function of that name gets the question's arguments, and the server
answers what it returns. Answered here is what only a page asks for (how to draw a game, random boards, rolls, the
computer's moves), and what is not JSON: pictures, sheets to print, tables. A question has been read by its schema, so
its keys are there and have the right types; what they mean is checked by the library, with the library's own errors.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from typing import Any, NamedTuple

import dicebingo
from dicebingo.answer import Answer
from dicebingo.duels.duel import Duel, duel, duel_stage
from dicebingo.errors import InputError
from dicebingo.json_form import to_dict
from dicebingo.model.board import Board, Position, as_position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.variants import change_rules, find_rules
from dicebingo.render.csv.tables import csv_text
from dicebingo.render.pdf.writer import printed_pages
from dicebingo.render.svg.board import board_svg
from dicebingo.running import randomness
from dicebingo.sheets.sheet import Sheet
from dicebingo.solo.mdp import exact_or_float
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, WorkerReply

RULES = ("rules", "layout", "dice", "marking")
LISTED = ("tournament", "rings")
"""These take the boards as one list, not one by one."""
LIMITED = ("match", "nash", "duel", "exploit")
"""These visit joint states, whose number a server limits."""
WITH_REASONS = ("cells", "lines", "changes")
"""Tables of a solution that says why."""


def ask_library(
    name: str, question: Question, context: Context, function: Callable[..., Answer] | None = None
) -> dict[str, Any]:
    """Return the answer of the public function of a name, or of another function that stands in for it.

    A policy other than the optimal one is evaluated.
    """
    rules = rules_of(question)
    given = {key: value for key, value in question.items() if key not in (*RULES, "board", "boards", "marked")}
    function = function or getattr(dicebingo, name)
    if "moves" in given:
        given["moves"] = [(move["roll"], move["cells"]) for move in given["moves"]]
    if name in LIMITED:
        given["max_states"] = context.settings.joint_states
    if name == "match":
        given["fast"] = False  # the limit is the limit, and not a change to float64
    if "run" in signature(function).parameters:
        given["run"] = context.run
    positions = positions_of(question, rules) if "boards" in question else [position_of(question, rules)]
    answer: dict[str, Any] = function(*([positions] if name in LISTED else positions), **given).to_dict()
    return answer


def rules_of(question: Question) -> Rules:
    """Return the rules that a question is about."""
    return change_rules(find_rules(question["rules"]), *(question.get(part) for part in RULES[1:]))


def position_of(question: Question, rules: Rules, key: str = "board", marked: str = "marked") -> Position:
    """Return a position, given as notation or as a list of values, with further marked cells beside it."""
    return _with_marks(as_position(question[key], rules), question.get(marked, []))


def positions_of(question: Question, rules: Rules) -> list[Position]:
    """Return the positions of several players."""
    boards = question["boards"]
    marks = question.get("marked", [[]] * len(boards))
    if len(marks) != len(boards):
        raise InputError(f"expected marked cells for each of the {len(boards)} boards, got {len(marks)} lists")
    return [_with_marks(as_position(board, rules), cells) for board, cells in zip(boards, marks, strict=True)]


def _with_marks(position: Position, cells: list[int]) -> Position:
    size = position.rules.layout.size
    for cell in cells:
        if cell >= size:
            raise InputError(f"expected marked cells among 0 to {size - 1}, got {cell}")
    return Position(position.board, position.marked | mask_of(cells))


class NamedLine(NamedTuple):
    """A line: its cells, and its name."""

    cells: tuple[int, ...]
    name: str


class GameDescription(NamedTuple):
    """What a page needs to draw a game: where the cells are, what wins, and how often each value is rolled."""

    rules: Rules
    grid: tuple[tuple[int, int], ...]
    lines: list[NamedLine]
    free: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


def describe(question: Question, _: Context) -> dict[str, Any]:
    """Describe a game."""
    rules = rules_of(question)
    layout, dice = rules.layout, rules.dice
    lines = [NamedLine(cells_of(line), layout.line_name(line)) for line in layout.lines]
    rolled = dice.values, dice.weights, dice.total
    return to_dict(GameDescription(rules, layout.grid, lines, cells_of(layout.free), *rolled))


class RandomBoard(NamedTuple):
    """A random board, and its seed."""

    rules: Rules
    board: Board
    marked: tuple[int, ...]
    seed: int


def random(question: Question, _: Context) -> dict[str, Any]:
    """Return a random board."""
    board = randomness.random_board(rules_of(question), question["seed"], uniform=question["values"] == "uniform")
    return to_dict(RandomBoard(board.rules, board, Position(board).marked_cells, question["seed"]))


class ShownRoll(NamedTuple):
    """A roll, with the faces of the dice where they can be shown."""

    value: int
    faces: tuple[int, ...] | None


class Rolls(NamedTuple):
    """Some rolls of a game."""

    rules: Rules
    seed: int
    start: int
    rolls: list[ShownRoll]


def rolls(question: Question, _: Context) -> dict[str, Any]:
    """Roll the dice of a game."""
    rules, seed, start = rules_of(question), question["seed"], question["start"]
    rolled = [randomness.roll(rules.dice, seed, start + number) for number in range(question["count"])]
    return to_dict(Rolls(rules, seed, start, [ShownRoll(roll.value, roll.faces or None) for roll in rolled]))


class ComputerMark(NamedTuple):
    """What the computer marks on a roll, and how likely each of its choices was, by the first cell."""

    roll: int
    strategy: str
    cells: tuple[int, ...]
    mixture: dict[int, Fraction]


def play(question: Question, context: Context) -> dict[str, Any]:
    """Say what the computer marks on a roll."""
    rules = rules_of(question)
    position, roll = position_of(question, rules), question["roll"]
    if roll not in rules.dice:
        raise InputError(f"expected a roll of {rules.dice}, got {roll}")
    options = () if position.is_bingo else position.options(roll)
    mixture = dict.fromkeys(options, Fraction(1)) if len(options) == 1 else {}
    if len(options) > 1 and question["strategy"] == "solo":
        mixture = _solo_mixture(position, roll, TieBreak.parse(question["tie_break"]))
    elif len(options) > 1:
        if "opponent" not in question:
            raise InputError("expected the opponent's board for the duel's strategy, got none")
        opponent = position_of(question, rules, "opponent", "opponent_marked")
        if opponent.is_bingo:
            raise InputError("expected an opponent without a complete line, got one who has won")
        stage = duel_stage(_solved(position, opponent, context.settings.joint_states), roll)
        mixture = {mask_of(choice.cells): choice.probability for choice in stage.first if choice.probability}
    chosen = randomness.draw(mixture, question["seed"], question["turn"]) if mixture else 0
    shares = {cells_of(option)[0]: share for option, share in mixture.items()}
    return to_dict(ComputerMark(roll, question["strategy"], cells_of(chosen), shares))


def _solo_mixture(position: Position, roll: int, tie: TieBreak) -> dict[int, Fraction]:
    """Return the probability of each choice, as a set of cells, of a player who looks at nobody else."""
    solution = exact_or_float(position)
    problem = solution.problem
    options = [problem.pack(option) for option in position.options(roll)]
    choice = Optimal(tie).choose(solution, 0, roll, options)
    return {problem.unpack(option) & ~position.marked: share for option, share in choice.items()}


@lru_cache(maxsize=4)
def _solved(first: Position, second: Position, most: int) -> Duel:
    """Solve a duel; a visitor who plays one asks about several rolls at the same joint position."""
    return duel(first, second, max_states=most)


def svg(question: Question, _: Context) -> WorkerReply:
    """Draw a board."""
    picture = board_svg(position_of(question, rules_of(question)))
    return WorkerReply(200, picture.encode(), "image/svg+xml", "board.svg")


def pages(question: Question, context: Context) -> dict[str, Any]:
    """Draw the pages of a sheet."""
    return to_dict(printed_pages(_sheet(question, context)))


def sheet(question: Question, context: Context) -> dict[str, Any]:
    """Choose the boards of a sheet."""
    return _sheet(question, context).to_dict()


def sheet_pdf(question: Question, context: Context) -> WorkerReply:
    """Make a sheet to print."""
    named = {"boards": question.pop("board", []), "names": question.pop("name", [])}
    made = _sheet({**question, **named}, context)
    return WorkerReply(200, made.pdf(), "application/pdf", f"dice-bingo-{made.kind}.pdf")


def _sheet(question: Question, context: Context) -> Sheet:
    rules = rules_of(question)
    given = {key: value for key, value in question.items() if key not in (*RULES, "boards")}
    boards = [as_position(board, rules) for board in question.get("boards", [])]
    return dicebingo.sheet(*boards, rules=rules, **given, run=context.run)


def table(question: Question, context: Context) -> WorkerReply:
    """Make a table of comma-separated values."""
    name, boards = question["table"], question["board"]
    asked = {key: value for key, value in question.items() if key in RULES}
    played = {**asked, "tie_break": question["tie_break"]}
    if name in ("distribution", "race"):
        played["upto"] = question["upto"]
    if name in ("outcomes", "race"):
        answer = ask_library("match", {**played, "boards": boards}, context)
    elif len(boards) > 1:
        raise InputError(f"expected one board for the table {name}, got {len(boards)}")
    elif name == "candidates":
        if "roll" not in question:
            raise InputError("expected a roll for the table candidates, got none")
        answer = ask_library("advise", {**asked, "board": boards[0], "roll": question["roll"]}, context)
    else:
        answer = ask_library("solve", {**played, "board": boards[0], "why": name in WITH_REASONS}, context)
    return WorkerReply(200, csv_text(name, answer).encode(), "text/csv", f"dice-bingo-{name}.csv")
