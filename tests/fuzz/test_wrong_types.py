"""Wrong types in Python: every argument of every public function, given something else, is refused in one line.

A flag may be anything, as everywhere in Python, and some wrong things happen to be right: an answer will do as well.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from numpy import int64

import dicebingo
from dicebingo.errors import whole_number
from tests.questions import CARDS, PROOF
from tests.test_api import CALLS, kind


class Thing:
    """Nothing that anybody asks for."""


def answers_of_nothing(*_: object) -> None:
    """Take whatever comes."""


RULES = dicebingo.find_rules("knuth")
SOLUTION = dicebingo.solve(CARDS[0], rules=RULES)
BOARD, MATRIX = SOLUTION.position.board, [[1, 2], [3, 4]]

# What each function is called with: all of it right but for one argument at a time.
QUICK: dict[str, dict[str, Any]] = {
    **{name: {"rules": "knuth", **given} for name, given in CALLS.items()},
    "search": {"rules": "knuth", "values": [1, 2, 3]},
    "best_changes": {"solution": SOLUTION},
    "cells_of": {"mask": 5},
    "cluster": {},
    "decimal": {"number": 1},
    "duel_stage": {"duel": dicebingo.duel(CARDS[0], CARDS[1], rules=RULES), "roll": 2},
    "find_rules": {"name": "knuth"},
    "make_chain": {"solution": dicebingo.solve("1 1 / 2 2", rules=RULES), "policy": dicebingo.Optimal()},
    "mask_of": {"cells": [1]},
    "paper": {"only": "2.4"},
    "play_pairs": {"field": dicebingo.Field(dicebingo.strategies_for(CARDS, RULES)), "pairs": [(0, 1)]},
    "rules": {},
    "solve_bimatrix": {"first": MATRIX, "second": MATRIX},
    "solve_zero_sum": {"matrix": MATRIX},
    "symmetries": {"layout": RULES.layout},
    "verify": {"certificate": PROOF},
    "why": {"chain": dicebingo.chain_of(CARDS[0], rules=RULES)},
    # What makes the objects that they take.
    "Board": {"values": (1, 2, 3, 4), "rules": RULES},
    "Board.parse": {"text": CARDS[0], "rules": RULES},
    "Position": {"board": BOARD, "marked": 1},
    "Position.parse": {"text": CARDS[0], "rules": RULES},
    "Dice.parse": {"text": "2d6"},
    "Dice.from_weights": {"weights": {1: 1, 2: 3}},
    "Layout.parse": {"text": "2x2"},
    "Rules.of": {"layout": "2x2", "dice": "1d6", "marking": "one"},
}
WRONG: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 2.0, float("nan"), float("-inf"), 1j, Fraction(1, 2), 10**400),
    *("x", "", "1", "\u0667", b"x", (), [], [None], [1.5], ["x"], [-1], (1, 2, 3), [[]], [[1.5]], {}, {"a": 1}),
    *(int, Thing, dicebingo.Optimal, Thing(), object(), answers_of_nothing, range(2)),
)


def takes_long(name: str, argument: str, given: Any) -> bool:
    """Whether it is right, and would take too long."""
    if (name, argument) == ("search", "seed"):
        return bool(given == 10**400)
    if (name, argument) == ("arena", "boards"):
        return given in ((), [])
    return (name, argument) == ("paper", "only") and given in ("", "1")


def function(name: str) -> Any:
    """Return a public function, or a method that makes an object, by its name."""
    first, _, rest = name.partition(".")
    return getattr(getattr(dicebingo, first), rest) if rest else getattr(dicebingo, first)


def parameters() -> list[tuple[str, str]]:
    """Return all functions with each of their arguments."""
    return [(name, argument) for name in QUICK for argument in inspect.signature(function(name)).parameters]


def called(name: str, argument: str, wrong: Any) -> Any:
    """Call a function with one wrong argument."""
    given, several = {**QUICK[name]}, given_boards(name)
    given.pop("positions", None) if several else None
    if argument == "positions" and several:
        several = (several[0], wrong)
    else:
        given[argument] = wrong
    answer = function(name)(*several, **given)
    if name == "cluster":
        with answer as client:
            return client
    return answer


def given_boards(name: str) -> tuple[Any, ...]:
    return tuple(QUICK[name]["positions"]) if name in ("match", "simulate", "sheet", "counter") else ()


def test_whole_numbers() -> None:
    assert [whole_number(number, "{} to {} games", 1, 10) for number in (1, 10, int64(7))] == [1, 10, 7]
    for wrong in (0, 11, -1, 10**400, 10**5000, True, None, 1.0, "7", [7], Fraction(7), int, Thing()):
        with pytest.raises(dicebingo.InputError, match="expected 1 to 10 games, got ") as refused:
            whole_number(wrong, "{} to {} games", 1, 10)
        assert len(str(refused.value)) < 120


def test_every_function_is_there() -> None:
    functions = {name for name in dicebingo.__all__ if kind(name) == "function"}
    assert functions <= QUICK.keys()
    assert len(parameters()) > 130


def refusal(name: str, argument: str, wrong: Any) -> str | None:
    """Return why a wrong argument is refused, if it is."""
    try:
        called(name, argument, wrong)
    except dicebingo.DiceBingoError as refused:
        return str(refused)
    return None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "argument"), parameters())
def test_what_is_wrong_is_refused(name: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    default = inspect.signature(function(name)).parameters[argument].default
    wrongs = [wrong for wrong in WRONG if wrong is not default and not takes_long(name, argument, wrong)]
    reasons = [refusal(name, argument, wrong) for wrong in wrongs]
    for reason in filter(None, reasons):
        assert "expected" in reason
        assert "\n" not in reason
