"""Each board's share of the win when a whole class plays together, and the best board found for one more player.

All boards of the class play on the same rolls until the first bingo. A board's *share* is 1/k if it has the first bingo
together with k - 1 others, and 0 otherwise, so the shares of a class add up to 1. A game with many boards is short, so
the joint chain up to the first bingo has few states: hundreds or thousands for thirty classic boards. The shares are
therefore usually exact. If there are too many joint states, or the boards are large, the shares are estimated by
simulation.

The *newcomer* joins the n boards of the class as player n + 1, and its fair share is 1/(n + 1). Local search on one
sample of rolls finds candidates, which are then compared by their exact shares or, if these are unknown, on a fresh
sample. The newcomer gets the best board found; if its share is not exact, the share is estimated on a third sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from dicebingo.answer import Status
from dicebingo.classroom.reveal import EXACT_CELLS, GAMES, Chance, expect_size
from dicebingo.classroom.state import Values, values_of
from dicebingo.errors import TooLarge
from dicebingo.exact import decimal
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.match import match
from dicebingo.matches.simulation import simulate
from dicebingo.model.board import Board
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak

MAX_STATES = 30_000
"""If a class has more joint states than this, its shares are estimated by simulation."""
SEARCHED_CELLS, SEARCHED_VALUES = 9, 64
"""A board for one more player is sought only if there are at most this many open cells and values of the dice."""
SEQUENCES, BLOCKS = 512, 8
CLIMBS = 3
PALETTES = (5, 7, 9, 11)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The best board found for a player who joins the class, with its share and the fair share."""

    board: Values
    share: Chance
    fair: Fraction
    status: Status = Status.BEST_FOUND


@dataclass(frozen=True, slots=True)
class ClassCrowd:
    """Each board's share, exact or estimated from ``games`` games, and the best board found for one more player.

    ``newcomer`` is None if the boards are too large for the search.
    """

    shares: tuple[Chance, ...]
    status: Status
    games: int | None
    newcomer: Newcomer | None

    @property
    def fair(self) -> Fraction:
        """The fair share, which every board would have if all boards were equally good."""
        return Fraction(1, len(self.shares))


def in_class(boards: Sequence[Board], *, seed: int = 1, run: Run | None = None) -> ClassCrowd:
    """Return the share of each of two or more boards, and the best board found for one more player."""
    shares = _exact_shares(boards, run) if expect_size(boards[0]) <= EXACT_CELLS else ()
    games = None if shares else GAMES
    if not shares:
        shares = tuple(map(_simulated, simulate(*boards, games=GAMES, seed=seed, run=run).shares))
    status = Status.PROVEN if games is None else Status.SIMULATED
    best = boards[max(range(len(boards)), key=lambda i: shares[i].decimal)]
    return ClassCrowd(shares, status, games, _newcomer(boards, best, seed, run))


def _exact_shares(boards: Sequence[Board], run: Run | None) -> tuple[Chance, ...]:
    """Return the exact share of each board, or an empty tuple if there are too many joint states."""
    try:
        shares = match(*boards, max_states=MAX_STATES, fast=False, run=run).shares
    except TooLarge:
        return ()
    return tuple(Chance(str(share), *[decimal(share)] * 3) for share in shares)


def _simulated(share: Estimate) -> Chance:
    return Chance(None, share.estimate, share.low, share.high)


def _newcomer(boards: Sequence[Board], best: Board, seed: int, run: Run | None) -> Newcomer | None:
    """Run local searches from the best board of the class and from random boards; return the best board found."""
    rules = boards[0].rules
    if len(rules.layout.open_cells) > SEARCHED_CELLS or len(rules.dice.values) > SEARCHED_VALUES:
        return None
    import numpy as np  # noqa: PLC0415  (an extra)

    from dicebingo.crowds.simulated import chances_of, prepared  # noqa: PLC0415  (numba)
    from dicebingo.kernels.crowds import meet_pool, pool_history  # noqa: PLC0415  (numba)
    from dicebingo.matches.plain_games import mix  # noqa: PLC0415
    from dicebingo.tournaments.local_search import climb, near, restarts  # noqa: PLC0415
    from dicebingo.tournaments.strategies import Floats, Preparer, Rows  # noqa: PLC0415

    # The newcomer plays against all boards in the pool, and after a tie with k of them gets 1 / (k + 1) of the win.
    players = len(boards) + 1
    pool, chances = prepared(tuple(boards), TieBreak.SMALLEST), chances_of(len(boards), players)
    preparer = Preparer(rules, TieBreak.SMALLEST)
    values = np.arange(len(rules.dice.values))
    sample = [pool_history(pool, mix(seed + block), SEQUENCES, len(boards)) for block in range(BLOCKS)]

    def score(rows: Rows) -> Floats:
        arrays = preparer.guessed_arrays(rows)
        mean: Floats = np.mean([meet_pool(arrays, part, chances, players, seed)[:, 0] for part in sample], axis=0)
        return mean

    starts = [preparer.rows([best])[0]]
    starts += [one.start[0] for one in restarts(seed, range(CLIMBS), 1, preparer.size, values, PALETTES)]
    ends = []
    with Run.of(run).stage("finding a newcomer's board", len(starts)) as step:
        for start in starts:
            ends.append(list(climb(start, score, partial(near, values=values)))[-1][0])
            step()
    found = [preparer.board(row) for row in np.unique(ends, axis=0)]
    joined = [(_share_of(one, boards, seed + 1, run), one) for one in found]
    share, board = max(joined, key=lambda pair: pair[0].decimal)
    if share.exact is None:  # never select and evaluate a board on the same sample
        share = _share_of(board, boards, seed + 2, run)
    return Newcomer(values_of(board), share, Fraction(1, players))


def _share_of(newcomer: Board, boards: Sequence[Board], seed: int, run: Run | None) -> Chance:
    """Return a newcomer's share, computed exactly or estimated by simulation."""
    if shares := _exact_shares((newcomer, *boards), run):
        return shares[0]
    return _simulated(simulate(newcomer, *boards, games=GAMES, seed=seed, run=run).shares[0])
