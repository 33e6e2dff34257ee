"""A ring of boards as SVG: each beats the next, and the last the first (paper, section 5).

The boards stand on a circle, clockwise from the top. An arrow leads from each board to the one that it beats; outside
the arrow is the margin P(win) - P(lose) in points of 100, and a bar of the probabilities of a win, a tie and a loss.
The circle is the smallest on which nothing overlaps. In the middle is what a ring is judged by, its smallest margin;
the weakest link has the same colour. A link that may depend on the tie-break is dashed.

Every number in the picture is in its description as well, for people who cannot see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from dicebingo.errors import InputError
from dicebingo.exact import Number, decimal, nearest
from dicebingo.model.board import Board, Position
from dicebingo.render.svg.board import board_shapes
from dicebingo.render.svg.charts import style
from dicebingo.render.text.parts import percent

if TYPE_CHECKING:  # numba, which a picture does not need
    from dicebingo.tournaments.results import Link

FEWEST, MOST = 3, 12
BOARD = 102
CAPTION = 22
LONGEST_NAME = 14
LABEL_WIDTH, LABEL_HEIGHT = 150, 54
GAP = 12
"""Around boards and labels."""
EDGE = 24
SHORTEST_ARROW = 44
HEAD = 11
STEP = radians(0.25)

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


class _Box(NamedTuple):
    """A rectangle, by its centre and the halves of its sides."""

    x: float
    y: float
    half_width: float
    half_height: float

    def meets(self, other: _Box, gap: float) -> bool:
        return (
            abs(self.x - other.x) < self.half_width + other.half_width + gap
            and abs(self.y - other.y) < self.half_height + other.half_height + gap
        )

    def holds(self, x: float, y: float, gap: float) -> bool:
        return abs(self.x - x) < self.half_width + gap and abs(self.y - y) < self.half_height + gap


_MIDDLE = _Box(0, 8, 90, 46)
"""What stands in the middle."""


class _Arrangement(NamedTuple):
    """Where everything is: the circle's radius, boards with their captions, labels, and the ends of the arrows."""

    radius: float
    boards: list[_Box]
    labels: list[_Box]
    arrows: list[tuple[float, float]]


def ring_svg(boards: Sequence[Board], links: Sequence[Link], names: Sequence[str] = ()) -> str:
    """Return a picture of 3 to 12 boards; ``links[i]`` is board i against the next, the last against the first."""
    if not FEWEST <= len(boards) <= MOST:
        raise InputError(f"expected a ring of {FEWEST} to {MOST} boards, got {len(boards)}")
    if len(links) != len(boards) or len(names) not in (0, len(boards)):
        raise InputError(f"expected {len(boards)} links and names, got {len(links)} and {len(names)}")
    named = list(names) or [f"board {i}" for i in range(len(boards))]
    shapes, width, height = zip(*(board_shapes(Position(board)) for board in boards), strict=True)
    scale = BOARD / max(*width, *height)
    found = _arrange(len(boards), scale * max(width), scale * max(height) + CAPTION)
    weakest = min(link.margin for link in links)
    smallest = 100 * weakest
    parts = [
        _arrow(found.radius, ends, link, link.margin == weakest) for ends, link in zip(found.arrows, links, strict=True)
    ]
    drawn = zip(found.boards, shapes, named, boards, strict=True)
    parts += [_board(box, scale, shape, name, board) for box, shape, name, board in drawn]
    parts += [_label(box, link, link.margin == weakest) for box, link in zip(found.labels, links, strict=True)]
    parts.append(_middle(smallest, all(link.sure for link in links)))
    margin = f"smallest margin {nearest(smallest, 2)} points"
    title = f"A ring of {len(links)} boards, each of which beats the next: {margin}"
    return _picture(found.boards + found.labels, title, _description(boards, links, named), "".join(parts))


def _arrange(count: int, width: float, height: float) -> _Arrangement:
    """Return the arrangement on the smallest circle, to ten units, on which nothing overlaps."""
    radius = 140.0
    while True:
        boards = [_Box(*_point(radius, 2 * pi * i / count), width / 2, height / 2) for i in range(count)]
        labels = [_outside(radius, 2 * pi * (i + 0.5) / count) for i in range(count)]
        arrows = [_ends(radius, boards[i], boards[(i + 1) % count], 2 * pi * i / count, count) for i in range(count)]
        free = not any(one.meets(other, GAP) for one, other in combinations([_MIDDLE, *boards, *labels], 2))
        if free and all((end - start) * radius >= SHORTEST_ARROW for start, end in arrows):
            return _Arrangement(radius, boards, labels, arrows)
        radius += 10


def _point(radius: float, angle: float) -> tuple[float, float]:
    """Return a point of the circle around (0, 0); angles go clockwise from the top."""
    return radius * sin(angle), -radius * cos(angle)


def _outside(radius: float, angle: float) -> _Box:
    """Return the box of a label outside the circle, a gap away from it."""
    x, y = _point(1, angle)
    half_width, half_height = LABEL_WIDTH / 2, LABEL_HEIGHT / 2
    # At this distance all corners of the label are outside the circle.
    reach = radius + GAP + half_width * abs(x) + half_height * abs(y)
    return _Box(reach * x, reach * y, half_width, half_height)


