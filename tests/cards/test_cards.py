"""Full cards agree with a reference implementation, with published values, and with the tables on the theory page."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo import DiceBingoError, Rules, advise, arena, counter, crowd, improve, match, prove, rank, search, solve
from dicebingo.answer import Status
from dicebingo.cards.all_cards import AllCards
from dicebingo.cards.card import CardSolver
from dicebingo.cards.race import Race
from dicebingo.crowds.answers import Asking
from dicebingo.crowds.population import population_of
from dicebingo.crowds.shares import exact_crowd, opponent_of, profile_in
from dicebingo.matches.joint import make_joint
from dicebingo.matches.strategy import prepare
from dicebingo.model.board import Board, Position, as_position
from dicebingo.searches.all_boards import SearchResult
from dicebingo.searches.objectives import ObjectiveSearch
from dicebingo.solo.chain import make_chain
from dicebingo.solo.deadline_play import play_for_deadline
from dicebingo.solo.mdp import solve_by_cells
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import Problem
from tests.twins import cards as twin

SOLVER = CardSolver(twin.WEIGHTS)
NESTED = (7, 6, 8, 5, 9, 7, 6, 8, 4, 7, 10, 5, 9, 6, 8, 7, 7, 6, 8, 5, 9, 4, 10, 3, 11)
ROLLS = (
    *("6.00000", "9.92727", "12.50455", "15.47597", "17.76782", "19.76169", "22.27876", "24.30584", "26.43045"),
    *("28.26676", "29.86498", "31.92191", "33.69954", "35.47593", "37.01591", "38.43902", "40.63880", "42.66496"),
    *("44.43026", "46.15432", "47.70155", "49.27542", "50.72175", "52.13921", "53.47495"),
)
# For each of these numbers of tokens, the unbeatable card is not the fastest. Each digit counts the tokens on one of
# the values 3 to 11. For every other number of tokens up to 16, the fastest card is unbeatable.
UNBEATABLE = {
    6: "011111100",
    7: "011121100",
    8: "011121110",
    9: "011221110",
    10: "011222110",
    14: "112232210",
    15: "112232211",
    16: "112332211",
}
BEST_OF_12 = Fraction(
    651417724582394883034707509290323171442018360008010919, 20406603948009321246192621050174372695087008000000000
)


def nested(tokens: int) -> twin.Card:
    """Return the fastest card with ``tokens`` tokens: their values are the first ``tokens`` entries of ``NESTED``."""
    return twin.card(*NESTED[:tokens])


def margin(first: twin.Card, second: twin.Card) -> Fraction:
    """Return the margin of the first card over the second."""
    ends = Race(SOLVER, [first, second]).outcomes()
    return ends.get((0,), Fraction(0)) - ends.get((1,), Fraction(0))


def values_of(card: twin.Card) -> list[int]:
    """Return a card as a list of values."""
    return [value for value, tokens in enumerate(card, start=2) for _ in range(tokens)]


def test_published_values_are_reproduced() -> None:
    """Math.StackExchange 2129032 gives the exact value of one 15-token card and simulated values of two others."""
    assert SOLVER.expected_rolls((0, 0, 0, 0, 5, 5, 5, 0, 0, 0, 0)) == Fraction(
        3944780087497523445776943, 82962908926146261286912
    )
    for counts, printed in (
        ((0, 0, 0, 0, 5, 5, 5, 0, 0, 0, 0), "47.5487"),
        ((0, 0, 0, 3, 3, 3, 3, 3, 0, 0, 0), "40.9047"),
        ((0, 0, 2, 2, 2, 3, 2, 2, 2, 0, 0), "40.3029"),
    ):
        assert f"{float(SOLVER.expected_rolls(counts)):.4f}" == printed
    assert SOLVER.expected_rolls(nested(12)) == BEST_OF_12
    assert float(SOLVER.expected_rolls(twin.WEIGHTS)) == 81.32345563287923
    assert margin(twin.card(4, 5, 6, 7, 8, 9), twin.card(5, 6, 7, 7, 8, 9)) == Fraction(
        4691049769539589, 7166941724856513600
    )


def test_the_table_of_the_fastest_cards_is_correct() -> None:
    for tokens, printed in enumerate(ROLLS, start=1):
        assert f"{float(SOLVER.expected_rolls(nested(tokens))):.5f}" == printed


@pytest.mark.parametrize("tokens", [1, 2, 3, 5, 8, 12, pytest.param(15, marks=pytest.mark.long)])
def test_the_fastest_card_is_proven_unique_up_to_symmetry(tokens: int) -> None:
    found = prove(tokens=tokens)
    assert found.status is Status.PROVEN
    assert found.value == SOLVER.expected_rolls(nested(tokens))
    assert found.unique
    own = tuple(found.upper.values.count(value) for value in range(2, 13))
    assert SOLVER.key(own) == SOLVER.key(nested(tokens))


@pytest.mark.parametrize(
    "tokens",
    [
        *range(1, 9),
        *(pytest.param(k, marks=pytest.mark.long) for k in range(9, 17)),
    ],
)
def test_one_card_beats_every_card_except_its_mirror_image(tokens: int) -> None:
    """Margins are computed in float64 with an error bound. If a margin may be zero, its sign is computed exactly."""
    on_3_to_11 = UNBEATABLE.get(tokens)
    card = nested(tokens) if on_3_to_11 is None else (0, *map(int, on_3_to_11), 0)
    cards = AllCards(twin.WEIGHTS, range(11), tokens)
    margins = cards.margins([card], [1.0])
    close = [cards.card(int(i)) for i in np.flatnonzero(margins > -2 * cards.error)]
    assert {other for other in close if margin(other, card) >= 0} == {card, card[::-1]}


def test_the_slower_card_wins_at_15_tokens() -> None:
    found = match("3 4 5x2 6x2 7x3 8x2 9x2 10 11", "4 5x2 6x3 7x3 8x3 9x2 10", tokens=15, fast=False)
    assert found.verdict.favoured == 0
    assert float(found.expected_rolls[0] - found.expected_rolls[1]) > 3


@pytest.mark.parametrize(
    ("tokens", "faster", "slower"),
    [
        (8, "4 5 6x2 7x2 8 9", "4 5 6 7x2 8 9 10"),
        pytest.param(15, "4 5x2 6x3 7x3 8x3 9x2 10", "3 4 5x2 6x2 7x3 8x2 9x2 10 11", marks=pytest.mark.long),
    ],
)
def test_the_best_reply_to_the_fastest_card_is_slower(tokens: int, faster: str, slower: str) -> None:
    reply = counter(faster, tokens=tokens)
    assert str(reply.board) == slower
    assert reply.status is Status.PROVEN


def random_cards(count: int, seed: int) -> list[tuple[int, list[list[int]]]]:
    """Return ``count`` random card sizes, each with two or three random cards of that size."""
    rng = random.Random(seed)
    sizes = [rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 8, 12]) for _ in range(count)]
    return [
        (n, [rng.choices(range(2, 13), twin.WEIGHTS, k=n) for _ in range(3 if n < 6 and i % 3 == 0 else 2)])
        for i, n in enumerate(sizes)
    ]


@pytest.mark.parametrize("seed", [4, *(pytest.param(k, marks=pytest.mark.long) for k in (0, 1, 2, 3, 5, 6, 7, 8, 9))])
def test_solving_by_counts_agrees_with_solving_cell_by_cell(seed: int) -> None:
    """Compare the two methods on 50 random cards, or on 500 with ``--long``."""
    for tokens, boards in random_cards(24, seed):
        rules, policy = Rules.of(f"1x{tokens}:all", "2d6"), Optimal(TieBreak.SMALLEST)
        by_cells = [solve_by_cells(Problem.of(as_position(board, rules))) for board in boards]
        for board, expected in zip(boards, by_cells, strict=True):
            found = solve(board, rules=rules, upto=tokens + 2)
            chain = make_chain(expected, policy)
            assert found.by_counts
            assert found.expected_rolls == expected.expected_rolls
            assert found.variance == chain.variance
            assert list(found.distribution or ()) == chain.distribution(tokens + 2)
            for roll in set(board):
                assert found.candidates(roll) == expected.candidates(roll)
                assert found.optimal_cells(roll) == expected.optimal_cells(roll)
        joint = make_joint([prepare(solution, policy) for solution in by_cells])
        result = match(*boards, rules=rules, fast=False)
        outcomes, length = joint.solve()
        assert (dict(result.outcomes), result.expected_length) == (dict(outcomes), length)
        assert result.joint_states == len(joint.states)
        assert list(map(dict, result.distribution(tokens + 2))) == list(map(dict, joint.distribution(tokens + 2)))


counts = st.lists(st.integers(2, 12), min_size=1, max_size=7).map(lambda values: twin.card(*values))


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(counts, min_size=2, max_size=4))
def test_races_agree_with_the_reference_implementation(cards: list[twin.Card]) -> None:
    assert Race(SOLVER, cards).outcomes() == {w: p for w, p in twin.race(tuple(cards)).items() if p}
    assert all(SOLVER.expected_rolls(card) == twin.expected_rolls(card) for card in cards)
    assert sum(SOLVER.last(cards[0])) == 1


def test_margins_of_all_cards_are_within_their_error_bound() -> None:
    cards, others = AllCards(twin.WEIGHTS, range(11), 4), [twin.card(6, 7, 7, 8), twin.card(5, 6, 7, 12)]
    margins, rolls = cards.margins(others, [0.25, 0.75]), cards.expected_rolls()
    assert len(cards) == 1001
    for i in range(0, len(cards), 7):
        card = cards.card(i)
        exact = margin(card, others[0]) / 4 + margin(card, others[1]) * 3 / 4
        assert abs(float(exact) - margins[i]) <= cards.error
        assert abs(float(twin.expected_rolls(card)) - rolls[i]) <= cards.rolls_error


def test_search_and_rank_list_each_card_once() -> None:
    every = [twin.card(*values) for values in combinations_with_replacement(range(2, 13), 4)]
    rolls = sorted(map(twin.expected_rolls, every))
    found = search(tokens=4, top=3, worst=1)
    assert isinstance(found, SearchResult)
    assert (found.total_boards, found.best[0].expected_rolls, found.worst[0].expected_rolls) == (
        1001,
        rolls[0],
        rolls[-1],
    )
    assert str(found.space.universe) == "all 1,001 cards of 4 tokens, 2d6"
    assert abs(found.mean - float(sum(rolls) / len(rolls))) < 1e-9
    own = twin.expected_rolls(twin.card(5, 6, 7, 7))
    place = rank("5 6 7x2", tokens=4)
    assert (place.better, place.equal) == (sum(v < own for v in rolls), rolls.count(own))
    assert [f.expected_rolls for f in place.nearest[:1]] == [max(v for v in rolls if v < own)]


@pytest.mark.parametrize(("objective", "number"), [("variance", None), ("median", Fraction(1, 2))])
def test_search_minimises_the_objective(objective: Literal["variance", "median"], number: Fraction | None) -> None:
    found = search(tokens=3, objective=objective)
    assert isinstance(found, ObjectiveSearch)
    solved = [solve(list(v), tokens=3) for v in combinations_with_replacement(range(2, 13), 3)]
    if number is None:
        assert found.best[0].objective == min(one.variance for one in solved)
    else:
        chains = [make_chain(one, Optimal(TieBreak.SMALLEST)) for one in solved]
        assert found.best[0].objective == min(chain.quantile(number) for chain in chains)
    assert found.status is Status.PROVEN


@pytest.mark.slow
def test_the_equilibrium_with_nine_tokens_is_a_single_card() -> None:
    found = arena(tokens=9)
    assert found.is_equilibrium
    (board,) = found.mixture.boards
    assert twin.card(*map(int, filter(None, board.values))) in (
        (0, 0, 1, 1, 2, 2, 1, 1, 1, 0, 0),
        (0, 0, 1, 1, 1, 2, 2, 1, 1, 0, 0),
    )


def test_large_cards_are_solved() -> None:
    """Solve, explain, improve and advise on large cards.

    No function may enumerate the sets of marks: there are 2^40 for 40 tokens.
    """
    found = solve("2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x4 10x4 11x4", tokens=40, why=True)
    assert found.transient_states == 2**40 - 1
    assert found.why is not None
    assert found.why.wasted == 1 - 40 / found.expected_rolls
    assert len(found.changes) == 5
    assert found.to_dict()["board"] == sorted(found.to_dict()["board"])
    end = improve("2x10 12x6", tokens=16, full=True).end
    assert end is not None
    assert end.expected_rolls == SOLVER.expected_rolls(nested(16))
    assert "no choice" in str(advise("7x25", 7, tokens=25))
    start = Position(Board((7,) * 36, Rules.of("6x6:all", "2d6")), 0b111)
    assert solve(start).expected_rolls == 33 * 6


@pytest.mark.parametrize(
    ("text", "tokens", "message"),
    [
        ("4 5x0 6", 12, "expected 1 to 40 tokens on a value, got '5x0'"),
        ("5x1000000", 12, "expected 1 to 40 tokens on a value, got '5x1000000'"),
        ("5x2 6x2 / 7x2 8x2", 8, "expected a card such as 4 5x2 7x3, with values and counts only, got '/'"),
        ("5x2 *7", 3, "expected a card such as 4 5x2 7x3, with values and counts only, got '*7'"),
        ("5x2 x", 3, "expected a card such as 4 5x2 7x3, with values and counts only, got 'x'"),
        ("13x3", 3, "expected values of 2d6 (2 to 12), got 13 in '13x3'"),
        ("5x2", 3, "expected 3 tokens, got 2 in '5x2'; for 2 tokens, use --tokens 2 or tokens=2"),
        ("5x41", 41, "expected 1 to 40 tokens, got 41"),
        ("5x1", 0, "expected 1 to 40 tokens, got 0"),
        ("5x9", None, "expected one value per cell, because positions matter in 3x3, got counts in '5x9'"),
    ],
)
def test_invalid_cards_are_rejected(text: str, tokens: int | None, message: str) -> None:
    with pytest.raises(DiceBingoError) as error:
        solve(text, tokens=tokens)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_questions_that_cards_do_not_support_are_rejected() -> None:
    with pytest.raises(DiceBingoError, match="expected tokens or a layout"):
        solve("5x9", tokens=9, layout="3x3")
    with pytest.raises(DiceBingoError, match="at most 40 tokens"):
        solve([7] * 49, layout="7x7:all")
    with pytest.raises(DiceBingoError, match="different cards to evaluate"):
        search(tokens=40)
    with pytest.raises(DiceBingoError, match="only the counts of the values matter"):
        search(tokens=4, fix="8 . . .")
    with pytest.raises(DiceBingoError, match="terms"):
        solve([2**i for i in range(17)], tokens=17, dice="{" + ",".join(f"{2**i}:{2**i}" for i in range(17)) + "}")


@pytest.mark.parametrize("board", ["5 7 7 / 7 8 9 / 6 6 8", "*5 7 7 / 7 *8 9 / 6 6 8"])
def test_play_for_a_deadline_is_the_same_if_solved_by_counts_or_by_cells(board: str) -> None:
    position = as_position(board, "blackout")
    by_cells = solve_by_cells(Problem.of(position))
    for rolls in (1, 9, 20):
        expected = play_for_deadline(by_cells, rolls, TieBreak.SMALLEST)
        assert solve(position, deadline=rolls).deadline == expected


def test_very_uneven_dice_give_an_answer_or_a_one_line_error() -> None:
    """A single card is solved even if one value is extremely rare. A search over all cards rejects such dice."""
    dice, rare = "{1:1,2:1099511627777}", 1099511627778
    found = solve("1 2", tokens=2, dice=dice)
    assert found.expected_rolls == rare + Fraction(1, rare - 1) * 1
    assert match("1 2", "2x2", tokens=2, dice=dice, fast=False).verdict.favoured == 1
    assert rank("1 2", tokens=2, dice=dice).better == 1
    for refused in (lambda: counter("1 2", tokens=2, dice=dice), lambda: arena(tokens=2, dice=dice)):
        with pytest.raises(DiceBingoError, match="The cards cannot be evaluated"):
            refused()


def test_cards_are_written_as_counts_and_read_back() -> None:
    rules = Rules.of("1x12:all", "2d6")
    board = Board.parse("7x3 4 5x2 6x2 8x2 9 10", rules)
    assert str(board) == "4 5x2 6x2 7x3 8x2 9 10"
    assert Board.parse(str(board), rules) == board
    unsorted = Board((7, 5, 7, *[6] * 9), rules)
    assert Board.parse(str(unsorted), rules) == unsorted
    assert str(Board.parse("5x9", "blackout")) == "5 5 5 / 5 5 5 / 5 5 5"
    assert str(rules) == "12 tokens, 2d6"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(k, marks=pytest.mark.long) for k in (0, 2, 3))])
def test_class_games_with_cards_agree_with_the_reference_implementation_and_the_chain(seed: int) -> None:
    """Compare shares with a reference implementation, averaged over opponents, and with the players' joint chain."""
    rng, rules = random.Random(seed), Rules.of("1x4:all", "2d6")
    for players in (2, 3, 4):
        mine, *others = (sorted(rng.choices(range(2, 13), twin.WEIGHTS, k=4)) for _ in range(rng.randint(2, 4)))
        asking = Asking(population_of(others, None, rules), players, TieBreak.SMALLEST)
        drawn = list(product(others, repeat=players - 1))
        share = sum(
            chance / len(won) / len(drawn)
            for cards in drawn
            for won, chance in twin.race((twin.card(*mine), *(twin.card(*card) for card in cards))).items()
            if 0 in won
        )
        board = Board(tuple(mine), rules)
        found, chain = exact_crowd(asking, board, 10**6), profile_in(asking, board, opponent_of(asking, [board]), 10**6)
        assert found.share == share
        assert (found.share, found.alone, found.first, found.expected_length) == chain.chances(players)
        length = profile_in(asking, None, opponent_of(asking, []), 10**6).length(players)
        assert exact_crowd(asking, None, 10**6).expected_length == length


def test_class_games_with_large_cards_are_solved() -> None:
    """Copies of the fastest card finish together, so the slower card wins alone as often as against a single copy."""
    fast, slow = "4 5x2 6x3 7x3 8x3 9x2 10", "3 4 5x2 6x2 7x3 8x2 9x2 10 11"
    own = crowd(fast, players=30, population=fast, tokens=15)
    other = crowd(slow, players=30, population=fast, tokens=15)
    assert own.share == Fraction(1, 30)
    wins = match(slow, fast, tokens=15, fast=False)
    assert (other.alone, other.share) == (wins.probability(0), wins.probability(0) + wins.probability(0, 1) / 30)
    best = crowd(players=3, population="6 7 8", tokens=3, best=True)
    assert (best.status, best.tried) == (Status.PROVEN, 286)
