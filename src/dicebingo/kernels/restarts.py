"""Restarts of simulated annealing and descent over boards, in calls of a fraction of a second.

The mathematics is in ``searches.restarts``. What is evaluated at once is a *turn*: one cell of a board takes every
value there is, one value per lane. In the sets of marks that contain the cell its value does not matter, so they are
taken from the board at hand, and only the others are worked out; in these, lane v has the cell among those of value v,
and all other cells are the same in all lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.vectors import LANES, NONE, add, broadcast, larger, load, over, smaller, store, times, where

SLICE_SETS = 1 << 22
"""So many sets are worked out in one call, or a few times as many; all lanes count."""
LEAST = np.float32(2e-6)
"""Relative gains below this may be rounding: a descent that took them need not end."""


class SearchGame(NamedTuple):
    """What all boards of a search share.

    ``sets`` are the transient sets from row 1 on, each after all its supersets; row 0 stands for a win, and ``row_of``
    has the row of every set. ``weights`` are those of the values that may be used, ``total`` is that of all dice.
    ``movable`` are the cells that may change; the values in ``required`` must occur, and with ``distinct`` none occurs
    twice. With ``marks_all`` a roll marks all cells of its value at once.
    """

    sets: NDArray[np.uint64]
    row_of: NDArray[np.uint32]
    weights: NDArray[np.float32]
    total: np.float32
    movable: NDArray[np.int64]
    required: NDArray[np.int64]
    distinct: bool
    marks_all: bool


class Cooling(NamedTuple):
    """How many turns, the temperatures of the first and the last, and how many of them change a second cell."""

    steps: int
    hot: float
    cold: float
    pairs: float


class _TurnRoom(NamedTuple):
    """Scratch memory: V of every set, for the board at hand, and with a change; two tables of turns; one turn's cells.

    A table has the lanes of ``weights``, LANES at a time.
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


_STEPS, _TURNS, _NEXT, _SINCE, _FIRST, _SECOND = range(6)


class _Progress(NamedTuple):
    """How far a restart is: counts, and then the temperature and the best V so far.

    Counted are the steps of the annealing and all turns; in the descent, the next cell and for how many turns none has
    changed, then the next pair of cells.
    """

    counts: NDArray[np.int64]
    heat: NDArray[np.float64]


