"""Exact numbers, and the decimals shown beside them.

Rationals are gmpy2's ``mpq``, or plain ones that look the same where there is no gmpy2: here it is chosen. A value
that was computed in float64 stays a ``float``, so the type of a number says whether it is exact; ``Number`` is either.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, inf, isfinite, sqrt
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
        return number + 0.0  # -0.0 becomes 0.0, so that no zero is shown with a sign
    exact = as_rational(number)
    try:
        return int(exact.numerator) / int(exact.denominator)
    except OverflowError:
        return inf if exact > 0 else -inf


def text(number: Number | int) -> str:
    """Return ``p/q``, or ``p`` for a whole number; a float in its shortest form that reads back the same."""
    return repr(number) if isinstance(number, float) else str(number)


def nearest(number: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return a measured number with ``digits`` decimals, rounded to nearest; with ``plus``, positive ones get a sign.

    A number that rounds to zero has no sign. Bounds are printed by ``rounded_up`` and ``rounded_down`` instead.

    >>> nearest(as_rational("2/3"), 4, plus=True), nearest(-0.001, 2), nearest(as_rational("1/8"), 2)
    ('+0.6667', '0.00', '0.12')
    """
    return _decimals(number, digits, plus, round)


def rounded_up(bound: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return the smallest number with ``digits`` decimals that is not below an upper bound.

    >>> rounded_up(as_rational("10/3"), 4, plus=True), rounded_up(-0.001, 2), rounded_down(-0.001, 2)
    ('+3.3334', '0.00', '-0.01')
    """
    return _decimals(bound, digits, plus, ceil)


def rounded_down(bound: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return the largest number with ``digits`` decimals that is not above a lower bound."""
    return _decimals(bound, digits, plus, floor)


def digits_for(number: Number, figures: int) -> int:
    """Return how many decimals show a number with at least ``figures`` significant figures.

    >>> digits_for(12.3456, 3), digits_for(0.00123456, 3), digits_for(0.0, 3)
    (1, 5, 2)
    """
    return max(figures - 1 - _exponent(decimal(number)), 0)


def _exponent(number: float) -> int:
    """Return the power of ten of the first figure."""
    return int(f"{number:e}".partition("e")[2])


def error_text(bound: float, figures: int = 2) -> str:
    """Return an upper bound of an error with some significant figures, rounded up.

    >>> error_text(1.11e-14), error_text(1.101e-14), error_text(0.0)
    ('1.2e-14', '1.2e-14', '0')
    """
    if bound == 0:
        return "0"
    unit = Rational(10) ** (_exponent(bound) - figures + 1)
    return f"{decimal(ceil(Rational(bound) / unit) * unit):.{figures - 1}e}"


def _decimals(number: Number | int, digits: int, plus: bool, whole: Callable[[Rational], int]) -> str:
    """Return a decimal; ``whole`` makes a whole number of number · 10^digits."""
    if isinstance(number, float) and not isfinite(number):
        return f"{number:+}" if plus else str(number)
    chosen = int(whole(Rational(number) * 10**digits))
    sign = "-" if chosen < 0 else "+" if plus and chosen > 0 else ""
    before, after = divmod(abs(chosen), 10**digits)
    return f"{sign}{before}.{after:0{digits}}" if digits else f"{sign}{before}"


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
