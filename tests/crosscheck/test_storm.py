"""The solo solver against Storm's exact engine, on a model of the game in PRISM's language."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from dicebingo.model.board import Board, Position
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.solo.mdp import optimal_play

stormpy = pytest.importorskip("stormpy", minversion="2", reason="stormpy 2 is not installed: an optional cross-check")


def prism(position: Position) -> str:
    """The game as a Markov decision process: a roll by chance, then a choice among the matching cells."""
    board, dice, layout = position.board, position.rules.dice, position.rules.layout
    cells = range(layout.size)
    marked = position.marked_cells
    bingo = " | ".join("(" + " & ".join(f"m{cell}" for cell in cells_of(line)) + ")" for line in layout.lines)
    rolls = " + ".join(f"{w}/{dice.total} : (roll'={i})" for i, w in enumerate(dice.weights, start=1))
    commands = [f"[throw] roll=0 & !bingo -> {rolls};"]
    for i, value in enumerate(dice.values, start=1):
        matching = [cell for cell in cells if board.values[cell] == value]
        commands += [f"[] roll={i} & !m{cell} -> (m{cell}'=true) & (roll'=0);" for cell in matching]
        wasted = "".join(f" & m{cell}" for cell in matching)
        commands.append(f"[] roll={i}{wasted} -> (roll'=0);")
    marks = [f"m{cell} : bool init {str(cell in marked).lower()};" for cell in cells]
    module = "\n  ".join([*marks, f"roll : [0..{len(dice.values)}] init 0;", *commands])
    return (
        f"mdp\nformula bingo = {bingo};\nmodule game\n  {module}\nendmodule\n"
        'rewards "rolls"\n  [throw] true : 1;\nendrewards\nlabel "won" = bingo & roll=0;\n'
    )


def storms(position: Position, folder: Path) -> Fraction:
    """V of a position, as Storm computes it over the rationals."""
    path = folder / "game.prism"
    path.write_text(prism(position), encoding="utf-8")
    program = stormpy.parse_prism_program(path)
    wanted = stormpy.parse_property('R{"rolls"}min=? [F "won"]', program)
    model = stormpy.build_model[stormpy.Rational](program, wanted)
    result = stormpy.model_checking(model, wanted, environment=stormpy.environments.exact())
    return Fraction(str(result.get_value(model.initial_states[0])))


@pytest.mark.parametrize(
    "board",
    [
        "8 8 9 / 7 6 10 / 7 4 5",
        "7 7 7 / 7 7 7 / 7 7 7",
        "9 6 7 / 7 9 6 / 6 7 9",
        "6 7 6 / 7 7 7 / 6 6 6",
        "*8 8 9 / 7 *6 10 / x 4 5",
    ],
)
def test_boards_of_the_paper(board: str, tmp_path: Path) -> None:
    position = Position.parse(board)
    assert Fraction(str(optimal_play(position).expected_rolls)) == storms(position, tmp_path)


@pytest.mark.parametrize(
    ("layout", "dice"), [("2x2", "d6"), ("2x3", "2d6"), ("3x3:corners", "2d4"), ("3x3:rows", "d4")]
)
def test_random_boards(layout: str, dice: str, tmp_path: Path) -> None:
    rules = Rules.of(layout, dice)
    source = random.Random(3)
    for _ in range(10):
        values = tuple(source.choice(rules.dice.values) for _ in range(rules.layout.size))
        position = Position(Board(values, rules))
        assert Fraction(str(optimal_play(position).expected_rolls)) == storms(position, tmp_path)
