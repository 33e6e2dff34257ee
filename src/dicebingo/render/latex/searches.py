"""Ranks in LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.model.board import Position
from dicebingo.render.latex.parts import board_tikz, equation_tex, snippet, table_tex

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.searches.ranking import Rank


def rank_latex(found: Rank) -> str:
    """Return where a board stands among all."""
    counts = [("better boards", found.better), ("equal boards", found.equal), ("worse boards", found.worse)]
    rows = [[name, f"${count:,}$".replace(",", "{,}")] for name, count in [*counts, ("all boards", found.total)]]
    value = equation_tex(r"V(\varnothing)", found.expected_rolls)
    return snippet(board_tikz(Position(found.board)), value, table_tex(["", "count"], rows, left=[0]))
