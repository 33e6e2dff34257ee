"""Turns of the search by restarts: a turn tries every possible value in one cell of a board, one value per lane.

If the cell is marked, its value does not matter, so V of every set that contains the cell is taken from the current
board, and only the other sets are computed. In these other sets, the cell has value v in lane v, and every other cell
has the same value in all lanes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.vectors import LANES, NONE, add, broadcast, larger, load, over, smaller, store, times, where


class SearchGame(NamedTuple):
    """Data shared by all boards of a search.

    ``sets`` are the transient sets from row 1 on, each after all its supersets; row 0 stands for a win, and ``row_of``
    contains the row of every set. ``weights`` are the weights of the values that may be used, and ``total`` is the
    total weight of the dice. ``movable`` are the cells that may change; the values in ``required`` must occur, and with
    ``distinct``, no value occurs twice. With ``marks_all``, a roll marks all cells of its value at once.
    """

    sets: NDArray[np.uint64]
    row_of: NDArray[np.uint32]
    weights: NDArray[np.float32]
    total: np.float32
    movable: NDArray[np.int64]
    required: NDArray[np.int64]
    distinct: bool
    marks_all: bool


class TurnRoom(NamedTuple):
    """Scratch memory for turns.

    The memory contains V of every set for the current board and for a changed board, two tables of turns, and the cells
    of one turn. A table has one lane for each of the ``weights``, in chunks of LANES.
    """

    values: NDArray[np.float32]
    changed: NDArray[np.float32]
    first_turn: NDArray[np.float32]
    second_turn: NDArray[np.float32]
    bits: NDArray[np.uint64]
    ends: NDArray[np.uint64]
    present: NDArray[np.uint64]
    own: NDArray[np.float32]
    absent: NDArray[np.float32]
    scores: NDArray[np.float32]
    random: NDArray[np.uint64]


def make_room(game: SearchGame, cells: int) -> TurnRoom:
    """Return scratch memory for the turns of a search over boards with ``cells`` cells."""
    rows, chunks = len(game.sets), -(-len(game.weights) // LANES)
    return TurnRoom(
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
        np.zeros((chunks, rows, LANES), np.float32),
        np.zeros((chunks, rows, LANES), np.float32),
        np.zeros(cells, np.uint64),
        np.zeros(cells + 1, np.uint64),
        np.zeros(cells, np.uint64),
        # In chunk c, the row of value v has 0 in lane v - c LANES and NONE in all other lanes (see ``shift`` below).
        np.where(np.arange((1 - chunks) * LANES, chunks * LANES)[:, None] == np.arange(LANES), 0, NONE).astype(
            np.float32
        ),
        np.zeros((chunks, LANES), np.float32),
        np.zeros(len(game.weights), np.float32),
        np.zeros(1, np.uint64),
    )


@kernel(error_model="numpy")
def evaluate_sets(game, board, values):
    """Fill ``values`` with V of every set for ``board``, by backward induction."""
    masks = np.zeros(game.weights.size, np.uint64)
    for cell in range(board.size):
        masks[board[cell]] |= np.uint64(1) << np.uint64(cell)
    for i in range(1, game.sets.size):
        s = game.sets[i]
        rolls, hit = game.total, np.float32(0)
        for value in range(masks.size):
            left = masks[value] & ~s
            if left == 0:
                continue
            best = values[game.row_of[s | left]] if game.marks_all else np.float32(NONE)
            while left and not game.marks_all:
                bit = left & -left
                left ^= bit
                best = min(best, values[game.row_of[s | bit]])
            rolls += game.weights[value] * best
            hit += game.weights[value]
        values[i] = rolls / hit


@kernel(error_model="numpy")
def turn(game, board, cell, values, tables, room):
    """For each value of the cell, compute V of all sets that do not contain the cell.

    The score of a value is the resulting V of the board, or NONE if the constraints do not allow the value.
    """
    count = _list_groups(game, board, cell, room)
    for chunk in range(tables.shape[0]):
        _turn_lanes(game, cell, count, chunk, values, tables[chunk], room)
    for value in range(game.weights.size):
        allowed = _allows(game, board, cell, value)
        row = tables[value // LANES, game.sets.size - 1]
        room.scores[value] = row[value % LANES] if allowed else np.float32(NONE)


@kernel()
def _list_groups(game, board, cell, room):
    """List the other cells by value: one by one, or as sets if all cells of a value are marked at once."""
    count, entry = 0, 0
    room.absent[:] = np.float32(0)
    for value in range(game.weights.size):
        begin, together = entry, np.uint64(0)
        for other in range(board.size):
            if other != cell and board[other] == value:
                room.bits[entry] = np.uint64(1) << np.uint64(other)
                together |= room.bits[entry]
                entry += 1
        if entry == begin:
            room.absent[value // LANES, value % LANES] = game.weights[value]
            continue
        if game.marks_all:
            room.bits[begin] = together
            entry = begin + 1
        room.present[count] = value
        count += 1
        room.ends[count] = entry
    return count


@kernel()
def _allows(game, board, cell, value):
    """Whether the constraints allow the value in the cell."""
    if game.distinct:
        for other in range(board.size):
            if other != cell and board[other] == value:
                return False
    for needed in game.required:
        found = needed == value
        for other in range(board.size):
            found = found or (other != cell and board[other] == needed)
        if not found:
            return False
    return True


@kernel(error_model="numpy")
def _turn_lanes(game, cell, count, chunk, values, table, room):
    """Fill a table by backward induction. The indices are unsigned, to avoid numba's check for negative indices."""
    sets, row_of, bits, ends, present, own = game.sets, game.row_of, room.bits, room.ends, room.present, room.own
    zero, one = np.uint64(0), np.uint64(1)
    mark = one << np.uint64(cell)
    groups, marks_all = np.uint64(count), game.marks_all
    none, total = broadcast(np.float32(NONE)), broadcast(game.total)
    absent = load(room.absent, np.uint64(chunk))
    shift = np.uint64((room.absent.shape[0] - 1 - chunk) * LANES)
    for i in range(one, np.uint64(sets.size)):
        s = sets[i]
        if s & mark:
            continue
        store(table, i, none)  # marking a marked cell leads back to this row; NONE excludes such moves
        marked = broadcast(values[row_of[s | mark]])
        # A value that no other cell has is useful only in its own lane.
        rolls, hit = add(total, times(absent, marked)), absent
        e = zero
        for g in range(groups):
            value = present[g]
            if marks_all:  # in the value's own lane, ``cell`` is marked too; extra marks never hurt
                best = larger(broadcast(values[row_of[s | mark | bits[e]]]), load(own, value + shift))
                best = smaller(best, load(table, np.uint64(row_of[s | bits[e]])))
                e += one
            else:
                best = larger(marked, load(own, value + shift))
                while e < ends[g + one]:
                    best = smaller(best, load(table, np.uint64(row_of[s | bits[e]])))
                    e += one
            weight = broadcast(game.weights[value])
            rolls = add(rolls, where(best, times(weight, best)))
            hit = add(hit, where(best, weight))
        store(table, i, over(rolls, hit))


@kernel()
def keep(game, values, tables, cell, value):
    """Copy V from the lane of ``value`` in a turn's tables, after ``cell`` has taken this value."""
    table, lane = tables[value // LANES], value % LANES
    mark = np.uint64(1) << np.uint64(cell)
    for i in range(1, game.sets.size):
        if not game.sets[i] & mark:
            values[i] = table[i, lane]
