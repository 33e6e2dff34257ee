"""The variance computed without a Markov chain equals the chain's variance."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS
from dicebingo.solo.chain import make_chain, moments
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.variance import optimal_moments

FIRM = (TieBreak.SMALLEST, TieBreak.LARGEST)
SMALL = [variant.rules for variant in VARIANTS if variant.rules.layout.size <= 9]


def check(solution: OptimalPlay) -> None:
    for tie_break in FIRM:
        assert optimal_moments(solution, tie_break) == make_chain(solution, Optimal(tie_break)).moments()


@given(st.data())
def test_the_variance_of_every_small_game_matches_the_chain(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(SMALL))
    # With few values to draw from, some values repeat.
    few = data.draw(st.lists(st.sampled_from(rules.dice.values), min_size=1, max_size=4))
    cells = range(rules.layout.size)
    values = [None if rules.layout.free >> cell & 1 else data.draw(st.sampled_from(few)) for cell in cells]
    check(optimal_play(Position(Board(tuple(values), rules), data.draw(st.integers(0, rules.layout.full)))))


def test_tie_breaks_change_the_variance() -> None:
    """On this board, the variance depends on the tie-break, though the mean does not."""
    solution = optimal_play("7 7 6 / 6 6 7 / 7 6 6")
    found = {optimal_moments(solution, tie_break).mean for tie_break in FIRM}
    assert found == {solution.expected_rolls}
    check(solution)


@pytest.mark.parametrize(
    ("layout", "dice", "board"),
    [
        ("1x2", "{7:1}", "7 7"),
        ("2x2", "{1:1,2:99999999999999999999}", "1 2 / 2 1"),
        ("3x3", "40d6", "100 110 120 / 130 140 150 / 140 141 142"),  # the common denominator would have too many digits
    ],
)
def test_unusual_dice_are_handled(layout: str, dice: str, board: str) -> None:
    check(optimal_play(Position.parse(board, Rules.of(layout, dice))))


@pytest.mark.slow
def test_the_variance_of_a_larger_board_matches_the_chain() -> None:
    check(optimal_play("6 7 8 6 / 7 8 6 7 / 8 6 7 8 / 9 9 9 9", rules="4x4"))


def test_nine_sevens_match_a_hand_computation() -> None:
    """Any game needs three sevens, so its length is a sum of three geometric waiting times with p = 1/6."""
    assert optimal_moments(optimal_play([7] * 9), TieBreak.SMALLEST).variance == 3 * 30


def test_the_random_tie_break_uses_the_chain() -> None:
    solution = optimal_play("6 7 6 / 7 7 7 / 6 6 6")
    random = Optimal(TieBreak.RANDOM)
    assert moments(solution, random) == make_chain(solution, random).moments()
    assert moments(solution, Optimal()).mean == solution.expected_rolls != Fraction(0)
