"""A drawing of a ring of boards: each beats the next, and the last beats the first (paper, section 5).

The boards are on a circle, clockwise from the top. An arrow leads from each board to the board that it beats. Each
arrow has a label: the margin P(win) - P(lose) in percentage points, and a bar that shows the probabilities of a win, a
tie and a loss. The circle is as small as possible without overlaps. The smallest margin of the ring is in the middle,
in the colour of the weakest link. An arrow is dashed unless its board is favoured under every tie-break.

The picture's description contains every number, for people who cannot see the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from dicebingo.errors import InputError
from dicebingo.exact import Number, decimal, nearest
from dicebingo.model.board import Board, Position
from dicebingo.render.blocks import percent
from dicebingo.render.pictures.board import board_drawing
from dicebingo.render.pictures.panels import RingPanel
from dicebingo.render.pictures.shapes import Arc, Drawing, Label, Look, Polylines, Rectangle, Shape, ShapeGroup

if TYPE_CHECKING:  # this module imports numba, which a picture does not need
    from dicebingo.tournaments.results import Link

MIN_BOARDS, MAX_BOARDS = 3, 12
BOARD = 102
CAPTION = 22
LONGEST_NAME = 14
LABEL_WIDTH, LABEL_HEIGHT = 150, 54
GAP = 12
"""The space around boards and labels."""
EDGE = 24
SHORTEST_ARROW = 44
HEAD = 11
STEP = radians(0.25)

GROUND, TEXT, QUIET = Look("#ffffff", name="ground"), Look("#0f172a", name="text"), Look("#475569", name="quiet")
LINE, HEADS = Look("none", "#64748b", 2.5, "line"), Look("#64748b", name="head")
WIN, TIE, LOSE = Look("#2563eb", name="win"), Look("#cbd5e1", name="tie"), Look("#dc2626", name="lose")
WEAKEST = "#b45309"


def _weak(look: Look, weakest: bool) -> Look:
    """Return ``look``, in the colour of the weakest link if ``weakest`` is true."""
    if not weakest:
        return look
    name = f"{look.name} weakest"
    return look._replace(name=name, fill=WEAKEST) if look.stroke == "none" else look._replace(name=name, stroke=WEAKEST)


class _Box(NamedTuple):
    """A rectangle, given by its centre, half its width and half its height."""

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
"""The box around the text in the middle."""


class _Arrangement(NamedTuple):
    """The layout of a ring: the circle's radius, the boxes around boards and labels, and the arrows' end angles."""

    radius: float
    boards: list[_Box]
    labels: list[_Box]
    arrows: list[tuple[float, float]]


def ring_drawing(ring: RingPanel) -> Drawing:
    """Draw a ring of 3 to 12 boards; ``links[i]`` is the match of board i against the next board in the ring."""
    boards, links, names = ring
    if not MIN_BOARDS <= len(boards) <= MAX_BOARDS:
        raise InputError(f"expected a ring of {MIN_BOARDS} to {MAX_BOARDS} boards, got {len(boards)}")
    if len(links) != len(boards) or len(names) not in (0, len(boards)):
        raise InputError(f"expected {len(boards)} links and names, got {len(links)} and {len(names)}")
    named = list(names) or [f"board {i}" for i in range(len(boards))]
    drawn = [board_drawing(Position(board)) for board in boards]
    width, height = max(one.box[2] for one in drawn), max(one.box[3] for one in drawn)
    scale = BOARD / max(width, height)
    found = _arrange(len(boards), scale * width, scale * height + CAPTION)
    smallest = min(link.margin for link in links)
    weak = [link.margin == smallest for link in links]
    shapes: list[Shape] = []
    for ends, link, weakest in zip(found.arrows, links, weak, strict=True):
        shapes += _arrow(found.radius, ends, link, weakest)
    shapes += [
        _board(box, scale, one, name, board)
        for box, one, name, board in zip(found.boards, drawn, named, boards, strict=True)
    ]
    shapes += [_label(box, link, weakest) for box, link, weakest in zip(found.labels, links, weak, strict=True)]
    shapes.append(_middle(100 * smallest, all(link.sure for link in links)))
    boxes = found.boards + found.labels
    left, top = (min(box[axis] - box[axis + 2] for box in boxes) - EDGE for axis in (0, 1))
    right, bottom = (max(box[axis] + box[axis + 2] for box in boxes) + EDGE for axis in (0, 1))
    around = (left, top, right - left, bottom - top)
    title = f"A ring of {len(links)} boards, each of which beats the next: smallest margin"
    ground = Rectangle(*around, GROUND, 14)
    description = _description(boards, links, named)
    return Drawing([ground, *shapes], around, f"{title} {nearest(100 * smallest, 2)} points", description)


def _arrange(count: int, width: float, height: float) -> _Arrangement:
    """Return the layout on the smallest circle without overlaps, to within ten units."""
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
    """Return a point on the circle around (0, 0); angles go clockwise from the top."""
    return radius * sin(angle), -radius * cos(angle)


def _outside(radius: float, angle: float) -> _Box:
    """Return the box of a label outside the circle, at a small distance from the circle."""
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


def _arrow(radius: float, ends: tuple[float, float], link: Link, weakest: bool) -> list[Shape]:
    start, end = ends
    neck = end - HEAD / radius
    left, right = (_point(radius + side * HEAD / 2, neck) for side in (1, -1))
    arc = Arc(_point(radius, start), _point(radius, neck), radius, _weak(LINE, weakest), dashed=not link.sure)
    return [arc, Polylines([[left, _point(radius, end), right]], _weak(HEADS, weakest), closed=True)]


def _board(box: _Box, scale: float, drawn: Drawing, name: str, board: Board) -> ShapeGroup:
    x, y = box.x - box.half_width, box.y - box.half_height
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    caption = Label(box.x, box.y + box.half_height - 5, short, 13, TEXT, weight=600)
    return ShapeGroup([ShapeGroup(drawn.shapes, x, y, scale), caption], title=f"{name}: {board}")


def _label(box: _Box, link: Link, weakest: bool) -> ShapeGroup:
    """Return the label of an arrow: a bar, with the margin above it and the probabilities below it."""
    left, right, top = box.x - box.half_width, box.x + box.half_width, box.y - box.half_height
    margin = nearest(100 * link.margin, 2, plus=True)
    shapes: list[Shape] = [Label(box.x, top + 16, margin, 17, _weak(TEXT, weakest), weight=700)]
    at = left
    for look, share in ((WIN, link.win), (TIE, link.tie), (LOSE, link.lose)):
        width = LABEL_WIDTH * decimal(share)
        shapes.append(Rectangle(at, top + 24, width, 9, look))
        at += width
    shapes.append(Label(left, top + 48, str(percent(link.win)), 11.5, QUIET, "start"))
    shapes.append(Label(box.x, top + 48, str(percent(link.tie)), 11.5, QUIET, "middle"))
    shapes.append(Label(right, top + 48, str(percent(link.lose)), 11.5, QUIET, "end"))
    return ShapeGroup(shapes)


def _middle(smallest: Number, sure: bool) -> ShapeGroup:
    """Return the shapes in the middle: the smallest margin, and a legend for the colours of the bars."""
    shapes: list[Shape] = [
        Label(0, -22, "smallest margin, in points", 13, QUIET),
        Label(0, 14, nearest(smallest, 2, plus=True), 34, _weak(TEXT, weakest=True), weight=700),
    ]
    if not sure:
        shapes.append(Label(0, 58, "dashed: may depend on the tie-break", 12, QUIET))
    for x, look, text in ((-66, WIN, "wins"), (-10, TIE, "tie"), (30, LOSE, "loses")):
        shapes += [Rectangle(x, 29, 9, 9, look), Label(x + 13, 38, text, 12, QUIET, "start")]
    return ShapeGroup(shapes)


def _description(boards: Sequence[Board], links: Sequence[Link], names: Sequence[str]) -> str:
    sentences = []
    for i, (board, link) in enumerate(zip(boards, links, strict=True)):
        after = (i + 1) % len(boards)
        sure = "under every tie-break" if link.sure else "with this tie-break"
        sentences.append(
            f"{names[i]} ({board}) beats {names[after]} by {nearest(100 * link.margin, 2)} points, {sure}: it wins"
            f" {percent(link.win)}, loses {percent(link.lose)} and ties {percent(link.tie)}."
        )
    return " ".join(sentences)
