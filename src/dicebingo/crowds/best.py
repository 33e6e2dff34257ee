"""Find the board with the largest share in a class by local search.

The search climbs from random boards. All boards of a search play against the same pools of boards
(``crowds.simulated``) on the same rolls (common random numbers), so the differences between their shares are much more
precise than the shares themselves. The boards at which the climbs end are then compared again. If the population has an
exact chain, this comparison is exact, and the search moves to the best neighbour as long as this neighbour is better.
Otherwise the comparison uses a fresh sample, and the share of the best board is measured on another fresh sample. No
sample is used both to select a board and to measure its share. If the population has an exact chain and there are few
boards to choose from, all of them are tried, so the result is proven to be the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

import numpy as np

from dicebingo.answer import Status
from dicebingo.crowds.answers import Asking, Crowd
from dicebingo.crowds.shares import compared, exact_crowd, is_listed, one_in_crowd
from dicebingo.crowds.simulated import SEQUENCES, Pools, chances_of
from dicebingo.errors import Stopped, TooLarge
from dicebingo.exact import nearest
from dicebingo.kernels.crowds import History, meet_pool
from dicebingo.matches.plain_games import mix
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.searches.universe import count_boards
from dicebingo.tournaments.local_search import climbed, near
from dicebingo.tournaments.local_search import restarts as random_starts
from dicebingo.tournaments.strategies import Floats, Rows

FEW_BOARDS = 1_500
"""If there are at most this many boards, the exact share of each is computed."""
BLOCKS = 8
"""The number of pools in a search. Each pool plays ``SEQUENCES`` sequences of rolls, like one block of a simulation."""
FINALISTS, NEIGHBOURS = 6, 16
"""How many of the best boards found are compared again, and how many neighbours of a board are compared exactly."""
PALETTES = (5, 7, 9, 11)


@dataclass(frozen=True, slots=True)
class CrowdClimbs:
    """A job of numbered climbs: each begins at a random board, and ends when no neighbour is better on the sample."""

    asking: Asking
    seed: int
    restarts: int

    def name(self) -> str:
        """Return a string that identifies the search."""
        return f"crowd climbs 1: {self.asking!r}, seed {self.seed}"

    def shards(self) -> int:
        """Return the number of climbs."""
        return max(1, self.restarts)

    def shard(self, number: int) -> Result:
        """Climb from a random board."""
        pools = self._pools()
        values = np.arange(len(pools.population.rules.dice.values))
        (begin,) = random_starts(self.seed, [number], 1, pools.preparer.size, values, PALETTES)
        return climbed(begin.start[0], self.score, values)

    def score(self, rows: Rows) -> Floats:
        """Return the share of each board in ``rows``, measured on the search's sample."""
        pools, histories = self._pools(), _sample(self._pools(), self.seed)
        arrays, chances = pools.preparer.guessed_arrays(rows), chances_of(pools.size, pools.players)
        parts = [meet_pool(arrays, history, chances, pools.players, self.seed)[:, 0] for history in histories]
        mean: Floats = np.mean(parts, axis=0)
        return mean

    def _pools(self) -> Pools:
        return Pools.of(self.asking.population, self.asking.tie_break, self.asking.players)


@lru_cache(maxsize=4)
def _sample(pools: Pools, seed: int) -> list[History]:
    """Return the pools that all boards of a search play against, with their rolls."""
    streams = (mix(mix(seed) ^ mix(number + 1 << 32)) for number in range(BLOCKS))
    return [pools.history(stream, SEQUENCES, pools.players - 1) for stream in streams]


def all_boards(rules: Rules) -> list[Board]:
    """Return all boards under these rules; each full card is listed once, in one order of its tokens."""
    cells = len(rules.layout.open_cells)
    values = rules.dice.values
    listed = combinations_with_replacement(values, cells) if rules.is_full_card else product(values, repeat=cells)
    return [Board(rules.layout.fill(board), rules) for board in listed]


def best_in_crowd(asking: Asking, sequences: int | None, restarts: int, seed: int, most: int, run: Run) -> Crowd:
    """Search for the board with the largest share; return the best board found, with its chances."""
    rules = asking.population.rules
    count = count_boards(rules)
    exact = sequences is None and is_listed(asking.population)
    if exact and count <= FEW_BOARDS:
        return replace(_best_exactly(asking, all_boards(rules), most, run), tried=count)
    search = CrowdClimbs(asking, seed, restarts)
    ends: list[Result] = []
    unfinished: list[Result] = []
    for end in run.batches(search, "climbing", unfinished):
        ends.append(end)
        run.tell_best(f"{nearest(100 * max(float(end['score']) for end in ends), 2)}%")
    if not ends and not unfinished:
        run.expect_more()
    found = sorted(ends + unfinished, key=lambda end: -float(end["score"]))
    preparer = search._pools().preparer
    boards = list(dict.fromkeys(preparer.board(end["row"]) for end in found))[:FINALISTS]
    status = Status.STOPPED if len(ends) < search.shards() else Status.BEST_FOUND
    if exact:
        with suppress(TooLarge):
            return replace(_climbed_exactly(search, boards, most, run), status=status, tried=len(ends))
    best = boards[0]
    with suppress(Stopped):
        best = boards[0] if len(boards) < 2 else compared(asking, boards, sequences, seed + 1, most, run).best
    answer = one_in_crowd(asking, best, sequences, seed + 2, most, run)
    return replace(answer, status=Status.STOPPED if answer.status is Status.STOPPED else status, tried=len(ends))


def _best_exactly(asking: Asking, boards: Sequence[Board], most: int, run: Run) -> Crowd:
    """Return the best of ``boards``, by their exact shares."""
    found: Crowd | None = None
    with run.stage("comparing exactly", len(boards)) as step:
        for board in boards:
            one = exact_crowd(asking, board, most)
            if found is None or _share(one) > _share(found):
                found = one
            step()
    assert found is not None
    return found


def _share(found: Crowd) -> Fraction:
    assert isinstance(found.share, Fraction)
    return found.share


def _climbed_exactly(search: CrowdClimbs, boards: Sequence[Board], most: int, run: Run) -> Crowd:
    """Climb from the best finalist to better neighbours, comparing shares exactly, and return the last board.

    Only the neighbours that are best on the sample are tried.
    """
    preparer = search._pools().preparer
    values = np.arange(len(preparer.weights))
    best = _best_exactly(search.asking, boards, most, run)
    with suppress(Stopped):
        while not run.is_over:
            assert best.board is not None
            around = near(preparer.rows([best.board])[0], values)
            promising = around[np.argsort(-search.score(around))[:NEIGHBOURS]]
            other = _best_exactly(search.asking, [preparer.board(row) for row in promising], most, run)
            if _share(other) <= _share(best):
                break
            best = other
    return best
