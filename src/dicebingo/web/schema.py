"""The shape of questions: a small part of JSON Schema, from which the description is made and by which bodies are read.

Both uses have the same source, so the description cannot promise what the server does not check. Known keywords are
``type``, ``enum``, ``anyOf``, ``properties``, ``required``, ``items`` and the bounds of texts, numbers and lists; an
object takes no further keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from dicebingo.errors import InputError, quote

__all__ = [
    "Schema",
    "boolean",
    "either",
    "integer",
    "items",
    "name_of",
    "one_of",
    "read",
    "read_query",
    "record",
    "text",
]

Schema: TypeAlias = dict[str, Any]

QUESTION = "the question"

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def text(description: str, longest: int, **more: Any) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description, "maxLength": longest, **more}


def integer(description: str, low: int, high: int, **more: Any) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "description": description, "minimum": low, "maximum": high, **more}


def boolean(description: str, *, default: bool) -> Schema:
    """Return the schema of a yes or no."""
    return {"type": "boolean", "description": description, "default": default}


def one_of(description: str, *values: str) -> Schema:
    """Return the schema of a word; the first is the default."""
    return {"type": "string", "description": description, "enum": list(values), "default": values[0]}


def items(description: str, item: Schema, low: int, high: int, **more: Any) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "description": description, "items": item, "minItems": low, "maxItems": high, **more}


def either(description: str, *schemas: Schema) -> Schema:
    """Return the schema of something that has one of several shapes."""
    return {"description": description, "anyOf": list(schemas)}


def record(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object with these keys and no others."""
    shape: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**shape, "required": list(required)} if required else shape


def read(value: Any, schema: Schema, where: str = QUESTION) -> Any:
    """Return a value as its schema describes it, with the defaults of keys that were left out; raise if it cannot be.

    >>> shape = record({"roll": integer("A roll.", 0, 9), "why": boolean("Reasons.", default=False)})
    >>> read({"roll": 7.0}, shape)
    {'why': False, 'roll': 7}
    >>> read({"roll": "7"}, shape)
    Traceback (most recent call last):
    dicebingo.errors.InputError: roll: expected a whole number, got the text '7'
    """
    if "anyOf" in schema:
        return _read_any(value, schema["anyOf"], where)
    kind = schema["type"]
    if not _has_type(value, kind):
        raise InputError(f"{where}: expected {_NAMES[kind]}, got {name_of(value)}")
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(f"{where}: expected {' or '.join(schema['enum'])}, got {quote(value)}")
    return _READERS[kind](value, schema, where) if kind in _READERS else value


def _read_any(value: Any, schemas: Sequence[Schema], where: str) -> Any:
    # The shapes to choose from have different types.
    fitting = next((schema for schema in schemas if _has_type(value, schema["type"])), None)
    if fitting is None:
        expected = " or ".join(_NAMES[schema["type"]] for schema in schemas)
        raise InputError(f"{where}: expected {expected}, got {name_of(value)}")
    return read(value, fitting, where)


def _has_type(value: Any, kind: str) -> bool:
    if isinstance(value, bool):  # which Python takes for an integer
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):  # 7.0 is a whole number in JSON
        return value.is_integer()
    return isinstance(value, _TYPES[kind])


_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def name_of(value: Any) -> str:
    """Return what a JSON value is, for a message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return f"the text {quote(value)}" if isinstance(value, str) else f"the number {quote(value)}"


def _object(value: dict[str, Any], schema: Schema, where: str) -> dict[str, Any]:
    known = schema["properties"]
    for key in schema.get("required", ()):
        if key not in value:
            raise InputError(f"{where}: expected the key {key}, got none")
    result = {key: shape["default"] for key, shape in known.items() if "default" in shape}
    for key, part in value.items():
        if key not in known:
            raise InputError(f"{where}: expected keys among {', '.join(known)}, got {quote(key)}")
        result[key] = read(part, known[key], key if where == QUESTION else f"{where}, {key}")
    return result


def _list(value: list[Any], schema: Schema, where: str) -> list[Any]:
    low, high = schema["minItems"], schema["maxItems"]
    if not low <= len(value) <= high:
        raise InputError(f"{where}: expected {low} to {high} of them, got {len(value)}")
    return [read(part, schema["items"], f"{where}, number {number}") for number, part in enumerate(value)]


def _string(value: str, schema: Schema, where: str) -> str:
    if len(value) > schema.get("maxLength", len(value)):
        raise InputError(f"{where}: expected at most {schema['maxLength']} characters, got {len(value)}")
    return value


def _number(value: float, schema: Schema, where: str) -> float:
    if not schema["minimum"] <= value <= schema["maximum"]:
        raise InputError(f"{where}: expected {schema['minimum']} to {schema['maximum']}, got {quote(value)}")
    return value


_READERS: dict[str, Callable[[Any, Schema, str], Any]] = {
    "object": _object,
    "array": _list,
    "string": _string,
    "integer": lambda value, schema, where: int(_number(value, schema, where)),
    "number": _number,
}


def read_query(pairs: Iterable[tuple[str, str]], schema: Schema) -> dict[str, Any]:
    """Return the question in a URL: the same keys as a JSON question has, with numbers and words as texts.

    >>> read_query([("roll", "7")], record({"roll": integer("A roll.", 0, 9)}))
    {'roll': 7}
    """
    question: dict[str, Any] = {}
    for key, value in pairs:
        shape = schema["properties"].get(key, {})
        if shape.get("type") == "array":
            question.setdefault(key, []).append(_from_text(key, value, shape["items"]))
        elif key in question:
            raise InputError(f"{key}: expected it once, got it again")
        else:
            question[key] = _from_text(key, value, shape)
    found: dict[str, Any] = read(question, schema)
    return found


def _from_text(key: str, value: str, shape: Schema) -> Any:
    kind = shape.get("type")
    if kind == "integer":
        if not re.fullmatch(r"-?[0-9]{1,19}", value):
            raise InputError(f"{key}: expected a whole number, got {quote(value)}")
        return int(value)
    if kind == "boolean":
        return {"true": True, "false": False}.get(value, value)
    return value
