"""The teacher's answer key: each board's exact expected rolls, and which of several matching cells to mark."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from dicebingo.exact import nearest
from dicebingo.exact import text as exact_text
from dicebingo.model.rules import Marking
from dicebingo.render.printing.boards import draw_board, layout_on_paper
from dicebingo.render.printing.page import ACCENT, LINE, MARGIN, MM, PAPERS, SOFT, Page, text_width
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.render.printing.words.texts import SheetWords
from dicebingo.sheets.sheet import PrintedBoard, Sheet

BOARD = 23 * MM
GAP = 6 * MM
FRACTION = 5.6


def key_pages(sheet: Sheet) -> list[Page]:
    """Return the pages of the key, with two columns of boards on each page."""
    pages: list[Page] = []
    width = (PAPERS[sheet.paper][0] - 2 * MARGIN - GAP) / 2
    room = width - BOARD - 4 * MM
    longest = max(len(_broken(exact_text(board.expected_rolls or 0), room)) for board in sheet.boards)
    entry = max(BOARD + 5 * MM, 21 * MM + longest * FRACTION * 1.15)
    left = list(sheet.boards)
    while left:
        page, top = _new_page(sheet, first=not pages)
        rows = min(int((page.height - MARGIN - top) // entry), ceil(len(left) / 2))
        for i, board in enumerate(left[: 2 * rows]):
            column, row = divmod(i, rows)
            _entry(page, MARGIN + column * (width + GAP), top + row * entry, width, board, sheet)
        pages.append(page)
        left = left[2 * rows :]
    return pages


def _new_page(sheet: Sheet, *, first: bool) -> tuple[Page, float]:
    """Return a page with its heading, and the y coordinate at which the boards begin."""
    said = SHEET[sheet.language].key
    page = Page(*PAPERS[sheet.paper], said.title)
    page.write(MARGIN, MARGIN + 6 * MM, said.title, 22, bold=True, colour=ACCENT)
    page.write(page.width - MARGIN, MARGIN + 6 * MM, said.teacher, 11, anchor="end", colour=SOFT)
    if not first:
        return page, MARGIN + 12 * MM
    text = said.about
    if sheet.rules.is_full_card:
        text += f" {said.mark_any}"
    elif sheet.rules.marking is Marking.ONE:
        text += f" {said.mark_order}" + (f" {said.mark_cost}" if any(board.loss for board in sheet.boards) else "")
    return page, page.paragraph(MARGIN, MARGIN + 13 * MM, page.width - 2 * MARGIN, text, 9.5) + 1 * MM


def _entry(page: Page, x: float, y: float, width: float, board: PrintedBoard, sheet: Sheet) -> None:
    layout, words = layout_on_paper(sheet.rules), SHEET[sheet.language]
    figures = {
        cell: str(place)
        for preference in board.preferences
        for place, equal in enumerate(preference.cells, start=1)
        for cell in equal
    }
    side = BOARD / max(layout.width, layout.height)
    page.line(x, y, x + width, y, 0.5, LINE)
    y += 2.5 * MM
    draw_board(page, x, y, side, layout, board.position, small=figures, free=words.cards.free)
    left = x + BOARD + 4 * MM
    room = width - BOARD - 4 * MM
    page.write(left, y + 4 * MM, str(board.number), 13, bold=True, colour=ACCENT)
    after = text_width(str(board.number), 13, bold=True) + 2.5 * MM
    page.write(left + after, y + 4 * MM, board.name, 9, room=room - after)
    assert board.expected_rolls is not None
    rolls = words.notation.decimal(nearest(board.expected_rolls, 2))
    page.write(left, y + 9.4 * MM, words.key.rolls.format(rolls=rolls), 10.5, bold=True)
    base = y + 12.9 * MM
    for line in _broken(exact_text(board.expected_rolls), room):
        page.write(left, base, line, FRACTION, colour=SOFT)
        base += FRACTION * 1.15
    for line in _remarks(board, sheet, words):
        page.write(left, base + 1.4 * MM, line, 6.9, room=room)
        base += 3.4 * MM


def _remarks(board: PrintedBoard, sheet: Sheet, words: SheetWords) -> Iterator[str]:
    """Yield remarks on a board: its rank, and the cost of always following the printed order."""
    said, notation = words.key, words.notation
    if board.percentile is None:
        yield said.place.format(place=board.place, count=sheet.count)
    else:
        worse = min(board.percentile, 99.9)
        share = notation.share(f"{worse:.{int(worse > 99)}f}")
        yield said.place_among_all.format(place=board.place, count=sheet.count, share=share)
    if sheet.rules.marking is Marking.ALL or sheet.rules.is_full_card:
        return
    if not board.preferences:
        yield said.no_choice
    elif board.loss:
        yield said.cost.format(rolls=notation.decimal(nearest(board.loss, 2)))
    elif board.loss is not None:
        yield said.no_cost


def _broken(fraction: str, room: float) -> list[str]:
    """Return a fraction, split into lines if it is long; the denominator then begins a new line."""
    fitting = int(room / text_width("0", FRACTION))
    if len(fraction) <= fitting:
        return [fraction]
    above, _, below = fraction.partition("/")
    return [part[i : i + fitting] for part in (above, f"/{below}") for i in range(0, len(part), fitting)]
