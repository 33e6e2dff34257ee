"""Compute V, or the margin over a mixture, for all cards with a given number of tokens, using float64 matrix products.

Measure time in rolls. With p_v = w_v / W, the value v is cleared by time t with probability F_v(t) = P(N >= c_v), where
N is Poisson with mean p_v t. Let g_v be the density of F_v. A quadrature with nodes t_i and weights x_i gives

    V   = ∫ (1 - Π_v F_v) dt   ≈ Σ_i x_i (1 - Π_v F_v(t_i))
    L_u = ∫ g_u Π_{v≠u} F_v dt ≈ Σ_i x_i g_u(t_i) Π_{v≠u} F_v(t_i)

Divide the values into two halves, so that every card consists of a left part and a right part. At each node, the
product of the card's F_v has one factor for the left part and one for the right part, so a single matrix product gives
the sums for all pairs of parts. In a match of card a against card b, the margin of a is the sum of L_u over the values
with a(u) < b(u), minus the sum over the values with a(u) > b(u). Like the derivative of a product, the margin splits
into (left derivative) · (right product) + (left product) · (right derivative).

**Error.** Each panel has a half-width r and n Gauss-Legendre nodes. The integrands are entire functions. On the
Bernstein ellipse ρ = 4 of a panel, |F_v(z)| <= 1 + e^(p_v (|z| - Re z)), so the integrands are at most M = 2^d e^δ,
where d is the number of values and δ is the largest |z| - Re z. (For L_u, |g_u(z)| <= p_u e^(p_u (|z| - Re z)), and Σ
p_u <= 1.) On the panel that begins at a, the real part of z is at least a - 1.125 r, and the imaginary part at most
1.875 r. So δ <= 2 · 1.125 r + 1.875 r = 4.125 r, and, if a > 1.125 r, also δ <= (1.875 r)² / (2 (a - 1.125 r)). Each
panel is as wide as possible with δ <= 8. The error of a panel is at most 64/15 M ρ^(-2n) / (1 - ρ^(-2)) r (Trefethen,
Approximation Theory and Approximation Practice, theorem 19.3). By the end of the last panel, even the rarest value has
been rolled at least 2 c times on average, where c is the number of tokens on a card. From then on, the probability that
a value is not cleared is below e^(-45), by Chernoff's bound, and at least halves every 1 / p_v rolls. Rounding adds at
most a few units in the last place for each node, value and token; ``error`` is the resulting bound.

The candidates for the best card are then computed exactly, so no result depends on rounding in float64.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from math import ceil, factorial, log, prod, sqrt

import numpy as np
from numpy.typing import NDArray

from dicebingo.cards.card import Counts
from dicebingo.errors import TooLarge

MAX_CARDS = 1 << 24
"""The maximum number of cards that can be evaluated."""
MAX_ROLLS = 1e7
"""The largest number of rolls to integrate over. Dice whose rarest value would need a longer range are rejected."""
BLOCK = 1 << 11
"""The maximum number of right parts (see the module's docstring) in one matrix product."""
SMALL_EXPONENT, DELTA = 45, 8

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class AllCards:
    """All cards for the given dice, up to permutations of interchangeable values.

    ``alike`` assigns a number to each value: values with the same number are interchangeable. A value whose number is
    None is excluded. ``least`` and ``most`` bound the number of tokens on each value.

    >>> cards = AllCards((1, 2, 1), (0, 1, 0), 2)
    >>> cards.total, len(cards), [(cards.card(i), round(float(v), 4)) for i, v in enumerate(cards.expected_rolls())]
    (6, 4, [((0, 2, 0), 4.0), ((1, 1, 0), 4.6667), ((1, 0, 1), 6.0), ((2, 0, 0), 8.0)])
    """

    def __init__(
        self,
        weights: Sequence[int],
        alike: Sequence[int | None],
        tokens: int,
        least: Sequence[int] | None = None,
        most: int | None = None,
    ) -> None:
        self.weights, self.tokens = tuple(weights), tokens
        self.share = np.array(weights) / sum(weights)
        self._least, self._most = tuple(least or [0] * len(weights)), tokens if most is None else most
        used = sorted((number, v) for v, number in enumerate(alike) if number is not None)
        self.classes = [[v for _, v in same] for _, same in groupby(used, key=lambda pair: pair[0])]
        if (count := self._count()) > MAX_CARDS:
            raise TooLarge(f"expected at most {MAX_CARDS:,} different cards to evaluate, got {count:,}")
        half = ceil(sum(map(len, self.classes)) / 2)
        cut = next((i for i in range(len(self.classes)) if sum(map(len, self.classes[: i + 1])) >= half), 0)
        self._halves = self._parts(self.classes[: cut + 1]), self._parts(self.classes[cut + 1 :])

    def _count(self) -> int:
        """Return the number of cards, without listing them."""
        ways = [1] + [0] * self.tokens
        for same in self.classes:
            sizes = [0] * (self.tokens + 1)
            for row in self._rows_of_class(same):
                sizes[sum(row)] += 1
            ways = [sum(ways[i] * sizes[n - i] for i in range(n + 1)) for n in range(self.tokens + 1)]
        return ways[self.tokens]

    def _rows_of_class(self, same: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield all rows of counts for the interchangeable values ``same``; the counts in a row never increase."""

        def extend(row: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
            if len(row) == len(same):
                yield row
                return
            for tokens in range(self._least[same[len(row)]], min(left, row[-1] if row else self._most) + 1):
                yield from extend((*row, tokens), left - tokens)

        return extend((), self.tokens)

    def _parts(self, classes: list[list[int]]) -> list[Rows]:
        """Return all possible counts of the values in ``classes``, grouped by the number of tokens."""
        rows = np.zeros((1, len(self.weights)), np.int64)
        for same in classes:
            listed = np.array(list(self._rows_of_class(same)), np.int64).reshape(-1, len(same))
            own = np.zeros((len(listed), len(self.weights)), np.int64)
            own[:, same] = listed
            rows = (rows[:, None] + own[None]).reshape(-1, len(self.weights))
            rows = rows[rows.sum(axis=1) <= self.tokens]
        sizes = rows.sum(axis=1)
        return [rows[sizes == size] for size in range(self.tokens + 1)]

    def __len__(self) -> int:
        return sum(len(left) * len(self._halves[1][self.tokens - n]) for n, left in enumerate(self._halves[0]))

    @cached_property
    def total(self) -> int:
        """The number of cards if cards that differ only by a swap of equally likely values are counted separately."""
        return int(self.orbit_sizes().sum())

    def orbit_sizes(self) -> Floats:
        """Return the number of cards that each listed card represents, in the same order as ``card``."""
        return np.concatenate([np.outer(self._orbits(a), self._orbits(b)).ravel() for a, b in self._pairs()])

    def distinct_values(self) -> Rows:
        """Return the number of different values on each card, in the same order as ``card``."""
        sizes = [((a > 0).sum(axis=1), (b > 0).sum(axis=1)) for a, b in self._pairs()]
        return np.concatenate([np.add.outer(a, b).ravel() for a, b in sizes])

    def _orbits(self, rows: Rows) -> Floats:
        return np.array([float(prod(_arrangements([row[v] for v in same]) for same in self.classes)) for row in rows])

    def _pairs(self) -> Iterator[tuple[Rows, Rows]]:
        for size, left in enumerate(self._halves[0]):
            right = self._halves[1][self.tokens - size]
            for begin in range(0, len(right), BLOCK):
                if len(left):
                    yield left, right[begin : begin + BLOCK]

    def card(self, index: int) -> Counts:
        """Return the counts of the card with number ``index``."""
        for left, right in self._pairs():
            if index < len(left) * len(right):
                i, j = divmod(index, len(right))
                return tuple((left[i] + right[j]).tolist())
            index -= len(left) * len(right)
        raise IndexError(index)

    @cached_property
    def _end(self) -> float:
        """The number of rolls after which every value has almost certainly been cleared."""
        rarest, k = min(self.share[v] for same in self.classes for v in same), self.tokens
        mean = 2.0 * k + SMALL_EXPONENT
        while mean - k - k * log(mean / k) < SMALL_EXPONENT:
            mean += k
        return mean / float(rarest)

    @property
    def is_too_uneven(self) -> bool:
        """Whether a value is too rare for the quadrature."""
        return self._end > MAX_ROLLS

    @cached_property
    def _nodes(self) -> tuple[Floats, Floats]:
        """The nodes and weights of the quadrature."""
        if self.is_too_uneven:
            raise TooLarge("The cards cannot be evaluated: one value of these dice is too rare.")
        points, x = np.polynomial.legendre.leggauss(20 + max(0, len(self.weights) - 11) // 4 + 1)
        begin, nodes, weights = 0.0, list[Floats](), list[Floats]()
        while begin < self._end:
            # The largest r with (1.875 r)^2 <= 2 δ (a - 1.125 r), or 4.125 r <= δ.
            b, c = 2 * DELTA * 1.125 / 1.875**2, 2 * DELTA * begin / 1.875**2
            r = max(DELTA / 4.125, (sqrt(b * b + 4 * c) - b) / 2)
            nodes.append(begin + r * (points + 1))
            weights.append(r * x)
            begin += 2 * r
        return np.concatenate(nodes), np.concatenate(weights)

    @property
    def error(self) -> float:
        """A bound on the error of a margin. This bound times the total length of the panels bounds the error of V."""
        d = len(self.weights)
        return (len(self._nodes[0]) + d * (self.tokens + 8)) * 2.0**-52 * d

    @property
    def rolls_error(self) -> float:
        """A bound on the error of V."""
        return self.error * float(self._nodes[1].sum())

    @cached_property
    def _cleared(self) -> tuple[Floats, Floats]:
        """F_v and g_v at the nodes, by value and number of tokens.

        The table covers up to twice as many tokens as a card has. That is enough for ``_race``, which compares two
        cards and needs the larger of their counts for each value.
        """
        t, most = self._nodes[0], 2 * self.tokens
        none = np.exp(-np.outer(self.share, t))
        powers = np.ones_like(none)
        cleared, density = [np.ones_like(none)], [np.zeros_like(none)]
        left = np.ones_like(none)
        for c in range(1, most + 1):
            left = left - none * powers  # P(N >= c)
            cleared.append(left.copy())
            density.append(self.share[:, None] * none * powers)
            powers = powers * self.share[:, None] * t / c
        return np.stack(cleared, axis=1), np.stack(density, axis=1)

    def _product(self, rows: Rows) -> Floats:
        cleared, found = self._cleared[0], np.ones((len(rows), len(self._nodes[0])))
        for v in np.flatnonzero(rows.any(axis=0)):
            found *= cleared[v][rows[:, v]]
        return found

    def expected_rolls(self) -> Floats:
        """Return V for every card."""
        weights, parts, seen = self._nodes[1], list[Floats](), dict[int, Floats]()
        for left, right in self._pairs():
            size = int(left[0].sum())
            if size not in seen:
                seen = {size: self._product(left) * weights}
            parts.append((weights.sum() - seen[size] @ self._product(right).T).ravel())
        return np.concatenate(parts)

    def margins(self, others: Sequence[Counts], shares: Sequence[float]) -> Floats:
        """Return the margin of every card over a mixture of other cards."""
        weights, in_right, parts = self._nodes[1], self._in_right(), list[Floats]()
        seen = dict[tuple[int, int], tuple[Floats, Floats]]()
        for left, right in self._pairs():
            size, total = int(left[0].sum()), np.zeros((len(left), len(right)))
            for number, (other, share) in enumerate(zip(others, shares, strict=True)):
                counts = np.array(other)
                if (number, size) not in seen:
                    seen = {key: of for key, of in seen.items() if key[1] == size}  # left parts are sorted by size
                    seen[number, size] = self._race(left, counts * ~in_right)
                (x, dx), (y, dy) = seen[number, size], self._race(right, counts * in_right)
                total += share * ((dx * weights) @ y.T + (x * weights) @ dy.T)
            parts.append(total.ravel())
        return np.concatenate(parts)

    def _in_right(self) -> NDArray[np.bool_]:
        """Return a mask of the values in the right half."""
        found: NDArray[np.bool_] = np.any([rows.any(axis=0) for rows in self._halves[1]], axis=0)
        return found

    def _race(self, rows: Rows, other: Rows) -> tuple[Floats, Floats]:
        """Return the product Π F_v of the larger counts in one half, and the signed sum of g_u Π_{v≠u} F_v."""
        cleared, density = self._cleared
        larger, sign = np.maximum(rows, other), np.sign(other - rows)
        product, slope = np.ones((len(rows), len(self._nodes[0]))), np.zeros((len(rows), len(self._nodes[0])))
        for v in np.flatnonzero(larger.any(axis=0)):
            own = cleared[v][larger[:, v]]
            slope = slope * own + product * density[v][larger[:, v]] * sign[:, v, None]
            product = product * own
        return product, slope


def _arrangements(counts: list[int]) -> int:
    """Return the number of different ways to order ``counts``."""
    return factorial(len(counts)) // prod(factorial(counts.count(c)) for c in set(counts))
