"""Explanations of a board: lines, cells, waste and changes all match their definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import TooLarge
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.solo import why as why_module
from dicebingo.solo.chain import chain_of, make_chain
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, Policy, TieBreak, Weighted
from dicebingo.solo.why import Change, best_changes, why
from tests.strategies import SMALL, Pair, cells, pairs, same
from tests.twins import solo as twins


def check(pair: Pair, policy: Policy, twin: twins.Policy) -> None:
    found = why(make_chain(optimal_play(pair.position), policy))
    layout, game = pair.position.rules.layout, pair.game
    by_line = dict(zip(game.lines, game.line_chances(twin, pair.start), strict=True))
    assert len(found.lines) == len(layout.lines)
    for line, probability in zip(layout.lines, found.lines, strict=True):
        assert same(probability, by_line[cells(line) - game.free])
    for probability, expected in zip(found.cells, game.cell_chances(twin, pair.start), strict=True):
        assert same(probability, expected)
    rolls = game.expected(twin, pair.start)
    assert same(found.wasted, game.wasted_rolls(twin, pair.start) / rolls if rolls else Fraction(0))


@settings(max_examples=15)
@given(pairs(), st.sampled_from(list(TieBreak)))
def test_optimal_play_agrees_with_the_reference_implementation(pair: Pair, tie_break: TieBreak) -> None:
    check(pair, Optimal(tie_break), pair.game.tie_break(tie_break))


@settings(max_examples=8)
@given(pairs())
@pytest.mark.slow
def test_random_play_agrees_with_the_reference_implementation(pair: Pair) -> None:
    check(pair, Weighted(), twins.uniform)


def test_the_explanation_of_knuths_card_has_the_known_numbers() -> None:
    found = why(chain_of("1 2 / 3 4", rules="knuth"))
    assert found.lines == (Fraction(1, 2), Fraction(1, 2))
    assert found.cells == (Fraction(2, 3),) * 4
    assert found.wasted == Fraction(17, 33)


def test_two_lines_can_be_completed_at_once() -> None:
    """A row and a column lack only their common corner, so a 7 completes both."""
    found = why(chain_of("7 x x / x 2 3 / x 4 5"))
    assert found.lines[0] == found.lines[3]
    assert sum(found.lines) > 1


def test_nothing_is_wasted_if_every_roll_hits() -> None:
    assert why(chain_of([5] * 9, rules=Rules.of("3x3", "5"))).wasted == 0


def test_a_finished_game_is_explained() -> None:
    found = why(chain_of("*7 *7 *7 / 7 7 7 / 7 7 7"))
    assert found.lines == (1, *(0,) * 7)
    assert found.cells == (1, 1, 1, *(0,) * 6)
    assert found.wasted == 0


@pytest.mark.parametrize("board", ["8 8 9 / 7 6 10 / 7 4 5", "7 7 7 / 7 7 7 / 7 7 7", "*2 12 x / 7 6 10 / 7 4 5"])
def test_a_shortlist_of_many_changes_contains_the_best(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    solution = optimal_play(board)
    expected = [best_changes(solution, most) for most in (1, 5, 200)]
    monkeypatch.setattr("dicebingo.solo.why.FEW", 0)
    assert [best_changes(solution, most) for most in (1, 5, 200)] == expected
    assert len(expected[2]) > 0 or board.startswith("8 8 9")


def all_changes(pair: Pair) -> list[tuple[Fraction, int, int]]:
    """Return (V, cell, value) for every change of one unmarked cell, best first."""
    game = pair.game
    found = []
    for cell in range(len(game.values)):
        for value in game.chances if cell not in pair.start else ():
            if value != game.values[cell]:
                values = (*game.values[:cell], value, *game.values[cell + 1 :])
                changed = twins.Game(game.lines, game.chances, values, game.free, game.marks_all)
                found.append((changed.value(pair.start), cell, value))
    return sorted(found)


@settings(max_examples=15)
@given(pairs(SMALL), st.integers(0, 7))
def test_best_changes_are_the_best_of_all(pair: Pair, most: int) -> None:
    solution = optimal_play(pair.position)
    found = best_changes(solution, most)
    now = pair.game.value(pair.start)
    expected = [(after, cell, value) for after, cell, value in all_changes(pair)[:most] if after < now]
    assert [(c.cell, c.value) for c in found] == [(cell, value) for _, cell, value in expected]
    for change, (after, _, _) in zip(found, expected, strict=True):
        assert same(change.expected_rolls, after)
        assert same(change.gain, now - after)
        changed = pair.position.board.with_value(change.cell, change.value)
        assert optimal_play(Position(changed, pair.position.marked)).expected_rolls == change.expected_rolls


def test_the_optimal_board_cannot_be_improved() -> None:
    assert best_changes(optimal_play("8 8 9 / 7 6 10 / 7 4 5")) == ()


def test_every_change_improves_nine_sevens() -> None:
    changes = best_changes(optimal_play([7] * 9), 1000)
    assert len(changes) == 90
    assert {c.value for c in changes[:2]} == {6, 8}
    assert [c.gain for c in changes] == sorted((c.gain for c in changes), reverse=True)


@pytest.mark.slow
@settings(max_examples=5)
@given(pairs(("3x3", "3x3:rows")))
def test_best_changes_to_larger_boards_match_the_reference_implementation(pair: Pair) -> None:
    now = pair.game.value(pair.start)
    expected = [(cell, value) for after, cell, value in all_changes(pair)[:5] if after < now]
    assert [(c.cell, c.value) for c in best_changes(optimal_play(pair.position))] == expected


def test_a_shortlist_in_float64_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast path, which is meant for larger boards, gives the same result here, including ties."""
    boards = ["7 7 7 / 7 7 7 / 7 7 7", "*7 7 2 / x 5 2 / 3 3 12"]
    slow = [best_changes(optimal_play(board), most) for board in boards for most in (1, 4)]
    asked = []

    def shortlist(position: Position, changes: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        asked.append((len(changes), most))
        return original(position, changes, most)

    original = why_module._shortlist
    monkeypatch.setattr(why_module, "SMALL", 0)
    monkeypatch.setattr(why_module, "_shortlist", shortlist)
    assert [best_changes(optimal_play(board), most) for board in boards for most in (1, 4)] == slow
    assert len(asked) == len(slow)


def test_gains_of_changes_are_exact_even_for_a_float_solution() -> None:
    exact = best_changes(optimal_play([7] * 9), 3)
    assert best_changes(optimal_play([7] * 9, exact=False), 3) == exact
    assert all(isinstance(c.gain, type(Fraction(0))) for c in exact)


@pytest.mark.parametrize("layout", ["3x3", "4x4"])
def test_dice_with_one_value_allow_no_change(layout: str) -> None:
    rules = Rules.of(layout, "7")
    assert best_changes(optimal_play([7] * rules.layout.size, rules=rules)) == ()


@pytest.mark.slow
def test_changes_to_a_board_with_sixteen_cells_have_the_stated_gain() -> None:
    solution = optimal_play("8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", rules="4x4")
    changes = best_changes(solution, 2)
    assert len(changes) == 2
    assert changes[0].gain >= changes[1].gain > 0
    for change in changes:
        after = optimal_play(solution.position.board.with_value(change.cell, change.value)).expected_rolls
        assert change == Change(change.cell, change.value, after, solution.expected_rolls - after)


def test_boards_that_are_too_large_are_rejected() -> None:
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells"):
        best_changes(optimal_play([7] * 20, rules=Rules.of("4x5", "2d6"), exact=False))
