"""The joint chain: states, outcomes, distribution and linear system match a reference implementation and the paper."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.matches.joint import JointChain, LinearSystem, make_joint, winners
from dicebingo.matches.outcomes import Winners
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import WON
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreakName
from tests.matches.tables import (
    TIE_BREAKS,
    A,
    B,
    C,
    D,
    E,
    board,
    by_set,
    found,
    marked_state,
    match,
    positions,
    tables,
    twins,
)
from tests.strategies import NINE, Pair, pair_of
from tests.twins.matches import distribution, expected_length, outcomes, reachable, sweep

tie_breaks = st.sampled_from(TIE_BREAKS)
ENDS: list[Winners] = [(0,), (1,), (0, 1)]


def chain_of(table: list[Pair], tie_break: TieBreakName = "smallest") -> JointChain:
    return make_joint(strategies_for(positions(table), tie_break=tie_break))


@given(tables(), tie_breaks)
def test_outcomes_of_two_boards_match_the_reference_implementation(table: list[Pair], tie_break: TieBreakName) -> None:
    assert found(match(*positions(table), tie_break=tie_break)) == outcomes(twins(table, tie_break))


@settings(max_examples=15)
@given(tables(layouts=NINE), tie_breaks)
@pytest.mark.slow
def test_outcomes_of_boards_with_nine_cells_match_the_reference_implementation(
    table: list[Pair], tie_break: TieBreakName
) -> None:
    full = [pair.position.rules.is_full_card for pair in table]
    assume(tie_break != "random" or not all(full))  # the reference implementation would take half a minute
    assert found(match(*positions(table), tie_break=tie_break)) == outcomes(twins(table, tie_break))


@settings(max_examples=30)
@given(st.integers(3, 4).flatmap(tables), tie_breaks)
def test_outcomes_of_several_boards_match_the_reference_implementation(
    table: list[Pair], tie_break: TieBreakName
) -> None:
    assert found(match(*positions(table), tie_break=tie_break)) == outcomes(twins(table, tie_break))


def test_outcomes_of_three_boards_from_the_paper_match_the_reference_implementation() -> None:
    table = [board(text) for text in (C, D, E)]
    assert found(match(C, D, E)) == outcomes(twins(table))


@given(tables(), tie_breaks)
def test_joint_states_are_exactly_the_reachable_states(table: list[Pair], tie_break: TieBreakName) -> None:
    result = match(*positions(table), tie_break=tie_break)
    listed = [marked_state(result, i) for i in range(result.joint_states)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == reachable(twins(table, tie_break))


@settings(max_examples=12)
@given(tables(), tie_breaks)
def test_every_joint_state_matches_the_reference_implementation(table: list[Pair], tie_break: TieBreakName) -> None:
    result = match(*positions(table), tie_break=tie_break)
    first, second = twins(table, tie_break)
    pairs = sweep(first, second)
    system = result.chain.linear_system()
    solved = [system.solve(won) for won in ENDS]
    for i in range(result.joint_states):
        s, t = marked_state(result, i)
        assert [Fraction(str(x[i])) for x in solved] == list(pairs[s, t])


@given(tables(), tie_breaks)
def test_the_linear_system_is_stochastic_and_gives_the_outcomes(table: list[Pair], tie_break: TieBreakName) -> None:
    chain = chain_of(table, tie_break)
    system = chain.linear_system()
    assert set(system.b) == set(ENDS)
    assert all(j >= i for i, row in enumerate(system.q) for j in row), "expected Q to be upper triangular"
    for i, row in enumerate(system.q):
        assert sum(row.values()) + sum(b[i] for b in system.b.values()) == 1
    if not chain.states:
        return
    ends = chain.outcomes
    for end, b in system.b.items():
        x = system.solve(end)
        residual = [x[i] - sum(p * x[j] for j, p in row.items()) - b[i] for i, row in enumerate(system.q)]
        assert not any(residual)
        assert x[0] == ends[end]


def gauss(system: LinearSystem, end: Winners) -> list[Fraction]:
    """Solve (I - Q) x = b by Gauss-Jordan elimination.

    The unknowns are in random order, so that the matrix is not triangular.
    """
    size = len(system.q)
    order = random.Random(1).sample(range(size), size)
    rows = [
        [Fraction(i == j) - Fraction(str(system.q[i].get(j, 0))) for j in order] + [Fraction(str(system.b[end][i]))]
        for i in range(size)
    ]
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r in range(size):
            if r != column and (factor := rows[r][column]):
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    solved = dict(zip(order, (row[-1] for row in rows), strict=True))
    return [solved[i] for i in range(size)]


def test_gaussian_elimination_gives_the_same_solution() -> None:
    for pair in ((A, B), (E, C)):
        system = match(*pair).chain.linear_system()
        assert 20 < len(system.q) < 100
        for end in ENDS:
            assert [Fraction(str(x)) for x in system.solve(end)] == gauss(system, end)


def test_the_linear_system_gives_the_outcomes_in_the_paper() -> None:
    system = match(A, B).chain.linear_system()
    assert system.solve((0,))[0] == Fraction(134528, 253125)
    assert system.solve((1,))[0] == Fraction(118597, 253125)
    assert not any(system.solve((0, 1))), "expected a probability of 0 for the impossible tie"


@settings(max_examples=15)
@given(tables(), tie_breaks)
def test_the_distribution_matches_the_reference_implementation(table: list[Pair], tie_break: TieBreakName) -> None:
    chain = chain_of(table, tie_break)
    rows = chain.distribution(6)
    assert [by_set(row) for row in rows] == distribution(twins(table, tie_break), 6)
    sums = dict.fromkeys(ENDS, Fraction(0))
    for row, total in zip(rows, chain.cdf(6), strict=True):
        assert list(row) == ENDS, "expected three outcomes for two players on every roll"
        for won, share in row.items():
            sums[won] += share
        assert total == sums


@pytest.mark.slow
def test_the_distribution_of_three_boards_matches_the_reference_implementation() -> None:
    table = [board(text) for text in (C, D, E)]
    rows = chain_of(table, "random").distribution(3)
    assert [by_set(row) for row in rows] == distribution(twins(table, "random"), 3)
    assert all(list(row) == list(match(C, D, E).outcomes) for row in rows), (
        "expected every possible set of winners on every roll"
    )


def test_the_cdf_approaches_the_outcome_probabilities() -> None:
    result = match(C, D)
    late = result.cdf(150)[-1]
    assert all(0 < p - late[won] < Fraction(1, 10**8) for won, p in result.outcomes.items())
    assert all(a[won] <= b[won] for a, b in zip(result.cdf(20), result.cdf(21)[1:], strict=True) for won in b)


@pytest.mark.parametrize("upto", [-1, 10_001])
def test_the_number_of_rolls_is_limited(upto: int) -> None:
    for ask in (match(A, B).distribution, match(A, B).cdf):
        with pytest.raises(InputError, match=f"expected a number of rolls from 0 to 10000, got {upto}"):
            ask(upto)


@settings(max_examples=30)
@given(tables(), tie_breaks)
def test_the_expected_length_matches_the_reference_implementation(table: list[Pair], tie_break: TieBreakName) -> None:
    length = chain_of(table, tie_break).expected_length
    assert Fraction(str(length)) == expected_length(twins(table, tie_break))


def test_a_finished_game_has_a_known_outcome() -> None:
    won, bare = "*9 *6 *7 / 7 9 6 / 6 7 9", B
    for boards, end in (((won, bare), (0,)), ((bare, won), (1,)), ((won, won), (0, 1)), ((bare, won, won), (1, 2))):
        result = match(*boards)
        assert {winners: p for winners, p in result.outcomes.items() if p} == {end: 1}
        assert result.joint_states == 0
        assert [by_set(row) for row in result.distribution(2)] == [{frozenset(end): 1}, {}, {}]
        assert [by_set(row) for row in result.cdf(2)] == [{frozenset(end): 1}] * 3
        assert result.expected_length == 0
    assert match(won, bare).chain.linear_system().q == ()


def test_a_match_may_start_from_marked_positions() -> None:
    values = [[7, 6, 8, 9, 7, 5, 6, 6, 8], [8, 6, 8, 7, 7, 9, 5, 9, 9]]
    table = [pair_of("3x3", "2d6", v, frozenset(m)) for v, m in zip(values, ([0, 5], [3, 8, 1]), strict=True)]
    for tie_break in TIE_BREAKS:
        assert found(match(*positions(table), tie_break=tie_break)) == outcomes(twins(table, tie_break))
    assert found(match("*7 6 8 / 9 7 *5 / 6 6 8", "8 *6 8 / *7 7 9 / 5 9 *9")) == outcomes(twins(table))


def test_boards_may_have_different_layouts() -> None:
    table = [pair_of("3x3", "2d6", [6, 7, 8] * 3, frozenset()), pair_of("2x2:rows", "2d6", [6, 7, 8, 9], frozenset())]
    assert found(match(*positions(table))) == outcomes(twins(table))


def test_boards_with_different_dice_are_rejected() -> None:
    other = pair_of("3x3", "3d6", [10] * 9, frozenset())
    for pair in ((board(A), other), (other, board(A))):
        with pytest.raises(InputError, match="expected boards with the same dice, got"):
            match(*positions(pair))


def test_too_many_joint_states_are_rejected() -> None:
    with pytest.raises(TooLarge, match="This match needs more than 20 joint states; simulate it instead"):
        match(A, B, max_states=20)
    assert match(A, B, max_states=21).joint_states == 21


def test_winners_are_the_players_with_a_line() -> None:
    assert winners((WON, 3, WON)) == 0b101
    assert winners((0, 0)) == 0


def test_the_repr_states_the_size() -> None:
    assert repr(match(A, B).chain) == "<JointChain of 2 players: 21 joint states>"
    assert repr(strategies_for([A])[0]) == f"<Strategy optimal for {A}: 30 states>"


def test_a_strategy_lists_its_reachable_states() -> None:
    (strategy,) = strategies_for(["1 1 / 1 2"], Rules.of("2x2:rows", "1d6"), tie_break="random")
    assert strategy.start == 0
    assert list(strategy.levels) == sorted(map(int.bit_count, strategy.states))
    for row in strategy.moves:
        assert [sum(weight for _, weight in move) for move in row] == [strategy.scale] * 6
    assert strategy.follow is None
    assert strategies_for([A])[0].follow is not None
    assert strategies_for(["*9 *6 *7 / 7 9 6 / 6 7 9"])[0].start == WON
