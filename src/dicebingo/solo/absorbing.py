"""Absorbing Markov chains whose transient states can be ordered: what solo chains and joint chains share.

Row i holds integer weights over a common scale M: M·Q_ij for the transient states j (``transient``), and the weights of
the ways to end (``absorbing``). States are ordered so that Q is upper triangular: a step stays, or leads to a later
state. So (I - Q)⁻¹ is never formed: one pass of substitution over the states is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import lcm
from operator import floordiv, truediv
from typing import Any, NamedTuple, TypeVar

from dicebingo.exact import Number, Rational

Row = Mapping[int, int]
End = TypeVar("End", bound=Hashable)

DENOMINATOR_BITS = 1 << 14
"""With a common denominator of more bits than this, reduced fractions are shorter."""


class Moments(NamedTuple):
    """The mean and variance of the number of steps until the end."""

    mean: Number
    variance: Number


def visits(transient: Sequence[Row], scale: int, first: int = 0) -> list[Rational]:
    """Return a row of N = (I - Q)⁻¹: the expected number of steps made from each state, starting from ``first``.

    Forward substitution: once the visits of state i are known, visits_i · Q_ij of them pass on to every later j.
    """
    arrivals = [Rational(0)] * len(transient)
    found = list(arrivals)
    arrivals[first] = Rational(1)
    for i in range(first, len(transient)):
        if arrivals[i]:
            row = transient[i]
            per_weight = arrivals[i] / (scale - row.get(i, 0))
            found[i] = per_weight * scale
            for j, weight in row.items():
                if j != i:
                    arrivals[j] += per_weight * weight
    return found


def absorption(
    transient: Sequence[Row], absorbing: Sequence[Mapping[End, int]], scale: int, first: int = 0
) -> dict[End, Rational]:
    """Return the probability of each way to end, from the first state.

    What arrives in a state is divided by the weight of leaving it and passed on. In integers: if L is the least common
    multiple of these weights and no path is longer than K steps, everything is a whole multiple of 1/Lᴷ, so the
    divisions have no remainder. Where that denominator is too long, rationals are used instead.
    """
    leaving = [scale - row.get(i, 0) for i, row in enumerate(transient)]
    longest = [0] * len(transient)
    for i in range(first, len(transient)):
        for j in transient[i]:
            if j != i and longest[j] <= longest[i]:
                longest[j] = longest[i] + 1
    common, steps = lcm(*set(leaving[first:])), max(longest[first:]) + 1
    whole = common.bit_length() * steps <= DENOMINATOR_BITS
    one: Any = common**steps if whole else Rational(1)
    divide: Callable[[Any, int], Any] = floordiv if whole else truediv
    arrivals = [one * 0] * len(transient)
    arrivals[first] = one
    ends: dict[End, Any] = {}
    for i in range(first, len(transient)):
        if arrivals[i]:
            per_weight = divide(arrivals[i], leaving[i])
            for j, weight in transient[i].items():
                if j != i:
                    arrivals[j] += per_weight * weight
            for end, weight in absorbing[i].items():
                ends[end] = ends.get(end, 0) + per_weight * weight
    return {end: Rational(ways, one) if whole else Rational(ways) for end, ways in ends.items()}


def all_moments(transient: Sequence[Row], scale: int, one: Number) -> list[Moments]:
    """Return the mean and variance of the number of steps from each state, computed in the type of ``one``.

    With m_i = E[T] and e_i = E[T²] from state i: m = 1 + Qm and e = 1 + 2Qm + Qe = 2m - 1 + Qe.
    """
    means, squares = [one] * len(transient), [one] * len(transient)
    for i in range(len(transient) - 1, -1, -1):
        row = transient[i]
        leaving = scale - row.get(i, 0)
        mean, square = one * scale, one * 0
        for j, weight in row.items():
            if j != i:
                mean += weight * means[j]
                square += weight * squares[j]
        means[i] = mean / leaving
        squares[i] = ((2 * means[i] - 1) * scale + square) / leaving
    return [Moments(mean, square - mean**2) for mean, square in zip(means, squares, strict=True)]


def absorption_steps(
    transient: Sequence[Row], absorbing: Sequence[Mapping[End, int]], scale: int
) -> Iterator[dict[End, Rational]]:
    """Yield for k = 1, 2, ... the probability of each way to end on step k, from state 0.

    In integers: a state is reached in ``ways`` of the Mᵏ equally likely cases.
    """
    reached: dict[int, int] = {0: 1}
    power = 1
    while True:
        ends: dict[End, int] = {}
        after: dict[int, int] = {}
        for i, ways in reached.items():
            for end, weight in absorbing[i].items():
                ends[end] = ends.get(end, 0) + ways * weight
            for j, weight in transient[i].items():
                after[j] = after.get(j, 0) + ways * weight
        reached = after
        power *= scale
        yield {end: Rational(ways, power) for end, ways in ends.items()}
