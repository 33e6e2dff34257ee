"""The JSON form of typed objects, and the JSON Schema of their types: both derive from the same annotations.

A dataclass or a named tuple becomes a JSON object. The object's keys are the public fields, or the keys that the class
lists in ``_json_keys_``, separated by spaces. An entry ``key`` stands for the attribute of that name: a field, a
property or a method without arguments. An entry ``key=path.to.it`` follows a path of attributes. The annotation of an
attribute determines how its value is written:

- an exact number becomes ``{"exact": "11/2", "decimal": 5.5}``; ``exact`` is null for a ``Number`` in float64
- a tuple becomes a list, a mapping becomes an object, and an enum member becomes its value
- ``Asked[T]`` is omitted if it is None, ``AsText[T]`` becomes its ``str``, ``Measured`` is written like a ``Number``
- ``Annotated[float, 2]`` is rounded to 2 decimals
- an object with a ``_json_`` method is written as the result of that method, following the method's return annotation
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, reduce
from inspect import cleandoc, isfunction
from operator import attrgetter, itemgetter
from reprlib import repr as short
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from dicebingo.errors import InputError
from dicebingo.exact import N_co, NumberJson, number_json

NUMBERS = (Fraction, N_co)
T = TypeVar("T")
Json: TypeAlias = Any
"""A JSON value of any form; the type checker does not check how its parts are used."""
JsonObject: TypeAlias = dict[str, Json]
"""A JSON object, such as the answer to a question."""
Schema: TypeAlias = JsonObject
Writer = Callable[[Any], Json]
Reader = Callable[[Any], object]

OMITTED = "omitted if None"
Asked: TypeAlias = Annotated[T | None, OMITTED]
"""An optional part of an answer, present only if requested; the JSON omits it if it is None."""
AsText: TypeAlias = Annotated[T, str]
"""A value that is written to JSON as its ``str``."""
COMPARED = "only compared"
Compared: TypeAlias = Annotated[T, COMPARED]
"""A value that is later compared with the correct value, so ``expect_json`` accepts anything in its place."""
NUMBER = "a number"
Measured: TypeAlias = Annotated[float, NUMBER]
"""A float64 that is written to JSON like an exact number, with ``exact`` null."""


PLAIN: dict[object, Schema] = {
    bool: {"type": "boolean"},
    float: {"type": "number"},
    int: {"type": "integer"},
    object: {},
    str: {"type": "string"},
    type(None): {"type": "null"},
}


_NAMES: dict[object, str] = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    dict: "an object",
    list: "a list",
    object: "a value",
}
_ABSENT = object()


class Part(NamedTuple):
    """One key of a JSON object: the value's type, whether None is omitted, and how to read the value from an object."""

    kind: object
    optional: bool
    read: Reader


def to_json(value: object, kind: object = None) -> Json:
    """Return the JSON form of a value of type ``kind`` (by default, the value's own type).

    >>> to_json((Fraction(11, 2), None), tuple[Fraction | None, ...])
    [{'exact': '11/2', 'decimal': 5.5}, None]
    """
    return writer(type(value) if kind is None else kind)(value)


def to_dict(value: object) -> JsonObject:
    """Return a dataclass or a named tuple as a JSON object."""
    found: JsonObject = to_json(value)
    return found


