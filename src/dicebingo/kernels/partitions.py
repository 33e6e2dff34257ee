"""Divide the groups of partitions of the cells, up to symmetry (``proofs.prove`` explains why)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel


class Family(NamedTuple):
    """A family of multisets of the same values.

    A family has the weights of the values, most common first, and a row of counts for each multiset. Within a row, the
    counts of values with equal weights do not increase.
    """

    weights: NDArray[np.int64]
    counts: NDArray[np.int64]


class Division(NamedTuple):
    """A step that divides the group of values ``first`` to ``last`` - 1 in two.

    The second part begins at ``middle``.
    """

    first: int
    middle: int
    last: int


def divide(
    images: NDArray[np.uint64], family: Family, partitions: NDArray[np.uint64], step: Division
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Divide a group of each partition in all ways that agree with a multiset.

    A partition agrees with a multiset if each group has as many cells as the multiset has copies of the group's values.
    Divisions that differ only by a symmetry that fixes the other groups count as one. Partitions have the form
    described in ``kernels.bounds``. Return the new partitions, and the index of each new partition's parent.
    """
    count, parts, parents = _divide(images, family, partitions, *step)
    return parts[:count], parents[:count]


@kernel()
def _divide(images, family, partitions, first, middle, last):
    weights, counts = family
    cells, none = images.shape[1], np.uint64(0)
    parts, parents = np.zeros((64, weights.size), np.uint64), np.zeros(64, np.int64)
    seen = np.zeros(1 << cells, np.int64)
    keep, loose = np.zeros(len(images), np.int64), np.zeros(len(images), np.int64)
    wanted = np.zeros(cells + 1, np.bool_)
    count = 0
    for p in range(len(partitions)):
        groups = partitions[p]
        group = groups[first]
        _list_sizes(counts, groups, first, middle, wanted)
        order = _stabiliser(images, groups, first, first, keep)
        some = none
        while True:
            if wanted[size(some)] and seen[some] != p + 1:
                for k in range(order):
                    seen[image(images, keep[k], some)] = p + 1
                if _in_order(images, weights, groups, some, first, middle, last, loose):
                    if count == len(parts):
                        parts, parents = _longer(parts), _longer(parents)
                    parts[count] = groups
                    parts[count, first], parts[count, middle] = some, group & ~some
                    parents[count] = p
                    count += 1
            some = (some - group) & group  # the next subset of the group
            if not some:
                break
    return count, parts, parents


@kernel()
def _longer(rows):
    return np.concatenate((rows, np.zeros_like(rows)))


@kernel()
def _list_sizes(counts, groups, first, middle, wanted):
    """In ``wanted``, mark the possible sizes of the first part.

    A size is possible if a multiset that agrees with the partition has this many copies of the first part's values.
    """
    wanted[:] = False
    for r in range(len(counts)):
        agrees, cells, v = True, 0, 0
        for w in range(groups.size):
            if groups[w]:
                agrees = agrees and cells == (size(groups[v]) if w else 0)
                v, cells = w, 0
            cells += counts[r, w]
        if agrees and cells == size(groups[v]):
            wanted[counts[r, first:middle].sum()] = True


@kernel()
def _stabiliser(images, groups, first, last, found):
    """List the symmetries that preserve all groups.

    Groups whose first value is between ``first`` and ``last``, inclusive, count as one group.
    """
    order = 0
    for g in range(len(images)):
        keeps, together = True, np.uint64(0)
        for v in range(groups.size):
            if first <= v <= last:
                together |= groups[v]
            else:
                keeps = keeps and image(images, g, groups[v]) == groups[v]
        if keeps and image(images, g, together) == together:
            found[order] = g
            order += 1
    return order


@kernel()
def _in_order(images, weights, groups, some, first, middle, last, found):
    """Return whether the cells of interchangeable values are in order.

    Equally likely values with the same number of copies are interchangeable, so one order of their cells is enough.
    Sets of cells are ordered by their least images. The images are taken under the symmetries that preserved the
    partition before this group of interchangeable values was divided.
    """
    if middle > first + 1:
        return True
    rest, start = groups[first] & ~some, first
    while start and weights[start - 1] == weights[first] and size(groups[start - 1]) == size(some):
        start -= 1
    ends = last == middle + 1 and weights[middle] == weights[first] and size(rest) == size(some)
    if start == first and not ends:
        return True
    order = _stabiliser(images, groups, start, first, found)
    own = _least_image(images, found, order, some)
    follows = start == first or _least_image(images, found, order, groups[first - 1]) <= own
    return follows and (not ends or own <= _least_image(images, found, order, rest))


@kernel()
def size(cells):
    """Return the number of cells in a set."""
    count = 0
    while cells:
        cells &= cells - np.uint64(1)
        count += 1
    return count


@kernel()
def image(images, g, cells):
    """Return the image of the set ``cells`` under symmetry ``g``."""
    moved = np.uint64(0)
    for cell in range(images.shape[1]):
        if cells >> np.uint64(cell) & np.uint64(1):
            moved |= images[g, cell]
    return moved


@kernel()
def _least_image(images, chosen, order, cells):
    least = cells
    for k in range(order):
        least = min(least, image(images, chosen[k], cells))
    return least
