"""Zero-sum matrix games: optimal strategies for both players, and the selection rule."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.games.zero_sum import ZeroSumSolution, solve_zero_sum
from tests.twins.games import Matrix, Strategy, optimal_strategies, transposed


def solved(matrix: Matrix) -> ZeroSumSolution:
    """Solve a game and check independently that neither player can do better."""
    game = solve_zero_sum(matrix)
    for strategy in (game.first, game.second):
        assert sum(strategy) == 1
        assert min(strategy) >= 0
    against = [[sum(p * Fraction(a) for p, a in zip(game.first, c, strict=True))] for c in zip(*matrix, strict=True)]
    for_rows = [[sum(q * Fraction(a) for q, a in zip(game.second, row, strict=True))] for row in matrix]
    assert min(against) == [game.value] == max(for_rows)
    assert game.pure == (max(game.first) == 1 == max(game.second))
    return game


def selected(optimal: set[Strategy]) -> Strategy:
    """Return the first pure strategy or, if there is none, the lexicographically largest strategy."""
    pure = [strategy for strategy in optimal if max(strategy) == 1]
    return max(pure or optimal)


def matrices(most: int, entries: st.SearchStrategy[Fraction]) -> st.SearchStrategy[list[list[Fraction]]]:
    """Draw a matrix up to a given size. If the entries are ``FEW``, many of the matrices are degenerate."""
    return st.tuples(st.integers(1, most), st.integers(1, most)).flatmap(
        lambda size: st.lists(st.lists(entries, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
    )


FEW = st.integers(-1, 2).map(Fraction)
MANY = st.fractions(min_value=-3, max_value=3, max_denominator=12)


def assert_follows_the_rule(matrix: Matrix) -> None:
    game = solved(matrix)
    value, of_second = optimal_strategies(matrix)
    _, of_first = optimal_strategies([[-entry for entry in row] for row in transposed(matrix)])
    assert game.value == value
    assert game.second == selected(of_second)
    assert game.first == selected(of_first)


@given(matrices(4, FEW | MANY))
def test_the_strategies_follow_the_selection_rule(matrix: list[list[Fraction]]) -> None:
    assert_follows_the_rule(matrix)


def test_the_selection_rule_holds_with_many_optimal_strategies() -> None:
    """The games have no saddle point, but duplicates and mixtures of choices make many strategies optimal."""
    source = random.Random(6)
    for _ in range(120):
        core = [[Fraction(source.randint(0, 3)) for _ in range(2)] for _ in range(2)]
        if max(map(min, core)) == min(map(max, zip(*core, strict=True))):
            continue
        for _ in range(source.randint(1, 4)):
            rows = core if len(core) < 4 else transposed(core)
            mixed = [(a + b) / 2 for a, b in zip(source.choice(rows), source.choice(rows), strict=True)]
            rows.insert(source.randint(0, len(rows)), mixed)
            core = transposed(rows) if source.random() < 1 / 2 else rows
        assert_follows_the_rule(core)


def test_large_games_are_solved() -> None:
    source = random.Random(9)
    for most in (1, 2, 9, 99, 999):
        for _ in range(20):
            width = source.randint(5, 9)
            matrix = [[Fraction(source.randint(-most, most), 7) for _ in range(width)] for _ in range(9)]
            solved(matrix)


@given(matrices(4, FEW))
def test_the_value_changes_sign_if_the_players_swap_roles(matrix: list[list[Fraction]]) -> None:
    turned = solved([[-entry for entry in row] for row in transposed(matrix)])
    assert turned.value == -solved(matrix).value


@pytest.mark.parametrize("size", [2, 3, 4, 6, 9])
def test_an_identity_matrix_makes_all_choices_equally_likely(size: int) -> None:
    game = solved([[Fraction(i == j) for j in range(size)] for i in range(size)])
    assert game == ZeroSumSolution(Fraction(1, size), (Fraction(1, size),) * size, (Fraction(1, size),) * size, False)


def test_the_value_of_a_game_with_one_entry_is_that_entry() -> None:
    assert solved([[Fraction(5)]]) == ZeroSumSolution(Fraction(5), (Fraction(1),), (Fraction(1),), True)


def test_the_first_of_several_saddle_points_is_selected() -> None:
    game = solved([[Fraction(a) for a in row] for row in ([0, 2, 2], [3, 2, 2], [2, 2, 2])])
    assert (game.first, game.second) == ((0, 1, 0), (0, 1, 0))


def test_a_pure_strategy_is_preferred_for_each_player_separately() -> None:
    """The third row guarantees 1.

    An equal mixture of the other rows also guarantees 1, and is lexicographically larger.
    """
    game = solved([[Fraction(a) for a in row] for row in ([2, 0], [0, 2], [1, 1])])
    assert (game.first, game.second, game.pure) == ((0, 0, 1), (Fraction(1, 2), Fraction(1, 2)), False)


@pytest.mark.parametrize("matrix", [[], [[]], [[Fraction(1)], []], [[Fraction(1)], [Fraction(1), Fraction(2)]]])
def test_bad_input_is_rejected(matrix: list[list[Fraction]]) -> None:
    with pytest.raises(InputError, match="expected a matrix with rows of equal length, got rows of lengths"):
        solve_zero_sum(matrix)
