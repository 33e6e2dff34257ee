"""The answers to questions, computed in a worker process.

Most questions are answered by the public function of the same name. This module adds the questions that only the page
asks (how to draw a game, random boards, rolls, the computer's moves) and the answers that are not JSON: pictures,
sheets and tables. Each question has already been checked against its schema, so required keys are present and values
have the right types; the library checks their meaning and raises its own errors.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

import dicebingo
from dicebingo.answer import Answer
from dicebingo.duels.duel import Duel, duel, duel_stage
from dicebingo.errors import InputError
from dicebingo.json_form import JsonObject
from dicebingo.matches.joint import MAX_JOINT_STATES, MaxStates
from dicebingo.model.board import Board, Position, PositionLike, RulesLike, as_position, as_rules, is_board
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.variants import PARTS, change_rules, find_rules
from dicebingo.question import Doc, parameters
from dicebingo.render.svg.drawings import board_svg
from dicebingo.render.writers.csv import answer_csv
from dicebingo.running import randomness
from dicebingo.running.run import RunLike
from dicebingo.sheets.sheet import Sheet
from dicebingo.solo.mdp import exact_or_float
from dicebingo.solo.policy import Optimal, TieBreak, TieBreakLike
from dicebingo.web.questions import Question
from dicebingo.web.results import Context, WorkerReply

WITH_REASONS = ("cells", "lines", "changes")
"""Tables that are available only for a solution computed with ``why``."""
Seed: TypeAlias = Annotated[int, Doc("The same seed gives the same answer.")]


def ask(function: Callable[..., object], question: Question, context: Context) -> object:
    """Call the function of a question, with its boards as positions, its rules, and the server's limits."""
    rules = rules_of(question)
    ours = {"rules": rules, "run": context.run, "max_states": context.settings.joint_states, "fast": False}
    several: list[Position] = []
    given: JsonObject = {}
    for parameter in parameters(function):
        name = parameter.name
        if name in ours:
            given[name] = ours[name]
        elif name == "moves":
            given[name] = [(move["roll"], move["cells"]) for move in question[name]]
        elif not is_board(parameter):
            given |= {name: question[name]} if name in question else {}
        elif parameter.is_variadic:
            several = positions_of(question, rules)
        elif name in ("boards", "first", "second"):
            found = positions_of(question, rules)
            given[name] = found if name == "boards" else found[name == "second"]
        elif parameter.is_positional:
            given |= {name: position_of(question, rules)} if "board" in question else {}
        elif parameter.lists(Position):
            given[name] = [as_position(board, rules) for board in question.get(name, [])]
        elif name in question:
            given[name] = position_of(question, rules, name, f"{name}_marked")
    return function(*several, **given)


def rules_of(question: Question) -> Rules:
    """Return the rules given in ``question``."""
    return change_rules(find_rules(question.get("rules", "classic")), *map(question.get, PARTS))


def position_of(question: Question, rules: Rules, key: str = "board", marked: str = "marked") -> Position:
    """Return the position under the key ``key``, with the cells listed under the key ``marked`` also marked."""
    return _with_marks(as_position(question[key], rules), question.get(marked, []))


def positions_of(question: Question, rules: Rules) -> list[Position]:
    """Return the positions of several players."""
    boards = question.get("boards", [])
    marks = question.get("marked", [[]] * len(boards))
    if len(marks) != len(boards):
        raise InputError(f"expected marked cells for each of the {len(boards)} boards, got {len(marks)} lists")
    return [_with_marks(as_position(board, rules), cells) for board, cells in zip(boards, marks, strict=True)]


def _with_marks(position: Position, cells: list[int]) -> Position:
    size = position.rules.layout.size
    for cell in cells:
        if cell >= size:
            raise InputError(f"expected marked cells numbered 0 to {size - 1}, got {cell}")
    return Position(position.board, position.marked | mask_of(cells))


class NamedLine(NamedTuple):
    """A winning line: its cells and its name."""

    cells: tuple[int, ...]
    name: str


class GameDescription(NamedTuple):
    """The data for drawing a game: the positions of the cells, the winning lines, and the weight of each value."""

    rules: Rules
    grid: tuple[tuple[int, int], ...]
    lines: list[NamedLine]
    free: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


def describe(*, rules: RulesLike = None) -> GameDescription:
    """Describe the cells, lines and values of a game."""
    rules = as_rules(rules)
    layout, dice = rules.layout, rules.dice
    lines = [NamedLine(cells_of(line), layout.line_name(line)) for line in layout.lines]
    rolled = dice.values, dice.weights, dice.total
    return GameDescription(rules, layout.grid, lines, cells_of(layout.free), *rolled)


class RandomBoard(NamedTuple):
    """A random board, and its seed."""

    rules: Rules
    board: Board
    marked: tuple[int, ...]
    seed: int


def random(
    *,
    seed: Seed = 0,
    values: Annotated[
        Literal["dice", "uniform"], Doc("Draw each value with its probability on the dice, or uniformly.")
    ] = "dice",
    rules: RulesLike = None,
) -> RandomBoard:
    """Choose a random board."""
    board = randomness.random_board(as_rules(rules), seed, uniform=values == "uniform")
    return RandomBoard(board.rules, board, Position(board).marked_cells, seed)


