"""Best responses against a twin that tries every cell, and against the duel's equilibrium strategies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational
from dicebingo.model.board import Position, as_position
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.versus.against import exploit, respond, solo_losses
from dicebingo.versus.choices import list_choices
from dicebingo.versus.duel import duel
from dicebingo.versus.match import match, strategies_for
from dicebingo.versus.opponents import EquilibriumPlay, PolicyPlay
from dicebingo.versus.strategy import WON
from tests.duel_tables import MIXED, duels, fraction, mixed_table
from tests.duel_twin import best_response
from tests.strategies import Pair
from tests.twins import Policy, prefer, uniform
from tests.versus_tables import TIE_BREAKS, A, B, C, D, E, random_boards
from tests.versus_twin import Player, optimal

ORDER = (4, 1, 0, 2, 3, 5)


def twin_player(pair: Pair, policy: str, tie_break: str) -> Player:
    policies: dict[str, Policy] = {"random": uniform, "prefer:" + ",".join(map(str, ORDER)): prefer(*ORDER)}
    return (
        Player(pair.game, policies[policy], pair.start)
        if policy in policies
        else optimal(pair.game, tie_break, pair.start)
    )


@pytest.mark.slow
@given(
    duels(),
    st.sampled_from(["optimal", "random", "prefer:" + ",".join(map(str, ORDER))]),
    st.sampled_from(TIE_BREAKS),
    st.sampled_from(["score", "win"]),
)
@settings(max_examples=60, deadline=None)
def test_value_of_the_best_response(table: list[Pair], policy: str, tie_break: str, objective: str) -> None:
    """The twin may also leave a line that it could complete: that is never better."""
    if policy.startswith("prefer") and len(table[0].game.values) < 6:
        policy = "random"  # the order names six cells
    first, second = (pair.position for pair in table)
    found = exploit(first, second, policy=policy, tie_break=tie_break, objective=objective)
    player = twin_player(table[1], policy, tie_break)
    assert fraction(found.value) == best_response(table[0].game, table[0].start, player, win_only=objective == "win")
    assert found.gain >= 0
    assert sum(found.response.outcomes) == sum(found.matched) == 1
    if objective == "score":
        assert found.gain_over_duel is not None
        assert found.gain_over_duel >= 0
    else:
        assert found.duel_value is found.gain_over_duel is None


@pytest.mark.parametrize("objective", ["score", "win"])
@pytest.mark.parametrize("case", MIXED)
def test_nothing_is_gained_against_an_equilibrium(case: tuple[Any, ...], objective: str) -> None:
    first, second = (pair.position for pair in mixed_table(*case))
    solved = duel(first, second, objective=objective)
    for player in (0, 1):
        response = respond(solved.joint.players[1 - player], EquilibriumPlay(solved, player), objective)
        assert response.value == solved.payoffs[1 - player]


@pytest.mark.parametrize("pair", [(A, B), (E, C), tuple(random_boards(2, 6, 8, seed=5))])
def test_nothing_is_gained_against_a_classic_equilibrium(pair: tuple[Any, Any]) -> None:
    solved = duel(*pair)
    assert respond(solved.joint.players[0], EquilibriumPlay(solved)).value == solved.value
    assert respond(solved.joint.players[1], EquilibriumPlay(solved, 0)).value == -solved.value


# The boards of the paper.


def test_a_player_of_b_should_look() -> None:
    found = exploit(B, A)
    assert found.value == Rational(26009, 11390625)
    assert found.gain == Rational(742904, 11390625)
    assert found.gain_over_duel == 0
    assert found.matched == (Rational(118597, 253125), Rational(134528, 253125), 0)


def test_a_player_of_a_need_not_look() -> None:
    found = exploit(A, B)
    assert found.gain == 0
    assert found.value == match(A, B).verdict().margin
    assert found.gain_over_duel == Rational(742904, 11390625)


def test_losses_by_solo_play() -> None:
    assert solo_losses(duel(A, B)) == (0, Rational(742904, 11390625))
    assert solo_losses(duel(B, A)) == (Rational(742904, 11390625), 0)
    assert solo_losses(duel(E, C))[1] == exploit(E, C).gain_over_duel
    with pytest.raises(InputError, match="expected a duel for the score, got one for the win"):
        solo_losses(duel(A, B, objective="win"))


def test_playing_for_the_win() -> None:
    """C wins more often against D's solo play than by its own, at the price of more losses."""
    found = exploit(C, D, objective="win")
    assert found.gain > 0
    assert found.response.outcomes.first == found.value
    assert found.response.outcomes.score < exploit(C, D).value


