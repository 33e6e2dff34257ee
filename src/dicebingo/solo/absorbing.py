"""Absorbing Markov chains whose transient states can be ordered, such as the chains of solo games and matches.

Row i holds integer weights over a common scale M: M·Q_ij for the transient states j (``transient``), and the weights of
the absorbing states (``absorbing``). States are ordered so that Q is upper triangular: a step stays in the same state
or leads to a later one. So one pass of substitution over the states is enough, and (I - Q)⁻¹ need not be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import comb, lcm
from operator import floordiv, truediv
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from dicebingo.errors import TooLarge, naming_extras
from dicebingo.exact import N_co, decimal, fraction, mpq, nearest
from dicebingo.running.run import Run, each

Row = Mapping[int, int]
End = TypeVar("End", bound=Hashable)
Step = TypeVar("Step", mpq, float)
Matrix: TypeAlias = Any
"""A numpy array or a sparse scipy array; both packages are optional."""

DENOMINATOR_BITS = 1 << 14
"""If a common denominator would need more bits than this, reduced fractions are used instead."""
FIRST_BITS, MAX_BITS = 64, 1 << 22
"""The precision (in bits) at which a comparison starts, and the largest precision that is tried."""


class Moments(NamedTuple, Generic[N_co]):
    """The mean and variance of the number of steps until the end."""

    mean: N_co
    variance: N_co


def visits(transient: Sequence[Row], scale: int, first: int = 0) -> list[mpq]:
    """Return a row of N = (I - Q)⁻¹: the expected number of visits to each state, starting from ``first``.

    This is forward substitution: once the number of visits to state i is known, a share Q_ij of these visits continues
    to each later state j.
    """
    arrivals = [mpq(0)] * len(transient)
    found = list(arrivals)
    arrivals[first] = mpq(1)
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
    transient: Sequence[Row], absorbing: Sequence[Mapping[End, int]], scale: int, run: Run | None = None
) -> tuple[dict[End, Fraction], Fraction]:
    """Return the probability of ending in each absorbing state, and the expected number of steps, from state 0.

    The expected arrivals at a state are divided by the weight of leaving it and passed on to later states. If L is the
    least common multiple of these weights and no path is longer than K steps, every number is a whole multiple of 1/Lᴷ.
    So integers suffice, and all divisions are exact. If this denominator would be too long, rational numbers are used
    instead.
    """
    leaving = [scale - row.get(i, 0) for i, row in enumerate(transient)]
    longest = [0] * len(transient)
    for i, row in enumerate(transient):
        so_far = longest[i]
        for j in row:
            if longest[j] <= so_far and j != i:
                longest[j] = so_far + 1
    common, steps = lcm(*set(leaving)), max(longest) + 1
    whole = common.bit_length() * steps <= DENOMINATOR_BITS
    one: Any = common**steps if whole else mpq(1)
    divide: Callable[[Any, int], Any] = floordiv if whole else truediv
    arrivals = [one * 0] * len(transient)
    arrivals[0] = one
    ends: dict[End, Any] = {}
    visits = one * 0
    for i in each(range(len(transient)), "following the chain", run):
        if arrivals[i]:
            per_weight = divide(arrivals[i], leaving[i])
            visits += per_weight
            for j, weight in transient[i].items():
                if j != i:
                    arrivals[j] += per_weight * weight
            for end, weight in absorbing[i].items():
                ends[end] = ends.get(end, 0) + per_weight * weight
    return {end: fraction(mpq(ways, one)) for end, ways in ends.items()}, fraction(mpq(visits * scale, one))


def all_moments(transient: Sequence[Row], scale: int, one: Step) -> list[tuple[Step, Step]]:
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
    return [(mean, square - mean**2) for mean, square in zip(means, squares, strict=True)]


def absorption_steps(
    transient: Sequence[Row], absorbing: Sequence[Mapping[End, int]], scale: int
) -> Iterator[dict[End, mpq]]:
    """Yield, for k = 1, 2, ..., the probability of reaching each absorbing state on step k, from state 0.

    No division is needed: after k steps, each state is reached in a whole number of the Mᵏ equally likely cases.
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
        yield {end: mpq(ways, power) for end, ways in ends.items()}


