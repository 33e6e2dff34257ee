"""Patterns: partitions of the unmarked cells into blocks of equal value, up to symmetry, and the moves between them.

V(S) depends only on the values of the unmarked cells. It is therefore enough to compute V once for each *pattern* of
unmarked cells and each choice of classes (``searches.space``) for its blocks, not for each board and each set of marks.
A pattern is written as one label per cell: 0 for a marked cell, and otherwise the number of the cell's block, where
blocks are numbered 1, 2, .. in order of first occurrence. If a symmetry of the layout maps one pattern to another, both
have the same V. Of all patterns that symmetries map to each other, only the one with the smallest code is retained; the
code is the number whose digits are the labels.

Marking cells leads to patterns with fewer unmarked cells, or to a win. Patterns are listed with the fewest unmarked
cells first, so each comes after all patterns that its moves lead to.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge
from dicebingo.kernels.sweep import canonical_codes
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Marking
from dicebingo.searches.space import Space

WIN = -1
MAX_CELLS = 12
"""Twelve cells have 4.2 million partitions. With more cells, evaluating all boards would take too long."""

Labels = NDArray[np.uint8]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """All patterns of a space, fewest unmarked cells first; those from index ``whole`` on are patterns of whole boards.

    Each pattern has ``labels`` for the cells and a number of ``blocks``. The moves of pattern i are ``first_move[i]``
    to ``first_move[i + 1] - 1``, ordered by the block they mark (``move_block``, from 0). A move leads to the pattern
    ``move_to``, or wins (``WIN``), and ``move_map[m, j]`` is the block of the new pattern that block j becomes, or -1
    if all cells of block j are marked.
    """

    space: Space
    labels: Labels
    blocks: Numbers
    whole: int
    first_move: Numbers
    move_block: Numbers
    move_to: Numbers
    move_map: Numbers

    def levels(self) -> list[tuple[int, int]]:
        """Return the ranges of patterns with the same number of unmarked cells.

        Patterns in the same range do not depend on each other.
        """
        unmarked = (self.labels > 0).sum(axis=1)
        edges = [0, *(int(i) + 1 for i in np.flatnonzero(np.diff(unmarked))), len(unmarked)]
        return list(pairwise(edges))


def make_patterns(space: Space) -> Patterns:
    """Return all patterns that can occur in games on boards of a space, with their moves."""
    size = len(space.cells)
    if size > MAX_CELLS:
        raise TooLarge(f"expected at most {MAX_CELLS} cells to evaluate all boards, got {size}")
    symmetry = LabelSymmetries(space)
    found: dict[int, list[Labels]] = {size: [_partitions(space)]}
    levels, moves = [], []
    for unmarked in range(size, 0, -1):
        if unmarked not in found:
            continue
        codes = np.unique(symmetry.canonical(np.concatenate(found.pop(unmarked)))[0])
        labels = symmetry.labels(codes)
        levels.append((codes, labels))
        moves.append(_moves(space, symmetry, labels))
        after = moves[-1].labels
        for left in np.unique((after > 0).sum(axis=1)):
            found.setdefault(int(left), []).append(after[(after > 0).sum(axis=1) == left])
    return _numbered(space, levels[::-1], moves[::-1])


def _partitions(space: Space) -> Labels:
    """Return every partition of the cells into blocks that occurs on a board of the space."""
    values = sum(len(c.values) for c in space.classes)
    rows = np.zeros((1, 0), np.uint8)
    for _ in space.cells:
        labels = np.minimum(rows.max(axis=1, initial=0).astype(np.int64) + 1, values)
        copies = np.repeat(rows, labels, axis=0)
        starts = np.repeat(np.cumsum(labels) - labels, labels)
        new = np.arange(len(copies)) - starts + 1
        rows = np.column_stack([copies, new.astype(np.uint8)])
    constraints = space.constraints
    keep = np.full(len(rows), True)
    if constraints.distinct:
        keep &= rows.max(axis=1, initial=0) == len(space.cells)
    fixed = [(space.cells.index(cell), value) for cell, value in constraints.fixed]
    for i, (cell, value) in enumerate(fixed):
        for other, other_value in fixed[:i]:
            keep &= (rows[:, cell] == rows[:, other]) == (value == other_value)
    kept: Labels = rows[keep]
    return kept


class LabelSymmetries:
    """The symmetries of a space, acting on rows of labels.

    Symmetry g moves the label of cell i to cell images[g, i].
    """

    def __init__(self, space: Space) -> None:
        self.size = len(space.cells)
        number = {cell: i for i, cell in enumerate(space.cells)}
        self.images = np.array([[number[p[cell]] for cell in space.cells] for p in space.group], np.int64)
        self.sources = np.argsort(self.images, axis=1)
        self.powers = (self.size + 1) ** np.arange(self.size - 1, -1, -1, dtype=np.int64)

    def canonical(self, labels: Labels) -> tuple[Numbers, Numbers, Numbers]:
        """Return the smallest code among the images of each row.

        Also return the number of symmetries that lead to that code, and the first of these symmetries.
        """
        return canonical_codes(labels, self.sources, self.powers)

    def labels(self, codes: Numbers) -> Labels:
        """Return the rows of labels that have these ``codes``."""
        labels: Labels = (codes[:, None] // self.powers % (self.size + 1)).astype(np.uint8)
        return labels


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """The moves of several patterns: each move's starting pattern, the block it marks, and the resulting pattern."""

    source: Numbers
    block: Numbers
    codes: Numbers
    block_map: Numbers
    labels: Labels


