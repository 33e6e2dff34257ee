"""Wrong types in Python: public constructors, functions and methods reject them with a one-line error, or convert them.

A call with an odd value may succeed. If the value is another form of a plain value, such as numpy's 2 for 2, the answer
must have the same contents and types as the answer for the plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import dicebingo
from dicebingo.errors import whole_number
from tests.fuzz.calls import CLASSES, Target, examples, exported, meaning, named, quick, targets

CALLS, MORE = 2_500, 60_000
NONE = object()
"""Stands for the plain value if an odd value has no plain form."""


class Thing:
    """An object that no function accepts, except as a flag."""


class Whole:
    """An object that ``operator.index`` accepts as an integer and that claims to equal everything."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class EqualsAll:
    """An object that claims to equal everything and is not a number."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class BadIndex:
    """An object whose ``__index__`` fails."""

    def __index__(self) -> int:
        raise TypeError("no number")


def ignores_everything(*_: object) -> None:
    """Accept any arguments."""


def generated(items: Any) -> Iterator[Any]:
    yield from items


# Each entry is a function that creates an odd value for a call, and the equivalent plain value or ``NONE``.
ODD: tuple[tuple[Callable[[], Any], Any], ...] = (
    *((lambda value=value: value, NONE) for value in (None, True, False, -1, 0, 1, 3, 10**400, 1.5, 1j, b"x", b"1")),
    *((lambda value=value: value, NONE) for value in (float("nan"), float("inf"), float("-inf"), Fraction(1, 2))),
    *((lambda value=value: value, NONE) for value in (Decimal("0.1"), Decimal("nan"), "", "x", "1", "\u0667", "1/2")),
    *((lambda value=value: value, NONE) for value in ((), (1, 2, 3), (None,), (1.5,), ("x",), (-1,), ((),), (0, 0))),
    *((lambda value=value: value, NONE) for value in (int, Thing, dicebingo.Optimal, ignores_everything, range(2))),
    *((lambda value=value: value, NONE) for value in ("optimal", "smallest", "largest", "random", "all", "score")),
    *((make, NONE) for make in (dict, set, Thing, object, EqualsAll, BadIndex, lambda: {"a": 1}, lambda: {1: 2})),
    *((make, NONE) for make in (lambda: {(0,): 1}, lambda: [[1.5]], lambda: np.array([6, 7]), lambda: np.array([]))),
    *((make, NONE) for make in (lambda: np.array([[1, 2]]), lambda: np.array("x"), lambda: np.float64("nan"))),
    (lambda: np.float64(1.5), 1.5),
    (lambda: np.bool_(True), True),
    (lambda: np.str_("largest"), "largest"),
    *((lambda kind=kind: kind(2), 2) for kind in (np.int64, np.uint8, np.array, Whole)),
    (lambda: [1, 2, 3], (1, 2, 3)),
    (lambda: generated([1, 2, 3]), (1, 2, 3)),
    (lambda: np.array([1, 2, 3]), (1, 2, 3)),
)


def variants(value: Any) -> list[Callable[[], Any]]:
    """Return other forms of a valid value."""
    if isinstance(value, Enum):
        return [lambda: value.value, lambda: np.str_(value.value)]
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [lambda: np.int64(value), lambda: np.array(value), lambda: Whole(value)]
    if isinstance(value, Fraction):
        return [lambda: str(value), lambda: Fraction(str(value)), lambda: Fraction(value)]
    if isinstance(value, tuple):
        return [lambda: list(value), lambda: generated(value)]
    return [lambda: np.str_(value)] if isinstance(value, str) else []


def takes_long(target: Target, argument: str, value: Any) -> bool:
    """Return whether a call is valid but would take too long or start processes."""
    if target.name == "cluster" and argument == "workers":
        return isinstance(value, int | np.integer | np.ndarray | Whole)
    if target.name in ("search", "rank", "prove", "arena", "counter", "paper", "verify"):
        return argument in ("rules", "only", "seed", "boards", "values", "contains", "fixed", "prove") or value is None
    if target.name in ("rings", "upsets", "tournament") and argument == "all":
        return True  # any true value would enter all 1,296 boards in the tournament
    return target.name in ("rings", "upsets") and argument in ("boards", "seconds") and value is None


def outcome(target: Target, **changed: Any) -> Any:
    """Return the result of a call: the plain form of its answer, or its error."""
    try:
        return meaning(target(**changed))
    except dicebingo.DiceBingoError as refused:
        return refused


def check(target: Target, argument: str, make: Callable[[], Any], plain: Any) -> None:
    """Make a call with one odd value, and compare its result with the result for the plain value."""
    found = outcome(target, **{argument: make()})
    if isinstance(found, dicebingo.DiceBingoError):
        assert "\n" not in str(found), target.name
        return
    if target.annotations[argument] == "bool" and target.name[0].islower():
        plain = bool(make())  # flags accept any object, because all objects have a truth value
    if plain is not NONE and "NDArray" not in target.annotations[argument]:  # arrays are not compared
        assert found == outcome(target, **{argument: plain}), (target.name, argument, make())


def calls(seed: int) -> Iterator[tuple[Target, str, Callable[[], Any], Any]]:
    """Yield random calls endlessly."""
    random = Random(seed)
    while True:
        target = random.choice(targets())
        argument = random.choice(list(target.annotations))
        right = target.given.get(argument)
        make, plain = random.choice([*ODD, *((make, right) for make in variants(right) * 8)])
        if not takes_long(target, argument, make()):
            yield target, argument, make, plain


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(count: int, seed: int) -> None:
    for _, (target, argument, make, plain) in zip(range(count), calls(seed), strict=False):
        check(target, argument, make, plain)


@pytest.mark.slow
def test_odd_values_are_rejected_or_converted() -> None:
    run(CALLS, 1)


@pytest.mark.long
def test_many_more_odd_values_are_rejected_or_converted() -> None:
    run(MORE, 2)


@pytest.mark.slow
def test_everything_public_is_called() -> None:
    public = map(named, dicebingo.__all__)
    kinds = {kind for kind in public if isinstance(kind, type) and issubclass(kind, CLASSES)} - {dicebingo.Answer}
    assert kinds <= examples().keys()
    assert exported() <= quick().keys()
    for target in targets():
        assert all(value is not KeyError for value in target.given.values()), target.name
    assert sum(len(target.annotations) for target in targets()) > 500


def test_integers_of_all_kinds_are_accepted() -> None:
    numbers = [whole_number(number, "{} to {} games", 1, 10) for number in (1, 10, np.int64(7), np.array(7), Whole(7))]
    assert numbers == [1, 10, 7, 7, 7]
    assert {type(number) for number in numbers} == {int}
    for wrong in (0, 11, -1, 10**400, 10**5000, True, None, 1.0, "7", [7], Fraction(7), int, Thing(), BadIndex()):
        with pytest.raises(dicebingo.InputError, match="expected 1 to 10 games, got ") as refused:
            whole_number(wrong, "{} to {} games", 1, 10)
        assert len(str(refused.value)) < 120
