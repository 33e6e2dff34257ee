"""The tally sheet: for each number, a row of boxes to tick and the expected count."""

from __future__ import annotations

from dicebingo.errors import TooLarge
from dicebingo.exact import decimal, nearest
from dicebingo.exact import text as exact_text
from dicebingo.render.printing.page import ACCENT, INK, LINE, MARGIN, MM, PAPERS, SOFT, WARM, Page
from dicebingo.render.printing.sentences import dice_words
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.sheets.sheet import Sheet

MAX_VALUES = 60
LIKELIEST = 6
"""The expected count of the likeliest number, which determines the number of rolls on the sheet."""
BOXES = 14
ROLLS = 20
NOTE = 9 * MM


def tally_page(sheet: Sheet) -> Page:
    """Return the tally sheet, with the expected number of boxes shaded for each number."""
    dice, words = sheet.rules.dice, SHEET[sheet.language]
    said, notation = words.tally, words.notation
    if len(dice.values) > MAX_VALUES:
        raise TooLarge(
            f"expected dice with at most {MAX_VALUES} values for a tally, got {len(dice.values)}",
            "values",
            most=MAX_VALUES,
        )
    rolls = round(LIKELIEST * dice.total / max(dice.weights))
    page = Page(*PAPERS[sheet.paper], said.title)
    page.write(MARGIN, MARGIN + 6 * MM, said.heading, 22, bold=True, colour=ACCENT)
    text = said.how.format(roll=dice_words(dice, words), rolls=rolls)
    y = page.paragraph(MARGIN, MARGIN + 14 * MM, page.width - 2 * MARGIN, text, 11, SOFT) + 1 * MM
    y = _order_of_rolls(page, y, -(-rolls // ROLLS) if rolls <= 3 * ROLLS else 3) + 9 * MM
    page.write(MARGIN, y, said.number, 8.5, colour=SOFT, room=15 * MM)
    page.write(MARGIN + 17 * MM, y, said.chance, 8.5, colour=SOFT, room=25 * MM)
    left = MARGIN + 44 * MM
    page.write(left, y, said.ticks, 8.5, colour=SOFT)
    y += 3 * MM
    step = min(13.5 * MM, (page.height - MARGIN - y) / len(dice.values))
    wide = (page.width - MARGIN - left) / BOXES
    side = step * 0.8
    for value in dice.values:
        chance = dice.probability(value)
        middle = y + step / 2
        size = min(17, step * 0.62)
        page.write(MARGIN + 9 * MM, middle + size * 0.36, str(value), size, bold=True, anchor="end", room=11 * MM)
        small = min(9.5, step * 0.5)
        page.write(
            MARGIN + 17 * MM,
            middle + small * 0.36,
            f"{exact_text(chance)} = {notation.share(nearest(100 * chance, 1))}",
            small,
            colour=SOFT,
            room=25 * MM,
        )
        page.box(left, middle - side / 2, wide * rolls * decimal(chance), side, 0, fill=WARM)
        for i in range(BOXES):
            page.box(left + i * wide, middle - side / 2, wide, side, 0.7, LINE)
        page.box(left, middle - side / 2, wide * BOXES, side, 1, INK)
        y += step
    if page.height - MARGIN - y > 3 * NOTE:
        page.write(MARGIN, y + NOTE, said.asked, 10, bold=True, room=page.width - 2 * MARGIN)
        page.ruled(y + NOTE, NOTE)
    return page


def _order_of_rolls(page: Page, y: float, rows: int) -> float:
    """Draw numbered boxes for the rolls; return the y coordinate of their lower edge."""
    side = (page.width - 2 * MARGIN) / ROLLS
    for number in range(rows * ROLLS):
        row, column = divmod(number, ROLLS)
        x, top = MARGIN + column * side, y + row * side
        page.box(x, top, side, side, 0.7, LINE)
        page.write(x + 2, top + 6.5, str(number + 1), 5.5, colour=SOFT)
    return y + rows * side
