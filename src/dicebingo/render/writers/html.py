"""Write documents as HTML for notebooks and the report; clicking a decimal shows its exact form.

The exact form is in a ``details`` element, which can also be opened with the keyboard. Colours follow the surrounding
page, light or dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from itertools import zip_longest

from dicebingo.exact import decimal, nearest
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.render.blocks import (
    LONGEST,
    Bar,
    Block,
    Boards,
    Cell,
    Column,
    Document,
    Exactly,
    Facts,
    Fixed,
    Heading,
    Items,
    Quantity,
    Sentence,
    Shares,
    Strong,
    Table,
    Tick,
)
from dicebingo.render.pictures.panels import Columns, Panel, Picture, RingPanel
from dicebingo.render.svg.charts import STYLE as CHART_STYLE
from dicebingo.render.svg.charts import share_bar
from dicebingo.render.svg.drawings import board_svg, panel_svg
from dicebingo.render.writers.text import cell_text, numbers_text

_INDEX = re.compile(r"\b([bcpNTV])_(hit|ij|\w)\b")
_EXPONENT = re.compile(r"\^(-?\w+)")
STYLE = """
.dicebingo .columns,.dicebingo .boards,.dicebingo .panels{display:flex;flex-wrap:wrap;gap:8px 24px}
.dicebingo figure{margin:4px 0}
.dicebingo figcaption{text-align:center}
.dicebingo .p,.dicebingo .scroll{margin:8px 0}
.dicebingo th,.dicebingo td{padding:2px 12px 2px 0;text-align:left;vertical-align:top}
.dicebingo .n{text-align:right;font-variant-numeric:tabular-nums}
.dicebingo details{display:inline-block}
.dicebingo summary{cursor:pointer;list-style:none;text-decoration:underline dotted;text-underline-offset:3px}
.dicebingo .fraction{display:block;font-family:monospace;white-space:normal;overflow-wrap:anywhere;max-width:34rem}
.dicebingo .items{list-style:none;padding:0}
.dicebingo .items>li{display:grid;grid-template-columns:1.6rem 1fr;margin:6px 0}
.dicebingo dl,.dicebingo dd{margin:0}
.dicebingo dl>div{display:grid;grid-template-columns:5rem 1fr;gap:0 .8rem}
.dicebingo .bar{display:inline-block;height:.7em;background:#2563eb}
"""


def write(document: Document) -> str:
    """Return a document with its style sheet, for a notebook."""
    return f'<div class="dicebingo"><style>{STYLE}{CHART_STYLE}</style>{_html(document)}</div>'


def _html(blocks: Iterable[Block]) -> str:
    return "".join(map(block_html, blocks))


def block_html(block: Block) -> str:  # noqa: PLR0911  (one for each kind of block)
    """Return a block as HTML."""
    match block:
        case Heading(text):
            return f"<p><strong>{mathematics(text)}</strong></p>"
        case Sentence():
            return paragraph(block.written(mathematics, cell_html))
        case Items(text, items):
            listed = "".join(f"<li>{mathematics(item)}</li>" for item in items)
            return f"{paragraph(mathematics(text))}<ul>{listed}</ul>"
        case Facts():
            return _facts(block)
        case Boards(positions, names, below):
            pairs = zip_longest(map(escape, names), map(cell_html, below), fillvalue="")
            captions = ("<br/>".join(filter(None, pair)) for pair in pairs)
            return side_by_side(*map(board_figure, positions, captions), kind="boards")
        case Table():
            return _table(block)
        case Fixed(text):
            return f"<pre>{escape(text)}</pre>"
        case Picture(rows):
            drawn = [figure(svg, kind=_kind(panel)) for row in rows for panel in row if (svg := panel_svg(panel))]
            return side_by_side(*drawn, kind="panels") if drawn else ""
    return ""


def paragraph(html: str) -> str:
    """Return a paragraph as a ``div``, because a ``p`` must not contain ``details``."""
    return f'<div class="p">{html}</div>' if html else ""


def mathematics(text: str) -> str:
    """Return text as HTML, with indices, exponents and relations set as mathematics.

    >>> mathematics("P(T_A <= k) and Q^-1")
    'P(T<sub>A</sub> ≤ k) and Q<sup>−1</sup>'
    """
    for plain, sign in (("<=", "≤"), (">=", "≥"), ("!=", "≠")):
        text = text.replace(plain, sign)
    text = _INDEX.sub(r"\1<sub>\2</sub>", escape(text))
    return _EXPONENT.sub(lambda found: f"<sup>{found[1].replace('-', '−')}</sup>", text).replace("\n", "<br/>")


def quantity_html(number: Quantity) -> str:
    """Return a decimal that reveals its exact form when clicked, or only the decimal if it is short and exact.

    >>> from fractions import Fraction
    >>> quantity_html(Quantity(18)), quantity_html(Quantity(Fraction(1, 4)))
    ('18', '0.25')
    """
    shown, exact = str(number), number.exact.replace("sqrt", "√")
    if number.is_word or not exact:
        return escape(shown)
    if not number.suffix and number.times == 1 and "√" not in exact:
        short = shown.rstrip("0").rstrip(".") if "." in shown else shown
        if "/" not in exact:
            return f"{int(number.value):,}"
        if len(exact) < 6 and number.value == type(number.value)(short.removeprefix("+")):
            return short
    return opening(shown, exact) if "/" in exact or "√" in exact else escape(shown)


def opening(shown: str, exact: str) -> str:
    """Return text that reveals an exact number when clicked."""
    return (
        f'<details class="exact"><summary>{escape(shown)}</summary>'
        f'<span class="fraction">{escape(exact).replace("/", "/<wbr/>")}</span></details>'
    )


def cell_html(cell: Cell) -> str:  # noqa: PLR0911  (one for each kind of cell)
    """Return a cell as HTML."""
    match cell:
        case None | int():
            return cell_text(cell)
        case Quantity():
            return quantity_html(cell)
        case Bar(share):
            return f'<span class="bar" style="width:{nearest(120 * share, 0)}px"></span>'
        case Shares(win, tie, lose):
            return share_bar([("wins", decimal(win)), ("tie", decimal(tie)), ("loses", decimal(lose))])
        case Tick():
            kind = cell.name.lower()
            return f'<span class="tick {kind}" role="img" aria-label="{kind}">{cell}</span>'
        case Exactly(text):
            return escape(text) if len(text) <= LONGEST else opening(f"{text[:LONGEST]}…", text)
        case Strong(inner, stands_out):
            return f"<b>{quantity_html(inner)}*</b>" if stands_out else quantity_html(inner)
        case tuple():
            return ", ".join(map(cell_html, cell))
    return mathematics(str(cell))


def _table(block: Table) -> str:
    """Return a table and, if it hides rows, the sentence below it that counts them."""
    shown = block.shown
    if shown is None:
        return ""
    html = (_records(shown) if block.records else table_html(shown, block.name)) + paragraph(escape(shown.more))
    return f'<details class="more"><summary>{escape(block.folded)}</summary>{html}</details>' if block.folded else html


def _records(shown: Table) -> str:
    """Return rows as a list: the first ``repeated`` columns give an item's mark and title, the others its entries."""
    items = []
    for row in shown.rows:
        mark, *where, title = map(cell_html, row[: shown.repeated])
        before = "".join(f'<span class="where">{one}</span> ' for one in where)
        rest = zip(shown.columns[shown.repeated :], map(cell_html, row[shown.repeated :]), strict=True)
        listed = "".join(f"<div><dt>{escape(one.header or '')}</dt><dd>{html}</dd></div>" for one, html in rest if html)
        items.append(f"<li>{mark}<div><div>{before}{title}</div>{f'<dl>{listed}</dl>' if listed else ''}</div></li>")
    return f'<ol class="items">{"".join(items)}</ol>'


def table_html(shown: Table, name: str = "") -> str:
    """Return a table that scrolls if it is too wide; a table with pairs in its cells is styled as a payoff matrix."""
    kind = "payoff" if any(isinstance(cell, tuple) for row in shown.rows for cell in row) else "plain"
    left = [shown.is_text(i) for i in range(len(shown.columns))]

    def cells(row: Sequence[str], tag: str) -> str:
        kinds = ("" if text else ' class="n"' for text in left)
        return "".join(f"<{tag}{kind}>{cell}</{tag}>" for cell, kind in zip(row, kinds, strict=True))

    headers = [mathematics(column.header or "") for column in shown.columns]
    head = cells(headers, "th").replace("<th", '<th scope="col"') if any(headers) else ""
    body = "".join(f"<tr>{cells(list(map(cell_html, row)), 'td')}</tr>" for row in shown.rows)
    return (
        f'<div class="scroll {kind}" role="region" tabindex="0" aria-label="{escape(name or "table")}">'
        f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table></div>"
    )


def _facts(block: Facts) -> str:
    title = f"<b>{mathematics(block.title)}</b>" if block.title else ""
    rows = [[label, cell] for label, cell in block.facts]
    listed = title + table_html(Table([Column(""), Column("", left=True)], rows), "facts")
    if isinstance(block.board, Layout):
        return side_by_side(f"<pre>{numbers_text(block.board)}</pre>", listed)
    return listed if block.board is None else side_by_side(board_figure(block.board), listed)


def figure(svg: str, caption: str = "", more: str = "", kind: str = "picture") -> str:
    """Return a picture with a caption, followed by ``more``, such as a table of its numbers (both are HTML)."""
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="{kind}">{svg}{below}{more}</figure>'


def _kind(panel: Panel) -> str:
    """Return the layout of a panel: wide, in the middle, or next to other panels."""
    return "wide" if isinstance(panel, Columns) else "middle" if isinstance(panel, RingPanel) else "picture"


def board_figure(position: Position, caption: str = "") -> str:
    """Return a board as a figure."""
    return figure(board_svg(position), caption, kind="board")


def side_by_side(*parts: str, kind: str = "columns") -> str:
    """Place parts side by side if there is room; ``kind`` is columns (the first is narrow), panels or boards."""
    return f'<div class="{kind}">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def report_html(document: Document, title: str, foot: str) -> str:
    """Return a report as one HTML file without external resources, for phones, large screens, dark mode and print.

    Each heading with an anchor begins a section.
    """
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
