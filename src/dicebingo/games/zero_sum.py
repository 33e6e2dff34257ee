"""Zero-sum matrix games, solved exactly.

The first player chooses a row and the second a column. The second player pays the first player the entry in that row
and column. The value v is unique. Optimal strategies need not be unique, but they are interchangeable, because every
optimal strategy of the first player forms an equilibrium with every optimal strategy of the second (von Neumann). So
each player's strategy can be selected separately, by a rule that does not depend on how the game is solved:

    take the first pure strategy that is optimal. If no pure strategy is optimal, take the lexicographically largest
    optimal strategy: it plays the first choice as often as possible, then the second choice, and so on.

Both players have an optimal pure strategy exactly when there is a saddle point: an entry that is the smallest in its
row and the largest in its column. Most games that occur in play have a saddle point, so the solver looks for one first.
Without a saddle point, the solver deletes strictly dominated choices, which changes neither player's set of optimal
strategies. If the remaining game is 2x2, it has a closed-form solution; a larger game is solved as a linear program.
After a constant has been added to make all entries positive, the second player's program is

    maximise  y₁ + .. + yₙ   subject to   A y ≤ 1,  y ≥ 0.

The value is then v = 1 / (y₁ + .. + yₙ), and v y is an optimal strategy.

The program is solved by the simplex method over the integers: each row of A is scaled to whole numbers, and the last
pivot is the common denominator of all rows. In the next step, division by this pivot leaves no remainder (Edmonds;
Bareiss). Bland's rule picks the pivots, so the method terminates even on degenerate games. Next, y₁ is maximised on the
face of optimal solutions, then y₂ on the face that remains, and so on. Solving the same program for -Aᵀ gives the first
player's strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Annotated, NamedTuple

from dicebingo.checked import Checked
from dicebingo.exact import fraction, fractions, mpq
from dicebingo.games.matrices import MatrixLike, Mixed, Rows, Shares, as_matrix, as_rows, pure_strategy, with_zeros
from dicebingo.question import Doc, question


@dataclass(frozen=True, slots=True)
class ZeroSumSolution(Checked):
    """The value to the first player, and the selected optimal strategies: a probability for each row and column.

    ``pure`` is true if there is a saddle point, which is exactly when both strategies are pure.
    """

    value: Fraction
    first: Mixed
    second: Mixed
    pure: bool


@question
def solve_zero_sum(
    matrix: Annotated[MatrixLike, Doc("The payoffs of the first player, row by row.")],
) -> ZeroSumSolution:
    """Solve a zero-sum game exactly.

    The second player pays the first player the entry in the chosen row and column.

    Entries are whole numbers, fractions, or strings such as "1/3". Arrays are accepted, but floats are not.

    >>> game = solve_zero_sum([[3, -1], [-2, 1]])
    >>> game.value, game.first, game.pure
    (Fraction(1, 7), (Fraction(3, 7), Fraction(4, 7)), False)
    """
    game = solve_rows(as_rows(as_matrix(matrix)))
    return ZeroSumSolution(fraction(game.value), fractions(game.first), fractions(game.second), game.pure)


class Solved(NamedTuple):
    """A ``ZeroSumSolution`` in fast rationals (``mpq``)."""

    value: mpq
    first: Shares
    second: Shares
    pure: bool


def solve_rows(matrix: Rows) -> Solved:
    """Solve a game without checking the matrix, for internal use."""
    height, width = len(matrix), len(matrix[0])
    low = [min(row) for row in matrix]
    high = [max(column) for column in zip(*matrix, strict=True)] if height > 1 else list(matrix[0])
    value = max(low)
    if value == min(high):
        first, second = pure_strategy(low.index(value), height), pure_strategy(high.index(value), width)
        return Solved(value, first, second, True)
    rows, columns = _undominated(matrix)
    core = [[matrix[i][j] for j in columns] for i in rows]
    value, own, other = _solve_2x2(core) if len(rows) == len(columns) == 2 else _solve_general(core)
    return Solved(
        value,
        pure_strategy(low.index(value), height) if value in low else with_zeros(own, rows, height),
        pure_strategy(high.index(value), width) if value in high else with_zeros(other, columns, width),
        False,
    )


def _undominated(matrix: Rows) -> tuple[list[int], list[int]]:
    """Return the rows and columns that survive the repeated deletion of strictly dominated choices."""
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    while True:
        left = [i for i in rows if not any(all(matrix[k][j] > matrix[i][j] for j in columns) for k in rows)]
        kept = [j for j in columns if not any(all(matrix[i][k] < matrix[i][j] for i in left) for k in columns)]
        if len(left) == len(rows) and len(kept) == len(columns):
            return rows, columns
        rows, columns = left, kept


def _solve_2x2(matrix: Rows) -> tuple[mpq, Sequence[mpq], Sequence[mpq]]:
    """Solve a 2 x 2 game without a saddle point. Each player mixes so that the other's two choices are equally good."""
    (a, b), (c, d) = matrix
    total = a - b - c + d
    first, second = (d - c) / total, (d - b) / total
    return (a * d - b * c) / total, (first, 1 - first), (second, 1 - second)


