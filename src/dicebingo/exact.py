"""Exact numbers, and the decimals shown next to them.

An exact number is a ``Fraction``, and a number computed in float64 is a ``float``: the type shows whether a number is
exact. ``Number`` stands for either type. Long exact computations use ``mpq``, gmpy2's rational type, which is several
times faster. Internal functions may return an ``mpq``, but public functions such as ``solve`` convert their results
with ``fraction``, so answers contain no ``mpq``. Without gmpy2, as in a browser, ``mpq`` is ``Fraction``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import ceil, floor, inf, isfinite, sqrt
from numbers import Rational as AnyRational
from operator import index
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias, TypedDict, TypeVar

from dicebingo.errors import InputError, shown
from dicebingo.question import Doc, question

if TYPE_CHECKING:  # gmpy2 has no type hints

    class mpq:  # noqa: N801  (gmpy2's name)
        """gmpy2's type of rational numbers; arithmetic with a ``Fraction`` returns an ``mpq``."""

        numerator: int
        denominator: int

        def __init__(self, numerator: Exact | float | str = 0, denominator: int = 1) -> None: ...
        def __add__(self, other: Exact) -> mpq: ...
        def __radd__(self, other: Exact) -> mpq: ...
        def __sub__(self, other: Exact) -> mpq: ...
        def __rsub__(self, other: Exact) -> mpq: ...
        def __mul__(self, other: Exact) -> mpq: ...
        def __rmul__(self, other: Exact) -> mpq: ...
        def __truediv__(self, other: Exact) -> mpq: ...
        def __rtruediv__(self, other: Exact) -> mpq: ...
        def __pow__(self, other: int) -> mpq: ...
        def __neg__(self) -> mpq: ...
        def __abs__(self) -> mpq: ...
        def __bool__(self) -> bool: ...
        def __float__(self) -> float: ...
        def __eq__(self, other: object) -> bool: ...
        def __hash__(self) -> int: ...
        def __lt__(self, other: Exact) -> bool: ...
        def __le__(self, other: Exact) -> bool: ...
        def __gt__(self, other: Exact) -> bool: ...
        def __ge__(self, other: Exact) -> bool: ...

else:

    def mpq(*number: object) -> object:
        """Return a gmpy2 rational. The first call imports gmpy2; solving a board exactly does not need it."""
        return _rational()(*number)

    @cache
    def _rational() -> type:
        try:
            return import_module("gmpy2").mpq
        except ModuleNotFoundError:  # gmpy2 is not available in a browser
            return Fraction


Exact: TypeAlias = "int | Fraction | mpq"
Number: TypeAlias = Fraction | float
if TYPE_CHECKING:  # a type variable with a default needs Python 3.13
    from typing_extensions import TypeVar as TypeVarWithDefault

    N_co = TypeVarWithDefault("N_co", bound=Number, covariant=True, default=Number)
else:
    N_co = TypeVar("N_co", bound=Number, covariant=True)

_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]+)?")


def as_fraction(number: int | str | Fraction | Decimal) -> Fraction:
    """Return an exact number as a fraction. Raise for a float, because it may have been rounded.

    >>> as_fraction("11/2")
    Fraction(11, 2)
    """
    if type(number) is Fraction:
        return number
    if type(number) is int:
        return Fraction(number)
    try:
        if isinstance(number, str) and _TEXT.fullmatch(number):
            return Fraction(str(number))
        if isinstance(number, AnyRational) and not isinstance(number, bool):  # numpy's integers would overflow
            return Fraction(int(number.numerator), int(number.denominator))
        if not isinstance(number, str | bool):
            return Fraction(number if isinstance(number, Decimal) else index(number))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        pass
    raise InputError(f"expected an exact number such as 2, Fraction(1, 3) or '1/3', got {shown(number)}")


def fraction(number: Exact) -> Fraction:
    """Convert a rational number that is already in lowest terms to a ``Fraction``.

    >>> fraction(mpq(6, 4))
    Fraction(3, 2)
    """
    if type(number) is Fraction:
        return number
    found = object.__new__(Fraction)
    # Fraction() would compute the greatest common divisor again.
    numerator, denominator = int(number.numerator), int(number.denominator)
    found._numerator, found._denominator = numerator, denominator  # type: ignore[attr-defined]  # not in the stubs
    return found


def ratio(numerator: Exact, denominator: int) -> Fraction:
    """Return ``numerator / denominator``, an entry of a table whose entries share a denominator.

    If the numerator is an ``int``, gmpy2 is not imported.

    >>> ratio(6, 4)
    Fraction(3, 2)
    """
    return Fraction(numerator, denominator) if type(numerator) is int else fraction(mpq(numerator) / denominator)


