"""Tournaments and rings computed from exact matches agree with the fast path."""

from __future__ import annotations

import random

import pytest

from dicebingo import InputError, TooLarge, rings, tournament
from dicebingo.model.board import as_boards
from dicebingo.solo.policy import TieBreakName
from dicebingo.tournaments import exact_tournament as plain
from tests.web.site_questions import agree

KNUTH = ["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"]


@pytest.mark.parametrize("tie_break", ["smallest", "random"])
@pytest.mark.parametrize("seed", range(3))
def test_the_exact_tournament_matches_the_fast_tournament(seed: int, tie_break: TieBreakName) -> None:
    """Compare standings, the top cycle and rings of three to five boards.

    The boards have few different values, so that some pairs are even.
    """
    stream = random.Random(seed)
    boards = [[stream.choice([5, 6, 7, 9]) for _ in range(9)] for _ in range(7)]
    here, there = plain.tournament(boards, tie_break=tie_break), tournament(boards, tie_break=tie_break)
    assert agree(here.to_dict(), there.to_dict())
    for length in (3, 4, 5):
        found, known = (ask(boards, length=length, tie_break=tie_break) for ask in (plain.rings, rings))
        assert found.count == known.count
        assert [one.smallest_margin for one in found.rings] == [one.smallest_margin for one in known.rings]


def test_exact_duels_match_fast_ones_and_a_ring_has_its_known_margin() -> None:
    cards = as_boards(KNUTH, "knuth")
    assert agree(plain.tournament(cards, game="duel").to_dict(), tournament(cards, game="duel").to_dict())
    (ring,) = plain.rings(cards, length=4).rings
    assert str(ring.smallest_margin) == "1/30"  # this is the margin in Knuth's example


def test_bad_input_is_rejected() -> None:
    with pytest.raises(TooLarge, match="at most 12 cells"):
        plain.tournament(as_boards([[7] * 16] * 2, "4x4"))
    with pytest.raises(InputError):
        plain.tournament([[7] * 8, [7] * 9])
