"""Every exact number that users see in an answer is a ``fractions.Fraction``."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot

import dicebingo
from tests.fuzz.calls import OF_SOLVERS, answers, quick, sample, targets

MAX_ITEMS, DEPTH = 6, 7
"""Limits on the number of members visited in a long list, and on the depth of nesting."""
SKIPPED = {"plot", "to_frame", "to_scipy"}
"""Methods that return objects of other libraries."""


def members(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the contents of an object, its public attributes, and the results of its methods."""
    if isinstance(thing, Mapping):
        yield from ((f"[{key!r}]", pair) for key, pair in zip(range(MAX_ITEMS), thing.items(), strict=False))
    elif isinstance(thing, np.ndarray):
        yield ".flat", [*thing.flat[:MAX_ITEMS]]
    elif hasattr(thing, "__iter__"):
        yield from ((f"[{i}]", value) for i, value in zip(range(MAX_ITEMS), thing, strict=False))
    if type(thing).__module__.startswith("dicebingo") and not isinstance(thing, Enum):
        for name in dir(thing):
            if not name.startswith("_") and name not in SKIPPED:
                with suppress(dicebingo.DiceBingoError, LookupError):  # an internal object may reject a sample argument
                    yield f".{name}", shown(thing, name)


def shown(thing: Any, name: str) -> Any:
    """Return an attribute or a method's result, or None if there is no sample for an argument of the method."""
    member = getattr(thing, name)
    if not inspect.isroutine(member) or inspect.isclass(getattr(member, "__self__", None)):
        return member
    parameters = inspect.signature(member).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    given = {p.name: sample(type(thing).__name__, name, p.name) for p in needed}
    ours = str(getattr(member, "__module__", "")).startswith("dicebingo.") and name not in OF_SOLVERS
    return None if given and (not ours or KeyError in given.values()) else member(**given)


def exact_numbers(thing: Any, path: str, seen: dict[int, Any], depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield every rational reachable from an answer, with its path."""
    if hasattr(thing, "numerator") and not isinstance(thing, int | np.integer):
        yield path, thing
    elif depth < DEPTH and id(thing) not in seen and not isinstance(thing, str | int | float | type):
        seen[id(thing)] = thing  # keep the object alive, so that no new object gets the same id
        for name, member in members(thing):
            yield from exact_numbers(member, path + name, seen, depth + 1)


def check(answer: Any, path: str) -> int:
    """Check every exact number in an answer, and return how many there are."""
    numbers = list(exact_numbers(answer, path, {}))
    for where, number in numbers:
        assert type(number) is Fraction, where
        assert type(number.numerator) is type(number.denominator) is int, where
    return len(numbers)


@pytest.mark.slow
def test_every_exact_number_of_an_answer_is_a_fraction() -> None:
    assert sum(check(answer, type(answer).__name__) for answer in answers()) > 2_000


@pytest.mark.slow
def test_every_exact_number_that_a_method_returns_is_a_fraction() -> None:
    """The test above has already checked the answers of the public functions."""
    found = 0
    for target in targets():
        if target.name not in quick():
            with suppress(dicebingo.DiceBingoError):
                found += check(target(), target.name)
    pyplot.close("all")
    assert found > 2_000


def test_exact_numbers_work_like_ordinary_numbers() -> None:
    rolls = dicebingo.solve("1 2 / 3 4", rules="knuth").expected_rolls
    assert isinstance(rolls, Fraction)
    assert json.dumps({"rolls": rolls}, default=str) == '{"rolls": "11/2"}'
    assert type(rolls + 0.5) is float
    assert np.sqrt(float(rolls)) == math.sqrt(5.5)
    assert repr(rolls) == "Fraction(11, 2)"
