"""Where V lies: how many boards of a space take how long, counted once, for columns of any width.

The numbers from 2ᵉ to 2ᵉ⁺¹ are cut into ``BINS`` equal bins. All their ends are dyadic, so the bins nest: a column
whose ends are multiples of 2ʲ is a union of bins, unless these are wider than it. V is in float64, so a board at the
very end of a bin may be counted beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log2

import numpy as np
from numpy.typing import NDArray

BITS = 8
BINS = 1 << BITS
MOST_COLUMNS = 48
SHOWN = 0.99
"""Columns begin at the fastest board, and end where this share of the boards is shown."""


def counted(values: NDArray[np.float64], weights: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return how many boards are in each bin from V = 1 on, given all V and how many boards each stands for.

    >>> np.flatnonzero(counted(np.array([1.0, 3.0, 3.0]), np.array([1, 5, 2], np.uint64))).tolist()
    [0, 384]
    """
    # A float64 is its exponent, of which that of 1 is 1023, and 52 more bits: the first of them are the bin.
    bins = (np.maximum(values, 1.0).view(np.int64) >> 52 - BITS) - 1023 * BINS
    return np.bincount(bins, weights).astype(np.float64)  # also where there is none


@dataclass(frozen=True, slots=True)
class Spread:
    """How many boards are in each bin, from V = 1 on."""

    counts: tuple[float, ...]

    @classmethod
    def of(cls, parts: list[NDArray[np.float64]]) -> Spread:
        """Return the sum of what was counted in parts."""
        total = np.zeros(max(map(len, parts)))
        for part in parts:
            total[: len(part)] += part
        return cls(tuple(total.tolist()))

    def columns(self) -> list[tuple[float, float, float]]:
        """Return columns of equal width, a power of two: left end, right end, and the share of all boards."""
        total, below, found = sum(self.counts), 0.0, list[tuple[float, float, float]]()
        for i, count in enumerate(self.counts):
            if count and below < SHOWN * total:
                found.append((_start(i), _start(i + 1), count / total))
                below += count
        low, high = found[0][0], found[-1][1]
        widest = max(b - a for a, b, _ in found)
        width = max(widest, 2.0 ** ceil(log2((high - low) / MOST_COLUMNS)))
        first, last = floor(low / width), ceil(high / width)
        heights = [0.0] * (last - first)
        for a, _, share in found:
            heights[floor(a / width) - first] += share
        return [((first + i) * width, (first + i + 1) * width, share) for i, share in enumerate(heights)]


def _start(number: int) -> float:
    """Return where a bin begins."""
    octave, inside = divmod(number, BINS)
    return float(2.0**octave * (1 + inside / BINS))
