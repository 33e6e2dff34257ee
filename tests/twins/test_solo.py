"""Check the reference implementation against hand-counted and published numbers.

Otherwise, an error that it shares with the program would go unnoticed.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.twins.solo import DICE, LINES, NONE, make_game, prefer, uniform


def test_the_numbers_of_sets_of_marks_match_the_paper() -> None:
    game = make_game("3x3", "2d6", [8, 8, 9, 7, 6, 10, 7, 4, 5])
    assert len(game.transient()) == 230
    assert len(game.all_sets()) - len(game.transient()) == 282


def test_values_match_the_paper() -> None:
    optimal = make_game("3x3", "2d6", [8, 8, 9, 7, 6, 10, 7, 4, 5])
    assert optimal.value(NONE) == Fraction(47546657067260786722139, 7535828431282951800000)
    assert make_game("3x3", "2d6", [7] * 9).value(NONE) == 18
    assert make_game("3x3", "2d6", [6, 7, 6, 7, 7, 7, 6, 6, 6]).optimal_cells(NONE, 6) == (7,)


def test_knuths_card_matches_hand_counts() -> None:
    game = make_game("2x2:rows", "1d6", [1, 2, 3, 4])
    assert game.value(NONE) == Fraction(11, 2)
    assert game.pmf(uniform, NONE, 2) == [0, 0, Fraction(1, 9)]  # 4 of 36 throws: 1 2, 2 1, 3 4, 4 3


@pytest.mark.parametrize("dice", DICE)
def test_probabilities_sum_to_1(dice: str) -> None:
    assert sum(DICE[dice].values()) == 1


def test_one_step_of_a_policy_matches_a_hand_computation() -> None:
    game = make_game("2x2", "1d6", [1, 1, 1, 2])
    assert game.step(prefer(2), NONE) == {
        frozenset([2]): Fraction(1, 6),
        frozenset([3]): Fraction(1, 6),
        NONE: Fraction(2, 3),
    }


def test_no_line_is_listed_twice() -> None:
    for lines in LINES.values():
        assert len(set(map(frozenset, lines))) == len(lines)