def _ends(radius: float, first: _Box, second: _Box, angle: float, count: int) -> tuple[float, float]:
    """Return the angles at which an arrow along the circle leaves the first board and reaches the second."""
    start, end = angle, angle + 2 * pi / count
    while first.holds(*_point(radius, start), GAP) and start < end:
        start += STEP
    while second.holds(*_point(radius, end), GAP) and end > start:
        end -= STEP
    return start, end


def _arrow(radius: float, ends: tuple[float, float], link: Link, weakest: bool) -> str:
    start, end = ends
    neck = end - HEAD / radius
    (x, y), (a, b), (tip_x, tip_y) = (_point(radius, angle) for angle in (start, neck, end))
    left, right = (_point(radius + side * HEAD / 2, neck) for side in (1, -1))
    kind = " weakest" * weakest
    dashes = "" if link.sure else ' stroke-dasharray="7 5"'
    return (
        f'<path class="line{kind}"{dashes} d="M{x:.1f} {y:.1f}A{radius:g} {radius:g} 0 0 1 {a:.1f} {b:.1f}"/>'
        f'<path class="head{kind}" d="M{left[0]:.1f} {left[1]:.1f}L{tip_x:.1f} {tip_y:.1f}'
        f'L{right[0]:.1f} {right[1]:.1f}Z"/>'
    )


def _board(box: _Box, scale: float, shapes: str, name: str, board: Board) -> str:
    x, y = box.x - box.half_width, box.y - box.half_height
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    return (
        f"<g><title>{escape(name)}: {board}</title>"
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})">{shapes}</g>'
        f'<text class="text" x="{box.x:.1f}" y="{box.y + box.half_height - 5:.1f}" font-size="13" font-weight="600"'
        f' text-anchor="middle">{escape(short)}</text></g>'
    )


def _label(box: _Box, link: Link, weakest: bool) -> str:
    """Return the margin above a bar, and the probabilities below it, as wide as the label."""
    left, right, top = box.x - box.half_width, box.x + box.half_width, box.y - box.half_height
    kind = " weakest" * weakest
    parts = [
        f'<text class="text{kind}" x="{box.x:.1f}" y="{top + 16:.1f}" font-size="17" font-weight="700"'
        f' text-anchor="middle">{nearest(100 * link.margin, 2, plus=True)}</text>'
    ]
    at = left
    for name, share in (("win", link.win), ("tie", link.tie), ("lose", link.lose)):
        width = LABEL_WIDTH * decimal(share)
        parts.append(f'<rect class="{name}" x="{at:.1f}" y="{top + 24:.1f}" width="{width:.1f}" height="9"/>')
        at += width
    parts += [
        f'<text class="quiet" x="{x:.1f}" y="{top + 48:.1f}" font-size="11.5" text-anchor="{anchor}">'
        f"{percent(share)}</text>"
        for x, anchor, share in ((left, "start", link.win), (box.x, "middle", link.tie), (right, "end", link.lose))
    ]
    return f"<g>{''.join(parts)}</g>"


def _middle(smallest: Number, sure: bool) -> str:
    """Return the smallest margin, and what the colours stand for in the order of the bars."""
    margin = nearest(smallest, 2, plus=True)
    lines = [(-22, 13, "quiet", "smallest margin, in points"), (14, 34, "text weakest", margin)]
    if not sure:
        lines.append((58, 12, "quiet", "dashed: may depend on the tie-break"))
    parts = [
        f'<text class="{kind}" x="0" y="{y}" font-size="{size}" font-weight="{700 if size > 20 else 400}"'
        f' text-anchor="middle">{text}</text>'
        for y, size, kind, text in lines
    ]
    for x, kind, text in ((-66, "win", "wins"), (-10, "tie", "tie"), (30, "lose", "loses")):
        parts.append(
            f'<rect class="{kind}" x="{x}" y="29" width="9" height="9"/>'
            f'<text class="quiet" x="{x + 13}" y="38" font-size="12">{text}</text>'
        )
    return f"<g>{''.join(parts)}</g>"


def _description(boards: Sequence[Board], links: Sequence[Link], names: Sequence[str]) -> str:
    sentences = []
    for i, (board, link) in enumerate(zip(boards, links, strict=True)):
        after = (i + 1) % len(boards)
        sure = "however ties are broken" if link.sure else "with this tie-break"
        sentences.append(
            f"{names[i]} ({board}) beats {names[after]} by {nearest(100 * link.margin, 2)} points, {sure}: it wins"
            f" {percent(link.win)}, loses {percent(link.lose)} and ties {percent(link.tie)}."
        )
    return " ".join(sentences)


def _picture(boxes: Sequence[_Box], title: str, description: str, parts: str) -> str:
    """Return the whole picture, with an edge around all boxes."""
    left, top = (min(box[axis] - box[axis + 2] for box in boxes) - EDGE for axis in (0, 1))
    right, bottom = (max(box[axis] + box[axis + 2] for box in boxes) + EDGE for axis in (0, 1))
    w, h = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h:.0f}"'
        f' viewBox="{left:.1f} {top:.1f} {w:.1f} {h:.1f}" role="img" class="dicebingo-ring">'
        f"<title>{title}</title><desc>{escape(description)}</desc><style>{_STYLE}</style>"
        f'<rect class="ground" x="{left:.1f}" y="{top:.1f}" width="{w:.1f}" height="{h:.1f}" rx="14"/>{parts}</svg>'
    )