class Survival:
    """P(T > k) in closed form, where T is the number of steps until the end. Quantiles of long games need this form.

    Let u_i be the weight of staying in state i, w_ij the weight of moving to j, and a_i(k) = Mᵏ · P(T > k), starting
    from i. Then a_i(0) = 1 and a_i(k + 1) - u_i a_i(k) = Σ_j w_ij a_j(k). The sequences e(k) = C(k, m) uᵏ⁻ᵐ, for a
    *base* u and m = 0, 1, .., satisfy such equations: e(k + 1) - u e(k) is the sequence for u and m - 1, or 0 if m = 0.
    So every a_i, computed from the last state to the first, is a combination of such sequences with rational
    coefficients, and

        P(T > k) = Σ c(u, m) · C(k, m) uᵏ⁻ᵐ / Mᵏ.

    ``terms`` maps each base u to its coefficients c(u, 0), c(u, 1), .. for state 0.
    """

    def __init__(self, transient: Sequence[Row], scale: int) -> None:
        self.scale = scale
        first_use: dict[int, int] = {}
        found: dict[int, dict[int, list[mpq]]] = {}
        for i, row in enumerate(transient):
            for j in row:
                first_use.setdefault(j, i)
        for i in range(len(transient) - 1, -1, -1):
            sums: dict[int, list[mpq]] = {}
            for j, weight in transient[i].items():
                if j != i:
                    for base, terms in found[j].items():
                        known = sums.setdefault(base, [])
                        known += [mpq(0)] * (len(terms) - len(known))
                        for m, c in enumerate(terms):
                            known[m] += weight * c
                    if first_use[j] == i:
                        del found[j]
            found[i] = _solved(sums, transient[i].get(i, 0))
        self.terms = found[0]

    def quantile(self, share: Fraction) -> int:
        """Return the least k with P(T <= k) >= share, for 0 < share < 1, raising the precision as needed."""
        bits = FIRST_BITS
        while bits <= MAX_BITS:
            with suppress(_Undecided):
                return self._quantile(1 - mpq(share), bits)
            bits *= 4
        raise TooLarge(
            f"The share {nearest(share, 6)} is too close to a value of P(T <= k) to be compared, "
            f"even with {MAX_BITS:,} bits of precision."
        )

    def _quantile(self, left: mpq, bits: int) -> int:
        """Return the least k with P(T > k) <= left: one more than the largest k with P(T > k) > left.

        The largest such k is found bit by bit, with powers of u / M from repeated squaring.
        """
        one = 1 << bits
        ladder = [{u: _product((u, u), (one, one), self.scale) for u in self.terms}]
        while self._exceeds(1 << len(ladder) - 1, ladder[-1], left, bits):
            ladder.append({u: _product(power, power, one) for u, power in ladder[-1].items()})
        k, now = 0, dict.fromkeys(self.terms, (one, one))
        for i in range(len(ladder) - 2, -1, -1):
            after = {u: _product(power, ladder[i][u], one) for u, power in now.items()}
            if self._exceeds(k + (1 << i), after, left, bits):
                k, now = k + (1 << i), after
        return k + 1

    def _exceeds(self, k: int, powers: Mapping[int, tuple[int, int]], left: mpq, bits: int) -> bool:
        """Whether P(T > k) > left, given bounds on (u / M)ᵏ in units of 2^-bits.

        For small k, the comparison is exact.
        """
        if k * self.scale.bit_length() <= bits or any(k < len(terms) for terms in self.terms.values()):
            numbers = ((mpq(u), m, c) for u, terms in self.terms.items() for m, c in enumerate(terms[: k + 1]))
            return bool(sum(c * comb(k, m) * u ** (k - m) for u, m, c in numbers) > left * self.scale**k)
        low = high = -left * (1 << bits)
        for u, terms in self.terms.items():
            if u:
                factor = sum((c * comb(k, m) / u**m for m, c in enumerate(terms)), mpq(0))
                low += factor * powers[u][factor < 0]
                high += factor * powers[u][factor >= 0]
        if low <= 0 < high:
            raise _Undecided
        return low > 0


class _Undecided(Exception):
    """Raised if a comparison needs more bits."""


def _solved(sums: Mapping[int, list[mpq]], own: int) -> dict[int, list[mpq]]:
    """Return the coefficients of the sequence with a(0) = 1 and with a(k + 1) - own · a(k) equal to ``sums``."""
    found = {}
    for base, terms in sums.items():
        solved, after = terms[:], mpq(0)
        for m in range(len(terms) - 1, -1, -1) if base != own else ():
            solved[m] = after = (terms[m] - after) / (base - own)
        if base != own and any(solved):
            found[base] = solved
    found[own] = [1 - sum((terms[0] for terms in found.values()), mpq(0)), *sums.get(own, ())]
    return found


def _product(a: tuple[int, int], b: tuple[int, int], unit: int) -> tuple[int, int]:
    """Multiply lower and upper bounds in units of 1/unit, rounding outwards."""
    return a[0] * b[0] // unit, -(-a[1] * b[1] // unit)


def dense(rows: Sequence[Mapping[int, int]], columns: Sequence[int], scale: int, *, exact: bool) -> Matrix:
    """Return a matrix of probabilities in float64, or as fractions (dtype object) if ``exact``.

    Each row maps columns to integer weights over ``scale``.
    """
    with naming_extras():
        import numpy as np  # noqa: PLC0415  (optional, and slow to import)

    matrix = np.full((len(rows), len(columns)), Fraction(0)) if exact else np.zeros((len(rows), len(columns)))
    index = {column: j for j, column in enumerate(columns)}
    for i, row in enumerate(rows):
        for column, weight in row.items():
            share = Fraction(weight, scale)
            matrix[i, index[column]] = share if exact else decimal(share)
    return matrix


def sparse(rows: Sequence[Mapping[int, int]], columns: Sequence[int], scale: int, *, exact: bool) -> Matrix:
    """Return a sparse matrix (CSR) of probabilities in float64, or of integer weights over the scale if ``exact``.

    Weights of more than 63 bits are Python integers (dtype object).
    """
    with naming_extras():
        import numpy as np  # noqa: PLC0415  (optional, and slow to import)
        from scipy.sparse import csr_array  # noqa: PLC0415  (optional, and slow to import)

    index = {column: j for j, column in enumerate(columns)}
    entries = [(i, index[column], weight) for i, row in enumerate(rows) for column, weight in row.items()]
    kind = (np.int64 if scale < 1 << 63 else object) if exact else np.float64
    data = np.array([weight if exact else decimal(Fraction(weight, scale)) for _, _, weight in entries], dtype=kind)
    places = [i for i, _, _ in entries], [j for _, j, _ in entries]
    return csr_array((data, places), shape=(len(rows), len(columns)))
