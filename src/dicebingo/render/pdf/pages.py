"""Pages to print as PDF.

The font of the pages is embedded, as far as its letters are used; it has those of western European languages. For a
name in other letters, a font of the machine is embedded that has them. Where letters change their shape by what stands
beside them, or are written from right to left, that would be wrong: such names are refused, and a browser prints them.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any
from unicodedata import bidirectional, category, normalize

from dicebingo.errors import InputError, naming_extras, quote
from dicebingo.render.pages.document import sheet_pages
from dicebingo.render.pages.page import FONTS, Box, Dot, Page, Shape, Stroke, Words, is_plain, metrics, text_width
from dicebingo.running.fonts import font_files
from dicebingo.sheets.sheet import Sheet

FROM_RIGHT = ("R", "AL", "AN")


def sheet_pdf(sheet: Sheet) -> bytes:
    """Return a sheet as PDF."""
    return pages_pdf(sheet_pages(sheet))


def objection(pages: list[Page]) -> str | None:
    """Return why pages cannot be written as PDF; None if they can."""
    try:
        for page in pages:
            for shape in page.shapes:
                if isinstance(shape, Words):
                    _font(shape.text, bold=shape.bold)
    except InputError as refused:
        return str(refused)
    return None


def pages_pdf(pages: list[Page]) -> bytes:
    """Return pages as PDF; the same pages give the same file, byte for byte."""
    with naming_extras():
        # It ships no types.
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # noqa: PLC0415  (an extra)
    output = BytesIO()
    # Invariant: without the time and a random id in the file.
    canvas = Canvas(output, pagesize=(pages[0].width, pages[0].height), invariant=1)
    canvas.setTitle("Dice Bingo")
    for page in pages:
        for shape in page.shapes:
            _draw(canvas, shape, page.height)
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def _draw(canvas: Any, shape: Shape, height: float) -> None:
    """Draw a shape; in PDF, y grows upwards."""
    match shape:
        case Stroke((x, y), (u, v), width, colour, dashed):
            canvas.setStrokeColor(_colour(colour))
            canvas.setLineWidth(width)
            canvas.setLineCap(1)
            canvas.setDash(*([4, 3] if dashed else []))
            canvas.line(x, height - y, u, height - v)
        case Box(x, y, width, high, edge, colour, fill, radius):
            canvas.setDash()
            canvas.setLineWidth(edge)
            canvas.setStrokeColor(_colour(colour))
            if fill:
                canvas.setFillColor(_colour(fill))
            drawn = {"stroke": bool(edge), "fill": bool(fill)}
            if radius:
                canvas.roundRect(x, height - y - high, width, high, radius, **drawn)
            else:
                canvas.rect(x, height - y - high, width, high, **drawn)
        case Dot(x, y, radius, colour):
            canvas.setFillColor(_colour(colour))
            canvas.circle(x, height - y, radius, stroke=0, fill=1)
        case Words(x, y, text, size, bold, anchor, colour):
            canvas.setFillColor(_colour(colour))
            font = _font(text, bold=bold)
            if not is_plain(text):  # the width was estimated
                wide = metrics().stringWidth(text, font, size)
                size *= min(1, text_width(text, size, bold=bold) / wide)
            canvas.setFont(font, size)
            write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
            write[anchor](x, height - y, text)


@cache
def _colour(text: str) -> Any:
    from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]  # noqa: PLC0415

    return HexColor(text)


@cache
def _font(text: str, *, bold: bool) -> str:
    """Return a font that has all letters of a text: that of the pages, or one of this machine."""
    if is_plain(text):
        return FONTS[bold]
    whole = normalize("NFC", text)
    if any(bidirectional(letter) in FROM_RIGHT or category(letter)[0] == "M" for letter in whole):
        raise InputError(
            f"expected names in letters that PDF can place one by one, got {quote(text)}: print from the page"
        )
    for path in font_files():
        name = _embedded(path)
        if name and all(ord(letter) in metrics().getFont(name).face.charToGlyph for letter in text):
            return name
    raise InputError(
        f"expected names in letters that a font of this machine has, got {quote(text)}: print from the page"
    )


@cache
def _embedded(path: str) -> str:
    """Register a font of this machine, and return its name; empty if it cannot be embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        metrics().registerFont(TTFont(path, path))
    except (TTFError, OSError):
        return ""
    return path
