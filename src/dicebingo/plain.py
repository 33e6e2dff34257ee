"""What the library uses of gmpy2, in plain Python: slower, but it runs where gmpy2 cannot be installed.

Nobody can tell by what they see: a rational is written, shown and computed with in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

mpz = int
"""Whole numbers are what they are."""


class mpq(Fraction):  # noqa: N801  (its name is what it shows)
    """A rational number whose sums, products and so on are of its own kind, where those of a subclass are not."""

    __slots__ = ()

    def __new__(cls, numerator: Any = 0, denominator: Any = None) -> mpq:
        """Return a rational of Python's integers, also for numpy's, which would overflow."""
        number = super().__new__(cls, numerator, denominator)
        return _set(number, int(number.numerator), int(number.denominator))

    def __repr__(self) -> str:
        """Return what gmpy2 shows."""
        return f"mpq({self.numerator},{self.denominator})"


def _of_its_own_kind(operation: Callable[..., Any]) -> Callable[..., Any]:
    def operate(*numbers: Any) -> Any:
        found = operation(*numbers)
        if type(found) is not Fraction:
            return found
        # In lowest terms already, which mpq(found) would find out again.
        return _set(object.__new__(mpq), found.numerator, found.denominator)

    return operate


def _set(number: mpq, numerator: int, denominator: int) -> mpq:
    number._numerator, number._denominator = numerator, denominator  # type: ignore[attr-defined]
    return number


for _name in ("add", "sub", "mul", "truediv", "mod", "pow"):
    for _side in (f"__{_name}__", f"__r{_name}__"):
        setattr(mpq, _side, _of_its_own_kind(getattr(Fraction, _side)))
for _name in ("__abs__", "__neg__", "__pos__", "__round__"):
    setattr(mpq, _name, _of_its_own_kind(getattr(Fraction, _name)))


def iroot(number: int, degree: int) -> tuple[int, bool]:
    """Return the whole part of a root, and whether it is the root: Newton's steps from above.

    >>> iroot(10**40, 4), iroot(80, 4)
    ((10000000000, True), (2, False))
    """
    if number < 0 or degree < 1:
        raise ValueError(f"expected a number of 0 or more and a degree of 1 or more, got {number} and {degree}")
    root = 1 << -(-number.bit_length() // degree)
    while (power := root**degree) > number:
        root = ((degree - 1) * root + number // root ** (degree - 1)) // degree
    return root, power == number
