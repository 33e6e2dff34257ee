"""Simulations are repeatable, do not depend on threads or blocks, and agree with exact answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.exact import decimal
from dicebingo.kernels.simulation import play_games
from dicebingo.matches import fast_matches as module
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.simulation import simulate
from dicebingo.matches.strategy import Strategy
from dicebingo.model.rules import Rules
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreakName
from tests.matches.tables import DEPENDS, GUARD, A, B, C, D, E, match, random_boards

GAMES = 40_000
WIDE = 5.0
"""The largest allowed error of an estimate, in standard errors.

The error of a correct estimate exceeds this limit about once in two million cases. The seeds are fixed.
"""


def check(players: Sequence[Strategy], games: int = GAMES, seeds: Sequence[int] = (0, 1, 2)) -> None:
    """Compare every simulated number with the exact number."""
    truth = match(*players)
    for seed in seeds:
        result = simulate(*players, games=games, seed=seed)
        assert (result.games, result.status) == (games, Status.SIMULATED)
        for i, share in enumerate(truth.shares):
            close(result.alone[i], decimal(truth.probability(i)), games)
            close(result.wins[i], decimal(sum(p for won, p in truth.outcomes.items() if i in won)), games)
            assert abs(result.shares[i].estimate - decimal(share)) <= WIDE * sqrt(decimal(share) / games)
        for winners, estimate in result.outcomes.items():
            close(estimate, decimal(truth.probability(*winners)), games)
        length = result.expected_length
        error = (length.high - length.low) / 4
        assert abs(length.estimate - decimal(truth.expected_length)) <= WIDE * error
        assert result.expected_rolls == truth.expected_rolls


def close(estimate: Estimate, probability: float, games: int) -> None:
    assert abs(estimate.estimate - probability) <= WIDE * sqrt(probability * (1 - probability) / games)
    assert estimate.low <= estimate.estimate <= estimate.high


def test_simulations_of_two_boards_match_exact_results() -> None:
    check(strategies_for([A, B]))


@pytest.mark.parametrize("boards", [GUARD, DEPENDS])
@pytest.mark.parametrize("tie_break", ["smallest", "largest", "random"])
def test_simulations_with_ties_match_exact_results(boards: tuple[str, str], tie_break: TieBreakName) -> None:
    check(strategies_for(boards, tie_break=tie_break))


def test_simulations_of_three_boards_match_exact_results() -> None:
    check(strategies_for([C, D, E]))
    check(strategies_for([C, D, E], tie_break="random"))


def test_simulations_of_thirty_boards_match_exact_results() -> None:
    boards = random_boards(30, 4, 10, seed=1)
    check(strategies_for(boards))
    check(strategies_for(boards, tie_break="random"), seeds=[3])


def test_simulations_with_other_rules_and_policies_match_exact_results() -> None:
    check(strategies_for(["1 2 / 3 4", "2 4 / 5 6"], "knuth"))
    check(strategies_for([A, B], policy="random:1,2,3,4,5,6,7,8,9"))
    dice = Rules.of("2x3", "{1:1,2:3,5:2}")
    check(strategies_for([[1, 2, 5, 2, 2, 5], [5, 5, 2, 1, 2, 2]], dice, ["prefer:5,4", "random"]))


def test_simulations_from_marked_positions_match_exact_results() -> None:
    check(strategies_for(["*7 6 8 / 9 7 *5 / 6 6 8", "8 *6 8 / *7 7 9 / 5 9 *9"]))


def test_the_same_seed_gives_the_same_result() -> None:
    players = strategies_for(random_boards(5, 4, 10, seed=2), tie_break="random")
    assert simulate(*players, games=5_000, seed=7) == simulate(*players, games=5_000, seed=7)
    others = [simulate(*players, games=5_000, seed=seed) for seed in (0, 1, 7, -1, 2**64 - 2, 10**30)]
    assert len({str(result.shares) for result in others}) == len(others)
    assert others[2].seed == 7


def test_boards_as_text_and_prepared_strategies_play_the_same_games() -> None:
    text = simulate(*GUARD, games=500, tie_break="largest", names=["a", "b"])
    prepared = simulate(*strategies_for(GUARD, tie_break="largest"), games=500)
    assert prepared.tie_break == "largest"
    assert text.to_dict() == {**prepared.to_dict(), "names": ["a", "b"]}
    assert simulate("1 2 / 3 4", [2, 4, 5, 6], rules="knuth", games=10, policy="random").rules.name == "knuth"
    assert repr(text) == "<Simulation of 500 games of 2 boards, simulated>"


@pytest.mark.parametrize("block", [1, 999, 5_000, 1 << 20])
def test_the_size_of_blocks_does_not_affect_the_result(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    players = strategies_for(random_boards(4, 4, 10, seed=3), tie_break="random")
    games = 300 if block == 1 else 5_000
    before = simulate(*players, games=games)
    monkeypatch.setattr(module, "BLOCK", block)
    assert simulate(*players, games=games) == before


def test_threads_do_not_affect_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    players = strategies_for([C, D, E], tie_break="random")
    monkeypatch.setattr(module, "BLOCK", 100)
    one, four = (simulate(*players, games=2_000, seed=5, run=Run(threads=threads)) for threads in (1, 4))
    assert one == four


def test_progress_counts_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 300)
    told: list[Progress] = []
    simulate(A, B, games=1_000, run=Run(progress=told.append))
    simulating = [now for now in told if now.stage == "simulating"]
    assert {now.total for now in simulating} == {4}
    assert [now.done for now in simulating][-4:] == [1, 2, 3, 4]


def stopped_after(blocks: int) -> Run:
    def look(now: Progress) -> None:
        if now.done == blocks:
            run.stop()

    run = Run(progress=look, threads=2)
    return run


def test_a_stopped_simulation_reports_its_finished_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped simulation gives the same answer as an uninterrupted one with the same number of games."""
    monkeypatch.setattr(module, "BLOCK", 100)
    players = strategies_for(GUARD, tie_break="random")
    stopped = simulate(*players, games=10**9, run=stopped_after(7))
    assert 700 <= stopped.games <= 1_100  # blocks that were running at the time of the stop also count
    assert stopped.status is Status.STOPPED
    assert repr(stopped) == f"<Simulation of {stopped.games:,} games of 2 boards, stopped>"
    found = stopped.to_dict()
    assert found.pop("status") == "stopped"
    assert found == simulate(*players, games=stopped.games).to_dict()