def from_json(value: Json, kind: Any) -> Any:  # noqa: PLR0911  (a return for each kind of type)
    """Rebuild an object from its ``to_json`` form, without checks. The JSON keys of its class must be its field names.

    >>> from_json([{"exact": "11/2", "decimal": 5.5}, None], tuple[Fraction | None, ...])
    (Fraction(11, 2), None)
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return from_json(value, arguments[0])
    if value is None or kind in PLAIN or origin is Literal:
        return value
    if kind is Fraction or (Fraction in arguments and isinstance(value, dict)):
        return value["decimal"] if value["exact"] is None else Fraction(value["exact"])
    if origin in (Union, UnionType):
        return from_json(value, _expected(value, kind))
    if origin in (tuple, list):
        several = arguments[0] if origin is list or arguments[1:] == (...,) else None
        kinds = arguments if several is None else [several] * len(value)
        return origin(map(from_json, value, kinds))
    if hasattr(kind, "_from_json_"):
        return kind._from_json_(value)
    if issubclass(kind, Enum):
        return kind(value)
    return kind(**{key: from_json(value[key], part.kind) for key, part in parts_of(kind).items() if key in value})


def expect_json(value: Json, kind: object, whole: str, where: str = "") -> None:
    """Raise unless ``value``, which is untrusted JSON, matches the type ``kind``.

    In the error message, ``whole`` names the document and ``where`` is the path of ``value`` in it.

    Whole numbers must be between 0 and 2^63 - 1. Unknown keys are ignored.

    >>> expect_json({"word": 7}, NamedTuple("Named", [("word", str)]), "the example")
    Traceback (most recent call last):
    dicebingo.errors.InputError: the example, word: expected a string, got 7
    """
    kind = _expected(value, kind)
    origin, arguments = get_origin(kind), get_args(kind)
    known = list if origin in (tuple, list) else kind if kind in PLAIN else dict
    size = None if known is not list or origin is list or arguments[1:] == (...,) else len(arguments)
    fits = isinstance(value, Mapping) if known is dict else known is object or type(value) is known
    if known is int and fits:
        fits = 0 <= value < 1 << 63
    if not fits or value is _ABSENT or (size is not None and size != len(value)):
        got = "nothing" if value is _ABSENT else short(value)
        place = f"{whole}, {where}" if where else whole
        raise InputError(f"{place}: expected {_NAMES[known]}, got {got}")
    if known is list:
        for i, item in enumerate(value):
            expect_json(item, arguments[0] if size is None else arguments[i], whole, f"{where}[{i}]")
    elif known is dict:
        for key, part in parts_of(kind).items():
            if key in value or not part.optional:
                expect_json(value.get(key, _ABSENT), _present(part), whole, f"{where}.{key}".lstrip("."))


def _expected(value: Json, kind: object) -> object:
    """Return the type that a value should have, chosen from a union if necessary; ``object`` allows anything."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return object if COMPARED in arguments[1:] else _expected(value, arguments[0])
    if origin in (Union, UnionType):
        words = [word for part in arguments if get_origin(part) is Literal for word in get_args(part)]
        if (value is None and type(None) in arguments) or (isinstance(value, str) and value in words):
            return object
        others = (part for part in arguments if part is not type(None) and get_origin(part) is not Literal)
        return _expected(value, next(others))
    return _expected(value, _hint(kind, "_json_")) if hasattr(kind, "_json_") else kind


@cache
def writer(kind: object) -> Writer:  # noqa: PLR0911  (a return for each kind of type)
    """Return the function that writes values of a type as JSON."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _noted(*arguments)
    if kind in (bool, float, int, str):
        return kind  # the type is its own converter
    if origin is Literal or kind in PLAIN or kind is Any:
        return _same
    if kind in NUMBERS:
        return number_json
    if origin in (Union, UnionType):
        return _or_null(_one_of([part for part in arguments if part is not type(None)]))
    if origin in (tuple, list, Sequence):
        writers = [writer(part) for part in arguments if part is not ...]
        if origin is tuple and arguments[1:] != (...,):
            return lambda values: [write(value) for write, value in zip(writers, values, strict=True)]
        return lambda values: list(map(writers[0], values))
    if origin in (dict, Mapping):
        write = writer(arguments[1])
        return lambda values: {str(key): write(value) for key, value in values.items()}
    known: Any = origin or kind
    if issubclass(known, Enum):
        return attrgetter("value")
    if hasattr(known, "_json_"):
        write = writer(_hint(known, "_json_"))
        return lambda value: write(value._json_())
    return _object_writer(known)


def _noted(kind: object, *notes: Any) -> Writer:
    """Return the writer for an annotated type."""
    if NUMBER in notes:
        return number_json
    if isinstance(notes[0], int):
        return lambda value: round(value, notes[0])
    return _or_null(str) if str in notes else writer(kind)


def _same(value: Json) -> Json:
    return value


def _or_null(write: Writer) -> Writer:
    return lambda value: None if value is None else write(value)


def _one_of(kinds: list[object]) -> Writer:
    """Return the writer for a union without None.

    A value is written as the first matching type in the union. If the union contains ``Fraction``, floats are also
    written by ``number_json``.
    """
    if Fraction in kinds:
        others = [kind for kind in kinds if kind not in (Fraction, float)]
        write = _one_of(others) if others else number_json
        return lambda value: number_json(value) if isinstance(value, Fraction | float) else write(value)
    if len(kinds) == 1:
        return writer(kinds[0])
    options = [(_class(kind), kind) for kind in kinds]
    return lambda value: writer(next(kind for known, kind in options if isinstance(value, known)))(value)


def _class(kind: object) -> Any:
    origin = get_origin(kind)
    return type(get_args(kind)[0]) if origin is Literal else origin or kind


def _object_writer(kind: object) -> Writer:
    def write(value: object) -> JsonObject:
        found = ((key, read(value), optional, write) for key, read, optional, write in _part_writers(kind))
        return {key: write(part) for key, part, optional, write in found if not optional or part is not None}

    return write


@cache  # called only when an object is written, because a type may contain itself
def _part_writers(kind: object) -> list[tuple[str, Reader, bool, Writer]]:
    return [(key, part.read, part.optional, writer(part.kind)) for key, part in parts_of(kind).items()]


@cache
def parts_of(kind: object) -> dict[str, Part]:
    """Return the parts of a class's JSON object, by key."""
    if is_typeddict(kind):
        return {key: _item(key, hint) for key, hint in get_type_hints(kind, include_extras=True).items()}
    if is_dataclass(kind):
        names = " ".join(field.name for field in fields(kind) if not field.name.startswith("_"))
    else:
        names = " ".join(getattr(kind, "_fields", ()))
    found = {}
    for entry in getattr(kind, "_json_keys_", names).split():
        key, _, path = entry.partition("=")
        steps = (path or key).split(".")
        hint = reduce(_hint, steps, kind)
        found[key] = Part(hint, get_origin(hint) is Annotated and OMITTED in get_args(hint), _reader(kind, steps))
    if not found and not is_dataclass(kind):
        raise TypeError(f"{kind} has no JSON form")
    return found


