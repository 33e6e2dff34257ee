"""Duels agree with known values and with a reference implementation, and have the expected properties."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from dicebingo.duels.choices import list_choices
from dicebingo.duels.duel import Duel, duel, duel_stage
from dicebingo.duels.objective import DuelObjective, DuelObjectiveName, Wins
from dicebingo.duels.selection import expected, select
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.exact import mpq
from dicebingo.matches.match import match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position, as_position
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.running.run import Progress, Run
from tests.duels.tables import MIXED, duels, fraction, joint, mixed_table
from tests.matches.tables import A, B, C, D, E, random_boards
from tests.strategies import Pair, cells
from tests.twins.duels import DuelTwin, game_value, has_saddle_point

NASH = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"
"""The position of section 6.3 of the paper."""
NASH_VALUE = "-73932286703375/135927432128268"


def solved(table: list[Pair], objective: DuelObjectiveName = "score") -> Duel:
    return duel(table[0].position, table[1].position, objective=objective)


def twin(table: list[Pair]) -> tuple[DuelTwin, tuple[frozenset[int], frozenset[int]]]:
    return DuelTwin(table[0].game, table[1].game), (table[0].start, table[1].start)


# The reference implementation


def test_the_reference_implementation_solves_known_matrix_games() -> None:
    f = Fraction
    assert game_value([[f(3), f(-1)], [f(-2), f(1)]]) == f(1, 7)
    assert game_value([[f(0), f(1), f(-1)], [f(-1), f(0), f(1)], [f(1), f(-1), f(0)]]) == 0
    assert game_value([[f(2), f(5)], [f(1), f(7)]]) == 2
    assert has_saddle_point([[f(2), f(5)], [f(1), f(7)]])
    assert not has_saddle_point([[f(3), f(-1)], [f(-2), f(1)]])


@pytest.mark.slow
@given(duels())
@settings(max_examples=25, deadline=None)
def test_the_value_of_every_joint_state_matches_the_reference_implementation(table: list[Pair]) -> None:
    """The reference implementation also considers passing up a line, which is never better."""
    result, (other, start) = solved(table), twin(table)
    assert fraction(result.value) == other.value(start)
    for state in result.solved.states:
        marked = result.solved.marked(state)
        assert fraction(result.outcomes_at(*marked).margin) == other.value(joint(*marked))


@pytest.mark.parametrize("case", MIXED)
def test_duels_that_need_mixed_strategies_match_the_reference_implementation(case: tuple[Any, ...]) -> None:
    table = mixed_table(*case)
    result, (other, start) = solved(table), twin(table)
    assert fraction(result.value) == other.value(start)
    assert result.mixed_stage_games == len(other.mixed(start)) > 0


@pytest.mark.slow
@given(duels())
@settings(max_examples=15, deadline=None)
def test_joint_states_and_mixed_stage_games_match_the_reference_implementation(table: list[Pair]) -> None:
    result, (other, start) = solved(table), twin(table)
    states = {joint(*result.solved.marked(state)) for state in result.solved.states}
    assert states == other.reachable(start)
    assert result.joint_states == len(states)
    mixed = result.mixed()
    assert {(joint(spot.first, spot.second), spot.roll) for spot in mixed} == other.mixed(start)
    marks = [spot.first.bit_count() + spot.second.bit_count() for spot in mixed]
    assert marks == sorted(marks)
    assert result.mixed_stage_games == len(mixed)
    assert result.mixed(2) == mixed[:2]


def test_mixed_stage_games_with_the_fewest_marks_come_first() -> None:
    result = duel(A, B)
    states = [*result.solved.states]  # here, the states with the most marks come first
    few, many = max(states[-200:]), min(states[:200])
    assert few > many, "expected a state with fewer marks to have a larger number"
    listed = replace(result, solved=replace(result.solved, mixed=((many, 3), (few, 5), (few, 4))))
    assert [(spot.first, spot.second, spot.roll) for spot in listed.mixed()] == [
        (*result.solved.marked(few), 6),
        (*result.solved.marked(few), 7),
        (*result.solved.marked(many), 5),
    ]


def played(result: Duel, state: tuple[int, int], known: dict[tuple[int, int], list[Fraction]]) -> list[Fraction]:
    """Return the probabilities of the outcomes, computed only from the strategies in the stage games."""
    positions = [Position(p.board, marked) for p, marked in zip(result.positions, state, strict=True)]
    won = [position.is_bingo for position in positions]
    if any(won):
        return [Fraction(not won[1]), Fraction(not won[0]), Fraction(all(won))]
    if state not in known:
        ends, moving = [Fraction(0)] * 3, Fraction(0)
        dice = result.positions[0].rules.dice
        for roll in dice.values:
            if not any(position.candidates(roll) for position in positions):
                continue
            stage = duel_stage(result, roll, *state)
            moving += dice.weight(roll)
            for a in stage.first:
                for b in stage.second:
                    if share := fraction(a.probability * b.probability):
                        after = (state[0] | mask_of(a.cells), state[1] | mask_of(b.cells))
                        rest = played(result, after, known)
                        ends = [x + dice.weight(roll) * share * y for x, y in zip(ends, rest, strict=True)]
        known[state] = [end / moving for end in ends]
    return known[state]


@pytest.mark.parametrize("objective", ["score", "win"])
@given(table=duels())
@settings(max_examples=30, deadline=None)
def test_outcomes_follow_from_the_stage_strategies(objective: DuelObjectiveName, table: list[Pair]) -> None:
    result = solved(table, objective)
    start = result.positions[0].marked, result.positions[1].marked
    assert [fraction(share) for share in result.outcomes.values()] == played(result, start, {})


def check_stages(result: Duel, states: list[int]) -> None:
    """Check that no player gains by deviating, and that matrix entries are the outcomes of the next states."""
    dice = result.positions[0].rules.dice
    for state in states:
        marked = result.solved.marked(state)
        for roll in dice.values:
            stage = duel_stage(result, roll, *marked)
            for player, own in enumerate((stage.first, stage.second)):
                assert sum(choice.probability for choice in own) == 1
                best = max(choice.payoff for choice in own)
                assert best == stage.payoffs[player]
                assert all(choice.payoff == best for choice in own if choice.probability)
            pairs = [[(ends.first, ends.second) for ends in row] for row in stage.entries]
            assert result.solved.entries(state, dice.values.index(roll)) == pairs
            for a, row in zip(stage.first, stage.entries, strict=True):
                for b, entry in zip(stage.second, row, strict=True):
                    after = marked[0] | mask_of(a.cells), marked[1] | mask_of(b.cells)
                    assert entry == result.outcomes_at(*after)
            if stage.pure:
                assert all(choice.probability in (0, 1) for choice in (*stage.first, *stage.second))


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["score", "win"])
@given(table=duels())
@settings(max_examples=8, deadline=None)
def test_the_strategies_of_each_stage_game_form_an_equilibrium(objective: DuelObjectiveName, table: list[Pair]) -> None:
    result = solved(table, objective)
    check_stages(result, list(result.solved.states))


@pytest.mark.parametrize("objective", ["score", "win"])
def test_the_strategies_of_a_classic_duel_form_equilibria(objective: DuelObjectiveName) -> None:
    result = duel(*NASH, objective=objective)
    check_stages(result, list(result.solved.states))


# Known values.


def test_the_slower_board_loses_when_both_play_to_win() -> None:
    result = duel(A, B)
    assert result.joint_states == 2530
    assert result.value == Fraction(-26009, 11390625)
    assert f"{float(result.value):.7f}" == "-0.0022834"
    assert match(A, B).verdict.favoured == 0


@pytest.mark.parametrize(("pair", "value"), [((C, D), "0.0601730"), ((D, E), "0.0673887"), ((E, C), "0.0611030")])
def test_the_ring_remains_a_ring_when_both_play_to_win(pair: tuple[str, str], value: str) -> None:
    assert f"{float(duel(*pair).value):.7f}" == value


def test_the_position_of_the_paper_has_no_pure_equilibrium() -> None:
    result = duel(*NASH)
    stage = duel_stage(result, 6)
    assert stage.payoffs[0] == Fraction(NASH_VALUE)
    assert not stage.pure
    assert [choice.cells for choice in stage.first] == [(2,), (6,)]
    assert [choice.cells for choice in stage.second] == [(0,), (8,)]
    assert {choice.payoff for choice in stage.first} == {Fraction(NASH_VALUE)}
    assert [(spot.first, spot.second, spot.roll) for spot in result.mixed()] == [(0, mask_of([2, 3, 7]), 6)]


def test_a_stage_game_has_the_same_value_in_a_duel_of_whole_boards() -> None:
    """A joint position has the same value on its own and within a longer duel."""
    whole = duel(NASH[0], "6 9 2 / 3 5 5 / 8 10 6")
    assert duel_stage(whole, 6, 0, mask_of([2, 3, 7])).payoffs[0] == Fraction(NASH_VALUE)


def test_under_the_objective_win_a_and_b_play_as_if_alone() -> None:
    """Under the objective ``win``, A and B each play as if alone, so the duel and the match have the same outcomes."""
    result = duel(A, B, objective="win")
    assert result.outcomes == Outcomes.of_two(Fraction(134528, 253125), Fraction(118597, 253125), Fraction(0))
    assert result.payoffs == (Fraction(134528, 253125), Fraction(118597, 253125))
    assert result.ambiguous_stage_games > 0
    assert duel(A, B).ambiguous_stage_games == 0


# Properties of every duel


@pytest.mark.parametrize("seed", range(3))
def test_random_duels_have_the_expected_properties(seed: int) -> None:
    first, second = random_boards(2, 5, 9, seed=seed)
    result, turned = duel(first, second), duel(second, first)
    assert result.value == -turned.value
    assert (result.joint_states, result.mixed_stage_games) == (turned.joint_states, turned.mixed_stage_games)
    assert duel(first, first).value == 0
    assert sum(result.outcomes.values()) == 1
    assert result.payoffs == (result.value, -result.value)


def test_a_mark_never_hurts() -> None:
    source = random.Random(1)
    for first, second in zip(random_boards(4, 6, 8, seed=2), random_boards(4, 6, 8, seed=3), strict=True):
        cell = source.randrange(9)
        board = as_position(first)
        assert duel(board.mark(cell), second).value >= duel(board, second).value


@pytest.mark.parametrize("objective", ["score", "win"])
def test_a_finished_game_has_a_known_outcome(objective: DuelObjectiveName) -> None:
    won = "*9 *6 *7 / 7 9 6 / 6 7 9"
    for pair, outcomes in (((won, B), (1, 0, 0)), ((B, won), (0, 1, 0)), ((won, won), (0, 0, 1))):
        result = duel(*pair, objective=objective)
        assert result.outcomes == Outcomes.of_two(*outcomes)
        assert result.joint_states == result.mixed_stage_games == 0
        with pytest.raises(InputError, match="expected positions without a bingo, got"):
            duel_stage(result, 7)


def test_a_position_in_which_a_player_passed_up_a_line_can_be_solved() -> None:
    """Optimal players never pass up a line, so this position is solved as a separate duel."""
    result = duel("*1 1 / 1 2", "2 1 / 3 3", rules="knuth")
    marked = mask_of([0, 2])  # cell 1 would have completed a row
    alone = duel("*1 1 / *1 2", "2 *1 / 3 3", rules="knuth")
    assert result.outcomes_at(marked, mask_of([1])) == alone.outcomes
    with pytest.raises(InputError, match=r"expected marks that can be reached from .* without completing a line"):
        result.solved.state(marked, mask_of([1]))


def test_marks_that_shared_rolls_cannot_produce_have_no_state() -> None:
    result = duel("1 2 / 3 4", "1 2 / 5 6", rules="knuth")
    assert result.outcomes_at(mask_of([0]), 0) == duel("*1 2 / 3 4", "1 2 / 5 6", rules="knuth").outcomes
    with pytest.raises(InputError, match="No sequence of rolls leads both players to these marks"):
        result.solved.state(mask_of([0]), 0)


def test_progress_counts_every_joint_state() -> None:
    told: list[Progress] = []
    result = duel(A, B, run=Run(progress=told.append))
    first = told[: 1 + max(i for i, now in enumerate(told) if now.stage.startswith("solving"))]
    listed, solved = ([now for now in first if now.stage.startswith(verb)] for verb in ("listing the j", "solving"))
    assert listed[-1].done == solved[-1].done == solved[-1].total == result.joint_states == 2530
    assert len(solved) == 4  # one report at the start, and one after every thousand states
    assert result.find_solo_losses(Run(progress=told.append)) == (0, Fraction(742904, 11390625))
    assert {now.stage for now in told} == {
        "listing the choices",
        "listing the joint states",
        "solving the duel",
        "preparing the strategies",
        "responding",
    }


def test_a_duel_can_be_stopped() -> None:
    def stop(now: Progress) -> None:
        if now.stage == "solving the duel" and now.done:
            run.stop()

    run = Run(progress=stop)
    with pytest.raises(Stopped, match="The computation was stopped"):
        duel(A, B, run=run)


def test_a_duel_with_a_roll_has_the_stage_game_of_that_roll() -> None:
    assert duel(*NASH, roll=6).stage == duel_stage(duel(*NASH), 6)
    assert duel(*NASH).stage is None


def test_solo_losses_are_computed_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    result = duel(A, B)
    assert result.solo_losses == (0, Fraction(742904, 11390625))
    monkeypatch.setattr("dicebingo.duels.duel.solo_losses", None)
    assert result.solo_losses == (0, Fraction(742904, 11390625))
    assert duel(A, B, objective="win").solo_losses is None


def test_boards_are_accepted_in_any_form() -> None:
    rows = np.array([[9, 6, 7], [7, 9, 6], [6, 7, 9]])
    found = duel(rows, [6, 7, 6, 7, 7, 7, 6, 6, 6], rules="classic", roll=rows[0, 2])
    assert json.dumps(found.to_dict()) == json.dumps(duel(A, B, roll=7).to_dict())


# Selecting an equilibrium.


def test_an_equilibrium_is_selected_under_the_objective_win() -> None:
    def pairs(*rows: str) -> list[list[Wins]]:
        return [[(mpq(e[0]), mpq(e[1])) for e in row.split()] for row in rows]

    several = select(DuelObjective.WIN, pairs("21 00", "00 12"))
    assert (several.first, several.second, several.pure, several.ambiguous) == ((1, 0), (1, 0), True, True)
    dominated = select(DuelObjective.WIN, pairs("00 01", "11 12"))
    assert (dominated.first, dominated.second, dominated.ambiguous) == ((0, 1), (0, 1), False)
    pennies = pairs("10 01", "01 10")
    mixed = select(DuelObjective.WIN, pennies)
    assert (mixed.first, mixed.second, mixed.pure) == ((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2, False)
    assert expected(mixed.first, mixed.second, pennies) == (Fraction(1, 2), Fraction(1, 2))
    twice = select(DuelObjective.WIN, pairs("10 10 01", "01 01 10", "01 01 10"))
    assert (twice.first, twice.second) == ((Fraction(1, 2), Fraction(1, 2), 0), (Fraction(1, 2), 0, Fraction(1, 2)))
    assert not twice.ambiguous
    same = select(DuelObjective.WIN, pairs("11 11", "11 00"))  # three extreme equilibria, each with payoff 1 for both
    assert (same.first, same.second, same.pure, same.ambiguous) == ((1, 0), (1, 0), True, False)
    indifferent = select(DuelObjective.WIN, pairs("11 21"))
    assert (indifferent.second, indifferent.pure, indifferent.ambiguous) == ((1, 0), True, True)


# Rejected input.


def test_different_rules_are_rejected() -> None:
    other = Position.parse("7 7 7 / 7 7 7 / 7 7 7", Rules.of("3x3:rows", "2d6"))
    with pytest.raises(InputError, match="expected boards with the same rules, got classic"):
        duel(A, other)


def test_an_unknown_objective_is_rejected() -> None:
    with pytest.raises(InputError, match="expected the objective score or win, got 'wins'"):
        duel(A, B, objective="wins")  # type: ignore[arg-type]


def test_an_unknown_roll_is_rejected() -> None:
    with pytest.raises(InputError, match="expected a roll of 2d6, got 13"):
        duel_stage(duel(*NASH), 13)
    with pytest.raises(InputError, match="expected a roll of 2d6, got 13"):
        duel(*NASH, roll=13)


@pytest.mark.parametrize("names", [["Ada"], ["Ada", "Bob", "Cleo"]])
def test_a_duel_takes_two_names(names: list[str]) -> None:
    assert duel(*NASH, names=["Ada", "Bob"]).names == ("Ada", "Bob")
    with pytest.raises(InputError, match=f"expected one name for each of the 2 boards, got {len(names)}"):
        duel(*NASH, names=names)


def test_too_many_joint_states_are_rejected() -> None:
    with pytest.raises(TooLarge, match="A duel with more than 2,529 joint states is too large"):
        duel(A, B, max_states=2529)
    assert duel(A, B, max_states=2530).joint_states == 2530
    with pytest.raises(TooLarge, match=r"A duel with the board 9 6 7.* needs more than 100 sets of marks"):
        list_choices(Position.parse(A), 100)


def test_names_appear_in_the_printed_answer() -> None:
    result = duel(*NASH)
    boards = "7 4 6 / 9 7 8 / 6 9 5 against 6 9 x / x 5 5 / 8 x 6"
    assert repr(result) == f"<Duel of {boards}, objective score: value -0.404691, 190 joint states>"
    assert repr(result.solved.players[1]) == "<Choices of 6 9 x / x 5 5 / 8 x 6: 16 states>"
    assert cells(result.solved.players[1].marked(0)) == {2, 3, 7}
