"""Write a report as one HTML file without external resources, suited to phones, large screens, dark mode and print.

Each heading with an anchor begins a section.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files

from dicebingo.render.blocks import Block, Document, Heading
from dicebingo.render.svg.charts import STYLE as CHART_STYLE
from dicebingo.render.writers.html import block_html


def write(document: Document, title: str, foot: str) -> str:
    """Return the whole file."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    lead: list[Block] = []
    sections: list[tuple[Heading, list[Block]]] = []
    for block in document:
        if isinstance(block, Heading) and block.anchor:
            sections.append((block, []))
        else:
            (sections[-1][1] if sections else lead).append(block)
    links = "".join(f'<a href="#{heading.anchor}">{escape(heading.text)}</a>' for heading, _ in sections)
    body = "".join(
        f'<section id="{heading.anchor}"><h2>{escape(heading.text)}</h2>{_html(blocks)}</section>'
        for heading, blocks in sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        # This policy forbids loading anything, even by mistake.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        'img-src data:">'
        # Without an icon, a browser may request /favicon.ico.
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title>'
        f"<style>{style}{CHART_STYLE}</style></head>"
        f'<body><header><h1>{escape(title)}</h1>{_html(lead)}</header><nav aria-label="Sections">{links}</nav>'
        f"<main>{body}</main><footer>{escape(foot)}</footer></body></html>\n"
    )


def _html(blocks: list[Block]) -> str:
    return "".join(map(block_html, blocks))
