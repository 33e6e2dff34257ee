"""Bimatrix games: all equilibria, computed exactly, even if payoffs tie.

The first player chooses row i, the second player chooses column j, and they receive A_ij and B_ij. A pair of mixed
strategies is an *equilibrium* if neither player can gain by deviating, that is, if every choice played is a best reply
to the other player's strategy.

Assume that all payoffs are positive (adding a constant to all payoffs of a player does not change the equilibria). A
mixed strategy p of the first player, divided by the largest payoff that the second player can get against it, is a
point x of the polytope  x ≥ 0, Bᵀx ≤ 1. This point has a label i for each xᵢ = 0 (a choice that is not played) and a
label j for each tight inequality (a best reply of the other player). The second player's mixed strategies correspond to
points of a polytope defined by A in the same way. A pair of strategies is then an equilibrium exactly when every choice
of either player is a label of one of the two points: the choice is not played, or it is a best reply (von Stengel,
"Computing equilibria for two-person games", 2002).

The *extreme* equilibria are the pairs of vertices, other than the origins, with all labels. There are no other
equilibria if the game is *nondegenerate*: no mixed strategy that plays k choices has more than k pure best replies or,
equivalently, no vertex has more labels than its polytope has dimensions. A degenerate game may have infinitely many
equilibria, but every one of them is a mixture of extreme equilibria from a set in which each strategy of one player is
in equilibrium with each strategy of the other. So the extreme equilibria describe all equilibria. Extreme equilibria
that share a player's strategy can be mixed and belong to one *component*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from typing import Annotated, NamedTuple

from dicebingo.checked import Checked
from dicebingo.errors import InputError, whole_number
from dicebingo.exact import Exact, fraction, fractions, mpq
from dicebingo.games.matrices import (
    Matrix,
    MatrixLike,
    Mixed,
    Rows,
    Shares,
    as_matrix,
    as_mixed,
    as_rows,
    pure_strategy,
)
from dicebingo.games.zero_sum import solve_rows
from dicebingo.question import Doc, question


@dataclass(frozen=True, slots=True)
class Dominated(Checked):
    """A choice that is dominated by the mixture ``by`` of other choices.

    If ``strictly`` is true, the mixture is better against every choice of the opponent. Otherwise ``by`` is a single
    choice that is never worse and sometimes better.
    """

    choice: int
    by: Mixed
    strictly: bool


@dataclass(frozen=True, slots=True, init=False)
class Bimatrix(Checked):
    """The payoffs of both players. The rows of both matrices are the first player's choices.

    >>> game = Bimatrix([[2, 0], [0, 1]], [[1, 0], [0, "3/2"]])
    >>> game.pure_equilibria()
    [(0, 0), (1, 1)]
    """

    first: Matrix
    second: Matrix

    def __init__(self, first: MatrixLike, second: MatrixLike) -> None:
        for name, payoffs in (("first", first), ("second", second)):
            object.__setattr__(self, name, as_matrix(payoffs))
        shapes = [(len(payoffs), len(payoffs[0])) for payoffs in (self.first, self.second)]
        if shapes[0] != shapes[1]:
            shown = " and ".join(f"{height} x {width}" for height, width in shapes)
            raise InputError(f"expected two matrices of the same shape, got {shown}")

    def payoffs_of(self, player: int) -> Matrix:
        """Return a player's payoffs, with that player's choices as rows."""
        player = whole_number(player, "player {} or {}", 0, 1)
        return self.first if player == 0 else tuple(zip(*self.second, strict=True))

    def values(self, player: int, other: Mixed) -> list[Fraction]:
        """Return the value of each of a player's choices against the other player's strategy ``other``."""
        rows = self.payoffs_of(player)
        shares = as_mixed(other, len(rows[0]))
        return [fraction(_dot(shares, row)) for row in rows]

    def best_replies(self, player: int) -> list[tuple[int, ...]]:
        """Return a player's best replies to each pure choice of the other player."""
        columns = zip(*self.payoffs_of(player), strict=True)
        return [tuple(i for i, pay in enumerate(column) if pay == max(column)) for column in columns]

    def payoffs(self, first: Mixed, second: Mixed) -> tuple[Fraction, Fraction]:
        """Return the expected payoffs of both players."""
        own, other = as_mixed(first, len(self.first)), as_mixed(second, len(self.first[0]))
        return fraction(_dot(own, self.values(0, second))), fraction(_dot(other, self.values(1, first)))

    def regrets(self, first: Mixed, second: Mixed) -> tuple[Fraction, Fraction]:
        """Return how much each player could gain against the other's strategy.

        Both gains are 0 exactly when the pair is an equilibrium.
        """
        own, other = self.values(0, second), self.values(1, first)
        paid = self.payoffs(first, second)
        return max(own) - paid[0], max(other) - paid[1]

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
        """Return the player's dominated choices.

        A choice counts as dominated if a mixture dominates it strictly or, failing that, a single choice dominates it
        weakly.
        """
        rows = as_rows(self.payoffs_of(player))
        found = (_strict(rows, i) or _weak(rows, i) for i in range(len(rows)))
        return [dominated for dominated in found if dominated]

    def equilibria(self) -> Equilibria:
        """Return all extreme equilibria, each checked against the payoffs."""
        found, degenerate = extreme_equilibria(as_rows(self.first), as_rows(self.second))
        extreme = tuple(Equilibrium(fractions(e.first), fractions(e.second), _two(e.payoffs)) for e in found)
        return Equilibria(self, extreme, _components(extreme), degenerate)


