"""Simulated numbers with 95% confidence intervals.

**Proportions.** The interval for a proportion p, observed in c of n games, contains all p with

    |c - n p| - 1/2 <= 2 sqrt(n p (1 - p)):

the score interval with two standard errors and a continuity correction. Its coverage, computed with exact binomial
probabilities, is at least 95% for every p if n is 5 or more (94.7% for a single game). Without the correction, the
coverage can fall to 84%.

**Shares.** A tie of k players counts as 1/k of a win. If c_k of the n games have at most k winners, the player among
them, the player's share is

    sum over k >= 1 of (1/k - 1/(k + 1)) c_k / n,

an average of proportions with weights that add up to 1. The interval for the share is the average, with the same
weights, of the intervals for these proportions. The averaged interval is wide enough, because the standard error of an
average is at most the average of the standard errors.

**Means.** The interval for a mean number of rolls is approximate: no interval can account for long games that are so
rare that none was played. Game lengths are skewed, so the interval extends two standard errors of log(mean) in either
direction, and a little more if there are few games. The variance includes two imaginary games, one roll shorter and one
roll longer than the mean. Without these two games, the interval would have no width if all simulated games were equally
long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from dicebingo.checked import Checked


@dataclass(frozen=True, slots=True)
class Estimate(Checked):
    """An estimated number and its 95% confidence interval."""

    estimate: float
    low: float
    high: float


def proportion(count: int, games: int) -> Estimate:
    """Return an estimate of the probability of an event that occurred in ``count`` out of ``games`` games.

    >>> proportion(0, 20)
    Estimate(estimate=0.0, low=0.0, high=0.20580259098042053)
    """
    return Estimate(count / games, _least(count, games), 1 - _least(games - count, games))


def _least(count: int, games: int) -> float:
    """Return the lower end of the interval: the smaller root of the quadratic equation for the two ends."""
    c = max(count - 0.5, 0)
    return (c + 2 - 2 * sqrt(1 + c * (1 - c / games))) / (games + 4)


def share(wins: Sequence[int], games: int) -> Estimate:
    """Return the share of games won by a player who was one of k winners in ``wins[k]`` games. ``wins[0]`` is 0."""
    weight, count, parts = 1.0, 0, list[tuple[float, Estimate]]()
    for size, won in enumerate(wins):
        if won:
            parts.append((weight - 1 / size, proportion(count, games)))
            weight, count = 1 / size, count + won
    parts.append((weight, proportion(count, games)))
    estimate, low, high = (
        sum(weight * getattr(part, end) for weight, part in parts) for end in ("estimate", "low", "high")
    )
    return Estimate(estimate, low, min(high, 1.0))  # the weights are rounded, so ``high`` may exceed 1


def mean_rolls(total: int, squares: int, games: int) -> Estimate:
    """Return the mean number of rolls per game.

    ``total`` is the total number of rolls in all games, and ``squares`` is the sum of the squared game lengths.
    """
    mean = total / games
    spread = (games * squares - total**2) / games  # in integers, because subtracting floats would lose digits
    error = (2 + 4 / games) * sqrt(spread + 2) / (games * mean)
    return Estimate(mean, max(1.0, mean * exp(-error)), mean * exp(error))
