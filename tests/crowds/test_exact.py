"""Exact results for class games agree with published values and with a reference implementation."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product
from typing import Any, Literal

import pytest

from dicebingo import arena, crowd, match
from dicebingo.answer import Status
from dicebingo.crowds.answers import Asking, Crowd
from dicebingo.crowds.opponents import unfinished_after
from dicebingo.crowds.population import PopulationLike, population_of
from dicebingo.crowds.shares import bounded_crowd, exact_crowd
from dicebingo.errors import DiceBingoError
from dicebingo.matches.estimate import Estimate
from dicebingo.model.board import Board, PositionLike
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.solo.policy import TieBreak
from tests.twins.crowds import chances
from tests.twins.matches import Player, optimal
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
"""Shares from an earlier study, in per cent."""


def length(players: int, population: str) -> Fraction:
    found = crowd(players=players, population=population).expected_length
    assert isinstance(found, Fraction)
    return found


def share(board: PositionLike, players: int, population: PopulationLike, **more: Any) -> Fraction:
    found = crowd(board, players=players, population=population, **more).share
    assert isinstance(found, Fraction)
    return found


def test_game_lengths_with_distinct_boards_match_published_values() -> None:
    assert " ".join(map(str, unfinished_after(classic())[:10])) == G
    assert length(1, "distinct") == Fraction(6837080884924397, 772157887000500)
    assert {n: round(float(length(n, "distinct")), 6) for n in DISTINCT} == DISTINCT


@pytest.mark.slow
def test_game_lengths_with_copies_of_the_optimum_match_published_values() -> None:
    assert {n: round(float(length(n, f"copies:{OPTIMUM}")), 6) for n in COPIES} == COPIES


@pytest.mark.parametrize(("board", "players", "population", "percent"), TABLE)
def test_shares_match_published_values(board: str, players: int, population: str, percent: float) -> None:
    assert round(100 * float(share(board, players, population)), 2) == percent


def test_nine_sevens_exceed_the_fair_share_in_a_class_of_50_but_not_in_one_of_40() -> None:
    shares = {n: share(SEVENS, n, "distinct") * n for n in (40, 50)}
    assert shares[40] < 1 < shares[50]


# The reference implementation solves a separate joint chain for each possible choice of opponents.

THREE = "{1:1,2:3,5:2}"
TIE_BREAKS: tuple[Literal["smallest", "largest", "random"], ...] = ("smallest", "largest", "random")


def twin_chances(
    layout: str, dice: str, mine: Board, others: Sequence[Board], weights: Sequence[Fraction], players: int, tie: str
) -> tuple[Fraction, ...]:
    own, *rest = (twin_player(layout, dice, board.values, tie) for board in (mine, *others))
    return chances(own, rest, weights, players)


@cache
def twin_player(layout: str, dice: str, values: tuple[int | None, ...], tie: str) -> Player:
    return optimal(make_game(layout, dice, values), tie)


def exactly(found: Crowd) -> tuple[object, ...]:
    return found.share, found.alone, found.first, found.expected_length


def small_cases() -> Iterator[tuple[Board, tuple[Board, Board], int, str]]:
    """Yield all 2x2 boards for dice with three values, up to symmetry, each with every pair of opposing boards.

    The number of players (2 to 5) and the tie-break vary from case to case. The reference implementation
    lists all random choices of all players, so ties are broken at random only with two or three players.
    """
    rules = Rules.of("2x2", THREE)
    images = [
        (0, 1, 2, 3),
        (1, 0, 3, 2),
        (2, 3, 0, 1),
        (3, 2, 1, 0),
        (0, 2, 1, 3),
        (2, 0, 3, 1),
        (1, 3, 0, 2),
        (3, 1, 2, 0),
    ]
    every = product(rules.dice.values, repeat=4)
    boards = [Board(row, rules) for row in every if row == min(tuple(row[i] for i in image) for image in images)]
    assert len(boards) == 21
    pairs = combinations_with_replacement(boards, 2)
    for number, (mine, others) in enumerate(product(boards, pairs)):
        players = 2 + number // 3 % 4
        yield mine, others, players, TIE_BREAKS[number % (3 if players < 4 else 2)]


@pytest.mark.slow
@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.long)])
def test_all_small_boards_agree_with_the_reference_implementation(step: int) -> None:
    """Compare all 4,851 cases (by default, a sample of 80) as fractions."""
    count = 0
    for mine, others, players, tie in islice(small_cases(), 0, None, step):
        weights = [Fraction(1, 3), Fraction(2, 3)]
        asking = Asking(population_of(others, weights, mine.rules), players, TieBreak(tie))
        found = exact_crowd(asking, mine, 10_000)
        assert exactly(found) == twin_chances("2x2", THREE, mine, others, weights, players, tie)
        count += 1
    assert count == -(-4_851 // step)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "dice", "players"),
    [("2x2", "d4+7", 2), ("2x2", "d4+7", 3), pytest.param("2x2:rows", "1d6", 2, marks=pytest.mark.long)],
)
def test_classes_of_distinct_boards_agree_with_the_reference_implementation(
    layout: str, dice: str, players: int
) -> None:
    rules = Rules.of(layout, dice)
    others = [Board(values, rules) for values in product(rules.dice.values, repeat=4) if len(set(values)) == 4]
    weights = [Fraction(1, len(others))] * len(others)
    for values in ((0, 0, 1, 2), (2, 2, 2, 1))[: 1 if len(others) > 24 else 2]:
        mine = Board(tuple(rules.dice.values[i] for i in values), rules)
        found = exact_crowd(Asking(population_of("distinct", None, rules), players, TieBreak.SMALLEST), mine, 10_000)
        assert exactly(found) == twin_chances(layout, dice, mine, others, weights, players, "smallest")


def test_sets_of_marks_without_a_line_are_counted_by_inclusion_and_exclusion(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_rules("classic")
    known = unfinished_after(rules)
    # This limit is large enough for all sets of the 8 lines, but not for all sets of the 9 cells.
    monkeypatch.setattr("dicebingo.crowds.opponents.MAX_SUBSETS", 1 << 8)
    assert unfinished_after(rules) == known


# Properties of every class game


@pytest.mark.parametrize("tie_break", ["smallest", "random"])
@pytest.mark.parametrize("players", [2, 7])
def test_a_player_who_draws_from_the_same_population_has_the_fair_share(players: int, tie_break: str) -> None:
    boards, weights = [OPTIMUM, SEVENS, MAGIC], [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    shares = [share(board, players, boards, weights=weights, tie_break=tie_break) for board in boards]
    assert sum(x * own for x, own in zip(weights, shares, strict=True)) == Fraction(1, players)


def random_board(rules: Rules, stream: random.Random) -> Board:
    cells = len(rules.layout.open_cells)
    return Board(rules.layout.fill(stream.choice(rules.dice.values) for _ in range(cells)), rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "knuth"])
def test_a_class_of_two_is_a_match(rules: str) -> None:
    """Against a mixture, a board's share is the weighted mean of its shares in the matches."""
    stream = random.Random(rules)
    for tie in TIE_BREAKS:
        mine, *others = (random_board(find_rules(rules), stream) for _ in range(3))
        played = [match(mine, other, tie_break=tie, fast=False) for other in others]
        found = crowd(mine, players=2, population=others, weights="1,3", tie_break=tie)
        for told, of in (
            (found.share, [one.shares[0] for one in played]),
            (found.alone, [one.outcomes.first for one in played]),
        ):
            assert told == (of[0] + 3 * of[1]) / 4
        assert found.expected_length == (played[0].expected_length + 3 * played[1].expected_length) / 4


