"""Exact crowds: published values, the twin that plays all draws of all opponents, and properties of every class."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from dicebingo import arena, crowd, match
from dicebingo.crowds.answers import Asking, Crowd
from dicebingo.crowds.opponents import unfinished_after
from dicebingo.crowds.population import population_of
from dicebingo.crowds.shares import exact_crowd
from dicebingo.errors import DiceBingoError, InputError, TooLarge
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.solo.policy import TieBreak
from tests.twins.crowds import chances
from tests.twins.matches import optimal
from tests.twins.solo import make_game

OPTIMUM, SEVENS, MAGIC = "8 8 9 / 7 6 10 / 7 4 5", "7 7 7 / 7 7 7 / 7 7 7", "6 5 10 / 11 7 3 / 4 9 8"
G = "1 1 1 157/165 133/165 130/231 68/231 16/165 2/165 0"
DISTINCT = {2: 6.947912, 5: 5.344321, 10: 4.556347, 30: 3.765237, 100: 3.433200}
COPIES = {2: 5.719795, 5: 5.177214, 30: 4.945102}
TABLE = [
    ("5 3 6 / 4 7 10 / 8 11 9", 10, f"copies:{OPTIMUM}", 25.33),
    ("5 3 6 / 4 7 10 / 8 11 9", 30, f"copies:{OPTIMUM}", 23.21),
    (OPTIMUM, 10, f"copies:{OPTIMUM}", 10.0),
    (OPTIMUM, 30, f"copies:{OPTIMUM}", 3.33),
    ("5 4 7 / 6 6 7 / 9 8 8", 30, "distinct", 10.65),
    (OPTIMUM, 30, "distinct", 10.11),
    ("5 5 6 / 7 6 8 / 7 7 8", 100, "distinct", 5.95),
    (OPTIMUM, 100, "distinct", 4.43),
    (SEVENS, 30, "distinct", 2.63),
]
"""Shares of the study, in per cent."""


def length(players: int, population: str) -> Fraction:
    found = crowd(players=players, population=population)
    assert isinstance(found, Crowd)
    assert isinstance(found.expected_length, Fraction)
    return found.expected_length


def share(board: str, players: int, population: str | list[str], **more: object) -> Fraction:
    found = crowd(board, players=players, population=population, **more)  # type: ignore[arg-type]
    assert isinstance(found, Crowd)
    assert isinstance(found.share, Fraction)
    return found.share


def test_distinct_boards_as_published() -> None:
    assert " ".join(map(str, unfinished_after(classic())[:10])) == G
    assert length(1, "distinct") == Fraction(6837080884924397, 772157887000500)
    assert {n: round(float(length(n, "distinct")), 6) for n in DISTINCT} == DISTINCT


def test_copies_of_the_optimum_as_published() -> None:
    assert {n: round(float(length(n, f"copies:{OPTIMUM}")), 6) for n in COPIES} == COPIES


@pytest.mark.parametrize(("board", "players", "population", "percent"), TABLE)
def test_shares_as_published(board: str, players: int, population: str, percent: float) -> None:
    assert round(100 * float(share(board, players, population)), 2) == percent


def test_nine_sevens_beat_the_fair_share_in_a_large_distinct_class() -> None:
    shares = {n: share(SEVENS, n, "distinct") * n for n in (40, 50)}
    assert shares[40] < 1 < shares[50]


# The twin: every way in which the opponents may draw, and one joint chain of n boards for each.

SMALL = [("2x2", "d4+7"), ("2x2", "{1:1,2:3,5:2}"), ("2x2:rows", "1d6")]


def twin_chances(
    layout: str, dice: str, mine: Board, others: list[Board], weights: list[Fraction], players: int, tie_break: str
) -> tuple[Fraction, ...]:
    own, *rest = (optimal(make_game(layout, dice, board.values), tie_break) for board in (mine, *others))
    return chances(own, rest, weights, players)


def exactly(found: Crowd) -> tuple[object, ...]:
    return found.share, found.alone, found.first, found.expected_length


@pytest.mark.parametrize("tie_break", ["smallest", "largest", "random"])
@pytest.mark.parametrize(("layout", "dice"), SMALL)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_listed_boards_against_the_twin(layout: str, dice: str, players: int, tie_break: str) -> None:
    """36 tests of six cases each give 216 cases, equal as fractions."""
    stream, rules = random.Random(f"{layout} {dice} {players} {tie_break}"), Rules.of(layout, dice)
    for _ in range(6):
        mine, *others = (
            Board(tuple(stream.choice(rules.dice.values) for _ in range(4)), rules)
            for _ in range(1 + (players < 5) + 1)
        )
        parts = [Fraction(stream.randint(1, 5)) for _ in others]
        weights = [part / sum(parts) for part in parts]
        population = population_of(others, parts, rules)
        found = exact_crowd(Asking(population, players, TieBreak(tie_break)), mine, 10_000)
        assert exactly(found) == twin_chances(layout, dice, mine, others, weights, players, tie_break)


@pytest.mark.parametrize(
    ("layout", "dice", "players"), [("2x2", "d4+7", 2), ("2x2", "d4+7", 3), ("2x2:rows", "1d6", 2)]
)
def test_distinct_boards_against_the_twin(layout: str, dice: str, players: int) -> None:
    rules = Rules.of(layout, dice)
    others = [Board(values, rules) for values in product(rules.dice.values, repeat=4) if len(set(values)) == 4]
    weights = [Fraction(1, len(others))] * len(others)
    for values in ((0, 0, 1, 1), (0, 1, 2, 3), (2, 2, 2, 1)):
        mine = Board(tuple(rules.dice.values[i] for i in values), rules)
        found = exact_crowd(Asking(population_of("distinct", None, rules), players, TieBreak.SMALLEST), mine, 10_000)
        assert exactly(found) == twin_chances(layout, dice, mine, others, weights, players, "smallest")


def test_a_large_layout_counts_its_sets_by_inclusion_and_exclusion(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_rules("classic")
    known = unfinished_after(rules)
    monkeypatch.setattr("dicebingo.crowds.opponents.MAX_SUBSETS", 1 << 8)  # 8 lines, 9 cells
    assert unfinished_after(rules) == known


# Properties of every class.


@pytest.mark.parametrize("tie_break", ["smallest", "random"])
@pytest.mark.parametrize("players", [2, 7])
def test_a_player_who_draws_like_the_others_has_the_fair_share(players: int, tie_break: str) -> None:
    boards, weights = [OPTIMUM, SEVENS, MAGIC], [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    shares = [share(board, players, boards, weights=weights, tie_break=tie_break) for board in boards]
    assert sum(x * own for x, own in zip(weights, shares, strict=True)) == Fraction(1, players)


def test_a_crowd_of_two_equals_a_match_and_the_arena() -> None:
    first, second = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
    played = match(first, second, fast=False)
    found = crowd(first, players=2, population=second)
    assert isinstance(found, Crowd)
    assert (found.share, found.alone) == (played.shares[0], played.outcomes.first)
    assert found.expected_length == played.expected_length
    known = arena(rules="knuth", values=[1, 2, 3, 4])
    mixture = known.mixture
    drawn = population_of(mixture.boards, mixture.shares, mixture.rules)
    replies = [Board.parse(one, "knuth") for one in ("1 1 / 2 2", "1 2 / 3 4", "1 2 / 1 2", "4 4 / 4 4")]
    shares = [exact_crowd(Asking(drawn, 2, TieBreak.SMALLEST), one, 10_000).share for one in replies]
    assert known.is_equilibrium
    assert all(isinstance(one, Fraction) and one <= Fraction(1, 2) for one in shares)


def test_one_player_wins_alone() -> None:
    found = crowd(OPTIMUM, players=1, population="distinct")
    assert isinstance(found, Crowd)
    assert exactly(found)[:3] == (1, 1, 1)
    assert found.expected_length == found.expected_rolls


def test_values_that_the_board_lacks_may_be_exchanged() -> None:
    """Only the number of missing values matters, so dice with many values are no obstacle."""
    rules = Rules.of("2x2", "1d100")
    found = crowd([1, 1, 2, 3], players=9, population="distinct", rules=rules)
    assert isinstance(found, Crowd)
    assert found.joint_states is not None
    assert found.joint_states < 5_000


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"players": 0}, "expected 1 to 10000 players, got 0"),
        ({"players": 10**9}, "expected 1 to 10000 players, got 1000000000"),
        ({"population": []}, "expected a population of one or more boards, got none"),
        ({"population": [SEVENS, OPTIMUM], "weights": [1, -1]}, "expected weights that are not negative, got"),
        ({"population": [SEVENS, OPTIMUM], "weights": [0, 0]}, "expected weights with a positive sum, got 0"),
        ({"population": [SEVENS], "weights": "1,2"}, "expected 1 weights, one for each board, got 2"),
        ({"population": "distinct", "weights": "1"}, "expected weights with a list of boards"),
        ({"population": "distnct"}, "did you mean distinct?"),
        ({"population": [Board.parse("1 2 / 3 4", "knuth")]}, "expected a board for classic"),
        ({"board": "*7 7 7 / 7 7 7 / 7 7 7"}, "expected a board without marks"),
        ({"board": None, "population": "distinct", "rules": "knuth", "layout": "3x3"}, "at least 9 values"),
        ({"board": None, "population": "sensible", "rules": "knuth"}, "expected classic rules"),
        ({"best": True}, "expected no board with best"),
        ({"compare": [OPTIMUM]}, "expected 2 to 200 different boards to compare, got 1"),
        ({"board": None, "population": "copies:1 2 / 3 4", "rules": "knuth", "dice": "1d100"}, "copies of a board"),
    ],
)
def test_bad_questions_get_one_line(given: dict[str, object], line: str) -> None:
    asked: dict[str, object] = {"board": OPTIMUM, "players": 30, "population": "distinct", **given}
    with pytest.raises((InputError, TooLarge, DiceBingoError)) as refused:
        crowd(**asked)  # type: ignore[arg-type]
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)
