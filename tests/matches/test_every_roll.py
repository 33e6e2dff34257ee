"""A proof that, on shared rolls, the paper's board A is likelier than B to win on roll k, for every k >= 3.

If the states of a joint chain are sorted, its transition matrix is triangular. Let M be the common denominator of its
entries. Then M^(k + 1) times the probability of each way to end on roll k + 1 is a sum of terms
c * C(k, j) * u^(k - j), where u runs over the diagonal entries times M. Such a sum has the sign of its leading term
once that term exceeds all other terms together, and keeps that sign if no other term grows faster from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb

import dicebingo
from tests.questions import A, B

Terms = Mapping[tuple[int, int], Fraction]
CHECKED = 200


def term(power: tuple[int, int], k: int) -> int:
    """Return C(k, j) * u^(k - j)."""
    u, j = power
    return comb(k, j) * u ** (k - j) if j <= k else 0


def after_one_more(u: int, power: tuple[int, int], share: Fraction, into: dict[tuple[int, int], Fraction]) -> None:
    """Add the solution of x(k + 1) = u x(k) + share * C(k, j) w^(k - j), x(0) = 0, to ``into``, for power = (w, j).

    If w = u, the solution is C(k, j + 1) u^(k - j - 1). Otherwise x(k) = c C(k, j) w^(k - j) + ... with c = share / (w
    - u), and the remainder solves the same equation for j - 1: C(k + 1, j) = C(k, j) + C(k, j - 1).
    """
    w, j = power
    if w == u:
        into[u, j + 1] += share
    elif share:
        c = share / (w - u)
        into[w, j] += c
        if j:
            after_one_more(u, (w, j - 1), -c, into)
        else:
            into[u, 0] -= c


def ahead() -> tuple[Terms, int]:
    """Return the terms of M^(k + 1) (P(A wins on roll k + 1) - P(B wins on roll k + 1)), and M."""
    chain = dicebingo.match(A, B, fast=False).chain
    scale, reached = chain.scale, [defaultdict[tuple[int, int], Fraction](Fraction) for _ in chain.transient]
    reached[0][chain.transient[0].get(0, 0), 0] = Fraction(1)
    found = defaultdict[tuple[int, int], Fraction](Fraction)
    for i, row in enumerate(chain.transient):  # states that lead to state i come before it
        for j, weight in row.items():
            if j != i:
                for power, share in list(reached[i].items()):
                    after_one_more(chain.transient[j].get(j, 0), power, share * weight, reached[j])
        sign = chain.absorbing[i].get(1, 0) - chain.absorbing[i].get(2, 0)
        for power, share in reached[i].items():
            found[power] += share * sign
    return {power: share for power, share in found.items() if share}, scale


def test_a_is_likelier_than_b_to_win_on_every_roll_from_the_third_on() -> None:
    terms, scale = ahead()
    ends = dicebingo.match(A, B, fast=False).distribution(CHECKED + 1)
    for k in range(CHECKED + 1):  # up to CHECKED, compare the sum with the chain and check its sign
        value = sum(share * term(power, k) for power, share in terms.items())
        assert value == scale ** (k + 1) * ends[k + 1].margin
        assert (value > 0) == (k + 1 >= 3)
    (u, j), first = max(terms.items())
    others = {power: share for power, share in terms.items() if power != (u, j)}
    assert first * term((u, j), CHECKED) > sum(abs(share) * term(power, CHECKED) for power, share in others.items())
    # From k to k + 1, a term grows by the factor w (k + 1)/(k + 1 - i), and the leading term by u (k + 1)/(k + 1 - j).
    for w, i in others:
        assert (w == u and i < j) or w * (CHECKED + 1) <= u * (CHECKED + 1 - i)
