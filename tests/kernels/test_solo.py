"""The float64 kernels, compiled or not: at every set of marks, results are within their stated error."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dicebingo.kernels import solo as kernel
from dicebingo.model.board import Board, Position
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import make_chain, moments
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, TieBreak, Weighted
from tests.twins.solo import LINES

ROOT = Path(__file__).parents[2]

RULES = [
    Rules.of(layout, dice, marking)  # type: ignore[arg-type]
    for (layout, dice), marking in product(
        [
            ("3x3", "2d6"),
            ("3x3:rows", "3d6"),
            ("3x3:all", "product(2d6)"),
            ("3x3:free-centre", "d6+d8"),
            ("2x2:rows", "1d6"),
            ("1x4:##..", "{1:1,2:3,5:2}"),
            ("1x1:all", "5"),
            ("3x3", "{1:1000000000000000003,2:999999999999999989,3:1}"),  # weights that float64 cannot represent
        ],
        ["one", "all"],
    )
]


TIES = ("6 9 10 / 9 9 9 / 10 10 6", "4 9 6 / 9 9 6 / 9 9 6", "8 4 4 / 9 8 9 / 9 9 9")


def positions(rules: Rules, count: int = 3) -> list[Position]:
    """Return boards with few different values and some marks."""
    random = Random(str(rules))
    layout, found = rules.layout, []
    for _ in range(count):
        palette = random.choices(rules.dice.values, k=4)
        values = [None if layout.free >> c & 1 else random.choice(palette) for c in range(layout.size)]
        marked = mask_of(c for c in range(layout.size) if random.random() < 0.1)
        found.append(Position(Board(tuple(values), rules), marked))
    return found


def check_values(position: Position) -> None:
    """Check V and the optimal cells at every set of marks."""
    exact, fast = optimal_play(position), optimal_play(position, exact=False)
    assert not fast.exact
    assert 0 <= fast.error_bound < 1e-13
    assert fast.transient_states == exact.transient_states
    assert fast.values.keys() == exact.values.keys()
    for marked, value in exact.values.items():
        found = fast.value(marked)
        assert isinstance(found, float)
        error = Fraction(found) - Fraction(value)
        assert abs(error) <= Fraction(fast.error_bound) * Fraction(value)
        assert fast.p_hit(marked) == exact.p_hit(marked)
        for roll in exact.hits(marked):
            assert set(fast.optimal_cells(roll, marked)) >= set(exact.optimal_cells(roll, marked))


def check_second_moments(position: Position, tie_break: TieBreak) -> None:
    """Check E[T²] at every set of marks against the exact chain of the same policy."""
    exact, fast = optimal_play(position), optimal_play(position, exact=False)
    chain = make_chain(exact, Optimal(tie_break), every_state=True)
    rule = {"smallest": kernel.SMALLEST, "largest": kernel.LARGEST, "random": kernel.RANDOM}[tie_break]
    squares = kernel.second_moments(*fast.float_tables(), rule, 1 + 1e-12)
    for state, found in zip(chain.states, chain.all_moments(), strict=True):
        expected = float(found.variance + found.mean**2)
        assert squares[exact.problem.pack(state)] == pytest.approx(expected, rel=1e-13)
    whole = moments(fast, Optimal(tie_break))
    assert isinstance(whole.mean, float)
    assert whole.mean == pytest.approx(float(exact.expected_rolls), rel=1e-14)
    assert whole.variance == pytest.approx(float(moments(exact, Optimal(tie_break)).variance), rel=1e-9)


def check_all() -> None:
    for tie_break in TieBreak:
        check_second_moments(Position.parse(TIES[0]), tie_break)
    for rules in RULES:
        for position in positions(rules, 1):
            check_values(position)
            check_second_moments(position, TieBreak.RANDOM)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_values_are_within_the_error_bound(rules: Rules) -> None:
    for position in positions(rules):
        check_values(position)


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.slow
def test_second_moments_match_the_chain(rules: Rules, tie_break: TieBreak) -> None:
    for position in positions(rules):
        check_second_moments(position, tie_break)


def test_the_kernels_are_compiled() -> None:
    check_second_moments(positions(RULES[0], 1)[0], TieBreak.RANDOM)
    assert kernel.backward_induction.signatures
    assert kernel._second_sweep.signatures


@pytest.mark.slow
def test_uncompiled_kernels_give_the_same_values() -> None:
    code = "import tests.kernels.test_solo as t; assert not hasattr(t.kernel.best_cells, 'signatures'); t.check_all()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)


@pytest.mark.parametrize("text", TIES)
def test_the_tie_break_affects_the_second_moment(text: str) -> None:
    """All tie-breaks give the same mean but different variances, so the test detects a wrong tie-break."""
    found = {float(moments(optimal_play(text, exact=False), Optimal(tie_break)).variance) for tie_break in TieBreak}
    assert len(found) == 3
    for tie_break in TieBreak:
        check_second_moments(Position.parse(text), tie_break)


def test_a_variance_is_never_negative() -> None:
    """Nearly every roll is a seven, so the variance is nearly 0, and rounding alone could make it negative."""
    rules = Rules.of("1x6", "{7:1000000000000000,8:1}")
    assert moments(optimal_play([7] * 6, rules=rules, exact=False), Optimal()).variance >= 0


def test_a_chain_of_a_float_solution_has_float_moments() -> None:
    position = Position.parse("6 7 6 / 7 7 7 / 6 6 6")
    fast, exact = optimal_play(position, exact=False), optimal_play(position)
    for policy in (Optimal(), Weighted()):
        found, expected = make_chain(fast, policy).moments(), make_chain(exact, policy).moments()
        assert isinstance(found.mean, float)
        assert found.mean == pytest.approx(float(expected.mean), rel=1e-13)
        assert found.variance == pytest.approx(float(expected.variance), rel=1e-11)


def test_finished_games_have_value_zero() -> None:
    fast = optimal_play("*7 *7 *7 / 7 7 7 / 7 7 7", exact=False)
    assert fast.expected_rolls == 0
    assert fast.transient_states == 0
    assert moments(fast, Optimal()).variance == 0
    assert optimal_play("x " * 9, exact=False).expected_rolls == 0


def test_float_solutions_can_be_compared() -> None:
    position = Position.parse("6 7 6 / 7 7 7 / 6 6 6")
    assert optimal_play(position, exact=False) == optimal_play(position, exact=False)
    assert optimal_play(position, exact=False) != optimal_play(position)
    assert "float64" in repr(optimal_play(position, exact=False))


def test_one_sweep_matches_a_hand_computation() -> None:
    """Two cells in one line have weights 1 and 2 out of 4: V = (4 + 1·4/2 + 2·4/1) / 3."""
    table = kernel.expected_rolls(2, [3], 4.0, [1.0, 2.0], [1, 2], False)
    assert isinstance(table, np.ndarray)
    assert table.tolist() == [float(Fraction(14, 3)), 2.0, 4.0, 0.0]


def sets_without_a_line(size: int, lines: Sequence[Sequence[int]]) -> int:
    """Count the sets without a line, by inclusion and exclusion over the sets of lines."""
    unions = (
        frozenset().union(*some) for n in range(len(lines) + 1) for some in combinations(map(frozenset, lines), n)
    )
    signs = ((-1) ** n for n in range(len(lines) + 1) for _ in combinations(lines, n))
    return sum(sign * 2 ** (size - len(union)) for sign, union in zip(signs, unions, strict=True))


def test_the_error_bound_matches_the_documented_formula() -> None:
    """The bound allows for K(d + 2) roundings if a position has K unmarked cells with d different values.

    Each of K steps counts as one multiplication, d additions and one division.
    """
    unit = 2.0**-53
    for found, roundings in (
        (optimal_play([6, 7, 8] * 3, exact=False), 9 * 5),
        (optimal_play("*6 7 8 / 6 7 6 / 6 7 6", exact=False), 8 * 5),
        # For these dice, converting and adding up the three weights also causes rounding errors.
        (optimal_play([1, 2, 3] * 3, rules=RULES[-2], exact=False), 9 * (5 + 4)),
    ):
        assert found.error_bound == pytest.approx(1.01 * roundings * unit, rel=1e-12, abs=0)


@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.long)])
def test_a_large_board_of_sevens_is_solved(size: int) -> None:
    """The game needs a line of sevens, each with a geometric waiting time of mean 6 and variance 30."""
    solution = optimal_play([7] * size**2, rules=f"{size}x{size}", exact=False)
    assert solution.transient_states == sets_without_a_line(size**2, LINES[f"{size}x{size}"])
    assert solution.expected_rolls == pytest.approx(6 * size, rel=solution.error_bound)
    assert moments(solution, Optimal(TieBreak.RANDOM)).variance == pytest.approx(30 * size, rel=1e-12)