def _moves(space: Space, symmetry: LabelSymmetries, labels: Labels) -> _Moves:
    """Return the moves of patterns, with the canonical labels of the patterns they lead to."""
    size = labels.shape[1]
    if space.rules.marking is Marking.ALL:
        pairs = [(row, b) for row, most in enumerate(labels.max(axis=1, initial=0)) for b in range(1, int(most) + 1)]
        source, block = (np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1))
        after = np.where(labels[source] == block[:, None], 0, labels[source]).astype(np.uint8)
    else:
        source, cell = (index.astype(np.int64) for index in np.nonzero(labels))
        block = labels[source, cell].astype(np.int64)
        after = labels[source].copy()
        after[np.arange(len(after)), cell] = 0
    order = np.lexsort((block, source))
    source, block, after = source[order], block[order], after[order]
    complete = [(after[:, cells_of(line)] == 0).all(axis=1) for line in space.rules.layout.open_lines]
    codes = np.full(len(after), WIN, np.int64)
    maps = np.full((len(after), size), -1, np.int64)
    open_rows = np.flatnonzero(~np.any(complete, axis=0))
    if len(open_rows):
        rest = after[open_rows]
        codes[open_rows], _, first = symmetry.canonical(rest)
        targets = symmetry.labels(codes[open_rows])
        images = symmetry.images[first]
        for i in range(size):
            there = rest[:, i] > 0
            target = targets[np.arange(len(rest)), images[:, i]].astype(np.int64) - 1
            maps[open_rows[there], rest[there, i].astype(np.int64) - 1] = target[there]
    return _Moves(source, block - 1, codes, maps, symmetry.labels(codes[open_rows]))


def _numbered(space: Space, levels: list[tuple[Numbers, Labels]], moves: list[_Moves]) -> Patterns:
    """Return all levels as one list of patterns, fewest unmarked cells first, with one list of moves."""
    size = len(space.cells)
    codes = np.concatenate([level[0] for level in levels])
    labels = np.concatenate([level[1] for level in levels]).reshape(-1, size)
    order = np.argsort(codes)
    starts = np.cumsum([0, *(len(level[0]) for level in levels)])
    source = np.concatenate([found.source + start for found, start in zip(moves, starts, strict=False)])
    target = np.concatenate([found.codes for found in moves])
    wins = target == WIN
    number = order[np.searchsorted(codes, target, sorter=order).clip(max=len(codes) - 1)]
    return Patterns(
        space,
        labels,
        labels.max(axis=1, initial=0).astype(np.int64),
        int(starts[-2]),
        np.searchsorted(source, np.arange(len(codes) + 1)),
        np.concatenate([found.block for found in moves]),
        np.where(wins, WIN, number),
        np.concatenate([found.block_map for found in moves]),
    )