def test_the_responding_strategy() -> None:
    """Following the listed choices, whichever, gives what is promised."""
    first, second = random_boards(2, 6, 8, seed=8)
    choices = list_choices(as_position(first))
    opponent = PolicyPlay(strategies_for([second])[0])
    response = respond(choices, opponent)
    values: dict[tuple[int, int], Rational] = {}
    weights = choices.position.rules.dice.weights
    for own, other in sorted(response.joint_positions(), reverse=True):
        total, moving = Rational(0), 0
        for r, weight in enumerate(weights):
            reply = opponent.reply(own, other, r)
            best = response.best(own, other, r)
            assert set(best) <= set(choices.after[own][r])
            if (best, reply[0][0]) == ((own,), other):
                continue
            for b, share in reply:  # the last of the best ones, where respond takes the first
                after = (best[-1], b)
                known = Rational((best[-1] == WON) - (b == WON)) if WON in after else values[after]
                total += weight * share * known
            moving += weight
        values[own, other] = total / moving
    assert values[0, 0] == response.value
    assert response.joint_states == len(values)


def test_an_opponent_who_does_not_complete_a_line() -> None:
    """A 1 completes the opponent's first row by cell 1, but the policy prefers cell 2."""
    rules = Rules.of("2x2:rows", "{1:1,2:1}")
    eager = exploit("2 2 / 2 2", "*1 1 / 1 2", rules=rules)
    lazy = exploit("2 2 / 2 2", "*1 1 / 1 2", rules=rules, policy="prefer:2,1,0,3")
    # Eager: a 1 ends it, two 2s win, a 2 fills cell 3 and changes nothing for the opponent.
    assert eager.response.outcomes == (Rational(1, 4), Rational(3, 4), 0)
    # Lazy: the first 1 marks cell 2, and then anything completes a row of the opponent's. 2 1 is lost by cell 2.
    assert lazy.response.outcomes == (Rational(1, 4), Rational(3, 4), 0)
    shy = exploit("2 2 / 2 2", "*1 1 / 1 1", rules=rules, policy="prefer:2,3,1,0")
    # 2 2 wins; 1 2 2 wins; 2 1 2 wins; anything with two 1s first is lost.
    assert shy.response.outcomes == (Rational(1, 2), Rational(1, 2), 0)
    assert shy.duel_value == Rational(-1, 2)
    assert shy.gain_over_duel == Rational(1, 2)


def test_somebody_has_won_already() -> None:
    won = "*9 *6 *7 / 7 9 6 / 6 7 9"
    for pair, value in (((won, B), 1), ((B, won), -1), ((won, won), 0)):
        found = exploit(*pair)
        assert (found.value, found.gain, found.gain_over_duel) == (value, 0, 0)
        assert found.response.joint_states == 0


# What is refused.


def test_different_rules() -> None:
    other = Position.parse("7 7 7 / 7 7 7 / 7 7 7", Rules.of("3x3:rows", "2d6"))
    with pytest.raises(InputError, match="expected boards of the same rules, got classic"):
        exploit(A, other)


def test_too_many_joint_states() -> None:
    opponent = PolicyPlay(strategies_for([B])[0])
    choices = list_choices(as_position(A))
    states = respond(choices, opponent).joint_states
    assert respond(choices, opponent, most=states).joint_states == states
    with pytest.raises(TooLarge, match=f"expected at most {states - 1} joint states for a best response, got more"):
        respond(choices, opponent, most=states - 1)


def test_names_for_people() -> None:
    response = exploit(A, B).response
    assert repr(response) == f"<Response of {A} to {B}: 187 joint states>"
    assert response.opponent.position.marked == mask_of([])