def _solve_general(matrix: Rows) -> tuple[mpq, Sequence[mpq], Sequence[mpq]]:
    value, second = _largest_optimal(matrix)
    _, first = _largest_optimal([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    return value, first, second


def _largest_optimal(matrix: Rows) -> tuple[mpq, list[mpq]]:
    """Return the value and the lexicographically largest optimal strategy of the second player."""
    shift = 1 - min(min(row) for row in matrix)
    program = _Program([[entry + shift for entry in row] for row in matrix])
    for j in range(len(matrix[0])):
        program.maximise_one(j)
    y = program.solution()
    value = 1 / sum(y, mpq(0))
    return value - shift, [share * value for share in y]


class _Program:
    """The linear program of a positive matrix A, as a simplex tableau of integers over the denominator ``scale``.

    The variables are y₁, .., yₙ, followed by a slack variable for each row. The last column is the right-hand side. The
    tableau starts at a vertex that maximises y₁ + .. + yₙ, and moves only among such vertices.
    """

    def __init__(self, matrix: Rows) -> None:
        height, self.width = len(matrix), len(matrix[0])
        self.rows = []
        for i, row in enumerate(matrix):
            whole = lcm(*(int(entry.denominator) for entry in row))
            self.rows.append(
                [(entry * whole).numerator for entry in row] + [int(i == k) for k in range(height)] + [whole]
            )
        self.basis = [self.width + i for i in range(height)]
        self.scale = 1
        self.open = set(range(self.width + height))
        """The variables that may enter the basis. All other variables are 0 on the whole remaining face."""
        self._maximise([1] * self.width + [0] * (height + 1))

    def solution(self) -> list[mpq]:
        """Return the values of y₁, .., yₙ."""
        row = {variable: self.rows[i] for i, variable in enumerate(self.basis)}
        return [mpq(row[j][-1], self.scale) if j in row else mpq(0) for j in range(self.width)]

    def maximise_one(self, j: int) -> None:
        """Move to a vertex of the remaining face that maximises y_j, and restrict the face to such vertices."""
        if j not in self.open:
            return
        gains = [self.scale * (k == j) for k in range(self.width + len(self.rows) + 1)]
        if j in self.basis:
            gains = [gain - entry for gain, entry in zip(gains, self.rows[self.basis.index(j)], strict=True)]
        self._maximise(gains)

    def _maximise(self, gains: list[int]) -> None:
        """Pivot by Bland's rule until no open variable has a positive gain, then close those with a negative gain."""
        while entering := [k for k in sorted(self.open) if gains[k] > 0]:
            gains = self._pivot(entering[0], gains)
        self.open = {k for k in self.open if gains[k] == 0}

    def _pivot(self, entering: int, gains: list[int]) -> list[int]:
        """Bring a variable into the basis and return the new gains."""
        leaving = -1
        for i, row in enumerate(self.rows):
            if row[entering] > 0 and (leaving < 0 or self._sooner(i, leaving, entering)):
                leaving = i
        chosen = self.rows[leaving]
        pivot = chosen[entering]

        def cleared(row: list[int]) -> list[int]:
            factor = row[entering]
            return [(entry * pivot - factor * other) // self.scale for entry, other in zip(row, chosen, strict=True)]

        self.rows = [row if row is chosen else cleared(row) for row in self.rows]
        gains = cleared(gains)
        self.scale = pivot
        self.basis[leaving] = entering
        return gains

    def _sooner(self, i: int, k: int, entering: int) -> bool:
        """Return whether row i limits the entering variable before row k. Ties go to the smaller basic variable."""
        of_i, of_k = self.rows[i], self.rows[k]
        difference = of_i[-1] * of_k[entering] - of_k[-1] * of_i[entering]
        return difference < 0 or (difference == 0 and self.basis[i] < self.basis[k])
