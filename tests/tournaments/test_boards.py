"""Tournament entrants: random boards and all boards."""

from __future__ import annotations

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.boards import all_boards, random_boards
from dicebingo.tournaments.tournament import tournament
from tests.matches.tables import C, D, E
from tests.tournaments.boards import MIRRORED, seeded


def test_random_boards_are_different_and_depend_on_the_seed() -> None:
    boards = seeded(200, 4, 6, seed=5)
    assert len(set(boards)) == 200
    assert {value for board in boards for value in board.values} == {4, 5, 6}
    assert boards == seeded(200, 4, 6, seed=5)
    assert boards[:50] == seeded(50, 4, 6, seed=5)
    assert boards != seeded(200, 4, 6, seed=6)


def test_there_can_be_as_many_random_boards_as_there_are_boards() -> None:
    rules = Rules.of("2x2", "2d6")
    assert set(random_boards(rules, 16, (6, 7), 1)) == set(all_boards(rules, (6, 7), TieBreak.SMALLEST))
    with pytest.raises(InputError, match="expected 1 to 16 different boards, got 17"):
        random_boards(rules, 17, (6, 7), 1)
    with pytest.raises(InputError, match="got 0"):
        random_boards(rules, 0, (6, 7), 1)
    with pytest.raises(InputError, match="expected a non-negative seed, got -1"):
        random_boards(rules, 2, (6, 7), -1)


def test_all_boards_of_two_values_are_listed() -> None:
    everyone = all_boards(classic(), (6, 7), TieBreak.SMALLEST)
    assert len(set(everyone)) == 512
    assert everyone == all_boards(classic(), (6, 7), TieBreak.LARGEST)
    # By Burnside's lemma, there are (512 + 2 * 2^3 + 2^5 + 4 * 2^6) / 8 patterns up to rotation and reflection.
    classes = all_boards(classic(), (6, 7), TieBreak.RANDOM)
    assert len(classes) == 102
    assert set(classes) <= set(everyone)


def test_free_cells_stay_free() -> None:
    rules = Rules.of("3x3:free-centre", "2d6")
    assert len(all_boards(rules, (6, 7), TieBreak.SMALLEST)) == 256
    assert {board.values[4] for board in random_boards(rules, 9, (6, 7), 1)} == {None}


def test_too_many_boards_are_rejected() -> None:
    with pytest.raises(InputError, match=r"expected at most 160000 boards, got 5\^9"):
        all_boards(classic(), (5, 6, 7, 8, 9), TieBreak.RANDOM)


def test_images_of_a_board_win_equally_often_only_under_the_random_tie_break() -> None:
    other, image = (Board.parse(text, classic()) for text in MIRRORED)
    rivals = [Board.parse(text, classic()) for text in (C, D, E, "9 7 5 / 5 5 5 / 8 5 7")]
    for tie_break in TieBreak:
        result = tournament([other, image, *rivals], tie_break=tie_break)
        same = np.allclose(result.wins[0, 2:], result.wins[1, 2:], rtol=0, atol=1e-12)
        assert same == (tie_break is TieBreak.RANDOM)
