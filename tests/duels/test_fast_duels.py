"""Fast duels agree with exact duels within the stated error, under all kinds of rules, compiled or not."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.duels import fast_duels
from dicebingo.duels.duel import duel
from dicebingo.duels.fast_duels import DuelField, FastDuels, duel_pairs
from dicebingo.errors import InputError, TooLarge
from dicebingo.games.zero_sum import solve_zero_sum
from dicebingo.kernels import duels as kernel
from dicebingo.model.board import Position, PositionLike
from dicebingo.model.rules import MarkingName, Rules
from tests.duels.tables import MIXED
from tests.matches.tables import A, B, C, D, E, random_boards

UNIT = Fraction(1, 2**53)
NASH = "7 4 6 / 9 7 8 / 6 9 5", "6 9 2 / 3 5 5 / 8 10 6"


def check(boards: Sequence[PositionLike], pairs: Sequence[tuple[int, int]], rules: Rules | None = None) -> FastDuels:
    """Check the error bounds and joint states of fast duels against exact duels, and return the fast duels."""
    result = duel_pairs(boards, pairs, rules)
    for (i, j), value, bound, states in zip(
        pairs, result.values, result.error_bounds, result.joint_states, strict=True
    ):
        truth = duel(boards[i], boards[j], rules=rules)
        assert abs(Fraction(float(value)) - Fraction(str(truth.value))) <= Fraction(float(bound))
        assert states == truth.joint_states
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("low", "high", "count"), [(2, 12, 5), (5, 9, 6), (6, 8, 10)])
def test_fast_duels_of_random_pairs_match_exact_duels(low: int, high: int, count: int) -> None:
    source = random.Random(high)
    pairs = [(source.randrange(10), source.randrange(10)) for _ in range(count)]
    result = check(random_boards(10, low, high, seed=low), pairs)
    assert result.error_bounds.max() < 1e-12


@pytest.mark.slow
def test_fast_duels_of_the_papers_boards_match_exact_duels() -> None:
    result = check([A, B, C, D, E, *NASH, "7 " * 9], [(0, 1), (2, 3), (3, 4), (4, 2), (5, 6), (7, 7), (7, 1)])
    assert [f"{value:.7f}" for value in result.values[:4]] == ["-0.0022834", "0.0601730", "0.0673887", "0.0611030"]
    assert result.values[5] == 0
    assert result.error_bounds.max() < 1e-12


@pytest.mark.parametrize("case", MIXED)
def test_games_that_need_mixed_strategies_match_exact_duels(case: tuple[Any, ...]) -> None:
    layout, dice, *boards = case
    check(boards, [(0, 1), (1, 0), (0, 0)], Rules.of(layout, dice))


@pytest.mark.parametrize(
    ("layout", "dice"),
    [
        ("3x3:rows", "{1:1,2:3,5:2}"),
        ("2x3", "d10+d20"),
        ("2x3", "product(2d6)"),
        ("2x2", "63{1:1,2:1}"),
        ("2x2:rows", "1d6"),
        ("3x3:free-centre", "2d6"),
        ("2x3", "{1:100000000000000001,2:100000000000000007,3:12345678901234567}"),
    ],
)
@pytest.mark.parametrize("marking", ["one", "all"])
def test_fast_duels_under_other_rules_match_exact_duels(layout: str, dice: str, marking: MarkingName) -> None:
    rules = Rules.of(layout, dice, marking)
    source = random.Random(4)
    common = [*sorted(rules.dice.values, key=rules.dice.weight)[-3:], rules.dice.values[0], rules.dice.values[-1]]
    free = rules.layout.free
    boards = [[None if free >> c & 1 else source.choice(common) for c in range(rules.layout.size)] for _ in range(4)]
    check(boards, [(0, 1), (1, 2), (2, 3), (3, 3)], rules)


def test_fast_duels_from_positions_with_marks_match_exact_duels() -> None:
    positions = ["*7 6 8 / 9 7 *5 / 6 6 8", "8 *6 8 / *7 7 9 / 5 9 *9", "x 6 6 / 8 8 7 / 7 8 6", A]
    check(positions, [(0, 1), (1, 0), (0, 2), (2, 1), (3, 0)])


def test_cells_that_are_marked_in_all_positions_are_ignored() -> None:
    positions = ["x 7 x / 8 9 6 / 6 8 x", "x 6 x / x 9 7 / 7 9 x"]
    assert DuelField(positions).cells == (1, 3, 4, 5, 6, 7)
    check(positions, [(0, 1), (1, 0)])


def test_a_finished_game_has_a_known_outcome() -> None:
    won = "*9 *6 *7 / 7 9 6 / 6 7 9"
    result = duel_pairs([won, B], [(0, 1), (1, 0), (0, 0)])
    assert result.values.tolist() == [1, -1, 0]
    assert result.joint_states.tolist() == [0, 0, 0]


def test_duels_do_not_affect_each_other() -> None:
    boards = [*random_boards(3, 6, 8, seed=10), *random_boards(2, 2, 12, seed=1)]
    pairs = [(i, j) for i in range(5) for j in range(5)]
    field = DuelField(boards)
    together = duel_pairs(field, pairs)
    alone = [duel_pairs(field, [pair]).values[0] for pair in pairs]
    assert together.values.tolist() == alone
    assert duel_pairs(field, pairs[::-1]).values.tolist() == alone[::-1]
    assert (together.pairs == np.array(pairs)).all()
    assert (len(field.cells), field.starts.tolist()) == (9, [0] * 5)


def test_boards_can_be_given_as_rows_of_value_indices() -> None:
    boards = random_boards(3, 5, 9, seed=3)
    rules = DuelField(boards).rules
    field = DuelField.of_rows(rules, np.array(boards) - 2)
    expected = duel_pairs(boards, [(0, 1), (1, 2)])
    assert (duel_pairs(field, [(0, 1), (1, 2)]).values == expected.values).all()


# Matrix games.


def stage(matrix: NDArray[np.float64]) -> tuple[float, float]:
    """Return the kernel's solution of a matrix game."""
    m, n = matrix.shape
    own, other = np.arange(m, dtype=np.int32), np.arange(n, dtype=np.int32)
    numbers = [np.uint64(k) for k in (m, 0, n, n)]
    room = np.zeros((3, kernel.ROOM, kernel.ROOM))
    solve: Any = kernel._stage
    value, gap = solve(matrix.ravel().copy(), own, np.uint64(0), numbers[0], other, *numbers[1:], room)
    return float(value), float(gap)