class ShownRoll(NamedTuple):
    """A roll, with the faces of the dice if they can be shown."""

    value: int
    faces: tuple[int, ...] | None


class Rolls(NamedTuple):
    """Consecutive rolls of a game, starting with roll number ``start``."""

    rules: Rules
    seed: int
    start: int
    rolls: list[ShownRoll]


def rolls(
    *,
    seed: Seed = 0,
    start: Annotated[int, Doc("The number of the first roll.")] = 0,
    count: Annotated[int, Doc("The number of rolls.", low=1, high=1_000)] = 100,
    rules: RulesLike = None,
) -> Rolls:
    """Roll the dice of a game with a seed."""
    rules = as_rules(rules)
    rolled = [randomness.roll(rules.dice, seed, start + number) for number in range(count)]
    return Rolls(rules, seed, start, [ShownRoll(roll.value, roll.faces or None) for roll in rolled])


class ComputerMark(NamedTuple):
    """The computer's choice on a roll, and the probability of each possible choice, keyed by its first cell."""

    roll: int
    strategy: str
    cells: tuple[int, ...]
    mixture: dict[int, Fraction]


def play(
    position: PositionLike,
    roll: Annotated[int, Doc("The value that was rolled.")],
    *,
    opponent: Annotated[PositionLike | None, Doc("The opponent's board, for the strategy 'duel'.")] = None,
    strategy: Annotated[Literal["solo", "duel"], Doc("Play for the fewest rolls, or to win the duel.")] = "solo",
    tie_break: TieBreakLike = "smallest",
    seed: Seed = 0,
    turn: Annotated[int, Doc("The turn number; together with the seed, it determines random choices.")] = 0,
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
) -> ComputerMark:
    """Choose the cells that the computer marks on a roll, by optimal solo play or by the equilibrium of the duel."""
    start = as_position(position, rules)
    if roll not in start.rules.dice:
        raise InputError(f"expected a roll of {start.rules.dice}, got {roll}")
    options = () if start.is_bingo else start.options(roll)
    mixture = dict.fromkeys(options, Fraction(1)) if len(options) == 1 else {}
    if len(options) > 1 and strategy == "solo":
        mixture = _solo_mixture(start, roll, TieBreak.parse(tie_break))
    elif len(options) > 1:
        if opponent is None:
            raise InputError("The strategy 'duel' needs the opponent's board.")
        other = as_position(opponent, rules)
        if other.is_bingo:
            raise InputError("The opponent has already won.")
        stage = duel_stage(_solved(start, other, max_states), roll)
        mixture = {mask_of(choice.cells): choice.probability for choice in stage.first if choice.probability}
    chosen = randomness.draw(mixture, seed, turn) if mixture else 0
    shares = {cells_of(option)[0]: share for option, share in mixture.items()}
    return ComputerMark(roll, strategy, cells_of(chosen), shares)


def _solo_mixture(position: Position, roll: int, tie: TieBreak) -> dict[int, Fraction]:
    """Return the probability of each choice (a set of cells) in optimal solo play."""
    solution = exact_or_float(position)
    problem = solution.problem
    options = [problem.pack(option) for option in position.options(roll)]
    choice = Optimal(tie).choose(solution, 0, roll, options)
    return {problem.unpack(option) & ~position.marked: share for option, share in choice.items()}


@lru_cache(maxsize=4)
def _solved(first: Position, second: Position, most: int) -> Duel:
    """Solve a duel. The result is cached, because a visitor may ask about several rolls of the same joint position."""
    return duel(first, second, max_states=most)


def svg(position: PositionLike, *, rules: RulesLike = None) -> WorkerReply:
    """Draw a board."""
    return WorkerReply(200, board_svg(as_position(position, rules)).encode(), "image/svg+xml", "board.svg")


def sheet_pdf(made: Sheet) -> WorkerReply:
    """Return a sheet as a PDF file."""
    return WorkerReply(200, made.pdf(), "application/pdf", f"dice-bingo-{made.kind}.pdf")


def table(
    *boards: Annotated[PositionLike, Doc("The board, or the boards of a match.")],
    table: Annotated[str, Doc("The name of the table.")] = "distribution",
    roll: Annotated[int | None, Doc("The value rolled, for the table `candidates`.")] = None,
    tie_break: TieBreakLike = "smallest",
    upto: Annotated[int, Doc("The last roll of the distribution.")] = 60,
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
    run: RunLike = None,
) -> WorkerReply:
    """Return a table as CSV, for a board, for the advice on a roll (candidates), or for a match (outcomes, race)."""
    last = upto if table in ("distribution", "race") else None
    answer: Answer
    if table in ("outcomes", "race"):
        answer = dicebingo.match(
            *boards, tie_break=tie_break, upto=last, max_states=max_states, fast=False, rules=rules, run=run
        )
    elif len(boards) > 1:
        raise InputError(f"expected one board for the table {table}, got {len(boards)}")
    elif table == "candidates":
        if roll is None:
            raise InputError("The table 'candidates' needs a roll.")
        answer = dicebingo.advise(boards[0], roll, rules=rules)
    else:
        answer = dicebingo.solve(boards[0], rules=rules, tie_break=tie_break, upto=last, why=table in WITH_REASONS)
    return WorkerReply(200, answer_csv(answer, table).encode(), "text/csv", f"dice-bingo-{table}.csv")
