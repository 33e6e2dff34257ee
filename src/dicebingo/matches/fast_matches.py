"""Matches by the hundred thousand: float64, compiled, with a proven error bound.

Strategies are prepared exactly, so ties between cells are decided exactly; only the probabilities are rounded. They
flow from the start through the joint states in order of marks, as in ``matches.joint``:

    x = arrivals / (weight of the rolls that move anybody),   every move receives  x · weight · share · share.

All terms are positive, so relative errors only add up. Let u = 2⁻⁵³. A step divides, multiplies three times and uses
two rounded shares: 6 roundings. What arrives in a joint state is a sum with at most one term for each predecessor, of
which there are fewer than (m + 1)(n + 1) for boards of m and n open cells: each player has one mark less, or the same.
A game has at most m + n steps. The outcomes are sums of at most one term per joint state, roll and pair of choices. So
the relative error is at most

    1.01 u · ((m + n) · (6 + (m + 1)(n + 1)) + terms),

where the weights of the dice add up to less than 2⁵³; otherwise reading a weight and adding up those of the d rolls
that move anybody rounds as well, and 6 becomes 7 + d. ``error_bounds`` has this number for each match. Nothing of this
holds once a number is too small for float64, so dice that could lead there are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge, quote
from dicebingo.kernels.matches import FieldArrays, match_pairs
from dicebingo.matches.strategy import Move, Strategy
from dicebingo.model.dice import Dice

__all__ = ["FastMatches", "Field", "check_probabilities", "error_bounds", "play_pairs"]

UNIT_ROUNDOFF = 2.0**-53
MAX_ROLLS = 64
MAX_STATES = 1 << 14
"""Of one player: the kernel has room for every pair of states, 3.2 GB of it, though only what is reached is touched."""
LEAST_EXPONENT = -1000
"""Numbers down to 2 to this power keep all their digits."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FastMatches:
    """Outcomes of many matches: a row (P(first wins), P(second wins), P(tie)) each, and a relative error bound each."""

    pairs: NDArray[np.int64]
    outcomes: NDArray[np.float64]
    error_bounds: NDArray[np.float64]

    @property
    def margins(self) -> NDArray[np.float64]:
        """P(first wins) - P(second wins); its absolute error is below ``error_bounds``."""
        return self.outcomes[:, 0] - self.outcomes[:, 1]


class Field:
    """Prepared strategies as flat arrays, for the kernels (their form is in ``kernels.matches``)."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        """Flatten the strategies of players on the same dice."""
        if not strategies:
            raise InputError("expected at least one player, got none")
        dice = strategies[0].dice
        for strategy in strategies:
            if strategy.dice != dice:
                raise InputError(f"expected boards for the same dice, got {dice} and {strategy.dice}")
            if len(dice.values) > MAX_ROLLS:
                raise InputError(
                    f"expected dice with at most {MAX_ROLLS} values for the fast path, got {len(dice.values)}"
                )
            if not strategy.states:
                raise InputError(f"expected positions without a bingo, got {strategy.solution.position}")
        self.players = tuple(strategies)
        rows = [(row, strategy.scale) for strategy in strategies for row in strategy.moves]
        own = [state for strategy in strategies for state in range(len(strategy.states))]
        entries = [(after, weight / scale) for row, scale in rows for move in row for after, weight in move]
        lengths = [len(move) for row, _ in rows for move in row]
        ends = np.cumsum([0, *lengths])
        # start[s, r + 1] must be the end of start[s, r], so each row has one column more than there are rolls.
        width = len(dice.values)
        start = np.stack([ends[r : r + (len(rows) - 1) * width + 1 : width] for r in range(width + 1)], axis=1)
        self.branching = max(lengths)
        self.arrays = FieldArrays(
            np.array([float(weight) for weight in dice.weights]),
            np.cumsum([0, *(len(strategy.states) for strategy in strategies)]),
            np.array([state.bit_count() for strategy in strategies for state in strategy.states], np.uint8),
            np.array([_moving(row, i) for (row, _), i in zip(rows, own, strict=True)], np.uint64),
            np.ascontiguousarray(start, np.uint32),
            np.array([after for after, _ in entries], np.int32),
            np.array([share for _, share in entries]),
        )


def _moving(row: Sequence[Move], own: int) -> int:
    """Return the set of rolls that change a state."""
    return sum((move[0][0] != own) << r for r, move in enumerate(row))


def play_pairs(field: Field, pairs: Sequence[tuple[int, int]] | NDArray[np.int64]) -> FastMatches:
    """Play matches of two between players of a field, given by their numbers."""
    chosen = np.ascontiguousarray(pairs, np.int64).reshape(-1, 2)
    if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(field.players)):
        raise InputError(f"expected players 0 to {len(field.players) - 1}, got {chosen.min()} to {chosen.max()}")
    _check_size(field)
    outcomes, visited = match_pairs(field.arrays, chosen)
    sizes = np.array([player.solution.problem.size for player in field.players])
    bounds = error_bounds(field.players[0].dice, sizes[chosen[:, 0]], sizes[chosen[:, 1]], visited, field.branching)
    return FastMatches(chosen, outcomes, bounds)


def error_bounds(
    dice: Dice, m: NDArray[np.int64], n: NDArray[np.int64], visited: NDArray[np.int64], branching: int
) -> NDArray[np.float64]:
    """Return the relative error bounds of matches of boards of m and n open cells, as derived above.

    ``visited`` is the number of joint states of each, ``branching`` the most states that may follow a roll.
    """
    terms = visited * (len(dice.values) * branching**2)
    roundings = 6 if dice.total < 1 << 53 else 7 + len(dice.values)
    bounds: NDArray[Any] = 1.01 * UNIT_ROUNDOFF * ((m + n) * (roundings + (m + 1) * (n + 1)) + terms)
    return bounds


def _check_size(field: Field) -> None:
    """Raise where joint states would not fit into memory, or probabilities not into float64."""
    states = max(len(player.states) for player in field.players)
    if states > MAX_STATES:
        raise TooLarge(f"expected players with at most {MAX_STATES:,} sets of marks for the fast path, got {states:,}")
    check_probabilities(field)


def check_probabilities(field: Field) -> None:
    """Raise where probabilities could be too small for float64."""
    dice, share = field.players[0].dice, float(field.arrays.share.min())
    steps = 2 * max(player.solution.problem.size for player in field.players)
    # The least probability of a way to play, and what is left of it after dividing by a sum of weights.
    least = steps * (log2(min(dice.weights)) - log2(dice.total) + 2 * log2(share)) - log2(dice.total)
    if least < LEAST_EXPONENT:
        raise InputError(f"expected dice with likelier values for the fast path, got {quote(dice)}")
