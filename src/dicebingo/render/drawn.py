"""A picture of ``render.svg`` on axes of matplotlib: its own shapes, so that there is one drawing of it.

It reads what these pictures are made of: boxes, circles, paths of straight lines and of arcs of circles, and texts, in
groups that are moved and scaled, with the colours of their light style.
"""

from __future__ import annotations

import re
from math import atan2, cos, hypot, sin, sqrt
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}
ARC_STEPS = 48
BOLD = 600

Style = dict[str, str]


class _Place(NamedTuple):
    """Where a group stands: what is added to its coordinates after they are scaled."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + self.scale * x, self.y + self.scale * y

    def within(self, transform: str) -> _Place:
        """Return the place of a group in this one."""
        found = {name: [float(n) for n in inner.split()] for name, inner in re.findall(r"(\w+)\(([^)]*)\)", transform)}
        x, y = self.at(*found.get("translate", [0.0, 0.0]))
        return _Place(x, y, self.scale * found.get("scale", [1.0])[0])


def draw_svg(picture: str, axis: Any) -> None:
    """Draw a picture on an axis, as large as it can be there."""
    root = ET.fromstring(picture)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    axis.set(xlim=(left, left + width), ylim=(top + height, top), aspect="equal")
    axis.set_axis_off()
    axis.figure.draw_without_rendering()  # the size of the axis is that of the layout
    box = axis.get_window_extent()
    points = 72 / axis.figure.dpi * min(box.width / width, box.height / height)
    _Pen(axis, points, _rules(root)).group(root, _Place(), {"fill": "#000000"})


def _rules(root: ET.Element) -> list[tuple[frozenset[str], Style]]:
    """Return the light style of each set of classes."""
    text = "".join(one.text or "" for one in root.iter() if one.tag.endswith("style")).partition("@media")[0]
    return [
        (frozenset(selector.split()[-1].split(".")[1:]), _declared(inner))
        for selectors, inner in _RULE.findall(text)
        for selector in selectors.split(",")
        if " " in selector.strip()
    ]


def _declared(inner: str) -> Style:
    pairs = (one.split(":") for one in inner.split(";") if one)
    return {name.strip(): value.strip() for name, value in pairs}


class _Pen:
    """What draws elements; ``points`` is how many points of print a unit of the picture is long."""

    def __init__(self, axis: Any, points: float, rules: list[tuple[frozenset[str], Style]]) -> None:
        self.axis, self.points, self.rules = axis, points, rules

    def group(self, element: ET.Element, place: _Place, inherited: Style) -> None:
        """Draw all elements of a group."""
        for child in element:
            tag = child.tag.rpartition("}")[2]
            classes = set(child.get("class", "").split())
            style = inherited | dict(child.attrib)
            for needed, declared in self.rules:
                if needed and needed <= classes:
                    style |= declared
            if tag == "g":
                self.group(child, place.within(child.get("transform", "")), inherited)
            elif tag == "text":
                self.text(child, place, style)
            elif tag in ("rect", "circle", "path"):
                self.shape(tag, child, place, style)

    def text(self, element: ET.Element, place: _Place, style: Style) -> None:
        """Write a text, by its baseline."""
        size = float(style.get("font-size", "12").removesuffix("px")) * place.scale * self.points
        self.axis.text(
            *place.at(float(style["x"]), float(style["y"])),
            (element.text or "").replace("$", r"\$"),
            fontsize=size,
            fontweight="bold" if int(style.get("font-weight", "400")) >= BOLD else "normal",
            ha=_ANCHORS[style.get("text-anchor", "start")],
            va="baseline",
            color=style["fill"],
        )

    def shape(self, tag: str, element: ET.Element, place: _Place, style: Style) -> None:
        """Draw a box, a circle or a path."""
        from matplotlib import patches  # noqa: PLC0415
        from matplotlib.path import Path  # noqa: PLC0415

        stroke = style.get("stroke", "none")
        look: dict[str, Any] = {
            "facecolor": style["fill"] if tag != "path" or "Z" in element.get("d", "") else "none",
            "edgecolor": stroke,
            "linewidth": float(style.get("stroke-width", "1")) * place.scale * self.points if stroke != "none" else 0,
            "alpha": float(style.get("opacity", "1")),
        }
        if dashes := style.get("stroke-dasharray"):
            look["linestyle"] = (0, [float(dash) for dash in dashes.split()])
        number = {name: float(style[name]) for name in ("x", "y", "width", "height", "cx", "cy", "r") if name in style}
        if tag == "rect":
            corner = place.at(number["x"], number["y"])
            sides = place.scale * number["width"], place.scale * number["height"]
            self.axis.add_patch(patches.Rectangle(corner, *sides, **look))
        elif tag == "circle":
            middle = place.at(number["cx"], number["cy"])
            self.axis.add_patch(patches.Circle(middle, place.scale * number["r"], **look))
        else:
            for line in _lines(element.attrib["d"]):
                self.axis.add_patch(patches.PathPatch(Path([place.at(*point) for point in line]), **look))


def _lines(path: str) -> list[list[tuple[float, float]]]:
    """Return the lines of a path as points: M, L, A and Z, with absolute coordinates.

    >>> _lines("M0 0L1 2M3 4L5 6Z")
    [[(0.0, 0.0), (1.0, 2.0)], [(3.0, 4.0), (5.0, 6.0), (3.0, 4.0)]]
    """
    found: list[list[tuple[float, float]]] = []
    for step, inner in _STEP.findall(path):
        numbers = [float(number) for number in inner.split()]
        if step == "M":
            found.append([(numbers[0], numbers[1])])
        elif step == "L":
            found[-1].append((numbers[0], numbers[1]))
        elif step == "A":
            found[-1] += _arc(found[-1][-1], (numbers[5], numbers[6]), numbers[0])
        elif step == "Z":
            found[-1].append(found[-1][0])
    return found


def _arc(start: tuple[float, float], end: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """Return points of the shorter arc of a circle from start to end that turns from x to y.

    >>> [(round(x, 3), round(y, 3)) for x, y in _arc((1, 0), (0, 1), 1)][ARC_STEPS // 2 - 1]
    (0.707, 0.707)
    """
    (x, y), (u, v) = start, end
    half = hypot(u - x, v - y) / 2
    rise = sqrt(max(radius**2 - half**2, 0.0)) / (2 * half)
    a, b = (x + u) / 2 - rise * (v - y), (y + v) / 2 + rise * (u - x)
    first, turn = atan2(y - b, x - a), 2 * atan2(half, rise * 2 * half)
    angles = (first + turn * i / ARC_STEPS for i in range(1, ARC_STEPS + 1))
    return [(a + radius * cos(angle), b + radius * sin(angle)) for angle in angles]
