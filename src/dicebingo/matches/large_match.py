"""A match of two boards of many cells, in float64 with a proven error bound.

Two 4x4 boards have some ten thousand sets of marks each and hundreds of millions of pairs, but shared rolls keep marks
together: some hundred thousand joint states can be reached, rarely millions. Those alone are kept. The strategies are
exact, so ties between cells are decided exactly; the probabilities and their error bound are those of
``matches.fast_matches``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.large_matches import match_reached
from dicebingo.matches.fast_matches import Field, check_probabilities, error_bounds
from dicebingo.matches.strategy import Strategy

__all__ = ["LargeMatch", "play_large"]

FIRST_BITS, LAST_BITS = 16, 25
"""The hash table is made larger until everything fits: at the end it has 800 MB, for 16 million joint states."""


@dataclass(frozen=True, slots=True, eq=False)
class LargeMatch:
    """A match in float64: P(first wins), P(second wins), P(tie), each with a relative error below ``error_bound``."""

    strategies: tuple[Strategy, ...]
    outcomes: tuple[float, float, float]
    joint_states: int
    error_bound: float

    @property
    def margin(self) -> float:
        """P(first wins) - P(second wins); its absolute error is below ``error_bound``."""
        return self.outcomes[0] - self.outcomes[1]

    @property
    def favoured(self) -> int | None:
        """Who wins more often, under the chosen tie-break: proven by the error bound. None if it cannot tell."""
        return None if abs(self.margin) <= self.error_bound else int(self.margin < 0)


def play_large(strategies: Sequence[Strategy]) -> LargeMatch:
    """Play one match of two."""
    if len(strategies) != 2:
        raise InputError(f"expected two boards for a match in float64, got {len(strategies)}")
    field = Field(strategies)
    check_probabilities(field)
    for bits in range(FIRST_BITS, LAST_BITS + 1):
        found = match_reached(field.arrays, bits)
        if found is not None:
            break
    else:
        raise TooLarge(
            f"expected at most {1 << LAST_BITS - 1:,} joint states for a match in float64, got more: "
            "simulate the match instead (--simulate N)"
        )
    outcomes, reached = found
    m, n = (np.array([strategy.solution.problem.size]) for strategy in strategies)
    bound = error_bounds(field.players[0].dice, m, n, np.array([reached]), field.branching)
    first, second, tie = outcomes.tolist()
    return LargeMatch(tuple(strategies), (first, second, tie), reached, float(bound[0]))
