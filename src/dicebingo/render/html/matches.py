"""A match in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dicebingo.matches.match import Match
from dicebingo.render.html.parts import bar_html, boards_html, exactly_html, percent_html, table_html
from dicebingo.render.text.matches import winners_text

if TYPE_CHECKING:  # importing it would bring numba along
    from dicebingo.matches.fast_matches import LargeMatch


def match_html(result: Match | LargeMatch) -> str:
    """Return the boards, and who finishes first."""
    names = result.names
    rows = [
        [escape(winners_text(winners, names)), percent_html(share), exactly_html(share)]
        for winners, share in result.outcomes.items()
    ]
    bar = bar_html(names, result.outcomes) if len(names) == 2 else ""
    headers = ["finishes first", "", "exactly" if isinstance(result, Match) else ""]
    return boards_html(result.positions, names) + bar + table_html(headers, rows)