class Extreme(NamedTuple):
    """An extreme equilibrium in fast rationals (``mpq``)."""

    first: Shares
    second: Shares
    payoffs: tuple[mpq, mpq]

    @property
    def pure(self) -> bool:
        """Whether both strategies are pure."""
        return bool(max(self.first) == max(self.second) == 1)


def extreme_equilibria(first: Rows, second: Rows) -> tuple[list[Extreme], bool]:
    """Return all extreme equilibria, each checked against the payoffs.

    Also return whether the game is degenerate.
    """
    m, n = len(first), len(first[0])
    first_by_column, second_by_column = list(zip(*first, strict=True)), list(zip(*second, strict=True))
    of_first = best_response_vertices(_positive(second))
    of_second = best_response_vertices(_positive(first_by_column))
    labels = [vertex.tight >> n | (vertex.tight & (1 << n) - 1) << m for vertex in of_second]
    all_labels = (1 << m + n) - 1
    pairs = [
        (_strategy(x), _strategy(y))
        for x in of_first
        for y, label in zip(of_second, labels, strict=True)
        if x.tight | label == all_labels
    ]
    degenerate = any(x.tight.bit_count() > m for x in of_first) or any(y.tight.bit_count() > n for y in of_second)
    return [_checked(first, second_by_column, p, q) for p, q in sorted(pairs, key=_order)], degenerate


def _dot(strategy: Shares, values: Sequence[Exact]) -> mpq:
    return sum((share * value for share, value in zip(strategy, values, strict=True)), mpq(0))


def _two(payoffs: tuple[mpq, mpq]) -> tuple[Fraction, Fraction]:
    return fraction(payoffs[0]), fraction(payoffs[1])


def _strict(rows: Rows, i: int) -> Dominated | None:
    """Return a mixture that is always better than row i, found by solving the zero-sum game of gains over row i."""
    others = [k for k in range(len(rows)) if k != i]
    if not others:
        return None
    game = solve_rows([[a - b for a, b in zip(rows[k], rows[i], strict=True)] for k in others])
    if game.value <= 0:
        return None
    return Dominated(i, fractions((*game.first[:i], 0, *game.first[i:])), True)


def _weak(rows: Rows, i: int) -> Dominated | None:
    """Return the first row that dominates row i weakly: it is never worse than row i, and differs from it."""
    for k, row in enumerate(rows):
        if row != rows[i] and all(a >= b for a, b in zip(row, rows[i], strict=True)):
            return Dominated(i, fractions(pure_strategy(k, len(rows))), False)
    return None


@dataclass(frozen=True, slots=True)
class Equilibrium(Checked):
    """A mixed strategy for each player, with the payoffs of both."""

    first: Mixed
    second: Mixed
    payoffs: tuple[Fraction, Fraction]

    @property
    def pure(self) -> bool:
        """Whether both strategies are pure."""
        return bool(max(self.first) == max(self.second) == 1)


@dataclass(frozen=True, slots=True, repr=False)
class Equilibria(Checked):
    """All extreme equilibria of a game.

    The equilibria are sorted by the number of choices played (pure equilibria first), then by the choices.
    ``components`` lists the sets of extreme equilibria, by index, that are connected by common strategies.
    """

    game: Bimatrix
    extreme: tuple[Equilibrium, ...]
    components: tuple[tuple[int, ...], ...]
    degenerate: bool

    @property
    def unique(self) -> bool:
        """Whether there is exactly one equilibrium."""
        return len(self.extreme) == 1

    def __repr__(self) -> str:
        pure = sum(equilibrium.pure for equilibrium in self.extreme)
        kind = "degenerate" if self.degenerate else "nondegenerate"
        return f"<Equilibria of a {kind} game: {pure} pure, {len(self.extreme) - pure} mixed>"


@question
def solve_bimatrix(
    first: Annotated[MatrixLike, Doc("The payoffs of the first player, row by row.")],
    second: Annotated[MatrixLike, Doc("The payoffs of the second player, row by row.")],
) -> Equilibria:
    """Return all extreme equilibria of a game, exactly; rows are the first player's choices.

    Payoffs are whole numbers, fractions, or strings such as "1/3". Arrays are accepted, but floats are not.

    >>> found = solve_bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> found
    <Equilibria of a nondegenerate game: 2 pure, 1 mixed>
    >>> found.extreme[-1].first
    (Fraction(2, 3), Fraction(1, 3))
    """
    return Bimatrix(first, second).equilibria()


def _positive(payoffs: Rows) -> list[list[mpq]]:
    """Return the payoffs plus a constant that makes the smallest of them 1."""
    shift = 1 - min(map(min, payoffs))
    return [[pay + shift for pay in row] for row in payoffs]


