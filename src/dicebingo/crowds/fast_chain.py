"""The joint chain of ``crowds.chain`` in float64 with proven error bounds, for chains too large for rationals.

Let u = 2⁻⁵³. Every number is a sum of products of positive numbers, without any subtraction, so relative errors only
add up: if x and y contain a and b roundings, that is, relative errors of at most (1 + u)ᵃ - 1 and (1 + u)ᵇ - 1, then xy
contains a + b + 1 roundings, x + y contains max(a, b) + 1, and x divided by an exact number contains a + 1.

* The roundings in the arrivals are counted separately for each state. A step adds four roundings: a division by the
  moving weight (an integer below 2⁵³, so exact), two products, and the rounded probability of a choice.
* r and q are sums of m rounded numbers, and contain m roundings each. A power rᵏ is a product of k factors, computed by
  k - 1 multiplications, so it contains at most k (m + 1) roundings.
* The sum of rⁱ qⁿ⁻¹⁻ⁱ is found by doubling, S(2k) = S(k) (rᵏ + qᵏ) and S(k + 1) = r S(k) + qᵏ. By induction, S(n)
  contains at most (n - 1)(m + 1) + 2 j roundings after j of these steps, and j < 2 log₂ n + 2.
* A state adds at most one term for each roll and choice, with six more roundings, and ``math.fsum`` adds up all states
  with a single rounding.

With E roundings in all, the relative error is below 1.01 E u. Numbers below 2⁻¹⁰²² lose precision. There are fewer than
2⁵⁰ such losses; each is at most 2⁻¹⁰⁷⁴, and grows by at most the factor n · total in later steps. Since n < 2¹⁴ and
total < 2⁵³, all losses together are below 2⁻⁹⁵⁰, so each interval is extended by this number at both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import fsum
from typing import NamedTuple

import numpy as np

from dicebingo.crowds.opponents import Automaton
from dicebingo.errors import TooLarge
from dicebingo.kernels.crowd_chain import Joint, Tables, follow_states
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.fast_matches import UNIT_ROUNDOFF
from dicebingo.matches.strategy import WON, Strategy
from dicebingo.model.dice import Dice
from dicebingo.running.run import Run, each

MAX_STATES, MAX_ENTRIES = 1 << 22, 60_000_000
"""The limits on joint states, and on joint states times boards, which correspond to about 700 MB of memory."""
FIRST_STATES = 1 << 16
CHUNK = 1 << 14
LOST = 2.0**-950


class BoundedChances(NamedTuple):
    """A board's chances in a class and the length of the game, all with proven bounds, and the number of states."""

    share: Estimate
    alone: Estimate
    first: Estimate
    expected_length: Estimate
    states: int


def bounded_chances(
    mine: Strategy | None,
    automata: Mapping[Automaton, Fraction],
    dice: Dice,
    players: int,
    run: Run | None = None,
) -> BoundedChances:
    """Return the chances of your board or, without one, the length of a game between boards drawn at random."""
    boards, shares = tuple(automata), tuple(automata.values())
    width = len(boards) + 1
    most = min(MAX_STATES, MAX_ENTRIES // width)
    if dice.total >= 1 << 53 or min(shares) < LOST:
        raise TooLarge("This crowd is too large for float64; simulate it instead.")
    tables, starts = _tables(mine, boards, shares, dice)
    top = int(tables.own_level.max()) + sum(max(board.levels) for board in boards) + 1
    size = min(FIRST_STATES, most)
    while True:  # retry with more room until the chain fits
        joint = _empty(size, starts, top)
        for _ in each(_followed(tables, joint, players, mine is None), "following the joint states", run):
            pass
        count, roundings = map(int, joint.counts)
        if count < size:
            break
        if size == most:
            raise TooLarge(
                f"This crowd needs more than {most:,} joint states; simulate it instead.", "states", most=most
            )
        size = min(8 * size, most)
    terms = len(dice.values) * int(np.diff(tables.start).max())
    roundings += 4 + players * (len(boards) + 1) + 4 * players.bit_length() + 4 + terms + 6 + 1
    error = 1.01 * roundings * UNIT_ROUNDOFF

    def bounded(column: int, high: float) -> Estimate:
        value = fsum(joint.sums[:count, column])
        wide = 1.01 * error * value + LOST
        return Estimate(value, max(0.0, value - wide), min(high, value + wide))

    share, alone, first = (bounded(column, 1.0) for column in range(3))
    return BoundedChances(share, alone, first, bounded(3, float("inf")), count)


def _followed(tables: Tables, joint: Joint, players: int, alone: bool) -> Iterator[int]:
    level = 0
    while 0 <= level < len(joint.heads):
        level = follow_states(tables, joint, players, alone, level, CHUNK)
        yield level


def _empty(size: int, starts: list[int], top: int) -> Joint:
    """Return a ``Joint`` that contains only the first joint state, with room for ``size`` joint states."""
    bits = (2 * size - 1).bit_length()
    joint = Joint(
        np.zeros((size, len(starts)), np.int32),
        np.full(1 << bits, -1, np.int32),
        np.full(top, -1, np.int32),
        np.full(size, -1, np.int32),
        np.zeros(size),
        np.zeros(size, np.int64),
        np.zeros((size, 4)),
        np.array([1, 0]),
    )
    joint.keys[0] = starts
    joint.arrivals[0] = 1.0
    joint.heads[0] = 0  # no roll leads back to the start, so the hash table need not contain it
    return joint


def _tables(
    mine: Strategy | None, boards: Sequence[Automaton], shares: Sequence[Fraction], dice: Dice
) -> tuple[Tables, list[int]]:
    """Return the tables, and the numbers of the starting states, whose level is 0."""
    rolls = range(len(dice.values))
    moves = mine.moves if mine else (tuple(((0, 1),) for _ in rolls),)
    scale, own_levels = (mine.scale, mine.levels) if mine else (1, (0,))
    ends = np.cumsum([0, *(len(choices) for row in moves for choices in row)])
    start = np.stack([ends[r : r + (len(moves) - 1) * len(rolls) + 1 : len(rolls)] for r in range(len(rolls) + 1)], 1)
    entries = [entry for row in moves for choices in row for entry in choices]
    follow, levels, parts, starts = list[list[int]](), list[int](), list[float](), [0]
    for board, share in zip(boards, shares, strict=True):
        first, last = len(levels), len(levels) + len(board.levels) - 1
        follow += [[last if x == WON else first + x for x in row] for row in board.follow]
        levels += [level - board.levels[0] for level in board.levels]
        parts += [float(share * left) for left in board.unfinished]
        starts.append(first)
    tables = Tables(
        np.array([float(weight) for weight in dice.weights]),
        np.ascontiguousarray(start, np.int64),
        np.array([after for after, _ in entries], np.int64),
        np.array([float(Fraction(weight, scale)) for _, weight in entries]),
        np.array(own_levels, np.int64) - own_levels[0],
        np.array(follow, np.int32),
        np.array(levels, np.int64),
        np.array(parts),
    )
    return tables, starts
