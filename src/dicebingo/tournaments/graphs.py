"""Find the top cycle, and the ring whose smallest margin is largest, in graphs that show which player beats which.

Row i of a graph is a bitmask of the players that i beats, or beats by at least a given margin. This module does not
need numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import TypeVar

Graph = Sequence[int]
L = TypeVar("L")


def _players(mask: int) -> list[int]:
    """Return the players in a bitmask, in order. With many players, this is faster than shifting bits."""
    return [player for player, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"]


def top_cycle(beats: Graph, best: int) -> list[int]:
    """Return the smallest set of players in which every member beats every player outside the set.

    ``best`` has the largest Copeland score and so belongs to the set. Every player that a member of the set does not
    beat also belongs to the set.

    >>> top_cycle([0b1010, 0b1100, 0b1001, 0], 0)
    [0, 1, 2]
    """
    everyone, found, members = (1 << len(beats)) - 1, 1 << best, [best]
    for player in members:
        unbeaten = everyone & ~(beats[player] | found)
        found |= unbeaten
        members += _players(unbeaten)
    return sorted(members)


def best_ring(levels: Sequence[L], graph_at: Callable[[L], Graph], length: int) -> list[int] | None:
    """Find, by bisection, the highest level whose graph contains a ring of ``length`` players.

    Return such a ring, or None if no graph contains one. The ``levels`` must increase, and raising the level must not
    add edges to the graph.
    """
    low, high, best = 0, len(levels) - 1, None
    while low <= high:
        middle = (low + high) // 2
        if ring := ring_in(graph_at(levels[middle]), length):
            best, low = ring, middle + 1
        else:
            high = middle - 1
    return best


def ring_in(graph: Graph, length: int) -> list[int] | None:
    """Return the first ring of ``length`` different players in ``graph``, or None if there is no such ring.

    A depth-first search from each start visits only players that have larger numbers than the start and that can still
    reach it in the remaining number of steps.

    >>> ring_in([0b1010, 0b1100, 0b1001, 0], 3)
    [0, 1, 2]
    """
    followers = [_players(row) for row in graph]
    # reach[steps][player]: the players that ``player`` reaches in exactly ``steps`` steps
    reach = [[1 << player for player in range(len(graph))]]
    for _ in range(length):
        reach.append([reduce(or_, (reach[-1][other] for other in row), 0) for row in followers])

    def extend(path: list[int]) -> list[int] | None:
        left = length - len(path)
        if left == 0:
            return path if graph[path[-1]] >> path[0] & 1 else None
        for player in followers[path[-1]]:
            if player > path[0] and player not in path and reach[left][player] >> path[0] & 1:
                found = extend([*path, player])
                if found:
                    return found
        return None

    starts = (player for player in range(len(graph)) if reach[length][player] >> player & 1)
    return next((ring for start in starts if (ring := extend([start]))), None)
