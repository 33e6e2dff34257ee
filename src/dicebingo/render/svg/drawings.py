"""Draw boards, rings and other panels as SVG, for notebooks, reports and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from dicebingo.model.board import Board, Position
from dicebingo.render.pictures.board import board_drawing
from dicebingo.render.pictures.panels import Columns, Heat, Lines, Panel, RingPanel, ShareBars
from dicebingo.render.pictures.ring import ring_drawing
from dicebingo.render.pictures.shapes import Arc, Label, Look, Polylines, Rectangle, Shape, ShapeGroup
from dicebingo.render.svg.charts import MAX_SERIES, column_chart, heat_svg, line_chart, share_bar, style

if TYPE_CHECKING:  # this module imports numba, which a picture does not need
    from dicebingo.tournaments.results import Link

_STYLE = style(
    "dicebingo-ring",
    "font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums",
    (".ground", "fill:#ffffff", "fill:#0f172a"),
    (".text", "fill:#0f172a", "fill:#f1f5f9"),
    (".quiet", "fill:#475569", "fill:#a8b5c7"),
    (".line", "fill:none;stroke:#64748b;stroke-width:2.5", "stroke:#94a3b8"),
    (".head", "fill:#64748b", "fill:#94a3b8"),
    (".line.weakest", "stroke:#b45309", "stroke:#fbbf24"),
    (".head.weakest,.dicebingo-ring .text.weakest", "fill:#b45309", "fill:#fbbf24"),
    (".win", "fill:#2563eb", "fill:#60a5fa"),
    (".tie", "fill:#cbd5e1", "fill:#475569"),
    (".lose", "fill:#dc2626", "fill:#f87171"),
)


def board_svg(position: Position) -> str:
    """Return a board as SVG."""
    drawn = board_drawing(position)
    _, _, w, h = drawn.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}" role="img"'
        f' aria-label="{drawn.title}" font-family="system-ui, sans-serif">{shapes_svg(drawn.shapes)}</svg>'
    )


def ring_svg(boards: Sequence[Board], links: Sequence[Link], names: Sequence[str] = ()) -> str:
    """Return a ring of 3 to 12 boards as SVG; ``links[i]`` is the match of board i against the next board."""
    drawn = ring_drawing(RingPanel(boards, links, names))
    left, top, w, h = drawn.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h:.0f}"'
        f' viewBox="{left:.1f} {top:.1f} {w:.1f} {h:.1f}" role="img" class="dicebingo-ring">'
        f"<title>{drawn.title}</title><desc>{escape(drawn.description)}</desc><style>{_STYLE}</style>"
        f"{shapes_svg(drawn.shapes)}</svg>"
    )


def panel_svg(panel: Panel) -> str:
    """Return a panel as SVG, or an empty string if only matplotlib can draw it."""
    match panel:
        case Lines():
            return line_chart(panel) if len(panel.series) <= MAX_SERIES else ""
        case Columns():
            return column_chart(panel)
        case ShareBars(_, shares):
            return share_bar(shares)
        case Heat():
            return heat_svg(panel)
        case RingPanel(boards, links, names):
            return ring_svg(boards, links, names)
    return ""


def shapes_svg(shapes: Iterable[Shape]) -> str:
    """Return the SVG elements of shapes."""
    return "".join(map(_shape, shapes))


def _shape(shape: Shape) -> str:
    match shape:
        case Rectangle(x, y, width, height, look, radius):
            rounded = f' rx="{radius:g}"' if radius else ""
            size = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f"<rect{_class(look)} {size}{_colours(look)}{rounded}/>"
        case Polylines(paths, look, closed):
            path = "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z" * closed for points in paths)
            return f'<path{_class(look)} d="{path}"{_colours(look)}/>'
        case Arc((x, y), (a, b), radius, look, dashed):
            dashes = ' stroke-dasharray="7 5"' if dashed else ""
            path = f"M{_n(x)} {_n(y)}A{radius:g} {radius:g} 0 0 1 {_n(a)} {_n(b)}"
            return f'<path{_class(look)}{dashes} d="{path}"{_colours(look)}/>'
        case Label(x, y, text, size, look, anchor, weight):
            bold = f' font-weight="{weight}"' if weight != 400 else ""
            where = f'x="{_n(x)}" y="{_n(y)}" font-size="{size:g}"{bold} text-anchor="{anchor}"'
            return f"<text{_class(look)} {where}{_colours(look)}>{escape(text)}</text>"
        case ShapeGroup(shapes, x, y, scale, title):
            moved = f' transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})"' if scale != 1 else ""
            return f"<g{moved}>{f'<title>{escape(title)}</title>' if title else ''}{shapes_svg(shapes)}</g>"


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _class(look: Look) -> str:
    return f' class="{look.name}"' if look.name else ""


def _colours(look: Look) -> str:
    """Return the SVG attributes for a look's colours; the style sheet sets those of a named look."""
    if look.name:
        return ""
    line = f' stroke="{look.stroke}" stroke-width="{look.width:g}"' if look.width else ""
    rest = f' stroke-linecap="round" opacity="{look.opacity:g}"' if look.opacity < 1 else ""
    return (f' fill="{look.fill}"' if look.fill != "none" or not line else "") + line + rest
