"""SVG charts for reports and pages: line charts, column charts, heat maps and share bars.

A chart contains its light and dark styles, a title, and a description in words. Series differ in the shape of their
points as well as in colour. The numbers themselves belong in a table next to the chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from dicebingo.errors import InputError
from dicebingo.render.pictures.panels import COLOURS, Columns, Heat, Lines, Mark, ShareBars

NARROW, WIDE, HEIGHT = 460, 760, 290
LEFT, RIGHT, TOP, BOTTOM = 48, 14, 40, 42
ROW = 18
"""The height of each name in a legend below a chart."""
MAX_SERIES = 6


def style(kind: str, base: str, *rules: tuple[str, str, str]) -> str:
    """Return the style sheet of one kind of picture; each rule is a selector with its light and dark properties."""
    light, dark = ("".join(f".{kind} {rule[0]}{{{rule[i]}}}\n" for rule in rules) for i in (1, 2))
    return f"\n.{kind}{{{base}}}\n{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


_SERIES = tuple(zip(COLOURS, ("#60a5fa", "#f87171", "#34d399", "#a78bfa", "#fbbf24", "#e2e8f0"), strict=True))
STYLE = style(
    "dicebingo-chart",
    "font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums;font-size:12px",
    ("text", "fill:#475569", "fill:#a8b5c7"),
    (".title", "fill:#0f172a;font-size:14px;font-weight:600", "fill:#f1f5f9"),
    (".grid", "stroke:#e2e8f0", "stroke:#27364d"),
    (".axis", "stroke:#94a3b8", "stroke:#64748b"),
    *((f".s{i}", f"stroke:{light}", f"stroke:{dark}") for i, (light, dark) in enumerate(_SERIES)),
    *((f".f{i}", f"fill:{light}", f"fill:{dark}") for i, (light, dark) in enumerate(_SERIES)),
    (".quiet", "fill:#cbd5e1", "fill:#475569"),
    (".mark", "stroke:#b45309;stroke-dasharray:3 3", "stroke:#fbbf24"),
    (".marked", "fill:#b45309;font-weight:600", "fill:#fbbf24"),
)
"""The style sheet of all charts. Its rules apply only inside charts, so one page can contain many of them."""


class _Frame(NamedTuple):
    """The conversion of data to picture coordinates."""

    x_low: float
    x_high: float
    y_high: float
    width: int

    def x(self, value: float) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * (value - self.x_low) / (self.x_high - self.x_low)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / self.y_high


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most ``most`` round numbers, equally spaced, from ``low`` to ``high``.

    >>> ticks(0, 0.09, 6)
    [0.0, 0.02, 0.04, 0.06, 0.08]
    """
    rough = (high - low) / most
    scale = 10.0 ** floor(log10(rough))
    step = next(scale * factor for factor in (1, 2, 5, 10) if scale * factor >= rough * (1 - 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def heat_svg(panel: Heat) -> str:
    """Return a heat map, for a page that includes ``STYLE``."""
    wide, high = 52, 24
    left, count = 7 * max(map(len, panel.rows), default=0) + 10, len(panel.values[0])
    parts = []
    for i, row in enumerate(panel.values):
        y = TOP + high * i
        if panel.rows:
            parts.append(f'<text x="{left - 8}" y="{y + 16}" text-anchor="end">{escape(panel.rows[i])}</text>')
        for j, value in enumerate(row):
            x, label = left + wide * j, panel.texts[i][j] if panel.texts else ""
            if value is not None:
                colour = COLOURS[1] if panel.diverges and value < 0 else COLOURS[0]
                shade = 0.55 * panel.shade(value)
                size = f'x="{x}" y="{y}" width="{wide - 1}" height="{high - 1}"'
                parts.append(f'<rect {size} fill="{colour}" fill-opacity="{shade:.2f}"/>')
                parts.append(f'<text x="{x + wide / 2}" y="{y + 16}" text-anchor="middle">{escape(label)}</text>')
    parts += [
        f'<text x="{left + wide * (j + 0.5)}" y="{TOP - 8}" text-anchor="middle">{escape(name[:9])}</text>'
        for j, name in enumerate(panel.columns)
    ]
    w, h = left + wide * count, TOP + high * len(panel.values)
    label = escape(panel.title or panel.key)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dicebingo-chart" width="{w}" height="{h}"'
        f' viewBox="0 0 {w} {h}" role="img"><title>{label}</title>{"".join(parts)}</svg>'
    )


def line_chart(panel: Lines) -> str:
    """Return a chart of up to six lines over a common axis."""
    title, series, x_label, y_label = panel
    if not 1 <= len(series) <= MAX_SERIES or not all(one.points for one in series):
        raise InputError(f"expected 1 to {MAX_SERIES} lines with points, got {len(series)}")
    xs = [x for one in series for x, _ in one.points]
    frame = _Frame(min(xs), max(*xs, min(xs) + 1), _top(y for one in series for _, y in one.points), NARROW)
    parts = [_grid(frame, x_label, y_label)]
    for i, one in enumerate(series):
        path = "L".join(f"{frame.x(x):.1f} {frame.y(y):.1f}" for x, y in one.points)
        kind = "axis" if one.quiet else f"s{i}"
        parts.append(f'<path class="{kind}" d="M{path}" fill="none" stroke-width="2" stroke-linejoin="round"/>')
        parts += [_point(i, frame.x(x), frame.y(y), f"{one.name}, {x:g}: {y:.6g}") for x, y in one.points]
    legend, below = _legend(title, [one.name for one in series])
    parts.append(legend)
    peaks = [max(one.points, key=lambda point: point[1]) for one in series]
    label = "; ".join(
        f"{one.name} is highest at {x:g}, with {y:.4g}" for one, (x, y) in zip(series, peaks, strict=True)
    )
    return _picture(title, f"{y_label} against {x_label}. {label}.", "".join(parts), NARROW, HEIGHT + below)


def column_chart(panel: Columns) -> str:
    """Return a chart of columns, with labelled points on the axis."""
    title, columns, x_label, y_label, marks = panel
    if not columns:
        raise InputError("expected at least one column, got none")
    top = _top(height for _, _, height in columns) * (1.25 if marks else 1)
    frame = _Frame(columns[0][0], columns[-1][1], top, WIDE)
    parts = [_grid(frame, x_label, y_label)]
    for low, high, height in columns:
        x, y = frame.x(low), frame.y(height)
        parts.append(
            f'<rect class="quiet" x="{x + 0.5:.1f}" y="{y:.1f}" width="{max(frame.x(high) - x - 1, 0.5):.1f}"'
            f' height="{HEIGHT - BOTTOM - y:.1f}"><title>{low:g} to {high:g}: {height:.4g}</title></rect>'
        )
    parts += _marks(frame, sorted(marks, key=lambda mark: mark.x))
    label = "; ".join(f"{mark.name} at {mark.x:.4g}" for mark in marks)
    return _picture(title, f"{y_label} against {x_label}. {label}", "".join(parts), WIDE)


def _marks(frame: _Frame, marks: Sequence[Mark]) -> list[str]:
    """Return a dashed line for each mark; a name that would overlap the previous one moves to the next row."""
    parts, ends = [], [-1.0] * 5
    for mark in marks:
        x, width = frame.x(mark.x), 7.0 * len(mark.name) + 8
        row = next((i for i, end in enumerate(ends) if end <= x), len(ends) - 1)
        ends[row] = x + width
        y = TOP + 4 + 15 * row
        parts.append(
            f'<path class="mark" d="M{x:.1f} {y - 8}V{HEIGHT - BOTTOM}"/>'
            f'<text class="marked" x="{x + 4:.1f}" y="{y}">{escape(mark.name)}</text>'
        )
    return parts


def share_bar(shares: Sequence[tuple[str, float]]) -> str:
    """Return one bar divided into shares, for a page that includes ``STYLE``."""
    parts, at = [], 0.0
    kinds = ["quiet" if i is None else f"f{i}" for i in ShareBars("", shares).colours]
    for (name, share), kind in zip(shares, kinds, strict=True):
        width = 200 * share
        parts.append(
            f'<rect class="{kind}" x="{at:.2f}" y="0" width="{width:.2f}" height="12">'
            f"<title>{escape(name)}: {100 * share:.2f}%</title></rect>"
        )
        at += width
    label = ", ".join(f"{name} {100 * share:.2f}%" for name, share in shares)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="dicebingo-chart shares" viewBox="0 0 200 12" width="200"'
        f' height="12" preserveAspectRatio="none" role="img" aria-label={quoteattr(label)}>{"".join(parts)}</svg>'
    )


