"""Parts of the HTML that notebooks show.

Each part brings its own style, in colours that are readable on a light and on a dark background.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dicebingo.exact import Number, decimal, nearest
from dicebingo.exact import text as exact_text
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.render.svg.board import board_svg
from dicebingo.render.svg.charts import STYLE, share_bar

LONGEST = 44
"""The most characters of a fraction that is shown; a longer one is only in the title of its decimal."""


def margin_html(text: str, margin: float | None, shade: float) -> str:
    """Return a margin, blue for wins and red for losses, the darker the larger it is; where there is none, nothing."""
    colour = "37, 99, 235" if margin and margin > 0 else "220, 38, 38"
    return f'<span style="background: rgba({colour}, {0.55 * shade:.2f}); padding: 2px 5px">{text}</span>' * bool(text)


def strong_html(text: str, yes: bool) -> str:
    """Return a text, in bold if asked to."""
    return f"<b>{text}</b>" if yes else text


def number_html(number: Number, digits: int = 6) -> str:
    """Return a decimal; its exact form is in the title."""
    title = "float64" if isinstance(number, float) else exact_text(number)
    return f'<span title="{title}">{nearest(number, digits)}</span>'


def percent_html(share: Number) -> str:
    """Return a probability in per cent; its exact form is in the title."""
    title = "float64" if isinstance(share, float) else exact_text(share)
    return f'<span title="{title}">{nearest(100 * share, 2)}%</span>'


def exactly_html(number: Number) -> str:
    """Return the fraction of an exact number if it is short enough to show."""
    exact = "" if isinstance(number, float) else exact_text(number)
    return f" <code>{exact}</code>" if 0 < len(exact) <= LONGEST else ""


def boards_html(positions: Sequence[Position], names: Sequence[str]) -> str:
    """Return boards side by side, each above its name."""
    drawn = (
        f'<div style="text-align: center">{board_svg(position)}<div>{escape(name)}</div></div>'
        for position, name in zip(positions, names, strict=True)
    )
    return f'<div style="display: flex; gap: 24px; flex-wrap: wrap; margin: 4px 0">{"".join(drawn)}</div>'


def bar_html(names: Sequence[str], outcomes: Outcomes[Number]) -> str:
    """Return a bar that shows how often each player wins."""
    shares = [(f"{names[0]} wins", outcomes.first), ("tie", outcomes.tie), (f"{names[1]} wins", outcomes.second)]
    return f"<style>{STYLE}</style><div>{share_bar([(name, decimal(share)) for name, share in shares])}</div>"


def beside_html(first: str, second: str) -> str:
    """Return two pieces side by side."""
    return f'<div style="display: flex; gap: 24px; align-items: flex-start">{first}<div>{second}</div></div>'


def table_html(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table."""
    head = "".join(f"<th>{header}</th>" for header in headers)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    body = body.replace("<td>", '<td style="padding: 2px 12px 2px 0">')
    head = head.replace("<th>", '<th style="padding: 2px 12px 2px 0; text-align: left">')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
