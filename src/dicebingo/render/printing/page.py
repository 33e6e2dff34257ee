"""Pages of lines, boxes and text, and the sizes of paper and text.

Lengths are in points (1/72 of an inch), and y grows downwards. The font is Bitstream Vera, which comes with reportlab
and is embedded, so a page looks the same everywhere. The width of text in other scripts is estimated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Annotated, ClassVar, Literal, TypeAlias
from unicodedata import east_asian_width

from dicebingo.errors import naming_extras

MM = 72 / 25.4
PAPERS = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}
MARGIN = 15 * MM
LEADING = 1.36
"""The line spacing of a paragraph, as a multiple of the font size."""
INK, SOFT, LINE, PALE, WARM, ACCENT = "#1d1a17", "#6a6058", "#b9aea1", "#eee8df", "#f6d9c8", "#b0401c"
NO_BREAK = "\N{NO-BREAK SPACE}"
"""A non-breaking space, drawn as an ordinary space because the font's own non-breaking space is twice as wide."""
FONTS = {False: "Vera", True: "VeraBd"}

Points: TypeAlias = Annotated[float, 2]
"""A length in points, which JSON rounds to hundredths."""
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    _json_keys_ = "shape start end width colour dashed"
    shape: ClassVar[Literal["line"]] = "line"

    start: tuple[Points, Points]
    end: tuple[Points, Points]
    width: Points
    colour: str
    dashed: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, given by its upper left corner and its size; an ``edge`` of 0 or an empty ``fill`` is not drawn."""

    _json_keys_ = "shape x y width height edge colour fill radius"
    shape: ClassVar[Literal["box"]] = "box"

    x: Points
    y: Points
    width: Points
    height: Points
    edge: Points
    colour: str
    fill: str
    radius: Points


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    _json_keys_ = "shape x y radius colour"
    shape: ClassVar[Literal["dot"]] = "dot"

    x: Points
    y: Points
    radius: Points
    colour: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``y`` is its baseline."""

    _json_keys_ = "shape x y text size bold anchor colour wide"
    shape: ClassVar[Literal["text"]] = "text"

    x: Points
    y: Points
    text: str
    size: Points
    bold: bool
    anchor: Anchor
    colour: str

    @property
    def wide(self) -> Points | None:
        """The width in the PDF; None if the PDF's font lacks some of the letters."""
        return text_width(self.text, self.size, bold=self.bold) if is_plain(self.text) else None


Shape: TypeAlias = Stroke | Box | Dot | Words


@dataclass(slots=True)
class Page:
    """A page: its size, its title and its shapes."""

    _json_keys_ = "title shapes"

    width: float
    height: float
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def line(
        self, x: float, y: float, u: float, v: float, width: float = 0.7, colour: str = INK, *, dashed: bool = False
    ) -> None:
        """Draw a line from one point to another."""
        self.shapes.append(Stroke((x, y), (u, v), width, colour, dashed))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        edge: float = 0.8,
        colour: str = INK,
        *,
        fill: str = "",
        radius: float = 0,
    ) -> None:
        """Draw a rectangle; an edge of 0 is not drawn."""
        self.shapes.append(Box(x, y, width, height, edge, colour, fill, radius))

    def dot(self, x: float, y: float, radius: float, colour: str = INK) -> None:
        """Draw a dot."""
        self.shapes.append(Dot(x, y, radius, colour))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        colour: str = INK,
        room: float | None = None,
    ) -> None:
        """Write text on one line, in smaller letters if it needs more than ``room``."""
        if not text:
            return
        text = text.replace(NO_BREAK, " ")
        if room is not None:
            size = min(size, size * room / text_width(text, size, bold=bold))
        self.shapes.append(Words(x, y, text, size, bold, anchor, colour))

    def paragraph(self, x: float, y: float, width: float, text: str, size: float = 10, colour: str = INK) -> float:
        """Write text on several lines, with **...** in bold; return the baseline of the next line."""
        for row in wrapped(text, size, width):
            at = x
            for words, bold in row:
                self.write(at, y, words, size, bold=bold, colour=colour)
                at += text_width(words + " ", size, bold=bold)
            y += size * LEADING
        return y

    def ruled(self, y: float, step: float, most: int = 6) -> None:
        """Draw lines to write on, from just below a baseline to the bottom margin."""
        for _ in range(min(most, int((self.height - MARGIN - y) / step))):
            y += step
            self.line(MARGIN, y, self.width - MARGIN, y, 0.6, LINE)


Row: TypeAlias = list[tuple[str, bool]]


def wrapped(text: str, size: float, width: float) -> Iterator[Row]:
    """Yield the lines of a paragraph, each as a list of bold and plain strings."""
    row: Row = []
    at, bold = 0.0, False
    for word in text.split(" "):
        bold ^= word.startswith("**")
        plain = word.strip("*").replace(NO_BREAK, " ")
        wide = text_width(plain + " ", size, bold=bold)
        if row and at + wide - text_width(" ", size) > width:
            yield row
            row, at = [], 0.0
        if row and row[-1][1] == bold:
            row[-1] = f"{row[-1][0]} {plain}", bold
        else:
            row.append((plain, bold))
        at += wide
        bold ^= word.endswith("**")
    if row:
        yield row


def fitting(text: str, size: float, width: float, height: float) -> float:
    """Return the largest font size up to ``size`` at which a paragraph fits into ``height``."""
    while len(list(wrapped(text, size, width))) * size * LEADING > height:
        size *= 0.98
    return size


def is_plain(text: str) -> bool:
    """Return whether the pages' font has all the letters of ``text``."""
    return all(ord(letter) in metrics().getFont(FONTS[False]).face.charToGlyph for letter in text)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of ``text``: exact if the pages' font has all its letters, and otherwise estimated."""
    if is_plain(text):
        return float(metrics().stringWidth(text, FONTS[bold], size))
    return size * sum(1.0 if east_asian_width(letter) in "WF" else 0.65 for letter in text)


@cache
def metrics() -> ModuleType:
    """Return reportlab's module of font metrics, with the fonts of the pages registered."""
    with naming_extras():
        from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415  (an extra)
        from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415  (an extra)
    for name in FONTS.values():
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    module: ModuleType = pdfmetrics
    return module
