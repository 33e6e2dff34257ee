"""Matches, compared with the textbook method: a sweep over all 52,900 joint states with a dictionary of fractions.

Preparing the strategies is not timed on either side. The sweep computes its own strategies from the Bellman equation in
fractions, so its answers are an independent check.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from statistics import median

from benchmarks.harness import Benchmark, Call, Figure, expect, fresh_process, in_turns, run_timed
from benchmarks.solve_3x3 import LINES, OPTIMAL, PROBABILITIES, fraction_values
from dicebingo import match
from dicebingo.matches.joint import make_joint
from dicebingo.matches.shared_rolls import strategies_for

__all__ = ["EXACT", "FAST", "SIMULATION", "THREE", "fraction_match", "fraction_strategy"]

MAGIC = (6, 5, 10, 11, 7, 3, 4, 9, 8)
SEED = 2025
SWEPT = 3
AT_LEAST_EXACT, AT_LEAST_FAST = 1_000.0, 40_000.0
FAST_BOARDS, FAST_PAIRS = 100, 2_000
TRIPLES, AIM_THREE = 9, 2.0
CLASS, GAMES, AIM_PLAYER_GAMES = 30, 200_000, 1e6

Strategy = dict[int, dict[int, int]]
"""The marks after a roll, keyed by the earlier marks and the roll."""

WON = {marked for marked in range(512) if any(marked & line == line for line in LINES)}
TRANSIENT = [marked for marked in range(512) if marked not in WON]
PAIRS = sorted(((s, t) for s in TRANSIENT for t in TRANSIENT), key=lambda p: -(p[0].bit_count() + p[1].bit_count()))


def fraction_strategy(board: Sequence[int]) -> Strategy:
    """Return an optimal strategy; among equally good cells, it marks the one with the smallest number."""
    values = fraction_values(board)

    def after(marked: int, roll: int) -> int:
        options = [marked | 1 << c for c, v in enumerate(board) if v == roll and not marked >> c & 1]
        return min(options, key=lambda option: (values[option], option), default=marked)

    return {marked: {roll: after(marked, roll) for roll in PROBABILITIES} for marked in TRANSIENT}


def fraction_match(first: Strategy, second: Strategy) -> tuple[Fraction, Fraction, Fraction]:
    """Return P(first wins), P(second wins), P(tie), directly from the paper's joint chain."""
    values: dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]] = {}
    for s, t in PAIRS:
        stay = wins = loses = ties = Fraction(0)
        for roll, share in PROBABILITIES.items():
            after = first[s][roll], second[t][roll]
            if after == (s, t):
                stay += share
            elif after[0] in WON and after[1] in WON:
                ties += share
            elif after[0] in WON:
                wins += share
            elif after[1] in WON:
                loses += share
            else:
                a, b, c = values[after]
                wins, loses, ties = wins + share * a, loses + share * b, ties + share * c
        values[s, t] = wins / (1 - stay), loses / (1 - stay), ties / (1 - stay)
    return values[0, 0]


def random_boards(count: int, low: int, high: int, seed: int) -> list[list[int]]:
    numbers = random.Random(seed)
    return [[numbers.randint(low, high) for _ in range(9)] for _ in range(count)]


def measure_exact() -> dict[str, float]:
    theirs = fraction_strategy(OPTIMAL), fraction_strategy(MAGIC)
    answer = fraction_match(*theirs)
    ours = strategies_for([OPTIMAL, MAGIC])

    def outcomes() -> tuple[object, ...]:
        found = make_joint(ours).outcomes
        return found.first, found.second, found.tie

    return in_turns(SWEPT, ours=Call(outcomes, answer), fractions=Call(partial(fraction_match, *theirs), answer))


