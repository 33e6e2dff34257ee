"""The two inner loops of the sweep over all boards (see ``searches.patterns`` and ``searches.sweep``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel

Numbers = NDArray[np.int64]


def canonical_codes(labels: NDArray[np.uint8], sources: Numbers, powers: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return, for each row of labels, the smallest code of its images.

    Also return the number of symmetries that lead to that code, and the first of these symmetries. The image under
    symmetry g has, at index i, the label that the row has at index sources[g, i]. The blocks of the image are then
    renumbered in order of occurrence.
    """
    codes, count, first = (np.zeros(len(labels), np.int64) for _ in range(3))
    _canonical_codes(labels, sources, powers, codes, count, first)
    return codes, count, first


@kernel()
def _canonical_codes(labels, sources, powers, codes, count, first):
    size = labels.shape[1]
    names = np.zeros(size + 1, np.int64)
    for row in range(labels.shape[0]):
        codes[row] = -1
        for g in range(sources.shape[0]):
            names[:] = 0
            blocks = 0
            code = 0
            for i in range(size):
                label = labels[row, sources[g, i]]
                if label and not names[label]:
                    blocks += 1
                    names[label] = blocks
                code += names[label] * powers[i]
            if codes[row] < 0 or code < codes[row]:
                codes[row], count[row], first[row] = code, 0, g
            count[row] += code == codes[row]


class SweepArrays(NamedTuple):
    """Patterns and classes (see ``searches.space``) as arrays for the kernel.

    The table contains V of pattern i from offset[i] on, with the stride stride[i, j] for the class of block j;
    forced[i, j] is the class of a block that a constraint fixes, or -1. Move m of pattern i (from first_move[i] on)
    marks a cell of block move_block[m]; V after the move is at move_base[m] plus the sum of move_stride[m, j] times the
    class of block j. A win has a base and strides of 0, and table[0] is 0.
    """

    weight: NDArray[np.float64]
    capacity: Numbers
    required: NDArray[np.bool_]
    blocks: Numbers
    forced: Numbers
    offset: Numbers
    stride: Numbers
    first_move: Numbers
    move_block: Numbers
    move_base: NDArray[np.uint64]
    move_stride: NDArray[np.uint64]


class SweptBoards(NamedTuple):
    """Complete boards, each with V, the choice of classes, and the number of boards that it stands for.

    A choice is the sum, over the blocks of the pattern that no constraint fixes, of the block's stride times its class.
    """

    values: NDArray[np.float64]
    choice: NDArray[np.uint64]
    weight: NDArray[np.uint64]


def evaluate(arrays: SweepArrays, total: float, table: NDArray[np.float64], first: int, last: int) -> None:
    """Fill the table with V of patterns first .. last - 1, for every choice of classes."""
    _evaluate_patterns(arrays, total, table, first, last)


def evaluate_boards(
    arrays: SweepArrays,
    total: float,
    table: NDArray[np.float64],
    labels: NDArray[np.uint8],
    symmetries: tuple[Numbers, Numbers],
    pattern: int,
    out: SweptBoards,
    ends: Numbers,
) -> None:
    """Compute V of the boards of consecutive patterns, beginning with ``pattern``: one pattern for each row of labels.

    For each orbit of boards under the symmetries that leave a pattern unchanged, only one board is listed.
    ``symmetries`` contains, for each symmetry, the image and the source of each cell. ends[i] is set to the index after
    the last board of the i-th pattern.
    """
    _evaluate_boards(arrays, total, table, labels, *symmetries, pattern, out, ends)


@kernel()
def _block_symmetries(labels, images, sources, blocks):
    """Find the symmetries that leave labels unchanged; return how they permute the blocks, and their number."""
    size = labels.size
    found = np.zeros((images.shape[0], blocks), np.int64)
    names = np.zeros(size + 1, np.int64)
    distinct, leaving = 0, 0
    for g in range(images.shape[0]):
        names[:] = 0
        number = 0
        same = True
        for i in range(size):
            label = labels[sources[g, i]]
            if label and not names[label]:
                number += 1
                names[label] = number
            same = same and names[label] == labels[i]
        if not same:
            continue
        leaving += 1
        for i in range(size):
            if labels[i]:
                found[distinct, labels[i] - 1] = labels[images[g, i]] - 1
        new = True
        for other in range(distinct):
            new = new and not np.array_equal(found[other], found[distinct])
        distinct += new
    return found[:distinct], leaving


