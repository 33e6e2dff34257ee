"""Matches: the paper's numbers, invariances, policies, and the form of results."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.exact import decimal
from dicebingo.matches.match import Match
from dicebingo.matches.match import match as play_match
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board, Position, PositionLike
from dicebingo.model.symmetry import symmetries
from dicebingo.solo.chain import chain_of
from dicebingo.solo.policy import Optimal, PolicyLike, TieBreak
from tests.matches.tables import (
    GUARD,
    LAYOUTS,
    TIE_BREAKS,
    A,
    B,
    C,
    D,
    E,
    board,
    found,
    match,
    positions,
    random_boards,
    tables,
)
from tests.strategies import NINE, Pair
from tests.twins.matches import Player, outcomes
from tests.twins.solo import Policy, prefer, uniform, weighted

# The lower left part of the figure in section 4.4 of the paper: P(T = k) on shared rolls for k = 3 to 25.
JOINT_A = (
    "0.01680384 0.03623685 0.05115614 0.05925428 0.06095201 0.05784595 0.05175921 0.04426466 0.03651611 0.02924945 "
    "0.02285939 0.01749583 0.01315186 0.00973262 0.00710365 0.00512174 0.00365262 0.00257939 0.00180537 0.00125343 "
    "0.00086383 0.00059130 0.00040223"
)
JOINT_B = (
    "0.01502486 0.03285572 0.04652899 0.05373248 0.05491045 0.05166685 0.04578490 0.03875776 0.03164310 0.02508582 "
    "0.01940775 0.01470840 0.01095168 0.00803044 0.00580984 0.00415367 0.00293837 0.00205901 0.00143051 0.00098616 "
    "0.00067504 0.00045908 0.00031036"
)

tie_breaks = st.sampled_from(TIE_BREAKS)


def three(result: Match) -> tuple[Fraction, Fraction, Fraction]:
    """Return P(first wins), P(second wins) and P(tie)."""
    return result.probability(0), result.probability(1), result.probability(0, 1)


# The paper.


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_the_slower_board_wins_more_often(tie_break: str) -> None:
    result = match(A, B, tie_break=tie_break)
    assert three(result) == (Fraction(134528, 253125), Fraction(118597, 253125), 0)
    slower, faster = result.expected_rolls
    assert slower > faster


def test_the_distribution_on_shared_rolls_agrees_with_the_figure_in_the_paper() -> None:
    rows = match(A, B).distribution(25)
    for player, printed in enumerate((JOINT_A, JOINT_B)):
        assert [f"{decimal(row[player,]):.8f}" for row in rows[3:]] == printed.split()
        assert not any(row[player,] for row in rows[:3])
    assert all(row.first > row.second for row in rows[3:])


@pytest.mark.parametrize("player", [0, 1])
def test_the_joint_cdf_is_within_rounding_of_the_printed_cdf(player: int) -> None:
    """The cdf printed in the paper is the running sum of the rounded pdf."""
    printed = Fraction(0)
    rows = match(A, B).cdf(25)
    for k, text in enumerate((JOINT_A, JOINT_B)[player].split(), start=3):
        printed += Fraction(text)
        assert abs(printed - Fraction(str(rows[k][player,]))) < Fraction(25, 10**9)
    assert f"{float(printed):.8f}" == ("0.53065176", "0.46791124")[player]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize(
    ("pair", "printed"),
    [
        ((C, D), ["0.4281", "0.3680", "0.2039"]),
        ((D, E), ["0.3851", "0.3177", "0.2972"]),
        ((E, C), ["0.4948", "0.4207", "0.0845"]),
    ],
)
def test_outcomes_agree_with_the_table_in_the_paper(pair: tuple[str, str], printed: list[str], tie_break: str) -> None:
    result = match(*pair, tie_break=tie_break)
    assert [f"{decimal(p):.4f}" for p in three(result)] == printed
    assert three(result) == three(match(*pair)), "expected the same result for every tie-break"
    verdict = result.verdict
    assert (verdict.kind.value, verdict.favoured) == ("surely beats", 0)


def test_a_match_includes_the_solo_distribution_of_each_board() -> None:
    result = match(A, B)
    alone = result.solo
    assert [chain.pmf(5) for chain in alone] == [chain_of(A).pmf(5), chain_of(B).pmf(5)]
    assert f"{decimal(alone[0].pmf(8)):.8f}" == "0.07554617"
    assert f"{decimal(alone[1].pmf(8)):.8f}" == "0.08454327"
    assert [f"{decimal(v):.2f}" for v in result.expected_rolls] == ["12.77", "11.37"]


# Matches whose outcome depends on the tie-break.


def test_probabilities_may_depend_on_the_tie_break() -> None:
    expected = {"smallest": ("0.47429", "0.33976"), "largest": ("0.46529", "0.31363")}
    for tie_break, printed in expected.items():
        first, second, _ = three(match(*GUARD, tie_break=tie_break))
        assert (f"{decimal(first):.5f}", f"{decimal(second):.5f}") == printed
    table = [board(text) for text in GUARD]
    for tie_break in TIE_BREAKS:
        players = [Player(pair.game, pair.game.tie_break(tie_break)) for pair in table]
        assert found(match(*GUARD, tie_break=tie_break)) == outcomes(players)


def test_players_may_break_ties_differently() -> None:
    first, second = (board(text).game for text in GUARD)
    policies = Optimal(TieBreak.SMALLEST), Optimal(TieBreak.LARGEST)
    players = [Player(first, first.tie_break("smallest")), Player(second, second.tie_break("largest"))]
    assert found(match(*GUARD, policy=policies)) == outcomes(players)


# Knuth's cards.


@pytest.mark.parametrize(
    "pair",
    [
        ("1 2 / 3 4", "2 4 / 5 6"),
        ("2 4 / 5 6", "1 3 / 4 5"),
        ("1 3 / 4 5", "1 5 / 2 6"),
        ("1 5 / 2 6", "1 2 / 3 4"),
    ],
)
def test_knuths_cards_form_a_ring(pair: tuple[str, str]) -> None:
    result = match(*pair, rules="knuth")
    assert three(result) == (Fraction(7, 15), Fraction(13, 30), Fraction(1, 10))
    verdict = result.verdict
    assert (verdict.kind.value, verdict.favoured) == ("surely beats", 0)


# Invariances.


@given(st.integers(2, 4).flatmap(tables), tie_breaks)
def test_outcomes_sum_to_one(table: list[Pair], tie_break: str) -> None:
    result = match(*positions(table), tie_break=tie_break)
    assert sum(result.outcomes.values()) == 1
    assert min(result.outcomes.values()) > 0 or len(table) == 2
    assert sum(result.shares) == 1


@settings(max_examples=25)
@given(tables(layouts=LAYOUTS + NINE), tie_breaks)
def test_swapping_the_players_swaps_the_outcomes(table: list[Pair], tie_break: str) -> None:
    first, second, tie = three(match(*positions(table), tie_break=tie_break))
    assert three(match(*positions(table[::-1]), tie_break=tie_break)) == (second, first, tie)


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=5, max_size=5), tie_breaks)
@pytest.mark.slow
def test_swapping_equally_likely_values_changes_nothing(seed: int, flips: list[bool], tie_break: str) -> None:
    swap = {v: 14 - v if flips[abs(v - 7) - 1] else v for v in range(2, 13) if v != 7} | {7: 7}
    boards = random_boards(2, 4, 10, seed)
    swapped = [[swap[v] for v in values] for values in boards]
    assert three(match(*boards, tie_break=tie_break)) == three(match(*swapped, tie_break=tie_break))


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.integers(0, 7), st.integers(0, 1))
@pytest.mark.slow
def test_symmetries_of_one_board_change_nothing_under_the_random_tie_break(seed: int, which: int, player: int) -> None:
    boards = [Board(tuple(values)) for values in random_boards(2, 5, 9, seed)]
    before = three(match(*boards, tie_break="random"))
    boards[player] = boards[player].permuted(list(symmetries(boards[0].rules.layout))[which])
    assert three(match(*boards, tie_break="random")) == before


def test_symmetries_may_change_the_outcome_unless_the_tie_break_is_random() -> None:
    first, second = (Board.parse(text) for text in GUARD)
    turned = [first.permuted(s) for s in symmetries(first.rules.layout)]
    for tie_break in ("smallest", "largest"):
        assert len({three(match(board, second, tie_break=tie_break)) for board in turned}) > 1
    assert len({three(match(board, second, tie_break="random")) for board in turned}) == 1


def test_a_board_ties_with_itself_unless_the_tie_break_is_random() -> None:
    for text in (A, GUARD[0]):
        assert three(match(text, text)) == (0, 0, 1)
    first, second, tie = three(match(GUARD[0], GUARD[0], tie_break="random"))
    assert first == second > 0
    assert tie < 1


# Policies.


def backwards(position: Position, roll: int) -> int:
    return position.candidates(roll)[-1]


POLICIES: list[tuple[PolicyLike, Policy]] = [
    ("random", uniform),
    ("prefer:4,0,2,6,8,1,3,5,7", prefer(4, 0, 2, 6, 8, 1, 3, 5, 7)),
    ("random:1,2,3,4,5,4,3,2,1", weighted(1, 2, 3, 4, 5, 4, 3, 2, 1)),
    (backwards, prefer(8, 7, 6, 5, 4, 3, 2, 1, 0)),
]


@pytest.mark.parametrize("i", range(len(POLICIES)))
@pytest.mark.parametrize("j", range(len(POLICIES)))
@pytest.mark.slow
def test_each_player_may_have_a_different_policy(i: int, j: int) -> None:
    boards = "8 6 7 / 7 8 6 / 6 5 8", "7 7 6 / 8 6 6 / 5 7 8"
    players = [Player(board(text).game, POLICIES[which][1]) for text, which in zip(boards, (i, j), strict=True)]
    assert found(match(*boards, policy=[POLICIES[i][0], POLICIES[j][0]])) == outcomes(players)


def test_one_policy_applies_to_all_players() -> None:
    table = [board(text, "2x3", "1d6") for text in ("1 2 2 / 3 4 2", "2 1 3 / 1 3 5", "4 4 1 / 6 6 1")]
    players = [Player(pair.game, uniform) for pair in table]
    assert found(match(*positions(table), policy="random")) == outcomes(players)
    forward: Callable[[Position, int], int] = lambda position, roll: position.candidates(roll)[0]  # noqa: E731
    assert found(match(A, B, policy=forward)) == found(match(A, B, policy="prefer:0"))


def test_optimal_play_is_the_default_policy() -> None:
    assert three(match(A, B, policy="optimal")) == three(match(A, B, policy=["optimal", "optimal"]))
    assert [str(s.policy) for s in match(A, B).strategies] == ["optimal", "optimal"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_wrong_number_of_policies_is_rejected(count: int) -> None:
    with pytest.raises(InputError, match=f"expected one policy, or one for each of the 2 boards, got {count}"):
        match(A, B, policy=["optimal"] * count)


# Forms of results, and errors


@pytest.mark.parametrize("boards", [(), (A,)])
def test_too_few_boards_are_rejected(boards: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=f"expected two or more boards, got {len(boards)}"):
        match(*boards)


def test_two_boards_always_have_three_outcomes() -> None:
    outcomes = match(A, B).outcomes
    assert outcomes == {(0,): Fraction(134528, 253125), (1,): Fraction(118597, 253125), (0, 1): 0}
    assert (outcomes.first, outcomes.second, outcomes.tie) == tuple(outcomes.values())
    assert outcomes.margin == Fraction(15931, 253125)


def test_a_match_of_more_than_two_boards_lists_its_possible_outcomes() -> None:
    assert list(match(A, B, A, B).outcomes) == [(0, 2), (1, 3)]
    assert match(A, B, A).shares == (Fraction(67264, 253125), Fraction(118597, 253125), Fraction(67264, 253125))
    order = list(match(C, D, E).outcomes)
    assert order == sorted(order, key=lambda winners: (len(winners), winners))


def test_verdicts_and_ranges_need_exactly_two_boards() -> None:
    result = match(A, B, C)
    for what, name in (("a verdict", "verdict"), ("a range", "ranges")):
        with pytest.raises(InputError, match=f"expected two boards for {what}, got 3"):
            getattr(result, name)
    with pytest.raises(InputError, match="expected two boards for a range, got 3"):
        match(A, B, C, range=True)


def test_a_result_contains_its_players() -> None:
    result = match(A, "7 7 7 7 7 7 7 7 7")
    assert repr(result) == "<Match of board 0 against board 1: 70.55%, 29.45%, tie 0.00%>"
    assert [str(position) for position in result.positions] == [A, "7 7 7 / 7 7 7 / 7 7 7"]
    assert [strategy.solution.position for strategy in result.strategies] == list(result.positions)
    assert repr(match(C, D, E, names=["c", "d", "e"])) == "<Match of c against d against e>"
    assert repr(match(*[A, B] * 3)) == "<Match of 6 boards>"
    with pytest.raises(InputError, match="expected one name for each of the 2 boards, got 1"):
        match(A, B, names=["a"])


def test_a_notebook_shows_names_unchanged() -> None:
    for fast in (False, True):
        shown = play_match(A, B, names=['<b>"A"', "B & C"], fast=fast)._repr_html_()
        assert ET.fromstring(f"<div>{shown}</div>").find(".//b") is None, (
            "expected well-formed HTML without markup from names"
        )
        assert "53.15%" in shown
        assert "B &amp; C" in shown
        assert ("134528/<wbr/>253125" in shown) is not fast


def test_prepared_strategies_can_be_players() -> None:
    players = strategies_for(GUARD, tie_break="largest")
    result = match(*players)
    assert three(result) == three(match(*GUARD, tie_break="largest"))
    assert result.strategies == tuple(players)
    assert result.tie_break is TieBreak.LARGEST, "expected the strategies' tie-break, not the default"
    assert three(match(players[0], GUARD[1], tie_break="largest")) == three(result)


def test_results_of_long_computations_are_cached() -> None:
    result = match(*GUARD)
    assert result.verdict is result.verdict
    assert result.ranges is result.ranges
    assert result.solo is result.solo


def test_arguments_are_checked_before_the_computation() -> None:
    with pytest.raises(InputError, match="expected a number of rolls from 0 to 10000, got -1"):
        match(A, B, upto=-1)
    with pytest.raises(InputError, match="expected optimal play for a range over tie-breaks, got the policy random"):
        match(A, B, policy="random", range=True)


def test_boards_are_accepted_in_many_forms() -> None:
    rows = [[6, 7, 6], [7, 7, 7], [6, 6, 6]]
    forms: list[PositionLike] = [B, [6, 7, 6, 7, 7, 7, 6, 6, 6], rows, np.array(rows)]
    forms += [Board.parse(B), Position.parse(B)]
    assert len({three(match(A, form)) for form in forms}) == 1
    assert [s.policy for s in strategies_for([A, B], tie_break="largest")] == [Optimal(TieBreak.LARGEST)] * 2


def test_unknown_names_are_rejected() -> None:
    with pytest.raises(InputError, match="middle"):
        match(A, B, tie_break="middle")
    with pytest.raises(InputError, match="chess"):
        match(A, B, rules="chess")
    with pytest.raises(InputError, match="cleverly"):
        match(A, B, policy="cleverly")
