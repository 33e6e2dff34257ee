"""Compute the strategies of many boards in float64, as the flat arrays of ``kernels.matches``.

Ties between cells are guessed here: cells count as equally good if their values differ by little more than the rounding
error. The guesses are returned, so that the caller can check them exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.solo import backward_induction, best_cells

SMALLEST, LARGEST, RANDOM = range(3)
WON = -1


class Prepared(NamedTuple):
    """The arrays of a field of players (``kernels.matches``), except the weights; ``values`` contains each board's V.

    ``ties`` lists the guesses: a board, a set of marks, and the cells that seem equally good.
    """

    first: NDArray[np.int64]
    marks: NDArray[np.uint8]
    moving: NDArray[np.uint64]
    start: NDArray[np.uint32]
    after: NDArray[np.int32]
    share: NDArray[np.float64]
    ties: NDArray[np.int64]
    values: NDArray[np.float64]


def prepare_boards(
    boards: NDArray[np.int64],
    lines: Sequence[int],
    weights: NDArray[np.float64],
    marks_all: bool,
    tie_break: int,
    tie_factor: float,
    max_states: int,
) -> Prepared:
    """Compute the strategies of boards (rows of indices into ``weights``), with at most ``max_states`` states each."""
    count, size = boards.shape
    rolls = len(weights)
    states = count * max_states
    entries = states * (rolls + (size if tie_break == RANDOM else 0) * size)
    out = Prepared(
        np.zeros(count + 1, np.int64),
        np.zeros(states, np.uint8),
        np.zeros(states, np.uint64),
        np.empty((states, rolls + 1), np.uint32),
        np.empty(entries, np.int32),
        np.empty(entries),
        np.empty((states * size, 3), np.int64),
        np.zeros(count),
    )
    ends = np.zeros(3, np.int64)
    room = np.zeros(1 << size), np.zeros(1 << size, np.int32), np.zeros(max_states, np.int64)
    _prepare(boards, np.array(lines, np.int64), weights, marks_all, tie_break, tie_factor, room, out, ends)
    last, moves, ties = (int(end) for end in ends)
    per_state = out.marks[:last], out.moving[:last], out.start[:last]
    return Prepared(out.first, *per_state, out.after[:moves], out.share[:moves], out.ties[:ties], out.values)


@kernel()
def _prepare(boards, lines, weights, marks_all, tie_break, tie_factor, room, out, ends):
    table, number, states = room
    total = weights.sum()
    rolls, size = weights.size, boards.shape[1]
    masks = np.zeros(rolls, np.int64)
    base, entry, tie = 0, 0, 0
    for b in range(boards.shape[0]):
        masks[:] = 0
        for cell in range(size):
            masks[boards[b, cell]] |= 1 << cell
        backward_induction(table, lines, total, weights, masks, marks_all)
        out.values[b] = table[0]
        number[:] = -1
        number[0] = 0
        states[0] = 0
        known, at = 1, 0
        while at < known:
            s = states[at]
            mark = 0
            while s >> mark:
                out.marks[base + at] += s >> mark & 1
                mark += 1
            for r in range(rolls):
                out.start[base + at, r] = entry
                left = masks[r] & ~s
                if left == 0:
                    out.after[entry] = at
                    out.share[entry] = 1.0
                    entry += 1
                    continue
                out.moving[base + at] |= np.uint64(1) << np.uint64(r)
                chosen, ties, best = left, 1, 0.0
                if not marks_all:
                    chosen, ties, best = best_cells(table, s, left, tie_factor)
                    if ties > 1 and best > 0.0:
                        out.ties[tie, 0], out.ties[tie, 1], out.ties[tie, 2] = b, s, chosen
                        tie += 1
                    if tie_break == SMALLEST:
                        chosen, ties = chosen & -chosen, 1
                    while tie_break == LARGEST and chosen & (chosen - 1):
                        chosen, ties = chosen & (chosen - 1), 1
                while chosen:
                    bit = chosen if marks_all else chosen & -chosen
                    chosen ^= bit
                    target = s | bit
                    if table[target] == 0.0:
                        out.after[entry] = WON
                    else:
                        if number[target] < 0:
                            number[target] = known
                            states[known] = target
                            known += 1
                        out.after[entry] = number[target]
                    out.share[entry] = 1.0 / ties
                    entry += 1
            out.start[base + at, rolls] = entry
            at += 1
        base += known
        out.first[b + 1] = base
    ends[0], ends[1], ends[2] = base, entry, tie
