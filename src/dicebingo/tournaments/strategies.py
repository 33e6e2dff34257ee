"""Many boards, prepared for the fast match kernel: quickly in float64, and then made sure of.

V of every set of marks is computed in float64 with the relative error bound e of ``solo.mdp``. Cells whose values
differ by more than a factor 1 + 2.5e are told apart for sure. Where several are closer, they are taken as tied; each
such case that a player can meet is then settled by an exact solution of the board. Hardly ever is it not a true tie;
the board is then prepared exactly instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge, quote
from dicebingo.kernels.matches import FieldArrays
from dicebingo.kernels.strategies import LARGEST, RANDOM, SMALLEST, Prepared, prepare_boards
from dicebingo.matches.fast_matches import LEAST_EXPONENT, Field
from dicebingo.matches.strategy import prepare
from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.solo.mdp import INDISTINCT, UNIT_ROUNDOFF, Solution, solve
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import transient_sets

__all__ = ["Preparer", "join"]

CHUNK = 64
MAX_CELLS = 12
MAX_SYMMETRIES = 100


class Preparer:
    """Prepares boards of some rules, all unmarked, with a tie-break."""

    def __init__(self, rules: Rules, tie_break: TieBreak) -> None:
        """Work out what all boards of the rules share."""
        self.rules, self.tie_break = rules, tie_break
        layout, dice = rules.layout, rules.dice
        self.cells = tuple(cell for cell in range(layout.size) if not layout.free >> cell & 1)
        if len(self.cells) > MAX_CELLS:
            raise TooLarge(f"expected at most {MAX_CELLS} cells for many matches, got {len(self.cells)}")
        if len(dice.values) > 64:
            raise InputError(f"expected dice with at most 64 values for many matches, got {len(dice.values)}")
        _expect_likely_values(dice, len(self.cells))
        self.lines = [sum(1 << i for i, cell in enumerate(self.cells) if line >> cell & 1) for line in layout.lines]
        self.weights = np.array([float(weight) for weight in dice.weights])
        self.symmetries = self._symmetries()
        self.states = len(transient_sets(len(self.cells), tuple(self.lines)))
        size = len(self.cells)
        # As in solo.mdp, with at most one block per cell.
        self.error_bound = 1.01 * size * (size + 2) * UNIT_ROUNDOFF * (1 if dice.total < 1 << 53 else 2)

    def _symmetries(self) -> NDArray[np.int64]:
        """Return the symmetries of the layout, those of open cells: an image has at i what the row has at [.., i]."""
        group = symmetries(self.rules.layout)
        number = {cell: i for i, cell in enumerate(self.cells)}
        every = group if group.order <= MAX_SYMMETRIES else [tuple(range(self.rules.layout.size))]
        return np.array([[number[p[cell]] for cell in self.cells] for p in every], np.int64)

    @property
    def size(self) -> int:
        """How many cells a board has to fill."""
        return len(self.cells)

    def places(self, values: Sequence[int]) -> NDArray[np.int64]:
        """Return the places of values among those of the dice."""
        dice = self.rules.dice
        for value in values:
            if value not in dice:
                raise InputError(f"expected values of {dice}, got {value}")
        return np.array([dice.values.index(value) for value in values], np.int64)

    def rows(self, boards: Sequence[Board]) -> NDArray[np.int64]:
        """Return boards as rows of places of their values among those of the dice."""
        place = {value: i for i, value in enumerate(self.rules.dice.values)}
        return np.array([[place[b.values[cell]] for cell in self.cells] for b in boards], np.int64)  # type: ignore[index]

    def board(self, row: NDArray[np.int64]) -> Board:
        """Return the board of a row."""
        values: list[int | None] = [None] * self.rules.layout.size
        for cell, place in zip(self.cells, row, strict=True):
            values[cell] = self.rules.dice.values[place]
        return Board(tuple(values), self.rules)

    def guess(self, rows: NDArray[np.int64]) -> Prepared:
        """Prepare boards in float64; ties are guessed."""
        kind = {TieBreak.SMALLEST: SMALLEST, TieBreak.LARGEST: LARGEST, TieBreak.RANDOM: RANDOM}[self.tie_break]
        return prepare_boards(
            np.ascontiguousarray(rows),
            self.lines,
            self.weights,
            self.rules.marking is Marking.ALL,
            kind,
            1 + INDISTINCT * self.error_bound,
            self.states,
        )

    def arrays(self, rows: NDArray[np.int64]) -> FieldArrays:
        """Prepare boards for matches, ties guessed: for a search whose finds are checked exactly."""
        return join(self.weights, [part for _, part in self.guesses(rows)])

    def guesses(self, rows: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], Prepared]]:
        """Yield some of the rows and their boards, prepared with guessed ties, until all are done."""
        for i in range(0, len(rows), CHUNK):
            yield rows[i : i + CHUNK], self.guess(rows[i : i + CHUNK])

    def exact_arrays(self, rows: NDArray[np.int64]) -> FieldArrays:
        """Prepare boards for matches, ties settled exactly; images of one board are best given side by side."""
        parts = []
        for chunk, guessed in self.guesses(rows):
            solutions: dict[bytes, Solution] = {}
            wrong = [b for b in np.unique(guessed.ties[:, 0]) if not self._ties_hold(chunk[b], guessed, b, solutions)]
            parts += self._mended(chunk, wrong) if wrong else [guessed]
        return join(self.weights, parts)

    def _ties_hold(
        self, row: NDArray[np.int64], guessed: Prepared, number: int, solutions: dict[bytes, Solution]
    ) -> bool:
        """Whether all cells that seem equal on a board are; one solution serves all images under the symmetries."""
        images = row[self.symmetries]
        chosen = int(np.lexsort(images.T[::-1])[0])
        image, sources = images[chosen], self.symmetries[chosen]
        solution = solutions.get(image.tobytes())
        if solution is None:
            solution = solutions[image.tobytes()] = solve(self.board(image))
        for _, marked, cells in guessed.ties[guessed.ties[:, 0] == number].tolist():
            options = [1 << i for i, source in enumerate(sources) if cells >> source & 1]
            moved = sum(1 << i for i, source in enumerate(sources) if marked >> source & 1)
            if len(solution.optimal_among(moved, options)) != len(options):
                return False
        return True

    def _mended(self, chunk: NDArray[np.int64], wrong: Sequence[int]) -> list[Prepared]:
        """Prepare a chunk board by board, those with a wrong guess exactly."""
        parts = []
        for number in range(len(chunk)):
            if number in wrong:
                strategy = prepare(solve(self.board(chunk[number])), Optimal(self.tie_break))
                arrays = Field([strategy]).arrays
                none = np.zeros((0, 3), np.int64)
                value = np.array([float(strategy.solution.expected_rolls)])
                parts.append(Prepared(*arrays[1:], none, value))
            else:
                parts.append(self.guess(chunk[number : number + 1]))
        return parts


def _expect_likely_values(dice: Dice, cells: int) -> None:
    """Raise where probabilities could leave the range of float64 (``matches.fast_matches``; shares are 1 / cells)."""
    step = log2(min(dice.weights)) - log2(dice.total) - 2 * log2(cells)
    if 2 * cells * step - log2(dice.total) < LEAST_EXPONENT:
        raise InputError(f"expected dice with likelier values for many matches, got {quote(dice)}")


def join(weights: NDArray[np.float64], parts: list[Prepared]) -> FieldArrays:
    """Join prepared chunks to one field."""
    states = np.cumsum([0, *(part.first[-1] for part in parts)])
    entries = np.cumsum([0, *(len(part.after) for part in parts)])
    return FieldArrays(
        weights,
        np.concatenate([[0], *(part.first[1:] + offset for part, offset in zip(parts, states, strict=False))]),
        np.concatenate([part.marks for part in parts]),
        np.concatenate([part.moving for part in parts]),
        np.concatenate([part.start + np.uint32(offset) for part, offset in zip(parts, entries, strict=False)]),
        np.concatenate([part.after for part in parts]),
        np.concatenate([part.share for part in parts]),
    )
