"""The library without gmpy2: its plain stand-in does what gmpy2 does, and looks like it."""

from __future__ import annotations

import operator
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import gmpy2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo import plain

ROOT = Path(__file__).parents[1]
BINARY = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.mod,
    operator.eq,
    operator.lt,
    operator.le,
)
UNARY = (operator.neg, operator.pos, abs, round, str, repr, bool, hash, float, int)
NUMBERS = st.fractions(max_denominator=10**30)


def outcome(operation: Any, *numbers: Any) -> tuple[str, str]:
    """What comes of an operation, as a user sees it; whole numbers are shown by their digits."""
    try:
        found = operation(*numbers)
    except (ZeroDivisionError, OverflowError) as error:
        return type(error).__name__, ""
    rational = isinstance(found, (plain.mpq, gmpy2.mpq(1).__class__))
    return ("mpq" if rational else ""), repr(found) if rational or isinstance(found, (str, float)) else str(found)


@given(NUMBERS, NUMBERS | st.integers(), st.sampled_from(BINARY))
def test_what_two_numbers_make(first: Fraction, second: Fraction | int, operation: Any) -> None:
    """Also where only one of them is a rational of this kind, on either side."""
    kinds = [gmpy2.mpq, plain.mpq]
    for pair in ((lambda k: (k(first), k(second))), (lambda k: (k(first), second)), (lambda k: (first, k(second)))):
        theirs, ours = (outcome(operation, *pair(kind)) for kind in kinds)
        assert ours == theirs


@given(NUMBERS, st.sampled_from(UNARY))
def test_what_one_number_makes(number: Fraction, operation: Any) -> None:
    theirs, ours = (outcome(operation, kind(number)) for kind in (gmpy2.mpq, plain.mpq))
    if operation is float:  # gmpy2 does not round to nearest, which exact.decimal does
        assert float(ours[1]) == pytest.approx(float(theirs[1]), rel=1e-15)
    else:
        assert ours == theirs


@given(NUMBERS, st.integers(-20, 20))
def test_powers_and_rounding(number: Fraction, digits: int) -> None:
    for operation in (operator.pow, round):
        assert outcome(operation, plain.mpq(number), digits) == outcome(operation, gmpy2.mpq(number), digits)


@given(st.integers(0, 10**60), st.integers(1, 40))
def test_roots(number: int, degree: int) -> None:
    for n in (number, number**degree, number**degree + 1):
        assert plain.iroot(n, degree) == gmpy2.iroot(n, degree)


def test_numbers_of_numpy_do_not_overflow() -> None:
    assert plain.mpq(np.int64(2**62)) * 4 == 2**64
    assert repr(plain.mpq(np.int64(6), np.int64(4))) == "mpq(3,2)"


DOCSTRINGS = [
    f"src/dicebingo/{part}" for part in ("exact.py", "plain.py", "model", "solo", "games", "duels", "matches")
]
SOME = ["tests/games/test_zero_sum.py", "tests/duels/test_stage_game.py", "tests/solo/test_variance.py"]
ALL = ["tests/model", "tests/solo", "tests/games", "tests/duels", "tests/matches/test_match.py"]


@pytest.mark.slow
@pytest.mark.parametrize("tests", [SOME, pytest.param(ALL, marks=pytest.mark.long)], ids=["some", "all"])
def test_the_core_without_gmpy2(tests: list[str]) -> None:
    """The tests of the exact parts, and the examples in their docstrings, hold in a Python that has no gmpy2."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.without_gmpy2", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-m", "not slow and not long", *DOCSTRINGS, *tests],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
