"""Exact solutions agree with a reference implementation, respect symmetries, and do not depend on the number type."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicebingo
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import decimal
from dicebingo.model.board import Board, Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import classic
from dicebingo.solo import mdp
from dicebingo.solo.absorbing import DENOMINATOR_BITS
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.problem import Problem
from tests.strategies import NINE, Pair, cells, int64, pair_of, pairs, same
from tests.twins.solo import NONE

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
NO_SEVEN = "6 7 6 / 7 7 7 / 6 6 6"


def rational(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use rationals instead of integers in all later solutions."""
    monkeypatch.setattr(mdp, "DENOMINATOR_BITS", 0)


def check_against_twin(pair: Pair, solution: OptimalPlay) -> None:
    """At every reachable set of marks, check V, the useful rolls, their total probability and the optimal cells."""
    game = pair.game
    transient = game.transient(pair.start)
    assert solution.transient_states == len(transient)
    assert {cells(s) for s in solution.values} == set(transient)
    assert same(solution.expected_rolls, game.value(pair.start))
    for s in game.all_sets(pair.start):
        marked = mask_of(s)
        assert same(solution.value(marked), game.value(s))
        assert list(solution.hits(marked)) == game.hits(s)
        assert same(solution.p_hit(marked), game.p_hit(s))
        for roll in game.chances:
            assert solution.optimal_cells(roll, marked) == game.optimal_cells(s, roll)


def check_candidates(pair: Pair, solution: OptimalPlay) -> None:
    """Check all possible first marks, listed best first, with the V and the loss of each."""
    game = pair.game
    for roll in game.chances:
        options = game.options(pair.start, roll)
        found = solution.candidates(roll)
        assert {frozenset(c.cells) for c in found} == set(options)
        best = min((game.value(pair.start | option) for option in options), default=None)
        for candidate in found:
            after = game.value(pair.start | frozenset(candidate.cells))
            assert best is not None
            assert same(candidate.expected_rolls, after)
            assert same(candidate.loss, after - best)
        assert [(c.expected_rolls, c.cells) for c in found] == sorted((c.expected_rolls, c.cells) for c in found)


def check_everything(pair: Pair) -> None:
    solution = optimal_play(pair.position)
    assert solution.exact
    assert solution.error_bound == 0
    assert solution.position == pair.position
    check_against_twin(pair, solution)
    check_candidates(pair, solution)


@settings(max_examples=25)
@given(pairs())
def test_everything_agrees_with_the_reference_implementation(pair: Pair) -> None:
    check_everything(pair)


@pytest.mark.long
@settings(max_examples=80)
@given(pairs())
def test_everything_agrees_with_the_reference_implementation_on_many_boards(pair: Pair) -> None:
    check_everything(pair)


@settings(max_examples=15)
@given(pairs())
@pytest.mark.slow
def test_solutions_in_rationals_agree_with_the_reference_implementation(pair: Pair) -> None:
    with pytest.MonkeyPatch.context() as patch:
        rational(patch)
        solution = optimal_play(pair.position)
    assert solution._denominator == 1
    check_against_twin(pair, solution)


