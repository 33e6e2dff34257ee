"""Preparing many boards at once: the fast preparation agrees with exact strategies."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.matches import FieldArrays, match_pairs
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import strategies
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.strategies import Preparer
from tests.tournaments.boards import guessed, seeded


def exact_field(boards: list[Board], tie_break: TieBreak) -> FieldArrays:
    return Field(strategies_for(boards, tie_break=tie_break)).arrays


def same_matches(first: FieldArrays, second: FieldArrays) -> bool:
    """Return whether all matches agree up to rounding.

    If the states are numbered differently, terms are added in another order, so that sums are rounded differently.
    """
    pairs = np.array(list(combinations(range(len(first.first) - 1), 2)), np.int64)
    (one, seen), (other, also) = match_pairs(first, pairs), match_pairs(second, pairs)
    return np.allclose(one, other, rtol=1e-13, atol=0) and np.array_equal(seen, also)


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(("low", "high"), [(2, 12), (5, 9), (6, 8), (6, 7)])
def test_fast_preparation_agrees_with_exact_strategies(low: int, high: int, tie_break: TieBreak) -> None:
    boards = seeded(6, low, high)
    preparer = Preparer(classic(), tie_break)
    rows = preparer.rows(boards)
    expected = exact_field(boards, tie_break)
    assert same_matches(preparer.exact_arrays(rows), expected)
    assert same_matches(guessed(preparer, rows), expected)


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(
    ("layout", "dice", "marking"),
    [
        ("3x3", "2d6", "all"),
        ("2x3", "2d6", "all"),
        ("3x3:free-centre", "2d6", "one"),
        ("#f#/##.", "1d6", "one"),
        ("2x3", "product(2d6)", "one"),
        ("2x2", "{1:1,2:9007199254740993}", "one"),
    ],
)
def test_boards_with_other_rules_are_prepared_exactly(
    layout: str, dice: str, marking: MarkingName, tie_break: TieBreak
) -> None:
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, 5, rules.dice.values[:4], seed=2)
    preparer = Preparer(rules, tie_break)
    assert [preparer.board(row) for row in preparer.rows(boards)] == boards
    assert same_matches(preparer.exact_arrays(preparer.rows(boards)), exact_field(boards, tie_break))


def test_boards_prepared_in_chunks_have_the_same_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = seeded(7, 5, 9)
    preparer = Preparer(classic(), TieBreak.RANDOM)
    whole = guessed(preparer, preparer.rows(boards))
    monkeypatch.setattr(strategies, "CHUNK", 3)
    parts = guessed(preparer, preparer.rows(boards))
    for name in whole._fields:
        assert np.array_equal(getattr(whole, name), getattr(parts, name))


@pytest.mark.parametrize("tie_break", TieBreak)
def test_wrong_guesses_about_ties_are_corrected(tie_break: TieBreak, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [*seeded(5, 5, 9, seed=3), Board.parse("7 7 7 / 7 7 7 / 7 7 7", classic())]
    preparer = Preparer(classic(), tie_break)
    rows = preparer.rows(boards)
    expected = exact_field(boards, tie_break)
    # Cells whose values differ by less than about one percent count as tied.
    monkeypatch.setattr(strategies, "INDISTINCT", 0.01 / preparer.error_bound)
    assert not same_matches(guessed(preparer, rows), expected), "expected some guesses to be wrong"
    assert same_matches(preparer.exact_arrays(rows), expected)
    single = [(guessed(preparer, rows[b : b + 1]), preparer.exact_arrays(rows[b : b + 1])) for b in range(len(boards))]
    mended = [any(not np.array_equal(getattr(g, name), getattr(e, name)) for name in g._fields) for g, e in single]
    assert 0 < sum(mended) < len(boards)


def test_guessed_values_are_within_their_error_bound() -> None:
    boards = seeded(5)
    preparer = Preparer(classic(), TieBreak.SMALLEST)
    exact = [float(s.solution.expected_rolls) for s in strategies_for(boards)]
    assert preparer.guess(preparer.rows(boards)).values == pytest.approx(exact, rel=preparer.error_bound)


def test_too_many_cells_and_unsuitable_dice_are_rejected() -> None:
    with pytest.raises(TooLarge, match="at most 12 cells for many matches, got 16"):
        Preparer(Rules.of("4x4", "2d6"), TieBreak.SMALLEST)
    with pytest.raises(InputError, match="at most 64 values"):
        Preparer(Rules.of("2x2", "d65"), TieBreak.SMALLEST)
    with pytest.raises(InputError, match="without very rare values"):
        Preparer(Rules.of("2x2", f"{{1:1,2:{10**60}}}"), TieBreak.SMALLEST)
