"""Exact numbers, and the decimals shown beside them.

Rationals are gmpy2's ``mpq``, or plain ones that look the same where there is no gmpy2: here it is chosen. A value
that was computed in float64 stays a ``float``, so the type of a number says whether it is exact; ``Number`` is either.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import inf, sqrt
from operator import index
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from dicebingo.errors import InputError, shown

try:
    import gmpy2 as arithmetic
except ModuleNotFoundError:  # as in a browser
    from dicebingo import plain as arithmetic

if TYPE_CHECKING:  # gmpy2 has no types; its rationals can do what those of the standard library can
    Rational: TypeAlias = Fraction
else:
    Rational = arithmetic.mpq
mpz, iroot = arithmetic.mpz, arithmetic.iroot
Number: TypeAlias = Rational | float

_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]+)?")


def as_rational(number: int | str | Fraction | Rational) -> Rational:
    """Return an exact number as a rational; a float is refused, because its decimals are not exact.

    >>> as_rational("11/2")
    mpq(11,2)
    """
    if type(number) is Rational:
        return number
    try:
        if isinstance(number, str) and _TEXT.fullmatch(number):
            return Rational(str(number))
        if not isinstance(number, str | bool):
            return Rational(number if isinstance(number, Fraction | Decimal | Rational) else index(number))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        pass
    raise InputError(f"expected an exact number such as 2, Fraction(1, 3) or '1/3', got {shown(number)}")


def decimal(number: Number | int) -> float:
    """Return the nearest float64: dividing Python integers rounds correctly, unlike ``float(mpq)`` in older gmpy2."""
    if isinstance(number, float):
        return number
    exact = as_rational(number)
    try:
        return int(exact.numerator) / int(exact.denominator)
    except OverflowError:
        return inf if exact > 0 else -inf


def text(number: Number | int) -> str:
    """Return ``p/q``, or ``p`` for a whole number; a float in its shortest form that reads back the same."""
    return repr(number) if isinstance(number, float) else str(number)


class NumberJson(TypedDict):
    """An exact number and the nearest float64; ``exact`` is null for one that was computed in float64."""

    exact: str | None
    decimal: float


def number_json(number: Number | int) -> NumberJson:
    """Return the JSON form of a number; ``exact`` is null for one that was computed in float64.

    >>> number_json(as_rational("11/2"))
    {'exact': '11/2', 'decimal': 5.5}
    """
    return {"exact": None if isinstance(number, float) else text(number), "decimal": decimal(number)}


def root_json(square: Number) -> NumberJson:
    """Return the JSON form of the square root of a number.

    >>> root_json(as_rational("9/4"))
    {'exact': 'sqrt(9/4)', 'decimal': 1.5}
    """
    exact = None if isinstance(square, float) else f"sqrt({text(square)})"
    return {"exact": exact, "decimal": sqrt(decimal(square))}