def fractions(numbers: Iterable[Exact]) -> tuple[Fraction, ...]:
    """Convert rational numbers in lowest terms to fractions."""
    return tuple(map(fraction, numbers))


@question
def decimal(number: Annotated[Number | int, Doc("An exact number, or a float.")]) -> float:
    """Return the nearest float64; a number that is too large becomes infinite."""
    if isinstance(number, float):
        return number + 0.0  # -0.0 becomes 0.0, so that zero is never shown with a sign
    exact = as_fraction(number)
    try:
        return float(exact)
    except OverflowError:
        return inf if exact > 0 else -inf


def text(number: Number | int) -> str:
    """Return an exact number as ``p/q`` or ``p``, and a float in the shortest form that Python reads back unchanged."""
    if isinstance(number, float):
        return repr(number)
    parts = [number.numerator, number.denominator][: 1 if number.denominator == 1 else 2]
    return "/".join(f"{Decimal(int(part)):f}" for part in parts)  # str refuses more than 4,300 digits


def nearest(number: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return ``number`` rounded to the nearest value with ``digits`` decimals.

    With ``plus``, positive numbers get a sign. A number that rounds to zero never has a sign. Bounds must be rounded by
    ``rounded_up`` or ``rounded_down`` instead.

    >>> nearest(as_fraction("2/3"), 4, plus=True), nearest(-0.001, 2), nearest(as_fraction("1/8"), 2)
    ('+0.6667', '0.00', '0.12')
    """
    return _decimals(number, digits, plus, round)


def rounded_up(bound: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return an upper bound, rounded up to ``digits`` decimals.

    >>> rounded_up(as_fraction("10/3"), 4, plus=True), rounded_up(-0.001, 2), rounded_down(-0.001, 2)
    ('+3.3334', '0.00', '-0.01')
    """
    return _decimals(bound, digits, plus, ceil)


def rounded_down(bound: Number | int, digits: int, *, plus: bool = False) -> str:
    """Return a lower bound, rounded down to ``digits`` decimals."""
    return _decimals(bound, digits, plus, floor)


def digits_for(number: Number, figures: int) -> int:
    """Return the number of decimals needed to show ``number`` with at least ``figures`` significant figures.

    >>> digits_for(12.3456, 3), digits_for(0.00123456, 3), digits_for(0.0, 3)
    (1, 5, 2)
    """
    return max(figures - 1 - _exponent(decimal(number)), 0)


def _exponent(number: float) -> int:
    """Return the decimal exponent of ``number``'s first significant figure."""
    return int(f"{number:e}".partition("e")[2])


def error_text(bound: float, figures: int = 2) -> str:
    """Return an error bound with ``figures`` significant figures, rounded up.

    >>> error_text(1.11e-14), error_text(1.101e-14), error_text(0.0)
    ('1.2e-14', '1.2e-14', '0')
    """
    if bound == 0:
        return "0"
    unit = Fraction(10) ** (_exponent(bound) - figures + 1)
    return f"{decimal(ceil(Fraction(bound) / unit) * unit):.{figures - 1}e}"


def _decimals(number: Number | int, digits: int, plus: bool, whole: Callable[[Fraction], int]) -> str:
    """Return a number with ``digits`` decimals; ``whole`` rounds number · 10^digits to an integer."""
    if isinstance(number, float) and not isfinite(number):
        return f"{number:+}" if plus else str(number)
    chosen = int(whole(Fraction(number) * 10**digits))
    sign = "-" if chosen < 0 else "+" if plus and chosen > 0 else ""
    before, after = divmod(abs(chosen), 10**digits)
    return f"{sign}{before}.{after:0{digits}}" if digits else f"{sign}{before}"


class NumberJson(TypedDict):
    """An exact number and the nearest float64; ``exact`` is null if the number was computed in float64."""

    exact: str | None
    decimal: float


def number_json(number: Number | int) -> NumberJson:
    """Return the JSON form of a number; ``exact`` is null if the number was computed in float64.

    >>> number_json(as_fraction("11/2"))
    {'exact': '11/2', 'decimal': 5.5}
    """
    return {"exact": None if isinstance(number, float) else text(number), "decimal": decimal(number)}


class Root(NamedTuple):
    """The square root of a number.

    >>> print(Root(as_fraction("9/4")), float(Root(as_fraction("9/4"))))
    sqrt(9/4) 1.5
    """

    square: Number

    def __float__(self) -> float:
        return sqrt(decimal(self.square))

    def __str__(self) -> str:
        return f"sqrt({text(self.square)})"

    def _json_(self) -> NumberJson:
        return {"exact": None if isinstance(self.square, float) else str(self), "decimal": float(self)}
