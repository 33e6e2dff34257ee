"""Exact numbers and their decimal forms."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf, isqrt, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.exact import Root, as_fraction, decimal, mpq, number_json, text
from dicebingo.json_form import to_json

whole = st.integers(-(10**40), 10**40)
positive = st.integers(1, 10**40)


@given(whole, positive)
def test_decimals_are_the_nearest_floats(p: int, q: int) -> None:
    """The decimals agree with Python's division of integers."""
    assert decimal(Fraction(p, q)) == p / q == float(Fraction(p, q))


@given(whole, positive)
def test_exact_numbers_written_as_text_parse_back(p: int, q: int) -> None:
    number = Fraction(p, q)
    shown = json.loads(json.dumps(number_json(number)))
    assert Fraction(shown["exact"]) == Fraction(p, q)
    assert as_fraction(shown["exact"]) == number
    assert text(number) == str(Fraction(p, q))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_stay_floats(number: float) -> None:
    assert decimal(number) == number
    assert number_json(number) == {"exact": None, "decimal": number}
    assert float(text(number)) == number


@given(st.integers(0, 10**30), positive)
def test_roots_are_written_exactly_and_as_decimals(p: int, q: int) -> None:
    shown = to_json(Root(Fraction(p, q)))
    assert shown["exact"] == f"sqrt({Fraction(p, q)})"
    digits = 10**40
    assert shown["decimal"] == pytest.approx(isqrt(p * digits**2 // q) / digits, rel=1e-15, abs=1e-39)
    assert to_json(Root(p / q)) == {"exact": None, "decimal": sqrt(p / q)}


def test_numbers_too_large_for_a_float_become_infinite() -> None:
    assert decimal(Fraction(10**400)) == inf
    assert decimal(Fraction(-(10**400))) == -inf
    assert decimal(Fraction(1, 10**400)) == 0
    assert decimal(Fraction(10**400, 10**399)) == 10


@pytest.mark.parametrize("number", [3, "6/2", "3.0", Fraction(3), mpq(3), np.int64(3)])
def test_exact_numbers_of_many_types_are_accepted(number: int | str | Fraction) -> None:
    found = as_fraction(number)
    assert (found, type(found), type(found.numerator)) == (3, Fraction, int)


def test_a_float_is_not_exact() -> None:
    with pytest.raises(InputError, match=r"expected an exact number .*, got 0\.1"):
        as_fraction(0.1)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "x", "1_0", " 7", "\u0667", "1e400000000", "1/0", "1/2/3", "nan", "inf", "0x10"])
def test_invalid_exact_numbers_are_rejected(text: str) -> None:
    with pytest.raises(InputError, match="expected an exact number such as 2, "):
        as_fraction(text)
