"""Drawings made of boxes, lines, arcs and text, which SVG and matplotlib can both draw.

Coordinates are pixels, with y growing downwards. A look with a name takes its light and dark colours from the picture's
style sheet; other looks have fixed colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias


class Look(NamedTuple):
    """The fill colour, the line colour, the line width and the opacity of a shape."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    name: str = ""
    opacity: float = 1.0


class Rectangle(NamedTuple):
    """A rectangle, given by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float
    look: Look
    radius: float = 0.0


class Polylines(NamedTuple):
    """Straight lines that connect points; a closed shape is filled."""

    paths: Sequence[Sequence[tuple[float, float]]]
    look: Look
    closed: bool = False


class Arc(NamedTuple):
    """An arc of a circle, clockwise from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius: float
    look: Look
    dashed: bool = False


class Label(NamedTuple):
    """A piece of text; ``y`` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    look: Look
    anchor: Literal["start", "middle", "end"] = "middle"
    weight: int = 400


class ShapeGroup(NamedTuple):
    """Shapes that are scaled and moved together, with a title."""

    shapes: Sequence[Shape]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    title: str = ""


Shape: TypeAlias = Rectangle | Polylines | Arc | Label | ShapeGroup


class Drawing(NamedTuple):
    """Shapes, the box (left, top, width, height) around them, a title, and a description in words."""

    shapes: Sequence[Shape]
    box: tuple[float, float, float, float]
    title: str
    description: str = ""
