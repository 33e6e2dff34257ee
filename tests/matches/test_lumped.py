"""Merging states makes a strategy smaller without changing the result of any match."""

from __future__ import annotations

from itertools import product

import pytest

from dicebingo.matches.joint import make_joint
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import lumped
from dicebingo.model.board import Board
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.boards import random_boards


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(
    ("layout", "dice", "marking", "values"),
    [
        ("3x3", "2d6", "one", (6, 7, 8)),
        ("3x3", "2d6", "one", (7,)),
        ("2x3", "{1:1,2:3,3:2}", "one", (1, 2, 3)),
        ("2x3", "2d6", "all", (5, 6, 7)),
        ("3x3:free-centre", "2d6", "one", (6, 8)),
    ],
)
def test_lumped_strategies_play_the_same_matches(
    layout: str, dice: str, marking: MarkingName, values: tuple[int, ...], tie_break: TieBreak
) -> None:
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, min(4, len(values) ** 6), values, 5)
    plain = strategies_for(boards, tie_break=tie_break)
    fewer = [lumped(strategy) for strategy in plain]
    counts = [sum(len(strategy.states) for strategy in some) for some in (fewer, plain)]
    assert counts[0] < counts[1] if values == (6, 7, 8) else counts[0] <= counts[1]
    for i, j in product(range(len(boards)), repeat=2):
        assert make_joint([fewer[i], fewer[j]]).outcomes == make_joint([plain[i], plain[j]]).outcomes
        assert make_joint([fewer[i], plain[j]]).outcomes == make_joint([plain[i], plain[j]]).outcomes


def test_the_sets_of_marks_on_a_board_of_sevens_merge_into_three_states() -> None:
    [strategy] = strategies_for([Board.parse("7 7 7 / 7 7 7 / 7 7 7")], tie_break=TieBreak.RANDOM)
    few = lumped(strategy)
    # Under optimal play, the third seven always wins, so only the number of marks before it (0, 1 or 2) matters.
    assert few.levels == (0, 1, 2)
    assert (few.scale, few.follow is not None) == (1, True)