def test_a_class_of_two_has_the_equilibrium_of_the_arena() -> None:
    """In a class of two, a board's share follows from its margin, so ``crowd`` and ``arena`` agree on equilibria."""
    searched = arena(["1 1 / 2 2"], rules="knuth", restarts=2, rounds=3, prove=False)
    for one in searched.rounds:
        win, tie = one.reply.win, one.reply.tie
        found = crowd(one.reply.board, players=2, population=one.mixture.boards, weights=one.mixture.shares)
        assert (found.share, found.alone, found.first) == (win + tie / 2, win, win + tie)
    known = arena(layout="2x2:rows", dice="1d4")
    assert known.is_equilibrium
    mixture = known.mixture
    asking = Asking(population_of(mixture.boards, mixture.shares, mixture.rules), 2, TieBreak.SMALLEST)
    every = [Board(values, mixture.rules) for values in product((1, 2, 3, 4), repeat=4)]
    shares = [exact_crowd(asking, board, 10_000).share for board in every]
    assert max(one for one in shares if isinstance(one, Fraction)) == Fraction(1, 2)


def test_one_player_wins_alone() -> None:
    found = crowd(OPTIMUM, players=1, population="distinct")
    assert exactly(found)[:3] == (1, 1, 1)
    assert found.expected_length == found.expected_rolls