def check_stage(matrix: NDArray[np.float64]) -> float:
    """Compare the kernel's solution of a matrix game with the exact solution for the same floats.

    Return the width of the kernel's interval.
    """
    value, gap = stage(matrix)
    truth = solve_zero_sum([[Fraction(Fraction(float(entry))) for entry in row] for row in matrix]).value
    largest = max(13, 4 * max(matrix.shape) + 6)
    assert abs(Fraction(value) - Fraction(str(truth))) <= Fraction(gap) / 2 + Fraction(101, 100) * largest * UNIT
    return gap


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 1), (2, 2), (2, 3), (3, 3), (5, 4), (9, 9)])
def test_random_matrix_games_match_exact_solutions(shape: tuple[int, int]) -> None:
    source = np.random.default_rng(sum(shape))
    for _ in range(12):
        assert check_stage(source.uniform(-1, 1, shape)) < 1e-13


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (4, 6), (7, 5)])
@pytest.mark.parametrize("scale", [1.0, 1e-12, 1e-16])
def test_matrix_games_with_ties_match_exact_solutions(shape: tuple[int, int], scale: float) -> None:
    """Draw matrices that have few different entries (as for symmetric boards) or nearly equal entries."""
    source = np.random.default_rng(sum(shape))
    for _ in range(12):
        whole = source.integers(-2, 3, shape) / 4.0
        noise = source.integers(-2, 3, shape) * 2.0**-53
        assert check_stage(0.25 + scale * whole) < 1e-13 * scale + 1e-15
        assert check_stage(whole * (scale == 1.0) + noise) < 1e-13


