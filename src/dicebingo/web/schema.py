"""The schemas that document and check questions, in a small subset of JSON Schema.

The documentation and the checks use the same schemas, so everything documented is also checked. The supported keywords
are ``type``, ``enum``, ``anyOf``, ``properties``, ``required``, ``items`` and the bounds of strings, numbers and lists.
A question with a key that its schema does not list is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from dicebingo.errors import InputError, quote
from dicebingo.json_form import Json, JsonObject, Schema

QUESTION = "the question"

_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "object": ((dict,), "an object"),
    "array": ((list,), "a list"),
    "string": ((str,), "a string"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "boolean": ((bool,), "true or false"),
    "null": ((type(None),), "null"),
}
"""The JSON types, with their Python types and their names in messages."""


def text(description: str, longest: int, **more: object) -> Schema:
    """Return the schema of a string."""
    return {"type": "string", "description": description, "maxLength": longest, **more}


def integer(description: str, low: int, high: int, **more: object) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "description": description, "minimum": low, "maximum": high, **more}


def boolean(description: str, *, default: bool) -> Schema:
    """Return the schema of a boolean."""
    return {"type": "boolean", "description": description, "default": default}


def one_of(description: str, *values: str) -> Schema:
    """Return the schema of a choice among words; the first word is the default."""
    return {"type": "string", "description": description, "enum": list(values), "default": values[0]}


def items(description: str, item: Schema, low: int, high: int, **more: object) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "description": description, "items": item, "minItems": low, "maxItems": high, **more}


def either(description: str, *schemas: Schema) -> Schema:
    """Return the schema of a value that matches one of several schemas."""
    return {"description": description, "anyOf": list(schemas)}


def record(*required: str, **properties: Schema) -> Schema:
    """Return the schema of an object with these keys and no others."""
    shape: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**shape, "required": list(required)} if required else shape


def read_json(text: str) -> Json:
    """Parse JSON; unlike Python's parser, refuse NaN and Infinity."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The text is not valid JSON: {error}.") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read(value: Json, schema: Schema, where: str = QUESTION) -> Json:
    """Return ``value`` with the defaults of missing keys filled in; raise an error if it does not fit ``schema``.

    >>> shape = record(roll=integer("A roll.", 0, 9), why=boolean("Reasons.", default=False))
    >>> read({"roll": 7.0}, shape)
    {'why': False, 'roll': 7}
    >>> read({"roll": "7"}, shape)
    Traceback (most recent call last):
    dicebingo.errors.InputError: roll: expected a whole number, got the string '7'
    """
    if "anyOf" in schema:  # the alternatives have different types
        schemas = schema["anyOf"]
        fitting = next((one for one in schemas if _has_type(value, one["type"])), None)
        if fitting is None:
            expected = " or ".join(_KINDS[one["type"]][1] for one in schemas)
            raise InputError(f"{where}: expected {expected}, got {_name_of(value)}")
        return read(value, fitting, where)
    kind = schema["type"]
    if not _has_type(value, kind):
        raise InputError(f"{where}: expected {_KINDS[kind][1]}, got {_name_of(value)}")
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(f"{where}: expected {' or '.join(schema['enum'])}, got {quote(value)}")
    if kind in ("object", "array"):
        return (_object if kind == "object" else _list)(value, schema, where)
    if kind == "string" and len(value) > schema.get("maxLength", len(value)):
        raise InputError(f"{where}: expected at most {schema['maxLength']} characters, got {len(value)}")
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        raise InputError(f"{where}: expected {schema['minimum']} to {schema['maximum']}, got {quote(value)}")
    return int(value) if kind == "integer" else value


def _has_type(value: Json, kind: str) -> bool:
    if isinstance(value, bool):  # a bool is an int in Python
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):  # 7.0 is a whole number in JSON
        return value.is_integer()
    return isinstance(value, _KINDS[kind][0])


def _name_of(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return f"the string {quote(value)}" if isinstance(value, str) else f"the number {quote(value)}"


def _object(value: JsonObject, schema: Schema, where: str) -> JsonObject:
    known = schema["properties"]
    for key in schema.get("required", ()):
        if key not in value:
            raise InputError(f"{where}: the key {key} is missing")
    result = {key: shape["default"] for key, shape in known.items() if "default" in shape}
    for key, part in value.items():
        if key not in known:
            raise InputError(f"{where}: unknown key {quote(key)}; the keys are {', '.join(known)}")
        result[key] = read(part, known[key], key if where == QUESTION else f"{where}, {key}")
    return result


def _list(value: list[Json], schema: Schema, where: str) -> list[Json]:
    low, high = schema["minItems"], schema["maxItems"]
    if not low <= len(value) <= high:
        raise InputError(f"{where}: expected {low} to {high} items, got {len(value)}")
    return [read(part, schema["items"], f"{where}, number {number}") for number, part in enumerate(value)]


def read_query(pairs: Iterable[tuple[str, str]], schema: Schema) -> JsonObject:
    """Return the question in a URL's query, which has the same keys as a JSON question, but all values are strings.

    >>> read_query([("roll", "7")], record(roll=integer("A roll.", 0, 9)))
    {'roll': 7}
    """
    question: JsonObject = {}
    for key, value in pairs:
        shape = schema["properties"].get(key, {})
        if shape.get("type") == "array":
            question.setdefault(key, []).append(_from_text(key, value, shape["items"]))
        elif key in question:
            raise InputError(f"{key}: expected one value, got several")
        else:
            question[key] = _from_text(key, value, shape)
    found: JsonObject = read(question, schema)
    return found


def _from_text(key: str, value: str, shape: Schema) -> Json:
    kind = shape.get("type")
    if kind == "integer":
        if not re.fullmatch(r"-?[0-9]{1,19}", value):
            raise InputError(f"{key}: expected a whole number, got {quote(value)}")
        return int(value)
    if kind == "boolean":
        return {"true": True, "false": False}.get(value, value)
    return value
