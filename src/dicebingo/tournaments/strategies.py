"""Prepare many boards for the fast match kernel: compute strategies quickly in float64, then check them exactly.

The expected number of rolls V is computed for every set of marks in float64, with the relative error bound e of
``solo.mdp``. Values of cells that differ by more than a factor of 1 + 2.5e are certainly different. Closer cells are
assumed to be tied, and each such case that can occur in a game is checked with an exact solution of the board. In the
rare case that the cells turn out not to be tied, the board is prepared exactly instead.

A board is a *row* here: the index of each open cell's value among the values of the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, expect_cells, quote
from dicebingo.kernels.matches import FieldArrays
from dicebingo.kernels.strategies import LARGEST, RANDOM, SMALLEST, Prepared, prepare_boards
from dicebingo.matches.fast_matches import MIN_EXPONENT, Field
from dicebingo.matches.strategy import prepare
from dicebingo.model.board import Board
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.running.files import Array
from dicebingo.running.stopping import stop_if_asked
from dicebingo.solo.mdp import INDISTINCT, UNIT_ROUNDOFF, OptimalPlay, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import transient_sets

CHUNK = 64
MAX_CELLS = 12
MAX_SYMMETRIES = 100
MAX_STATES = 1 << 17
"""A pool with more sets of marks than this (about 20 MB, or 1,000 boards of 3x3) is emptied."""

Rows = NDArray[np.int64]
Floats = NDArray[np.float64]


def open_symmetries(layout: Layout, most: int) -> Rows:
    """Return at most ``most`` symmetries g of the open cells, as index arrays: ``row[g]`` is the image of a row."""
    number = {cell: i for i, cell in enumerate(layout.open_cells)}
    some = symmetries(layout).at_most(most)
    return np.array([[number[p[cell]] for cell in layout.open_cells] for p in some], np.int64)


def least_image(row: Rows, symmetries: Rows) -> int:
    """Return the number of the symmetry that maps a row to its smallest image."""
    return int(np.lexsort(row[symmetries].T[::-1])[0])


class Preparer:
    """Prepares unmarked boards for games, all with the same rules and the same tie-break."""

    def __init__(self, rules: Rules, tie_break: TieBreak) -> None:
        """Prepare the data that all boards with these rules share."""
        self.rules, self.tie_break = rules, tie_break
        layout, dice = rules.layout, rules.dice
        self.size = len(layout.open_cells)
        expect_cells(self.size, MAX_CELLS, "boards with at most {} cells for many matches")
        if len(dice.values) > 64:
            raise InputError(
                f"expected dice with at most 64 values for many matches, got {len(dice.values)}", "values", most=64
            )
        # Probabilities must stay within the range of float64 (see ``matches.fast_matches``). A random tie-break chooses
        # each of several equally good cells with probability at least 1 / ``size``.
        step = log2(min(dice.weights)) - log2(dice.total) - 2 * log2(self.size)
        if 2 * self.size * step - log2(dice.total) < MIN_EXPONENT:
            raise InputError(f"expected dice without very rare values for many matches, got {quote(dice)}")
        self.weights = np.array([float(weight) for weight in dice.weights])
        self.symmetries = open_symmetries(layout, MAX_SYMMETRIES)
        self._lines = layout.open_lines
        self._states = len(transient_sets(self.size, self._lines))
        # The error bound of solo.mdp, in which d, the number of different values on the board, is at most ``size``.
        self.error_bound = 1.01 * self.size * (self.size + 2) * UNIT_ROUNDOFF * (1 if dice.total < 1 << 53 else 2)

    def value_indices(self, values: Sequence[int]) -> Rows:
        """Return the indices of values among the values of the dice."""
        return np.array([self.rules.dice.values.index(value) for value in values], np.int64)

    def rows(self, boards: Sequence[Board]) -> Rows:
        """Return ``boards`` as rows."""
        index = {value: i for i, value in enumerate(self.rules.dice.values)}
        cells = self.rules.layout.open_cells
        rows = [[index[board.values[cell]] for cell in cells] for board in boards]  # type: ignore[index]  # never None
        return np.array(rows, np.int64)

    def board(self, row: Rows) -> Board:
        """Return the board with the values in ``row``."""
        values = self.rules.dice.values
        return Board(self.rules.layout.fill(values[i] for i in row), self.rules)

    def guess(self, rows: Rows) -> Prepared:
        """Prepare boards in float64, assuming that nearly equally good cells are tied."""
        kind = {TieBreak.SMALLEST: SMALLEST, TieBreak.LARGEST: LARGEST, TieBreak.RANDOM: RANDOM}[self.tie_break]
        return prepare_boards(
            np.ascontiguousarray(rows),
            self._lines,
            self.weights,
            self.rules.marking is Marking.ALL,
            kind,
            1 + INDISTINCT * self.error_bound,
            self._states,
        )

    def guesses(self, rows: Rows) -> Iterator[tuple[Rows, Prepared]]:
        """Prepare boards in chunks, like ``guess``. Yield each chunk of rows with its strategies."""
        for i in range(0, len(rows), CHUNK):
            yield rows[i : i + CHUNK], self.guess(rows[i : i + CHUNK])

    def guessed_arrays(self, rows: Rows) -> FieldArrays:
        """Prepare boards for matches in float64; cells that float64 cannot distinguish count as equally good."""
        field = GrowingField(self.weights)
        for _, part in self.guesses(rows):
            stop_if_asked()
            field.append(part)
        return field.arrays

    def exact_arrays(self, rows: Rows) -> FieldArrays:
        """Prepare boards for matches, deciding ties between cells exactly.

        All images of a board in a chunk share one solution.
        """
        field = GrowingField(self.weights)
        for chunk, guessed in self.guesses(rows):
            stop_if_asked()
            solutions: dict[bytes, OptimalPlay] = {}
            wrong = [b for b in np.unique(guessed.ties[:, 0]) if not self._ties_hold(chunk[b], guessed, b, solutions)]
            for part in self._corrected(chunk, wrong) if wrong else [guessed]:
                field.append(part)
        return field.arrays

    def _ties_hold(self, row: Rows, guessed: Prepared, number: int, solutions: dict[bytes, OptimalPlay]) -> bool:
        """Return whether all guessed ties between cells are true ties. All images of a board share one solution."""
        sources = self.symmetries[least_image(row, self.symmetries)]
        image = row[sources]
        solution = solutions.get(image.tobytes())
        if solution is None:
            solution = solutions[image.tobytes()] = optimal_play(self.board(image))
        for _, marked, cells in guessed.ties[guessed.ties[:, 0] == number].tolist():
            options = [1 << i for i, source in enumerate(sources) if cells >> source & 1]
            moved = sum(1 << i for i, source in enumerate(sources) if marked >> source & 1)
            if len(solution.optimal_among(moved, options)) != len(options):
                return False
        return True

    def _corrected(self, chunk: Rows, wrong: Sequence[int]) -> Iterator[Prepared]:
        """Prepare a chunk board by board. Boards with a wrong guess are prepared exactly."""
        for number, row in enumerate(chunk):
            if number in wrong:
                strategy = prepare(optimal_play(self.board(row)), Optimal(self.tie_break))
                value = np.array([float(strategy.solution.expected_rolls)])
                yield Prepared(*Field([strategy]).arrays[1:], np.zeros((0, 3), np.int64), value)
            else:
                yield self.guess(row[None])


class GrowingField:
    """Prepared boards stored as one field, whose arrays grow as parts are appended."""

    def __init__(self, weights: Floats) -> None:
        """Create an empty field."""
        self.weights = weights
        self.clear()

    def clear(self) -> None:
        """Remove all boards."""
        self._arrays: dict[str, Array] = {
            "first": np.zeros(1, np.int64),
            "marks": np.zeros(0, np.uint8),
            "moving": np.zeros(0, np.uint64),
            "start": np.zeros((0, len(self.weights) + 1), np.uint32),
            "after": np.zeros(0, np.int32),
            "share": np.zeros(0),
            "values": np.zeros(0),
        }
        self._used = {name: len(array) for name, array in self._arrays.items()}

    @property
    def states(self) -> int:
        """The number of sets of marks, summed over all boards."""
        return self._used["marks"]

    @property
    def values(self) -> Floats:
        """V, the expected number of rolls, of each board."""
        return self._arrays["values"][: self._used["values"]]

    @property
    def arrays(self) -> FieldArrays:
        """All boards in the form that the kernel expects."""
        return FieldArrays(self.weights, *(self._arrays[k][: self._used[k]] for k in FieldArrays._fields[1:]))

    def append(self, part: Prepared) -> None:
        """Append a part to the arrays. Arrays that are too short are doubled in length."""
        moved = part._replace(first=part.first[1:] + self.states, start=part.start + np.uint32(self._used["after"]))
        for name, array in self._arrays.items():
            new, used = getattr(moved, name), self._used[name]
            end = used + len(new)
            if end > len(array):
                self._arrays[name] = np.empty((2 * end, *array.shape[1:]), array.dtype)
                self._arrays[name][:used] = array[:used]
            self._arrays[name][used:end] = new
            self._used[name] = end


class StrategyPool(GrowingField):
    """A cache of boards for which ties between cells are guessed, not checked. The keys are the bytes of the rows."""

    def __init__(self, preparer: Preparer) -> None:
        """Create an empty cache."""
        super().__init__(preparer.weights)
        self._preparer = preparer
        self._number: dict[bytes, int] = {}

    def numbers(self, boards: Sequence[bytes]) -> Rows:
        """Return the indices of boards in the field, after preparing any new boards.

        The indices are valid until the next call.
        """
        if self.states > MAX_STATES:
            self.clear()
            self._number.clear()
        new = [board for board in dict.fromkeys(boards) if board not in self._number]
        if new:
            for _, part in self._preparer.guesses(np.frombuffer(b"".join(new), np.int64).reshape(len(new), -1)):
                self.append(part)
            self._number |= {board: len(self._number) + i for i, board in enumerate(new)}
        return np.array([self._number[board] for board in boards], np.int64)
