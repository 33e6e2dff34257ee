"""Compute lower bounds for many partitions of the cells into groups at once (the mathematics is in ``proofs.bounds``).

A *lane* is one of LANES partitions that are bounded together, one per element of a vector (``kernels.vectors``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.vectors import (
    LANES,
    NONE,
    add,
    broadcast,
    larger,
    load,
    lowest,
    over,
    smaller,
    store,
    times,
    where,
)

STAGES = (2, 3, 4, 5)
"""The stages of a lazy bound: stage k computes U only for sets of at most k cells (see ``bound_lazily``)."""


class BoundGame(NamedTuple):
    """Data shared by all boards with the same rules.

    ``sets`` are the transient sets from row 1 on, each after all its supersets; row 0 stands for a win, and ``row_of``
    contains the row of every set. ``images[g, cell]`` is the bit of the cell's image under symmetry g, and ``total``
    the total weight of the dice. ``by_size`` lists all rows except the first, largest sets first. The sets of at most k
    cells are ``by_size[at_most[k]:]``.
    """

    sets: NDArray[np.uint64]
    row_of: NDArray[np.uint16]
    images: NDArray[np.uint64]
    total: np.float32
    by_size: NDArray[np.uint64]
    at_most: NDArray[np.int64]


class _Groups(NamedTuple):
    """The values and the cells of the groups of LANES partitions.

    Group g has ``values[g]`` values with the weights ``slots[first[g]], ...``, followed by zeros. ``cells[g]`` is the
    set of cells that the group has in any lane; ``held[g n + c, lane]`` is 0 if the group has cell c of n in that lane,
    and NONE otherwise.
    """

    values: NDArray[np.uint64]
    first: NDArray[np.uint64]
    slots: NDArray[np.float32]
    cells: NDArray[np.uint64]
    held: NDArray[np.float32]


def bound_partitions(
    game: BoundGame, weights: NDArray[np.float32], partitions: NDArray[np.uint64]
) -> NDArray[np.float32]:
    """Return a lower bound, up to rounding, for each of several partitions that group the values in the same way.

    ``weights`` are the weights of the values, most common first. A group consists of consecutive values. In partition
    i, the group whose first value is v has the cells ``partitions[i, v]``. Other columns are zero.
    """
    bounds = np.zeros(len(partitions), np.float32)
    if len(partitions):
        groups, own = _make_groups(game, weights, partitions)
        _bound_partitions(game, groups, own, *_make_tables(game), bounds)
    return bounds


def bound_lazily(
    game: BoundGame,
    weights: NDArray[np.float32],
    parents: NDArray[np.uint64],
    children: NDArray[np.uint64],
    parent: NDArray[np.int64],
    limit: np.float32,
) -> NDArray[np.float32]:
    """Return a lower bound, up to rounding, for each child: a partition that divides one group of its parent in two.

    ``parent[i]`` is the row of the parent of ``children[i]``; these row numbers never decrease. A child allows fewer
    boards than its parent, so its bound U for a set (``proofs.bounds``) is at least the parent's. In stage k, sets of
    more than k cells keep the parent's U, and U is computed only for the other sets. A child whose bound exceeds
    ``limit`` skips the later stages. All other children get the bound of the last stage.
    """
    bounds = np.zeros(len(children), np.float32)
    if len(children):
        above, own_above = _make_groups(game, weights, parents)
        groups, own = _make_groups(game, weights, children)
        edges = np.searchsorted(parent, np.arange(len(parents) + 1))
        arguments = np.array(STAGES), above, own_above, groups, own, edges
        _bound_lazily(game, *arguments, limit, _make_tables(game)[0], *_make_tables(game), bounds)
    return bounds


def _make_groups(
    game: BoundGame, weights: NDArray[np.float32], partitions: NDArray[np.uint64]
) -> tuple[_Groups, NDArray[np.uint64]]:
    """Return the groups of values, which all partitions have in common, and each group's cells in each partition."""
    begins, size = np.flatnonzero(partitions[0]), game.images.shape[1]
    values = np.diff(np.append(begins, len(weights)))
    first = np.cumsum(values + 2) - values - 2
    slots = np.zeros(int(first[-1] + values[-1]) + 2, np.float32)
    for at, begin, count in zip(first, begins, values, strict=True):
        slots[at : at + count] = weights[begin : begin + count]
    cells, held = np.zeros(len(begins), np.uint64), np.zeros((len(begins) * size, LANES), np.float32)
    groups = _Groups(values.astype(np.uint64), first.astype(np.uint64), slots, cells, held)
    return groups, np.ascontiguousarray(partitions[:, begins])


