"""Divide groups of cells repeatedly, and bound the resulting partitions (see ``proofs.prove``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge
from dicebingo.kernels.bounds import bound_lazily, bound_partitions
from dicebingo.kernels.partitions import Division, Family, divide
from dicebingo.kernels.vectors import LANES
from dicebingo.proofs.bounds import SLACK, BoundLayout, rounding
from dicebingo.running.stopping import stop_if_asked
from dicebingo.searches.multisets import equal_weights

MAX_KEPT = 1 << 18
"""The maximum number of partitions for the next round, or of boards to solve, that one shard may return."""
TOGETHER = 64
"""The number of partitions that are divided together, so that the resulting partitions fill the kernel's lanes."""
AT_ONCE = 1 << 10
"""The number of partitions bounded between two checks for a stop request."""
ODD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number near 2^64 divided by the golden ratio: products with it mix bits well (Knuth, TAOCP, section 6.4)."""


Families = tuple[tuple[tuple[int, ...], NDArray[np.int64]], ...]
"""For each family (a set of values): the values' weights, largest first, and a row of counts for each multiset."""


class Nodes(NamedTuple):
    """Partitions for one family: each group of cells holds some of the family's values.

    ``lower`` contains a lower bound for each partition, and ``item`` the number of the initial partition that it came
    from.
    """

    groups: NDArray[np.uint64]
    lower: NDArray[np.float64]
    item: NDArray[np.int64]

    def some(self, which: slice | NDArray[np.bool_]) -> Nodes:
        """Return the selected partitions."""
        return Nodes(self.groups[which], self.lower[which], self.item[which])


class Explored(NamedTuple):
    """The result of dividing partitions.

    ``left`` contains the partitions that remain at the end, ``bounds`` is the number of bounds computed for each item
    (initial partition), and ``decisions`` is a fingerprint of all partitions that survived a step.
    """

    left: Nodes
    bounds: NDArray[np.int64]
    decisions: int


def divisions(weights: Sequence[int]) -> list[Division]:
    """Return the steps that together separate each value from all others.

    The first step separates the values with the largest weight from the rest, the next steps separate these values from
    each other, and so on.

    >>> [tuple(step) for step in divisions((6, 5, 5, 4))]
    [(0, 1, 4), (1, 3, 4), (1, 2, 3)]
    """
    steps = []
    for first, last in equal_weights(weights):
        if last < len(weights):
            steps.append(Division(first, last, len(weights)))
        steps += [Division(value, value + 1, last) for value in range(first, last - 1)]
    return steps


def explore(layout: BoundLayout, family: Family, limit: float, start: Nodes, depth: int) -> Explored:
    """Divide partitions until they have ``depth`` groups, discarding partitions whose bound exceeds ``limit``.

    The partitions found last are divided first, so only a few partitions are waiting at any time.
    """
    steps = divisions(family.weights.tolist())
    bounds = np.zeros(len(start.lower), np.int64)
    left, waiting, kept, decisions = [], [start], 0, 0
    while waiting:
        nodes = waiting.pop()
        groups = int(np.count_nonzero(nodes.groups[0])) if len(nodes.lower) else depth
        if groups == depth:
            left.append(nodes)
            kept += len(nodes.lower)
            if kept > MAX_KEPT:
                raise TooLarge(f"This proof needs more than {MAX_KEPT:,} boards or partitions at once.")
            continue
        if len(nodes.lower) > TOGETHER:
            waiting.append(nodes.some(slice(TOGETHER, None)))
        parts, counted = _divided(layout, family, limit, nodes.some(slice(TOGETHER)), steps[groups - 1])
        bounds += np.bincount(counted, minlength=len(bounds))
        decisions += fingerprint(parts.groups)
        waiting.append(parts)
    return Explored(Nodes(*(np.concatenate(column) for column in zip(*left, strict=True))), bounds, decisions % 2**64)


def fingerprint(groups: NDArray[np.uint64]) -> int:
    """Return a number below 2^64 that depends on the set of partitions, but not on their order.

    The number is a sum modulo 2^64, so the fingerprint of several lists together is the sum of their fingerprints.
    """
    mixed = np.zeros(len(groups), np.uint64)
    for column in groups.T:
        mixed = (mixed ^ column ^ mixed >> np.uint64(29)) * ODD  # modulo 2^64
    return int((mixed ^ mixed >> np.uint64(32)).sum(dtype=np.uint64))


def _divided(
    layout: BoundLayout, family: Family, limit: float, nodes: Nodes, step: Division
) -> tuple[Nodes, NDArray[np.int64]]:
    """Divide one group of each partition, and discard the partitions whose bound exceeds the limit.

    Also return, for each bound computed, the item that it counts for (see ``Nodes``).
    """
    groups, parent = divide(layout.game.images, family, nodes.groups, step)
    counted, kept = nodes.item[parent], _not_excluded(layout, family, limit, nodes.groups, groups, parent)
    groups, parent = groups[kept], parent[kept]
    lower = np.maximum(lower_bounds(layout, family, groups), nodes.lower[parent])
    return Nodes(groups, lower, nodes.item[parent]).some(lower <= limit), counted


def _not_excluded(
    layout: BoundLayout,
    family: Family,
    limit: float,
    parents: NDArray[np.uint64],
    groups: NDArray[np.uint64],
    parent: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Return a mask of the partitions that need a full bound, because a lazy bound does not exclude them.

    A lazy bound (``kernels.bounds``) is at most the full bound, but rounding changes each of them by a factor between
    1 - E and 1 + E. If a lazy bound exceeds (1 + E) / (1 - E) <= 1 + 2.1 E times the limit, the full bound exceeds the
    limit too. So lazy bounds save time without changing which partitions are discarded. (The factor below is 1 + 3 E,
    which also covers the rounding of the limit.)
    """
    rounded = rounding(layout, len(family.weights))
    most = np.float32(limit * (1 + rounded) * (1 + 3 * rounded))
    weights, lazy = family.weights.astype(np.float32), np.zeros(len(groups), np.float32)
    for start in range(0, len(parents), LANES):
        stop_if_asked()
        some = slice(*np.searchsorted(parent, (start, start + LANES)))
        above = parents[start : start + LANES]
        lazy[some] = bound_lazily(layout.game, weights, above, groups[some], parent[some] - start, most)
    kept: NDArray[np.bool_] = lazy <= most
    return kept


def lower_bounds(layout: BoundLayout, family: Family, groups: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return a lower bound for each partition, reduced so that rounding cannot make it too large."""
    found, weights = np.zeros(len(groups)), family.weights.astype(np.float32)
    for start in range(0, len(groups), AT_ONCE):
        stop_if_asked()
        some = slice(start, start + AT_ONCE)
        found[some] = bound_partitions(layout.game, weights, groups[some])
    return found / ((1 + rounding(layout, len(family.weights))) * SLACK)
