"""Upper bounds for all arrangements of a reply's multiset of values (bound A in ``replies.bounds``).

The opponent is a field of one player (``kernels.matches``), whose weights are the probabilities of the rolls. A
*column* is a value that a reply may have: column j is the roll ``rolls[j]``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.matches import WON, FieldArrays
from dicebingo.kernels.multiset_bounds import assign

RAISE = 2.0**-23
"""Every stored number is raised by this amount, which is twice the unit roundoff of float32."""


class Moves(NamedTuple):
    """The moves from each orbit of sets, by class of unmarked cells.

    Orbit o has ``classes[o]`` classes. Marking any of the ``cells[o, k]`` cells in class k leads to the orbit
    ``target[o, k]``, or wins if this entry is -1.
    """

    classes: NDArray[np.int64]
    target: NDArray[np.int64]
    cells: NDArray[np.int64]


def fill_replies(
    table: NDArray[np.float32],
    after: NDArray[np.float32],
    moves: Moves,
    less: NDArray[np.int32],
    rolls: NDArray[np.int64],
    opponent: FieldArrays,
    part: tuple[int, int],
    from_start: bool,
) -> None:
    """Fill ``table[r, o, s]`` for the multisets r in ``part``, all orbits o of sets and all states s of the opponent.

    ``part`` is the range of these multisets: the first, and one past the last. ``after`` is the table for sets with one
    unmarked cell fewer. Removing column v from multiset r leads to ``less[r, v]``, or is impossible if this entry is
    -1. If ``from_start`` is true, fill only the states that the opponent can reach by rolls of values that are not in
    r.
    """
    _fill_replies(table, after, moves, less, rolls, opponent, *part, from_start)


@kernel(error_model="numpy")
def _fill_replies(table, after, moves, less, rolls, opponent, first, last, from_start):
    chances, _, _, moving, start, states, share = opponent
    columns, classes, count = rolls.size, moves.target.shape[1], moving.size
    gains = np.zeros((columns, classes))
    room = np.zeros(classes + 1), np.zeros(classes + 1, np.int64), np.zeros(classes + 1, np.int64)
    used, left = np.zeros(classes + 1, np.bool_), np.zeros(classes, np.int64)
    scratch = np.zeros((columns + 1, classes + 1)), np.zeros(classes + 1), np.zeros(columns + 1), room, used, left
    there, rests = np.zeros(columns, np.int64), np.zeros(columns, np.int64)
    absent, reached = np.zeros(chances.size, np.bool_), np.ones(count, np.bool_)
    for r in range(first, last):
        values = 0
        absent[:] = True
        for v in range(columns):
            if less[r, v] >= 0:
                there[values], rests[values] = rolls[v], less[r, v]
                absent[rolls[v]] = False
                values += 1
        if from_start:
            reached[:] = False
            reached[0] = True
            for s in range(count):
                for v in range(chances.size):
                    if reached[s] and absent[v]:
                        for e in range(start[s, v], start[s, v + 1]):
                            if states[e] != WON:
                                reached[states[e]] = True
        for orbit in range(table.shape[1]):
            for s in range(count - 1, -1, -1):
                if not reached[s]:
                    continue
                total, hit = 0.0, 0.0
                for v in range(chances.size):
                    if absent[v] and moving[s] >> np.uint64(v) & np.uint64(1):
                        hit += chances[v]
                        for e in range(start[s, v], start[s, v + 1]):
                            to = states[e]
                            total += chances[v] * share[e] * (-1.0 if to == WON else table[r, orbit, to])
                for i in range(values):
                    v = there[i]
                    hit += chances[v]
                    for k in range(moves.classes[orbit]):
                        target = moves.target[orbit, k]
                        gain = 0.0
                        for e in range(start[s, v], start[s, v + 1]):
                            to = states[e]
                            if target < 0:
                                gain += 0.0 if to == WON else share[e]
                            elif to == WON:
                                gain -= share[e]
                            else:
                                gain += share[e] * after[rests[i], target, to]
                        gains[i, k] = chances[v] * gain
                total += _assigned(gains, values, moves.classes[orbit], moves.cells[orbit], scratch)
                table[r, orbit, s] = np.float32(total / hit + RAISE)


@kernel(error_model="numpy")
def _assigned(gains, values, classes, cells, scratch):
    """Return an upper bound on the sum of gains when distinct values take distinct cells.

    Class k has cells[k] interchangeable cells. The bound is the sum of the prices of all cells plus, for each value,
    the maximum over the cells of its gain minus the price. This bound is valid for any nonnegative prices. All prices
    are 0 if each value can take its best class. Otherwise ``assign`` finds the best prices, up to rounding and with the
    opposite sign.
    """
    cost, prices, duals, room, used, left = scratch
    bound, fits = 0.0, True
    left[:classes] = cells[:classes]
    for i in range(values):
        best, where = -np.inf, 0
        for k in range(classes):
            if gains[i, k] > best or (gains[i, k] == best and left[where] <= 0):
                best, where = gains[i, k], k
        bound += best
        fits = fits and left[where] > 0
        left[where] -= 1
    if fits:
        return bound
    columns = 0
    for k in range(classes):
        for _ in range(cells[k]):
            columns += 1
            for i in range(values):
                cost[i + 1, columns] = -gains[i, k]
    assign(cost, values, columns, prices, duals, room, used)
    bound = 0.0
    for j in range(1, columns + 1):
        bound -= prices[j]
    for i in range(1, values + 1):
        least = np.inf
        for j in range(1, columns + 1):
            least = min(least, cost[i, j] - prices[j])
        bound -= least
    return bound
