"""Simulated classes: repeatable, independent of how the work is shared out, and in agreement with the exact answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.exact import decimal
from dicebingo.kernels.simulation import play_games
from dicebingo.matches import simulation as module
from dicebingo.matches.joint import make_joint
from dicebingo.matches.match import Match, strategies_for
from dicebingo.matches.simulation import Estimate, Simulation, simulate
from dicebingo.matches.strategy import Strategy
from dicebingo.model.rules import Rules
from tests.matches.tables import DEPENDS, GUARD, A, B, C, D, E, random_boards

GAMES = 40_000
WIDE = 5.0
"""Standard errors: a right simulation is further off about once in two million times; and seeds are fixed."""


def exact(players: Sequence[Strategy]) -> Match:
    chain = make_joint(players)
    return Match(chain, chain.outcomes())


def check(players: Sequence[Strategy], games: int = GAMES, seeds: Sequence[int] = (0, 1, 2)) -> None:
    """Hold every simulated number against the exact one."""
    truth = exact(players)
    length = decimal(truth.chain.expected_rolls())
    for seed in seeds:
        result = simulate(players, games, seed)
        for i, player in enumerate(result.players):
            close(player.alone, decimal(truth.probability(i)), games)
            close(player.wins, decimal(sum(p for won, p in truth.by_winners.items() if won >> i & 1)), games)
            share = decimal(truth.shares()[i])
            assert abs(player.share.estimate - share) <= WIDE * sqrt(share / games)
        for winners, estimate in result.outcomes:
            close(estimate, decimal(truth.probability(*winners)), games)
        spread = (result.expected_rolls.high - result.expected_rolls.low) / 2 / 1.96
        assert abs(result.expected_rolls.estimate - length) <= WIDE * spread


def close(estimate: Estimate, probability: float, games: int) -> None:
    assert abs(estimate.estimate - probability) <= WIDE * sqrt(probability * (1 - probability) / games)
    assert estimate.low <= estimate.estimate <= estimate.high


def test_two_boards() -> None:
    check(strategies_for([A, B]))


@pytest.mark.parametrize("boards", [GUARD, DEPENDS])
@pytest.mark.parametrize("tie_break", ["smallest", "largest", "random"])
def test_boards_with_ties(boards: tuple[str, str], tie_break: str) -> None:
    check(strategies_for(boards, tie_break=tie_break))


def test_three_boards() -> None:
    check(strategies_for([C, D, E]))
    check(strategies_for([C, D, E], tie_break="random"))


def test_thirty_boards() -> None:
    boards = random_boards(30, 4, 10, seed=1)
    check(strategies_for(boards))
    check(strategies_for(boards, tie_break="random"), seeds=[3])


def test_other_rules_and_policies() -> None:
    check(strategies_for(["1 2 / 3 4", "2 4 / 5 6"], "knuth"))
    check(strategies_for([A, B], policies="random:1,2,3,4,5,6,7,8,9"))
    dice = Rules.of("2x3", "{1:1,2:3,5:2}")
    check(strategies_for([[1, 2, 5, 2, 2, 5], [5, 5, 2, 1, 2, 2]], dice, ["prefer:5,4", "random"]))


def test_positions_with_marks() -> None:
    check(strategies_for(["*7 6 8 / 9 7 *5 / 6 6 8", "8 *6 8 / *7 7 9 / 5 9 *9"]))


def test_same_seed_same_result() -> None:
    players = strategies_for(random_boards(5, 4, 10, seed=2), tie_break="random")
    assert simulate(players, 5_000, 7) == simulate(players, 5_000, 7)
    others = [simulate(players, 5_000, seed) for seed in (0, 1, 7, -1, 2**64 - 2, 10**30)]
    assert len({str(result.players) for result in others}) == len(others)
    assert others[2].seed == 7


@pytest.mark.parametrize("block", [1, 999, 5_000, 1 << 20])
def test_blocks_do_not_matter(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    players = strategies_for(random_boards(4, 4, 10, seed=3), tie_break="random")
    games = 300 if block == 1 else 5_000
    before = simulate(players, games, 1)
    monkeypatch.setattr(module, "BLOCK", block)
    assert simulate(players, games, 1) == before
    monkeypatch.setattr(module, "AHEAD", 2)
    assert simulate(players, games, 1) == before


def test_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    players = strategies_for([C, D, E], tie_break="random")
    monkeypatch.setattr(module, "BLOCK", 100)
    results = []
    for threads in (1, 7):
        monkeypatch.setattr(module, "ThreadPoolExecutor", lambda threads=threads: ThreadPoolExecutor(threads))
        results.append(simulate(players, 2_000, 5))
    assert results[0] == results[1]


def test_an_interruption_gives_up_what_is_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    submitted: list[Any] = []

    def counting(*arguments: Any) -> Any:
        played.append(arguments[2])
        time.sleep(0.001)
        return play_games(*arguments)

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_games", counting)
    monkeypatch.setattr(module, "BLOCK", 10)
    monkeypatch.setattr(module, "AHEAD", 1_000)
    with pytest.raises(KeyboardInterrupt):
        simulate(strategies_for([A, B]), 10**6, progress=interrupt)
    assert len(played) < 500

    class Interrupted(ThreadPoolExecutor):
        def submit(self, *arguments: Any, **options: Any) -> Any:
            submitted.append(arguments)
            return super().submit(*arguments, **options) if len(submitted) < 500 else interrupt(0)

    played.clear()
    monkeypatch.setattr(module, "ThreadPoolExecutor", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate(strategies_for([A, B]), 10**6)
    assert len(played) < 400


def test_progress_counts_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 300)
    done: list[int] = []
    simulate(strategies_for([A, B]), 1_000, progress=done.append)
    assert done == [300, 300, 300, 100]


def test_counts_add_up() -> None:
    result = simulate(strategies_for(random_boards(6, 4, 10, seed=4)), 10_000, 1)
    assert sum(estimate.estimate for _, estimate in result.outcomes) == pytest.approx(1)
    assert sum(player.share.estimate for player in result.players) == pytest.approx(1)
    for i, player in enumerate(result.players):
        with_i = [(winners, e.estimate) for winners, e in result.outcomes if i in winners]
        assert player.wins.estimate == pytest.approx(sum(p for _, p in with_i))
        assert player.alone.estimate == pytest.approx(sum(p for winners, p in with_i if len(winners) == 1))
        assert player.share.estimate == pytest.approx(sum(p / len(winners) for winners, p in with_i))
    sets = [winners for winners, _ in result.outcomes]
    assert sets == sorted(sets, key=lambda winners: (len(winners), winners))


@pytest.mark.slow
def test_two_hundred_boards() -> None:
    result = simulate(strategies_for(random_boards(200, 4, 10, seed=5)), 1_000, 1)
    assert len(result.players) == 200
    assert result.outcomes == (), "too many sets of winners to list"
    assert sum(player.share.estimate for player in result.players) == pytest.approx(1)


def test_sets_are_counted_for_up_to_ten_boards() -> None:
    boards = random_boards(11, 4, 10, seed=6)
    assert simulate(strategies_for(boards[:10]), 100).outcomes
    assert not simulate(strategies_for(boards), 100).outcomes


def coverage(results: Sequence[Simulation], probability: float) -> int:
    return sum(r.players[0].alone.low <= probability <= r.players[0].alone.high for r in results)


def test_intervals_cover() -> None:
    """Of 200 intervals for 95%, between 180 and 199 contain the truth, but about once in a thousand times."""
    players = strategies_for([A, B])
    results = [simulate(players, 500, seed) for seed in range(200)]
    assert 180 <= coverage(results, 134528 / 253125) <= 199
    length = decimal(exact(players).chain.expected_rolls())
    assert 180 <= sum(r.expected_rolls.low <= length <= r.expected_rolls.high for r in results) <= 199


def test_games_are_independent() -> None:
    """The spread of the estimates is that of independent games: streams do not overlap noticeably."""
    players = strategies_for([A, B])
    shares = [simulate(players, 500, seed).players[0].alone.estimate for seed in range(200)]
    expected = sqrt(134528 / 253125 * 118597 / 253125 / 500)
    assert 0.85 < np.std(shares) / expected < 1.15


def test_estimates_near_none_and_all() -> None:
    never = simulate(strategies_for([A, A]), 1_000)
    for player in never.players:
        assert (player.alone.estimate, player.alone.low) == (0, 0)
        assert 0 < player.alone.high < 0.01
        assert (player.wins.estimate, player.wins.high) == (1, 1)
        assert 0.99 < player.wins.low < 1
        assert player.share == Estimate(0.5, 0.5, 0.5)
    assert never.outcomes[0][0] == (0, 1)


PROGRAM = """
import dataclasses, json, sys
from dicebingo.matches.match import strategies_for
from dicebingo.matches.simulation import simulate
boards, tie_break, seed = json.load(sys.stdin)
print(json.dumps(dataclasses.asdict(simulate(strategies_for(boards, tie_break=tie_break), 300, seed))))
"""


@pytest.mark.slow
def test_uncompiled() -> None:
    """The same games, number for number; numpy warns where 64 bits overflow, which is what they should do."""
    boards = random_boards(4, 5, 9, seed=7)
    done = subprocess.run(
        [sys.executable, "-W", "ignore:overflow:RuntimeWarning", "-c", PROGRAM],
        input=json.dumps([boards, "random", -5]),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = simulate(strategies_for(boards, tie_break="random"), 300, -5)
    found = json.loads(done.stdout)
    assert [player["wins"]["estimate"] for player in found["players"]] == [p.wins.estimate for p in compiled.players]
    assert [winners for winners, _ in found["outcomes"]] == [list(winners) for winners, _ in compiled.outcomes]
    assert found["expected_rolls"]["estimate"] == compiled.expected_rolls.estimate


@pytest.mark.parametrize("games", [0, -1, 10**11])
def test_number_of_games(games: int) -> None:
    with pytest.raises(InputError, match=f"expected 1 to 10000000000 games, got {games}"):
        simulate(strategies_for([A, B]), games)


@pytest.mark.parametrize("boards", [0, 1, 1001])
def test_number_of_boards(boards: int) -> None:
    with pytest.raises(InputError, match=f"expected 2 to 1000 boards, got {boards}"):
        simulate(strategies_for([A]) * boards, 10)


def test_somebody_has_won_already() -> None:
    with pytest.raises(InputError, match="expected positions without a bingo"):
        simulate(strategies_for(["*9 *6 *7 / 7 9 6 / 6 7 9", B]), 10)
