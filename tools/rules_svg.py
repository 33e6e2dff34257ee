"""Draw rules as SVG: the cells, the winning lines, and the probability of each value.

A line along a row, a column or a diagonal is drawn as a stroke; the cells of any other line are shaded. Readers
therefore need no colour to see the winning cells.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise

from dicebingo.exact import decimal
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.layout_notation import Coordinates
from dicebingo.model.rules import Marking, Rules

CELL, GAP, BAR, CHART = 28, 24, 9, 84
INK, LINE, SHADE, PAPER = "#334155", "#2563eb", "#dbeafe", "#ffffff"


def rules_svg(rules: Rules) -> str:
    """Return a picture of the rules."""
    left, high = rules.layout.width * CELL + 2, max(rules.layout.height * CELL + 2, CHART + 16)
    bars = len(rules.dice.values) * (BAR + 2)
    note = "every matching cell" if rules.marking is Marking.ALL else "one matching cell"
    w, h = max(left + GAP + bars, left + GAP + 150), high + 18
    shapes = _cells(rules.layout) + _strokes(rules.layout) + _probabilities(rules, left + GAP, high)
    caption = f'<text x="{left + GAP}" y="{high + 13}" font-size="11" fill="{INK}">{note} per roll</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img"'
        f' aria-label="Rules {escape(str(rules))}" font-family="system-ui, sans-serif">'
        f'<rect width="{w}" height="{h}" fill="{PAPER}"/>{shapes}{caption}</svg>'
    )


def _cells(layout: Layout) -> str:
    shaded = {cell for line in layout.lines if not _straight(layout, line) for cell in cells_of(line)}
    parts = []
    for cell, (row, column) in enumerate(layout.grid):
        x, y = column * CELL + 1, row * CELL + 1
        free = layout.free >> cell & 1
        fill = SHADE if cell in shaded or free else PAPER
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'
        )
        if free:
            parts.append(
                f'<text x="{x + CELL / 2:g}" y="{y + CELL / 2 + 4:g}" font-size="12" text-anchor="middle"'
                f' fill="{INK}">F</text>'
            )
    return "".join(parts)


def _straight(layout: Layout, line: int) -> tuple[Coordinates, Coordinates] | None:
    """Return the ends of a line whose cells are one step apart in one direction, or None."""
    cells = [layout.grid[cell] for cell in cells_of(line)]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    if len(steps) != 1 or not steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}:
        return None
    return cells[0], cells[-1]


def _strokes(layout: Layout) -> str:
    path = ""
    for line in layout.lines:
        if ends := _straight(layout, line):
            (top, first), (bottom, last) = ends
            x1, y1, x2, y2 = ((side + 0.5) * CELL + 1 for side in (first, top, last, bottom))
            path += f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    return path and f'<path d="{path}" stroke="{LINE}" stroke-width="3" stroke-linecap="round" opacity="0.55"/>'


def _probabilities(rules: Rules, left: int, bottom: int) -> str:
    """Return a bar for each value, and the first and the last value below them."""
    dice = rules.dice
    top = max(decimal(dice.probability(value)) for value in dice.values)
    base = bottom - 14
    parts = []
    for i, value in enumerate(dice.values):
        high = decimal(dice.probability(value)) / top * (CHART - 14)
        parts.append(
            f'<rect x="{left + i * (BAR + 2)}" y="{base - high:.2f}" width="{BAR}" height="{high:.2f}" fill="{LINE}"/>'
        )
    last = left + len(dice.values) * (BAR + 2) - 2
    label = f'<text x="{{}}" y="{bottom - 2}" font-size="10" fill="{INK}"{{}}>{{}}</text>'
    parts.append(label.format(left, "", dice.values[0]))
    parts.append(label.format(last, ' text-anchor="end"', dice.values[-1]))
    parts.append(f'<text x="{left}" y="{base - CHART + 10}" font-size="11" fill="{INK}">{escape(str(dice))}</text>')
    return "".join(parts)
