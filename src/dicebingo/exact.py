"""Exact numbers, and the decimals shown beside them.

Rationals are gmpy2's ``mpq``. A value that was computed in float64 stays a ``float``, so the type of a number
says whether it is exact; ``Number`` is either.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt
from typing import Any, TypeAlias

from gmpy2 import mpq

__all__ = ["Number", "Rational", "as_rational", "decimal", "number_json", "root_json", "text"]

Rational: TypeAlias = mpq
Number: TypeAlias = mpq | float


def as_rational(number: int | str | Fraction | Rational) -> Rational:
    """Return an exact number as a rational; a float is refused, because its decimals are not exact.

    >>> as_rational("11/2")
    mpq(11,2)
    """
    if isinstance(number, float):
        raise TypeError(f"expected an exact number (int, Fraction, mpq or 'p/q'), got the float {number!r}")
    return mpq(number)


def decimal(number: Number | int) -> float:
    """Return the nearest float64: division of Python integers rounds correctly, ``float(mpq)`` only of late."""
    if isinstance(number, float):
        return number
    number = mpq(number)
    try:
        return int(number.numerator) / int(number.denominator)
    except OverflowError:
        return inf if number > 0 else -inf


def text(number: Number | int) -> str:
    """Return ``p/q``, or ``p`` for a whole number; a float in its shortest form that reads back the same."""
    return repr(number) if isinstance(number, float) else str(number)


def number_json(number: Number | int) -> dict[str, Any]:
    """Return the JSON form of a number; ``exact`` is null for one that was computed in float64.

    >>> number_json(as_rational("11/2"))
    {'exact': '11/2', 'decimal': 5.5}
    """
    return {"exact": None if isinstance(number, float) else text(number), "decimal": decimal(number)}


def root_json(square: Number) -> dict[str, Any]:
    """Return the JSON form of the square root of a number.

    >>> root_json(as_rational("9/4"))
    {'exact': 'sqrt(9/4)', 'decimal': 1.5}
    """
    exact = None if isinstance(square, float) else f"sqrt({text(square)})"
    return {"exact": exact, "decimal": sqrt(decimal(square))}
