"""A lower bound on the expected number of rolls V for every multiset of values on a board.

The bound counts the copies of each value but ignores their places.

Before every roll the player may arrange the remaining values, the multiset R, on the unmarked cells in any way. Let
w(v) be the weight of v on the dice, W the sum of all weights, and h(R) the sum of w(v) over the different values of R,
which is the same for all arrangements. Different values must go to different cells, so

    U(S, R) = (W + min over distinct cells c_v of Σ_v w(v) · U(S + c_v, R - v)) / h(R),

where v runs over the different values of R. The minimum is the solution of an assignment problem. (Further copies go to
the other cells.) U(∅, M) <= V for every board with the multiset M, by the same proof as in ``proofs.bounds``. Sets that
a symmetry maps to each other have the same U, and so do multisets that differ by a swap of equally likely values. So
all multisets are bounded at once by a single dynamic program over orbits of sets and over multisets up to swaps,
smallest multisets first.

The bound is valid even if the assignment problem is not solved correctly. For any prices π_c <= 0 of the cells,

    Σ_v cost(v, c_v) >= Σ_v min_c (cost(v, c) - π_c) + Σ_c π_c,

because no cell is used twice; the Hungarian method only has to find good prices. Every number is reduced by more than
rounding can have increased it, so each stored U, and every number computed from a stored U, is a lower bound.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge
from dicebingo.kernels.multiset_bounds import fill_level
from dicebingo.proofs.bounds import BoundLayout
from dicebingo.searches.multisets import Multisets, Orbits, Rows, equal_weights

MAX_STATES = 1 << 28
THREADS = 2


class MultisetBounds(NamedTuple):
    """A row of counts and a lower bound for every multiset, up to swaps of equally likely values.

    There is one column per value, most probable first. Among values of equal weight, the counts do not increase.
    ``states`` is the number of values U(S, R) that were computed.
    """

    counts: Rows
    bounds: NDArray[np.float64]
    states: int


def multiset_bounds(layout: BoundLayout, weights: tuple[int, ...], distinct: int | None = None) -> MultisetBounds:
    """Bound all multisets of at most ``distinct`` different values, given the values' ``weights``, largest first."""
    size = len(layout.cells)
    states = count_states(layout, weights, distinct)
    if states > MAX_STATES:
        raise TooLarge(f"expected at most {MAX_STATES:,} states for a proof, got {states:,}")
    orbits, multisets = _orbits(layout), Multisets(weights, size, distinct)
    after = np.zeros((1, 1))
    with ThreadPoolExecutor(THREADS) as pool:
        for unmarked in range(1, size + 1):
            moves, less = orbits.moves(unmarked), multisets.less(unmarked)
            table = np.zeros((len(moves), len(less)))
            edges = np.linspace(0, len(less), 4 * THREADS + 1).astype(int)
            arguments = table, after, moves, less, np.array(weights, np.float64), float(layout.rules.dice.total)
            work = [pool.submit(fill_level, *arguments, int(a), int(b)) for a, b in pairwise(edges)]
            for part in work:
                part.result()
            after = table
    return MultisetBounds(multisets.rows[size], after[0], states)


def count_states(layout: BoundLayout, weights: tuple[int, ...], distinct: int | None = None) -> int:
    """Return the number of values U(S, R), without listing the multisets."""
    size = len(layout.cells)
    if (size + 1) ** len(weights) >= 1 << 63:
        raise TooLarge(f"A proof on {size} cells cannot handle {len(weights)} different values.")
    levels = _orbits(layout).levels
    multisets = count_multisets(weights, size).items()
    return sum(len(levels[k]) * count for (k, d), count in multisets if k and d <= (distinct or len(weights)))


def _orbits(layout: BoundLayout) -> Orbits:
    return Orbits(layout.game.images, layout.game.row_of == 0)


def count_multisets(weights: tuple[int, ...], size: int) -> dict[tuple[int, int], int]:
    """Return the number of multisets, up to swaps of equally likely values, by size and number of different values.

    Within each class of values with equal weights, the counts form an integer partition with at most one part per
    value.
    """
    found = {(0, 0): 1}
    for first, last in equal_weights(weights):
        parts = {(0, 0): 1}  # counts of integer partitions, by total and number of parts
        for part in range(1, size + 1):
            for (total, pieces), count in sorted(parts.items()):
                for more in range(1, min((size - total) // part, last - first - pieces) + 1):
                    key = (total + more * part, pieces + more)
                    parts[key] = parts.get(key, 0) + count
        together: dict[tuple[int, int], int] = {}
        for (total, pieces), count in found.items():
            for (extra, others), times in parts.items():
                if total + extra <= size:
                    key = (total + extra, pieces + others)
                    together[key] = together.get(key, 0) + count * times
        found = together
    return found
