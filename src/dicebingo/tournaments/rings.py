"""Nontransitivity: rings of boards each of which beats the next, while the last beats the first (paper, section 5).

Rings are ranked by the margin of their weakest link, the *smallest margin*. In a tournament, one compiled pass counts
and ranks all triples. For longer rings, bisection finds the largest t for which some ring has a smallest margin of at
least t. Such a ring exists if the graph of all pairs with a margin of at least t contains a ring of that length. If no
boards are given, the search covers all boards (``tournaments.set_search``). Every reported ring is certified exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dicebingo.errors import whole_number
from dicebingo.kernels.rings import best_triples
from dicebingo.matches.shared_rolls import NamesLike
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Board, PositionLike, RulesLike, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.space import EveryBoard, RandomBoards, SearchRestarts, SearchSeconds, TopBoards, ValuesLike
from dicebingo.solo.policy import TieBreakLike
from dicebingo.tournaments.graphs import best_ring
from dicebingo.tournaments.results import GameLike, Rings, certify, certify_all
from dicebingo.tournaments.set_search import Aim, SetSearch, expect_among, expect_listable
from dicebingo.tournaments.tournament import bitmasks, tournament

if TYPE_CHECKING:  # importing this module would load numba, which the command's help does not need
    from dicebingo.tournaments.tournament import Tournament

MAX_LENGTH = 12


def check_rings(length: int, most: int) -> None:
    """Raise unless ``length`` and ``most`` are within their limits."""
    whole_number(length, "rings of {} to {} boards", 3, MAX_LENGTH)
    expect_listable(most, "rings")


@question
def rings(
    boards: Annotated[
        Sequence[PositionLike] | Tournament | None,
        Doc("Boards, or a finished tournament (default: search among all boards).", "[BOARD...]"),
    ] = None,
    *,
    length: Annotated[int, Doc("The number of boards in a ring.", "K", 3, MAX_LENGTH)] = 3,
    most: Annotated[int, Doc("List this many of the best rings.", "N", 1)] = 3,
    random: RandomBoards = None,
    top: TopBoards = None,
    all: EveryBoard = False,  # noqa: A002  (the name of the option)
    values: ValuesLike | None = None,
    seed: SeedLike = 1,
    seconds: SearchSeconds = None,
    restarts: SearchRestarts = None,
    names: NamesLike = None,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Rings:
    """Find rings of boards, each of which beats the next.

    The last board beats the first. Rings are ranked by their smallest margin, and every reported ring is certified
    exactly. If boards are given, or added by ``random``, ``top`` or ``all``, the answer lists the best rings of three
    among them or, if ``length`` is larger than 3, the best ring of that length. A search among all boards ends
    after ``seconds`` or ``restarts``. If you stop the search earlier, it returns the best rings found so far.

    >>> [ring] = rings(["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"], rules="knuth", length=4)
    >>> print(ring.smallest_margin)
    1/30
    """
    check_rings(length, most)
    rules = changed_rules(rules, layout, dice, marking, tokens)
    chosen = random is not None or top is not None or all
    if boards is None and not chosen:
        search = SetSearch.of(Aim.RING, length, rules, values, tie_break, game, restarts, seed)
        sets, done, status = search.find(most, run, seconds)
        how = search.rules, search.tie_break, search.game
        answer = Rings(*how, length=length, universe=search.universe, seed=seed, restarts=done, status=status)
        named: dict[Board, str] = {}
    else:
        expect_among(None if chosen else values, seconds, restarts)
        play = partial(tournament, rules=rules, tie_break=tie_break, game=game, run=run)
        played = play(boards or (), random=random, top=top, all=all, values=values, seed=seed, names=names)
        with Run.of(run).stage("looking for rings") as step:
            sets = [tuple(played.boards[i] for i in ring) for ring in _best(played, length, most)]
            count = played.ring_count if length == 3 else None
            step()
        how = played.rules, played.tie_break, played.game
        answer = Rings(*how, length=length, among=len(played.boards), count=count)
        named = dict(zip(played.boards, played.names, strict=True))
    found = certify_all(sets, lambda ring: certify(ring, answer.tie_break, answer.game), run)
    found = sorted((ring for ring in found if ring.smallest_margin > 0), key=lambda ring: -ring.smallest_margin)
    called = [tuple(named.get(board, chr(ord("A") + i)) for i, board in enumerate(ring.boards)) for ring in found]
    return replace(answer, rings=tuple(found), names=tuple(called))


def _best(played: Tournament, length: int, most: int) -> list[list[int]]:
    """Return the best rings of three boards, or a single best ring of a larger ``length``, as lists of players."""
    if length == 3:
        return list(best_triples(played.sign, played.margins, most)[0].tolist())
    ring = best_long_ring(played, length)
    return [ring] if ring else []


def best_long_ring(played: Tournament, length: int) -> list[int] | None:
    """Return a ring of ``length`` boards whose smallest margin is as large as possible, or None if there is no ring."""
    # If a sign was decided exactly, the margin may be positive even though its float64 value is 0 or less.
    margins = np.where(played.sign > 0, np.maximum(played.margins, np.finfo(np.float64).tiny), 0.0)
    return best_ring(np.unique(margins[margins > 0]).tolist(), lambda level: bitmasks(margins >= level), length)