@kernel()
def _evaluate_patterns(arrays, total, table, first, last):
    out = SweptBoards(np.zeros(0), np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    swaps = np.zeros((0, 0), np.int64)
    for pattern in range(first, last):
        _evaluate(arrays, total, table, pattern, swaps, 0, out, 0)


@kernel()
def _evaluate_boards(arrays, total, table, labels, images, sources, pattern, out, ends):
    at = 0
    for i in range(labels.shape[0]):
        swaps, leaving = _block_symmetries(labels[i], images, sources, arrays.blocks[pattern + i])
        # ``leaving`` symmetries leave the labels unchanged; each row of ``swaps`` comes from equally many of them.
        orbit = images.shape[0] * swaps.shape[0] // leaving
        at = _evaluate(arrays, total, table, pattern + i, swaps, orbit, out, at)
        ends[i] = at


@kernel(error_model="numpy")
def _evaluate(arrays, total, table, pattern, swaps, orbit, out, at):
    weight, capacity, required = arrays.weight, arrays.capacity, arrays.required
    classes = capacity.size
    blocks, offset = arrays.blocks[pattern], arrays.offset[pattern]
    forced, stride = arrays.forced[pattern], arrays.stride[pattern]
    start, end = arrays.first_move[pattern], arrays.first_move[pattern + 1]
    moves = end - start
    last = blocks - 1
    ends = np.zeros(blocks, np.int64)
    steps = np.empty((blocks, moves), np.uint64)  # the transpose of move_stride: one row per block
    for m in range(moves):
        ends[arrays.move_block[start + m]] = m + 1
        for block in range(blocks):
            steps[block, m] = arrays.move_stride[start + m, block]
    constrained, symmetric = np.any(required), swaps.shape[0] > 1
    # A depth-first walk assigns classes to all blocks except the last; partial sums are stored for each depth.
    digit = np.full(blocks, -1, np.int64)
    used = np.zeros(classes, np.int64)
    entries = np.zeros((blocks, moves), np.uint64)
    entries[0] = arrays.move_base[start:end]
    own = np.full(blocks, offset, np.int64)
    hit = np.zeros(blocks)
    weights = np.zeros(blocks)
    boards = np.ones(blocks, np.int64)
    entry, step = entries[last], steps[last]
    depth = 0
    while depth >= 0:
        if depth < last:
            k = digit[depth]
            if k >= 0:
                used[k] -= 1
            k += 1
            while k < classes and (used[k] == capacity[k] or (forced[depth] >= 0 and forced[depth] != k)):
                k += 1
            digit[depth] = k if k < classes else -1
            if k == classes:
                depth -= 1
                continue
            own[depth + 1] = own[depth] + k * stride[depth]
            weights[depth] = weight[k]
            hit[depth + 1] = hit[depth] + weight[k]
            boards[depth + 1] = boards[depth] * (capacity[k] - used[k])
            here, there, ahead = entries[depth], steps[depth], entries[depth + 1]
            for m in range(moves):
                ahead[m] = here[m] + np.uint64(k) * there[m]
            used[k] += 1
            depth += 1
            continue
        # One step of backward induction for each class of the last block.
        for k in range(classes):
            if used[k] == capacity[k] or (forced[last] >= 0 and forced[last] != k):
                continue
            same = 1
            if orbit:
                digit[last] = k
                if symmetric:
                    same = _same_images(digit, swaps)
                if constrained:
                    for c in range(classes):
                        if required[c] and used[c] == 0 and c != k:
                            same = 0
                if not same:
                    continue
            weights[last] = weight[k]
            rolls = total
            m = 0
            for block in range(blocks):
                best = table[entry[m] + np.uint64(k) * step[m]]
                for other in range(m + 1, ends[block]):
                    after = table[entry[other] + np.uint64(k) * step[other]]
                    best = after if after < best else best
                m = ends[block]
                rolls += weights[block] * best
            value = rolls / (hit[last] + weight[k])
            choice = own[last] + k * stride[last]
            if orbit:
                out.values[at] = value
                out.choice[at] = choice - offset
                out.weight[at] = boards[last] * (capacity[k] - used[k]) * (orbit if same == 1 else orbit // same)
                at += 1
            else:
                table[choice] = value
        depth -= 1
    return at


@kernel()
def _same_images(digit, swaps):
    """Return how many permutations leave a choice of classes unchanged, or 0 if a permutation makes it smaller."""
    same = 0
    for s in range(swaps.shape[0]):
        j = 0
        while j < digit.size and digit[swaps[s, j]] == digit[j]:
            j += 1
        if j == digit.size:
            same += 1
        elif digit[swaps[s, j]] < digit[j]:
            return 0
    return same


def weighted_sum(values: NDArray[np.float64], weights: NDArray[np.uint64]) -> float:
    """Return the sum of values times weights.

    The order of additions is the same on every machine (in BLAS, it depends on the number of threads).
    """
    return float(_weighted_sum(values, weights))


@kernel()
def _weighted_sum(values, weights):
    total, lost = 0.0, 0.0
    for i in range(values.size):
        term = values[i] * weights[i]
        new = total + term
        # The rounding error of this addition (Neumaier).
        lost += (total - new) + term if total >= term else (term - new) + total
        total = new
    return total + lost
