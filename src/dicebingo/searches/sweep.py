"""The sweep: V of every board of a space, up to symmetry, in float64 with a proven error bound.

One table holds V for every pattern and every choice of classes for its blocks (see ``searches.patterns``): for blocks
1..d with classes k₁..k_d, where w(k) is the weight of class k and W is the total weight of the dice,

    V = (W + Σ_j w(k_j) · min_{moves that mark a cell of block j} V(after the move)) / Σ_j w(k_j).

A move leads to another pattern, whose blocks are some of the current blocks in another order, so the index of V after
the move is computed as a base plus a sum of strides times classes, without searching or hashing. Patterns with fewer
unmarked cells come first. The patterns of whole boards come last; their values are not stored in the table but returned
in shards.

Rounding: as in ``solo.mdp``, a step rounds at most d + 2 times for d ≤ n blocks, and no game has more than n steps
on n cells, so the relative error of a value is below 1.01 · n(n + 2) · 2⁻⁵³ (twice that if weights exceed 2⁵³).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.sweep import SweepArrays, SweptBoards, evaluate, evaluate_boards
from dicebingo.running.shards import Result
from dicebingo.running.stopping import stop_if_asked
from dicebingo.searches.orbits import count_orbits
from dicebingo.searches.patterns import WIN, LabelSymmetries, Patterns, make_patterns
from dicebingo.searches.space import Space

UNIT_ROUNDOFF = 2.0**-53
MAX_BOARDS = 1 << 28
"""The maximum number of essentially different boards."""
MAX_TABLE = 1 << 29
"""The maximum number of entries in the table, which then takes 4 GiB."""
SHARD_BOARDS = 1 << 20
COLUMNS = ("values", "weights", "patterns", "choices")
"""For each board: V, the size of the orbit, the pattern, and the choice of classes for the pattern."""


def error_bound(space: Space) -> float:
    """Return a bound on the relative error of every value in a sweep."""
    size = len(space.cells)
    return 1.01 * size * (size + 2) * UNIT_ROUNDOFF * (1 if space.rules.dice.total < 1 << 53 else 2)


class Sweep:
    """V of all boards of a space: a table is computed once, and then the boards are evaluated in shards."""

    def __init__(self, space: Space) -> None:
        self.space = space
        if space.total == 0:
            raise InputError("no board meets the constraints")
        # Check the size first: making the patterns of a space that is too large would take minutes. The limit of 2^63
        # exists because orbit sizes are stored in 64 bits.
        if (boards := count_orbits(space)) > MAX_BOARDS or space.total >= 1 << 63:
            expected = f"at most {MAX_BOARDS:,} essentially different boards, and fewer than 2^63 boards in total,"
            raise TooLarge(f"expected {expected} to evaluate all boards, got {boards:,} and {space.total:,}")
        self.patterns = make_patterns(space)
        self.error_bound = error_bound(space)
        self.total = float(space.rules.dice.total)
        self.arrays, self.table_size = _arrays(self.patterns)
        if self.table_size > MAX_TABLE:
            raise TooLarge(f"expected a table of at most {MAX_TABLE:,} values for all boards, got {self.table_size:,}")
        self.choices = _choices(space)
        self.shards = _shard_ranges(self.patterns, self.choices)
        whole = np.array(self.choices)[self.patterns.blocks]
        self.room = [int(whole[first:last].sum()) for first, last in self.shards]  # upper bounds on the shards' sizes
        self._table: NDArray[np.float64] | None = None
        self._preparing = Lock()

    def prepare(self) -> NDArray[np.float64]:
        """Return the table of all patterns except those of whole boards, computed on first use."""
        with self._preparing:  # several shards may request the table at the same time
            if self._table is None:
                self._table = self._computed()
            return self._table

    def _computed(self) -> NDArray[np.float64]:
        table = np.empty(self.table_size)  # choices that use a class too often stay unset, and are never read
        table[0] = 0.0
        pool = ThreadPoolExecutor()
        try:
            for first, last in self.patterns.levels()[:-1]:
                edges = np.linspace(first, last, 65).astype(int).tolist()
                work = [pool.submit(evaluate, self.arrays, self.total, table, a, b) for a, b in pairwise(edges)]
                for part in work:
                    stop_if_asked()
                    part.result()
        finally:
            pool.shutdown(cancel_futures=True)
        return table

    def rows(self, patterns: NDArray[np.unsignedinteger], choices: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
        """Return boards as rows of values, without the free cells.

        The first value of a class goes to the first block that uses the class, the second value to the second such
        block, and so on.
        """
        classes = self.space.classes
        stride, forced = self.arrays.stride[patterns], self.arrays.forced[patterns]
        digits = choices[:, None].astype(np.int64) // np.maximum(stride, 1) % len(classes)
        digits = np.where(stride > 0, digits, forced)
        values = np.zeros_like(digits)
        used = np.zeros((len(patterns), len(classes)), np.int64)
        names = np.full((len(classes), max(len(c.values) for c in classes)), -1, np.int64)
        for k, found in enumerate(classes):
            names[k, : len(found.values)] = found.values
        rows = np.arange(len(patterns))
        for j in range(digits.shape[1]):
            there = j < self.patterns.blocks[patterns]
            k = digits[there, j]
            values[there, j] = names[k, used[rows[there], k]]
            used[rows[there], k] += 1
        labels = self.patterns.labels[patterns].astype(np.int64)
        return np.take_along_axis(values, labels - 1, axis=1)

    def shard(self, number: int) -> Result:
        """Evaluate the boards of one shard and return their columns."""
        first, last = self.shards[number]
        symmetry = LabelSymmetries(self.space)
        room = self.room[number]
        out = SweptBoards(np.empty(room), np.empty(room, np.uint64), np.empty(room, np.uint64))
        ends = np.zeros(last - first, np.int64)
        labels, moved = self.patterns.labels[first:last], (symmetry.images, symmetry.sources)
        evaluate_boards(self.arrays, self.total, self.prepare(), labels, moved, first, out, ends)
        count = int(ends[-1])
        patterns = np.repeat(np.arange(first, last, dtype=np.uint32), np.diff(ends, prepend=0))
        columns = out.values[:count], out.weight[:count], patterns, out.choice[:count]
        return dict(zip(COLUMNS, columns, strict=True))


@lru_cache(maxsize=1)
def sweep_of(space: Space) -> Sweep:
    """Return the sweep of a space. The sweep is cached for the next shard of the same space."""
    return Sweep(space)


def _arrays(patterns: Patterns) -> tuple[SweepArrays, int]:
    """Return the patterns and classes of a space in the form that the kernels expect, and the size of the table."""
    space = patterns.space
    classes, size = space.classes, len(space.cells)
    forced = np.full((len(patterns.blocks), size), -1, np.int64)
    for cell, value in space.constraints.fixed:
        block = patterns.labels[:, space.cells.index(cell)].astype(np.int64) - 1
        there = np.flatnonzero(block >= 0)
        forced[there, block[there]] = next(k for k, c in enumerate(classes) if value in c.values)
    stride = np.zeros_like(forced)
    length = np.ones(len(patterns.blocks), np.int64)
    for j in range(size - 1, -1, -1):
        chosen = (j < patterns.blocks) & (forced[:, j] < 0)
        stride[:, j] = np.where(chosen, length, 0)
        length *= np.where(chosen, len(classes), 1)
    # The values of whole boards are not stored in the table. Its entry 0 is the value of a win.
    stored = np.where(np.arange(len(length)) < patterns.whole, length, 0)
    offset = 1 + np.cumsum(stored) - stored
    source = np.repeat(np.arange(len(length)), np.diff(patterns.first_move))
    continues = patterns.move_to != WIN
    base = np.where(continues, offset[patterns.move_to], 0)
    move_stride = np.zeros((len(base), size), np.int64)
    for j in range(size):
        block = patterns.move_map[:, j]
        step = np.where(continues & (block >= 0), stride[patterns.move_to, block], 0)
        move_stride[:, j] = np.where(forced[source, j] < 0, step, 0)
        base += np.where(forced[source, j] < 0, 0, forced[source, j] * step)
    required = [any(value in c.values for value in space.constraints.contains) for c in classes]
    arrays = SweepArrays(
        np.array([float(c.weight) for c in classes]),
        np.array([len(c.values) for c in classes]),
        np.array(required, np.bool_),
        patterns.blocks,
        forced,
        offset,
        stride,
        patterns.first_move,
        patterns.move_block,
        base.astype(np.uint64),
        move_stride.astype(np.uint64),
    )
    return arrays, int(1 + stored.sum())


def _choices(space: Space) -> list[int]:
    """Return the number of choices of classes for d blocks, for d = 0, 1, .. up to the number of cells.

    A class of m values can be used for at most m blocks, so the number is d! times the coefficient of x^d in the
    product, over all classes, of Σ_{k≤m} x^k / k!.
    """
    counts = [1] + [0] * len(space.cells)
    for found in space.classes:
        counts = [
            sum(comb(d, k) * counts[d - k] for k in range(min(d, len(found.values)) + 1)) for d in range(len(counts))
        ]
    return counts


def _shard_ranges(patterns: Patterns, choices: list[int]) -> list[tuple[int, int]]:
    """Return ranges of the patterns of whole boards, each with about the same number of boards."""
    ranges, first, boards = [], patterns.whole, 0
    for pattern in range(patterns.whole, len(patterns.blocks)):
        boards += choices[patterns.blocks[pattern]]
        if boards >= SHARD_BOARDS or pattern + 1 == len(patterns.blocks):
            ranges.append((first, pattern + 1))
            first, boards = pattern + 1, 0
    return ranges
