"""Export a tournament in the DOT language, as a graph of who beats whom with a margin on every edge."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from dicebingo.exact import nearest

if TYPE_CHECKING:  # this module imports numba, which would delay --help
    from dicebingo.tournaments.tournament import Tournament


def dot_text(tournament: Tournament) -> str:
    """Return the graph of wins in the DOT language, with margins in points."""
    nodes = "".join(f"  b{i} [label={quoteattr(str(board))}];\n" for i, board in enumerate(tournament.boards))
    edges = "".join(f'  b{i} -> b{j} [label="{nearest(100 * margin, 2)}"];\n' for i, j, margin in _edges(tournament))
    return f"digraph beats {{\n{nodes}{edges}}}\n"


def _edges(tournament: Tournament) -> list[tuple[int, int, float]]:
    """Return the pairs of boards in which the first beats the second, with their margins."""
    first, second = (tournament.sign > 0).nonzero()
    margins = tournament.margins[first, second]
    return list(zip(first.tolist(), second.tolist(), margins.tolist(), strict=True))
