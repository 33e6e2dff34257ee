"""Nontransitivity in a tournament: rings of boards each of which beats the next (paper, section 5).

A ring is as striking as its weakest link: its *smallest margin*. Triples are counted and ranked by one compiled pass
over all of them. A longer ring with the largest smallest margin is found by bisection: t is reached if the graph of
"beats by at least t" has a ring of that length. The top cycle (Smith set) is the smallest set of boards each of which
beats every board outside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.kernels.rings import best_triples, count_triples
from dicebingo.model.board import Board
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Link, arbiter_for
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.tournament import Tournament

__all__ = [
    "Ring",
    "best_rings",
    "certify",
    "count_rings",
    "expect_length",
    "longest_bottleneck",
    "smith_set",
]

MAX_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Ring:
    """Boards each of which beats the next, and the last the first, certified exactly."""

    boards: tuple[Board, ...]
    links: tuple[Link, ...]

    @property
    def smallest_margin(self) -> Rational:
        """The margin of the weakest link."""
        return min(link.margin for link in self.links)

    @property
    def sure(self) -> bool:
        """Whether every link holds for every tie-break."""
        return all(link.sure for link in self.links)

    def _repr_svg_(self) -> str:
        from dicebingo.render.svg.ring import ring_svg  # noqa: PLC0415  (upward, only when a notebook shows it)

        return ring_svg(self.boards, self.links)


def certify(boards: Sequence[Board], tie_break: TieBreak, notion: Notion = Notion.MATCH) -> Ring:
    """Return a ring with exact probabilities; a link that does not hold shows as a margin that is not positive."""
    arbiter = arbiter_for(boards[0].rules, tie_break, notion)
    links = [arbiter.link(a, b) for a, b in zip(boards, [*boards[1:], boards[0]], strict=True)]
    return Ring(tuple(boards), tuple(links))


def count_rings(tournament: Tournament) -> int:
    """Return how many sets of three boards are a ring."""
    return count_triples(tournament.sign)


def expect_length(length: int) -> None:
    """Raise unless rings of that length can be looked for."""
    if not 3 <= length <= MAX_LENGTH:
        raise InputError(f"expected rings of 3 to {MAX_LENGTH} boards, got {length}")


def best_rings(tournament: Tournament, length: int, most: int) -> list[Ring]:
    """Return the rings of a tournament with the largest smallest margin, certified; of more than three boards one."""
    expect_length(length)
    if length == 3:
        rings, _ = best_triples(tournament.sign, tournament.margins, most)
        found = [list(map(int, ring)) for ring in rings]
    else:
        ring = longest_bottleneck(tournament, length)
        found = [ring] if ring else []
    certified = [
        certify([tournament.boards[i] for i in ring], tournament.tie_break, tournament.notion) for ring in found
    ]
    return sorted(certified, key=lambda ring: -ring.smallest_margin)


def longest_bottleneck(tournament: Tournament, length: int) -> list[int] | None:
    """Return a ring of some length whose smallest margin is as large as possible; None if there is none."""
    # A margin that was settled exactly may be positive in truth and not in float64.
    margins = np.where(tournament.sign > 0, np.maximum(tournament.margins, np.finfo(np.float64).tiny), 0.0)
    levels = np.unique(margins[margins > 0])
    low, high, best = 0, len(levels) - 1, None
    while low <= high:
        middle = (low + high) // 2
        ring = _ring_in(margins >= levels[middle], length)
        if ring:
            best, low = ring, middle + 1
        else:
            high = middle - 1
    return best


def _ring_in(graph: NDArray[np.bool_], length: int) -> list[int] | None:
    """Return a ring of different players in a graph; None if there is none.

    A walk in depth from each start, to players after it only, that goes on only where the start can still be reached
    in the number of steps that are left.
    """
    edges = graph.astype(np.float32)
    reach = [np.eye(len(graph), dtype=np.bool_)]
    for _ in range(length):
        reach.append((edges @ reach[-1].astype(np.float32)) > 0)
    followers = [np.flatnonzero(row) for row in graph]

    def extend(path: list[int]) -> list[int] | None:
        left = length - len(path)
        if left == 0:
            return path if graph[path[-1], path[0]] else None
        for player in followers[path[-1]]:
            if player > path[0] and player not in path and reach[left][player, path[0]]:
                found = extend([*path, int(player)])
                if found:
                    return found
        return None

    starts = np.flatnonzero(reach[length].diagonal())
    return next((ring for start in starts if (ring := extend([int(start)]))), None)


def smith_set(tournament: Tournament) -> list[int]:
    """Return the smallest set of players each of whom beats every player outside it.

    Sorted by beaten boards (an even match counts half), it is the shortest beginning of the list that beats the rest.
    """
    points = 2 * (tournament.sign > 0).sum(axis=1) + (tournament.sign == 0).sum(axis=1)
    order = np.argsort(-points, kind="stable")
    sign = tournament.sign[np.ix_(order, order)]
    size = 1
    while size < len(order):
        # Whoever is not beaten by all of the set so far belongs to it.
        unbeaten = np.flatnonzero((sign[:size, size:] <= 0).any(axis=0))
        if not len(unbeaten):
            break
        size += int(unbeaten.max()) + 1
    return sorted(int(i) for i in order[:size])
