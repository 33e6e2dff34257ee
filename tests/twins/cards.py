"""A slow and simple reference implementation of games with full cards: a recursion over token counts, in fractions.

This module imports nothing from dicebingo.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

WEIGHTS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""The number of ways to throw each of 2 to 12 with two dice."""
Card = tuple[int, ...]


def card(*values: int) -> Card:
    """Return how often each of 2 to 12 occurs among the values."""
    return tuple(values.count(value) for value in range(2, 13))


@cache
def expected_rolls(counts: Card) -> Fraction:
    """Return V, computed by the recursion over counts."""
    useful = [v for v, tokens in enumerate(counts) if tokens]
    if not useful:
        return Fraction(0)
    rolls = sum(WEIGHTS[v] * expected_rolls(less(counts, v)) for v in useful)
    return (36 + rolls) / Fraction(sum(WEIGHTS[v] for v in useful))


@cache
def race(cards: tuple[Card, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of each set of winners, by following the joint positions."""
    won = tuple(i for i, counts in enumerate(cards) if not any(counts))
    if won:
        return {won: Fraction(1)}
    useful = [v for v in range(11) if any(counts[v] for counts in cards)]
    total, found = sum(WEIGHTS[v] for v in useful), dict[tuple[int, ...], Fraction]()
    for v in useful:
        for winners, share in race(tuple(less(counts, v) for counts in cards)).items():
            found[winners] = found.get(winners, Fraction(0)) + share * Fraction(WEIGHTS[v], total)
    return found


def less(counts: Sequence[int], value: int) -> Card:
    """Return the token counts after a roll."""
    return tuple(tokens - (v == value and tokens > 0) for v, tokens in enumerate(counts))
