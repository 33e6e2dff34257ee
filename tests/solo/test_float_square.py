"""E[T²] in float64 equals E[T²] of the exact Markov chain, for each tie-break."""

from __future__ import annotations

import pytest

from dicebingo.solo.chain import make_chain
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.variance import float_square


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize("rules", ["classic", "mark-all"])
@pytest.mark.parametrize("board", ["7 7 6 / 6 6 7 / 7 6 6", "8 8 9 / 7 6 10 / 7 4 5", "6 7 8 / 7 6 2 / 8 12 6"])
def test_second_moments_match_the_exact_chain(board: str, rules: str, tie_break: TieBreak) -> None:
    exact = make_chain(optimal_play(board, rules=rules), Optimal(tie_break)).moments()
    found = float_square(optimal_play(board, rules=rules, exact=False), tie_break)
    assert found == pytest.approx(float(exact.variance + exact.mean**2), rel=1e-12)
