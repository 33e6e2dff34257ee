"""Fast matches agree with exact matches within the stated error, for many dice and tie-breaks, compiled or not."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels import matches as kernel
from dicebingo.matches import fast_matches as fast
from dicebingo.matches.fast_matches import FastMatches, Field, error_bounds, play_pairs
from dicebingo.matches.joint import make_joint
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import Strategy
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.solo.policy import TieBreak, TieBreakName
from tests.matches.tables import GUARD, TIE_BREAKS, A, B, C, D, E, random_boards


def exact(first: Strategy, second: Strategy) -> list[Fraction]:
    return [Fraction(str(share)) for share in make_joint([first, second]).outcomes.values()]


def check(players: Sequence[Strategy], pairs: Sequence[tuple[int, int]]) -> FastMatches:
    """Check that fast matches differ from exact matches by at most the stated errors."""
    result = play_pairs(Field(players), pairs)
    columns = result.probabilities, result.error_bounds, result.margins
    for (i, j), row, bound, difference in zip(pairs, *columns, strict=True):
        truth = exact(players[i], players[j])
        for number, true in zip(row, truth, strict=True):
            assert abs(Fraction(float(number)) - true) <= Fraction(float(bound)) * true
        assert abs(Fraction(float(difference)) - (truth[0] - truth[1])) <= Fraction(float(bound))
    return result


def random_pairs(count: int, players: int, seed: int) -> list[tuple[int, int]]:
    chance = random.Random(seed)
    return [(chance.randrange(players), chance.randrange(players)) for _ in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize(("low", "high", "count"), [(2, 12, 8), (5, 9, 8), (6, 8, 8)])
def test_fast_matches_of_more_random_pairs_agree_with_exact_matches(
    low: int, high: int, count: int, tie_break: TieBreakName
) -> None:
    players = strategies_for(random_boards(20, low, high, seed=low), tie_break=tie_break)
    result = check(players, random_pairs(count, 20, seed=high))
    assert result.error_bounds.max() < 1e-9


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_fast_matches_of_random_pairs_agree_with_exact_matches(tie_break: TieBreakName) -> None:
    for low, high in ((2, 12), (5, 9)):
        players = strategies_for(random_boards(6, low, high, seed=7), tie_break=tie_break)
        result = check(players, random_pairs(8, 6, seed=8))
        assert result.error_bounds.max() < 1e-10


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_fast_matches_of_the_papers_boards_agree_with_exact_matches(tie_break: TieBreakName) -> None:
    players = strategies_for([A, B, C, D, E, *GUARD], tie_break=tie_break)
    result = check(players, [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (0, 0), (5, 6)])
    assert result.probabilities[0] == pytest.approx([134528 / 253125, 118597 / 253125, 0], rel=1e-13)


@pytest.mark.parametrize("policy", ["random", "prefer:4,0,2,6,8,1,3,5,7", "random:1,1,1,1,9,1,1,1,1"])
def test_fast_matches_with_other_policies_agree_with_exact_matches(policy: str) -> None:
    check(strategies_for(random_boards(3, 5, 9, seed=3), None, policy), [(0, 1), (1, 2), (2, 2)])


@pytest.mark.parametrize(
    ("layout", "dice"),
    [
        ("3x3", "3d6"),
        ("2x3", "d10+d20"),
        ("2x3", "product(2d6)"),
        ("2x2", "63{1:1,2:1}"),
        ("2x2:rows", "1d6"),
        ("3x3:free-centre", "2d6"),
    ],
)
@pytest.mark.parametrize("marking", ["one", "all"])
def test_fast_matches_under_other_rules_agree_with_exact_matches(layout: str, dice: str, marking: MarkingName) -> None:
    rules = Rules.of(layout, dice, marking)
    chance = random.Random(4)
    values = rules.dice.values
    common = [
        *sorted(values, key=rules.dice.weight)[-3:],
        values[0],
        values[-1],
    ]  # the smallest and largest values correspond to the first and last bits of a set of rolls
    free = rules.layout.free
    boards = [[None if free >> c & 1 else chance.choice(common) for c in range(rules.layout.size)] for _ in range(6)]
    check(strategies_for(boards, rules), random_pairs(12, 6, seed=5))


def test_the_hit_table_is_limited_to_16_values() -> None:
    assert len(Rules.of("3x3", "3d6").dice.values) == kernel.MAX_TABLE_ROLLS == 16
    assert len(Rules.of("2x3", "d10+d20").dice.values) == 29
    assert kernel._hit_table(np.ones(17)).size == 1
    assert kernel._hit_table(np.array([1.0, 2.0, 4.0])).tolist() == list(range(8))


def test_results_do_not_depend_on_the_hit_table(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(strategies_for(random_boards(4, 5, 9, seed=6)))
    before = play_pairs(field, [(0, 1), (2, 3)])
    monkeypatch.setattr(kernel, "MAX_TABLE_ROLLS", 0)
    assert (play_pairs(field, [(0, 1), (2, 3)]).probabilities == before.probabilities).all()


def test_fast_matches_from_positions_with_marks_agree_with_exact_matches() -> None:
    positions = ["*7 6 8 / 9 7 *5 / 6 6 8", "8 *6 8 / *7 7 9 / 5 9 *9", A]
    for tie_break in TIE_BREAKS:
        check(strategies_for(positions, tie_break=tie_break), [(0, 1), (1, 0), (0, 2), (2, 1)])  # type: ignore[arg-type]


def test_weights_that_float64_cannot_represent_are_handled() -> None:
    weights = {1: 10**17 + 1, 2: 10**17 + 7, 3: 12345678901234567, 4: 3 * 10**16 + 1}
    rules = Rules.of("3x3", "{" + ",".join(f"{v}:{w}" for v, w in weights.items()) + "}")
    check(strategies_for(random_boards(4, 1, 4, seed=9), rules), [(0, 1), (1, 2), (2, 3)])
    cells, visited = np.array([9]), np.array([100])
    (wide,) = error_bounds(rules.dice, cells, cells, visited, 1)
    (narrow,) = error_bounds(Rules.of("3x3", "1d4").dice, cells, cells, visited, 1)
    assert narrow / (1.01 * 2.0**-53) == pytest.approx(18 * 106 + 400)
    assert wide / (1.01 * 2.0**-53) == pytest.approx(18 * 111 + 400), "expected 5 more roundings in each of 18 steps"


def test_matches_do_not_affect_each_other() -> None:
    players = strategies_for(random_boards(5, 5, 9, seed=10))
    pairs = [(i, j) for i in range(5) for j in range(5)]
    field = Field(players)
    together = play_pairs(field, pairs)
    alone = [play_pairs(field, [pair]).probabilities[0] for pair in pairs]
    assert (together.probabilities == np.array(alone)).all()
    assert (play_pairs(field, pairs[::-1]).probabilities[::-1] == together.probabilities).all()
    assert (together.pairs == np.array(pairs)).all()


def test_the_repr_states_the_number_of_matches() -> None:
    assert repr(play_pairs(Field(strategies_for([A, B])), [(0, 1)] * 1_200)) == "<FastMatches of 1,200 pairs>"


def test_the_compiled_kernel_ran() -> None:
    play_pairs(Field(strategies_for([A, B])), [(0, 1)])
    if not os.environ.get("NUMBA_DISABLE_JIT"):
        assert kernel._match_pairs.signatures


PROGRAM = """
import json, sys
from dicebingo.model.rules import Rules
from dicebingo.matches.fast_matches import Field, play_pairs
from dicebingo.matches.shared_rolls import strategies_for
found = []
for layout, dice, boards, tie_break in json.load(sys.stdin):
    players = strategies_for(boards, Rules.of(layout, dice), tie_break=tie_break)
    found.append(play_pairs(Field(players), [(0, 1), (1, 2), (2, 0)]).probabilities.tolist())
