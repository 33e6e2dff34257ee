"""The public types: ``dev.py lint`` runs mypy on this file."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from typing import assert_type

from dicebingo import (
    Board,
    Deadline,
    Dice,
    Layout,
    Optimal,
    Rules,
    chain_of,
    crowd,
    duel,
    evaluate,
    match,
    rank,
    rings,
    search,
    solve,
    solve_zero_sum,
    upsets,
)
from dicebingo.answer import Status
from dicebingo.crowds.answers import Crowd, CrowdComparison, CrowdEquilibrium
from dicebingo.matches.fast_matches import LargeMatch
from dicebingo.matches.match import Match
from dicebingo.matches.simulation import Simulation
from dicebingo.searches.ranking import Percentile, Rank
from dicebingo.searches.space import BestBoards
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Ring
from dicebingo.tournaments.upsets import Upset

BOARD = "1 2 / 3 4"


def check_types() -> None:
    """Give mypy expressions to check; no test calls this function."""
    exactly, fast = solve(BOARD, rules="knuth"), solve(BOARD, rules="knuth", exact=False)
    assert_type(exactly.expected_rolls, Fraction)
    assert_type(exactly.variance, Fraction)
    assert_type(exactly.value(3), Fraction)
    assert_type(exactly.candidates(1)[0].loss, Fraction)
    assert_type(fast.expected_rolls, float)
    assert_type(fast.moments.mean, float)
    assert_type(evaluate(BOARD, policy="random", rules="knuth").expected_rolls, Fraction)
    assert_type(evaluate(BOARD, exact=False, rules="knuth").variance, float)
    assert_type(chain_of(BOARD, rules="knuth").mean, Fraction)
    assert_type(chain_of(BOARD, rules="knuth").moments().variance, Fraction)
    assert_type(match(BOARD, BOARD, rules="knuth", fast=False).outcomes.margin, Fraction)
    assert_type(match(BOARD, BOARD, policy="random", range=False, upto=3, fast=False, max_states=9, run=None), Match)
    assert_type(match(BOARD, BOARD, upto=3), Match | LargeMatch)
    assert_type(match(BOARD, BOARD, simulate=10, seed=2), Simulation)
    assert_type(rank(BOARD, rules="knuth"), Rank)
    assert_type(rank(BOARD, approximate=True), Percentile)
    found: BestBoards = search("knuth")
    assert_type(found.best[0].board, Board)
    assert_type(found.space.total, int)
    assert_type(found.status, Status)
    assert_type(rings([BOARD])[0], Ring)
    assert_type(rings([BOARD])[:2], tuple[Ring, ...])
    assert_type(upsets([BOARD])[-1:], tuple[Upset, ...])
    assert_type(exactly.export("prism"), str)
    exactly.to_frame(library="polars")
    Optimal("largest"), Deadline(5, "largest"), Optimal(TieBreak.RANDOM)
    Rules(Layout.parse("2x2"), Dice.parse("2d6"), "all")
    assert_type(duel(BOARD, BOARD, rules="knuth").value, Fraction)
    assert_type(solve_zero_sum([[1, "1/2"], [0, 1]]).first, tuple[Fraction, ...])
    assert_type(exactly.position.rules.dice.probability(6), Fraction)
    assert_type(exactly.expected_rolls + 0.5, float)
    assert_type(crowd(BOARD, players=2, population="uniform", rules="knuth").players, int)
    assert_type(crowd(players=2, population="uniform", rules="knuth", best=True), Crowd)
    assert_type(crowd(players=2, population="uniform", compare=[BOARD]), CrowdComparison)
    assert_type(crowd(players=2, population="uniform", equilibrium=True), CrowdEquilibrium)


def test_the_package_ships_its_types() -> None:
    assert (files("dicebingo") / "py.typed").is_file()
