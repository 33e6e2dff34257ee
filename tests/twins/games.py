"""Solve games in normal form by brute force, in fractions: try every basis of every polyhedron."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

Matrix = Sequence[Sequence[Fraction]]
Strategy = tuple[Fraction, ...]


def transposed(matrix: Matrix) -> list[list[Fraction]]:
    """Return the transpose of a matrix."""
    return [list(column) for column in zip(*matrix, strict=True)]


def solve(equations: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Return the unique solution of the equations (rows with the right-hand side last), or None."""
    rows = [list(row) for row in equations]
    unknowns = len(rows[0]) - 1
    for k in range(unknowns):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows[:unknowns]] if all(row[-1] == 0 for row in rows[unknowns:]) else None


def vertices(payoffs: Matrix) -> set[tuple[Strategy, Fraction]]:
    """Return the vertices of the best-response polyhedron of one player.

    ``payoffs[i][j]`` is the other player's payoff for its choice i against this player's choice j. The polyhedron
    contains all mixed strategies q and numbers u with payoffs · q ≤ u.
    """
    size = len(payoffs[0])
    whole = [Fraction(1)] * size + [Fraction(0), Fraction(1)]
    unused = [[Fraction(j == k) for k in range(size)] + [Fraction(0), Fraction(0)] for j in range(size)]
    tight = [[*row, Fraction(-1), Fraction(0)] for row in payoffs]
    found = set()
    for basis in combinations([*unused, *tight], size):
        point = solve([whole, *basis])
        if point is not None:
            q, u = tuple(point[:-1]), point[-1]
            if min(q) >= 0 and max(values(payoffs, q)) <= u:
                found.add((q, u))
    return found


def values(payoffs: Matrix, strategy: Strategy) -> list[Fraction]:
    """Return the payoff of each row against a mixed strategy of the column player."""
    return [sum((a * q for a, q in zip(row, strategy, strict=True)), Fraction(0)) for row in payoffs]


def is_equilibrium(first: Matrix, second: Matrix, p: Strategy, q: Strategy) -> bool:
    """Return whether neither player can gain by choosing differently.

    In both matrices, the rows are the first player's choices.
    """
    return all(
        max(got) == sum((share * value for share, value in zip(own, got, strict=True)), Fraction(0))
        for own, got in ((p, values(first, q)), (q, values(transposed(second), p)))
    )


def extreme_equilibria(first: Matrix, second: Matrix) -> set[tuple[Strategy, Strategy]]:
    """Return every pair of vertices of the two polyhedra that is an equilibrium."""
    of_second = {q for q, _ in vertices(first)}
    of_first = {p for p, _ in vertices(transposed(second))}
    return {(p, q) for p, q in product(of_first, of_second) if is_equilibrium(first, second, p, q)}


def optimal_strategies(matrix: Matrix) -> tuple[Fraction, set[Strategy]]:
    """Return the value of a zero-sum game, and the vertices of the set of the second player's optimal strategies.

    The smallest u in the polyhedron is the value, and the optimal strategies form its lowest face.
    """
    found = vertices(matrix)
    value = min(u for _, u in found)
    return value, {q for q, u in found if u == value}


def pure_equilibria(first: Matrix, second: Matrix) -> Iterator[tuple[int, int]]:
    """Yield every pair of choices that are best replies to each other."""
    for i, j in product(range(len(first)), range(len(first[0]))):
        if first[i][j] == max(row[j] for row in first) and second[i][j] == max(second[i]):
            yield i, j
