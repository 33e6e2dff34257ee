"""``improve`` finds better boards, one change at a time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from dicebingo.errors import InputError, TooLarge
from dicebingo.solo.improve import improve
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.why import best_changes
from tests.strategies import SMALL, Pair, pairs

BOARD = "6 5 10 / 11 7 3 / 4 9 8"


@settings(max_examples=15)
@given(pairs(SMALL))
def test_every_step_is_the_best_change_until_no_change_helps(pair: Pair) -> None:
    found = improve(pair.position, most=2, full=True)
    assert found.position == pair.position
    assert found.changes == best_changes(optimal_play(pair.position), 2)
    assert found.steps is not None
    now = optimal_play(pair.position)
    for step in found.steps:
        assert best_changes(now, 1) == (step,)
        board = now.position.board.with_value(step.cell, step.value)
        now = optimal_play(type(pair.position)(board, pair.position.marked))
        assert now.expected_rolls == step.expected_rolls
    assert found.end == now
    assert best_changes(now) == ()


def test_steps_are_listed_only_on_request() -> None:
    found = improve(BOARD)
    assert (found.steps, found.end) == (None, None)
    assert len(found.changes) == 4
    assert found.expected_rolls == optimal_play(BOARD).expected_rolls
    assert repr(found) == f"<Improvement of {BOARD}: 7 in cell 3>"
    assert repr(improve(BOARD, full=True)) == f"<Improvement of {BOARD}: 6 5 10 / 7 7 8 / 4 9 8>"


def test_the_optimal_board_cannot_be_improved() -> None:
    found = improve("8 8 9 / 7 6 10 / 7 4 5", full=True)
    assert (found.changes, found.steps) == ((), ())
    assert found.end == found.solution
    assert "no change helps" in repr(improve("8 8 9 / 7 6 10 / 7 4 5"))


def test_bad_input_is_rejected() -> None:
    with pytest.raises(InputError, match="expected at least 1 change to list, got 0"):
        improve(BOARD, most=0)
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells"):
        improve([7] * 25, rules="5x5")
