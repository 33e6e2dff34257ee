"""Matrices are accepted in every documented form, and other input is rejected."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.games.matrices import as_matrix

EXACT = "expected an exact number such as 2, Fraction(1, 3) or '1/3', got the "


@pytest.mark.parametrize(
    "given",
    [
        [[1, 0], [-2, 3]],
        ((1, 0), (-2, 3)),
        [[Fraction(1), "0"], ["-4/2", Fraction(3)]],
        np.array([[1, 0], [-2, 3]]),
        np.array([[1, 0], [-2, 3]], np.int8),
        np.array([[Fraction(1), 0], [-2, Fraction(6, 2)]], object),
        [np.array([1, 0]), np.array([-2, 3])],
        [[np.int64(1), 0], [-2, Decimal(3)]],
    ],
    ids=repr,
)
def test_every_form_of_a_matrix_is_accepted(given: Any) -> None:
    found = as_matrix(given)
    assert found == ((1, 0), (-2, 3))
    assert {type(entry) for row in found for entry in row} == {Fraction}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([], "expected a matrix with rows of equal length, got rows of lengths []"),
        ([[], []], "expected a matrix with rows of equal length, got rows of lengths [0, 0]"),
        ([[1, 2], [3]], "expected a matrix with rows of equal length, got rows of lengths [2, 1]"),
        ([[1, 0.5]], f"row 0, column 1: {EXACT}float '0.5'"),
        (np.eye(2), f"row 0, column 0: {EXACT}float '1.0'"),
        ([[1], [np.float32(2)]], f"row 1, column 0: {EXACT}float32 '2.0'"),
        ([["a third"]], f"row 0, column 0: {EXACT}str 'a third'"),
        ([["1/0"]], f"row 0, column 0: {EXACT}str '1/0'"),
        ([[None]], f"row 0, column 0: {EXACT}NoneType 'None'"),
        ([[[1]]], f"row 0, column 0: {EXACT}list '[1]'"),
        (7, "expected a matrix such as [[1, 0], [0, 1]], got '7'"),
        ([1, 2], "expected a matrix such as [[1, 0], [0, 1]], got '[1, 2]'"),
        ("1 2", "expected a matrix such as [[1, 0], [0, 1]], got \"'1 2'\""),
        (["1", "2"], "expected a matrix such as [[1, 0], [0, 1]], got"),
        ({1: [2]}, "expected a matrix such as [[1, 0], [0, 1]], got '{1: [2]}'"),
    ],
)
def test_bad_input_is_rejected(given: Any, complaint: str) -> None:
    for solve in (dicebingo.solve_zero_sum, lambda matrix: dicebingo.solve_bimatrix(matrix, matrix)):
        with pytest.raises(InputError, match=re.escape(complaint)):
            solve(given)


def test_public_solvers_agree_on_a_zero_sum_game() -> None:
    matrix = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    game, found = dicebingo.solve_zero_sum(matrix), dicebingo.solve_bimatrix(matrix, -matrix)
    assert found.unique
    assert (found.extreme[0].first, found.extreme[0].second) == (game.first, game.second)
    assert found.extreme[0].payoffs == (game.value, -game.value) == (0, 0)
    assert game.first == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
