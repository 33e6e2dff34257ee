"""The exact variance of the completion time under optimal play, computed in one more pass over the sets of marks.

A Markov chain would also give the variance, but this method does not need one. Let T be the number of rolls left from a
set S, V(S) = E[T], and S(v) the set that follows the roll v. With W the total weight of the dice and h(S) the weight of
the useful rolls,

    h(S) · E[T²] = W + Σ_{useful v} w(v) · (E[T(S(v))²] + 2 V(S(v))) + 2 (W - h(S)) · V(S),

because T = 1 + T(after the roll), and a wasted roll leaves S as it is.

In integers: V(S) is a whole multiple of 1/Lᵈ for a set with d open cells (see ``solo.mdp``), and by induction E[T²] is
a multiple of 1/Lᵈ⁺¹: every term on the right is a multiple of 1/Lᵈ, and h(S) divides L. So D·L is a common denominator,
and no gcd is needed. The table contains E[T²] + 2 V(S), because sets with fewer marks need this sum.
"""

from __future__ import annotations

from fractions import Fraction
from operator import floordiv, truediv

from dicebingo.exact import ratio
from dicebingo.solo.absorbing import Moments
from dicebingo.solo.mdp import INDISTINCT, OptimalPlay
from dicebingo.solo.policy import TieBreak


def optimal_moments(solution: OptimalPlay, tie_break: TieBreak) -> Moments:
    """Return the mean and variance of the completion time from the start, for an exact solution and a fixed tie-break.

    >>> from dicebingo.solo.mdp import optimal_play
    >>> optimal_moments(optimal_play("1 2 / 3 4", rules="knuth"), TieBreak.SMALLEST)
    Moments(mean=Fraction(11, 2), variance=Fraction(35, 4))
    """
    problem, table, denominator = solution.problem, solution._table, solution._denominator
    if problem.wins(0):
        return Moments(Fraction(0), Fraction(0))
    divide = floordiv if isinstance(table[0], int) else truediv
    twice = 2 * _root(denominator, problem.size)  # this is 2 L, because D is a power of L
    one_roll = denominator * twice // 2 * problem.total
    alone = [(group.weight, group.bits[0]) for group in problem.groups if len(group.bits) == 1]
    order = -1 if tie_break is TieBreak.LARGEST else 1
    shared = [(group.weight, group.mask, group.bits[::order]) for group in problem.groups if len(group.bits) > 1]
    ahead = [table[0] * 0] * len(table)
    for s in problem.transient():
        useful, hit = one_roll, 0
        for weight, bit in alone:
            if not s & bit:
                useful += weight * ahead[s | bit]
                hit += weight
        for weight, mask, bits in shared:
            if mask & ~s:
                after = [s | mask] if problem.marks_all else [s | bit for bit in bits if not s & bit]
                useful += weight * ahead[min(after, key=table.__getitem__)]  # the first of the best cells
                hit += weight
        rolls = twice * table[s]
        ahead[s] = divide(useful + (problem.total - hit) * rolls, hit) + rolls
    mean = ratio(table[0], denominator)
    square = ratio(ahead[0] - twice * table[0], denominator * twice // 2)
    return Moments(mean, square - mean**2)


def _root(power: int, degree: int) -> int:
    """Return the integer part of the ``degree``-th root of ``power``, by Newton's method from above.

    >>> _root(10**40, 4), _root(80, 4)
    (10000000000, 2)
    """
    root = 1 << -(-power.bit_length() // degree)
    while root**degree > power:
        root = ((degree - 1) * root + power // root ** (degree - 1)) // degree
    return root


def float_square(solution: OptimalPlay, tie_break: TieBreak) -> float:
    """Return E[T²] from the start for a float64 solution, in plain Python. Indistinguishable values count as ties.

    Substituting Σ w(v) V(S(v)) = h(S) V(S) - W into the equation at the top of this module gives h(S) · E[T²] = W (2
    V(S) - 1) + Σ w(v) E[T(S(v))²].
    """
    problem, table = solution.problem, solution._table
    squares = [0.0] * len(table)
    order = -1 if tie_break is TieBreak.LARGEST else 1
    alone = [(group.weight, group.bits[0]) for group in problem.groups if len(group.bits) == 1]
    shared = [(group.weight, group.mask, group.bits[::order]) for group in problem.groups if len(group.bits) > 1]
    factor = 1 + INDISTINCT * solution.error_bound
    for s in problem.transient():
        rest, hit = problem.total * (2 * table[s] - 1), 0
        for weight, bit in alone:
            if not s & bit:
                rest += weight * squares[s | bit]
                hit += weight
        for weight, mask, bits in shared:
            if mask & ~s:
                after = [s | mask] if problem.marks_all else [s | bit for bit in bits if not s & bit]
                best = factor * min([table[set_] for set_ in after])
                tied = [squares[set_] for set_ in after if table[set_] <= best]
                rest += weight * (sum(tied) / len(tied) if tie_break is TieBreak.RANDOM else tied[0])
                hit += weight
        squares[s] = rest / hit
    return squares[0]