def test_a_stop_after_the_last_block_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 100)
    result = simulate(A, B, games=650, run=stopped_after(7))
    assert (result.games, result.status) == (650, Status.SIMULATED)
    assert "status" not in result.to_dict()


def test_a_simulation_without_a_finished_game_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> Any:
        run.stop()
        raise Stopped("expected more")

    run = Run()
    monkeypatch.setattr(module, "play_games", stop)
    with pytest.raises(Stopped, match="The computation was stopped"):
        simulate(A, B, games=100, run=run)


def test_a_stop_cancels_waiting_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counting(*arguments: Any) -> Any:
        played.append(arguments[2])
        return play_games(*arguments)

    monkeypatch.setattr(module, "play_games", counting)
    monkeypatch.setattr(module, "BLOCK", 10)
    result = simulate(A, B, games=10**6, run=stopped_after(50))
    assert 500 <= result.games < 600  # blocks that were running also count
    assert len(played) < 100


def test_a_simulation_resumes_from_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 100)
    whole = simulate(*GUARD, games=1_000)
    simulate(*GUARD, games=1_000, run=Run(checkpoint=tmp_path))
    monkeypatch.setattr(module, "play_games", None)  # the checkpoint already contains all games
    assert simulate(*GUARD, games=1_000, run=Run(checkpoint=tmp_path)).to_dict() == whole.to_dict()
    with pytest.raises(InputError, match="belongs to another job"):
        simulate(A, B, games=1_000, run=Run(checkpoint=tmp_path))


def test_counts_add_up() -> None:
    result = simulate(*strategies_for(random_boards(6, 4, 10, seed=4)), games=10_000)
    assert sum(estimate.estimate for estimate in result.outcomes.values()) == pytest.approx(1)
    assert sum(share.estimate for share in result.shares) == pytest.approx(1)
    for i in range(6):
        with_i = [(winners, e.estimate) for winners, e in result.outcomes.items() if i in winners]
        assert result.wins[i].estimate == pytest.approx(sum(p for _, p in with_i))
        assert result.alone[i].estimate == pytest.approx(sum(p for winners, p in with_i if len(winners) == 1))
        assert result.shares[i].estimate == pytest.approx(sum(p / len(winners) for winners, p in with_i))
    sets = list(result.outcomes)
    assert sets == sorted(sets, key=lambda winners: (len(winners), winners))


