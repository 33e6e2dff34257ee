"""Deadline play agrees with its definition, with a search over all policies, and with the chain of its policy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import dicebingo
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import fraction
from dicebingo.matches.match import Match, match
from dicebingo.model.board import Board
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.searches import objectives
from dicebingo.solo.advise import advise
from dicebingo.solo.chain import chain_of
from dicebingo.solo.deadline import deadline_tables
from dicebingo.solo.evaluation import evaluate
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Deadline, TieBreak, TieBreakName
from dicebingo.solo.solution import solve
from tests.strategies import SMALL, Pair, pair_of, pairs, same
from tests.twins.solo import Cells, Game

ROLLS = 30
BOARD = "9 7 8 / 9 8 9 / 4 9 6"


def best_in_time(game: Game, start: Cells, rolls: int) -> list[Fraction]:
    """Return the largest P(T <= k) for k = 0 to ``rolls``, computed from the definition."""
    sets = game.all_sets(start - game.free)
    now = {marked: Fraction(game.won(marked)) for marked in sets}
    found = [now[start]]
    for _ in range(rolls):
        after = {}
        for marked in sets:
            after[marked] = Fraction(game.won(marked)) or sum(
                (
                    chance * max((now[marked | option] for option in game.options(marked, v)), default=now[marked])
                    for v, chance in game.chances.items()
                ),
                Fraction(0),
            )
        now = after
        found.append(now[start])
    return found


def by_all_policies(game: Game, start: Cells, rolls: int) -> list[Fraction]:
    """Return the largest P(T <= k) over all policies, by trying all of them.

    A policy consists of a rule that chooses the mark on the next roll, and a continuation. A continuation is described
    by its probability of success from each set, and is dropped if another one is at least as good from every set.
    """
    sets = game.transient(start - game.free)
    cases = [(marked, v) for marked in sets for v in game.hits(marked) if len(game.options(marked, v)) > 1]
    rules = [
        dict(zip(cases, chosen, strict=True)) for chosen in product(*(game.options(marked, v) for marked, v in cases))
    ]
    ways = [dict.fromkeys(sets, Fraction(0))]
    found = [Fraction(game.won(start))]
    for _ in range(rolls):
        more = []
        for now, rule in product(ways, rules):
            after = {}
            for marked in sets:
                total = Fraction(0)
                for v, chance in game.chances.items():
                    options = game.options(marked, v)
                    follower = marked | rule.get((marked, v), options[0]) if options else marked
                    total += chance * (Fraction(1) if game.won(follower) else now[follower])
                after[marked] = total
            if after not in more:
                more.append(after)
        ways = [a for a in more if not any(b is not a and b != a and all(b[s] >= a[s] for s in sets) for b in more)]
        found.append(max(way[start] for way in ways))
    return found


@settings(max_examples=20)
@given(pairs(SMALL))
def test_every_deadline_matches_the_definition(pair: Pair) -> None:
    tables = deadline_tables(optimal_play(pair.position), ROLLS)
    twin = best_in_time(pair.game, pair.start, ROLLS)
    assert all(same(fraction(tables.in_time(0, k)), twin[k]) for k in range(ROLLS + 1))


@pytest.mark.parametrize(
    ("layout", "values"),
    [("2x2:rows", (1, 2, 1, 5)), ("2x2", (1, 1, 2, 2)), ("1x4:##..", (2, 1, 2, 5))],
)
def test_no_policy_meets_a_deadline_more_often_than_deadline_play(layout: str, values: tuple[int, ...]) -> None:
    pair = pair_of(layout, "{1:1,2:3,5:2}", values, frozenset())
    tables = deadline_tables(optimal_play(pair.position), ROLLS)
    best = by_all_policies(pair.game, pair.start, ROLLS)
    assert all(same(fraction(tables.in_time(0, k)), best[k]) for k in range(ROLLS + 1))


def random_boards(count: int) -> list[Board]:
    random = Random(18)
    return [Board(tuple(random.choices(range(5, 10), k=9)), Rules.of("3x3", "2d6")) for _ in range(count)]


@pytest.mark.parametrize("board", random_boards(3), ids=str)
@pytest.mark.parametrize("tie_break", ["smallest", "random"])
def test_deadline_play_attains_its_probability_at_the_stated_cost(board: Board, tie_break: TieBreakName) -> None:
    for rolls in (3, 7):
        found = solve(board, deadline=rolls, tie_break=tie_break).deadline
        assert found is not None
        played = evaluate(board, policy=f"deadline:{rolls}", tie_break=tie_break, upto=rolls)
        fastest = chain_of(board, tie_break=tie_break)
        assert played.distribution is not None
        assert played.distribution[rolls][1] == found.in_time >= found.fastest_in_time == fastest.cdf(rolls)
        assert played.expected_rolls == found.expected_rolls
        assert found.loss == found.expected_rolls - fastest.mean >= 0
        assert (found.gain == 0) == (found.differing == 0)
        for mark in found.marks:
            advice = advise(board, mark.roll, deadline=rolls)
            assert advice.cells == mark.cells
            assert advice.candidates[0].in_time == mark.in_time


def test_differences_from_fastest_play_have_the_stated_gain_and_probability() -> None:
    """In each case where the two policies mark different cells, recompute P(in time) after each of the two marks.

    If no cell is marked yet, all earlier rolls were wasted, each with probability 13/36. This gives the probability of
    the case.
    """
    play = optimal_play(BOARD)
    found = solve(BOARD, deadline=5).deadline
    assert found is not None
    assert found.differing
    for case in found.differences:
        for cells, in_time in ((case.cells, case.in_time), (case.fastest, case.fastest_in_time)):
            after = mask_of(case.marked) | 1 << cells[0]
            left = case.rolls_left - 1
            rest = deadline_tables(optimal_play(dicebingo.Position(play.position.board, after)), max(left, 1))
            assert rest.in_time(0, left) == in_time
        assert case.gain > 0
        if not case.marked:
            wasted = Fraction(13, 36) ** (5 - case.rolls_left)
            assert case.probability == wasted * play.position.rules.dice.probability(case.roll)
    assert (found.differences[0].marked, found.differences[0].rolls_left) == ((), 5)


@pytest.mark.parametrize("board", [BOARD, *random_boards(2)], ids=str)
def test_v_is_the_sum_of_the_probabilities_of_missing_each_deadline(board: Board | str) -> None:
    """V = Σ P(T > k): add up fastest play's P(T > k) for k < 30, and then the expected V after 30 rolls.

    The best play for a deadline meets this deadline at least as often as fastest play does.
    """
    chain, tables = chain_of(board), deadline_tables(optimal_play(board), ROLLS)
    times = chain.distribution(ROLLS)
    missed = sum((1 - cdf for _, cdf in times[:ROLLS]), Fraction(0))
    reached = {0: Fraction(1)}
    for _ in range(ROLLS):
        after: dict[int, Fraction] = {}
        for i, chance in reached.items():
            for j, weight in chain.transient[i].items():
                after[j] = after.get(j, Fraction(0)) + chance * weight / chain.scale
        reached = after
    rest = sum((chance * chain.solution.value(chain.states[i]) for i, chance in reached.items()), Fraction(0))
    assert missed + rest == chain.mean
    assert all(cdf <= tables.in_time(0, k) for k, (_, cdf) in enumerate(times))


def test_a_deadline_policy_counts_rolls_in_a_match() -> None:
    """Replay every sequence of four rolls with the marks chosen by the policy."""
    rules, boards = Rules.of("2x2:rows", "d3"), ("1 2 / 1 3", "2 1 / 2 3")
    policy = Deadline(2)
    result = match(*boards, rules=rules, policy=[policy, "optimal"], fast=False)
    assert isinstance(result, Match)
    plays = [optimal_play(board, rules=rules) for board in boards]
    ends: dict[tuple[int, tuple[int, ...]], int] = {}
    for rolls in product((1, 2, 3), repeat=4):
        marks = [0, 0]
        for made, roll in enumerate(rolls):
            for player, play in enumerate(plays):
                group = next(group for group in play.problem.groups if group.value == roll)
                if options := play.problem.options(group, marks[player]):
                    rule = policy.at(play, min(made, 2)) if player == 0 else dicebingo.Optimal()
                    marks[player] |= next(iter(rule.choose(play, marks[player], roll, options)))
            if won := tuple(player for player in (0, 1) if plays[player].problem.wins(marks[player])):
                ends[made + 1, won] = ends.get((made + 1, won), 0) + 1
                break
    for roll, outcomes in enumerate(result.distribution(4)):
        assert {won: p for won, p in outcomes.items() if p} == {
            won: Fraction(count, 3**4) for (ended, won), count in ends.items() if ended == roll
        }
    assert result.solo[0].cdf(2) == deadline_tables(plays[0], 2).in_time(0, 2)
    assert result.expected_rolls[0] == evaluate(boards[0], rules=rules, policy=policy).expected_rolls
    fast: Any = match(*boards, rules=rules, policy=[policy, "optimal"], fast=True)
    for won, p in result.outcomes.items():
        assert abs(fast.outcomes[won] - float(p)) <= fast.error_bound
    found = dicebingo.exploit(*boards[::-1], rules=rules, policy="deadline:2", objective="score")
    assert found.value >= -result.outcomes.margin


@pytest.mark.parametrize("all_exact", [10**6, 0])
def test_the_best_boards_for_a_deadline_are_found(all_exact: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank all boards of a small game, once exactly, and once in float64 with exact values only for the best boards.

    In float64, the gap between the best boards and all others proves that the list is complete.
    """
    monkeypatch.setattr(objectives, "ALL_EXACT", all_exact)
    monkeypatch.setattr(objectives, "EXTRA", 3)
    rules = Rules.of("2x2", "{1:1,2:3,5:2}")
    found: Any = dicebingo.search(rules, deadline=3, top=2)
    chances = {
        values: best_in_time(pair.game, pair.start, 3)[3]
        for values in product((1, 2, 5), repeat=4)
        for pair in [pair_of("2x2", "{1:1,2:3,5:2}", values, frozenset())]
    }
    ranked = sorted(set(chances.values()), reverse=True)
    assert [Fraction(str(scored.objective)) for scored in found.best] == ranked[:2]
    for scored in found.best:
        assert chances[scored.board.values] == Fraction(str(scored.objective))
        assert scored.orbit_size == list(chances.values()).count(Fraction(str(scored.objective)))
    assert (found.status.value, found.deadline) == ("proven", 3)


