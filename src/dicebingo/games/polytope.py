"""The vertices of best-response polytopes, computed exactly.

For a positive matrix B with m rows, the polytope is { x ∈ Rᵐ : x ≥ 0, Bᵀx ≤ 1 }. The vertices are found by cutting,
which is the double description method for a bounded polytope. The inequality of the first column, together with x ≥ 0,
defines a simplex. For each further inequality, the vertices that satisfy it are retained, and the points where its
boundary crosses an edge from a retained vertex to a discarded one are added. Two vertices are joined by an edge if no
third vertex lies on all the facets that contain both. This test is combinatorial, so ties between entries, which put a
vertex on more than m facets, need no special treatment.

A square game of nine choices has at most 1,430 vertices on each side (McMullen's upper bound theorem).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.exact import mpq


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex and the set of inequalities that are tight there: bit i for xᵢ = 0, bit m + j for column j."""

    point: tuple[mpq, ...]
    tight: int


def best_response_vertices(matrix: Sequence[Sequence[mpq]]) -> list[Vertex]:
    """Return all vertices except the origin, for a matrix of positive numbers."""
    size = len(matrix)
    columns = list(zip(*matrix, strict=True))
    vertices = _simplex(columns[0])
    for j, column in enumerate(columns[1:], start=1):
        vertices = _cut(vertices, column, 1 << size + j, size)
    return [vertex for vertex in vertices if any(vertex.point)]


def _simplex(column: Sequence[mpq]) -> list[Vertex]:
    """Return the vertices of x ≥ 0 and one inequality: the origin, and one point on each axis."""
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
