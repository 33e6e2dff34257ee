"""Matches in LaTeX."""

from __future__ import annotations

from dicebingo.matches.match import Match
from dicebingo.render.latex.parts import board_tikz, decimal_tex, escape, exact_tex, plot_tex, snippet, table_tex
from dicebingo.render.pictures.answers import match_panels
from dicebingo.render.text.matches import winners_text


def match_latex(result: Match) -> str:
    """Return the boards of a match, its outcomes, and the distribution of the finishing roll if it was asked for."""
    names = result.names
    boards = "\n\\quad\n".join(board_tikz(p, name) for p, name in zip(result.positions, names, strict=True))
    rows = [
        [escape(winners_text(winners, names)), decimal_tex(share), exact_tex(share)]
        for winners, share in result.outcomes.items()
    ]
    plot = ""
    if result.upto is not None:
        panel = match_panels(result, result.upto)[1][0]
        plot = plot_tex("first on shared rolls", panel.series)
    return snippet(boards, table_tex(["finishes first", "probability", "exactly"], rows, left=[0, 2]), plot)
