"""Matches in LaTeX."""

from __future__ import annotations

from dicebingo.exact import decimal
from dicebingo.matches.match import Match
from dicebingo.render.latex.parts import board_tikz, decimal_tex, escape, exact_tex, plot_tex, snippet, table_tex
from dicebingo.render.text.matches import by_player, winners_text


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
        ends = [by_player(at, len(names)) for at in result.distribution(result.upto)]
        lines = [(name, [(k, decimal(row[i])) for k, row in enumerate(ends)]) for i, name in enumerate([*names, "tie"])]
        plot = plot_tex("first on shared rolls", [line for line in lines if any(p for _, p in line[1])] or lines)
    return snippet(boards, table_tex(["finishes first", "probability", "exactly"], rows, left=[0, 2]), plot)