@pytest.mark.parametrize("text", [OPTIMAL, NO_SEVEN, "2 3 4 / 5 6 7 / 8 9 10"])
def test_integers_and_rationals_give_the_same_solution(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = optimal_play(text)
    assert whole._denominator > 1
    assert all(isinstance(entry, int) for entry in whole._table)
    rational(monkeypatch)
    reduced = optimal_play(text)
    assert reduced._denominator == 1
    assert not any(isinstance(entry, int) for entry in reduced._table)
    assert whole.values == reduced.values
    assert whole == reduced


def test_the_common_denominator_of_long_weights_is_not_computed() -> None:
    """The common denominator would have millions of bits, so the solver never computes it."""
    weights = ",".join(f"{v}:{10**96 + v * v * 7919 + v + 1}" for v in range(13))
    position = Position.parse("x x x 0 1 2 3 4 5 6 7 8 9 10 11 12", Rules.of("4x4", f"{{{weights}}}"))
    assert mdp._common_denominator(Problem.of(position)) == 1 << DENOMINATOR_BITS


def test_the_common_denominator_suffices_for_the_longest_games() -> None:
    """On a blackout board, a game ends only after nine marks, so V results from nine successive divisions."""
    pair = pair_of("3x3:all", "2d6", [2, 3, 4, 5, 6, 7, 7, 7, 2], NONE)
    check_against_twin(pair, optimal_play(pair.position))


@settings(max_examples=40)
@given(pairs(NINE, marked=False), st.data())
def test_values_are_invariant_under_symmetries(pair: Pair, data: st.DataObject) -> None:
    board = pair.position.board
    group = symmetries(board.rules.layout)
    symmetry = data.draw(st.sampled_from(group.generators)) if group.generators else tuple(range(group.degree))
    solution, moved = optimal_play(board), optimal_play(board.permuted(symmetry))
    for marked, value in solution.values.items():
        assert moved.value(mask_of(symmetry[c] for c in cells_of(marked))) == value


@settings(max_examples=40)
@given(st.lists(st.integers(2, 12), min_size=9, max_size=9), st.sets(st.integers(2, 6)), st.booleans())
def test_values_are_invariant_under_swaps_of_equally_likely_values(
    values: list[int], swapped: set[int], marks_all: bool
) -> None:
    rules = Rules.of("3x3", "2d6", "all" if marks_all else "one")
    others = [14 - v if {v, 14 - v} & swapped else v for v in values]
    assert optimal_play(values, rules=rules).values == optimal_play(others, rules=rules).values


@settings(max_examples=30)
@given(pairs())
def test_further_marks_never_increase_v(pair: Pair) -> None:
    solution = optimal_play(pair.position)
    full = pair.position.rules.layout.full
    for marked, value in solution.values.items():
        for cell in cells_of(full & ~marked):
            assert solution.value(marked | 1 << cell) <= value


@given(pairs())
def test_a_position_with_marks_has_the_same_value_as_within_a_game(pair: Pair) -> None:
    """V(S) does not depend on whether S is the starting set."""
    values = tuple(
        pair.position.rules.dice.values[0] if v is None and not pair.position.rules.layout.free >> c & 1 else v
        for c, v in enumerate(pair.position.board.values)
    )
    whole = optimal_play(Board(values, pair.position.rules))
    for marked, value in optimal_play(pair.position).values.items():
        assert whole.value(marked) == value


def test_the_optimal_board_has_the_value_in_the_paper() -> None:
    solution = dicebingo.solve(OPTIMAL)
    assert solution.expected_rolls == Fraction(47546657067260786722139, 7535828431282951800000)
    assert solution.transient_states == len(solution.values) == 230
    assert optimal_play("7 7 7 / 7 7 7 / 7 7 7").expected_rolls == 18
    assert optimal_play(NO_SEVEN).optimal_cells(6) == (7,)


def test_knuths_card_takes_five_and_a_half_rolls() -> None:
    assert optimal_play("1 2 / 3 4", rules="knuth").expected_rolls == Fraction(11, 2)


def test_a_board_with_sixteen_cells_has_its_known_value() -> None:
    solution = optimal_play("8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", rules="4x4")
    assert solution.transient_states == 38_154
    assert decimal(solution.expected_rolls) == 10.005988706515973


def test_marking_all_matching_cells_leaves_no_choice() -> None:
    rules = Rules.of("2x2:rows", "1d6", "all")
    solution = optimal_play("1 1 / 1 2", rules=rules)
    assert solution.expected_rolls == 6  # the first 1 completes the upper row; an earlier 2 has no effect
    assert solution.optimal_cells(1) == (0, 1, 2)
    (only,) = solution.candidates(1)
    assert (only.cells, only.expected_rolls, only.loss) == ((0, 1, 2), 0, 0)


@pytest.mark.parametrize(
    ("layout", "dice", "text", "rolls"),
    [
        ("1x1:all", "2d6", "7", 6),
        ("1x1:all", "{0:1}", "0", 1),
        ("3x3", "5", "5 5 5 5 5 5 5 5 5", 3),
        ("3x3:all", "{0:1,1:1}", "0 0 0 0 0 0 0 0 0", 18),
        ("1x3:##.", "d6", "1 1 2", 12),
        ("f#:all", "d6", "F 3", 6),
        ("2x2:rows", "{0:1,1:999999999999999999}", "0 0 / 0 0", 2 * 10**18),
        ("4x4", "7", " ".join(["7"] * 16), 4),
    ],
)
def test_boards_under_unusual_rules_have_their_known_values(layout: str, dice: str, text: str, rolls: int) -> None:
    assert optimal_play(text, rules=Rules.of(layout, dice)).expected_rolls == rolls


@pytest.mark.parametrize("text", ["*7 *7 *7 / 7 7 7 / 7 7 7", "x x x / x x x / x x x", "*7 x *7 / *7 x *7 / *7 x *7"])
def test_after_a_bingo_there_are_no_values_or_choices(text: str) -> None:
    solution = optimal_play(text)
    assert solution.expected_rolls == 0
    assert solution.transient_states == 0
    assert solution.values == {}
    assert not any((solution.hits(), solution.candidates(7), solution.optimal_cells(7)))
    assert solution.p_hit() == 0
    assert solution.value(classic().layout.full) == 0


def test_solutions_can_be_compared_and_hashed() -> None:
    solution = optimal_play(OPTIMAL)
    assert solution == optimal_play(OPTIMAL)
    assert len({solution, optimal_play(OPTIMAL), optimal_play(NO_SEVEN)}) == 2
    assert "6.309413" in repr(solution)
    assert "exact" in repr(solution)


def test_arguments_of_other_types_are_accepted() -> None:
    solution = optimal_play(NO_SEVEN)
    assert solution.optimal_cells(int64(6), int64(0)) == (7,)
    assert solution.value(int64(1)) == solution.value(1)
    assert solution.optimal_cells(6.0) == (7,)  # type: ignore[arg-type]


def test_invalid_sets_and_rolls_are_rejected() -> None:
    solution = optimal_play("*8 8 9 / 7 6 10 / 7 4 5")
    for marked in (-1, 0, 1 << 9 | 1, 0b110):
        with pytest.raises(InputError, match=r"expected marked cells that include those of \*8"):
            solution.value(marked)
    for roll in (13, 1, -7, 0):
        with pytest.raises(InputError, match=f"expected a roll of 2d6, got {roll}"):
            solution.candidates(roll)
    assert solution.candidates(2) == ()


def test_boards_that_are_too_large_are_rejected() -> None:
    sevens = [7] * 25
    with pytest.raises(
        TooLarge, match=r"expected at most 16 .* got 25: that would need 2\^25 sets .*float64 goes up to 25"
    ):
        optimal_play(sevens, rules="5x5")
    larger = Rules.of("6x6", "2d6")
    for exact in (True, False):
        with pytest.raises(TooLarge, match=r"got 36: that would need 2\^36 sets of marks$"):
            optimal_play([7] * 36, rules=larger, exact=exact)
    # Only unmarked cells count towards the size limit.
    nine_left = Position(Board((7,) * 36, larger), mask_of(c for c in range(36) if c % 6 and c % 7))
    assert optimal_play(nine_left).expected_rolls == optimal_play(nine_left, exact=True).expected_rolls > 0


@pytest.mark.slow
def test_random_classic_boards_agree_with_the_reference_implementation() -> None:
    random = Random(2)
    for _ in range(6):
        values = random.choices(range(2, 13), k=9)
        pair = pair_of("3x3", "2d6", values, NONE)
        check_against_twin(pair, optimal_play(pair.position))
