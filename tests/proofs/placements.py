"""Bounds of placements one by one, as the search of a proof makes them by the thousand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels.bounds import Family, bound_placements
from dicebingo.proofs.bounds import BoundLayout, rounding

Masks = NDArray[np.uint64]


def family_of(weights: Sequence[int]) -> Family:
    """Values by their weights, commonest first; how many copies they have does not matter here."""
    return Family(np.array(weights, np.float32), np.zeros((0, len(weights)), np.int64))


def placement_bounds(
    view: BoundLayout, family: Family, placed: Masks, some: Masks, *, more: bool
) -> NDArray[np.float64]:
    """Lower bounds of V, rounding included, for placements of the next value (R1S)."""
    found = bound_placements(view.game, family, placed, some, more).astype(np.float64)
    lowered: NDArray[np.float64] = found / (1 + rounding(view, len(family.weights))) * (1 - 2.0**-50)
    return lowered


def relabelling_bound(view: BoundLayout, weights: Sequence[int]) -> float:
    """A lower bound of V for all boards with values of these weights, commonest first (R1: nothing is placed)."""
    nothing = np.zeros(1, np.uint64)
    return float(placement_bounds(view, family_of(weights), nothing[:0], nothing, more=True)[0])
