"""Confidence intervals cover the exact number often enough.

Coverage is computed from binomial distributions and measured in seeded runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import pytest

from dicebingo.exact import decimal
from dicebingo.matches.estimate import Estimate, mean_rolls, proportion, share
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.simulation import simulate
from dicebingo.model.rules import Rules
from tests.matches.tables import C, D, E, match

RUNS = 500
LEAST = Fraction(92, 100)


def covered(interval: Estimate, exact: float | Fraction) -> bool:
    return interval.low <= exact <= interval.high


@cache
def proportions(games: int) -> list[Estimate]:
    """Return the confidence interval for a proportion, for every number of successes."""
    return [proportion(count, games) for count in range(games + 1)]


@cache
def shares(games: int) -> dict[tuple[int, int], Estimate]:
    """Return the confidence interval for a share, for every number of wins and ties."""
    pairs = ((wins, ties) for wins in range(games + 1) for ties in range(games + 1 - wins))
    return {pair: share([0, *pair], games) for pair in pairs}


def coverage(games: int, p: Fraction) -> Fraction:
    """Return the probability that the confidence interval for a proportion covers p, computed in integers."""
    top, bottom = p.numerator, p.denominator
    paths = (
        comb(games, count) * top**count * (bottom - top) ** (games - count)
        for count, interval in enumerate(proportions(games))
        if covered(interval, p)
    )
    return Fraction(sum(paths), bottom**games)


def grid(games: int) -> Iterator[Fraction]:
    """Return evenly spaced values of p, and values just outside the intervals, where the coverage is smallest."""
    yield from (Fraction(k, 200) for k in range(0, 201, 1 + games // 200))
    for count in range(0, games + 1, 1 + games // 60):
        found = proportions(games)[count]
        yield from (Fraction(k, 10**5) for k in (int(10**5 * found.low), min(int(10**5 * found.high) + 1, 10**5)))


@pytest.mark.parametrize("games", [5, 10, 11, 20, 33, 60, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_proportion_is_covered_at_least_95_percent_of_the_time(games: int) -> None:
    assert min(coverage(games, p) for p in grid(games)) >= Fraction(95, 100)


@pytest.mark.parametrize("games", range(1, 5))
def test_intervals_from_very_few_games_cover_at_least_94_percent_of_the_time(games: int) -> None:
    assert min(coverage(games, p) for p in grid(games)) >= Fraction(94, 100)


def tie_coverage(games: int, alone: Fraction, tied: Fraction) -> Fraction:
    """Return the probability that the confidence interval covers a player's share.

    The player wins alone with probability ``alone``, and ties with one other player with probability ``tied``.
    """
    exact, lost = alone + tied / 2, 1 - alone - tied
    total = Fraction(0)
    for (wins, ties), interval in shares(games).items():
        if covered(interval, exact):
            paths = comb(games, wins) * comb(games - wins, ties)
            total += paths * alone**wins * tied**ties * lost ** (games - wins - ties)
    return total


SOME = [Fraction(k, 200) for k in (0, 1, 2, 4, 10, 20, 60, 100, 140, 180, 190, 196, 198, 199, 200)]


@pytest.mark.parametrize("games", [10, 20])
def test_a_share_with_ties_is_covered_at_least_95_percent_of_the_time(games: int) -> None:
    """Rare wins among ties are the hard case: a sample of ties alone has no variance."""
    chances = [(alone, tied) for alone in SOME for tied in SOME if alone + tied <= 1]
    assert min(tie_coverage(games, *chance) for chance in chances) >= Fraction(95, 100)


def test_intervals_lie_between_0_and_1() -> None:
    draw = Random(1)
    for games in [*range(1, 40), 1_000, 10**10]:
        for _ in range(50):
            cuts = sorted(draw.choice([0, games, draw.randint(0, games)]) for _ in range(3))
            wins = [0, cuts[0], cuts[1] - cuts[0], 0, 0, cuts[2] - cuts[1]]
            for found in (proportion(cuts[0], games), share(wins, games)):
                assert 0 <= found.low <= found.estimate <= found.high <= 1
                assert found.low < found.high, "expected an interval of positive width"
            assert share(wins, games).estimate == pytest.approx(
                sum(won / k for k, won in enumerate(wins) if won) / games
            )


def test_games_of_equal_length_have_an_interval_of_positive_width() -> None:
    found = mean_rolls(60, 60, 60)
    assert (found.estimate, found.low) == (1, 1)
    assert 1.03 < found.high < 1.1


MATCHES = {
    "three boards": ((C, D, E), Rules.of("3x3", "2d6")),
    "five boards": (("1 2 / 3 4", "1 1 / 2 2", "1 2 / 2 1", "3 3 / 3 4", "5 5 / 5 5"), Rules.of("2x2", "1d6")),
    "5% against 95%": (("*2 1 / *2 1", "*2 2 / *2 2"), Rules.of("2x2:rows", "{1:1,2:19}")),
    "a win among 99 ties": (("*2 1 / *2 2", "*2 2 / *2 2"), Rules.of("2x2:rows", "{1:1,2:99}")),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 20) for name in MATCHES),
        ("three boards", 1_000),
        *(pytest.param(name, 1_000, marks=pytest.mark.long) for name in list(MATCHES)[1:]),
        *(pytest.param(name, 60, marks=pytest.mark.long) for name in MATCHES),
    ],
)
def test_simulated_intervals_cover_the_exact_numbers(name: str, games: int) -> None:
    boards, rules = MATCHES[name]
    players = strategies_for(boards, rules)
    exact, each = match(*players), range(len(players))
    truth = {
        **{("share", i): decimal(exact.shares[i]) for i in each},
        **{("alone", i): decimal(exact.probability(i)) for i in each},
        **{("wins", i): decimal(sum(p for won, p in exact.outcomes.items() if i in won)) for i in each},
        ("length", 0): decimal(exact.expected_length),
    }
    hits = Counter[tuple[str, int]]()
    for seed in range(RUNS):
        found = simulate(*players, games=games, seed=seed)
        kinds = {"share": found.shares, "alone": found.alone, "wins": found.wins, "length": (found.expected_length,)}
        hits.update(key for key, value in truth.items() if covered(kinds[key[0]][key[1]], value))
    assert min(hits[key] for key in truth) >= LEAST * RUNS, hits
