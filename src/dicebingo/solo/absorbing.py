"""Absorbing Markov chains whose transient states can be ordered: what solo chains and joint chains share.

Row i holds integer weights over a common scale M: M·Q_ij for the transient states j (``transient``), and the
weights of the ways to end (``absorbing``). States are ordered so that Q is upper triangular: a step leads to a
later state, or stays. So (I - Q)⁻¹ is never formed: substitution, once through the states, does it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dicebingo.exact import Number, Rational

__all__ = ["Moments", "Row", "absorption", "absorption_steps", "all_moments", "visits"]

Row = Mapping[int, int]
End = TypeVar("End", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and variance of the number of steps until the end."""

    mean: Number
    variance: Number


def visits(transient: Sequence[Row], scale: int, first: int = 0) -> list[Rational]:
    """Return a row of N = (I - Q)⁻¹: how often each state is expected to be left or stayed in, from the first.

    Forward substitution: with the visits of state i known, it passes visits_i · Q_ij on to every later j.
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
    """Return the probability of each way to end, from the first state."""
    ends: dict[End, Rational] = {}
    for times, row in zip(visits(transient, scale, first), absorbing, strict=True):
        if times and row:
            per_weight = times / scale
            for end, weight in row.items():
                ends[end] = ends.get(end, Rational(0)) + per_weight * weight
    return ends


def all_moments(transient: Sequence[Row], scale: int, one: Number) -> list[Moments]:
    """Return mean and variance of the number of steps from each state, in the kind of numbers that ``one`` is.

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
