"""Stage games: the paper's position, payoffs that match a reference implementation, and the objective's effect."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dicebingo.duels.continuations import DuelContinuation, SoloContinuation
from dicebingo.duels.duel import duel
from dicebingo.duels.nash import StageGame, nash, stage_game
from dicebingo.duels.objective import DuelObjective
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.matches.match import match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreak, TieBreakName
from tests.matches.tables import LAYOUTS, TIE_BREAKS, tables
from tests.strategies import Pair
from tests.twins import games as games_twin
from tests.twins.matches import FIRST, SECOND, TIE, optimal, outcomes

# Two positions from the paper: section 6.3 after rolls of 2, 3 and 10, and the motivating example in section 6.2.
NO_PURE = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"
MOTIVATING = "7 x 6 / 9 11 8 / 4 6 3", "7 x x / 8 9 10 / 11 3 5"

PRINTED = [
    [("17279/86184", "10186789/13961808"), ("656700799/3411916830", "3462999829/4616122770")],
    [("155/912", "110569/147744"), ("22214689/114686280", "281297/387828")],
]

EVEN = Outcomes.of_two(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
FIRST_WINS, SECOND_WINS, NOBODY = (Outcomes.of_two(*map(Fraction, ends)) for ends in ("100", "010", "001"))


def same_rules(table: list[Pair]) -> bool:
    return table[0].position.rules == table[1].position.rules


TABLES = st.sampled_from(LAYOUTS).flatmap(lambda layout: tables(layouts=(layout,))).filter(same_rules)


def solo(first: Position, second: Position, roll: int, tie_break: TieBreakName = "smallest") -> StageGame:
    return stage_game(first, second, roll, SoloContinuation(first, second, TieBreak.parse(tie_break)))


def test_the_payoff_matrix_of_the_paper_is_reproduced() -> None:
    found = nash(*NO_PURE, 6)
    assert found.stage.actions == ((2, 6), (0, 8))
    assert [[(str(o.first), str(o.second)) for o in row] for row in found.stage.entries] == PRINTED
    assert all(sum(o.values()) == 1 for row in found.stage.entries for o in row)


def test_the_mixed_equilibrium_of_the_paper_is_reproduced() -> None:
    found = nash(*NO_PURE, 6)
    assert found.pure == ()
    assert not found.equilibria.degenerate
    (equilibrium,) = found.equilibria.extreme
    p, q = Fraction("29891145/56555767"), Fraction("352522/9125389")
    assert (equilibrium.first, equilibrium.second) == ((p, 1 - p), (q, 1 - q))
    payoffs = [[[Fraction(pair[player]) for pair in row] for row in PRINTED] for player in (0, 1)]
    strategies = [tuple(Fraction(str(share)) for share in own) for own in (equilibrium.first, equilibrium.second)]
    assert games_twin.is_equilibrium(payoffs[0], payoffs[1], strategies[0], strategies[1])


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_no_tie_break_changes_the_stage_game_of_the_paper(tie_break: TieBreakName) -> None:
    assert nash(*NO_PURE, 6, tie_break=tie_break).stage == nash(*NO_PURE, 6).stage


def test_the_objective_matters_in_the_motivating_example() -> None:
    """Cell 7 wins more often but loses far more often. If a tie counts as half a win, cell 2 is better."""
    by_win, by_score = (
        nash(*MOTIVATING, 6, objective=objective) for objective in (DuelObjective.WIN, DuelObjective.SCORE)
    )
    assert by_win.stage == by_score.stage
    ((shared,), (alone,)) = by_win.stage.entries
    shown = [[f"{100 * float(share):.1f}" for share in (o.first, o.second)] for o in (alone, shared)]
    assert shown == [["20.2", "56.1"], ["15.7", "21.0"]]
    assert by_win.pure == ((7, None),)
    assert by_score.pure == ((2, None),)


def test_the_position_of_the_paper_needs_mixed_strategies_if_a_duel_follows() -> None:
    found = nash(*NO_PURE, 6, objective="score", continuation="duel")
    assert found.pure == ()
    (equilibrium,) = found.equilibria.extreme
    assert str(equilibrium.payoffs[0]) == "-73932286703375/135927432128268"
    assert equilibrium.payoffs[1] == -equilibrium.payoffs[0]


@settings(max_examples=60)
@given(TABLES, st.sampled_from(TIE_BREAKS), st.data())
def test_every_pair_of_choices_matches_the_reference_implementation(
    table: list[Pair], tie_break: TieBreakName, data: st.DataObject
) -> None:
    one, other = table
    assume(not one.position.is_bingo and not other.position.is_bingo)
    roll = data.draw(st.sampled_from(sorted(one.game.chances)))
    stage = solo(one.position, other.position, roll, tie_break)
    options = [pair.game.options(pair.start, roll) or [frozenset[int]()] for pair in table]
    assert [set(map(frozenset, own)) for own in stage.choices] == [set(own) for own in options]
    for a, row in zip(stage.choices[0], stage.entries, strict=True):
        for b, ends in zip(stage.choices[1], row, strict=True):
            players = [
                optimal(pair.game, tie_break, pair.start | frozenset(cells))
                for pair, cells in zip(table, (a, b), strict=True)
            ]
            twin = outcomes(players)
            assert tuple(Fraction(str(p)) for p in ends.values()) == tuple(
                twin.get(w, Fraction(0)) for w in (FIRST, SECOND, TIE)
            )


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_entry_has_the_outcomes_of_a_match(tie_break: TieBreakName) -> None:
    first, second = Position.parse("8 9 5 / 6 6 9 / 9 6 5"), Position.parse("9 7 5 / 5 5 5 / 8 5 7")
    stage = solo(first, second, 5, tie_break)
    assert stage.actions == ((2, 8), (2, 3, 4, 5, 7))
    for i, a in enumerate((2, 8)):
        for j, b in enumerate((2, 3, 4, 5, 7)):
            played = match(first.mark(a), second.mark(b), tie_break=tie_break)
            assert stage.entries[i][j] == played.outcomes


def test_the_matches_after_each_pair_of_choices_share_joint_states() -> None:
    first, second = map(Position.parse, NO_PURE)
    continuation = SoloContinuation(first, second)
    stage = stage_game(first, second, 6, continuation)
    alone = [match(first.mark(a), second.mark(b)).joint_states for a in (2, 6) for b in (0, 8)]
    assert max(alone) < continuation.joint_states < sum(alone)
    before = continuation.joint_states
    assert stage_game(first, second, 6, continuation) == stage
    assert continuation.joint_states == before


def test_completing_a_line_is_optional() -> None:
    """On a 7, the first player can mark cell 2, which completes a row and wins at once, or cell 5."""
    stage = solo(Position.parse("x x 7 / 3 4 7 / 5 6 8"), Position.parse("2 3 4 / 5 6 8 / 9 10 11"), 7)
    assert stage.actions == ((2, 5), (None,))
    assert stage.entries[0][0] == FIRST_WINS
    assert 0 < stage.entries[1][0].first < 1
    both = solo(Position.parse("x x 7 / 3 4 7 / 5 6 8"), Position.parse("x x 7 / 3 4 7 / 5 6 8"), 7)
    assert both.entries[0] == (NOBODY, FIRST_WINS)
    assert both.entries[1][0] == SECOND_WINS


def test_a_duel_may_start_after_a_player_leaves_a_line_incomplete() -> None:
    found = nash("x x 7 / 3 4 7 / 5 6 8", "x 2 4 / 7 6 8 / 7 10 11", 7, objective="score", continuation="duel")
    assert found.stage.actions == ((2, 5), (3, 6))
    assert found.stage.entries[0] == (FIRST_WINS, FIRST_WINS)
    assert all(0 < ends.first < 1 for ends in found.stage.entries[1])
    assert found.pure == ((2, 3), (2, 6))


def test_a_roll_that_matches_no_cell_leaves_each_player_one_choice() -> None:
    stage = solo(Position.parse(NO_PURE[0]), Position.parse(NO_PURE[1]), 12)
    assert stage.actions == ((None,), (None,))
    played = match(*NO_PURE)
    assert stage.entries[0][0] == played.outcomes


def test_marking_all_matching_cells_is_one_choice() -> None:
    found = nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 2 / 3 5 5 / 8 10 6", 6, rules="mark-all")
    assert found.stage.choices == (((2, 6),), ((0, 8),))
    assert found.stage.actions == ((2,), (0,))
    assert found.pure == ((2, 0),)


def test_any_continuation_is_accepted() -> None:
    asked = []

    def even(first: Position, second: Position) -> Outcomes[Fraction]:
        asked.append((first.marked_cells, second.marked_cells))
        return EVEN

    found = nash(*NO_PURE, 6, continuation=even)
    assert asked == [((a,), (b, 2, 3, 7)) if b < 2 else ((a,), (2, 3, 7, b)) for a in (2, 6) for b in (0, 8)]
    assert found.stage.entries == ((EVEN, EVEN), (EVEN, EVEN))
    assert (found.continuation, found.tie_break) == ("even", None)
    assert found.equilibria.degenerate
    assert len(found.pure) == 4


def test_a_continuation_is_not_called_if_the_roll_ends_the_game() -> None:
    found = nash("x x 7 / 3 4 7 / 5 6 8", "x x 7 / 3 4 7 / 5 6 8", 7, continuation=lambda *_: EVEN)
    assert found.stage.entries == ((NOBODY, FIRST_WINS), (SECOND_WINS, EVEN))


@pytest.mark.parametrize("objective", list(DuelObjective))
def test_the_continuation_uses_the_same_objective(objective: DuelObjective) -> None:
    first, second = map(Position.parse, NO_PURE)
    found = nash(first, second, 6, objective=objective, continuation="duel")
    for a, row in zip((2, 6), found.stage.entries, strict=True):
        for b, ends in zip((0, 8), row, strict=True):
            assert ends == duel(first.mark(a), second.mark(b), objective=objective).outcomes
    other = DuelObjective.WIN if objective is DuelObjective.SCORE else DuelObjective.SCORE
    assert found.stage != nash(first, second, 6, objective=other, continuation="duel").stage


def test_exchanging_the_players_exchanges_the_equilibria() -> None:
    one, other = nash(*NO_PURE, 6), nash(*NO_PURE[::-1], 6)
    assert [(e.second, e.first) for e in other.equilibria.extreme] == [
        (e.first, e.second) for e in one.equilibria.extreme
    ]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((*NO_PURE, 1), {}, "expected a roll of 2d6, got 1"),
        ((*NO_PURE, "6"), {}, "expected a roll of 2d6, got '6'"),
        (("*7 *4 *6 / 9 7 8 / 6 9 5", NO_PURE[1], 6), {}, "expected positions without a bingo, got"),
        ((NO_PURE[0], "x x x / 9 7 8 / 6 9 5", 6), {}, "expected positions without a bingo, got"),
        ((*NO_PURE, 6), {"objective": "fun"}, "expected the objective score or win, got 'fun'"),
        ((*NO_PURE, 6), {"continuation": "fun"}, "expected the continuation solo or duel, got 'fun'"),
        ((*NO_PURE, 6), {"tie_break": "fun"}, "expected the tie-break smallest, largest or random, got 'fun'"),
        ((NO_PURE[0], Position.parse("1 2 / 3 4", "knuth"), 6), {}, "expected boards with the same rules, got"),
        ((*NO_PURE, 1), {"continuation": "duel"}, "expected a roll of 2d6, got 1"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, str, int], options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError) as error:
        nash(*arguments, **options)  # type: ignore[arg-type]
    assert message in str(error.value)


def test_too_many_joint_states_are_rejected() -> None:
    with pytest.raises(TooLarge, match="leads to more than 3 joint states"):
        nash(*NO_PURE, 6, max_states=3)
    with pytest.raises(TooLarge, match="A duel with more than 3 joint states is too large"):
        nash(*NO_PURE, 6, continuation="duel", max_states=3)


def test_the_duel_is_solved_only_if_needed() -> None:
    first, second = map(Position.parse, NO_PURE)
    continuation = DuelContinuation(first, second, DuelObjective.WIN)
    assert continuation.ambiguous_stage_games == 0
    continuation(first, second)
    assert continuation.ambiguous_stage_games == duel(first, second, objective="win").ambiguous_stage_games == 13
    assert nash(*NO_PURE, 6, continuation="duel").ambiguous_later == 13
    assert nash(*NO_PURE, 6).ambiguous_later == 0
    row = "x x 7 / 3 4 8 / 5 6 8"
    over = nash(row, row, 7, continuation="duel", max_states=0)  # any duel that has not ended would exceed this limit
    assert over.stage.entries == ((NOBODY,),)


@pytest.mark.parametrize("continuation", ["solo", "duel"])
def test_a_stage_game_can_be_stopped(continuation: str) -> None:
    run = Run()
    run.stop()
    with pytest.raises(Stopped):
        nash(*NO_PURE, 6, continuation=continuation, run=run)  # type: ignore[arg-type]


def test_progress_of_the_duel_is_reported() -> None:
    told: list[Progress] = []
    nash(*NO_PURE, 6, continuation="duel", run=Run(progress=told.append))
    assert str(told[-1]) == "solving the duel: 190 of 190"


def test_boards_are_accepted_in_any_form() -> None:
    rows = np.array([[7, 4, 6], [9, 7, 8], [6, 9, 5]])
    second: list[int | str | None] = [6, 9, "x", "x", 5, 5, 8, "x", 6]
    found = nash(rows, second, rows[0, 2], rules="classic")
    assert json.dumps(found.to_dict()) == json.dumps(nash(*NO_PURE, 6).to_dict())
    assert repr(found) == f"<Nash of {NO_PURE[0]} against {NO_PURE[1]}, roll 6: 0 pure, 1 mixed>"