@pytest.mark.slow
def test_a_hundred_boards_have_shares_but_no_list_of_winners() -> None:
    result = simulate(*random_boards(100, 4, 10, seed=5), games=1_000)
    assert len(result.shares) == 100
    assert result.outcomes == {}, "expected no outcomes, because there are too many sets of winners"
    assert sum(share.estimate for share in result.shares) == pytest.approx(1)


def test_sets_of_winners_are_counted_for_up_to_ten_boards() -> None:
    boards = random_boards(11, 4, 10, seed=6)
    assert simulate(*boards[:10], games=100).outcomes
    assert not simulate(*boards, games=100).outcomes


def test_games_are_independent() -> None:
    """The estimates vary like estimates from independent games, so the random streams hardly overlap."""
    players = strategies_for([A, B])
    shares = [simulate(*players, games=500, seed=seed).alone[0].estimate for seed in range(200)]
    expected = sqrt(134528 / 253125 * 118597 / 253125 / 500)
    assert 0.85 < np.std(shares) / expected < 1.15


def test_estimates_of_0_and_1_have_intervals() -> None:
    never = simulate(A, A, games=1_000)
    for alone, wins, share in zip(never.alone, never.wins, never.shares, strict=True):
        assert (alone.estimate, alone.low) == (0, 0)
        assert 0 < alone.high < 0.01
        assert (wins.estimate, wins.high) == (1, 1)
        assert 0.99 < wins.low < 1
        assert share.estimate == 0.5
        assert 0.49 < share.low < 0.5 < share.high < 0.51, "expected an interval of positive width"
    assert list(never.outcomes) == [(0,), (1,), (0, 1)], "expected all three outcomes of two players"
    assert (never.outcomes.first.estimate, never.outcomes.tie.estimate) == (0, 1)
    assert [outcome["winners"] for outcome in never.to_dict()["outcomes"]] == [[0, 1]], (
        "expected only the outcomes that occurred"
    )


PROGRAM = """
import json, sys
from dicebingo.matches.simulation import simulate
boards, tie_break, seed = json.load(sys.stdin)
print(json.dumps(simulate(*boards, games=300, tie_break=tie_break, seed=seed).to_dict()))
"""


@pytest.mark.slow
def test_the_uncompiled_kernel_gives_the_same_results() -> None:
    """The kernel plays the same games with and without numba. numpy warns about 64-bit overflow, which is intended."""
    boards = random_boards(4, 5, 9, seed=7)
    done = subprocess.run(
        [sys.executable, "-W", "ignore:overflow:RuntimeWarning", "-c", PROGRAM],
        input=json.dumps([boards, "random", -5]),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = simulate(*boards, games=300, tie_break="random", seed=-5)
    assert json.loads(done.stdout) == compiled.to_dict()


@pytest.mark.parametrize("games", [0, -1, 10**11])
def test_the_number_of_games_is_checked(games: int) -> None:
    with pytest.raises(InputError, match=f"expected 1 to 10000000000 games, got {games}"):
        simulate(A, B, games=games)


@pytest.mark.parametrize(("games", "seed"), [(2.5, 1), ("many", 1), (10, None)])
def test_games_and_seeds_must_be_integers(games: Any, seed: Any) -> None:
    expected = "a whole number as the seed, got 'None'" if seed is None else f"1 to 10000000000 games, got '?{games}'?"
    with pytest.raises(InputError, match=f"expected {expected}"):
        simulate(A, B, games=games, seed=seed)


def test_endless_games_are_rejected() -> None:
    """A single game of 10¹² rolls would run for hours, and Ctrl-C would not take effect until it ended."""
    rare = Rules.of("2x2", "{1:1,2:1000000000000}")
    with pytest.raises(TooLarge, match=r"at most 1,000,000 rolls on average, but each takes at least 2e\+12"):
        simulate("1 1 / 1 1", "1 1 / 1 1", rules=rare, games=1)
    assert simulate("1 1 / 1 1", "2 2 / 2 2", rules=rare, games=1).expected_length.estimate == 2


@pytest.mark.parametrize("boards", [0, 1, 1001])
def test_the_number_of_boards_is_checked(boards: int) -> None:
    with pytest.raises(InputError, match=f"expected 2 to 1000 boards, got {boards}"):
        simulate(*[A] * boards, games=10)


def test_a_finished_game_is_rejected() -> None:
    with pytest.raises(InputError, match="expected positions without a bingo"):
        simulate("*9 *6 *7 / 7 9 6 / 6 7 9", B, games=10)
