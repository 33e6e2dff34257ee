"""Each board's share of the wins and the best board for a newcomer agree with a reference implementation."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from dicebingo.answer import Status
from dicebingo.classroom.crowd import in_class
from dicebingo.classroom.reveal import Chance
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from tests.twins.matches import optimal, outcomes
from tests.twins.solo import make_game


def drawn(rules: Rules, count: int, seed: int) -> list[Board]:
    stream, cells = random.Random(seed), len(rules.layout.open_cells)
    return [Board(tuple(stream.choice(rules.dice.values) for _ in range(cells)), rules) for _ in range(count)]


def exact(chance: Chance) -> Fraction:
    assert chance.exact is not None
    return Fraction(chance.exact)


def test_shares_and_the_best_board_for_a_newcomer_agree_with_the_reference_implementation() -> None:
    rules = Rules.of("2x2", "d4+7")
    boards = drawn(rules, 4, 1)
    found = in_class(boards)
    players = [optimal(make_game("2x2", "d4+7", board.values)) for board in boards]
    known = [Fraction(0)] * 4
    for winners, chance in outcomes(players).items():
        for place in winners:
            known[place] += chance / len(winners)
    assert (found.status, found.games, found.fair) == (Status.PROVEN, None, Fraction(1, 4))
    assert list(map(exact, found.shares)) == known
    assert found.newcomer is not None
    every = [Board(values, rules) for values in product(rules.dice.values, repeat=4)]
    best = max(match(one, *boards, fast=False).shares[0] for one in every)
    assert (exact(found.newcomer.share), found.newcomer.fair) == (best, Fraction(1, 5))
    joined = [value for value in found.newcomer.board if isinstance(value, int)]
    assert match(Board(tuple(joined), rules), *boards, fast=False).shares[0] == best


@pytest.mark.slow
def test_the_shares_of_thirty_classic_boards_are_exact_and_a_simulation_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = drawn(Rules.of("3x3", "2d6"), 30, 2)
    found = in_class(boards)
    assert found.status is Status.PROVEN
    assert sum(map(exact, found.shares)) == 1
    assert found.newcomer is not None
    assert found.newcomer.status is Status.BEST_FOUND
    assert exact(found.newcomer.share) > found.newcomer.fair
    monkeypatch.setattr("dicebingo.classroom.crowd.MAX_STATES", 1)
    rough = in_class(boards)
    assert (rough.status, rough.games) == (Status.SIMULATED, 40_000)
    for known, share in zip(found.shares, rough.shares, strict=True):
        assert share.exact is None
        assert abs(share.decimal - known.decimal) <= share.high - share.low


def test_large_boards_get_shares_but_no_board_for_a_newcomer() -> None:
    found = in_class(drawn(Rules.of("3x4", "1d6"), 3, 3))
    assert found.newcomer is None
    assert sum(share.decimal for share in found.shares) == pytest.approx(1)
