"""The best known boards of a space that is too large to evaluate: restarts of simulated annealing, then descent.

A *turn* takes one cell and looks at the board with each value in it. The values V of these boards decide:

* While annealing, the cell takes a value with probability proportional to exp(-V/T), so there are no rejected steps
  ("heat bath"); T falls geometrically and is measured in units of V. In some turns another cell first gets the value of
  the chosen one, which includes every exchange of two cells; the outcome is then taken or not, as Metropolis would.
* In the descent, each cell in turn takes its best value until all have theirs; then the same for pairs of cells, one
  of which gets the value of the other. What is left at the end no change of one cell improves, and no exchange.

A restart has a number, and its random numbers come from the seed and that number alone. So a search that is stopped
early has found the beginning of what a longer one finds, wherever the restarts are computed. Boards are ranked by V in
float64, and the best are solved exactly where that is possible; they are the best *known*: nothing is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Number
from dicebingo.kernels.restarts import Ground, Schedule, anneal
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking
from dicebingo.searches.all_boards import MAX_LISTED, boards_from
from dicebingo.searches.canonical import canonical
from dicebingo.searches.space import Space
from dicebingo.solo.mdp import EXACT_LIMIT, solve
from dicebingo.solo.problem import transient_sets

__all__ = ["Annealing", "KnownBoard", "Tally", "ground_of"]

MAX_CELLS = 20
"""Cells of a board: a turn of 20 cells needs some 100 MB, and a restart minutes."""
BATCH, BATCH_SETS = 64, 40_000
"""Restarts are handed out in batches of at most so many, on boards that together have about so many sets of marks."""
SCHEDULE = Schedule(steps=1_000, hot=0.006, cold=0.0015, pairs=0.1)


@dataclass(frozen=True, slots=True)
class Annealing:
    """A search in numbered batches of restarts; a job for ``running.shards``."""

    space: Space
    seed: int
    batches: int

    def __post_init__(self) -> None:
        """Refuse what would not end, or has no boards."""
        if self.space.total == 0:
            raise InputError("expected at least one board that meets the constraints, got none")
        if self.seed < 0:
            raise InputError(f"expected a seed that is not negative, got {self.seed}")
        if self.batches < 1:
            raise InputError("expected at least one restart, got none")
        if (cells := len(self.space.cells)) > MAX_CELLS:
            raise TooLarge(
                f"expected boards of at most {MAX_CELLS} cells for a search, got {cells}: "
                f"each step would need up to 2^{cells - 1} sets of marks for every value"
            )

    @property
    def batch(self) -> int:
        """How many restarts a batch has."""
        return min(BATCH, max(1, BATCH_SETS // len(ground_of(self.space).sets)))

    def name(self) -> str:
        """Return what is searched, by which random numbers; the number of batches does not matter."""
        return f"annealing 1: {self.space.rules!r}, {self.space.constraints!r}, seed {self.seed}, {tuple(SCHEDULE)}"

    def shards(self) -> int:
        """Return the number of batches."""
        return self.batches

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Return the boards that a batch of restarts ends with, V of each, and how many boards were looked at."""
        ground, names = ground_of(self.space), np.array(_values(self.space))
        boards, looked_at = [], 0
        for restart in range(number * self.batch, (number + 1) * self.batch):
            stream = np.random.default_rng([self.seed, restart])
            start = _start(self.space, stream)
            found, _, count = anneal(ground, start, SCHEDULE, int(stream.integers(1, 1 << 63)))
            boards.append(names[found])
            looked_at += count
        solutions = [solve(board, exact=False) for board in boards_from(self.space, np.array(boards))]
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
def ground_of(space: Space) -> Ground:
    """Return what the kernel needs to know of a space."""
    layout, dice, cells = space.rules.layout, space.rules.dice, space.cells
    lines = tuple(sum(1 << i for i, cell in enumerate(cells) if line >> cell & 1) for line in layout.lines)
    sets = np.array([0, *transient_sets(len(cells), lines)], np.uint64)
    place = np.zeros(1 << len(cells), np.uint32)
    place[sets[1:]] = np.arange(1, len(sets))
    values, fixed = _values(space), dict(space.constraints.fixed)
    scale = max(dice.weights)  # weights need not fit into float32, and only their ratios matter
    return Ground(
        sets,
        place,
        np.array([dice.weight(value) / scale for value in values], np.float32),
        np.float32(dice.total / scale),
        np.array([i for i, cell in enumerate(cells) if cell not in fixed], np.int64),
        np.array([values.index(value) for value in set(space.constraints.contains)], np.int64),
        space.constraints.distinct,
        space.rules.marking is Marking.ALL,
    )


def _start(space: Space, stream: np.random.Generator) -> NDArray[np.int64]:
    """Return a random board of the space, as places in its values."""
    values, fixed = _values(space), dict(space.constraints.fixed)
    present = {values.index(value) for value in fixed.values()}
    needed = [place for place in map(values.index, sorted(set(space.constraints.contains))) if place not in present]
    free = [i for i, cell in enumerate(space.cells) if cell not in fixed]
    if space.constraints.distinct:
        others = [place for place in range(len(values)) if place not in present and place not in needed]
        more = stream.permutation(others)[: len(free) - len(needed)]
    else:
        more = stream.integers(len(values), size=len(free) - len(needed))
    board = np.array([values.index(fixed.get(cell, values[0])) for cell in space.cells])
    board[free] = stream.permutation([*needed, *more.tolist()])
    return board


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board that stands for its orbit, how many boards these are, and how many restarts ended in it.

    V is exact for boards of up to 16 cells, and float64 beyond.
    """

    board: Board
    expected_rolls: Number
    orbit_size: int
    reached: int


class Tally:
    """What restarts have ended with until now."""

    def __init__(self, space: Space, most: int) -> None:
        """Count from nothing; ``most`` boards are to be listed."""
        if not 1 <= most <= MAX_LISTED:
            raise InputError(f"expected to list 1 to {MAX_LISTED} best, got {most}")
        self.space, self.most = space, most
        self.restarts, self.looked_at = 0, 0
        self._found: dict[Board, list[Any]] = {}

    def add(self, part: dict[str, NDArray[Any]]) -> None:
        """Count a batch."""
        self.restarts += len(part["values"])
        self.looked_at += int(part["looked_at"])
        boards = boards_from(self.space, part["boards"])
        for board, value, error in zip(boards, part["values"].tolist(), part["errors"].tolist(), strict=True):
            form = canonical(self.space, board)
            entry = self._found.setdefault(form.board, [value, error, form.orbit_size, 0])
            entry[3] += 1

    def best(self) -> list[KnownBoard]:
        """Return the best boards, best first: in the order of their exact values, where these can be had."""
        exact = len(self.space.cells) <= EXACT_LIMIT
        known = [
            KnownBoard(board, solve(board, exact=exact).expected_rolls, size, reached)
            for board, size, reached in self._shortlist()
        ]
        return sorted(known, key=lambda k: (k.expected_rolls, [v or 0 for v in k.board.values]))[: self.most]

    def _shortlist(self) -> Iterator[tuple[Board, int, int]]:
        """Yield the boards with the smallest V, and all that rounding cannot tell from the last of these."""
        ranked = sorted(self._found.items(), key=lambda item: item[1][0])
        if ranked:
            last, error = ranked[min(self.most, len(ranked)) - 1][1][:2]
            for board, (value, own, size, reached) in ranked:
                if value <= last * (1 + 2.5 * max(error, own)):
                    yield board, size, reached
