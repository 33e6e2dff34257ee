"""The answer key for the teacher: the exact expected rolls of each board, and which of several equal cells to mark."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from dicebingo.exact import decimal, nearest
from dicebingo.exact import text as exact_text
from dicebingo.model.rules import Marking
from dicebingo.render.printing.boards import draw_board, layout_on_paper
from dicebingo.render.printing.page import ACCENT, LINE, MARGIN, MM, PAPERS, SOFT, Page, text_width
from dicebingo.sheets.sheet import PrintedBoard, Sheet

BOARD = 23 * MM
GAP = 6 * MM
FRACTION = 5.6


def key_pages(sheet: Sheet) -> list[Page]:
    """Return the pages of the key, two columns of boards on each."""
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
    """Return a page with its head, and the y coordinate at which the boards begin."""
    page = Page(*PAPERS[sheet.paper], "Answer key")
    page.write(MARGIN, MARGIN + 6 * MM, "Answer key", 22, bold=True, colour=ACCENT)
    page.write(page.width - MARGIN, MARGIN + 6 * MM, "for the teacher", 11, anchor="end", colour=SOFT)
    if not first:
        return page, MARGIN + 12 * MM
    text = (
        "This is the average number of rolls that each board takes with the best play, as a decimal and, below it, "
        "exactly. The board with the smallest number is the strongest on this sheet (place 1)."
    )
    if sheet.rules.is_full_card:
        text += " **What to mark:** cells with the same number are equally good, because all must be marked."
    elif sheet.rules.marking is Marking.ONE:
        text += (
            " **What to mark:** if a number is in several cells, the small figures show which of them to mark when it "
            "is first rolled: 1, then 2; equal figures are equally good. Later the best cell depends on the marks"
        )
        costs = any(board.loss for board in sheet.boards)
        text += ", and always following this order costs the rolls shown." if costs else "."
    return page, page.paragraph(MARGIN, MARGIN + 13 * MM, page.width - 2 * MARGIN, text, 9.5) + 1 * MM


def _entry(page: Page, x: float, y: float, width: float, board: PrintedBoard, sheet: Sheet) -> None:
    layout = layout_on_paper(sheet.rules)
    figures = {
        cell: str(place)
        for preference in board.preferences
        for place, equal in enumerate(preference.cells, start=1)
        for cell in equal
    }
    side = BOARD / max(layout.width, layout.height)
    page.line(x, y, x + width, y, 0.5, LINE)
    y += 2.5 * MM
    draw_board(page, x, y, side, layout, board.position, small=figures)
    left = x + BOARD + 4 * MM
    room = width - BOARD - 4 * MM
    page.write(left, y + 4 * MM, str(board.number), 13, bold=True, colour=ACCENT)
    after = text_width(str(board.number), 13, bold=True) + 2.5 * MM
    page.write(left + after, y + 4 * MM, board.name, 9, room=room - after)
    assert board.expected_rolls is not None
    page.write(left, y + 9.4 * MM, f"{nearest(board.expected_rolls, 2)} rolls", 10.5, bold=True)
    base = y + 12.9 * MM
    for line in _broken(exact_text(board.expected_rolls), room):
        page.write(left, base, line, FRACTION, colour=SOFT)
        base += FRACTION * 1.15
    for line in _remarks(board, sheet):
        page.write(left, base + 1.4 * MM, line, 6.9, room=room)
        base += 3.4 * MM


def _remarks(board: PrintedBoard, sheet: Sheet) -> Iterator[str]:
    """Yield remarks on a board: its rank, and the cost of always following the printed order."""
    yield f"place {board.place} of {sheet.count}" + _better(board.percentile)
    if sheet.rules.marking is Marking.ALL or sheet.rules.is_full_card:
        return
    if not board.preferences:
        yield "all numbers differ: nothing to choose"
    elif board.loss is not None:
        loss = decimal(board.loss)
        yield f"following the order costs {loss:.2f} rolls" if board.loss else "following the order costs nothing"


def _better(percentile: float | None) -> str:
    """Return the percentage of all boards that are worse, with a decimal above 99%."""
    if percentile is None:
        return ""
    return f"; better than about {min(percentile, 99.9):.{int(percentile > 99)}f}% of all boards"


def _broken(fraction: str, room: float) -> list[str]:
    """Return a fraction split into lines; a long fraction is first broken after its numerator."""
    fitting = int(room / text_width("0", FRACTION))
    if len(fraction) <= fitting:
        return [fraction]
    above, _, below = fraction.partition("/")
    return [part[i : i + fitting] for part in (above, f"/{below}") for i in range(0, len(part), fitting)]
