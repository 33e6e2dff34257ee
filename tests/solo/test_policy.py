"""Policies: their choices, their costs, and rejected input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import chain_of, make_chain
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Custom, Optimal, Policy, Prefer, TieBreak, Weighted, as_policy
from tests.strategies import Pair, int64, pairs, same
from tests.twins import solo as twins

SQUARE = Layout.parse("3x3")
SEVENS = "7 7 7 / 7 7 7 / 7 7 7"
BOARD = "6 7 6 / 7 7 7 / 6 6 6"


def check_mean(pair: Pair, policy: Policy, twin: twins.Policy) -> None:
    chain = make_chain(optimal_play(pair.position), policy)
    assert same(chain.mean, pair.game.expected(twin, pair.start))


@settings(max_examples=20)
@given(pairs(), st.sampled_from(list(TieBreak)))
def test_optimal_play_takes_v_rolls_under_every_tie_break(pair: Pair, tie_break: TieBreak) -> None:
    check_mean(pair, Optimal(tie_break), pair.game.tie_break(tie_break))
    solution = optimal_play(pair.position)
    assert make_chain(solution, Optimal(tie_break)).mean == solution.expected_rolls


@settings(max_examples=20)
@given(pairs(), st.permutations(range(9)), st.integers(0, 9))
def test_preferences_match_the_reference_implementation(pair: Pair, order: list[int], length: int) -> None:
    named = tuple(cell for cell in order[:length] if cell < pair.position.rules.layout.size)
    check_mean(pair, Prefer(named), twins.prefer(*named))


@settings(max_examples=20)
@given(pairs(), st.lists(st.integers(1, 20), min_size=9, max_size=9))
def test_weighted_and_uniform_choices_match_the_reference_implementation(pair: Pair, weights: list[int]) -> None:
    size = pair.position.rules.layout.size
    check_mean(pair, Weighted(tuple(weights[:size])), twins.weighted(*weights))
    check_mean(pair, Weighted(), twins.uniform)


def test_each_tie_break_chooses_the_cell_that_its_name_states() -> None:
    solution = optimal_play(SEVENS)
    options = tuple(1 << c for c in range(9))
    assert Optimal().choose(solution, 0, 7, options) == {1: 1}
    assert Optimal(TieBreak.LARGEST).choose(solution, 0, 7, options) == {1 << 8: 1}
    assert Optimal(TieBreak.RANDOM).choose(solution, 0, 7, options) == dict.fromkeys(options, Fraction(1, 9))


def test_only_optimal_cells_count_as_tied() -> None:
    solution = optimal_play(BOARD)
    options = tuple(1 << c for c in (0, 2, 6, 7, 8))
    for tie_break in TieBreak:
        assert Optimal(tie_break).choose(solution, 0, 6, options) == {1 << 7: 1}


def test_a_cell_of_weight_zero_is_marked_only_if_no_other_cell_matches() -> None:
    """Only the diagonal has positive weights, so a game takes three 7s. A single matching cell is always marked."""
    assert chain_of(SEVENS, policy="random:1,0,0,0,1,0,0,0,1").mean == 18
    assert chain_of("2 3 4 / 5 6 7 / 8 9 10", policy="random:0,0,0,0,0,0,0,0,0").mean > 0
    with pytest.raises(InputError, match=r"positive weight for one of the cells \[0, 1.*got none \(roll 7 in 7 7 7"):
        chain_of(SEVENS, policy="random:0,0,0,0,0,0,0,0,0")


def test_rational_weights_work_like_proportional_integers() -> None:
    thirds = Weighted((Fraction(1, 3), Fraction(2, 3), *(Fraction(1, 2),) * 7))
    assert chain_of(BOARD, policy=thirds).mean == chain_of(BOARD, policy=Weighted((2, 4, *(3,) * 7))).mean


@pytest.mark.parametrize(
    ("function", "like"),
    [
        (lambda position, roll: position.candidates(roll)[0], "prefer:0,1,2,3,4,5,6,7,8"),
        (lambda position, roll: position.candidates(roll)[-1], "prefer:8,7,6,5,4,3,2,1,0"),
        (lambda position, roll: int64(position.candidates(roll)[0]), "prefer:0"),
        (lambda position, roll: dict.fromkeys(position.candidates(roll), 1), "random"),
        (lambda position, roll: dict.fromkeys(position.candidates(roll), Fraction(1, 7)), "random"),
        (lambda position, roll: {position.candidates(roll)[0]: 1, position.candidates(roll)[1]: 0}, "prefer:0"),
    ],
    ids=["first", "last", "numpy", "weights", "fractions", "zero"],
)
def test_any_function_is_a_policy(function: Callable[[Position, int], Any], like: str) -> None:
    assert chain_of(BOARD, policy=function).mean == chain_of(BOARD, policy=like).mean


@pytest.mark.parametrize("answer", [None, 0, 9, -1, "4", {}, {1: -1, 3: 2}, {1: 0}, {0: 1}, {1: 1, 0: 1}], ids=str)
def test_invalid_results_of_policy_functions_are_rejected(answer: Any) -> None:
    def mine(_position: Position, roll: int) -> Any:
        assert roll == 7  # only a 7 matches two cells
        return answer

    with pytest.raises(InputError, match=r"policy mine: expected one of the cells \[1, 3\], or weights for them, got "):
        chain_of("2 7 3 / 7 4 5 / 6 8 9", policy=mine)


def test_float_weights_are_rejected() -> None:
    with pytest.raises(InputError, match="an exact number such as 2"):
        chain_of(BOARD, policy=Weighted((0.5,) * 9))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("weights", "message"),
    [((1, 2), "expected 9 weights, one per cell, got 2"), ((-1, 1, 1, 1, 1, 1, 1, 1, 1), "of at least 0, got -1")],
)
def test_invalid_weights_are_rejected(weights: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        chain_of(BOARD, policy=Weighted(weights))


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("optimal", Optimal()),
        ("random", Weighted()),
        ("random:1,2,3,4,5,6,7,8,9", Weighted((1, 2, 3, 4, 5, 6, 7, 8, 9))),
        ("prefer:4,0,2,6,8,1,3,5,7", Prefer((4, 0, 2, 6, 8, 1, 3, 5, 7))),
        ("prefer:4", Prefer((4,))),
    ],
)
def test_policies_can_be_given_as_text(text: str, policy: Policy) -> None:
    assert as_policy(text, SQUARE) == policy
    assert str(policy) == text
    assert as_policy(policy, SQUARE) is policy


def test_the_tie_break_applies_to_optimal_play_given_as_text() -> None:
    assert as_policy("optimal", SQUARE, "largest") == Optimal(TieBreak.LARGEST)
    assert as_policy("optimal", SQUARE, TieBreak.RANDOM) == Optimal(TieBreak.RANDOM)


def test_a_policy_has_the_name_of_its_function() -> None:
    def mine(position: Position, roll: int) -> int:
        return position.candidates(roll)[0]

    assert str(as_policy(mine, SQUARE)) == "mine"
    assert as_policy(mine, SQUARE) == Custom(mine)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the policy optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS, got ''"),
        ("best", "expected the policy optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS, got 'best'"),
        ("Optimal", "expected the policy optimal"),
        ("optimal:", "expected the policy optimal"),
        ("optimal:1", "expected the policy optimal"),
        ("random:", "expected whole numbers separated by commas, got ''"),
        ("random:1,2", "expected 9 weights, one per cell, got 2"),
        ("random:1,2,3,4,5,6,7,8,-9", "expected whole numbers separated by commas"),
        ("random:1,2,3,4,5,6,7,8,1.5", "expected whole numbers separated by commas"),
        ("random:1,2,3,4,5,6,7,8,9,10", "expected 9 weights, one per cell, got 10"),
        ("prefer", "expected whole numbers separated by commas, got ''"),
        ("prefer:", "expected whole numbers separated by commas, got ''"),
        ("prefer:4,4", "expected distinct, non-negative cell numbers"),
        ("prefer:9", "expected distinct cells from 0 to 8"),
        ("prefer:-1", "expected whole numbers separated by commas"),
        ("prefer:1,,2", "expected whole numbers separated by commas"),
        ("prefer:\u0664", "expected whole numbers separated by commas"),
        ("prefer:" + "1" * 5000, "expected whole numbers separated by commas"),
        ("x" * 10_000, "expected the policy optimal"),
    ],
)
def test_invalid_policy_strings_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        as_policy(text, SQUARE)
    assert message in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("policy", [None, 4, [4, 0], {4: 1}, Weighted], ids=str)
def test_invalid_policies_are_rejected(policy: Any) -> None:
    with pytest.raises(InputError, match="expected a policy such as 'optimal' or 'prefer:4,0', or a function, got"):
        as_policy(policy, SQUARE)


@pytest.mark.parametrize("text", ["", "first", "Smallest", "x" * 10_000])
def test_invalid_tie_breaks_are_rejected(text: str) -> None:
    with pytest.raises(InputError, match="expected the tie-break smallest, largest or random, got '"):
        as_policy("optimal", SQUARE, text)  # type: ignore[arg-type]


def test_no_policy_is_called_if_all_matching_cells_are_marked() -> None:
    def never(_position: Position, _roll: int) -> int:
        raise AssertionError

    rules = Rules.of("3x3", "2d6", "all")
    assert chain_of(BOARD, rules=rules, policy=never).mean == optimal_play(BOARD, rules=rules).expected_rolls
