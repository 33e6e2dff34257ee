"""``solve`` returns optimal play, its completion time, and only the requested parts of the result."""

from __future__ import annotations

import pickle
from unittest.mock import patch

import numpy as np
import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import chain_of, moments
from dicebingo.solo.evaluation import evaluate
from dicebingo.solo.mdp import OptimalPlay, exact_or_float, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.solution import play_of, solve
from dicebingo.solo.why import best_changes, why

BOARD = "6 7 6 / 7 7 7 / 6 6 6"
TIES = "6 9 10 / 9 9 9 / 10 10 6"


def test_a_solution_is_optimal_play() -> None:
    found, play = solve(BOARD), optimal_play(BOARD)
    assert isinstance(found, OptimalPlay)
    assert found.values == play.values
    assert found.optimal_cells(6) == (7,)
    assert play_of(found) is found
    assert play_of(evaluate(BOARD)) == play
    assert repr(found) == f"<Solution of {BOARD}: 11.367256 rolls, exact>"


@pytest.mark.parametrize("tie_break", TieBreak)
def test_the_completion_time_matches_the_chain(tie_break: TieBreak) -> None:
    chain = chain_of(TIES, tie_break=tie_break)
    for found in (solve(TIES, tie_break=tie_break), solve(TIES, tie_break=str(tie_break), upto=5, why=True)):  # type: ignore[call-overload]
        assert found.moments == chain.moments()
        assert (found.expected_rolls, found.variance) == (chain.mean, chain.variance)
        assert (found.policy, found.tie_break) == (Optimal(tie_break), tie_break)


def test_only_requested_parts_are_included() -> None:
    plain, whole = solve(BOARD), solve(BOARD, upto=6, why=True)
    assert (plain.distribution, plain.why, plain.changes) == (None, None, ())
    assert whole.distribution == tuple(chain_of(BOARD).distribution(6))
    assert whole.why == why(chain_of(BOARD))
    assert whole.changes == best_changes(optimal_play(BOARD))


def test_moments_are_computed_once_on_demand() -> None:
    with patch("dicebingo.solo.solution.moments", wraps=moments) as compute:
        found = solve(BOARD)
        assert compute.call_count == 0
        assert found.moments.variance == found.variance
        assert compute.call_count == 1


def test_solutions_can_be_compared_hashed_and_pickled() -> None:
    found = solve(BOARD)
    assert found == solve(np.array([[6, 7, 6], [7, 7, 7], [6, 6, 6]]))
    assert found != solve(BOARD, tie_break="largest")
    assert len({found, solve(BOARD), solve(BOARD, upto=3)}) == 2
    assert pickle.loads(pickle.dumps(found)).values == found.values


def test_large_boards_are_solved_in_float64() -> None:
    rules = Rules.of("4x5", "2d6")
    large, found = optimal_play([7] * 20, rules=rules, exact=False), solve([7] * 20, rules=rules)
    assert not found.exact
    assert found.expected_rolls == large.expected_rolls == pytest.approx(24)
    assert found.variance == pytest.approx(4 * 30)
    assert exact_or_float(found.position) == large
    assert not solve(BOARD, exact=False).exact


def test_bad_input_is_rejected() -> None:
    for asked in ({"upto": 3}, {"why": True}):
        with pytest.raises(InputError, match="expected exact=True for a distribution"):
            solve(BOARD, exact=False, **asked)
        with pytest.raises(TooLarge, match="expected at most 16 unmarked cells for a Markov chain, got 25"):
            solve([7] * 25, rules="5x5", **asked)
    with pytest.raises(InputError, match="expected a number of rolls from 0 to 10000, got -1"):
        solve(BOARD, upto=-1)
    with pytest.raises(InputError, match="expected the tie-break smallest, largest or random"):
        solve(BOARD, tie_break="first")  # type: ignore[call-overload]
    with pytest.raises(InputError, match="expected a board such as"):
        solve(7)  # type: ignore[call-overload]
