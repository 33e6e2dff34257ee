"""Schemas of types: what they say, and what they refuse."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import pytest

from dicebingo.web.openapi import Shapes
from tests.web.server import DESCRIPTION


class InnerJson(TypedDict):
    """A part, with ``code``."""

    word: Literal["a", "b"] | None


class OuterJson(InnerJson):
    parts: list[OuterJson]
    named: dict[str, InnerJson | int]
    left_out: NotRequired[float]


def test_objects_become_components() -> None:
    shapes = Shapes()
    assert shapes.of(OuterJson) == {"$ref": "#/components/schemas/Outer"}
    inner = {"$ref": "#/components/schemas/Inner"}
    word = {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}
    assert shapes.components == {
        "Outer": {
            "type": "object",
            "properties": {
                "word": word,
                "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Outer"}},
                "named": {"type": "object", "additionalProperties": {"anyOf": [inner, {"type": "integer"}]}},
                "left_out": {"type": "number"},
            },
            "required": ["word", "parts", "named"],
        },
        "Inner": {
            "type": "object",
            "description": "A part, with `code`.",
            "properties": {"word": word},
            "required": ["word"],
        },
    }


@pytest.mark.parametrize("kind", [tuple[int, ...], set[str], bytes, dict[int, str]])
def test_what_is_not_a_type_of_json_is_refused(kind: object) -> None:
    with pytest.raises(TypeError, match="expected a type of JSON"):
        Shapes().of(kind)


def test_two_types_of_the_same_name_are_refused() -> None:
    shapes = Shapes()
    shapes.of(InnerJson)
    with pytest.raises(TypeError, match="expected one type named InnerJson"):
        shapes.of(TypedDict("InnerJson", {"other": int}))  # type: ignore[operator]


def test_every_component_is_described_and_named_without_its_ending() -> None:
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        assert not name.endswith("Json")
        assert schema["description"]
