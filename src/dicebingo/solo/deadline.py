"""Play against a deadline of k rolls: the largest probability of success, and the fastest policy that attains it.

Let P_j(S) be the largest probability, over all policies, that a line is completed within j rolls, starting from a set
S. For a winning set, P_j(S) = 1. For a transient set, P_0(S) = 0 and

    P_j(S) = Σ_v p(v) · max_{c ∈ C(S,v)} P_{j-1}(S ∪ {c}),

where a wasted roll leaves S as it is. With the weights w(v) of the dice and their sum W, all Wʲ · P_j(S) are integers,
so no division is needed.

Several cells are often equally good for the deadline, especially when it can no longer be met. A policy attains P_k if
and only if it marks one of these cells in every case that can arise. Among all such policies, take one that needs the
fewest rolls on average. Let m_j(S) be this policy's expected number of rolls from S, with j rolls left until the
deadline. Once the deadline has passed, it plays optimally, so m_0(S) = V(S) and

    m_j(S) = 1 + Σ_v p(v) · m_{j-1}(S ∪ {c}),

where c is a cell with the smallest m_{j-1} among those with the largest P_{j-1}. If there are several such cells, P and
m do not depend on which of them is marked. If all D·V(S) are integers (see ``solo.mdp``), all D·Wʲ·m_j(S) are too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from dicebingo.errors import InputError, TooLarge, expect_cells, whole_number
from dicebingo.exact import fraction, mpq
from dicebingo.model.board import Position
from dicebingo.question import Doc
from dicebingo.solo.mdp import EXACT_LIMIT, OptimalPlay

MAX_DEADLINE = 500
DeadlineLike: TypeAlias = Annotated[
    int | None, Doc("Maximise the probability of completing a line within this many rolls.", "K", 1, MAX_DEADLINE)
]
MAX_BITS = 1 << 32
"""The maximum number of bits in all tables together: half a gigabyte."""


class DeadlineTables:
    """P_j and m_j of a position for j = 0, 1, .., ``rolls``, as returned by ``deadline_tables``."""

    def __init__(self, solution: OptimalPlay, rolls: int) -> None:
        problem = solution.problem
        self.rolls, self._total, self._denominator = rolls, problem.total, solution._denominator
        size, one = 1 << problem.size, 1
        in_time, means = [1] * size, list(solution._table)
        for s in problem.transient():
            in_time[s] = 0
        self._in_time, self._means = [in_time], [means]
        for _ in range(rolls):
            one *= problem.total
            in_time, means = _step(solution, in_time, means, one)
            self._in_time.append(in_time)
            self._means.append(means)

    def in_time(self, packed: int, left: int) -> Fraction:
        """Return P_j of the set ``packed``, with j = ``left`` rolls remaining."""
        return fraction(mpq(self._in_time[left][packed], self._total**left))

    def expected_rolls(self, packed: int, left: int) -> Fraction:
        """Return m_j of the set ``packed``, with j = ``left`` rolls remaining."""
        return fraction(mpq(self._means[left][packed], self._denominator * self._total**left))

    def best_among(self, packed: int, left: int, options: Sequence[int]) -> list[int]:
        """Return the options that are best for the deadline, in the given order. ``left`` includes the current roll."""
        after = self._in_time[left - 1]
        best = max((after[packed | option] for option in options), default=0)
        return [option for option in options if after[packed | option] == best]

    def fastest_among(self, packed: int, left: int, options: Sequence[int]) -> list[int]:
        """Return the options that need the fewest rolls on average, among those that are best for the deadline."""
        tied = self.best_among(packed, left, options)
        means = self._means[left - 1]
        least = min((means[packed | option] for option in tied), default=0)
        return [option for option in tied if means[packed | option] == least]


def _step(solution: OptimalPlay, in_time: list[int], means: list[Any], one: int) -> tuple[list[int], list[Any]]:
    """Return the tables for one more roll. ``one`` is W to the power of the new number of rolls."""
    problem = solution.problem
    total, one_roll = problem.total, solution._denominator * one
    more_in_time, more_means = [one] * len(in_time), [means[0] * 0] * len(means)
    alone = [(g.weight, g.bits[0]) for g in problem.groups if len(g.bits) == 1]
    shared = [(g.weight, g.mask, g.bits) for g in problem.groups if len(g.bits) > 1]
    for s in problem.transient():
        wasted, ways, rolls = total, 0, one_roll
        for weight, bit in alone:
            if not s & bit:
                ways += weight * in_time[s | bit]
                rolls += weight * means[s | bit]
                wasted -= weight
        for weight, mask, bits in shared:
            if mask & ~s:
                options = [s | mask] if problem.marks_all else [s | bit for bit in bits if not s & bit]
                best = max(options, key=lambda after: (in_time[after], -means[after]))
                ways += weight * in_time[best]
                rolls += weight * means[best]
                wasted -= weight
        more_in_time[s] = ways + wasted * in_time[s]
        more_means[s] = rolls + wasted * means[s]
    return more_in_time, more_means


@lru_cache(maxsize=4)
def deadline_tables(solution: OptimalPlay, rolls: int) -> DeadlineTables:
    """Return the tables of an exact solution for up to ``rolls`` rolls, and cache them.

    >>> from dicebingo.solo.mdp import optimal_play
    >>> tables = deadline_tables(optimal_play("1 2 / 3 4", rules="knuth"), 3)
    >>> print(tables.in_time(0, 2), tables.in_time(0, 3))
    1/9 5/18
    """
    rolls, problem = as_deadline(rolls), solution.problem
    expect_exact(problem.position)
    if not solution.exact:
        raise InputError("a deadline needs an exact solution, but this one was computed in float64")
    bits = 2 * rolls * problem.total.bit_length() + solution._denominator.bit_length()
    if len(problem.transient()) * (rolls + 1) * bits > MAX_BITS:
        raise TooLarge(f"expected an earlier deadline for {problem.size} unmarked cells, got {rolls} rolls")
    return DeadlineTables(solution, rolls)


def expect_exact(position: Position) -> None:
    """Raise an error if a position has too many unmarked cells for play against a deadline."""
    size = len(position.unmarked_cells)
    why = f", which would need exact tables of up to 2^{size} sets of marks for each roll"
    expect_cells(size, EXACT_LIMIT, "at most {} unmarked cells for a deadline", why)


def as_deadline(rolls: int) -> int:
    """Return ``rolls``, or raise an error if it is not a valid deadline."""
    return whole_number(rolls, "a deadline of {} to {} rolls", 1, MAX_DEADLINE)