def _top(values: Iterable[float]) -> float:
    return 1.06 * max(values) or 1.0


def _grid(frame: _Frame, x_label: str, y_label: str) -> str:
    parts = []
    for y in ticks(0, frame.y_high, 6):
        at = frame.y(y)
        parts.append(f'<path class="{"grid" if y else "axis"}" d="M{LEFT} {at:.1f}H{frame.width - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{at + 4:.1f}" text-anchor="end">{y:g}</text>')
    parts += [
        f'<text x="{frame.x(x):.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{x:g}</text>'
        for x in ticks(frame.x_low, frame.x_high, frame.width // 38)
    ]
    parts.append(f'<text x="{frame.width - RIGHT}" y="{HEIGHT - 7}" text-anchor="end">{escape(x_label)}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 7}">{escape(y_label)}</text>')
    return "".join(parts)


def _point(series: int, x: float, y: float, label: str) -> str:
    """Return a point whose shape distinguishes the series without colour: circle, square, triangle, diamond."""
    label = f"<title>{escape(label)}</title>"
    match series:
        case 0:
            return f'<circle class="f0" cx="{x:.1f}" cy="{y:.1f}" r="3">{label}</circle>'
        case 1:
            return f'<rect class="f1" x="{x - 2.7:.1f}" y="{y - 2.7:.1f}" width="5.4" height="5.4">{label}</rect>'
        case 2:
            return f'<path class="f2" d="M{x:.1f} {y - 3.6:.1f}l3.6 6.4h-7.2z">{label}</path>'
    return f'<path class="f{series}" d="M{x:.1f} {y - 3.8:.1f}l3.8 3.8l-3.8 3.8l-3.8-3.8z">{label}</path>'


def _legend(title: str, names: Sequence[str]) -> tuple[str, int]:
    """Return the legend and the height that it adds: it is next to the title if it fits there, else below the chart."""
    widths = [34 + 7 * len(name) for name in names]
    at = NARROW - RIGHT - sum(widths)
    if at > 20 + 8 * len(title):
        return "".join(_entry(i, name, at + sum(widths[:i]), 18) for i, name in enumerate(names)), 0
    rows = [_entry(i, name, LEFT, HEIGHT + ROW * i + 10) for i, name in enumerate(names)]
    return "".join(rows), ROW * len(names) + 6


def _entry(series: int, name: str, x: float, y: float) -> str:
    line = f'<path class="s{series}" d="M{x} {y}h18" stroke-width="2"/>'
    return f'{line}{_point(series, x + 9, y, name)}<text x="{x + 23}" y="{y + 4}">{escape(name)}</text>'


def _picture(title: str, description: str, parts: str, width: int, height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dicebingo-chart" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f'<style>{STYLE}</style><text class="title" x="10" y="22">{escape(title)}</text>{parts}</svg>'
    )
