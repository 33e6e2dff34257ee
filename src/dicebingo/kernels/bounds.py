"""Lower bounds for boards that are partly placed, many at once, and the search that prunes with them.

The mathematics is in ``proofs.bounds`` (the relaxation) and ``proofs.prove`` (the search). A *lane* is one of LANES
placements that are bounded together, one per element of a vector (``kernels.vectors``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels import kernel
from dicebingo.kernels.vectors import LANES, NONE, add, broadcast, larger, load, over, smaller, store, times, where


class BoundGame(NamedTuple):
    """What all boards of some rules share.

    ``sets`` are the transient sets from row 1 on, each after all its supersets; row 0 stands for a win, and ``row_of``
    has the row of every set. ``images[g, cell]`` is the bit of the cell's image under symmetry g, ``total`` the total
    weight of the dice.
    """

    sets: NDArray[np.uint64]
    row_of: NDArray[np.uint16]
    images: NDArray[np.uint64]
    total: np.float32


class Family(NamedTuple):
    """Multisets of the same values: the weights of these, commonest first, and a row of counts for each multiset.

    Rows are in lexicographic order, so those that begin alike are beside each other.
    """

    weights: NDArray[np.float32]
    counts: NDArray[np.int64]


class _BoundRoom(NamedTuple):
    """Scratch memory: V of every set, for every lane; what the lanes hold; and the open cells of one state."""

    table: NDArray[np.float32]
    held: NDArray[np.float32]
    open: NDArray[np.float32]
    bits: NDArray[np.uint64]
    first: NDArray[np.uint64]
    slot: NDArray[np.float32]


def _room(game: BoundGame, family: Family) -> _BoundRoom:
    cells, values = game.images.shape[1], len(family.weights)
    return _BoundRoom(
        np.zeros((len(game.sets), LANES), np.float32),
        np.zeros((2 * cells, LANES), np.float32),
        np.zeros((cells, LANES), np.float32),
        np.zeros(cells, np.uint64),
        np.zeros(values + 1, np.uint64),
        np.zeros(values + 3, np.float32),
    )


def bound_placements(
    game: BoundGame, family: Family, placed: NDArray[np.uint64], some: NDArray[np.uint64], more: bool
) -> NDArray[np.float32]:
    """Return a lower bound, up to rounding, for each of some placements of the next value.

    The first values have the cells ``placed``, the next one those of each mask of ``some``, and, if ``more``, perhaps
    others. All other cells have rarer values.
    """
    bounds = np.zeros(len(some), np.float32)
    _bound_placements(game, family, placed, len(placed), some, len(some), more, _room(game, family), bounds)
    return bounds


@kernel(error_model="numpy")
def _bound_placements(game, family, placed, known, some, count, more, room, bounds):  # type: ignore[no-untyped-def]
    """Bound placements of value ``known``, LANES at a time."""
    taken = np.uint64(0)
    entry = 0
    for g in range(known):
        taken |= placed[g]
        room.first[g] = entry
        entry = _list_bits(placed[g], room.bits, entry)
    room.first[known] = entry
    last = _list_bits(np.uint64(game.row_of.size - 1) & ~taken, room.bits, entry)
    slots = np.uint64(family.weights.size - known - 1)
    room.slot[:] = np.float32(0)
    room.slot[:slots] = family.weights[known + 1 :]
    start = 0
    while start < count:
        lanes = min(LANES, count - start)
        for i in range(entry, last):
            for lane in range(LANES):
                held = some[start + min(lane, lanes - 1)] & room.bits[i] != 0
                room.held[2 * (i - entry), lane] = np.float32(0) if held else np.float32(NONE)
                room.held[2 * (i - entry) + 1, lane] = np.float32(NONE) if held else np.float32(0)
        _bound_lanes(game, family, known, more, slots, last - entry, room)
        for lane in range(lanes):
            bounds[start + lane] = room.table[game.sets.size - 1, lane]
        start += lanes


@kernel()
def _list_bits(cells, bits, entry):  # type: ignore[no-untyped-def]
    """Write the cells of a set to a list, from an entry on; return the entry after them."""
    while cells:
        bits[entry] = cells & -cells
        cells &= cells - np.uint64(1)
        entry += 1
    return entry


@kernel(error_model="numpy")
def _bound_lanes(game, family, known, more, slots, cells, room):  # type: ignore[no-untyped-def]
    """Fill the table by backward induction. Unsigned numbers spare the check for negative indices."""
    sets, row_of, table, bits, first = game.sets, game.row_of, room.table, room.bits, room.first
    held, opened, slot = room.held, room.open, room.slot
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    longer = slots > three or (more and slots == three)
    none, zero = broadcast(np.float32(NONE)), broadcast(np.float32(0))
    own = broadcast(family.weights[known])
    known_values, open_cells = np.uint64(known), np.uint64(cells)
    base = np.uint64(first[known])
    for i in range(one, np.uint64(sets.size)):
        s = sets[i]
        store(table, i, none)  # marking a marked cell leads here: it is no cell to mark
        rolls, hit = broadcast(game.total), zero
        e = np.uint64(0)
        for g in range(known_values):
            best = none
            while e < first[g + one]:
                best = smaller(best, load(table, row_of[s | bits[e]]))
                e += one
            weight = broadcast(family.weights[g])
            rolls = add(rolls, where(best, times(weight, best)))
            hit = add(hit, where(best, weight))
        # The three best open cells; what is not among them is kept for the next three.
        fallback, a, b, c = none, none, none, none
        for k in range(open_cells):
            x = load(table, row_of[s | bits[base + k]])
            fallback = smaller(fallback, larger(x, load(held, k + k)))
            x = larger(x, load(held, k + k + one))
            y = larger(a, x)
            a = smaller(a, x)
            x = larger(b, y)
            b = smaller(b, y)
            if longer:
                store(opened, k, larger(c, x))
            c = smaller(c, x)
        # The value itself on its own cells, or, if it has more copies than are placed, on the best open cell.
        other_rolls, other_hit = add(rolls, where(a, times(own, a))), add(hit, where(a, own))
        rolls, hit = add(rolls, where(fallback, times(own, fallback))), add(hit, where(fallback, own))
        j = np.uint64(0)
        while True:
            first_weight, second_weight = broadcast(slot[j]), broadcast(slot[j + one])
            third_weight = broadcast(slot[j + two])
            rolls, hit = add(rolls, where(a, times(first_weight, a))), add(hit, where(a, first_weight))
            rolls, hit = add(rolls, where(b, times(second_weight, b))), add(hit, where(b, second_weight))
            rolls, hit = add(rolls, where(c, times(third_weight, c))), add(hit, where(c, third_weight))
            if more:
                other_rolls = add(other_rolls, where(b, times(first_weight, b)))
                other_hit = add(other_hit, where(b, first_weight))
                other_rolls = add(other_rolls, where(c, times(second_weight, c)))
                other_hit = add(other_hit, where(c, second_weight))
            j += three
            if j > slots or (j == slots and not more):
                break
            a, b, c = none, none, none
            for k in range(open_cells):
                x = load(opened, k)
                y = larger(a, x)
                a = smaller(a, x)
                x = larger(b, y)
                b = smaller(b, y)
                store(opened, k, larger(c, x))
                c = smaller(c, x)
            if more:
                other_rolls = add(other_rolls, where(a, times(third_weight, a)))
                other_hit = add(other_hit, where(a, third_weight))
            if j >= slots:
                break
        bound = over(rolls, hit)
        if more:
            bound = smaller(bound, over(other_rolls, other_hit))
        store(table, i, bound)


class Explored(NamedTuple):
    """Placements that were not pruned: the cells of each value, a bound of each, and how many bounds it all took.

    ``full`` says that there were more of them than could be kept.
    """

    placements: NDArray[np.uint64]
    bounds: NDArray[np.float32]
    counted: int
    full: bool


def explore(
    game: BoundGame, family: Family, threshold: float, placed: NDArray[np.uint64], depth: int, most: int
) -> Explored:
    """Return the placements of the first ``depth`` values that begin with those placed and are not pruned.

    Pruned is what is bounded above the threshold. At most ``most`` placements are kept.
    """
    cells, values = game.images.shape[1], len(family.weights)
    found = Explored(np.zeros((most, depth), np.uint64), np.zeros(most, np.float32), 0, False)
    counters = np.zeros(2, np.int64)
    scratch = (
        np.zeros((depth, 1 << cells), np.uint64),
        np.zeros((depth, 1 << cells), np.float32),
        np.zeros((2, 1 << cells), np.uint64),
        np.zeros(1 << cells, np.float32),
        np.zeros((2, 1 << cells), np.int64),
        np.zeros((values + 1, len(game.images)), np.int64),
    )
    start = np.zeros(values, np.uint64)
    start[: len(placed)] = placed
    full = _explore(
        game,
        family,
        np.float32(threshold),
        start,
        len(placed),
        depth,
        _room(game, family),
        scratch,
        found,
        counters,
    )
    return Explored(found.placements[: counters[0]], found.bounds[: counters[0]], int(counters[1]), bool(full))


@kernel(error_model="numpy")
def _explore(game, family, threshold, placed, known, last, room, scratch, found, counters):  # type: ignore[no-untyped-def]
    lists, list_bounds, stabilisers = scratch[0], scratch[1], scratch[5]
    images, counts = game.images, family.counts
    lengths, at, orders = np.zeros(last, np.int64), np.zeros(last, np.int64), np.zeros(last + 1, np.int64)
    low, high = np.zeros(last + 1, np.int64), np.zeros(last + 1, np.int64)
    orders[0], high[0] = images.shape[0], counts.shape[0]
    for g in range(images.shape[0]):
        stabilisers[0, g] = g
    for depth in range(known):
        _descend(images, counts, placed, depth, stabilisers, orders, low, high)
    depth = known
    lengths[depth] = _place_value(game, family, threshold, placed, depth, low, high, room, scratch, orders, counters)
    while depth >= known:
        if at[depth] == lengths[depth]:
            depth -= 1
            continue
        placed[depth] = lists[depth, at[depth]]
        at[depth] += 1
        if depth == last - 1:
            if counters[0] == found.bounds.size:
                return True
            found.placements[counters[0]] = placed[:last]
            found.bounds[counters[0]] = list_bounds[depth, at[depth] - 1]
            counters[0] += 1
            continue
        _descend(images, counts, placed, depth, stabilisers, orders, low, high)
        depth += 1
        at[depth] = 0
        lengths[depth] = _place_value(
            game, family, threshold, placed, depth, low, high, room, scratch, orders, counters
        )
    return False


@kernel()
def _descend(images, counts, placed, depth, stabilisers, orders, low, high):  # type: ignore[no-untyped-def]
    """Note what the placement of a value leaves: symmetries that keep it, and multisets that have as many copies."""
    orders[depth + 1] = 0
    for k in range(orders[depth]):
        g = stabilisers[depth, k]
        if _image(images, g, placed[depth]) == placed[depth]:
            stabilisers[depth + 1, orders[depth + 1]] = g
            orders[depth + 1] += 1
    copies = _size(placed[depth])
    first, last = low[depth], high[depth]
    while counts[first, depth] != copies:
        first += 1
    low[depth + 1] = first
    while first < last and counts[first, depth] == copies:
        first += 1
    high[depth + 1] = first


@kernel()
def _size(cells):  # type: ignore[no-untyped-def]
    count = 0
    while cells:
        cells &= cells - np.uint64(1)
        count += 1
    return count


@kernel()
def _image(images, g, cells):  # type: ignore[no-untyped-def]
    """Return the image of a set of cells under a symmetry."""
    image = np.uint64(0)
    for cell in range(images.shape[1]):
        if cells >> np.uint64(cell) & np.uint64(1):
            image |= images[g, cell]
    return image


@kernel()
def _least_image(images, chosen, order, cells):  # type: ignore[no-untyped-def]
    least = cells
    for k in range(order):
        least = min(least, _image(images, chosen[k], cells))
    return least


@kernel(error_model="numpy")
def _place_value(game, family, threshold, placed, known, low, high, room, scratch, orders, counters):  # type: ignore[no-untyped-def]
    """List the placements of a value that are not pruned, up to the symmetries that keep what is placed already.

    They grow by a copy at a time. A placement is pruned if its bound is above the threshold, and before that if one of
    the placements with a copy less was, since it is one of their completions.
    """
    lists, list_bounds, (growing, fresh), bounds, (kept, seen), stabilisers = scratch
    images, one = game.images, np.uint64(1)
    cells, own = images.shape[1], stabilisers[known]
    taken = np.uint64(0)
    for v in range(known):
        taken |= placed[v]
    most, listed, length = 0, 0, 1
    for r in range(low[known], high[known]):
        most = max(most, family.counts[r, known])
    growing[0] = 0
    for copies in range(1, most + 1):
        # A stamp is a number that was not used before, so that nothing must be cleared. The empty set needs none.
        kept[0] += 1
        stamp = kept[0]
        for i in range(length if copies > 1 else 0):
            for k in range(orders[known]):
                kept[_image(images, own[k], growing[i])] = stamp
        count = 0
        for i in range(length):
            for cell in range(cells):
                bit = one << np.uint64(cell)
                wider = growing[i] | bit
                if (taken | growing[i]) & bit or seen[wider] == stamp:
                    continue
                allowed = True
                for other in range(cells):
                    less = wider & ~(one << np.uint64(other))
                    if less != wider and less:
                        allowed = allowed and kept[less] == stamp
                if not allowed:
                    continue
                for k in range(orders[known]):
                    seen[_image(images, own[k], wider)] = stamp
                fresh[count] = wider
                count += 1
        length = count
        growing[:count] = fresh[:count]
        if copies < most:
            _bound_placements(game, family, placed, known, growing, length, True, room, bounds)
            counters[1] += length
            length = _keep(growing, length, bounds, threshold)
        asked = False
        for r in range(low[known], high[known]):
            asked = asked or family.counts[r, known] == copies
        if asked:
            count = _in_order(game, family, placed, known, copies, growing, length, fresh, stabilisers, orders)
            _bound_placements(game, family, placed, known, fresh, count, False, room, bounds)
            counters[1] += count
            count = _keep(fresh, count, bounds, threshold)
            lists[known, listed : listed + count] = fresh[:count]
            list_bounds[known, listed : listed + count] = bounds[:count]
            listed += count
    return listed


@kernel()
def _keep(placements, count, bounds, threshold):  # type: ignore[no-untyped-def]
    """Move the placements that are not pruned to the front; return how many they are."""
    kept = 0
    for i in range(count):
        if bounds[i] <= threshold:
            placements[kept], bounds[kept] = placements[i], bounds[i]
            kept += 1
    return kept


@kernel()
def _in_order(game, family, placed, known, copies, growing, length, fresh, stabilisers, orders):  # type: ignore[no-untyped-def]
    """List the placements that may follow those of equally likely values with equally many copies.

    Such values can be exchanged, so it is enough to look at one order of their placements: by their least images
    under the symmetries that keep what was placed before the first of them.
    """
    start = known
    while start and family.weights[start - 1] == family.weights[known] and _size(placed[start - 1]) == copies:
        start -= 1
    earlier = np.uint64(0)
    if start < known:
        earlier = _least_image(game.images, stabilisers[start], orders[start], placed[known - 1])
    count = 0
    for i in range(length):
        if start == known or _least_image(game.images, stabilisers[start], orders[start], growing[i]) >= earlier:
            fresh[count] = growing[i]
            count += 1
    return count
