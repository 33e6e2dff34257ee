"""Zero-sum matrix games, solved exactly.

The first player chooses a row, the second a column, and the first receives the entry from the second. The value v is
unique. Optimal strategies need not be, but they are interchangeable: every optimal one of the first player forms an
equilibrium with every optimal one of the second (von Neumann). So each player's can be selected on its own, and is
the same however the game was solved:

    the first pure strategy that is optimal; where none is, the lexicographically largest of the optimal ones, which
    plays the first choice as often as possible, then the second choice as often as possible, and so on.

Both players have a pure one exactly if there is a saddle point, an entry that is the least of its row and the greatest
of its column. Most stage games of a duel have one, so it is looked for first. Otherwise strictly dominated choices are
left out, which changes no player's set of optimal strategies, 2 x 2 games have a closed form, and whatever is
larger is a linear program. With all entries shifted to be positive, the second player's is

    maximise  y₁ + .. + yₙ   where   A y ≤ 1,  y ≥ 0;    v = 1 / (y₁ + .. + yₙ),  and  v y is an optimal strategy.

It is solved by the simplex method over the integers: each row of A is brought to whole numbers, and all rows keep one
common denominator, the last pivot, by which the next step's products are divided without remainder (Edmonds; Bareiss).
Bland's rule picks the pivots, so the method ends also on degenerate games. On the face of optimal solutions y₁ is
maximised next, on what remains y₂, and so on. The first player's strategy comes from the same program for -Aᵀ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from dicebingo.errors import InputError
from dicebingo.exact import Rational

__all__ = ["MatrixGame", "solve_zero_sum"]

Matrix = Sequence[Sequence[Rational]]


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """The value to the first player, and the selected optimal strategies: a probability for each row and column.

    ``pure`` says that there is a saddle point; both strategies are pure then, and never otherwise.
    """

    value: Rational
    first: tuple[Rational, ...]
    second: tuple[Rational, ...]
    pure: bool


def solve_zero_sum(matrix: Matrix) -> MatrixGame:
    """Solve a game in which the first player receives the entry of its row and the second player's column.

    >>> from dicebingo.exact import Rational
    >>> game = solve_zero_sum([[Rational(3), Rational(-1)], [Rational(-2), Rational(1)]])
    >>> str(game.value), [str(share) for share in game.first], game.pure
    ('1/7', ['3/7', '4/7'], False)
    """
    height, width = len(matrix), len(matrix[0]) if matrix else 0
    if not width or any(len(row) != width for row in matrix):
        raise InputError(f"expected a matrix with rows of one length, got lengths {[len(row) for row in matrix]}")
    low = [min(row) for row in matrix]
    high = [max(column) for column in zip(*matrix, strict=True)] if height > 1 else list(matrix[0])
    value = max(low)
    if value == min(high):
        return MatrixGame(value, _pure(low.index(value), height), _pure(high.index(value), width), True)
    rows, columns = _undominated(matrix)
    core = [[matrix[i][j] for j in columns] for i in rows]
    value, first, second = _solve_2x2(core) if len(rows) == len(columns) == 2 else _solve_general(core)
    return MatrixGame(
        value,
        _pure(low.index(value), height) if value in low else _spread(first, rows, height),
        _pure(high.index(value), width) if value in high else _spread(second, columns, width),
        False,
    )


def _pure(choice: int, size: int) -> tuple[Rational, ...]:
    return tuple(Rational(i == choice) for i in range(size))


def _spread(shares: Sequence[Rational], choices: Sequence[int], size: int) -> tuple[Rational, ...]:
    """Return the strategy of all choices, with 0 for those that were left out."""
    strategy = [Rational(0)] * size
    for choice, share in zip(choices, shares, strict=True):
        strategy[choice] = share
    return tuple(strategy)


def _undominated(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Return the rows and columns that remain when strictly dominated ones are left out, again and again."""
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    while True:
        left = [i for i in rows if not any(all(matrix[k][j] > matrix[i][j] for j in columns) for k in rows)]
        kept = [j for j in columns if not any(all(matrix[i][k] < matrix[i][j] for i in left) for k in columns)]
        if len(left) == len(rows) and len(kept) == len(columns):
            return rows, columns
        rows, columns = left, kept


Solved = tuple[Rational, Sequence[Rational], Sequence[Rational]]


def _solve_2x2(matrix: Matrix) -> Solved:
    """Solve a game of two by two without a saddle point: both players make the other's choices equally good."""
    (a, b), (c, d) = matrix
    total = a - b - c + d
    first, second = (d - c) / total, (d - b) / total
    return (a * d - b * c) / total, (first, 1 - first), (second, 1 - second)


def _solve_general(matrix: Matrix) -> Solved:
    value, second = _largest_optimal(matrix)
    _, first = _largest_optimal([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    return value, first, second


def _largest_optimal(matrix: Matrix) -> tuple[Rational, list[Rational]]:
    """Return the value, and the lexicographically largest optimal strategy of the second player."""
    shift = 1 - min(min(row) for row in matrix)
    program = _Program([[entry + shift for entry in row] for row in matrix])
    program.maximise_sum()
    for j in range(len(matrix[0])):
        program.maximise_one(j)
    y = program.solution()
    value = 1 / sum(y, Rational(0))
    return value - shift, [share * value for share in y]


class _Program:
    """A y ≤ 1, y ≥ 0 for a positive matrix, as a simplex tableau of integers over the common denominator ``scale``.

    Variables are the y, then one slack for each row; the last column is the right-hand side.
    """

    def __init__(self, matrix: Matrix) -> None:
        """Start from y = 0, with the slacks in the basis."""
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
        """Variables that may enter the basis: the others are 0 in all that is still of interest."""

    def solution(self) -> list[Rational]:
        """Return the y."""
        place = {variable: i for i, variable in enumerate(self.basis)}
        return [Rational(self.rows[place[j]][-1], self.scale) if j in place else Rational(0) for j in range(self.width)]

    def maximise_sum(self) -> None:
        """Go to a vertex with the greatest sum of all y, and close what would lead away from such vertices."""
        self._maximise([1] * self.width + [0] * (len(self.rows) + 1))

    def maximise_one(self, j: int) -> None:
        """Go to a vertex with the greatest y of number j among those still of interest, and close what leads away."""
        if j not in self.open:
            return
        gains = [self.scale * (k == j) for k in range(self.width + len(self.rows) + 1)]
        if j in self.basis:
            gains = [gain - entry for gain, entry in zip(gains, self.rows[self.basis.index(j)], strict=True)]
        self._maximise(gains)

    def _maximise(self, gains: list[int]) -> None:
        """Pivot while an open variable has a gain, by Bland's rule; then close those whose entering would lose."""
        while entering := [k for k in sorted(self.open) if gains[k] > 0]:
            gains = self._pivot(entering[0], gains)
        self.open = {k for k in self.open if gains[k] == 0}

    def _pivot(self, entering: int, gains: list[int]) -> list[int]:
        """Let a variable enter the basis, and return the new gains."""
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
        """Return whether row i stops the entering variable before row k; of both at once, the smaller basic one."""
        of_i, of_k = self.rows[i], self.rows[k]
        difference = of_i[-1] * of_k[entering] - of_k[-1] * of_i[entering]
        return difference < 0 or (difference == 0 and self.basis[i] < self.basis[k])
