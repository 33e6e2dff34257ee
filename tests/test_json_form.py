"""The JSON of typed objects agrees with the schemas of their types, and unsupported types are rejected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple, NotRequired, TypedDict

import pytest

from dicebingo.exact import Number
from dicebingo.json_form import Asked, AsText, Schemas, to_json


class Colour(Enum):
    RED = "red"


class Inner(NamedTuple):
    """A description with ``code``.

    This paragraph is not part of the description.
    """

    word: Literal["a", "b"] | None


@dataclass(frozen=True)
class Outer:
    _json_keys_ = "word=inner.word kind total parts named asked text colour numbers pair"
    kind: ClassVar[Literal["outer"]] = "outer"

    inner: Inner
    parts: tuple[Outer, ...]
    named: Mapping[int, Inner | int]
    text: AsText[Fraction]
    colour: Colour
    numbers: list[Number | None]
    pair: tuple[Fraction, int]
    asked: Asked[float] = None
    _hidden: int = 0

    def total(self) -> int:
        return len(self.parts)


class Listed(TypedDict):
    """Data that is already in JSON form."""

    name: str
    about: NotRequired[str]


LEAF = Outer(Inner("a"), (), {7: Inner(None), 8: 8}, Fraction(1, 2), Colour.RED, [0.5, None], (Fraction(1, 3), 3))
LEAF_JSON = {
    "word": "a",
    "kind": "outer",
    "total": 0,
    "parts": [],
    "named": {"7": {"word": None}, "8": 8},
    "text": "1/2",
    "colour": "red",
    "numbers": [{"exact": None, "decimal": 0.5}, None],
    "pair": [{"exact": "1/3", "decimal": 1 / 3}, 3],
}


def test_annotations_determine_how_values_are_written() -> None:
    assert to_json(LEAF) == LEAF_JSON
    assert list(to_json(LEAF)) == list(LEAF_JSON)
    root = Outer(LEAF.inner, (LEAF,), {}, LEAF.text, LEAF.colour, [Fraction(2)], LEAF.pair, asked=1)
    found = to_json(root)
    assert (found["total"], found["parts"], found["asked"]) == (1, [LEAF_JSON], 1.0)
    assert found["numbers"] == [{"exact": "2", "decimal": 2.0}]


def test_classes_become_components_of_the_schema() -> None:
    schemas = Schemas()
    assert schemas.of(Outer) == {"$ref": "#/components/schemas/Outer"}
    inner, number = ({"$ref": f"#/components/schemas/{name}"} for name in ("Inner", "Number"))
    word = {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}
    assert schemas.components["Outer"]["properties"] == {
        "word": word,
        "kind": {"enum": ["outer"]},
        "total": {"type": "integer"},
        "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Outer"}},
        "named": {"type": "object", "additionalProperties": {"anyOf": [inner, {"type": "integer"}]}},
        "asked": {"type": "number"},
        "text": {"type": "string"},
        "colour": {"enum": ["red"]},
        "numbers": {"type": "array", "items": {"anyOf": [number, {"type": "null"}]}},
        "pair": {"type": "array", "prefixItems": [number, {"type": "integer"}], "minItems": 2, "maxItems": 2},
    }
    assert "asked" not in schemas.components["Outer"]["required"]
    assert schemas.components["Inner"] == {
        "type": "object",
        "description": "A description with `code`.",
        "properties": {"word": word},
        "required": ["word"],
    }


def test_data_that_is_already_json_is_described_by_its_keys() -> None:
    schemas = Schemas()
    schemas.of(list[Listed])
    assert schemas.components["Listed"]["required"] == ["name"]


@pytest.mark.parametrize("kind", [set[str], bytes, object()])
def test_a_type_without_json_is_rejected(kind: object) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        Schemas().of(kind)


def test_two_types_with_the_same_name_are_rejected() -> None:
    schemas = Schemas()
    schemas.of(Inner)
    with pytest.raises(TypeError, match="two types are named Inner"):
        schemas.of(NamedTuple("Inner", [("other", int)]))