def _item(key: str, hint: object) -> Part:
    """Return the part for a key of a ``TypedDict``, whose values are already JSON."""
    optional = get_origin(hint) is NotRequired
    return Part(get_args(hint)[0] if optional else hint, optional, itemgetter(key))


def _hint(kind: object, name: str) -> object:
    """Return the annotated type of an attribute of a class."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    kind = get_origin(kind) or kind
    found = getattr(kind, name, None)
    function = found if isfunction(found) else getattr(found, "fget", None) or getattr(found, "func", None)
    if function is not None:
        return get_type_hints(function, include_extras=True)["return"]
    found = get_type_hints(kind, include_extras=True)[name]
    return get_args(found)[0] if get_origin(found) is ClassVar else found


def _reader(kind: object, steps: list[str]) -> Reader:
    """Return a function that follows a path of attributes and calls the last one if it is a method."""
    read = attrgetter(".".join(steps))
    owner = reduce(_hint, steps[:-1], kind)
    return (lambda value: read(value)()) if isfunction(getattr(owner, steps[-1], None)) else read


class Schemas:
    """The JSON Schemas of types; ``components`` holds the schemas of the classes that they refer to, keyed by name.

    >>> schemas = Schemas()
    >>> schemas.of(dict[str, tuple[int | None, ...]])
    {'type': 'object', 'additionalProperties': {'type': 'array', 'items': {'type': ['integer', 'null']}}}
    """

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}
        self._types: dict[str, type] = {}

    def of(self, kind: object) -> Schema:  # noqa: PLR0911  (a return for each kind of type)
        """Return the schema of a type."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            known = NumberJson if NUMBER in arguments[1:] else arguments[0]
            return self.of(_as_text(known) if str in arguments[1:] else known)
        if kind in PLAIN:
            return PLAIN[kind]
        if kind in NUMBERS:
            return self.of(NumberJson)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin in (tuple, list, Sequence):
            if origin is tuple and arguments[1:] != (...,):
                size = len(arguments)
                parts = [self.of(part) for part in arguments]
                return {"type": "array", "prefixItems": parts, "minItems": size, "maxItems": size}
            return {"type": "array", "items": self.of(arguments[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        kind = origin or kind
        if not isinstance(kind, type):
            raise TypeError(f"{kind} has no JSON form")
        if issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        return self.of(_hint(kind, "_json_")) if hasattr(kind, "_json_") else self._component(kind)

    def _union(self, kinds: tuple[object, ...]) -> Schema:
        if Fraction in kinds:
            kinds = (NumberJson, *(kind for kind in kinds if kind not in (Fraction, float)))
        schemas = [self.of(kind) for kind in kinds]
        if len(schemas) == 1:
            return schemas[0]
        plain = all(schema.keys() == {"type"} for schema in schemas)
        return {"type": [schema["type"] for schema in schemas]} if plain else {"anyOf": schemas}

    def _component(self, kind: type) -> Schema:
        name = kind.__name__.removesuffix("Json")
        if self._types.setdefault(name, kind) is not kind:
            raise TypeError(f"two types are named {kind.__name__}: {kind} and {self._types[name]}")
        if name not in self.components:
            self.components[name] = {}  # a type may contain itself
            parts = parts_of(kind)
            about = cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("``", "`")
            self.components[name] = {
                "type": "object",
                **({"description": about} if about else {}),
                "properties": {key: self.of(_present(part)) for key, part in parts.items()},
                "required": [key for key, part in parts.items() if not part.optional],
            }
        return {"$ref": f"#/components/schemas/{name}"}


def _present(part: Part) -> object:
    """Return the type that a part has when it is present: its type without None."""
    if not part.optional or get_origin(part.kind) is not Annotated:
        return part.kind
    known, *marks = get_args(part.kind)
    some: object = Union[tuple(kind for kind in get_args(known) if kind is not type(None))]  # noqa: UP007  (computed)
    special: Any = Annotated
    return special[(some, *marks)]


def _as_text(kind: object) -> object:
    return str | None if type(None) in get_args(kind) else str