def test_values_missing_from_the_board_need_few_states() -> None:
    """For equally likely values that are not on the board, a state records only how many have been rolled."""
    rules = Rules.of("2x2", "1d100")
    found = crowd([1, 1, 2, 3], players=9, population="distinct", rules=rules)
    assert found.joint_states is not None
    assert found.joint_states < 5_000


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"players": 0}, "expected 1 to 10000 players, got 0"),
        ({"players": 10**9}, "expected 1 to 10000 players, got 1000000000"),
        ({"population": []}, "expected a population of at least one board, got none"),
        ({"population": [SEVENS, OPTIMUM], "weights": [1, -1]}, "expected non-negative weights, got"),
        ({"population": [SEVENS, OPTIMUM], "weights": [0, 0]}, "expected weights with a positive sum, got 0"),
        ({"population": [SEVENS], "weights": "1,2"}, "expected 1 weights, one for each board, got 2"),
        ({"population": "distinct", "weights": "1"}, "weights apply only to a list of boards"),
        ({"population": "distnct"}, "did you mean distinct?"),
        ({"population": [Board.parse("1 2 / 3 4", "knuth")]}, "expected a board for classic"),
        ({"board": "*7 7 7 / 7 7 7 / 7 7 7"}, "expected a board without marks"),
        ({"board": None, "population": "distinct", "rules": "knuth", "layout": "3x3"}, "at least 9 values"),
        ({"board": None, "population": "sensible", "rules": "knuth"}, "expected classic rules"),
        ({"best": True}, "best cannot be combined with a board"),
        ({"compare": [OPTIMUM]}, "expected 2 to 200 different boards to compare, got 1"),
        ({"board": None, "population": "copies:1 2 / 3 4", "rules": "knuth", "dice": "1d100"}, "copies of a board"),
    ],
)
def test_bad_questions_get_one_line_errors(given: dict[str, Any], line: str) -> None:
    asked: dict[str, Any] = {"board": OPTIMUM, "players": 30, "population": "distinct", **given}
    with pytest.raises(DiceBingoError) as refused:
        crowd(**asked)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


# The chain of a class game, in float64.


def float_cases(count: int) -> Iterator[tuple[Asking, Board | None]]:
    """Yield random class games under several rules, each with a board to evaluate or None.

    The other players draw boards from a list, or boards whose values are all distinct.
    """
    stream = random.Random(5)
    kinds = [
        ("2x2", "d4+7"),
        ("2x2", THREE),
        ("2x2:rows", "1d6"),
        ("3x3", "1d4"),
        ("3x3:free-centre", "2d3"),
        ("2x3", "2d6"),
    ]
    for number in range(count):
        rules = Rules.of(*stream.choice(kinds)) if number % 50 else classic()
        others = [random_board(rules, stream) for _ in range(stream.randint(1, 3))]
        weights = [Fraction(stream.randint(1, 5)) for _ in others]
        is_distinct = number % 7 == 0 and len(rules.dice.values) >= len(rules.layout.open_cells)
        population = population_of("distinct", None, rules) if is_distinct else population_of(others, weights, rules)
        tie = TieBreak(stream.choice(TIE_BREAKS))
        players = 10_000 if number % 40 == 1 else stream.choice([2, 3, 5, 30, 100, 1_000])
        yield Asking(population, players, tie), None if number % 9 == 0 else random_board(rules, stream)


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_float64_bounds_cover_the_exact_numbers(count: int) -> None:
    for asking, board in float_cases(count):
        known, found = exact_crowd(asking, board, 400_000), bounded_crowd(asking, board)
        assert (found.status, found.joint_states) == (Status.PROVEN, known.joint_states)
        for exact, bounds in zip(exactly(known), exactly(found), strict=True):
            if exact is None:
                assert bounds is None
                continue
            assert isinstance(exact, Fraction)
            assert isinstance(bounds, Estimate)
            assert bounds.low <= exact <= bounds.high
            assert bounds.high - bounds.low <= 1e-9 * bounds.estimate + 1e-250


@pytest.mark.slow
def test_a_class_that_is_too_large_for_rationals_has_proven_bounds() -> None:
    known = crowd(MAGIC, players=30, population=f"copies:{OPTIMUM}")
    found = crowd(MAGIC, players=30, population=f"copies:{OPTIMUM}", max_states=100)
    assert isinstance(known.share, Fraction)
    assert isinstance(found.share, Estimate)
    assert found.share.low <= known.share <= found.share.high
    assert "In float64, with proven error bounds" in str(found)
    assert found.to_dict()["share"].keys() == {"estimate", "low", "high"}
    assert crowd(players=30, population="distinct", max_states=9).status is Status.PROVEN


def test_a_class_game_with_too_many_states_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicebingo.crowds.fast_chain.MAX_STATES", 20)
    found = crowd("1 2 / 3 4", players=9, population=["1 2 / 3 5", "6 5 / 4 3"], rules="knuth", max_states=9)
    assert (found.status, found.joint_states) == (Status.SIMULATED, None)
