"""Validation of arguments: a checked dataclass converts its fields to their annotated types, or raises ``InputError``.

Any integer type becomes a plain ``int``, an exact number becomes a ``Fraction``, the string form of a ``Word`` becomes
the word itself, and any list becomes a tuple. A bool is not accepted as a number, and a string is not accepted as a
list. Objects that compare equal therefore behave alike, and caches rely on this.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from math import isnan
from numbers import Real
from operator import is_
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from dicebingo.errors import InputError, Word, expect_type, listed, shown, whole_number
from dicebingo.exact import as_fraction

Convert = Callable[[Any], Any]


class Checked:
    """Base class of dataclasses that convert and check their fields when an object is created.

    Fields whose names begin with an underscore are not checked: they hold tables derived from the other fields.
    """

    __slots__ = ()
    __shallow__: tuple[str, ...] = ()
    """The names of fields that hold long tables. The items of these tables are not checked."""

    def __post_init__(self) -> None:
        kind: Any = type(self)
        for name, convert in _converters(kind):
            given = getattr(self, name)
            try:
                found = convert(given)
            except InputError as error:
                raise InputError(f"{type(self).__name__}, {name}: {error}") from None
            if found is not given:
                object.__setattr__(self, name, found)


@cache
def _converters(kind: Any) -> tuple[tuple[str, Convert], ...]:
    """Return the public fields of a dataclass, each with the function that converts and checks its value."""
    hints, fields = get_type_hints(kind), kind.__dataclass_fields__
    public = (name for name in fields if not name.startswith("_"))
    return tuple((name, _table if name in kind.__shallow__ else _converter(hints[name])) for name in public)


def _converter(kind: object) -> Convert:  # noqa: PLR0911  (a case for each kind of type)
    """Return the function that converts a value to the type ``kind``, and raises if it cannot."""
    if isinstance(kind, TypeVar):
        kind = kind.__bound__
    origin, parts = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin in (Union, UnionType):
        return partial(_one_of, tuple((part, _converter(part)) for part in parts))
    if origin is tuple:
        several = _converter(parts[0]) if parts[1:] == (...,) else None
        return partial(_each, several) if several else partial(_together, tuple(map(_converter, parts)))
    if origin is Callable:
        return _function
    known = origin or kind
    if not isinstance(known, type) or known is object:
        return _anything
    if issubclass(known, Word):
        return known.parse
    if issubclass(known, Enum):
        return partial(_member, known)
    if getattr(known, "_is_protocol", False):
        return partial(_capable, known)
    return partial(_instance, known)


def _one_of(options: tuple[tuple[object, Convert], ...], value: object) -> object:
    """Convert a value to the first type in a union that accepts it.

    A value that already has one of the types is returned unchanged.
    """
    if any(type(value) is kind for kind, _ in options):
        return value
    refusals = {}
    for kind, convert in options:
        try:
            return convert(value)
        except InputError as error:
            refusals[kind] = str(error).removeprefix("expected ").partition(", got ")[0]
    if Fraction in refusals:  # the message for fractions covers whole numbers too
        refusals = {Fraction: refusals[Fraction]}
    raise InputError(f"expected {' or '.join(refusals.values())}, got {shown(value)}")


def _each(convert: Convert, values: object) -> tuple[object, ...]:
    given = _as_tuple(values)
    found = tuple(map(convert, given))
    return given if all(map(is_, found, given)) else found


def _together(converts: tuple[Convert, ...], values: object) -> tuple[object, ...]:
    given = _as_tuple(values)
    if len(given) != len(converts):
        raise InputError(f"expected a list of {len(converts)} items, got {shown(values)}")
    return tuple(convert(value) for convert, value in zip(converts, given, strict=True))


def _table(values: object) -> tuple[object, ...] | None:
    return None if values is None else _as_tuple(values)


def _as_tuple(values: object) -> tuple[object, ...]:
    return values if type(values) is tuple else tuple(listed(values, "values"))


def _text(value: object) -> str:
    expect_type(value, str)
    return str(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"expected True or False, got {shown(value)}")
    return value


def _real(value: object) -> float:
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            found = float(value)
            if not isnan(found):
                return found
    except OverflowError:
        pass
    raise InputError(f"expected a number, got {shown(value)}")


def _nothing(value: object) -> None:
    if value is not None:
        raise InputError(f"expected None, got {shown(value)}")


def _function(value: object) -> object:
    if not callable(value) or isinstance(value, type):
        raise InputError(f"expected a function, got {shown(value)}")
    return value


def _member(kind: type[Enum], value: object) -> object:
    if isinstance(value, str):
        value = next((member for member in kind if member.value == value), value)
    return _instance(kind, value)


def _capable(protocol: type, value: object) -> object:
    """Return ``value`` if it has all methods of the ``protocol``; classes and arrays are refused."""
    names = [name for name in dir(protocol) if not name.startswith("_")]
    if isinstance(value, type) or hasattr(value, "dtype") or not all(hasattr(value, name) for name in names):
        raise InputError(f"expected an object with {', '.join(names)}, got {shown(value)}")
    return value


def _instance(kind: type, value: object) -> object:
    expect_type(value, kind)
    if getattr(value, "ndim", 1) == 0:
        raise InputError(f"expected an array of several values, got {shown(value)}")
    return value


def _anything(value: object) -> object:
    return value


PLAIN: dict[object, Convert] = {
    int: partial(whole_number, expected="a whole number"),
    float: _real,
    str: _text,
    bool: _flag,
    None: _nothing,
    type(None): _nothing,
    Fraction: as_fraction,
    Any: _anything,
}
