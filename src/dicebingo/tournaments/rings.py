"""Nontransitivity: rings of boards each of which beats the next, and the last the first (paper, section 5).

A ring is as striking as its weakest link: its *smallest margin*. In a tournament, triples are counted and ranked by one
compiled pass over all of them. A longer ring with the largest smallest margin is found by bisection: t is reached if
the graph of "beats by at least t" has a ring of that length. Beyond any list, rings are searched for among all boards
(``tournaments.set_search``). Every ring that is reported is certified exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import whole_number
from dicebingo.exact import nearest
from dicebingo.kernels.rings import best_triples
from dicebingo.matches.shared_rolls import NamesLike
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Board, PositionLike, RulesLike, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.space import EveryBoard, RandomBoards, SearchRestarts, SearchSeconds, TopBoards, ValuesLike
from dicebingo.solo.policy import TieBreakLike
from dicebingo.tournaments.results import NotionLike, Ring, certify, most_of_a_ring
from dicebingo.tournaments.set_search import Aim, SetAnswer, SetSearch, certify_all, expect_among, expect_listable
from dicebingo.tournaments.tournament import tournament

if TYPE_CHECKING:  # the help of the command need not wait for numba
    from dicebingo.tournaments.tournament import Tournament

MAX_LENGTH = 12


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Rings(SetAnswer):
    """The rings of one length with the largest smallest margins, best first; a sequence of ``Ring``.

    ``names`` says for each ring what its boards are called.
    """

    _json_keys_ = f"{SetAnswer._json_head_} length count at_most universe seed restarts status rings"

    length: int
    rings: tuple[Ring, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()

    @property
    def at_most(self) -> Fraction | None:
        """What the smallest margin of no ring of this length exceeds, whatever its boards; not known in duels."""
        return most_of_a_ring(self.length, self.notion)

    def __iter__(self) -> Iterator[Ring]:
        return iter(self.rings)

    def __getitem__(self, number: int) -> Ring:
        return self.rings[number]

    def __len__(self) -> int:
        return len(self.rings)

    def __repr__(self) -> str:
        best = f", smallest margin {nearest(100 * self.rings[0].smallest_margin, 3)} points" if self.rings else ""
        return f"<Rings of {self.length} boards, {self.rules}: {len(self.rings)} listed{best}>"


def check_rings(length: int, most: int) -> None:
    """Raise unless rings of that length can be looked for, and that many listed."""
    whole_number(length, "rings of {} to {} boards", 3, MAX_LENGTH)
    expect_listable(most, "rings")


@question
def rings(
    boards: Annotated[
        Sequence[PositionLike] | Tournament | None,
        Doc("Boards, or a tournament that has been played; without any, all boards are searched.", "[BOARD...]"),
    ] = None,
    *,
    length: Annotated[int, Doc("How many boards a ring has.", "K", 3, MAX_LENGTH)] = 3,
    most: Annotated[int, Doc("List this many of the best rings.", "N", 1)] = 3,
    random: RandomBoards = None,
    top: TopBoards = None,
    all: EveryBoard = False,  # noqa: A002  (as the option is called)
    values: ValuesLike | None = None,
    seed: SeedLike = 1,
    seconds: SearchSeconds = None,
    restarts: SearchRestarts = None,
    names: NamesLike = None,
    tie_break: TieBreakLike = "smallest",
    notion: NotionLike = "match",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    run: RunLike = None,
) -> Rings:
    """Find rings of boards, each of which beats the next.

    The last beats the first. A ring is ranked by its smallest margin, and every ring that is reported is certified
    exactly. Among given boards, or those chosen by ``random``, ``top`` or ``all``, the best rings of three are listed,
    and one of the best longer rings. A search among all boards ends when its time is up; if it is stopped, the answer
    is the best found by then.

    >>> [ring] = rings(["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"], rules="knuth", length=4)
    >>> print(ring.smallest_margin)
    1/30
    """
    check_rings(length, most)
    rules = changed_rules(rules, layout, dice, marking)
    chosen = random is not None or top is not None or all
    if boards is None and not chosen:
        search = SetSearch.of(Aim.RING, length, rules, values, tie_break, notion, restarts, seed)
        sets, done, status = search.find(most, run, seconds)
        how = search.rules, search.tie_break, search.notion
        answer = Rings(*how, length=length, universe=search.universe, seed=seed, restarts=done, status=status)
        named: dict[Board, str] = {}
    else:
        expect_among(None if chosen else values, seconds, restarts)
        who: Any = {"random": random, "top": top, "all": all, "values": values, "seed": seed, "names": names}
        played = tournament(boards or (), **who, rules=rules, tie_break=tie_break, notion=notion, run=run)
        with Run.of(run).stage("looking for rings") as step:
            sets = [tuple(played.boards[i] for i in ring) for ring in _best(played, length, most)]
            count = played.ring_count if length == 3 else None
            step()
        how = played.rules, played.tie_break, played.notion
        answer = Rings(*how, length=length, among=len(played.boards), count=count)
        named = dict(zip(played.boards, played.names, strict=True))
    found = certify_all(sets, lambda ring: certify(ring, answer.tie_break, answer.notion), run)
    found = sorted((ring for ring in found if ring.smallest_margin > 0), key=lambda ring: -ring.smallest_margin)
    called = [tuple(named.get(board, chr(ord("A") + i)) for i, board in enumerate(ring.boards)) for ring in found]
    return replace(answer, rings=tuple(found), names=tuple(called))


def _best(played: Tournament, length: int, most: int) -> list[list[int]]:
    """Return the best rings of three, or one of the best longer rings, as lists of players."""
    if length == 3:
        return list(best_triples(played.sign, played.margins, most)[0].tolist())
    ring = best_long_ring(played, length)
    return [ring] if ring else []


def best_long_ring(played: Tournament, length: int) -> list[int] | None:
    """Return a ring of some length whose smallest margin is as large as possible; None if there is none."""
    # A margin whose sign was decided exactly may be positive in truth and not in float64.
    margins = np.where(played.sign > 0, np.maximum(played.margins, np.finfo(np.float64).tiny), 0.0)
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

    The search goes in depth from each start, only to players after it, and only where the start can still be reached
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