@pytest.mark.parametrize("found", [0.0, 1.0])
def test_the_interval_is_valid_for_any_strategies(found: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval is valid even if the simplex method finds no strategies, or bad ones, such as uniform strategies."""

    def misled(*arguments: Any) -> None:
        for strategy in arguments[-2:]:
            strategy[:] = found

    monkeypatch.setattr(kernel, "_simplex", misled)
    larger: Any = getattr(kernel._larger, "py_func", kernel._larger)
    source = np.random.default_rng(1)
    for _ in range(20):
        room = np.zeros((3, kernel.ROOM, kernel.ROOM))
        game = room[0, :4, :3]
        game[:] = source.uniform(-1, 1, (4, 3))
        value, gap = larger(room[0], 4, 3, game.min(axis=1).max(), game.max(axis=0).min(), room)
        truth = solve_zero_sum([[Fraction(Fraction(float(entry))) for entry in row] for row in game]).value
        assert abs(Fraction(float(value)) - Fraction(str(truth))) <= Fraction(float(gap)) / 2 + 22 * UNIT


def test_the_compiled_kernel_ran() -> None:
    duel_pairs([A, B], [(0, 1)])
    if not os.environ.get("NUMBA_DISABLE_JIT"):
        assert kernel._duels.signatures


PROGRAM = """
import json, sys
from dicebingo.model.rules import Rules
from dicebingo.duels.fast_duels import duel_pairs
found = []
for layout, dice, boards, pairs in json.load(sys.stdin):
    result = duel_pairs(boards, pairs, Rules.of(layout, dice))
    found.append([result.values.tolist(), result.joint_states.tolist()])
print(json.dumps(found))
"""


@pytest.mark.slow
def test_the_uncompiled_kernel_gives_the_same_results() -> None:
    games: list[Any] = [(layout, dice, boards, [(0, 1), (1, 0)]) for layout, dice, *boards in MIXED]
    games += [("3x3", "2d6", random_boards(2, 6, 8, seed=2), [(0, 1)])]
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, input=json.dumps(games), env=environment, capture_output=True, text=True, check=True)
    for (layout, dice, boards, pairs), (values, states) in zip(games, json.loads(done.stdout), strict=True):
        compiled = duel_pairs(boards, pairs, Rules.of(layout, dice))
        assert states == compiled.joint_states.tolist()
        for value, other, bound in zip(values, compiled.values, compiled.error_bounds, strict=True):
            assert value == pytest.approx(other, rel=0, abs=2 * bound)


# Rejected input.


def test_an_empty_list_of_boards_is_rejected() -> None:
    with pytest.raises(InputError, match="expected at least one board, got none"):
        DuelField([])


def test_different_rules_are_rejected() -> None:
    with pytest.raises(InputError, match="expected boards with the same rules, got classic"):
        DuelField([A, Position.parse("5 " * 9, Rules.of("3x3", "3d6"))])


@pytest.mark.parametrize("pair", [(0, 2), (-1, 0)])
def test_unknown_boards_are_rejected(pair: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="expected board numbers 0 to 1, got"):
        duel_pairs([A, B], [pair])


@pytest.mark.parametrize("pairs", ["x", [0, 1, 2], [(0, 1), (1,)], [(0, None)]])
def test_a_list_without_pairs_is_rejected(pairs: Any) -> None:
    with pytest.raises(InputError, match="expected pairs of board numbers, such as"):
        duel_pairs([A, B], pairs)


def test_an_empty_list_of_pairs_gives_no_results() -> None:
    result = duel_pairs([A, B], [])
    assert result.values.shape == result.error_bounds.shape == (0,)


def test_boards_and_duels_that_are_too_large_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells for fast duels, got 25"):
        duel_pairs([[7] * 25], [(0, 0)], Rules.of("5x5", "2d6"))
    monkeypatch.setattr(fast_duels, "MAX_OWN_STATES", 189)
    with pytest.raises(TooLarge, match="expected at most 189 sets of marks per player for fast duels, got 190"):
        duel_pairs([A, B], [(0, 1)])
