"""Search a space that is too large to evaluate: each restart runs simulated annealing and then a descent.

A *turn* takes one cell and evaluates the board with each possible value in this cell. The values V of these boards
determine the next step:

* While annealing, the cell gets a value with probability proportional to exp(-V/T), so no step is rejected ("heat
  bath"); the temperature T falls geometrically and is measured in units of V. In some turns, another cell first gets
  the value of the chosen cell, so a turn can swap any two cells. The Metropolis rule then accepts or rejects both
  changes.
* In the descent, each cell in turn gets its best value, until changing a single cell no longer improves the board. Then
  the descent tries pairs of cells: one cell gets the value of the other, and the other gets its best value. At the
  end, no change of one cell and no swap of two cells improves the board.

Restarts are numbered, and the result of a restart depends only on the seed and the restart's number, not on the length
of the search or the machine. A stopped search also uses the boards that its unfinished restarts have evaluated. Boards
are ranked by V in float64, and the best boards are solved exactly if they are not too large. These boards are the best
*found*: nothing is proven.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.errors import InputError, TooLarge, whole_number
from dicebingo.exact import Number, nearest
from dicebingo.kernels.restarts import Cooling, anneal
from dicebingo.kernels.turns import SearchGame
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking
from dicebingo.running.run import MAX_BATCHES, Run
from dicebingo.running.shards import Result
from dicebingo.running.stopping import offer_partial, stop_if_asked
from dicebingo.searches.all_boards import MAX_LISTED
from dicebingo.searches.orbits import canonical
from dicebingo.searches.space import BestBoards, Space
from dicebingo.solo.mdp import EXACT_LIMIT, optimal_play
from dicebingo.solo.problem import transient_sets

MAX_CELLS = 20
"""The maximum number of cells. With 20 cells, a turn needs about 100 MB, and a restart takes minutes."""
BATCH, BATCH_SETS = 64, 40_000
"""A batch has at most BATCH restarts and, if a board has n sets of marks, at most BATCH_SETS / n (but at least one)."""
COOLING = Cooling(steps=1_000, hot=0.006, cold=0.0015, pairs=0.1)
DEFAULT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Reached(Checked):
    """The canonical board of an orbit, the size of the orbit, and the number of restarts that ended in it.

    V is exact for boards of up to 16 cells, and float64 for larger ones.
    """

    board: Board
    expected_rolls: Number
    orbit_size: int
    reached: int


@dataclass(frozen=True, slots=True, repr=False)
class RestartSearch(BestBoards):
    """The best boards found by restarts, best first. ``looked_at`` is the number of boards evaluated."""

    _json_keys_ = f"{BestBoards._json_head_} total_boards=space.total status certified seed restarts looked_at best"

    space: Space
    seed: int
    restarts: int
    looked_at: int
    best: tuple[Reached, ...]
    status: Status

    def __repr__(self) -> str:
        found = "no restart was finished"
        if self.best:
            found = f"{self.best[0].board}, {nearest(self.best[0].expected_rolls, 6)} rolls"
        return f"<RestartSearch of {self.space}: {found}, {self.status}>"


@dataclass(frozen=True, slots=True)
class RestartJob:
    """A job that runs restarts in numbered batches."""

    space: Space
    seed: int
    batches: int = MAX_BATCHES

    def __post_init__(self) -> None:
        if self.space.total == 0:
            raise InputError("no board meets the constraints")
        whole_number(self.seed, "a non-negative seed", 0)
        if (cells := len(self.space.cells)) > MAX_CELLS:
            reason = f"each step would need up to 2^{cells - 1} sets of marks for every value"
            raise TooLarge(f"expected boards with at most {MAX_CELLS} cells for a search, got {cells}: {reason}")

    @property
    def batch(self) -> int:
        """The number of restarts in a batch."""
        return min(BATCH, max(1, BATCH_SETS // len(search_game(self.space).sets)))

    def name(self) -> str:
        """Return a name that depends on the space, the seed and the cooling, but not on the number of batches."""
        return f"annealing 1: {self.space.rules!r}, {self.space.constraints!r}, seed {self.seed}, {tuple(COOLING)}"

    def shards(self) -> int:
        """Return the number of batches."""
        return self.batches

    def shard(self, number: int) -> Result:
        """Return the final boards of the restarts in a batch, their V, and the number of boards evaluated."""
        game, names = search_game(self.space), np.array(_values(self.space))
        boards, looked_at = list[NDArray[np.int64]](), 0

        def shown(best: NDArray[np.int64], count: int) -> None:
            offer_partial(
                lambda: {"boards": np.array([*boards, names[best]]), "looked_at": np.array(looked_at + count)}
            )
            stop_if_asked()

        for restart in range(number * self.batch, (number + 1) * self.batch):
            stream = np.random.default_rng([self.seed, restart])
            start = _start(self.space, stream)
            found, _, count = anneal(game, start, COOLING, int(stream.integers(1, 1 << 63)), shown)
            boards.append(names[found])
            looked_at += count
        solutions = [optimal_play(board, exact=False) for board in self.space.boards(boards)]
        return {
            "boards": np.array(boards),
            "values": np.array([solution.expected_rolls for solution in solutions], np.float64),
            "errors": np.array([solution.error_bound for solution in solutions]),
            "looked_at": np.array(looked_at),
        }


def _values(space: Space) -> tuple[int, ...]:
    """Return the values that may be used, in increasing order."""
    return tuple(sorted(value for c in space.classes for value in c.values))


@lru_cache(maxsize=2)
def search_game(space: Space) -> SearchGame:
    """Return a space in the form that the kernel expects."""
    dice, cells = space.rules.dice, space.cells
    sets = np.array([0, *transient_sets(len(cells), space.rules.layout.open_lines)], np.uint64)
    row_of = np.zeros(1 << len(cells), np.uint32)
    row_of[sets[1:]] = np.arange(1, len(sets))
    values, fixed = _values(space), dict(space.constraints.fixed)
    scale = max(dice.weights)  # weights may be too large for float32, but only their ratios matter
    return SearchGame(
        sets,
        row_of,
        np.array([dice.weight(value) / scale for value in values], np.float32),
        np.float32(dice.total / scale),
        np.array([i for i, cell in enumerate(cells) if cell not in fixed], np.int64),
        np.array([values.index(value) for value in set(space.constraints.contains)], np.int64),
        space.constraints.distinct,
        space.rules.marking is Marking.ALL,
    )


def _start(space: Space, stream: np.random.Generator) -> NDArray[np.int64]:
    """Return a random board of the space, as the indices of its values."""
    values, fixed = _values(space), dict(space.constraints.fixed)
    present = {values.index(value) for value in fixed.values()}
    needed = [i for i in map(values.index, sorted(set(space.constraints.contains))) if i not in present]
    free = [i for i, cell in enumerate(space.cells) if cell not in fixed]
    if space.constraints.distinct:
        others = [i for i in range(len(values)) if i not in present and i not in needed]
        more = stream.permutation(others)[: len(free) - len(needed)]
    else:
        more = stream.integers(len(values), size=len(free) - len(needed))
    board = np.array([values.index(fixed.get(cell, values[0])) for cell in space.cells])
    board[free] = stream.permutation([*needed, *more.tolist()])
    return board


class Tally:
    """The results of the restarts so far; ``least`` is the smallest V found, in float64."""

    def __init__(self, space: Space, most: int) -> None:
        self.space, self.most = space, whole_number(most, "{} to {} best boards to list", 1, MAX_LISTED)
        self.restarts, self.looked_at, self.least = 0, 0, inf
        self._reached: Counter[Board] = Counter()
        self._known: dict[Board, tuple[float, float, int]] = {}  # V in float64, its error, and the size of the orbit
        self._solved: dict[Board, Number] = {}

    def add(self, part: Result) -> None:
        """Add the results of a batch."""
        self.restarts += len(part["values"])
        self.looked_at += int(part["looked_at"])
        self.least = min(self.least, float(part["values"].min()))
        boards = self.space.boards(part["boards"])
        for board, value, error in zip(boards, part["values"].tolist(), part["errors"].tolist(), strict=True):
            form = canonical(self.space, board)
            self._reached[form.board] += 1
            self._known.setdefault(form.board, (value, error, form.orbit_size))

    def add_unfinished(self, part: Result) -> None:
        """Add the boards of a cancelled batch, without counting its restarts."""
        self.looked_at += int(part["looked_at"])
        for board in self.space.boards(part["boards"]):
            play, form = optimal_play(board, exact=False), canonical(self.space, board)
            self._known.setdefault(form.board, (float(play.expected_rolls), play.error_bound, form.orbit_size))

    def best(self) -> list[Reached]:
        """Return the best boards, best first.

        Boards are sorted by their exact values, if these can be computed.
        """
        ranked = sorted(self._known.values(), key=lambda known: known[0])[: self.most]
        last, last_error, _ = ranked[-1] if ranked else (0.0, 0.0, 0)
        found = [
            Reached(board, self._rolls(board), size, self._reached[board])
            for board, (value, error, size) in self._known.items()
            if value <= last * (1 + 2.5 * max(last_error, error))  # boards that may be among the best
        ]
        return sorted(found, key=lambda k: (k.expected_rolls, [v or 0 for v in k.board.values]))[: self.most]

    def _rolls(self, board: Board) -> Number:
        """Return V, exactly if possible."""
        if board not in self._solved:
            exact = len(self.space.cells) <= EXACT_LIMIT
            self._solved[board] = optimal_play(board, exact=exact).expected_rolls
        return self._solved[board]


def search_by_restarts(
    space: Space,
    *,
    top: int = 5,
    seed: int = 0,
    seconds: float | None = None,
    restarts: int | None = None,
    run: Run | None = None,
) -> RestartSearch:
    """Search for ``seconds``, or until ``restarts`` restarts are finished.

    A stopped search returns the best boards found so far.
    """
    if seconds is not None and restarts is not None:
        raise InputError("expected seconds or restarts, got both")
    if restarts is None and (run is None or run.seconds is None):
        seconds = DEFAULT_SECONDS if seconds is None else seconds
    run, job, tally = Run.of(run, seconds), RestartJob(space, seed), Tally(space, top)
    if restarts is not None:
        restarts = whole_number(restarts, "{} to {:,} restarts", 1, job.batch * MAX_BATCHES)
        job = RestartJob(space, seed, -(-restarts // job.batch))
    unfinished: list[Result] = []
    for part in run.batches(job, "searching", unfinished):
        tally.add(part)
        run.tell_best(f"{tally.least:.4f} after {tally.restarts:,} restarts")
        tally.best()  # solve boards now, so that few remain at the end
    for part in unfinished:
        tally.add_unfinished(part)
    status = Status.STOPPED if run.stopped else Status.BEST_FOUND
    return RestartSearch(space, seed, tally.restarts, tally.looked_at, tuple(tally.best()), status)