def run_exact(repeats: int) -> list[Figure]:
    reports = [fresh_process("matches:measure_exact") for _ in range(max(1, repeats // SWEPT))]
    ours, fractions = (median(report[name] for report in reports) for name in ("ours", "fractions"))
    return [
        Figure("times faster, optimal board and magic square", fractions / ours, "x", AT_LEAST_EXACT, at_most=False),
        Figure("one match", ours, "s"),
        Figure("one match, baseline", fractions, "s"),
    ]


def measure_fast() -> dict[str, float]:
    from dicebingo.matches.fast_matches import Field, play_pairs  # noqa: PLC0415  (only this process needs numba)

    boards = random_boards(FAST_BOARDS, 2, 12, SEED)
    numbers = random.Random(SEED)
    pairs = [(numbers.randrange(FAST_BOARDS), numbers.randrange(FAST_BOARDS)) for _ in range(FAST_PAIRS)]
    field = Field(strategies_for(boards))
    swept = [[fraction_strategy(boards[player]) for player in pair] for pair in pairs[:SWEPT]]
    answers = [fraction_match(*players) for players in swept]
    before = play_pairs(field, pairs).probabilities

    def play() -> bool:
        """Play all pairs; check the first answers against the textbook's, and all answers against an earlier run."""
        result = play_pairs(field, pairs)
        for row, bound, answer in zip(result.probabilities, result.error_bounds, answers, strict=False):
            for number, exact in zip(row, answer, strict=True):
                if abs(Fraction(float(number)) - exact) > Fraction(float(bound)) * exact:
                    return False
        return bool((result.probabilities == before).all())

    sweep = [Call(partial(fraction_match, *players), answer) for players, answer in zip(swept, answers, strict=True)]
    # Alternate our calls with the slow baseline's, so that other load on the machine affects both.
    ours = [run_timed(Call(play, True)) for _ in range(3)]
    fractions = []
    for call in sweep:
        fractions.append(run_timed(call))
        ours += [run_timed(Call(play, True)) for _ in range(3)]
    return {"ours": median(ours) / FAST_PAIRS, "fractions": median(fractions)}


def run_fast(repeats: int) -> list[Figure]:
    reports = [fresh_process("matches:measure_fast") for _ in range(max(1, repeats // SWEPT))]
    ours, fractions = (median(report[name] for report in reports) for name in ("ours", "fractions"))
    return [
        Figure("times faster per match, random boards", fractions / ours, "x", AT_LEAST_FAST, at_most=False),
        Figure(f"one match of {FAST_PAIRS:,}", ours, "s"),
        Figure("one match, baseline", fractions, "s"),
    ]


def measure_three() -> dict[str, float]:
    boards = random_boards(3 * TRIPLES, 5, 9, SEED)
    triples = [boards[i : i + 3] for i in range(0, len(boards), 3)]
    seconds = [run_timed(Call(partial(_adds_up, triple), 1)) for triple in triples]
    return {"median": median(seconds), "slowest": max(seconds)}


def _adds_up(boards: Sequence[Sequence[int]]) -> object:
    return sum(match(*boards, fast=False).outcomes.values())


def run_three(repeats: int) -> list[Figure]:
    reports = [fresh_process("matches:measure_three") for _ in range(max(1, repeats // 3))]
    return [
        Figure(f"three boards, median of {TRIPLES}", median(r["median"] for r in reports), "s", AIM_THREE),
        Figure("three boards, slowest", median(r["slowest"] for r in reports), "s", AIM_THREE),
    ]


def measure_simulation() -> dict[str, float]:
    from dicebingo import simulate  # noqa: PLC0415  (only this process needs numba)

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    players = strategies_for(random_boards(CLASS, 4, 10, SEED))
    before = simulate(*players, games=GAMES, seed=SEED)
    exact = make_joint(players).expected_length
    expect(before.expected_length.low <= exact <= before.expected_length.high, True)
    play = Call(lambda: simulate(*players, games=GAMES, seed=SEED).shares, before.shares)
    seconds = [run_timed(play) for _ in range(5)]
    return {"seconds": median(seconds)}


def run_simulation(repeats: int) -> list[Figure]:
    reports = [fresh_process("matches:measure_simulation") for _ in range(max(1, repeats // 3))]
    seconds = median(report["seconds"] for report in reports)
    speed = CLASS * GAMES / seconds
    return [
        Figure("player-games on two cores", speed, "/s", AIM_PLAYER_GAMES, at_most=False),
        Figure(f"{GAMES:,} games of {CLASS} boards", seconds, "s"),
    ]


SWEEP = "dictionary of fractions.Fraction, all 52,900 joint states"
EXACT = Benchmark("match", "exact match from prepared strategies", SWEEP, run_exact)
FAST = Benchmark(
    "match-fast", "float64 matches from prepared strategies, random boards with values 2 to 12", SWEEP, run_fast
)
THREE = Benchmark(
    "match-three", "exact match of three random boards with values 5 to 9, including solving them", "", run_three
)
SIMULATION = Benchmark("simulate", f"simulated games of {CLASS} random boards", "", run_simulation)
