"""Every board's rank: how many boards of a space are better, equal and worse.

The table lists all essentially different boards by their float64 value, with how many boards each stands for. Whatever
is farther from the asked board's exact value than rounding can explain is better or worse for sure; the few boards in
between are solved exactly. So the three counts are exact.

The table is an archive of blocks (see ``running.files``): a rank needs the index and one or two blocks, whose checksums
are verified as they are read. A damaged or outdated table is made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board, PositionLike, as_position
from dicebingo.model.rules import Rules
from dicebingo.running.files import ArrayFile, DamagedFile, FilePath, cache_file, load_arrays, save_arrays
from dicebingo.running.shards import run
from dicebingo.searches.all_boards import Found, boards_of, open_store, sweep_of
from dicebingo.searches.orbits import count_orbits
from dicebingo.searches.space import Space
from dicebingo.solo.mdp import solve

__all__ = ["Rank", "RankTable", "TableJob", "rank", "sorted_rows"]

FORM = 1
BLOCK = 1 << 16
MAX_ROWS = 1 << 26
"""Rows of a table, all of which are sorted in memory: some 4 GB."""
MAX_NEAREST = 100

Rows = dict[str, "NDArray[Any]"]


@dataclass(frozen=True, slots=True)
class Rank:
    """How many boards of a space are strictly better, exactly equal and strictly worse than one.

    ``nearest`` are the next better boards, essentially different ones, the nearest first.
    """

    board: Board
    expected_rolls: Rational
    better: int
    equal: int
    worse: int
    nearest: tuple[Found, ...]

    @property
    def total(self) -> int:
        """How many boards there are."""
        return self.better + self.equal + self.worse

    @property
    def percentile(self) -> Rational:
        """The percentage of boards that are strictly worse."""
        return Rational(100 * self.worse, self.total)


@dataclass(frozen=True, slots=True)
class TableJob:
    """The sweep in shards, whole."""

    space: Space

    def name(self) -> str:
        """Return what the table is of."""
        return f"table {FORM}: {self.space.rules!r}, {self.space.constraints!r}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return len(sweep_of(self.space).shards)

    def shard(self, number: int) -> Rows:
        """Sweep a shard."""
        found = sweep_of(self.space).shard(number)
        return {
            "values": found.values,
            "weights": _small(found.weights),
            "patterns": _small(found.patterns),
            "choices": _small(found.choices),
        }


def _small(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return non-negative integers in the smallest type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def sorted_rows(
    space: Space,
    *,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[int], None] | None = None,
) -> Rows:
    """Return all essentially different boards by value: values, weights, patterns and choices."""
    if (boards := count_orbits(space)) > MAX_ROWS:
        raise TooLarge(f"expected at most {MAX_ROWS:,} essentially different boards for a table, got {boards:,}")
    job = TableJob(space)
    parts = list(run(job, store=open_store(checkpoint, job), client=client, progress=progress))
    rows = {}
    for name in ("values", "weights", "patterns", "choices"):
        rows[name] = np.concatenate([part[name] for part in parts])
        for part in parts:
            del part[name]
    order = np.argsort(rows["values"], kind="stable")
    for name in rows:
        rows[name] = rows[name][order]
    if int(rows["weights"].sum(dtype=np.uint64)) != space.total:
        raise AssertionError(f"the orbits do not add up to {space.total} boards")
    return rows


class RankTable:
    """The table of a space, in a file."""

    def __init__(self, space: Space, file: ArrayFile) -> None:
        """Read the index of a table; one of another space or form is refused."""
        self.space, self.file = space, file
        if bytes(file["name"]).decode() != TableJob(space).name():
            raise DamagedFile("expected a table of this space, got another")
        self.first = file["first_values"]
        self.below = file["boards_below"]

    @staticmethod
    def path(space: Space) -> FilePath:
        """Return where the table of a space is kept."""
        return cache_file(f"rank-{sha256(TableJob(space).name().encode()).hexdigest()[:16]}.npz")

    @classmethod
    def open(cls, space: Space, progress: Callable[[int], None] | None = None) -> RankTable:
        """Open the table of a space; make it where there is none, or a damaged one."""
        path = cls.path(space)
        try:
            return cls(space, load_arrays(path))
        except (FileNotFoundError, DamagedFile):
            cls.make(space, path, progress)
            return cls(space, load_arrays(path))

    @staticmethod
    def make(space: Space, path: FilePath, progress: Callable[[int], None] | None = None) -> None:
        """Sweep a space and write its table."""
        rows = sorted_rows(space, progress=progress)
        starts = range(0, len(rows["values"]), BLOCK)
        counts = [int(rows["weights"][i : i + BLOCK].sum(dtype=np.uint64)) for i in starts]
        arrays: Rows = {
            "name": np.frombuffer(TableJob(space).name().encode(), np.uint8),
            "first_values": rows["values"][::BLOCK].copy(),
            "boards_below": np.cumsum([0, *counts]),
        }
        for number, i in enumerate(starts):
            arrays |= {f"{name}_{number}": column[i : i + BLOCK] for name, column in rows.items()}
        save_arrays(path, arrays)

    def block(self, number: int) -> Rows:
        """Read one block of rows."""
        return {name: self.file[f"{name}_{number}"] for name in ("values", "weights", "patterns", "choices")}

    def rank(self, board: Board, nearest: int = 3) -> Rank:
        """Return the exact rank of a board."""
        exact = Rational(solve(board).expected_rolls)
        sweep = sweep_of(self.space)
        value, slack = decimal(exact), 1 + 3 * sweep.error_bound
        low, high = value / slack, value * slack
        # Blocks that begin at or below `low` hold only smaller values before their last one.
        first = max(int(np.searchsorted(self.first, low, "left")) - 1, 0)
        last = max(int(np.searchsorted(self.first, high, "right")), first + 1)
        better, equal = int(self.below[first]), 0
        candidates: list[Found] = []
        for number in range(first, last):
            rows = self.block(number)
            values, weights = rows["values"], rows["weights"]
            surely = values < low
            better += int(weights[surely].sum(dtype=np.uint64))
            for found in self._solved(rows, np.flatnonzero((values >= low) & (values <= high))):
                better += found.orbit_size * (found.expected_rolls < exact)
                equal += found.orbit_size * (found.expected_rolls == exact)
                candidates += [found] if found.expected_rolls < exact else []
        candidates += self._before(first, low, nearest)
        candidates.sort(key=lambda found: -found.expected_rolls)
        return Rank(board, exact, better, equal, self.space.total - better - equal, tuple(candidates[:nearest]))

    def _solved(self, rows: Rows, places: NDArray[np.int64]) -> list[Found]:
        boards = boards_of(sweep_of(self.space), rows["patterns"][places].astype(np.int64), rows["choices"][places])
        exact = [Rational(solve(board).expected_rolls) for board in boards]
        sizes = rows["weights"][places]
        return [Found(b, v, int(w)) for b, v, w in zip(boards, exact, sizes, strict=True)]

    def _before(self, block: int, low: float, nearest: int) -> list[Found]:
        """Return the last boards that are surely better, and all that rounding cannot tell from the first of them."""
        found: list[Found] = []
        bound = 0.0
        while block >= 0 and len(found) < nearest:
            rows = self.block(block)
            values = rows["values"][rows["values"] < low]
            if len(values) >= (wanted := nearest - len(found)):
                bound = values[-wanted] / (1 + 3 * sweep_of(self.space).error_bound)
            found += self._solved(rows, np.flatnonzero((rows["values"] < low) & (rows["values"] >= bound)))
            block -= 1
        return found


def rank(
    board: PositionLike,
    *,
    rules: Rules | str | None = None,
    nearest: int = 3,
    progress: Callable[[int], None] | None = None,
) -> Rank:
    """Return the exact rank of a board among all boards of its rules."""
    position = as_position(board, rules)
    if position.marked != position.rules.layout.free:
        raise InputError(f"expected a board without marks, got {position}")
    if not 0 <= nearest <= MAX_NEAREST:
        raise InputError(f"expected 0 to {MAX_NEAREST} nearest boards, got {nearest}")
    table = RankTable.open(Space.of(position.rules), progress)
    try:
        return table.rank(position.board, nearest)
    except DamagedFile:
        RankTable.make(table.space, RankTable.path(table.space), progress)
        return RankTable.open(table.space).rank(position.board, nearest)
