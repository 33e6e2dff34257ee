"""Solo games and matches agree with Storm's exact engine, which reads the files written by ``export``."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicebingo.matches.match import match
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.solution import solve

stormpy = pytest.importorskip("stormpy", minversion="2", reason="stormpy 2 is not installed: an optional cross-check")


def value(model: Any, wanted: Any) -> Fraction:
    result = stormpy.model_checking(model, wanted, environment=stormpy.environments.exact())
    return Fraction(str(result.get_value(model.initial_states[0])))


def asked(exported: Any, formula: str, folder: Path) -> list[Fraction]:
    """Return Storm's exact results from both exported files: one in PRISM's language, one with explicit states."""
    path = folder / "game.prism"
    path.write_text(exported.export("prism"), encoding="utf-8")
    program = stormpy.parse_prism_program(path)
    wanted = stormpy.parse_property(formula, program)
    found = [value(stormpy.build_model[stormpy.Fraction](program, wanted), wanted)]
    path = folder / "game.drn"
    path.write_text(exported.export("drn"), encoding="utf-8")
    model = stormpy.build_model_from_drn[stormpy.Fraction](path)
    return [*found, value(model, stormpy.parse_property(formula))]


def storms(position: Position, folder: Path) -> Fraction:
    """Return V of a position, computed by Storm from both exported files."""
    first, second = asked(solve(position), 'R{"rolls"}min=? [F "won"]', folder)
    assert first == second
    return first


@pytest.mark.parametrize(
    "board",
    [
        "8 8 9 / 7 6 10 / 7 4 5",
        "7 7 7 / 7 7 7 / 7 7 7",
        "9 6 7 / 7 9 6 / 6 7 9",
        "6 7 6 / 7 7 7 / 6 6 6",
        "*8 8 9 / 7 *6 10 / x 4 5",
        "*8 *8 *9 / 7 6 10 / 7 4 5",
    ],
)
def test_boards_of_the_paper_agree_with_storm(board: str, tmp_path: Path) -> None:
    position = Position.parse(board)
    assert Fraction(str(optimal_play(position).expected_rolls)) == storms(position, tmp_path)


@pytest.mark.parametrize(
    ("layout", "dice"), [("2x2", "d6"), ("2x3", "2d6"), ("3x3:corners", "2d4"), ("3x3:rows", "d4")]
)
@pytest.mark.parametrize("count", [3, pytest.param(50, marks=pytest.mark.long)])
def test_random_boards_agree_with_storm(count: int, layout: str, dice: str, tmp_path: Path) -> None:
    rules = Rules.of(layout, dice, "all" if layout == "2x3" else "one")
    source = random.Random(3)
    for _ in range(count):
        values = tuple(source.choice(rules.dice.values) for _ in range(rules.layout.size))
        position = Position(Board(values, rules))
        assert Fraction(str(optimal_play(position).expected_rolls)) == storms(position, tmp_path)


@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.long)])
def test_matches_agree_with_storm(count: int, tmp_path: Path) -> None:
    rules, source = Rules.of("2x3", "{1:1,2:3,5:2}"), random.Random(6)
    for number in range(count):
        boards = [Board(tuple(source.choices((1, 2, 5), k=6)), rules) for _ in range(2 + number % 2)]
        found = match(*boards, tie_break="random", fast=False)
        length = asked(found, 'R{"rolls"}=? [F "over"]', tmp_path)
        assert length == [Fraction(str(found.expected_length))] * 2
        for winners, chance in found.outcomes.items():
            if chance:
                label = "_".join(["first", *map(str, winners)])
                assert asked(found, f'P=? [F "{label}"]', tmp_path) == [Fraction(str(chance))] * 2
