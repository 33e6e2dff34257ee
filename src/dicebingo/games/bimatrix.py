"""Bimatrix games: all equilibria, exactly, also where payoffs tie.

The first player chooses row i, the second column j, and they receive A_ij and B_ij. A pair of mixed strategies is an
*equilibrium* if nobody can gain by another choice against the other's strategy: all that is played is a best reply.

Let all payoffs be positive (a constant added to all of a player's changes nothing). A mixed strategy p of the first
player, divided by the most that the second can get against it, is a point x of the polytope  x ≥ 0, Bᵀx ≤ 1. It has a
label i for each xᵢ = 0, a choice that is not played, and a label j for each tight inequality, a best reply of the
other player. The same with A for the second player. Then a pair is an equilibrium exactly if every choice of both
players is a label of one of the two: not played, or a best reply (von Stengel, "Computing equilibria for two-person
games", 2002).

The *extreme* equilibria are the pairs of vertices, other than the origins, with all labels. There are no others if the
game is *nondegenerate*: no mixed strategy has more pure best replies than choices that it plays, or in other words no
vertex has more labels than its polytope has dimensions. A degenerate game may have infinitely many equilibria, but
every one is a mixture of extreme ones, within sets in which each strategy of one player goes with each of the other's.
So the extreme equilibria describe all of them; those that share a player's strategy can be mixed, and are in one
*component*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.games.polytope import Vertex, best_response_vertices
from dicebingo.games.zero_sum import solve_zero_sum

__all__ = ["Bimatrix", "Dominated", "Equilibria", "Equilibrium", "Mixed", "solve_bimatrix"]

Matrix = tuple[tuple[Rational, ...], ...]
Mixed = tuple[Rational, ...]
"""A probability for each choice of a player."""


@dataclass(frozen=True, slots=True)
class Dominated:
    """A choice to which a mixture of others is preferable, whatever the opponent does.

    ``strictly``: the mixture is always better. Otherwise it is a single choice, never worse and sometimes better.
    """

    choice: int
    by: Mixed
    strictly: bool


@dataclass(frozen=True, slots=True)
class Bimatrix:
    """The payoffs of both players; the first player's choices are the rows of both.

    >>> game = Bimatrix.of([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> game.pure_equilibria()
    [(0, 0), (1, 1)]
    """

    first: Matrix
    second: Matrix

    @classmethod
    def of(cls, first: Sequence[Sequence[Rational | int]], second: Sequence[Sequence[Rational | int]]) -> Bimatrix:
        """Return the game with these payoffs."""
        return cls(*(tuple(tuple(map(Rational, row)) for row in payoffs) for payoffs in (first, second)))

    def __post_init__(self) -> None:
        """Check that both matrices have one shape."""
        shapes = {tuple(map(len, payoffs)) for payoffs in (self.first, self.second)}
        lengths = {length for shape in shapes for length in shape}
        if len(shapes) != 1 or len(lengths) != 1 or 0 in lengths:
            raise InputError(f"expected two matrices of one shape, got rows of lengths {sorted(map(list, shapes))}")

    @property
    def sizes(self) -> tuple[int, int]:
        """The number of choices of each player."""
        return len(self.first), len(self.first[0])

    def payoffs_of(self, player: int) -> Matrix:
        """Return a player's payoffs with the own choices as rows."""
        return self.first if player == 0 else tuple(zip(*self.second, strict=True))

    def replies(self, player: int, other: Mixed) -> list[Rational]:
        """Return what each choice of a player is worth against a strategy of the other."""
        return [
            sum((pay * share for pay, share in zip(row, other, strict=True) if share), Rational(0))
            for row in self.payoffs_of(player)
        ]

    def best_replies(self, player: int, other: Mixed) -> tuple[int, ...]:
        """Return all choices that are worth most against a strategy of the other."""
        values = self.replies(player, other)
        return tuple(choice for choice, value in enumerate(values) if value == max(values))

    def best_responses(self, player: int) -> list[tuple[int, ...]]:
        """Return the best replies of a player to each single choice of the other."""
        columns = zip(*self.payoffs_of(player), strict=True)
        return [tuple(i for i, pay in enumerate(column) if pay == max(column)) for column in columns]

    def payoffs(self, first: Mixed, second: Mixed) -> tuple[Rational, Rational]:
        """Return what both receive on average."""
        return _dot(first, self.replies(0, second)), _dot(second, self.replies(1, first))

    def regrets(self, first: Mixed, second: Mixed) -> tuple[Rational, Rational]:
        """Return what each could gain against the other's strategy: both are 0 exactly in an equilibrium."""
        values = self.replies(0, second), self.replies(1, first)
        return max(values[0]) - _dot(first, values[0]), max(values[1]) - _dot(second, values[1])

    def pure_equilibria(self) -> list[tuple[int, int]]:
        """Return all pairs of choices that are best replies to each other."""
        best = [max(column) for column in zip(*self.first, strict=True)]
        return [
            (i, j)
            for i, (own, other) in enumerate(zip(self.first, self.second, strict=True))
            for j in range(len(best))
            if own[j] == best[j] and other[j] == max(other)
        ]

    def dominated(self, player: int) -> list[Dominated]:
        """Return the player's dominated choices: strictly, also by mixtures, or else weakly, by a single choice."""
        rows = self.payoffs_of(player)
        found = (_strict(rows, i) or _weak(rows, i) for i in range(len(rows)))
        return [dominated for dominated in found if dominated]


def _dot(strategy: Mixed, values: Sequence[Rational]) -> Rational:
    return sum((share * value for share, value in zip(strategy, values, strict=True)), Rational(0))


def _strict(rows: Matrix, i: int) -> Dominated | None:
    """Return a mixture that is always better than row i: play it for the least gain over i, a zero-sum game."""
    others = [k for k in range(len(rows)) if k != i]
    if not others:
        return None
    game = solve_zero_sum([[a - b for a, b in zip(rows[k], rows[i], strict=True)] for k in others])
    if game.value <= 0:
        return None
    return Dominated(i, (*game.first[:i], Rational(0), *game.first[i:]), True)


def _weak(rows: Matrix, i: int) -> Dominated | None:
    """Return the first row that is never worse than row i and not the same."""
    for k, row in enumerate(rows):
        if row != rows[i] and all(a >= b for a, b in zip(row, rows[i], strict=True)):
            return Dominated(i, tuple(Rational(choice == k) for choice in range(len(rows))), False)
    return None


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A mixed strategy of each player, and what both receive."""

    first: Mixed
    second: Mixed
    payoffs: tuple[Rational, Rational]

    @property
    def pure(self) -> bool:
        """Whether nobody mixes."""
        return bool(max(self.first) == max(self.second) == 1)


@dataclass(frozen=True, slots=True)
class Equilibria:
    """All extreme equilibria of a game: pure ones first, then by how many choices are played, then by the choices.

    ``components`` are the sets of extreme equilibria, by their numbers, that hang together through a common strategy.
    """

    game: Bimatrix
    extreme: tuple[Equilibrium, ...]
    components: tuple[tuple[int, ...], ...]
    degenerate: bool

    @property
    def unique(self) -> bool:
        """Whether there is only one equilibrium at all."""
        return len(self.extreme) == 1


def solve_bimatrix(game: Bimatrix) -> Equilibria:
    """Return all extreme equilibria, each of them verified against the payoffs.

    >>> found = solve_bimatrix(Bimatrix.of([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    >>> [tuple(map(str, equilibrium.first)) for equilibrium in found.extreme]
    [('1', '0'), ('0', '1'), ('2/3', '1/3')]
    """
    m, n = game.sizes
    of_first = best_response_vertices(_positive(game.second))
    of_second = best_response_vertices(_positive(list(zip(*game.first, strict=True))))
    labels = [vertex.tight >> n | (vertex.tight & (1 << n) - 1) << m for vertex in of_second]
    every = (1 << m + n) - 1
    pairs = [
        (_strategy(x), _strategy(y))
        for x in of_first
        for y, label in zip(of_second, labels, strict=True)
        if x.tight | label == every
    ]
    extreme = tuple(_verified(game, p, q) for p, q in sorted(pairs, key=_order))
    degenerate = any(x.tight.bit_count() > m for x in of_first) or any(y.tight.bit_count() > n for y in of_second)
    return Equilibria(game, extreme, _components(extreme), degenerate)


def _positive(payoffs: Sequence[Sequence[Rational]]) -> list[list[Rational]]:
    """Return the payoffs with a constant added that makes the least of them 1."""
    shift = 1 - min(map(min, payoffs))
    return [[pay + shift for pay in row] for row in payoffs]


def _strategy(vertex: Vertex) -> Mixed:
    total = sum(vertex.point, Rational(0))
    return tuple(x / total for x in vertex.point)


def _order(pair: tuple[Mixed, Mixed]) -> tuple[int, list[list[int]], list[list[Rational]]]:
    """Return by what equilibria are sorted; with the same choices, those that play the first ones more come first."""
    played = [[choice for choice, share in enumerate(strategy) if share] for strategy in pair]
    return sum(map(len, played)), played, [[-share for share in strategy] for strategy in pair]


def _verified(game: Bimatrix, first: Mixed, second: Mixed) -> Equilibrium:
    if any(game.regrets(first, second)):  # the polytopes would be wrong: never a result
        raise ArithmeticError(f"expected an equilibrium without regret, got {first} against {second}")
    return Equilibrium(first, second, game.payoffs(first, second))


def _components(extreme: Sequence[Equilibrium]) -> tuple[tuple[int, ...], ...]:
    """Return the equilibria that are connected by common strategies of one of the players."""
    groups: list[tuple[set[Mixed], set[Mixed], list[int]]] = []
    for number, equilibrium in enumerate(extreme):
        merged: tuple[set[Mixed], set[Mixed], list[int]] = ({equilibrium.first}, {equilibrium.second}, [number])
        apart = []
        for group in groups:
            if equilibrium.first in group[0] or equilibrium.second in group[1]:
                merged = (merged[0] | group[0], merged[1] | group[1], merged[2] + group[2])
            else:
                apart.append(group)
        groups = [*apart, merged]
    return tuple(sorted(tuple(sorted(numbers)) for _, _, numbers in groups))