def test_a_list_of_best_boards_is_not_proven_without_a_gap_after_its_last_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With exact values only for the listed boards, nothing separates the last of them from the boards after it."""
    monkeypatch.setattr(objectives, "ALL_EXACT", 0)
    monkeypatch.setattr(objectives, "EXTRA", 0)
    found: Any = dicebingo.search(Rules.of("2x2", "{1:1,2:3,5:2}"), deadline=3, top=3)
    first, second, third = (scored.objective for scored in found.best)
    assert first > second > third
    assert found.status.value == "best found"


def test_invalid_deadlines_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (0, -1, 501, 1.5, True, "8"):
        for ask in (lambda k: solve(BOARD, deadline=k), lambda k: advise(BOARD, 6, deadline=k)):
            with pytest.raises(InputError, match="expected a deadline of 1 to 500 rolls, got"):
                ask(wrong)
    with pytest.raises(InputError, match="expected a deadline of 1 to 500 rolls, got 0"):
        evaluate(BOARD, policy="deadline:0")
    with pytest.raises(InputError, match="expected 1 number of rolls, got 2"):
        evaluate(BOARD, policy="deadline:1,2")
    with pytest.raises(InputError, match="the objective deadline needs a number of rolls"):
        dicebingo.search("knuth", objective="deadline")
    with pytest.raises(InputError, match="a deadline cannot be combined with the objective median"):
        dicebingo.search("knuth", objective="median", deadline=3)
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells for a deadline, got 25"):
        solve(" / ".join(["7 7 7 7 7"] * 5), rules="5x5", deadline=3)
    with monkeypatch.context() as patch:
        patch.setattr("dicebingo.solo.advise.exact_or_float", None)  # the error must come before the position is solved
        with pytest.raises(TooLarge, match=r"got 25, which would need exact tables of up to 2\^25 sets of marks"):
            advise(" / ".join(["7 7 7 7 7"] * 5), 7, rules="5x5", deadline=3)
    with pytest.raises(TooLarge, match="expected an earlier deadline for 16 unmarked cells, got 500 rolls"):
        solve(" / ".join(["6 7 8 9"] * 4), rules="4x4", deadline=500)
    with pytest.raises(InputError, match="needs a policy that does not count the rolls"):
        evaluate(BOARD, policy=Deadline(3, TieBreak.RANDOM)).value(1)