def _room(game: SearchGame, cells: int) -> _TurnRoom:
    rows, chunks = len(game.sets), -(-len(game.weights) // LANES)
    return _TurnRoom(
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
        np.zeros((chunks, rows, LANES), np.float32),
        np.zeros((chunks, rows, LANES), np.float32),
        np.zeros(cells, np.uint64),
        np.zeros(cells + 1, np.uint64),
        np.zeros(cells, np.uint64),
        # The row of value v has 0 in lane v and NONE in all others; lanes and rows move together from chunk to chunk.
        np.where(np.arange((1 - chunks) * LANES, chunks * LANES)[:, None] == np.arange(LANES), 0, NONE).astype(
            np.float32
        ),
        np.zeros((chunks, LANES), np.float32),
        np.zeros(len(game.weights), np.float32),
        np.zeros(1, np.uint64),
    )


def anneal(
    game: SearchGame,
    start: NDArray[np.int64],
    cooling: Cooling,
    seed: int,
    look: Callable[[NDArray[np.int64], int], None] = lambda *_: None,
) -> tuple[NDArray[np.int64], float, int]:
    """Anneal a board, then descend; return the best board met, its V in float32, and how many boards were looked at.

    A board holds the indices of its values in ``weights``. The seed is a number of 64 bits. After every call of a
    kernel, ``look`` is shown the best board so far, and how many were looked at.
    """
    board, best, values = start.copy(), start.copy(), len(game.weights)
    room, progress = _room(game, len(board)), _Progress(np.zeros(6, np.int64), np.zeros(2))
    room.random[0] = seed or 1  # xorshift stays at 0
    most = max(1, SLICE_SETS // room.first_turn[..., 0].size)  # turns in a call
    finished = False
    while not finished:
        finished = _go_on(game, board, best, cooling, progress, room, most)
        look(best, int(progress.counts[_TURNS]) * values)
    return best, float(room.values[-1]), int(progress.counts[_TURNS]) * values


def evaluate_turn(game: SearchGame, board: NDArray[np.int64], cell: int) -> NDArray[np.float32]:
    """Return V of the board with each value in the cell."""
    room = _room(game, len(board))
    _evaluate(game, board, room.values)
    _turn(game, board, cell, room.values, room.first_turn, room)
    return room.scores


@kernel(error_model="numpy")
def _go_on(game, board, best, cooling, progress, room, most):  # type: ignore[no-untyped-def]
    """Take some turns, of the annealing and then of the descent; return whether that was all."""
    counts, heat = progress
    if counts[_TURNS] == 0:
        _evaluate(game, board, room.values)
        heat[0], heat[1] = cooling.hot, room.values[game.sets.size - 1]
        counts[_SECOND] = -1
    end = counts[_TURNS] + most
    if counts[_STEPS] < cooling.steps:
        steps = min(most, cooling.steps - counts[_STEPS])
        heat[1], heat[0], turns = _cool(game, board, best, heat[1], heat[0], cooling, steps, room)
        counts[_STEPS] += steps
        counts[_TURNS] += turns
        if counts[_STEPS] < cooling.steps:
            return False
        _evaluate(game, best, room.values)
    size = game.movable.size
    while counts[_TURNS] < end and counts[_FIRST] < size:
        if counts[_SINCE] < size:
            _improve_cells(game, best, room, counts, end)
        elif _improve_pairs(game, best, room, counts, end):
            counts[_NEXT] = counts[_SINCE] = counts[_FIRST] = 0
            counts[_SECOND] = -1
    return counts[_FIRST] >= size


@kernel(error_model="numpy")
def _cool(game, board, best, best_score, temperature, cooling, steps, room):  # type: ignore[no-untyped-def]
    """Take some steps while the temperature falls; return the best V so far, the temperature, and how many turns."""
    movable, random = game.movable, room.random
    last = game.sets.size - 1
    turns = 0
    factor = (cooling.cold / cooling.hot) ** (1.0 / max(cooling.steps, 1))
    for _ in range(steps):
        cell = movable[np.int64(_uniform(random) * movable.size)]
        other = cell
        if _uniform(random) < cooling.pairs:
            other = movable[np.int64(_uniform(random) * movable.size)]
        values = room.values
        if board[other] != board[cell]:
            _copy(game, board, cell, other, room)
            values = room.changed
            turns += 1
        else:
            other = cell
        before = board[other]
        board[other] = board[cell]
        _turn(game, board, cell, values, room.second_turn, room)
        turns += 1
        chosen = _draw(room.scores, temperature * room.values[last], random)
        if other == cell:
            if chosen != board[cell]:
                _keep(game, room.values, room.second_turn, cell, chosen)
                board[cell] = chosen
        elif _taken(room.scores[chosen], room.values[last], temperature * room.values[last], random):
            room.values[:] = room.changed
            _keep(game, room.values, room.second_turn, cell, chosen)
            board[cell] = chosen
        else:
            board[other] = before
        if room.values[last] < best_score:
            best[:], best_score = board, room.values[last]
        temperature *= factor
    return best_score, temperature, turns


@kernel()
def _uniform(random):  # type: ignore[no-untyped-def]
    """Return a number from 0 to 1, without 1, by xorshift64*."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


@kernel()
def _draw(scores, temperature, random):  # type: ignore[no-untyped-def]
    """Return a value with probability proportional to exp(-V / temperature)."""
    least = scores.min()
    total = 0.0
    for score in scores:
        total += np.exp((least - score) / temperature)
    left = _uniform(random) * total
    for value in range(scores.size):
        left -= np.exp((least - scores[value]) / temperature)
        if left < 0.0:
            return value
    return scores.argmin()


@kernel()
def _taken(new, old, temperature, random):  # type: ignore[no-untyped-def]
    """Whether a change is taken: always if it is no worse, and otherwise less likely the worse it is."""
    return new < NONE and _uniform(random) < np.exp(min(0.0, (old - new) / temperature))


@kernel(error_model="numpy")
def _evaluate(game, board, values):  # type: ignore[no-untyped-def]
    """Fill V of every set for a board, by backward induction."""
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
def _turn(game, board, cell, values, tables, room):  # type: ignore[no-untyped-def]
    """Work out V of all sets without the cell, for each value in it, and the scores of the allowed ones."""
    count = _list_groups(game, board, cell, room)
    for chunk in range(tables.shape[0]):
        _turn_lanes(game, cell, count, chunk, values, tables[chunk], room)
    for value in range(game.weights.size):
        allowed = _allows(game, board, cell, value)
        row = tables[value // LANES, game.sets.size - 1]
        room.scores[value] = row[value % LANES] if allowed else np.float32(NONE)


@kernel()
def _list_groups(game, board, cell, room):  # type: ignore[no-untyped-def]
    """List the other cells by value, or where all cells of a value are marked at once, the sets of them."""
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
def _allows(game, board, cell, value):  # type: ignore[no-untyped-def]
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
def _turn_lanes(game, cell, count, chunk, values, table, room):  # type: ignore[no-untyped-def]
    """Fill a table by backward induction. Unsigned numbers spare the check for negative indices."""
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
        store(table, i, none)  # marking a marked cell leads here: it is no cell to mark
        marked = broadcast(values[row_of[s | mark]])
        # A value that no other cell has is hit in its own lane only.
        rolls, hit = add(total, times(absent, marked)), absent
        e = zero
        for g in range(groups):
            value = present[g]
            if marks_all:  # more marks are never worse, so in the value's own lane the first is the smaller one
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
def _keep(game, values, tables, cell, value):  # type: ignore[no-untyped-def]
    """Take over V of one lane of a turn: the cell has that value now."""
    table, lane = tables[value // LANES], value % LANES
    mark = np.uint64(1) << np.uint64(cell)
    for i in range(1, game.sets.size):
        if not game.sets[i] & mark:
            values[i] = table[i, lane]


@kernel(error_model="numpy")
def _copy(game, board, cell, other, room):  # type: ignore[no-untyped-def]
    """Work out V of all sets for the board on which the other cell has the value of the cell as well."""
    _turn(game, board, other, room.values, room.first_turn, room)
    room.changed[:] = room.values
    _keep(game, room.changed, room.first_turn, other, board[cell])


@kernel(error_model="numpy")
def _improve_cells(game, board, room, counts, end):  # type: ignore[no-untyped-def]
    """Give one cell after the other its best value, until all have theirs, or for some turns."""
    last, size = game.sets.size - 1, game.movable.size
    while counts[_SINCE] < size and counts[_TURNS] < end:
        cell = game.movable[counts[_NEXT] % size]
        _turn(game, board, cell, room.values, room.first_turn, room)
        counts[_TURNS] += 1
        counts[_NEXT] += 1
        counts[_SINCE] += 1
        value = room.scores.argmin()
        if room.scores[value] < room.values[last] * (np.float32(1) - LEAST):
            _keep(game, room.values, room.first_turn, cell, value)
            board[cell] = value
            counts[_SINCE] = 1


@kernel(error_model="numpy")
def _improve_pairs(game, board, room, counts, end):  # type: ignore[no-untyped-def]
    """Give a cell the value of another, and that other its best value; return whether that was an improvement.

    It goes on for some turns, up to the first improvement. A cell i comes with those before it, j = 0, 1, .. i - 1,
    after a turn of its own, j = -1.
    """
    last = game.sets.size - 1
    while counts[_FIRST] < game.movable.size and counts[_TURNS] < end:
        i, j = counts[_FIRST], counts[_SECOND]
        other = game.movable[i]
        if j < 0:
            _turn(game, board, other, room.values, room.first_turn, room)
            counts[_TURNS] += 1
        elif board[game.movable[j]] != board[other]:
            cell, before = game.movable[j], board[other]
            room.changed[:] = room.values
            _keep(game, room.changed, room.first_turn, other, board[cell])
            board[other] = board[cell]
            _turn(game, board, cell, room.changed, room.second_turn, room)
            counts[_TURNS] += 1
            value = room.scores.argmin()
            if room.scores[value] < room.values[last] * (np.float32(1) - LEAST):
                room.values[:] = room.changed
                _keep(game, room.values, room.second_turn, cell, value)
                board[cell] = value
                return True
            board[other] = before
        counts[_SECOND] += 1
        if counts[_SECOND] == i:
            counts[_FIRST], counts[_SECOND] = i + 1, -1
    return False
