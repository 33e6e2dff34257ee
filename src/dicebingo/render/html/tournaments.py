"""A tournament in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numba, which a picture must not wait for
    from dicebingo.tournaments.tournament import Tournament

from dicebingo.render.html.parts import margin_html, table_html

MOST_DRAWN = 12


def tournament_html(result: Tournament) -> str:
    """Return the standings of the best, with the margins among them in points, blue for wins and red for losses."""
    order = [row.player for row in result.standings[:MOST_DRAWN]]
    margins = result.margins
    rows = []
    for i in order:
        cells = [margin_html(100 * float(margins[i, j])) if i != j else "" for j in order]
        rows.append([str(result.boards[i]), *cells])
    more = len(result.boards) - len(order)
    note = f"<div>... and {more} more</div>" if more > 0 else ""
    return table_html(["margin of the row, in points", *(str(k) for k in range(1, len(order) + 1))], rows) + note
