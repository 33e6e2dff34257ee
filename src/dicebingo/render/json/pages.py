"""Pages to print as JSON: the shapes on them, in the order in which they are drawn; lengths are points.

A browser shows and prints them. A text has the width that it has in the PDF, whatever font the browser has; one in
letters that the PDF's font lacks has none.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from dicebingo.render.json.sheets import SheetJson, sheet_json
from dicebingo.render.pdf.writer import objection
from dicebingo.render.printing.document import sheet_pages
from dicebingo.render.printing.page import Box, Dot, Page, Shape, Stroke, Words, is_plain, text_width
from dicebingo.sheets.sheet import Sheet


class StrokeJson(TypedDict):
    """A straight line."""

    shape: Literal["line"]
    start: list[float]
    end: list[float]
    width: float
    colour: str
    dashed: bool


class BoxJson(TypedDict):
    """A rectangle; without an edge if that is 0, and without a filling if that is empty."""

    shape: Literal["box"]
    x: float
    y: float
    width: float
    height: float
    edge: float
    colour: str
    fill: str
    radius: float


class DotJson(TypedDict):
    """A filled circle."""

    shape: Literal["dot"]
    x: float
    y: float
    radius: float
    colour: str


class WordsJson(TypedDict):
    """A text in one line, by its baseline."""

    shape: Literal["text"]
    x: float
    y: float
    text: str
    size: float
    bold: bool
    anchor: str
    colour: str
    wide: float | None


class PageJson(TypedDict):
    """A page: what it is about, and what is on it."""

    title: str
    shapes: list[StrokeJson | BoxJson | DotJson | WordsJson]


class PagesJson(TypedDict):
    """A sheet, and its pages with their size; ``objection`` is why there is no PDF of them, or null."""

    sheet: SheetJson
    objection: str | None
    width: float
    height: float
    pages: list[PageJson]


KINDS = {Stroke: "line", Box: "box", Dot: "dot", Words: "text"}


def pages_json(sheet: Sheet) -> dict[str, Any]:
    """Return the pages of a sheet."""
    pages = sheet_pages(sheet)
    size = {"width": pages[0].width, "height": pages[0].height}
    return {"sheet": sheet_json(sheet), "objection": objection(pages), **size, "pages": [_page(page) for page in pages]}


def _page(page: Page) -> dict[str, Any]:
    return {"title": page.title, "shapes": [_shape(shape) for shape in page.shapes]}


def _shape(shape: Shape) -> dict[str, Any]:
    parts = {name: _short(getattr(shape, name)) for name in shape.__slots__}
    if isinstance(shape, Words):
        wide = text_width(shape.text, shape.size, bold=shape.bold)
        parts["wide"] = _short(wide) if is_plain(shape.text) else None
    return {"shape": KINDS[type(shape)], **parts}


def _short(value: Any) -> Any:
    """Return lengths to a hundredth of a point."""
    if isinstance(value, tuple):
        return [_short(part) for part in value]
    return round(value, 2) if isinstance(value, float) else value
