"""Parts of a report, and the report as one HTML file that loads nothing: for a screen, a phone, the dark and paper.

A number is shown as a decimal; where it has an exact form that is longer, the decimal opens it (a ``details`` element,
so the keyboard opens it as well).
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from dicebingo.exact import Number
from dicebingo.render.blocks import Quantity
from dicebingo.render.svg.charts import STYLE as CHART_STYLE
from dicebingo.render.writers.html import quantity_html


def number(value: Number | int, digits: int = 4, *, percent: bool = False, root: bool = False) -> str:
    """Return a number as a decimal that opens its exact form; ``root`` shows the square root of an exact square.

    >>> number(18), number(Fraction(1, 4))
    ('18', '0.25')
    """
    return quantity_html(Quantity(value, digits, "%" if percent else "", 100 if percent else 1, root=root))


def table(
    name: str, headers: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,), kind: str = "plain"
) -> str:
    """Return a table of HTML cells that scrolls by itself where it is too wide; the columns in ``left`` hold text."""

    def cells(row: Sequence[str], tag: str) -> str:
        kinds = ["" if i in left else ' class="n"' for i in range(len(row))]
        return "".join(f"<{tag}{kind}>{cell}</{tag}>" for cell, kind in zip(row, kinds, strict=True))

    head = cells(headers, "th").replace("<th", '<th scope="col"')
    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return (
        f'<div class="scroll {kind}" role="region" tabindex="0" aria-label="{escape(name)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cards(many: Sequence[tuple[str, str, str]]) -> str:
    """Return numbers to be seen first, each with what it counts and its kind, which colours it."""
    items = (f'<li class="{kind}"><strong>{shown}</strong><span>{label}</span></li>' for shown, label, kind in many)
    return f'<ul class="cards">{"".join(items)}</ul>'


def report_html(title: str, lead: str, sections: Sequence[tuple[str, str, str]], foot: str) -> str:
    """Return the whole file; a section is its anchor, its title and its HTML."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    links = "".join(f'<a href="#{anchor}">{escape(heading)}</a>' for anchor, heading, _ in sections)
    body = "".join(
        f'<section id="{anchor}"><h2>{escape(heading)}</h2>{html}</section>' for anchor, heading, html in sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        # The policy of a page that needs nobody: nothing is loaded, not even by mistake.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        'img-src data:">'
        # Without an icon of its own a browser may ask for /favicon.ico.
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title>'
        f"<style>{style}{CHART_STYLE}</style></head>"
        f'<body><header><h1>{escape(title)}</h1>{lead}</header><nav aria-label="Sections">{links}</nav>'
        f"<main>{body}</main><footer>{foot}</footer></body></html>\n"
    )
