"""Without gmpy2, for example in a browser, the library computes with ``fractions.Fraction``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.exact import mpq
from dicebingo.solo.variance import _root

ROOT = Path(__file__).parents[1]


def test_computations_use_gmpy2_if_installed() -> None:
    assert type(mpq(1)) is type(gmpy2.mpq(1))


@given(st.integers(0, 10**60), st.integers(1, 40))
def test_integer_roots_match_gmpy2(number: int, degree: int) -> None:
    for n in (number, number**degree, number**degree + 1):
        assert _root(n, degree) == gmpy2.iroot(n, degree)[0]


DOCSTRINGS = [f"src/dicebingo/{part}" for part in ("exact.py", "model", "solo", "games", "duels", "matches")]
SOME = ["tests/games/test_zero_sum.py", "tests/solo/test_variance.py"]
ALL = ["tests/model", "tests/solo", "tests/games", "tests/duels", "tests/matches/test_match.py"]


@pytest.mark.slow
@pytest.mark.parametrize("tests", [SOME, pytest.param(ALL, marks=pytest.mark.long)], ids=["some", "all"])
def test_the_core_works_without_gmpy2(tests: list[str]) -> None:
    """The tests and doctests of the exact parts pass in a Python without gmpy2."""
    plugins = ("xdist", "_hypothesis_pytestplugin", "tests.without_gmpy2", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(word for name in plugins for word in ("-p", name))]
    done = subprocess.run(
        [*command, "-m", "not slow and not long", *DOCSTRINGS, *tests],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
