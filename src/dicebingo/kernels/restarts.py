"""Restarts of the board search: simulated annealing, then descent. A kernel call takes a fraction of a second.

The mathematics is in ``searches.restarts``. Boards are evaluated in turns (``kernels.turns``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.turns import SearchGame, evaluate_sets, keep, make_room, turn
from dicebingo.kernels.vectors import NONE

SLICE_SETS = 1 << 22
"""The approximate number of vectors that a kernel call computes: one per set of marks and ``LANES`` values."""
LEAST = np.float32(2e-6)
"""Relative gains below this may be rounding errors. A descent that accepted such gains might never end."""


class Cooling(NamedTuple):
    """The number of annealing steps, the first and last temperatures, and the share of steps that try a second cell."""

    steps: int
    hot: float
    cold: float
    pairs: float


_STEPS, _TURNS, _NEXT, _SINCE, _FIRST, _SECOND = range(6)


class _Progress(NamedTuple):
    """The progress of a restart. ``heat`` contains the temperature and the best V so far.

    ``counts`` contains the number of annealing steps, the total number of turns, the descent's next cell, the number of
    turns without a change, and the next pair of cells.
    """

    counts: NDArray[np.int64]
    heat: NDArray[np.float64]


def anneal(
    game: SearchGame,
    start: NDArray[np.int64],
    cooling: Cooling,
    seed: int,
    look: Callable[[NDArray[np.int64], int], None] = lambda *_: None,
) -> tuple[NDArray[np.int64], float, int]:
    """Anneal a board, then descend.

    Return the best board, its V in float32, and the number of boards evaluated. A board contains the indices of its
    values in ``weights``. The seed has 64 bits. After every call of a kernel, ``look`` is called with the best board so
    far and the number of boards evaluated.
    """
    board, best, values = start.copy(), start.copy(), len(game.weights)
    room, progress = make_room(game, len(board)), _Progress(np.zeros(6, np.int64), np.zeros(2))
    room.random[0] = seed or 1  # xorshift would never leave 0
    most = max(1, SLICE_SETS // room.first_turn[..., 0].size)  # the number of turns in a call
    finished = False
    while not finished:
        finished = _go_on(game, board, best, cooling, progress, room, most)
        look(best, int(progress.counts[_TURNS]) * values)
    return best, float(room.values[-1]), int(progress.counts[_TURNS]) * values


@kernel(error_model="numpy")
def _go_on(game, board, best, cooling, progress, room, most):
    """Take about ``most`` turns: annealing first, and then the descent.

    Return whether the restart is finished.
    """
    counts, heat = progress
    if counts[_TURNS] == 0:
        evaluate_sets(game, board, room.values)
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
        evaluate_sets(game, best, room.values)
    size = game.movable.size
    while counts[_TURNS] < end and counts[_FIRST] < size:
        if counts[_SINCE] < size:
            _improve_cells(game, best, room, counts, end)
        elif _improve_pairs(game, best, room, counts, end):
            counts[_NEXT] = counts[_SINCE] = counts[_FIRST] = 0
            counts[_SECOND] = -1
    return counts[_FIRST] >= size


@kernel(error_model="numpy")
def _cool(game, board, best, best_score, temperature, cooling, steps, room):
    """Take ``steps`` annealing steps, and lower the temperature after each.

    Return the best V, the temperature and the number of turns.
    """
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
        turn(game, board, cell, values, room.second_turn, room)
        turns += 1
        chosen = _draw(room.scores, temperature * room.values[last], random)
        if other == cell:
            if chosen != board[cell]:
                keep(game, room.values, room.second_turn, cell, chosen)
                board[cell] = chosen
        elif _taken(room.scores[chosen], room.values[last], temperature * room.values[last], random):
            room.values[:] = room.changed
            keep(game, room.values, room.second_turn, cell, chosen)
            board[cell] = chosen
        else:
            board[other] = before
        if room.values[last] < best_score:
            best[:], best_score = board, room.values[last]
        temperature *= factor
    return best_score, temperature, turns


@kernel()
def _uniform(random):
    """Return a random number of at least 0 and less than 1, by xorshift64*."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


@kernel()
def _draw(scores, temperature, random):
    """Draw a value at random, with probabilities proportional to exp(-V / temperature)."""
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
def _taken(new, old, temperature, random):
    """Whether a change is accepted.

    A change that does not increase V is always accepted. Otherwise, the larger the increase, the lower the probability.
    """
    return new < NONE and _uniform(random) < np.exp(min(0.0, (old - new) / temperature))


@kernel(error_model="numpy")
def _copy(game, board, cell, other, room):
    """Compute V of all sets for the board on which ``other`` gets the same value as ``cell``."""
    turn(game, board, other, room.values, room.first_turn, room)
    room.changed[:] = room.values
    keep(game, room.changed, room.first_turn, other, board[cell])


@kernel(error_model="numpy")
def _improve_cells(game, board, room, counts, end):
    """Give each cell in turn its best value, until no cell changes or the turns are used up."""
    last, size = game.sets.size - 1, game.movable.size
    while counts[_SINCE] < size and counts[_TURNS] < end:
        cell = game.movable[counts[_NEXT] % size]
        turn(game, board, cell, room.values, room.first_turn, room)
        counts[_TURNS] += 1
        counts[_NEXT] += 1
        counts[_SINCE] += 1
        value = room.scores.argmin()
        if room.scores[value] < room.values[last] * (np.float32(1) - LEAST):
            keep(game, room.values, room.first_turn, cell, value)
            board[cell] = value
            counts[_SINCE] = 1


@kernel(error_model="numpy")
def _improve_pairs(game, board, room, counts, end):
    """Give a cell the value of another cell, and give that other cell its best value.

    Continue until the first improvement or until the turns are used up, and return whether there was an improvement.
    Cell i is first evaluated alone (j = -1), and then with each cell before it, j = 0, 1, .. i - 1.
    """
    last = game.sets.size - 1
    while counts[_FIRST] < game.movable.size and counts[_TURNS] < end:
        i, j = counts[_FIRST], counts[_SECOND]
        other = game.movable[i]
        if j < 0:
            turn(game, board, other, room.values, room.first_turn, room)
            counts[_TURNS] += 1
        elif board[game.movable[j]] != board[other]:
            cell, before = game.movable[j], board[other]
            room.changed[:] = room.values
            keep(game, room.changed, room.first_turn, other, board[cell])
            board[other] = board[cell]
            turn(game, board, cell, room.changed, room.second_turn, room)
            counts[_TURNS] += 1
            value = room.scores.argmin()
            if room.scores[value] < room.values[last] * (np.float32(1) - LEAST):
                room.values[:] = room.changed
                keep(game, room.values, room.second_turn, cell, value)
                board[cell] = value
                return True
            board[other] = before
        counts[_SECOND] += 1
        if counts[_SECOND] == i:
            counts[_FIRST], counts[_SECOND] = i + 1, -1
    return False
