"""The exact mean, variance and distribution of the number of rolls on a full card, computed from its token counts.

A card has c_v tokens on the value v, and a roll of v removes one of them. Let w_v be the weights of the dice and W
their sum. Suppose that the rolls occur at the times of a Poisson process of rate W. The rolls of each value v are then
an independent process of rate w_v, and v is cleared by time t with probability 1 - e^(-w_v t) Σ_{j<c_v} (w_v t)^j / j!.
So

    P(cleared by t) = Π_v (1 - e^(-w_v t) Σ_{j<c_v} (w_v t)^j / j!) = Σ_s e^(-st) Σ_j a(s,j) t^j / j!

where s runs over the total weights of all subsets of the values. There are at most W + 1 such totals, although the
product has 2^d terms. All a(s,j) are integers, because (t^i / i!)(t^j / j!) = C(i+j, i) t^(i+j) / (i+j)!. The term for
s = 0 is 1. All results follow from the coefficients a(s,j), because ∫ e^(-st) t^j / j! dt = 1 / s^(j+1):

    V       = W ∫ P(not cleared by t) dt          = -W Σ_{s>0} Σ_j a(s,j) / s^(j+1)
    E[T²]   = 2 W² ∫ t P(not cleared by t) dt - V = -2 W² Σ_{s>0} Σ_j (j+1) a(s,j) / s^(j+2) - V
    P(T<=k) = Σ_s Σ_j a(s,j) C(k,j) (W-s)^(k-j) / W^k

The formula for E[T²] holds because the sum of T exponential times with mean 1/W has the second moment E[T² + T] / W².
The formula for P(T<=k) is k! / W^k times the coefficient of t^k in e^(Wt) P(cleared by t).

V also gives the probability L_u that u is the last value to be cleared. If one token is removed from u, the card is
cleared earlier exactly when u is the last value; in that case, its last token takes W/w_u more rolls on average. So

    L_u(c) = w_u / W · (V(c) - V(c - e_u)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import comb

from dicebingo.errors import TooLarge, expect_cells

MAX_TOKENS = 40
"""The maximum number of tokens on a card."""
MAX_TERMS = 40_000
"""The maximum number of coefficients a(s,j), one for each sum of weights s and power t^j."""

Counts = tuple[int, ...]
"""The number of tokens on each value of the dice."""
Terms = dict[int, list[int]]
"""The coefficients a(s,0), a(s,1), .. for each sum s of weights."""


class CardSolver:
    """Solves full cards for dice with the given weights (one per value), and caches the results.

    >>> solver = CardSolver((1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1))
    >>> solver.expected_rolls((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0))
    Fraction(6, 1)
    >>> solver.expected_rolls((0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0))
    Fraction(546, 55)
    """

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights, self.total = tuple(weights), sum(weights)
        self._rolls: dict[tuple[tuple[int, int], ...], Fraction] = {}

    def key(self, counts: Counts) -> tuple[tuple[int, int], ...]:
        """Return a key that determines V: the sorted weights and counts of the values that have tokens."""
        return tuple(sorted((w, c) for w, c in zip(self.weights, counts, strict=True) if c))

    def terms(self, counts: Counts) -> Terms:
        """Return the coefficients a(s,j) for the card ``counts``."""
        found: Terms = {0: [1]}
        for weight, tokens in self.key(counts):
            found = _times(found, weight, tokens)
            if sum(map(len, found.values())) > MAX_TERMS:
                raise TooLarge(
                    f"The exact solution of this card has more than {MAX_TERMS:,} terms; "
                    "use fewer tokens, or dice with smaller weights."
                )
        return found

    def expected_rolls(self, counts: Counts) -> Fraction:
        """Return V for the card ``counts``."""
        key = self.key(counts)
        if key not in self._rolls:
            self._rolls[key] = -self.total * _integral(self.terms(counts), 1)
        return self._rolls[key]

    def variance(self, counts: Counts) -> Fraction:
        """Return the variance of the number of rolls."""
        mean = self.expected_rolls(counts)
        return -2 * self.total**2 * _integral(self.terms(counts), 2) - mean - mean**2

    def distribution(self, counts: Counts) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield (P(T = k), P(T <= k)) for k = 0, 1, .."""
        before = Fraction(0)
        for k, ways in enumerate(self.cleared(counts)):
            by_now = Fraction(ways, self.total**k)
            yield by_now - before, by_now
            before = by_now

    def cleared(self, counts: Counts) -> Iterator[int]:
        """Yield the integers W^k P(T <= k) for k = 0, 1, .."""
        terms = self.terms(counts)
        # powers[s] is (W-s)^(k-j) for the largest j <= k in row s; each smaller j adds a factor W-s.
        powers = dict.fromkeys(terms, 1)
        for k in count():
            ways = 0
            for s, row in terms.items():
                base, top = self.total - s, min(k, len(row) - 1)
                if k >= len(row):
                    powers[s] *= base
                sum_, factor = 0, 1
                for j in range(top, -1, -1):
                    sum_ += row[j] * comb(k, j) * factor
                    factor *= base
                ways += sum_ * powers[s]
            yield ways

    def last(self, counts: Counts) -> list[Fraction]:
        """Return, for each value, the probability that it is cleared last."""
        rolls, found = self.expected_rolls(counts), []
        for value, (weight, tokens) in enumerate(zip(self.weights, counts, strict=True)):
            less = (*counts[:value], tokens - 1, *counts[value + 1 :])
            found.append(Fraction(weight, self.total) * (rolls - self.expected_rolls(less)) if tokens else Fraction(0))
        return found


@lru_cache(maxsize=16)
def solver_for(weights: Counts) -> CardSolver:
    """Return the solver for dice with these ``weights``; all callers share its cached results."""
    return CardSolver(weights)


def check_tokens(tokens: int) -> None:
    """Raise an error if there are more ``tokens`` than a card may have."""
    expect_cells(tokens, MAX_TOKENS, "at most {} tokens on a card for an exact solution")


def _times(terms: Terms, weight: int, tokens: int) -> Terms:
    """Return the expansion ``terms`` multiplied by 1 - e^(-wt) Σ_{j<c} (wt)^j / j!."""
    powers = [-(weight**j) for j in range(tokens)]
    found = {s: row.copy() for s, row in terms.items()}
    for s, row in terms.items():
        into = found.setdefault(s + weight, [])
        into += [0] * (len(row) + tokens - 1 - len(into))
        for i, coefficient in enumerate(row):
            if coefficient:
                for j, power in enumerate(powers):
                    into[i + j] += coefficient * power * comb(i + j, j)
    return found


def _integral(terms: Terms, power: int) -> Fraction:
    """Return the integral of t^(p-1) / (p-1)! times the terms with s > 0: Σ C(j+p-1, j) a(s,j) / s^(j+p)."""
    total = Fraction(0)
    for s, row in terms.items():
        if s:
            numerator = 0
            for j, coefficient in enumerate(row):
                numerator = numerator * s + comb(j + power - 1, j) * coefficient
            total += Fraction(numerator, s ** (len(row) + power - 1))
    return total
