"""A tournament in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numba, which a picture must not wait for
    from dicebingo.tournaments.tournament import Tournament

from dicebingo.render.html.parts import margin_html, table_html
from dicebingo.render.pictures.answers import MOST_NUMBERS, heat_map


def tournament_html(result: Tournament) -> str:
    """Return the standings of the best, with the margins among them in points, blue for wins and red for losses."""
    heat = heat_map(result, MOST_NUMBERS)
    rows = [
        [escape(name), *map(margin_html, texts, values, map(heat.shade, values))]
        for name, texts, values in zip(heat.rows, heat.texts, heat.values, strict=True)
    ]
    more = len(result.boards) - len(rows)
    note = f"<div>... and {more} more</div>" if more > 0 else ""
    return table_html(["margin of the row, in points", *map(escape, heat.columns)], rows) + note