def _make_tables(game: BoundGame) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a table for the bounds U (``proofs.bounds``), and scratch memory for cells (``rest``)."""
    rows, size = len(game.sets), game.images.shape[1]
    return np.zeros((rows, LANES), np.float32), np.zeros((size, LANES), np.float32)


@kernel(error_model="numpy")
def _bound_partitions(game, groups, partitions, table, rest, bounds):
    """Bound partitions, LANES at a time."""
    all_of_them = np.arange(bounds.size)
    for start in range(0, bounds.size, LANES):
        some = all_of_them[start : start + LANES]
        _set_lanes(groups, partitions, some)
        _fill_table(game, groups, game.by_size, table, rest)
        for lane in range(some.size):
            bounds[some[lane]] = table[game.sets.size - 1, lane]


@kernel(error_model="numpy")
def _bound_lazily(game, stages, above, parents, groups, children, edges, limit, table_above, table, rest, bounds):
    """Bound the children of LANES parents at a time. The children of one parent are bounded together."""
    every, waiting = np.arange(len(parents)), np.arange(bounds.size)
    for start in range(0, len(parents), LANES):
        some = every[start : start + LANES]
        _set_lanes(above, parents, some)
        _fill_table(game, above, game.by_size[: game.at_most[stages[0]]], table_above, rest)
        for lane in range(some.size):
            left = waiting[edges[some[lane]] : edges[some[lane] + 1]]
            for stage in stages:
                begin = game.at_most[stage]
                for row in game.by_size[game.at_most[stage + 1] : begin]:
                    store(table, row, broadcast(table_above[row, lane]))
                count = 0
                for at in range(0, left.size, LANES):
                    these = left[at : at + LANES]
                    _set_lanes(groups, children, these)
                    _fill_table(game, groups, game.by_size[begin:], table, rest)
                    for k in range(these.size):
                        bounds[these[k]] = table[game.sets.size - 1, k]
                for child in left:
                    if bounds[child] <= limit:
                        left[count] = child
                        count += 1
                left = left[:count]


@kernel(error_model="numpy")
def _set_lanes(groups, partitions, some):
    """Put partitions into the lanes. Unused lanes repeat the last partition."""
    size = groups.held.shape[0] // groups.cells.size
    groups.cells[:] = 0
    for g in range(groups.cells.size):
        for lane in range(LANES):
            own = partitions[some[min(lane, some.size - 1)], g]
            groups.cells[g] |= own
            for cell in range(size):
                has = own >> np.uint64(cell) & np.uint64(1)
                groups.held[g * size + cell, lane] = np.float32(0) if has else np.float32(NONE)


@kernel(error_model="numpy")
def _fill_table(game, groups, rows, table, rest):
    """Fill rows of the table by backward induction, larger sets first.

    The indices are unsigned, to avoid numba's check for negative indices.
    """
    sets, row_of = game.sets, game.row_of
    values, first, slots, cells, held = groups
    one, two, three, size = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(game.images.shape[1])
    none, zero = broadcast(np.float32(NONE)), broadcast(np.float32(0))
    for i in rows:
        s = sets[i]
        rolls, hit = broadcast(game.total), zero
        for g in range(np.uint64(values.size)):
            # Find the three best unmarked cells (a, b, c), one for each of the first three values. ``rest`` contains
            # the other cells, for later values.
            a, b, c = none, none, none
            unmarked, others, row = cells[g] & ~s, np.uint64(0), g * size
            while unmarked:
                cell = lowest(unmarked)
                unmarked &= unmarked - one
                x = larger(load(table, row_of[s | one << cell]), load(held, row + cell))
                if values[g] <= two:
                    b = smaller(b, larger(a, x))
                    a = smaller(a, x)
                else:
                    y = larger(a, x)
                    a = smaller(a, x)
                    x = larger(b, y)
                    b = smaller(b, y)
                    store(rest, others, larger(c, x))
                    c = smaller(c, x)
                    others += one
            at, done = first[g], three
            while True:
                weight = broadcast(slots[at])
                rolls, hit = add(rolls, where(a, times(weight, a))), add(hit, where(a, weight))
                if values[g] > one:
                    weight = broadcast(slots[at + one])
                    rolls, hit = add(rolls, where(b, times(weight, b))), add(hit, where(b, weight))
                    weight = broadcast(slots[at + two])
                    rolls, hit = add(rolls, where(c, times(weight, c))), add(hit, where(c, weight))
                if done >= min(values[g], others):
                    break
                at, done = at + three, done + three
                a, b, c = none, none, none
                for k in range(others):
                    x = load(rest, k)
                    y = larger(a, x)
                    a = smaller(a, x)
                    x = larger(b, y)
                    b = smaller(b, y)
                    store(rest, k, larger(c, x))
                    c = smaller(c, x)
        store(table, i, over(rolls, hit))
