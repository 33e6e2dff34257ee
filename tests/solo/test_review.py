"""Reviews of games and single rolls: the best choices, and the cost of every other choice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.solo.advise import advise
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.review import MoveLike, review
from tests.strategies import Pair, cells, int64, pairs, same

BOARD = "6 7 6 / 7 7 7 / 6 6 6"


@given(pairs(), st.data())
def test_the_review_of_a_random_game_matches_the_reference_implementation(pair: Pair, data: st.DataObject) -> None:
    """The test computes a loss as V after the move (a mark or no mark) minus V after the best mark."""
    game, now = pair.game, pair.start
    moves: list[tuple[int, list[int]]] = []
    losses: list[Fraction] = []
    while not game.won(now) and len(moves) < 12:
        roll = data.draw(st.sampled_from(sorted(game.chances)))
        options = game.options(now, roll)
        chosen = data.draw(st.sampled_from([*options, frozenset()]))
        losses.append(
            max((game.value(now | chosen) - game.value(now | option) for option in options), default=Fraction(0))
        )
        moves.append((roll, data.draw(st.permutations(sorted(chosen)))))
        now |= chosen
    found = review(pair.position, moves)
    assert cells(found.end.marked) == now
    assert found.end.is_bingo == game.won(now)
    for move, (roll, marked), loss in zip(found.moves, moves, losses, strict=True):
        assert (move.roll, move.cells) == (roll, tuple(sorted(marked)))
        assert same(move.loss, loss)
    assert same(found.loss, sum(losses, Fraction(0)))
    assert bool(found.lines) == found.end.is_bingo


def test_moves_are_accepted_in_any_form() -> None:
    moves: list[MoveLike] = [(6, 0), (5, []), (7, [4]), (6, 8)]
    found = review(BOARD, moves)
    assert found == review(BOARD, iter(moves)) == review(BOARD, ["6:0", "5", "7:4", (6, 8)])
    assert found == review(BOARD, [(int64(6), int64(0)), (5, ()), (7, np.array([4])), (6, {8})])
    assert found.lines == (0b100010001,)
    assert repr(found) == f"<Review of {BOARD}: 4 moves, loss 0.027047>"


def test_losses_of_a_float_solution_are_floats() -> None:
    found = review([7] * 20, [(7, 0), (6, [])], rules=Rules.of("4x5", "2d6"))
    assert not found.solution.exact
    assert isinstance(found.loss, float)


@pytest.mark.parametrize("move", [7, None, (7,), (7, 0, 0), ("7", 0), (7, "0"), (7, [0.5]), (7, None)], ids=repr)
def test_invalid_moves_are_rejected(move: Any) -> None:
    with pytest.raises(InputError, match=r"move 2: expected a roll and cells such as \(7, \[4\]\), got ['\"]"):
        review(BOARD, [(5, []), move])


@pytest.mark.parametrize("move", ["", "7:", "seven", "7:4,", "\u0667", "7_0", " 7", "7:" + "9" * 5000], ids=repr)
def test_invalid_move_strings_are_rejected(move: str) -> None:
    with pytest.raises(InputError, match="move 2: expected a move such as 7:4, or 7 if nothing was marked, got '"):
        review(BOARD, ["5", move])


@pytest.mark.parametrize("moves", [None, 7, "7:4"], ids=repr)
def test_invalid_lists_of_moves_are_rejected(moves: Any) -> None:
    with pytest.raises(InputError, match="expected a list of moves such as"):
        review(BOARD, moves)


def test_illegal_moves_are_rejected() -> None:
    wrong: list[tuple[MoveLike, str]] = [
        ((6, 1), r"move 1: expected .* got \[1\]"),
        ((6, [0, 2]), r"move 1: expected .* got \[0, 2\]"),
        ((5, 1), r"move 1: expected no cell to be marked on the roll 5, got \[1\]"),
        ((13, 1), "expected a roll of 2d6, got 13"),
    ]
    for move, message in wrong:
        with pytest.raises(InputError, match=message):
            review(BOARD, [move])
    with pytest.raises(InputError, match=r"move 1: the game is already over, but another roll \(7\) follows"):
        review("*6 *7 *6 / 7 7 7 / 6 6 6", [(7, 3)])


def test_advice_lists_every_choice_with_its_loss() -> None:
    found = advise(BOARD, 6)
    assert found.candidates == optimal_play(BOARD).candidates(6)
    assert found.cells == (7,)
    assert [candidate.loss for candidate in found.candidates] == [0, *[Fraction(36, 1331)] * 4]
    assert repr(found) == f"<Advice on a roll of 6 in {BOARD}: mark [7]>"
    assert repr(advise(BOARD, 5)).endswith(": mark nothing>")
    with pytest.raises(InputError, match="expected a roll of 2d6, got 13"):
        advise(BOARD, 13)
