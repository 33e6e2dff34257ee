"""Write printable pages as PDF.

The pages' font covers western European languages, and a PDF embeds only the letters that occur in it. For a name in
another script, the PDF embeds a font from this machine. Letters that join or run from right to left may come out wrong.
A sheet with such names is rejected, since the user can print it from the browser instead. The report of a lesson is
printed nevertheless, as accurately as the font allows. Letters that no font has are omitted, and the pupil's number is
added to the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from dicebingo.errors import InputError, naming_extras
from dicebingo.json_form import JsonObject
from dicebingo.render.pdf.fonts import best_font, expected_font, printable
from dicebingo.render.printing.boards import card_pages
from dicebingo.render.printing.key import key_pages
from dicebingo.render.printing.lesson import lesson_pages
from dicebingo.render.printing.page import Box, Dot, Page, Shape, Stroke, Words, is_plain, metrics, text_width
from dicebingo.render.printing.plan import plan_page
from dicebingo.render.printing.rules import rules_page
from dicebingo.render.printing.tally import MAX_VALUES, tally_page
from dicebingo.render.printing.words.languages import LESSON
from dicebingo.sheets.sheet import LanguageName, PrintedBoard, Sheet, SheetKind


def sheet_pages(sheet: Sheet) -> list[Page]:
    """Return the pages of a sheet; for large games, the kind "all" omits the parts that cannot be made."""
    kind = sheet.kind
    if kind is not SheetKind.ALL:
        return _part(sheet, kind)
    parts = [SheetKind.PLAN, SheetKind.RULES, SheetKind.BOARDS, SheetKind.BLANK]
    parts += [SheetKind.TALLY] if len(sheet.rules.dice.values) <= MAX_VALUES else []
    parts += [SheetKind.KEY] if sheet.boards[0].place is not None else []
    return [page for part in parts for page in _part(sheet, part)]


def _part(sheet: Sheet, kind: SheetKind) -> list[Page]:
    match kind:
        case SheetKind.PLAN:
            return [plan_page(sheet)]
        case SheetKind.RULES:
            return [rules_page(sheet)]
        case SheetKind.TALLY:
            return [tally_page(sheet)]
        case SheetKind.KEY:
            return key_pages(sheet)
        case SheetKind.BLANK:
            blank: Sequence[PrintedBoard | None] = [None] * (
                sheet.per_page if sheet.kind is SheetKind.ALL else sheet.count
            )
            return card_pages(sheet, blank)
    return card_pages(sheet, sheet.boards)


def sheet_pdf(sheet: Sheet) -> bytes:
    """Return a sheet as PDF."""
    pages = sheet_pages(sheet)
    _expect_fonts(pages)
    return pages_pdf(pages, sheet.language)


def lesson_pdf(lesson: JsonObject, language: LanguageName = "en") -> bytes:
    """Return a lesson as PDF."""
    words = {"pupil": LESSON[language].pupil, "team": LESSON[language].team}

    def named(kind: str, those: list[JsonObject]) -> list[JsonObject]:
        return [{**one, "name": printed_name(one["name"], f"{words[kind]} {one[kind]}")} for one in those]

    rounds = [{**played, "players": named("pupil", played["players"])} for played in lesson["rounds"]]
    shown = {"rounds": rounds, "pupils": named("pupil", lesson["pupils"]), "teams": named("team", lesson["teams"])}
    return pages_pdf(lesson_pages({**lesson, **shown}, language), language)


def printed_name(name: str, number: str) -> str:
    """Return ``name`` without the letters that no font has; if there are any, add ``number``.

    >>> [printed_name(name, "pupil 3") for name in ("Ann", "Ann \U000e0fff", "\U000e0fff")]
    ['Ann', 'Ann (pupil 3)', 'pupil 3']
    """
    shown = printable(name)
    return name if shown == name else f"{shown} ({number})" if shown else number


class PrintedPages(NamedTuple):
    """A sheet, its pages and their size; ``objection`` is the reason why no PDF can be written, or None."""

    sheet: Sheet
    objection: str | None
    width: float
    height: float
    pages: list[Page]


def printed_pages(sheet: Sheet) -> PrintedPages:
    """Return the pages of a sheet, for a browser to show and print."""
    pages = sheet_pages(sheet)
    return PrintedPages(sheet, objection(pages), pages[0].width, pages[0].height, pages)


def objection(pages: list[Page]) -> str | None:
    """Return the reason why pages cannot be written as PDF, or None if there is none."""
    try:
        _expect_fonts(pages)
    except InputError as refused:
        return str(refused)
    return None


def _expect_fonts(pages: list[Page]) -> None:
    """Raise unless fonts for all letters can be embedded."""
    for page in pages:
        for shape in page.shapes:
            if isinstance(shape, Words):
                expected_font(shape.text, bold=shape.bold)


def pages_pdf(pages: list[Page], language: str) -> bytes:
    """Return pages in ``language`` as PDF; the same pages give the same file, byte for byte."""
    with naming_extras():
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415  (an extra)
    output = BytesIO()
    # With ``invariant``, the file contains neither the time nor a random id.
    canvas = Canvas(output, pagesize=(pages[0].width, pages[0].height), invariant=1, lang=language)
    canvas.setTitle("Dice Bingo")
    for page in pages:
        for shape in page.shapes:
            _draw(canvas, shape, page.height)
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def _draw(canvas: Any, shape: Shape, height: float) -> None:
    """Draw a shape on a page of the given height; y grows upwards in PDF, but downwards in a ``Page``."""
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
            font, shown = best_font(text, bold=bold)
            if not is_plain(text):  # the page layout only estimated the width of this text
                wide = metrics().stringWidth(shown, font, size)
                size *= min(1, text_width(text, size, bold=bold) / wide)
            canvas.setFont(font, size)
            write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
            write[anchor](x, height - y, shown)


@cache
def _colour(text: str) -> object:
    from reportlab.lib.colors import HexColor  # noqa: PLC0415  (an extra)

    return HexColor(text)