def _strategy(vertex: Vertex) -> Shares:
    total = sum(vertex.point, mpq(0))
    return tuple(x / total for x in vertex.point)


def _order(pair: tuple[Shares, Shares]) -> tuple[int, list[list[int]], list[list[mpq]]]:
    """Return a sort key for equilibria.

    Among equilibria with the same choices, the one that plays its first choice more often comes first.
    """
    played = [[choice for choice, share in enumerate(strategy) if share] for strategy in pair]
    return sum(map(len, played)), played, [[-share for share in strategy] for strategy in pair]


def _checked(rows: Rows, columns: Rows, first: Shares, second: Shares) -> Extreme:
    """Return an equilibrium after checking it. The rows of each player's payoffs are that player's choices."""
    own, other = [_dot(second, row) for row in rows], [_dot(first, column) for column in columns]
    payoffs = _dot(first, own), _dot(second, other)
    if payoffs != (max(own), max(other)):  # this can happen only if the polytopes are wrong
        raise ArithmeticError(f"internal error: {first} against {second} is not an equilibrium")
    return Extreme(first, second, payoffs)


def _components(extreme: Sequence[Equilibrium]) -> tuple[tuple[int, ...], ...]:
    """Return the sets of equilibria, by index, that are connected by common strategies."""
    groups: list[list[int]] = []
    for number, new in enumerate(extreme):
        near = [
            any(new.first == extreme[k].first or new.second == extreme[k].second for k in group) for group in groups
        ]
        joined = [k for group in compress(groups, near) for k in group]
        groups = [group for group, is_near in zip(groups, near, strict=True) if not is_near]
        groups.append([*joined, number])
    return tuple(sorted(tuple(sorted(group)) for group in groups))


# The vertices of best-response polytopes


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex and the set of inequalities that are tight there: bit i for xᵢ = 0, bit m + j for column j."""

    point: tuple[mpq, ...]
    tight: int


def best_response_vertices(matrix: Sequence[Sequence[mpq]]) -> list[Vertex]:
    """Return all vertices of the best-response polytope of a positive matrix, except the origin.

    For a matrix B with m rows, the polytope is { x ∈ Rᵐ : x ≥ 0, Bᵀx ≤ 1 }. The vertices are found by the
    double description method. The inequality of the first column, together with x ≥ 0, defines a simplex. For each
    further inequality, the vertices that satisfy it are retained, and the points where its boundary crosses an edge
    from a retained vertex to a discarded one are added. Two vertices are joined by an edge if no third vertex lies on
    every facet that contains these two. This test is combinatorial, so ties between entries, which put a vertex on more
    than m facets, need no special treatment.

    A square game of nine choices has at most 1,430 vertices on each side (McMullen's upper bound theorem).
    """
    size = len(matrix)
    columns = list(zip(*matrix, strict=True))
    vertices = _simplex(columns[0])
    for j, column in enumerate(columns[1:], start=1):
        vertices = _cut(vertices, column, 1 << size + j, size)
    return [vertex for vertex in vertices if any(vertex.point)]


def _simplex(column: Sequence[mpq]) -> list[Vertex]:
    """Return the vertices of the simplex defined by x ≥ 0 and one inequality.

    These are the origin and one point on each axis.
    """
    size = len(column)
    origin, everywhere = (mpq(0),) * size, (1 << size) - 1
    return [Vertex(origin, everywhere)] + [
        Vertex((*origin[:i], 1 / entry, *origin[i + 1 :]), everywhere ^ 1 << i | 1 << size)
        for i, entry in enumerate(column)
    ]


def _cut(vertices: list[Vertex], column: Sequence[mpq], bit: int, size: int) -> list[Vertex]:
    """Return the vertices of the part of the polytope that satisfies an additional inequality."""
    slack = [1 - sum((b * x for b, x in zip(column, v.point, strict=True) if x), mpq(0)) for v in vertices]
    kept = [(vertex, room) for vertex, room in zip(vertices, slack, strict=True) if room > 0]
    cut = [(vertex, room) for vertex, room in zip(vertices, slack, strict=True) if room < 0]
    found = [vertex for vertex, _ in kept]
    found += [Vertex(v.point, v.tight | bit) for v, room in zip(vertices, slack, strict=True) if room == 0]
    for inner, room in kept:
        for outer, excess in cut:
            common = inner.tight & outer.tight
            if common.bit_count() >= size - 1 and _is_edge(inner, outer, common, vertices, size):
                part = room / (room - excess)
                point = tuple(a + part * (b - a) for a, b in zip(inner.point, outer.point, strict=True))
                found.append(Vertex(point, common | bit))
    return found


def _is_edge(a: Vertex, b: Vertex, common: int, vertices: list[Vertex], size: int) -> bool:
    """Return whether two vertices with at least m - 1 common facets are joined by an edge."""
    if size in (a.tight.bit_count(), b.tight.bit_count()):  # m independent facets, so m - 1 of them meet in a line
        return True
    return sum(common & vertex.tight == common for vertex in vertices) == 2
