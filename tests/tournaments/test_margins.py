"""The margins used in searches: their cache, their error bounds, and the exact links of rings."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.duels.duel import duel
from dicebingo.errors import InputError
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import margins as module
from dicebingo.tournaments import strategies
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.margins import Margins, margins_for
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.strategies import StrategyPool
from tests.matches.tables import DEPENDS, C, D
from tests.searches.spaces import board_of, space_of
from tests.twins.duels import DuelTwin
from tests.twins.matches import TIE, margin, optimal, outcomes
from tests.twins.searches import LOADED, Everything
from tests.twins.solo import NONE

Rows = NDArray[np.int64]

SMALL = {
    "one die": Everything("2x2:rows", "1d6", values=(1, 2, 3)),
    "a loaded die": Everything("2x2", LOADED),
    "a free cell, all marked": Everything("#f#/##.", LOADED, marks_all=True, values=(2, 5)),
}


def exact_margin(first: Board, second: Board, tie_break: TieBreak, game: Game) -> Fraction:
    played = duel(first, second) if game is Game.DUEL else match(first, second, tie_break=tie_break, fast=False)
    return Fraction(str(played.outcomes.margin))


def drawn(margins: Margins, count: int, low: int, high: int, seed: int = 1) -> tuple[list[Board], Rows]:
    boards = random_boards(margins.preparer.rules, count, tuple(range(low, high + 1)), seed)
    return boards, margins.preparer.rows(boards)


def pairs_of(rows: Rows) -> tuple[Rows, Rows]:
    """Return all pairs of rows, including each row with itself."""
    i, j = np.indices((len(rows), len(rows))).reshape(2, -1)
    return rows[i], rows[j]


# Margins.


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(("count", "low", "high"), [(2, 2, 12), (4, 5, 9), (5, 6, 7)])
@pytest.mark.slow
def test_margins_of_matches_are_correct(count: int, low: int, high: int, tie_break: TieBreak) -> None:
    margins = margins_for(classic(), tie_break)
    boards, rows = drawn(margins, count, low, high)
    found = margins.of(*pairs_of(rows))
    expected = [float(exact_margin(a, b, tie_break, Game.MATCH)) for a, b in product(boards, boards)]
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("marking", ["one", "all"])
def test_margins_of_duels_are_correct(marking: MarkingName) -> None:
    margins = margins_for(Rules.of("2x3", "2d6", marking), TieBreak.SMALLEST, Game.DUEL)
    boards, rows = drawn(margins, 3, 5, 8)
    found = margins.of(*pairs_of(rows))
    expected = [float(exact_margin(a, b, TieBreak.SMALLEST, Game.DUEL)) for a, b in product(boards, boards)]
    assert found == pytest.approx(expected, abs=1e-12)
    assert found.reshape(3, 3) == pytest.approx(-found.reshape(3, 3).T, abs=1e-12)


@pytest.mark.parametrize("game", Game)
def test_margins_are_antisymmetric(game: Game) -> None:
    margins = margins_for(classic(), TieBreak.LARGEST, game)
    _, rows = drawn(margins, 8, 4, 10)
    found = margins.of(*pairs_of(rows)).reshape(8, 8)
    assert found == pytest.approx(-found.T, abs=1e-12)
    assert np.abs(found[~np.eye(8, dtype=bool)]).min() > 0


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
def test_margins_match_the_reference_implementation(name: str, game: Game) -> None:
    everything = SMALL[name]
    margins = margins_for(space_of(everything).rules, TieBreak.SMALLEST, game)
    chosen = everything.boards[::9][:9]
    rows = margins.preparer.rows([board_of(everything, values) for values in chosen])
    games = [everything.game(values) for values in chosen]
    expected = [
        DuelTwin(a, b).value((a.free, b.free)) if game is Game.DUEL else margin(outcomes([optimal(a), optimal(b)]))
        for a, b in product(games, games)
    ]
    first, second = pairs_of(rows)
    assert margins.of(first, second) == pytest.approx([float(m) for m in expected], abs=1e-12)
    certain, bounds = margins.certain(rows, rows)
    for at_most, close, exact in zip(bounds.flat, certain.flat, expected, strict=True):
        assert abs(Fraction(float(close)) - exact) <= Fraction(float(at_most)) < Fraction(1, 10**12)


# The cache.


@pytest.mark.parametrize("game", Game)
def test_cached_margins_are_not_computed_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    margins = margins_for(classic(), TieBreak.RANDOM, game)
    _, rows = drawn(margins, 4, 5, 9)
    played: list[list[Any]] = []
    play = margins._play

    def counting(pairs: list[Any]) -> NDArray[np.float64]:
        played.append(pairs)
        return play(pairs)

    monkeypatch.setattr(margins, "_play", counting)
    first = margins.of(rows[[0, 1, 0, 2]], rows[[1, 0, 1, 2]])
    assert first[0] == first[2] == pytest.approx(-first[1], abs=1e-12)
    again = margins.of(rows[[0, 3, 1, 3]], rows[[1, 0, 0, 0]])
    assert again[0] == first[0]
    assert [len(pairs) for pairs in played] == [3, 1]
    margins.of(rows[:2], rows[[1, 0]])
    assert len(played) == 2
    assert len(margins.of(rows[:0], rows[:0])) == 0


def asked(margins: Margins, rows: Rows) -> list[float]:
    """Compute margins and expected rolls for a few random boards at a time, so that most boards occur repeatedly."""
    order = np.random.default_rng(5).integers(len(rows), size=(40, 2, 3))
    found: list[float] = []
    for first, second in order:
        found += margins.of(rows[first], rows[second]).tolist()
        found += margins.expected_rolls(rows[first]).tolist()
    return found


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize(("known", "states"), [(0, 1 << 17), (7, 1 << 17), (1 << 16, 0), (5, 60)])
def test_dropping_boards_from_the_cache_changes_no_margin(
    known: int, states: int, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fresh() -> Margins:
        return margins_for(Rules.of("2x3", "2d6"), TieBreak.RANDOM, game)

    _, rows = drawn(fresh(), 12, 4, 10)
    expected = asked(fresh(), rows)
    monkeypatch.setattr(module, "MAX_MARGINS", known)
    monkeypatch.setattr(strategies, "MAX_STATES", states)
    forgetful = fresh()
    assert asked(forgetful, rows) == expected
    assert len(forgetful._known) <= known + 3
    # Boards are dropped from the cache only if the limit on states is low.
    assert (len(forgetful._pool._number) == len(rows)) is (states == 1 << 17)


def test_a_pool_of_strategies_can_grow_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    margins = margins_for(classic(), TieBreak.RANDOM)
    _, rows = drawn(margins, 9, 5, 9)
    expected = margins.preparer.exact_arrays(rows)  # all ties were guessed correctly, so these arrays are exact
    monkeypatch.setattr(strategies, "CHUNK", 2)
    grown = StrategyPool(margins.preparer)
    boards = [row.tobytes() for row in rows]
    numbers = [grown.numbers(part).tolist() for part in (boards[:1], boards[1:6], boards[4:2:-1], boards[5:])]
    assert numbers == [[0], [1, 2, 3, 4, 5], [4, 3], [5, 6, 7, 8]]
    for name in expected._fields:
        assert np.array_equal(getattr(grown.arrays, name), getattr(expected, name)), name


@pytest.mark.parametrize("rules", [classic(), find_rules("knuth"), Rules.of("#f#/##.", "2d6", "all")])
def test_expected_rolls_match_exact_values(rules: Rules) -> None:
    margins = margins_for(rules, TieBreak.SMALLEST)
    boards, rows = drawn(margins, 6, 3, 6)
    exact = [float(optimal_play(board).expected_rolls) for board in boards]
    assert margins.expected_rolls(rows) == pytest.approx(exact, rel=1e-13)
    assert margins.expected_rolls(rows[[2, 2, 0]]).tolist() == margins.expected_rolls(rows)[[2, 2, 0]].tolist()


# Margins with error bounds.


@pytest.mark.parametrize(
    ("tie_break", "game"), [*((tie, Game.MATCH) for tie in TieBreak), (TieBreak.SMALLEST, Game.DUEL)]
)
def test_margins_are_within_their_error_bounds(
    tie_break: TieBreak, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = classic() if game is Game.MATCH else Rules.of("2x3", "2d6")
    margins = margins_for(rules, tie_break, game)
    boards, rows = drawn(margins, 6, 6, 8)
    whole, bounds = margins.certain(rows[:4], rows[4:])
    assert whole.shape == bounds.shape == (4, 2)
    for i, j in product(range(4), range(2)):
        exact = exact_margin(boards[i], boards[4 + j], tie_break, game)
        assert abs(Fraction(whole[i, j]) - exact) <= Fraction(bounds[i, j]) < Fraction(1, 10**11)
    monkeypatch.setattr(module, "BLOCK", 3)
    parts, also = margins.certain(rows[:4], rows[4:])
    assert np.array_equal(parts, whole)
    assert np.all(np.maximum(also, bounds) < 1e-11)  # the error bound, unlike the margin, depends on the block size
    assert [part.shape for part in margins.certain(rows[:0], rows)] == [(0, 6)] * 2


@pytest.mark.parametrize("tie_break", TieBreak)
def test_margins_with_error_bounds_do_not_rely_on_guessed_ties(
    tie_break: TieBreak, monkeypatch: pytest.MonkeyPatch
) -> None:
    margins = margins_for(classic(), tie_break)
    boards, rows = drawn(margins, 6, 5, 9, seed=3)
    # Cells count as tied if the expected rolls after marking them differ by less than about one percent.
    monkeypatch.setattr(strategies, "INDISTINCT", 0.01 / margins.preparer.error_bound)
    exact = [[exact_margin(a, b, tie_break, Game.MATCH) for b in boards[4:]] for a in boards[:4]]
    guessed = margins.of(np.repeat(rows[:4], 2, axis=0), np.tile(rows[4:], (4, 1)))
    assert np.abs(guessed.reshape(4, 2) - np.array(exact, float)).max() > 1e-6, "expected some guesses to be wrong"
    certain, bounds = margins.certain(rows[:4], rows[4:])
    for i, j in product(range(4), range(2)):
        assert abs(Fraction(certain[i, j]) - exact[i][j]) <= Fraction(bounds[i, j])


# Exact links.


@pytest.mark.parametrize("tie_break", TieBreak)
def test_links_of_matches_agree_with_the_reference_implementation(tie_break: TieBreak) -> None:
    everything = Everything("2x2:rows", "1d6")
    margins = margins_for(space_of(everything).rules, tie_break)
    for values in ((1, 2, 3, 4), (2, 4, 5, 6)), ((1, 1, 2, 3), (1, 2, 1, 2)):
        first, second = (board_of(everything, v) for v in values)
        twin = outcomes([optimal(everything.game(v), tie_break.value) for v in values])
        link = margins.link(first, second)
        assert link.margin == margin(twin)
        assert link.tie == twin[TIE]
        assert margins.outcomes(first, second) == link.outcomes == {(0,): link.win, (1,): link.lose, (0, 1): link.tie}
        assert link.win + link.lose + link.tie == 1


def test_links_of_duels_agree_with_the_reference_implementation() -> None:
    everything = Everything("2x2:rows", "1d6")
    margins = margins_for(space_of(everything).rules, TieBreak.SMALLEST, Game.DUEL)
    for values in ((1, 1, 2, 3), (1, 2, 1, 2)), ((1, 2, 1, 2), (1, 1, 2, 3)), ((1, 2, 3, 4), (3, 4, 1, 2)):
        link = margins.link(*(board_of(everything, v) for v in values))
        games = [everything.game(v) for v in values]
        assert link.margin == DuelTwin(games[0], games[1]).value((NONE, NONE))
        assert link.sure is (link.margin > 0)


@pytest.mark.slow
def test_a_link_is_sure_if_its_first_board_wins_under_every_tie_break() -> None:
    margins = margins_for(classic(), TieBreak.SMALLEST)
    first, second = (Board.parse(text, classic()) for text in (C, D))
    assert margins.link(first, second).sure
    assert not margins.link(second, first).sure
    unsure = [Board.parse(text, classic()) for text in DEPENDS]
    assert not any(margins.link(a, b).sure for a, b in (unsure, unsure[::-1]))


def test_a_game_can_be_given_by_name() -> None:
    assert [Game.parse(text) for text in ("match", "duel")] == list(Game)
    with pytest.raises(InputError, match="expected the game match or duel, got 'Match'"):
        Game.parse("Match")