print(json.dumps(found))
"""


@pytest.mark.slow
def test_the_uncompiled_kernel_gives_the_same_results() -> None:
    games = [("3x3", "2d6", random_boards(3, 4, 10, seed=s), t) for s, t in enumerate(TIE_BREAKS)]
    games += [("2x3", "d10+d20", random_boards(3, 9, 13, seed=3, size=6), "random")]
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, input=json.dumps(games), env=environment, capture_output=True, text=True, check=True)
    for (layout, dice, boards, tie_break), found in zip(games, json.loads(done.stdout), strict=True):
        players = strategies_for(boards, Rules.of(layout, dice), tie_break=tie_break)  # type: ignore[arg-type]
        compiled = check(players, [(0, 1), (1, 2), (2, 0)])
        for row, other, bound in zip(found, compiled.probabilities, compiled.error_bounds, strict=True):
            assert row == pytest.approx(list(other), rel=2 * bound, abs=0)


# Rejected input.


def test_a_match_without_players_is_rejected() -> None:
    with pytest.raises(InputError, match="expected at least one player, got none"):
        Field([])


def test_different_dice_are_rejected() -> None:
    players = [*strategies_for([A]), *strategies_for(["10 " * 9], "3d6")]
    with pytest.raises(InputError, match="expected boards with the same dice, got 2d6 and 3d6"):
        Field(players)


def test_a_finished_game_is_rejected() -> None:
    with pytest.raises(InputError, match=r"expected positions without a bingo, got \*9 \*6 \*7"):
        Field(strategies_for([A, "*9 *6 *7 / 7 9 6 / 6 7 9"]))


def test_too_many_values_are_rejected() -> None:
    with pytest.raises(InputError, match="expected dice with at most 64 values for simulations and float64, got 65"):
        Field(strategies_for([[1] * 4, [2] * 4], Rules.of("2x2", "1d65")))


@pytest.mark.parametrize("pair", [(0, 2), (-1, 0)])
def test_unknown_players_are_rejected(pair: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="expected player numbers 0 to 1, got"):
        play_pairs(Field(strategies_for([A, B])), [pair])


def test_an_empty_list_of_pairs_gives_no_results() -> None:
    result = play_pairs(Field(strategies_for([A, B])), [])
    assert result.probabilities.shape == (0, 3)
    assert len(result.margins) == 0


def test_too_many_states_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "MAX_STATES", 29)
    with pytest.raises(TooLarge, match="expected at most 29 sets of marks per player for float64 matches, got 30"):
        play_pairs(Field(strategies_for([A, B])), [(0, 1)])


def test_probabilities_too_small_for_float64_are_rejected() -> None:
    """In float64, such a probability would be 0, and the kernel would skip reachable states."""
    rules = Rules.of("3x3", "{1:1,2:1" + "0" * 90 + ",3:5,4:7}")
    players = strategies_for([[1, 2, 3, 4, 1, 2, 3, 4, 1], [3, 3, 2, 1, 4, 4, 2, 1, 1]], rules)
    with pytest.raises(InputError, match="expected dice without very rare values for float64 matches, got"):
        play_pairs(Field(players), [(0, 1)])


def test_rare_values_that_float64_can_handle_are_accepted() -> None:
    rules = Rules.of("3x3", "{1:1,2:1000000000,3:5,4:7}")
    check(strategies_for([[1, 2, 3, 4, 1, 2, 3, 4, 1], [3, 3, 2, 1, 4, 4, 2, 1, 1]], rules), [(0, 1), (1, 0)])


def test_tied_cells_are_determined_exactly() -> None:
    """Strategies come from exact solutions. The kernel itself only sums probabilities."""
    for strategy in strategies_for(random_boards(3, 6, 8, seed=11), tie_break=TieBreak.RANDOM):
        assert strategy.solution.exact
