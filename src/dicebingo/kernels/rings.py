"""Count and rank the rings of three in a tournament, in one pass over all triples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel


def count_triples(sign: NDArray[np.int8]) -> int:
    """Return the number of sets of three players that form a ring, in either direction."""
    return int(_count_triples(np.ascontiguousarray(sign)))


@kernel()
def _count_triples(sign):
    count = 0
    for i in range(sign.shape[0]):
        for j in range(i + 1, sign.shape[0]):
            if sign[i, j] == 0:
                continue
            for k in range(j + 1, sign.shape[0]):
                count += sign[i, j] == sign[j, k] and sign[j, k] == sign[k, i]
    return count


def best_triples(
    sign: NDArray[np.int8], margins: NDArray[np.float64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the rings of three (each player beats the next) whose smallest margins are largest, best first."""
    rings, smallest = np.zeros((most, 3), np.int64), np.full(most, -1.0)
    _best_triples(np.ascontiguousarray(sign), np.ascontiguousarray(margins), rings, smallest)
    return rings[smallest >= 0], smallest[smallest >= 0]


@kernel()
def _best_triples(sign, margins, rings, smallest):
    for i in range(sign.shape[0]):
        for j in range(i + 1, sign.shape[0]):
            if sign[i, j] == 0 or abs(margins[i, j]) <= smallest[-1]:
                continue
            for k in range(j + 1, sign.shape[0]):
                if sign[i, j] != sign[j, k] or sign[j, k] != sign[k, i]:
                    continue
                least = min(abs(margins[i, j]), abs(margins[j, k]), abs(margins[k, i]))
                if least <= smallest[-1]:
                    continue
                at = smallest.size - 1
                while at > 0 and smallest[at - 1] < least:
                    smallest[at] = smallest[at - 1]
                    rings[at] = rings[at - 1]
                    at -= 1
                smallest[at] = least
                rings[at, 0] = i
                rings[at, 1] = j if sign[i, j] > 0 else k
                rings[at, 2] = k if sign[i, j] > 0 else j
