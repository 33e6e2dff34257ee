"""Compute the bounds of single partitions. A proof computes the bounds of thousands of partitions at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels.bounds import bound_partitions
from dicebingo.proofs.bounds import SLACK, BoundLayout, rounding


def partition_bounds(view: BoundLayout, weights: Sequence[int], partitions: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return lower bounds on the expected number of rolls V, allowing for rounding."""
    found = bound_partitions(view.game, np.array(weights, np.float32), partitions).astype(np.float64)
    lowered: NDArray[np.float64] = found / ((1 + rounding(view, len(weights))) * SLACK)
    return lowered


def relabelling_bound(view: BoundLayout, weights: Sequence[int]) -> float:
    """Return a lower bound on the expected number of rolls V of all boards whose values have these weights.

    The weights must be in descending order. The bound is that of the partition with all cells in one group.
    """
    everything = np.zeros((1, len(weights)), np.uint64)
    everything[0, 0] = (1 << len(view.cells)) - 1
    return float(partition_bounds(view, weights, everything)[0])


def coarsenings(masks: Sequence[int]) -> list[list[int]]:
    """Return all partitions of the values into groups of consecutive values, with the cells of each group.

    The partition with a single group comes first, and the partition into single values comes last.
    """
    found = []
    for begins in product((False, True), repeat=len(masks) - 1):
        edges = [0, *(v for v, begin in enumerate(begins, 1) if begin), len(masks)]
        groups = [0] * len(masks)
        for first, last in pairwise(edges):
            groups[first] = sum(masks[first:last])
        found.append(groups)
    return found
