"""The table used for exact ranks: all essentially different boards of a space, sorted by V.

The table sorts the boards by their float64 values, and stores the number of boards that each row represents. A board
whose value differs from the given board's exact value by more than the rounding error is certainly better or worse. The
few boards within the rounding error are solved exactly, so the numbers of better, equal and worse boards are exact.

The table is cached in an archive that is divided into blocks (see ``running.files``). Computing a rank reads the index
and one or two blocks, and verifies their checksums. A damaged or outdated table is rebuilt, and a table that cannot be
saved is kept in memory.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import decimal
from dicebingo.model.board import Board
from dicebingo.running.cache import mark_used, rank_file
from dicebingo.running.files import ArrayFile, DamagedFile, FilePath, make_folder, save_arrays
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.searches.all_boards import solved
from dicebingo.searches.orbits import count_orbits
from dicebingo.searches.ranking import Rank
from dicebingo.searches.space import Found, Space
from dicebingo.searches.sweep import COLUMNS, sweep_of
from dicebingo.solo.mdp import optimal_play

FORM = 1
BLOCK = 1 << 16
MAX_ROWS = 1 << 26
"""The maximum number of rows in a table. The table is sorted in memory, which takes about 4 GB."""
ROW_BYTES = 16
"""The approximate size of a row, in bytes, in a table of a million rows or more."""
ANNOUNCED_BYTES = 1_000_000
"""If a table is larger than this, the program announces its size before it writes the table."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableJob:
    """A job that sweeps a whole space in shards."""

    space: Space

    def name(self) -> str:
        """Return a name that identifies the table."""
        return f"table {FORM}: {self.space.rules!r}, {self.space.constraints!r}"

    def shards(self) -> int:
        """Return the number of shards."""
        return len(sweep_of(self.space).shards)

    def shard(self, number: int) -> Result:
        """Sweep a shard."""
        found = sweep_of(self.space).shard(number)
        for name in ("weights", "patterns", "choices"):  # use the smallest type that fits
            found[name] = found[name].astype(np.min_scalar_type(int(found[name].max(initial=0))))
        return found


def _row_count(space: Space) -> int:
    """Return the number of rows in a space's table; raise an error if there are too many."""
    if (boards := count_orbits(space)) > MAX_ROWS:
        raise TooLarge(f"expected at most {MAX_ROWS:,} essentially different boards to rank, got {boards:,}")
    return boards


def sorted_rows(space: Space, run: Run) -> Result:
    """Return the V, weight, pattern and choice of every essentially different board, sorted by V."""
    _row_count(space)
    parts = list(run.shards(TableJob(space), "listing all boards"))
    rows = {}
    for name in COLUMNS:
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
    """The table of a space: its arrays, in a file or in memory."""

    def __init__(self, space: Space, arrays: ArrayFile | Result) -> None:
        self.space, self.arrays = space, arrays
        if bytes(arrays["name"]).decode() != TableJob(space).name():
            raise DamagedFile("the table belongs to another space")
        self.first, self.below = arrays["first_values"], arrays["boards_below"]

    @staticmethod
    def path(space: Space) -> FilePath:
        """Return the path of the cache file for a space's table."""
        return rank_file(TableJob(space).name())

    @classmethod
    def load(cls, space: Space) -> RankTable:
        """Return the cached table of a space."""
        table = cls(space, ArrayFile(cls.path(space)))
        mark_used(cls.path(space))
        return table

    @classmethod
    def make(cls, space: Space, run: Run) -> RankTable:
        """Sweep a space and save its table if possible.

        Warn if the table is large, or if it cannot be saved.
        """
        path = cls.path(space)
        if (size := ROW_BYTES * _row_count(space)) >= ANNOUNCED_BYTES:
            _log.warning(
                "saving a table of all boards (about %.0f MB) in %s\n(dicebingo cache --clear removes it)",
                size / 1e6,
                path.parent,
            )
        rows = sorted_rows(space, run)
        starts = range(0, len(rows["values"]), BLOCK)
        counts = [int(rows["weights"][i : i + BLOCK].sum(dtype=np.uint64)) for i in starts]
        arrays: Result = {
            "title": np.frombuffer(f"ranks of {space.rules}".encode(), np.uint8),
            "name": np.frombuffer(TableJob(space).name().encode(), np.uint8),
            "first_values": rows["values"][::BLOCK].copy(),
            "boards_below": np.cumsum([0, *counts]),
        }
        for number, i in enumerate(starts):
            arrays |= {f"{name}_{number}": column[i : i + BLOCK] for name, column in rows.items()}
        try:
            make_folder(path.parent)
            save_arrays(path, arrays)
        except InputError as error:
            _log.warning("cannot save the table of all boards: %s", error)
        return cls(space, arrays)

    def block(self, number: int) -> Result:
        """Read one block of rows."""
        return {name: self.arrays[f"{name}_{number}"] for name in COLUMNS}

    def rank(self, board: Board, nearest: int = 3) -> Rank:
        """Return the exact rank of a board."""
        exact = optimal_play(board).expected_rolls
        sweep = sweep_of(self.space)
        value, slack = decimal(exact), 1 + 3 * sweep.error_bound
        low, high = value / slack, value * slack
        # If a block begins below ``low``, all blocks before it have only smaller values.
        first = max(int(np.searchsorted(self.first, low, "left")) - 1, 0)
        last = max(int(np.searchsorted(self.first, high, "right")), first + 1)
        better, equal = int(self.below[first]), 0
        candidates: list[Found] = []
        for number in range(first, last):
            rows = self.block(number)
            values, weights = rows["values"], rows["weights"]
            better += int(weights[values < low].sum(dtype=np.uint64))
            for found in solved(sweep, rows, np.flatnonzero((values >= low) & (values <= high))):
                better += found.orbit_size * (found.expected_rolls < exact)
                equal += found.orbit_size * (found.expected_rolls == exact)
                candidates += [found] if found.expected_rolls < exact else []
        candidates += self._before(first, low, nearest)
        candidates.sort(key=lambda found: -found.expected_rolls)
        return Rank(board, exact, better, equal, self.space.total - better - equal, tuple(candidates[:nearest]))

    def _before(self, block: int, low: float, nearest: int) -> list[Found]:
        """Return the ``nearest`` slowest boards whose float values are below ``low``.

        The list also contains all boards that float64 cannot distinguish from the fastest of these boards.
        """
        found: list[Found] = []
        sweep, bound = sweep_of(self.space), 0.0
        while block >= 0 and len(found) < nearest:
            rows = self.block(block)
            values = rows["values"][rows["values"] < low]
            if len(values) >= (wanted := nearest - len(found)):
                bound = values[-wanted] / (1 + 3 * sweep.error_bound)
            found += solved(sweep, rows, np.flatnonzero((rows["values"] < low) & (rows["values"] >= bound)))
            block -= 1
        return found


def exact_rank(space: Space, board: Board, nearest: int, run: Run) -> Rank:
    """Return the exact rank of a board, from the table of its space."""
    try:
        return RankTable.load(space).rank(board, nearest)  # blocks are read on demand, so ``rank`` can find damage too
    except (FileNotFoundError, DamagedFile):
        return RankTable.make(space, run).rank(board, nearest)
