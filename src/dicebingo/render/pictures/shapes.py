"""Drawings of plain shapes: boxes, lines, arcs and texts, described once for SVG and for axes of matplotlib.

Coordinates are pixels, with y growing downwards. A look with a name has its colours in the style of its picture, light
and dark; others are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias


class Look(NamedTuple):
    """Colours: of the inside, of the line and how wide it is, and how opaque they are."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    name: str = ""
    opacity: float = 1.0


class Rectangle(NamedTuple):
    """A rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float
    look: Look
    radius: float = 0.0


class Polylines(NamedTuple):
    """Straight lines through points; closed ones have an inside."""

    paths: Sequence[Sequence[tuple[float, float]]]
    look: Look
    closed: bool = False


class Arc(NamedTuple):
    """Part of a circle, clockwise from a point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius: float
    look: Look
    dashed: bool = False


class Label(NamedTuple):
    """A text by its baseline."""

    x: float
    y: float
    text: str
    size: float
    look: Look
    anchor: Literal["start", "middle", "end"] = "middle"
    weight: int = 400


class ShapeGroup(NamedTuple):
    """Shapes that are scaled and moved together, and what they are called."""

    shapes: Sequence[Shape]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    title: str = ""


Shape: TypeAlias = Rectangle | Polylines | Arc | Label | ShapeGroup


class Drawing(NamedTuple):
    """Shapes, the box (left, top, width, height) around them, and what they show in words."""

    shapes: Sequence[Shape]
    box: tuple[float, float, float, float]
    title: str
    description: str = ""
