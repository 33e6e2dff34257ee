"""Boards on paper: sheets to print as PDF, with values or to fill in, and a sheet to tally the rolls of a game.

PDF's standard fonts are used, so nothing is embedded; a letter that they lack is printed as a question mark. The same
boards give the same file, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import Any

from dicebingo.errors import InputError, MissingExtra, TooLarge, quote
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules

MILLIMETRE = 72 / 25.4
PAPERS = {"a4": (210 * MILLIMETRE, 297 * MILLIMETRE), "letter": (8.5 * 72, 11 * 72)}
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Boards on a page: columns and rows."""
MAX_PAGES = 100
MARGIN = 14 * MILLIMETRE
GAP = 9 * MILLIMETRE
TITLE = 6 * MILLIMETRE
LARGEST_CELL = 40 * MILLIMETRE
ROLLS = 40
MAX_ROWS = 60

Names = Sequence[str]


def boards_pdf(boards: Sequence[Position], names: Names = (), *, per_page: int = 4, paper: str = "a4") -> bytes:
    """Return sheets with boards; marked cells are crossed out."""
    titles = [names[i] if i < len(names) else "" for i in range(len(boards))]
    return _pages(
        [(board.rules.layout, board, title) for board, title in zip(boards, titles, strict=True)], per_page, paper
    )


def blank_pdf(rules: Rules, count: int, *, per_page: int = 4, paper: str = "a4") -> bytes:
    """Return sheets with empty boards, to fill in by hand."""
    if count < 1:
        raise InputError(f"expected at least one board, got {count}")
    return _pages([(rules.layout, None, "Name:")] * count, per_page, paper)


def tally_pdf(rules: Rules, *, paper: str = "a4") -> bytes:
    """Return a sheet for the rolls of a game: one box for each roll, and a row to tally each value."""
    values, dice = rules.dice.values, rules.dice
    if len(values) > MAX_ROWS:
        raise TooLarge(f"expected dice with at most {MAX_ROWS} values for a tally sheet, got {len(values)}")
    canvas, output, (width, height) = new_canvas(paper)
    canvas.setTitle("Dice Bingo: tally")
    _write(canvas, f"Dice Bingo: the rolls of a game ({rules})", MARGIN, height - MARGIN - 10, 13)
    inner = width - 2 * MARGIN
    side = inner / 20
    top = height - MARGIN - 30
    for number in range(ROLLS):
        row, column = divmod(number, 20)
        x, y = MARGIN + column * side, top - (row + 1) * (side + 10)
        canvas.rect(x, y, side, side)
        _write(canvas, str(number + 1), x + 2, y + side + 2, 6)
    top -= 2 * (side + 10) + 24
    step = min(9 * MILLIMETRE, (top - MARGIN) / (len(values) + 1))
    size = min(12, step * 0.6)
    for x, head in ((0.0, "value"), (50.0, "chance"), (120.0, "tally")):
        _write(canvas, head, MARGIN + x, top + 4, min(9, size))
    for i, value in enumerate(values):
        y = top - (i + 1) * step
        canvas.line(MARGIN, y, width - MARGIN, y)
        _write(canvas, str(value), MARGIN, y + step * 0.3, size, bold=True)
        _write(canvas, exact_text(dice.probability(value))[:12], MARGIN + 50, y + step * 0.3, size * 0.8)
    return finish(canvas, output)


Entry = tuple[Layout, Position | None, str]


def _pages(entries: Sequence[Entry], per_page: int, paper: str) -> bytes:
    if not entries:
        raise InputError("expected at least one board, got none")
    if per_page not in PER_PAGE:
        raise InputError(f"expected {', '.join(map(str, PER_PAGE))} boards on a page, got {per_page}")
    if (pages := ceil(len(entries) / per_page)) > MAX_PAGES:
        raise TooLarge(f"expected at most {MAX_PAGES} pages, got {pages}")
    canvas, output, (width, height) = new_canvas(paper)
    canvas.setTitle("Dice Bingo")
    columns, rows = PER_PAGE[per_page]
    room = (width - 2 * MARGIN - (columns - 1) * GAP) / columns, (height - 2 * MARGIN - (rows - 1) * GAP) / rows
    for number, entry in enumerate(entries):
        on_page = number % per_page
        if number and not on_page:
            canvas.showPage()
        row, column = divmod(on_page, columns)
        left = MARGIN + column * (room[0] + GAP)
        _draw(canvas, entry, left, height - MARGIN - row * (room[1] + GAP), room)
    return finish(canvas, output)


def _draw(canvas: Any, entry: Entry, left: float, top: float, room: tuple[float, float]) -> None:
    """Draw a board into a rectangle of the page, in its middle."""
    layout, position, title = entry
    side = min(room[0] / layout.width, (room[1] - TITLE) / layout.height, LARGEST_CELL)
    left += (room[0] - side * layout.width) / 2
    top -= (room[1] - TITLE - side * layout.height) / 2
    _write(canvas, title, left, top - TITLE + 5, 10)
    for cell, (row, column) in enumerate(layout.grid):
        x, y = left + column * side, top - TITLE - (row + 1) * side
        canvas.setLineWidth(1.2)
        canvas.rect(x, y, side, side)
        shown = _cell_text(layout, position, cell)
        size = side * min(0.45, 1.5 / max(len(shown), 1))
        _write(canvas, shown, x + side / 2, y + side / 2 - 0.36 * size, size, middle=True)
        if position is not None and position.marked >> cell & 1 and not layout.free >> cell & 1:
            a, b = side * 0.15, side * 0.85
            canvas.line(x + a, y + a, x + b, y + b)
            canvas.line(x + a, y + b, x + b, y + a)


def _cell_text(layout: Layout, position: Position | None, cell: int) -> str:
    if layout.free >> cell & 1:
        return "free"
    value = position.board.values[cell] if position is not None else None
    return "" if value is None else str(value)


def _write(
    canvas: Any, text: str, x: float, y: float, size: float, *, middle: bool = False, bold: bool = False
) -> None:
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    printable = text.encode("cp1252", "replace").decode("cp1252")
    (canvas.drawCentredString if middle else canvas.drawString)(x, y, printable)


def new_canvas(paper: str) -> tuple[Any, BytesIO, tuple[float, float]]:
    """Return an empty document, where it is written to, and the size of its pages."""
    try:
        # It ships no types.
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # noqa: PLC0415  (an extra)
    except ImportError as missing:
        raise MissingExtra(f"expected reportlab: pip install 'dicebingo[web]' ({missing})") from None
    if paper not in PAPERS:
        raise InputError(f"expected the paper {' or '.join(PAPERS)}, got {quote(paper)}")
    output = BytesIO()
    # Invariant: without the time and a random id in the file.
    return Canvas(output, pagesize=PAPERS[paper], invariant=1), output, PAPERS[paper]


def finish(canvas: Any, output: BytesIO) -> bytes:
    """Return a document that is complete."""
    canvas.showPage()
    canvas.save()
    return output.getvalue()
