"""Numbers that are printed with two decimals and still add up (the largest remainder method).

Each number is rounded down to hundredths, and the hundredths that are still missing in the total go to those numbers
that lost the most. So every number is less than a hundredth off, and one of whole hundredths stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any


def fraction_of(number: Mapping[str, Any]) -> Fraction:
    """Return a number of the JSON exactly, or its decimal where the exact one is not known."""
    return Fraction(number["decimal"] if number["exact"] is None else number["exact"])


def hundredths(number: Fraction) -> int:
    """Return a number in hundredths, rounded to nearest, halves up."""
    return floor(100 * number + Fraction(1, 2))


def add_up(numbers: Sequence[Fraction], total: int) -> list[int]:
    """Return numbers in hundredths that add up to a total in hundredths, which is less than one for each away.

    >>> add_up([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)], 100)
    [34, 33, 33]
    """
    shown = [floor(100 * number) for number in numbers]
    order = sorted(range(len(numbers)), key=lambda i: shown[i] - 100 * numbers[i])
    for i in order[: total - sum(shown)]:
        shown[i] += 1
    return shown
