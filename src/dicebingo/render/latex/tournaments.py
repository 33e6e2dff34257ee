"""Tournaments and rings in LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.exact import nearest
from dicebingo.model.board import Position
from dicebingo.render.latex.parts import decimal_tex, escape, exact_tex, ring_tikz, snippet, table_tex
from dicebingo.render.text.tournaments import STANDINGS, standings_rows

if TYPE_CHECKING:  # numba, which the other answers must not wait for
    from dicebingo.tournaments.results import Rings
    from dicebingo.tournaments.tournament import Tournament


def tournament_latex(result: Tournament) -> str:
    """Return the standings of the best boards of a tournament."""
    rows = [
        [place, escape(name), escape(board), f"${escape(share)}$", *counts, f"${margin}$"]
        for place, name, board, share, *counts, margin in standings_rows(result)
    ]
    return snippet(table_tex(STANDINGS, rows, left=[1, 2]))


def rings_latex(result: Rings) -> str:
    """Return rings, with the names of their boards: a picture and a table for each."""
    parts = []
    for ring, labels in zip(result.rings, result.names, strict=True):
        positions = [Position(board) for board in ring.boards]
        margins = [f"${nearest(100 * link.margin, 2, plus=True)}$" for link in ring.links]
        parts.append(ring_tikz(positions, labels, margins))
        rows = [
            [
                f"{escape(labels[i])} against {escape(labels[(i + 1) % len(labels)])}",
                *(text for share in (link.win, link.lose, link.tie) for text in (decimal_tex(share), exact_tex(share))),
            ]
            for i, link in enumerate(ring.links)
        ]
        parts.append(table_tex(["", "wins", "", "loses", "", "tie", ""], rows, left=[0, 2, 4, 6]))
    return snippet(*parts)
