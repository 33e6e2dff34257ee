"""Bimatrix games: brute force confirms the extreme equilibria and other properties of each game."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.exact import fractions, mpq
from dicebingo.games.bimatrix import (
    Bimatrix,
    Dominated,
    Equilibria,
    Equilibrium,
    best_response_vertices,
    solve_bimatrix,
)
from tests.twins import games as twin

Game = tuple[list[list[Fraction]], list[list[Fraction]]]


def games(most: tuple[int, int], entries: st.SearchStrategy[Fraction]) -> st.SearchStrategy[Game]:
    """Draw games up to a given size, with payoffs from ``entries``; if these are few, many games are degenerate."""

    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Game]:
        row = st.lists(entries, min_size=size[1], max_size=size[1])
        matrix = st.lists(row, min_size=size[0], max_size=size[0])
        return st.tuples(matrix, matrix)

    return st.tuples(st.integers(1, most[0]), st.integers(1, most[1])).flatmap(of_size)


FEW = st.integers(0, 2).map(Fraction)
MANY = st.fractions(min_value=-3, max_value=3, max_denominator=12)
ANY = games((3, 3), FEW) | games((2, 4), FEW) | games((3, 3), MANY)


def random_game(source: random.Random, height: int, width: int, most: int) -> Bimatrix:
    def matrix() -> list[list[int]]:
        return [[source.randint(0, most) for _ in range(width)] for _ in range(height)]

    return Bimatrix(matrix(), matrix())


def strategies(found: Equilibria) -> list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    return [(fractions(equilibrium.first), fractions(equilibrium.second)) for equilibrium in found.extreme]


@pytest.mark.slow
@given(ANY)
def test_all_extreme_equilibria_are_found(game: Game) -> None:
    found = strategies(solve_bimatrix(*game))
    assert len(set(found)) == len(found)
    assert set(found) == twin.extreme_equilibria(*game)


@pytest.mark.slow
@pytest.mark.parametrize("copied", [False, True])
def test_all_extreme_equilibria_of_degenerate_games_are_found(copied: bool) -> None:
    """With four choices, many ties, and duplicate columns, a vertex has many more labels than there are dimensions."""
    source = random.Random(2)
    for _ in range(6):
        game = random_game(source, 4, 4, 1)
        if copied:
            game = Bimatrix(*(tuple((row[0], *row) for row in payoffs) for payoffs in (game.first, game.second)))
        found = game.equilibria()
        payoffs = [[[Fraction(str(pay)) for pay in row] for row in matrix] for matrix in (game.first, game.second)]
        assert set(strategies(found)) == twin.extreme_equilibria(*payoffs)
        assert found.degenerate


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.slow
def test_best_response_polytopes_have_exactly_the_expected_vertices(copied: bool) -> None:
    source = random.Random(1)
    for _ in range(6):
        rows = [[Fraction(source.randint(1, 2 + copied)) for _ in range(4)] for _ in range(4)]
        rows = [[row[0], *row] for row in rows] if copied else rows
        found = best_response_vertices([[mpq(entry) for entry in row] for row in rows])
        expected = {tuple(share / u for share in q) for q, u in twin.vertices(twin.transposed(rows))}
        assert {fractions(vertex.point) for vertex in found} == expected
        assert len(found) == len(expected)
        for vertex in found:
            values = twin.values(twin.transposed(rows), fractions(vertex.point))
            tight = [*(x == 0 for x in vertex.point), *(value == 1 for value in values)]
            assert vertex.tight == sum(1 << label for label, is_tight in enumerate(tight) if is_tight)


@settings(max_examples=30)
@given(ANY)
def test_pure_equilibria_match_brute_force_and_are_extreme(game: Game) -> None:
    found = Bimatrix(*game)
    assert found.pure_equilibria() == list(twin.pure_equilibria(*game))
    extreme = [(e.first.index(1), e.second.index(1)) for e in found.equilibria().extreme if e.pure]
    assert extreme == found.pure_equilibria()  # all pure equilibria are extreme; they come first, in order


@given(ANY)
def test_a_game_is_degenerate_if_best_replies_outnumber_the_choices_played(game: Game) -> None:
    """Checking the vertices is enough: every label of a point inside a face belongs to all vertices of the face."""
    first, second = game
    most = max(
        sum(value == u for value in twin.values(payoffs, q)) - sum(share > 0 for share in q)
        for payoffs in (first, twin.transposed(second))
        for q, u in twin.vertices(payoffs)
    )
    assert solve_bimatrix(*game).degenerate == (most > 0)


@given(ANY)
@pytest.mark.slow
def test_mixtures_of_equilibria_that_share_a_strategy_are_equilibria(game: Game) -> None:
    found = solve_bimatrix(*game)
    assert sorted(number for component in found.components for number in component) == list(range(len(found.extreme)))
    home = {number: component for component in found.components for number in component}
    for (a, one), (b, other) in combinations(enumerate(found.extreme), 2):
        if one.first == other.first or one.second == other.second:
            assert home[a] == home[b]
            p, q = (
                fractions(tuple((x + y) / 2 for x, y in zip(s, t, strict=True)))
                for s, t in ((one.first, other.first), (one.second, other.second))
            )
            assert twin.is_equilibrium(*game, p, q)


@pytest.mark.parametrize(("most", "size"), [(10**6, 9), (4, 9), (10**6, 8), (2, 7)])
def test_large_nondegenerate_games_have_an_odd_number_of_equilibria(most: int, size: int) -> None:
    """By theorems of Wilson and of Lemke and Howson, the number is odd. Brute force confirms each equilibrium."""
    game = random_game(random.Random(most + size), size, 9, most)
    found = game.equilibria()
    assert found.degenerate == (most < 10)
    assert found.extreme
    assert found.degenerate or len(found.extreme) % 2 == 1
    for equilibrium in found.extreme:
        p, q = fractions(equilibrium.first), fractions(equilibrium.second)
        assert sum(p) == sum(q) == 1
        assert min(p) >= 0 <= min(q)
        first, second = ([[Fraction(str(pay)) for pay in row] for row in m] for m in (game.first, game.second))
        assert twin.is_equilibrium(first, second, p, q)


def test_a_coordination_game_has_an_equilibrium_for_every_set_of_choices() -> None:
    unit = [[int(i == j) for j in range(9)] for i in range(9)]
    found = solve_bimatrix(unit, unit)
    assert len(found.extreme) == 2**9 - 1
    assert not found.degenerate
    assert found.extreme[-1] == Equilibrium((Fraction(1, 9),) * 9, (Fraction(1, 9),) * 9, (Fraction(1, 9),) * 2)


def test_constant_payoffs_make_every_pair_of_choices_an_equilibrium() -> None:
    found = solve_bimatrix([[0] * 3] * 2, [[0] * 3] * 2)
    assert [(e.first.index(1), e.second.index(1)) for e in found.extreme] == list(product(range(2), range(3)))
    assert found.degenerate
    assert found.components == ((0, 1, 2, 3, 4, 5),)


def test_the_equilibria_of_a_degenerate_game_may_form_two_components() -> None:
    """The equilibria form a segment and a point.

    On the segment, the first player plays the first row, and the second player plays the second column at most half
    the time.
    """
    found = solve_bimatrix([[1, 1], [0, 2]], [[1, 1], [0, 1]])
    half = Fraction(1, 2)
    assert [(e.first, e.second) for e in found.extreme] == [
        ((1, 0), (1, 0)),
        ((0, 1), (0, 1)),
        ((1, 0), (half, half)),
    ]
    assert found.components == ((0, 2), (1,))
    assert (found.degenerate, found.unique) == (True, False)


def test_regret_is_the_gain_of_the_best_reply() -> None:
    game = Bimatrix([[3, 0], [1, 2]], [[1, 4], [5, 2]])
    even = (Fraction(1, 2),) * 2
    assert game.payoffs(even, (Fraction(1), Fraction(0))) == (2, 3)
    assert game.regrets(even, (Fraction(1), Fraction(0))) == (1, 0)
    assert game.regrets((Fraction(1), Fraction(0)), even) == (0, Fraction(3, 2))
    assert game.best_replies(0) == [(0,), (1,)]
    assert game.best_replies(1) == [(1,), (0,)]
    assert Bimatrix([[1, 1], [1, 0]], [[2, 2], [0, 0]]).best_replies(0) == [(0, 1), (0,)]


def test_a_choice_may_be_dominated_by_a_mixture_but_by_no_single_choice() -> None:
    game = Bimatrix([[4, 0], [0, 4], [1, 1]], [[0, 0], [0, 0], [0, 1]])
    half = Fraction(1, 2)
    assert game.dominated(0) == [Dominated(2, (half, half, Fraction(0)), True)]
    assert game.dominated(1) == [Dominated(0, (Fraction(0), Fraction(1)), False)]
    assert Bimatrix([[1]], [[1]]).dominated(0) == []


@given(ANY)
def test_a_choice_is_strictly_dominated_if_it_is_never_a_best_reply(game: Game) -> None:
    """Pearce's lemma: a choice is strictly dominated if and only if it is never a best reply."""
    found = Bimatrix(*game)
    for player, payoffs in enumerate((game[0], twin.transposed(game[1]))):
        dominated = {d.choice: d for d in found.dominated(player)}
        ever_best = {i for q, u in twin.vertices(payoffs) for i, v in enumerate(twin.values(payoffs, q)) if v == u}
        assert {i for i, d in dominated.items() if d.strictly} == set(range(len(payoffs))) - ever_best
        for i, d in dominated.items():
            gains = [
                b - a for a, b in zip(payoffs[i], twin.values(twin.transposed(payoffs), fractions(d.by)), strict=True)
            ]
            assert min(gains) > 0 if d.strictly else min(gains) == 0 < max(gains)
        for i, k in product(range(len(payoffs)), repeat=2):
            if payoffs[k] != payoffs[i] and all(a >= b for a, b in zip(payoffs[k], payoffs[i], strict=True)):
                assert i in dominated


@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        ([], [], "expected a matrix with rows of equal length, got rows of lengths []"),
        ([[1, 2], [1]], [[1, 2], [1]], "expected a matrix with rows of equal length, got rows of lengths [2, 1]"),
        ([[1]], [[1, 2]], "expected two matrices of the same shape, got 1 x 1 and 1 x 2"),
        ([[1], [2]], [[1]], "expected two matrices of the same shape, got 2 x 1 and 1 x 1"),
        ([[1]], [[0.5]], "row 0, column 0: expected an exact number such as 2, Fraction(1, 3) or '1/3', got the float"),
    ],
)
def test_bad_input_is_rejected(first: Any, second: Any, complaint: str) -> None:
    with pytest.raises(InputError, match=re.escape(complaint)):
        solve_bimatrix(first, second)


def test_the_repr_counts_the_equilibria_and_says_whether_the_game_is_degenerate() -> None:
    assert repr(solve_bimatrix([[1]], [[1]])) == "<Equilibria of a nondegenerate game: 1 pure, 0 mixed>"
    assert repr(solve_bimatrix([[1, 1]], [[1, 1]])) == "<Equilibria of a degenerate game: 2 pure, 0 mixed>"
