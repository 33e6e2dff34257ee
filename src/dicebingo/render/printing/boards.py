"""Boards on paper: filled or blank cards to cut out, and small boards for other pages.

The paper is divided into equal cards up to its edges, so cutting along the lines gives cards of the same size. Each
card has an empty margin, because printers cannot print at the edges of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt

from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules
from dicebingo.render.printing.page import ACCENT, INK, LINE, MM, PAPERS, SOFT, WARM, Page, text_width
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.render.printing.words.texts import CardWords
from dicebingo.sheets.sheet import PrintedBoard, Sheet

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""The numbers of columns and rows of cards on a page, keyed by the number of cards."""
PAD = 9 * MM
HEAD = 11 * MM
LARGEST_CELL = 44 * MM


def card_pages(sheet: Sheet, boards: Sequence[PrintedBoard | None]) -> list[Page]:
    """Return pages with cards; None stands for a blank card."""
    pages: list[Page] = []
    words = SHEET[sheet.language].cards
    columns, rows = GRIDS[sheet.per_page]
    for i, board in enumerate(boards):
        row, column = divmod(i % sheet.per_page, columns)
        if row == column == 0:
            pages.append(Page(*PAPERS[sheet.paper], words.title if board else words.blank))
            if sheet.cut:
                _cut_lines(pages[-1], columns, rows)
        width, height = pages[-1].width / columns, pages[-1].height / rows
        layout = layout_on_paper(sheet.rules)
        _card(pages[-1], column * width, row * height, width, height, layout, board, words)
    return pages


def layout_on_paper(rules: Rules) -> Layout:
    """Return the layout for print; a single row of tokens is split into several rows that nearly form a square.

    >>> layout_on_paper(Rules.of("1x12:all", "2d6")).width
    4
    """
    layout = rules.layout
    if not rules.is_row_of_tokens:
        return layout
    least = ceil(sqrt(layout.size))
    columns = next((n for n in range(least, least + 2) if layout.size % n == 0), least)
    return Layout(tuple(divmod(cell, columns) for cell in range(layout.size)), layout.lines)


def _cut_lines(page: Page, columns: int, rows: int) -> None:
    for i in range(1, columns):
        x = page.width * i / columns
        page.line(x, 0, x, page.height, 0.6, LINE, dashed=True)
    for i in range(1, rows):
        y = page.height * i / rows
        page.line(0, y, page.width, y, 0.6, LINE, dashed=True)
        _scissors(page, 7 * MM, y)


def _scissors(page: Page, x: float, y: float) -> None:
    """Draw scissors that point to the right."""
    for side in (-1, 1):
        page.box(x, y + side * 2.6 - 1.7, 3.4, 3.4, 0.8, SOFT, radius=1.7)
        page.line(x + 3, y + side * 1.8, x + 11, y - side * 2.6, 0.8, SOFT)


def _card(
    page: Page,
    x: float,
    y: float,
    width: float,
    height: float,
    layout: Layout,
    board: PrintedBoard | None,
    words: CardWords,
) -> None:
    inner = width - 2 * PAD
    side = min(inner / layout.width, (height - 2 * PAD - HEAD) / layout.height, LARGEST_CELL)
    spare = height - 2 * PAD - HEAD - side * layout.height
    below = spare > HEAD  # room for a line below the board
    y += PAD + (spare - HEAD * below) / 2
    _head(page, x + PAD, y, inner, board, words, rolls=not below)
    left, top = x + (width - side * layout.width) / 2, y + HEAD
    draw_board(page, left, top, side, layout, board.position if board else None, free=words.free)
    if below:
        base = top + side * layout.height + 8 * MM
        begin = x + PAD + _label(page, x + PAD, base, words.rolls)
        page.line(begin, base + 1, begin + 21 * MM, base + 1, 0.6, SOFT)


def _label(page: Page, x: float, y: float, text: str) -> float:
    """Write a label at ``x``, and return the distance from ``x`` to the start of the line that follows it."""
    page.write(x, y, text, 8, colour=SOFT)
    return text_width(text, 8) + 2 * MM


def _head(
    page: Page, x: float, y: float, width: float, board: PrintedBoard | None, words: CardWords, *, rolls: bool
) -> None:
    """Draw the line above a board: the name, the number of rolls, and the number of the board."""
    base, end = y + 6 * MM, x + width
    if board:
        number = str(board.number)
        wide = max(7 * MM, text_width(number, 11, bold=True) + 3 * MM)
        page.box(end - wide, y + 1.2 * MM, wide, 6.4 * MM, 0.8, ACCENT, radius=3.2 * MM)
        page.write(end - wide / 2, base - 0.2 * MM, number, 11, bold=True, anchor="middle", colour=ACCENT)
        end -= wide + 3 * MM
    if rolls:
        page.line(end - 11 * MM, base + 1, end, base + 1, 0.6, SOFT)
        page.write(end - 12 * MM, base, words.rolls, 8, anchor="end", colour=SOFT)
        end -= text_width(words.rolls, 8) + 15 * MM
    if board and board.name:
        page.write(x, base, board.name, 12, bold=True, room=end - x)
    else:
        page.line(x + _label(page, x, base, words.name), base + 1, end, base + 1, 0.6, SOFT)


def draw_board(
    page: Page,
    x: float,
    y: float,
    side: float,
    layout: Layout,
    position: Position | None,
    *,
    small: Mapping[int, str] | None = None,
    shaded: int = 0,
    free: str = "",
) -> None:
    """Draw a board with its upper left corner at (x, y); ``small`` contains the small figures in the corners of cells.

    ``free`` is the text of free cells.
    """
    edge = max(0.6, side / 34)
    for cell, (row, column) in enumerate(layout.grid):
        left, top = x + column * side, y + row * side
        page.box(left, top, side, side, edge, INK, fill=WARM if shaded >> cell & 1 else "")
        is_free = layout.free >> cell & 1
        value = None if position is None else position.board.values[cell]
        text = free if is_free else "" if value is None else str(value)
        size = side * min(0.42 if small else 0.5, 1.5 / max(len(text), 1))
        colour = SOFT if is_free else INK
        page.write(
            left + side / 2, top + side / 2 + 0.36 * size, text, size, bold=not is_free, anchor="middle", colour=colour
        )
        if small and cell in small:
            page.write(
                left + side * 0.95, top + side * 0.25, small[cell], side * 0.24, bold=True, anchor="end", colour=ACCENT
            )
        if position is not None and position.marked >> cell & 1 and not is_free:
            cross(page, left, top, side)


def cross(page: Page, x: float, y: float, side: float) -> None:
    """Cross out a cell."""
    a, b = side * 0.16, side * 0.84
    page.line(x + a, y + a, x + b, y + b, side / 14, ACCENT)
    page.line(x + a, y + b, x + b, y + a, side / 14, ACCENT)
