"""Compute one level of the dynamic program over multisets of values (see ``proofs.multiset_bounds``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

ROUNDOFF = 2.0**-52
"""Twice the unit roundoff of float64."""


def fill_level(
    table: NDArray[np.float64],
    after: NDArray[np.float64],
    moves: NDArray[np.int64],
    less: NDArray[np.int32],
    weights: NDArray[np.float64],
    total: float,
    first: int,
    last: int,
) -> None:
    """Fill ``table[o, r]`` for all orbits o of sets, and the multisets r from first to last - 1.

    ``after`` is the table for sets with one fewer unmarked cell. Marking the unmarked cell i leads from orbit o to the
    orbit ``moves[o, i]``, or wins if this entry is -1. Removing value v from multiset r leads to ``less[r, v]``, or is
    impossible if this entry is -1.
    """
    _fill_level(table, after, moves, less, weights, total, first, last)


@kernel(error_model="numpy")
def _fill_level(table, after, moves, less, weights, total, first, last):
    columns, most = moves.shape[1], weights.size
    cost = np.zeros((most + 1, columns + 1))
    prices, duals = np.zeros(columns + 1), np.zeros(most + 1)
    scratch = np.zeros(columns + 1), np.zeros(columns + 1, np.int64), np.zeros(columns + 1, np.int64)
    used = np.zeros(columns + 1, np.bool_)
    for orbit in range(table.shape[0]):
        for r in range(first, last):
            rows, hit = 0, 0.0
            simple = total  # the sum if every value takes its best cell, even if several take the same
            taken = np.uint64(0)
            conflict = False
            for v in range(most):
                rest = less[r, v]
                if rest < 0:
                    continue
                rows += 1
                hit += weights[v]
                least, where = np.inf, 0
                for i in range(columns):
                    to = moves[orbit, i]
                    x = 0.0 if to < 0 else weights[v] * after[to, rest]
                    cost[rows, i + 1] = x
                    # Among equally good cells, prefer a cell that is not taken.
                    if x < least or (x == least and taken >> np.uint64(where) & np.uint64(1)):
                        least, where = x, i
                conflict = conflict or (taken >> np.uint64(where) & np.uint64(1)) != 0
                taken |= np.uint64(1) << np.uint64(where)
                simple += least
            low, size = simple, simple
            if conflict:
                assign(cost, rows, columns, prices, duals, scratch, used)
                low, size = total, total
                for i in range(1, columns + 1):
                    low += prices[i]
                    size -= prices[i]
                for v in range(1, rows + 1):
                    least = np.inf
                    for i in range(1, columns + 1):
                        least = min(least, cost[v, i] - prices[i])
                    low += least
                    size += least
            # The rounding errors add up to less than this, so the stored number is a valid bound.
            low -= (rows + columns + 8) * ROUNDOFF * size
            table[orbit, r] = low / hit * (1 - ROUNDOFF)


@kernel(error_model="numpy")
def assign(cost, rows, columns, prices, duals, scratch, used):
    """Find prices <= 0 for the columns that solve the dual of the assignment problem (Kuhn's Hungarian method).

    Rows and columns are numbered from 1. The rounding of the prices does no harm: any prices <= 0 give a valid bound.
    """
    slack, owner, way = scratch
    prices[:] = 0.0
    duals[:] = 0.0
    owner[:] = 0
    for row in range(1, rows + 1):
        owner[0] = row
        column = 0
        slack[:] = np.inf
        used[:] = False
        while True:
            used[column] = True
            i, delta, following = owner[column], np.inf, 0
            for j in range(1, columns + 1):
                if used[j]:
                    continue
                x = cost[i, j] - duals[i] - prices[j]
                if x < slack[j]:
                    slack[j], way[j] = x, column
                if slack[j] < delta:
                    delta, following = slack[j], j
            for j in range(columns + 1):
                if used[j]:
                    duals[owner[j]] += delta
                    prices[j] -= delta
                else:
                    slack[j] -= delta
            column = following
            if owner[column] == 0:
                break
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    prices[0] = 0.0
    for j in range(1, columns + 1):
        prices[j] = min(prices[j], 0.0)
