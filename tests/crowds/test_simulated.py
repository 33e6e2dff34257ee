"""Simulated class games agree with exact answers, have valid intervals, are repeatable, and can be resumed."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo import crowd
from dicebingo.answer import Status
from dicebingo.crowds.answers import Asking, Crowd
from dicebingo.crowds.population import Population, population_of
from dicebingo.crowds.shares import exact_crowd, one_in_crowd
from dicebingo.crowds.simulated import CrowdBlocks, Pools, chances_of, estimate
from dicebingo.errors import Stopped, TooLarge
from dicebingo.matches.estimate import Estimate
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.running import stopping
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak

OPTIMUM, SEVENS, MAGIC = "8 8 9 / 7 6 10 / 7 4 5", "7 7 7 / 7 7 7 / 7 7 7", "6 5 10 / 11 7 3 / 4 9 8"
KNUTH: dict[str, Any] = {"rules": "knuth"}


def simulated(board: str | None, players: int, population: Any, **more: Any) -> Crowd:
    found: Crowd = crowd(board, players=players, population=population, **more)
    return found


def interval(chance: Any) -> Estimate:
    assert isinstance(chance, Estimate)
    return chance


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_estimator_is_the_mean_over_all_subsets_of_the_pool(players: int) -> None:
    """Compare the estimator with the mean over every class that can be drawn from the pool.

    Of the pool's boards, u finish no earlier than the player's board, and b finish later.
    """
    pool = 7
    f = chances_of(pool, players)
    for late in range(pool + 1):
        for now in range(pool - late + 1):
            u, b = now + late, late
            times = [1] * (pool - u) + [2] * now + [3] * late
            classes = list(combinations(times, players - 1))
            shares = [Fraction(1, 1 + others.count(2)) for others in classes if 1 not in others]
            known = sum(shares, Fraction(0)) / len(classes)
            assert len(classes) == comb(pool, players - 1)
            found = (f[u] * (u + 1) - f[b] * (b - players + 1)) / (players * (u - b + 1))
            assert found == pytest.approx(float(known), abs=1e-15)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "population", "tie_break"),
    [
        (30, "distinct", "smallest"),
        (2, [OPTIMUM, MAGIC, SEVENS], "smallest"),
        (30, [OPTIMUM, MAGIC, SEVENS], "random"),
        (5, f"copies:{OPTIMUM}", "random"),
    ],
)
def test_simulation_agrees_with_the_exact_answer(players: int, population: Any, tie_break: str) -> None:
    """The answers differ by at most the width of the interval, which is four standard errors."""
    asked: dict[str, Any] = {"players": players, "population": population, "tie_break": tie_break}
    exact, rough = simulated(MAGIC, **asked), simulated(MAGIC, **asked, simulate=20_000)
    for known, found in (
        (exact.share, rough.share),
        (exact.alone, rough.alone),
        (exact.first, rough.first),
        (exact.expected_length, rough.expected_length),
    ):
        within = interval(found)
        assert isinstance(known, Fraction)
        assert abs(within.estimate - float(known)) <= within.high - within.low


def test_uniform_and_dice_boards_agree_with_lists_of_all_boards() -> None:
    """In a small game, all boards of these populations can be listed with their weights."""
    rules = Rules.of("2x1", "{1:1,2:2,3:3}")
    values = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]
    boards = [Board(pair, rules) for pair in values]
    weights = {"uniform": [1] * 9, "dice": [a * b for a, b in values]}
    for name, listed in weights.items():
        population = population_of(boards, [Fraction(w) for w in listed], rules)
        mine = Board((2, 3), rules)
        known = exact_crowd(Asking(population, 4, TieBreak.SMALLEST), mine, 10_000).share
        found = interval(crowd(mine, players=4, population=name, simulate=40_000).share)
        assert isinstance(known, Fraction)
        assert abs(found.estimate - float(known)) <= found.high - found.low


def test_sensible_boards_use_every_value_from_4_to_10() -> None:
    pools = Pools.of(Population(classic(), population_of("sensible", None, classic()).name), TieBreak.SMALLEST, 30)
    rows = pools._rows(np.random.default_rng(1))
    values = np.array(classic().dice.values)[rows]
    assert all(set(board) == set(range(4, 11)) for board in values)
    assert len({tuple(board) for board in values}) == len(values)


COVERED = ["1 2 / 3 4", "2 4 / 5 6", "1 5 / 2 6"]


@pytest.mark.slow
@pytest.mark.parametrize("runs", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_intervals_cover_the_exact_value(runs: int) -> None:
    """At least 93% of the intervals cover the exact number, or at least 89% if there are only 60 seeds."""
    exact = simulated(COVERED[0], 5, COVERED, **KNUTH).share
    assert isinstance(exact, Fraction)
    hits = 0
    for seed in range(runs):
        found = interval(simulated(COVERED[0], 5, COVERED, **KNUTH, simulate=800, seed=seed).share)
        hits += found.low <= exact <= found.high
    assert hits >= (0.93 if runs == 2_000 else 0.89) * runs


def test_the_same_seed_gives_the_same_answer_for_any_number_of_threads() -> None:
    asked: dict[str, Any] = {"players": 30, "population": "sensible", "simulate": 8_000}
    one = simulated(MAGIC, **asked, run=Run(threads=1))
    assert one.to_dict() == simulated(MAGIC, **asked, run=Run(threads=2)).to_dict()
    assert one.to_dict() != simulated(MAGIC, **asked, seed=2).to_dict()


def test_a_stopped_run_reports_its_finished_blocks_and_can_be_resumed(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": 30, "population": "sensible", "simulate": 8_000}
    run = Run(checkpoint=tmp_path, threads=1)
    whole = simulated(MAGIC, **asked)
    told = 0

    def stop(_: object) -> None:
        nonlocal told
        told += 1
        if told == 12:
            run.stop()

    run._progress = stop
    part = simulated(MAGIC, **asked, run=run)
    assert part.status is Status.STOPPED
    assert 2 <= (part.blocks or 0) < (whole.blocks or 0)
    again = simulated(MAGIC, **asked, run=Run(checkpoint=tmp_path))
    assert again.to_dict() == whole.to_dict()
    stopped = Run()
    stopped.stop()
    with pytest.raises(Stopped):
        simulated(MAGIC, **asked, run=stopped)


def test_too_many_players_are_rejected() -> None:
    with pytest.raises(TooLarge, match="at most 1,000 players"):
        simulated(MAGIC, 2_000, "uniform")


def test_paired_intervals_rank_the_boards() -> None:
    boards = [OPTIMUM, "5 4 7 / 6 6 7 / 9 8 8", SEVENS]
    exact = crowd(players=30, population="distinct", compare=boards)
    rough = crowd(players=30, population="distinct", compare=boards, simulate=20_000)
    assert [str(one.board) for one in exact.ranking] == ["5 4 7 / 6 6 7 / 9 8 8", OPTIMUM, SEVENS]
    last, known = rough.ranking[-1], exact.ranking[-1]
    assert last.board == known.board
    behind = interval(last.behind)
    assert isinstance(known.behind, Fraction)
    assert abs(behind.estimate - float(known.behind)) <= behind.high - behind.low


def test_the_best_board_of_a_small_game_is_proven_by_trying_all_boards() -> None:
    found = simulated(None, 3, "1 2 / 3 4", **KNUTH, dice="1d4", best=True)
    assert (found.status, found.tried) == (Status.PROVEN, 256)
    stream, asking = random.Random(1), found.asking
    assert isinstance(found.share, Fraction)
    for _ in range(20):
        other = Board(tuple(stream.choice((1, 2, 3, 4)) for _ in range(4)), found.rules)
        share = exact_crowd(asking, other, 10_000).share
        assert isinstance(share, Fraction)
        assert share <= found.share


@pytest.mark.slow
def test_a_search_finds_a_board_that_beats_copies_of_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"BLOCKS": 2, "NEIGHBOURS": 4}.items():
        monkeypatch.setattr(f"dicebingo.crowds.best.{name}", value)
    found = simulated(None, 30, f"copies:{OPTIMUM}", best=True, restarts=1)
    assert found.status is Status.BEST_FOUND
    assert isinstance(found.share, Fraction)
    assert found.share > Fraction(1, 5)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_no_board_gains_much_against_the_equilibrium_of_a_small_game(players: int) -> None:
    """All 16 boards are evaluated exactly, so the gain of the best reply is proven."""
    found = crowd(players=players, population="1 1 / 1 1", rules="knuth", dice="{1:1,2:2}", equilibrium=True)
    assert (found.status, found.settled) == (Status.PROVEN, True)
    assert isinstance(found.gain, Fraction)
    assert players * found.gain < Fraction(1, 50)
    every = (Board(values, found.rules) for values in product((1, 2), repeat=4))
    shares = [exact_crowd(found.asking, board, 10_000).share for board in every]
    assert max(share for share in shares if isinstance(share, Fraction)) == found.share
    assert "Settled after" in str(found)


@pytest.mark.slow
def test_an_equilibrium_of_classic_boards_reports_how_its_search_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best reply's share is recomputed, because the sample that selected the reply overestimates it."""
    for name, value in {"ROUNDS": 2, "SEQUENCES": 256, "STEPS": 20}.items():
        monkeypatch.setattr(f"dicebingo.crowds.equilibrium.{name}", value)
    found = crowd(players=5, population=OPTIMUM, equilibrium=True, restarts=1)
    assert (found.status, found.settled, found.rounds) == (Status.BEST_FOUND, False, 2)
    assert one_in_crowd(found.asking, found.best_reply, None, 1, 400_000, Run()).share == found.share
    assert "Not settled: the search ended after 2 rounds." in str(found)
    monkeypatch.setattr(stopping, "PATIENCE", 3600)  # let the first round finish, even on a slow machine
    stopped = Run()
    stopped.stop()
    brief = crowd(players=5, population=OPTIMUM, equilibrium=True, restarts=1, run=stopped)
    assert (brief.status, brief.rounds) == (Status.STOPPED, 1)
    assert "Stopped after 1 round." in str(brief)


def test_simulations_with_different_seeds_have_different_job_names() -> None:
    pools = Pools.of(population_of("dice", None, classic()), TieBreak.SMALLEST, 30)
    names = {CrowdBlocks(pools, (), 100, seed).name() for seed in (1, 2)}
    assert len(names) == 2


def test_blocks_with_equal_results_have_an_interval_of_positive_width() -> None:
    found = estimate(np.zeros(10), spare=0.01)
    assert (found.low, found.high) == (0.0, 0.01)
