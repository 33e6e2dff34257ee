"""Rules, boards and positions as JSON, and the shapes that all answers share.

The shape of every answer is a ``TypedDict`` beside the function that returns it: mypy checks it, and the server's
OpenAPI description and the types of its page are generated from it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from dicebingo.exact import NumberJson
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import NamedRules, RulesDescription
from dicebingo.render.json.shape import shaped

ValuesJson: TypeAlias = list[int | Literal["F"] | None]
"""One value per cell: F is a free cell, null a marked one whose value does not matter."""


RulesJson = Rules


class _R(TypedDict):
    name: str | None
    layout: str
    dice: str
    marking: str


class UniverseJson(TypedDict):
    """The boards that a claim is about, in words and as data; ``values`` is null if a board may have any.

    ``contains`` are values that a board must have, ``fixed`` pairs of a cell and its value. ``distinct`` says that no
    board has a value twice, and ``distinct_values`` how many different ones each has, null for any number.
    """

    words: str
    boards: int
    values: list[int] | None
    contains: list[int]
    fixed: list[list[int]]
    distinct: bool
    distinct_values: int | None


class NamedRulesJson(_R):
    """Rules that have a name, with a sentence about them."""

    aliases: list[str]
    about: str
    lines: int
    symmetries: int


class RulesListJson(TypedDict):
    """The named rules."""

    rules: list[NamedRulesJson]


class ValueJson(TypedDict):
    """A value of the dice, and how likely it is."""

    value: int
    probability: NumberJson


class RulesDescriptionJson(_R):
    """Rules with their cells, lines, symmetries and the values of their dice."""

    about: str
    cells: int
    free: list[int]
    lines: list[list[int]]
    symmetries: int
    values: list[ValueJson]


class PositionJson(TypedDict):
    """A board and its marked cells."""

    board: ValuesJson
    marked: list[int]


class HeadJson(TypedDict):
    """The head of an answer about one position."""

    rules: RulesJson
    board: ValuesJson
    marked: list[int]


class BoardsJson(TypedDict):
    """The head of an answer about several positions."""

    rules: RulesJson
    boards: list[ValuesJson]
    marked: list[list[int]]


def rules_list_json(named: NamedRules) -> dict[str, Any]:
    """Return the named rules."""
    layouts = [(variant, variant.rules.layout) for variant in named.variants]
    listed = [shaped(NamedRulesJson, v, lines=len(at.lines), symmetries=symmetries(at).order) for v, at in layouts]
    return {"rules": listed}


def rules_description_json(described: RulesDescription) -> dict[str, Any]:
    """Return everything about one game."""
    rules, layout, dice = described.rules, described.rules.layout, described.rules.dice
    return shaped(
        RulesDescriptionJson,
        rules,
        name=rules.name or None,
        about=described.about,
        cells=layout.size,
        free=cells_of(layout.free),
        lines=map(cells_of, layout.lines),
        symmetries=symmetries(layout).order,
        values=[(value, dice.probability(value)) for value in dice.values],
    )
