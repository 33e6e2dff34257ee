"""Find every public constructor, function and method by introspection, and supply valid arguments for each.

``quick`` lists the arguments of functions, and ``answers`` calls these functions to get an object of every class. An
object's fields serve as arguments of its constructor, and ``SAMPLES`` lists arguments of methods by parameter name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import dicebingo
from dicebingo.checked import Checked
from dicebingo.duels.fast_duels import DuelField
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.reproduction.claims import RemarkGroup
from dicebingo.running.run import Progress
from tests.questions import CARDS, PROOF
from tests.test_api import CALLS, DOCUMENTED, kind

RULES = dicebingo.find_rules("knuth")
MATRIX = [[1, 2], [3, 4]]
CLASSES = (Checked, dicebingo.Board, dicebingo.Position, dicebingo.Outcomes, dicebingo.Run, Field, DuelField)
"""The base classes of all classes that validate their arguments."""
SEVERAL = ("match", "simulate", "sheet", "counter")
"""Functions that take boards as positional arguments."""


@cache
def quick() -> dict[str, dict[str, Any]]:
    """Return the arguments of each function and of each class that is not a dataclass."""
    solution = dicebingo.solve(CARDS[0], rules=RULES)
    return {
        **{name: {"rules": "knuth", **given} for name, given in CALLS.items()},
        "search": {"rules": "knuth", "values": [1, 2, 3]},
        "best_changes": {"solution": solution},
        "cells_of": {"mask": 5},
        "cluster": {},
        "decimal": {"number": 1},
        "duel_stage": {"duel": dicebingo.duel(CARDS[0], CARDS[1], rules=RULES), "roll": 2},
        "find_rules": {"name": "knuth"},
        "mask_of": {"cells": [1]},
        "paper": {"only": "2.4"},
        "play_pairs": {"field": Field(strategies_for(CARDS, RULES)), "pairs": [(0, 1)]},
        "rules": {},
        "solve_bimatrix": {"first": MATRIX, "second": MATRIX},
        "solve_zero_sum": {"matrix": MATRIX},
        "symmetries": {"layout": RULES.layout},
        "verify": {"certificate": PROOF},
        "why": {"chain": dicebingo.chain_of(CARDS[0], rules=RULES)},
        "Outcomes": {"of": {(0,): 1, (1,): 0, (0, 1): 0}},
        "Run": {},
        "Field": {"strategies": strategies_for(CARDS, RULES)},
        "DuelField": {"positions": CARDS, "rules": RULES},
    }


@cache
def answers() -> tuple[Any, ...]:
    """Return answers that contain an object of every public class."""
    return tuple(_answers())


def _answers() -> Iterator[Any]:
    for name, given in quick().items():
        if name not in ("cluster", "search", "arena"):
            yield call(named(name), given, name in SEVERAL)
    two: dict[str, Any] = {"rules": "knuth"}
    yield from (dicebingo.Deadline(3), dicebingo.Prefer((1, 0)), dicebingo.Custom(first_cell), Progress("x"))
    yield from (
        dicebingo.Weighted((1, 2, Fraction(1, 2), 0)),
        Mixture.of(dicebingo.Board((1, 2, 3, 4), RULES)),
    )
    yield dicebingo.solve(CARDS[0], **two, upto=2, why=True, deadline=3)
    yield dicebingo.review(CARDS[0], [(1, 0)], **two)
    yield dicebingo.search(**two, values=[1, 2, 3])
    yield dicebingo.search(**two, values=[1, 2, 3], objective="median")
    yield dicebingo.search(**two, values=[1, 2, 3], restarts=2)
    yield dicebingo.match(*CARDS[:2], **two, fast=True)
    yield dicebingo.match(*CARDS[:3], **two, upto=2)
    yield dicebingo.rank(CARDS[0], **two)
    yield dicebingo.rank([7] * 9, approximate=True)
    yield dicebingo.arena(["1 1 / 2 2", "1 2 / 1 2"], **two, values=[1, 2])
    yield dicebingo.improve("1 1 / 2 2", **two, full=True)
    yield dicebingo.match(*CARDS[:2], **two, range=True).verdict
    yield dicebingo.tournament(CARDS, **two).standings
    yield dicebingo.upsets(["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"])
    yield dicebingo.crowd(players=3, population="1 1 / 2 2", compare=CARDS[:2], **two)
    yield dicebingo.crowd(players=2, population="1 / 2", equilibrium=True, layout="2x1", dice="1d3")
    yield dicebingo.rules("knuth")
    yield dicebingo.duel(CARDS[0], CARDS[1], **two, roll=2)


def first_cell(position: Any, roll: int) -> int:
    """Mark the first matching cell."""
    return int(position.candidates(roll)[0])


def named(name: str) -> Any:
    """Return the object with the given documented name."""
    return {**DOCUMENTED, "DuelField": DuelField}[name]


def call(function: Any, given: dict[str, Any], several: bool = False) -> Any:
    """Call a function with keyword arguments, or with positional arguments if it takes several boards."""
    given = dict(given)
    return function(*(given.pop(several_name(given)) if several else ()), **given)


def several_name(given: dict[str, Any]) -> str:
    """Return the name of the variadic parameter of a function in ``SEVERAL``."""
    return "positions" if "positions" in given else "boards"


@cache
def examples() -> dict[type, Any]:
    """Map each class that occurs in the answers or in their fields to an example object."""
    found: dict[type, Any] = {}

    def look(thing: Any, depth: int) -> None:
        kind_ = type(thing)
        if isinstance(thing, Mapping):
            for value in list(thing.values())[:2]:
                look(value, depth)
        elif isinstance(thing, list | tuple):
            for value in thing[:3]:
                look(value, depth)
        if not issubclass(kind_, CLASSES):
            return
        if depth > 6 or (kind_ in found and depth):
            return
        found.setdefault(kind_, thing)
        if is_dataclass(thing):
            for field in fields(thing):
                if not field.name.startswith("_"):
                    look(getattr(thing, field.name), depth + 1)

    for answer in answers():
        look(answer, 0)
    return found


SAMPLES: dict[str, Any] = {
    "roll": 2,
    "rolls": 2,
    "by": "margin",
    "upto": 2,
    "cell": 0,
    "value": 2,
    "share": "1/2",
    "order": 2,
    "line": 3,
    "form": "drn",
    "symmetry": (1, 0, 2, 3),
    "values": [1, 2, 3, 4],
    "weights": {1: 1, 2: 3},
    "text": "2d6",
    "layout": "2x2",
    "dice": "1d6",
    "rules": RULES,
    "rows": np.zeros((1, 4), np.int64),
    "board": None,
    "boards": None,
    "first": 1,
    "second": 0,
    "tie": 0,
    "key": (0,),
    "seconds": 1,
    "what": "x",
    "name": "x",
    "best": "x",
    "run": None,
    "own": 0,
    "other": 0,
    "r": 0,
    "marked": 1,
    "outcomes": dicebingo.Outcomes.of_two(1, 0, 0),
    "state": 0,
    "columns": 2,
    "winners": 0,
    "cells": 0,
    "constraints": None,
    "objective": "win",
    "player": 0,
    "index": 0,
}
"""Arguments of methods, by parameter name."""

OF_SOLVERS = {
    "choose": "called for every packed set of marks and roll",
    "at": "called for every packed set of marks and roll",
    "optimal_among": "called for every packed set of marks and roll",
    "float_tables": "called only to run the kernels",
    "followers": "called only by the solver of best responses",
    "of_rows": "rows of indices, which are not checked",
    "to": "called with the margins of a search",
    "shards": "called with the jobs of a search",
    "batches": "called with the jobs of a search",
}
"""Methods that only other solvers call, with the reason why their arguments are not checked."""


class Target(NamedTuple):
    """A function to call, with valid arguments and the annotations of its parameters."""

    name: str
    function: Callable[..., Any]
    given: dict[str, Any]
    annotations: dict[str, str]
    several: bool = False

    def __call__(self, **changed: Any) -> Any:
        given = {**self.given, **changed}
        if self.several and (name := several_name(self.given)) in changed:
            given[name] = (self.given[name][0], changed[name])
        answer = call(self.function, given, self.several)
        if hasattr(answer, "__enter__") and not hasattr(answer, "stage"):
            with answer as entered:
                return entered
        return answer


@cache
def targets() -> tuple[Target, ...]:
    """Return all public callables that take an argument."""
    found = [target(name, named(name), given, name in SEVERAL) for name, given in quick().items()]
    for class_, example in examples().items():
        if is_dataclass(example):
            made = {f.name: getattr(example, f.name) for f in fields(example) if f.init}
            found.append(target(class_.__name__, class_, made))
        found += methods(class_, example)
    return tuple(one for one in found if one.annotations)


def target(name: str, function: Any, given: dict[str, Any], several: bool = False) -> Target:
    parameters = inspect.signature(function).parameters.values()
    return Target(name, function, given, {p.name: str(p.annotation) for p in parameters if public(p)}, several)


def public(parameter: inspect.Parameter) -> bool:
    return not parameter.name.startswith("_") and parameter.kind is not parameter.VAR_KEYWORD


def methods(class_: type, example: Any) -> Iterator[Target]:
    """Yield the methods of a class that take an argument, including class methods."""
    for name, member in inspect.getmembers(class_, callable):
        ours = str(getattr(member, "__module__", "")).startswith("dicebingo.")
        if name.startswith("_") or name in OF_SOLVERS or inspect.isclass(member) or not ours:
            continue
        method = getattr(example, name)
        parameters = inspect.signature(method).parameters.values()
        needed = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
        given = {p.name: sample(class_.__name__, name, p.name) for p in needed}
        given |= {"rules": RULES} if name == "parse" and "rules" in inspect.signature(method).parameters else {}
        variadic = next((p.name for p in needed if p.kind is p.VAR_POSITIONAL), None)
        title = f"{class_.__name__}.{name}"
        if variadic:
            yield Target(title, spread(method, variadic), given, {variadic: "int"})
        else:
            yield target(title, method, given)


def spread(method: Callable[..., Any], variadic: str) -> Callable[..., Any]:
    return lambda **given: method(given[variadic])


def sample(class_: str, method: str, name: str) -> Any:
    """Return a valid argument of a method."""
    special = {
        ("Board", "parse", "text"): CARDS[0],
        ("Position", "parse", "text"): CARDS[0],
        ("Layout", "parse", "text"): "2x2",
        ("Position", "mark", "cells"): 3,
        ("Mixture", "of", "board"): dicebingo.Board((1, 2, 3, 4), RULES),
        ("Mixture", "weighted", "boards"): [dicebingo.Board((1, 2, 3, 4), RULES)],
        ("Mixture", "weighted", "weights"): [1],
        ("Space", "boards", "rows"): [(1, 2, 3, 4)],
        ("Layout", "line_name", "line"): RULES.layout.lines[0],
        **{("Bimatrix", method, name): (1,) for method in ("payoffs", "regrets") for name in ("first", "second")},
        ("Bimatrix", "values", "other"): (1,),
        ("PaperCheck", "count", "kind"): "holds",
        ("PaperCheck", "remarked", "group"): RemarkGroup.ERROR,
    }
    return special.get((class_, method, name), SAMPLES.get(name, KeyError))


def meaning(thing: Any) -> Any:  # noqa: PLR0911  (one case for each kind of object)
    """Convert an answer to plain objects, so that results with equal contents and types compare equal."""
    if isinstance(thing, Enum):
        return type(thing).__name__, thing.value
    if isinstance(thing, Fraction) or type(thing) is int:
        return "number", str(thing)
    if isinstance(thing, np.ndarray):
        return str(thing.dtype), thing.tolist()
    if is_dataclass(thing) and not isinstance(thing, type):
        public_ = [field.name for field in fields(thing) if not field.name.startswith("_")]
        return type(thing).__name__, [meaning(getattr(thing, name)) for name in public_]
    if isinstance(thing, Mapping):
        return [(meaning(key), meaning(value)) for key, value in thing.items()]
    if isinstance(thing, list | tuple):
        return type(thing).__name__, [meaning(value) for value in thing]
    if thing is None or isinstance(thing, str | float | bool | complex):
        return type(thing).__name__, repr(thing)
    return type(thing).__name__


def exported() -> set[str]:
    """Return the names of the public functions."""
    return {name for name in dicebingo.__all__ if kind(name) == "function"}
