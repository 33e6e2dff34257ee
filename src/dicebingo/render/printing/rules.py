"""The rule sheet for pupils: three steps with pictures, and the winning lines."""

from __future__ import annotations

from math import gcd

from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Marking, Rules
from dicebingo.render.printing.boards import cross, draw_board, layout_on_paper
from dicebingo.render.printing.page import ACCENT, INK, MARGIN, MM, PALE, PAPERS, SOFT, Page
from dicebingo.render.printing.words import dice_words, mark_words, values_words, win_words
from dicebingo.sheets.sheet import Sheet

PICTURE = 44 * MM
MOST_LINES = 12
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The dots on each face of a die, by their places on a 3x3 grid."""


def rules_page(sheet: Sheet) -> Page:
    """Return the rule sheet."""
    rules, layout = sheet.rules, layout_on_paper(sheet.rules)
    page = Page(*PAPERS[sheet.paper], "How to play")
    page.write(MARGIN, MARGIN + 8 * MM, "Dice Bingo", 30, bold=True, colour=ACCENT)
    page.write(MARGIN, MARGIN + 16 * MM, "How to play", 14, colour=SOFT)
    left = MARGIN + PICTURE + 10 * MM
    y = MARGIN + 26 * MM
    side = min(PICTURE / layout.width, PICTURE / layout.height)
    board = _example(rules)
    value = next(v for v in board.board.values if v is not None)
    for number, (title, text) in enumerate(_steps(rules)):
        matching = [cell for cell, v in enumerate(board.board.values) if v == value]
        shaded = (0, sum(1 << cell for cell in matching), layout.lines[0])[number]
        draw_board(page, MARGIN, y, side, layout, board if number else None, shaded=shaded)
        if number == 1:
            _dice(page, left, y + PICTURE - 12 * MM, rules, value)
        marked = (0, shaded if rules.marking is Marking.ALL else 1 << matching[-1], layout.lines[0] & ~layout.free)[
            number
        ]
        for cell, (row, column) in enumerate(layout.grid):
            if marked >> cell & 1:
                cross(page, MARGIN + column * side, y + row * side, side)
        page.write(left, y + 5 * MM, f"{number + 1}. {title}", 17, bold=True)
        page.paragraph(left, y + 12.5 * MM, page.width - MARGIN - left, text, 12)
        y += PICTURE + 11 * MM
    _lines(page, y, rules)
    return page


def _steps(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the titles and texts of the three steps of a game."""
    free = "Free cells count as marked. " if rules.layout.free else ""
    write = (
        f"Write {values_words(rules.dice)} into every cell. {free}You may use a number as often as you like. Or play "
        "with a printed board."
    )
    roll = (
        f"{dice_words(rules.dice)}. Everyone uses the same roll. {mark_words(rules)} Nothing to mark? Wait for the "
        "next roll."
    )
    win = (
        f"{win_words(rules.layout)}. The first to have one shouts “Bingo!” and wins. If two have one on the same roll, "
        "both win. Count the rolls: fewer are better."
    )
    end = "Mark them all" if rules.is_full_card else "Fill a line"
    return ("Write numbers", write), ("Roll and mark", roll), (end, win)


def _example(rules: Rules) -> Position:
    """Return an example board with likely values, some of them twice."""
    dice, cells = rules.dice, rules.layout.open_cells
    likely = sorted(dice.values, key=lambda value: (-dice.weight(value), value))[: max(2, len(cells) * 2 // 3)]
    count = len(likely)
    step = next(step for step in range(count // 2 + 1, 2 * count + 1) if gcd(step, count) == 1)
    values = [likely[(step * i + 1) % count] for i in range(len(cells))]
    return Position(Board(rules.layout.fill(values), rules))


def _dice(page: Page, x: float, y: float, rules: Rules, value: int) -> None:
    """Draw a roll of two dice with this value; for other dice, write only the value."""
    side = 12 * MM
    if str(rules.dice) == "2d6":
        for face in (value // 2, value - value // 2):
            page.box(x, y, side, side, 1.2, INK, radius=2.4 * MM)
            for pip in PIPS[face]:
                row, column = divmod(int(pip), 3)
                page.dot(x + side * (0.25 + 0.25 * column), y + side * (0.25 + 0.25 * row), side * 0.085)
            x += side + 3 * MM
        x += 2 * MM
    page.write(x, y + side * 0.78, f"= {value}" if str(rules.dice) == "2d6" else f"You roll {value}.", 22, bold=True)


def _lines(page: Page, y: float, rules: Rules) -> None:
    """Draw the winning lines on small boards."""
    layout = layout_on_paper(rules)
    lines = layout.lines[:MOST_LINES]
    width = page.width - 2 * MARGIN
    page.box(MARGIN, y, width, page.height - MARGIN - y, 0, fill=PALE, radius=3 * MM)
    more = f" (and {len(layout.lines) - len(lines)} more)" if len(layout.lines) > len(lines) else ""
    title = "What wins" if len(lines) > 1 else "This wins"
    page.write(MARGIN + 5 * MM, y + 9 * MM, title + more, 13, bold=True)
    high, wide = page.height - MARGIN - y - 13 * MM, width - 10 * MM
    room, columns = max(
        (min(wide / n, high / -(-len(lines) // n), 46 * MM), -n) for n in range(1, len(lines) + 1)
    )  # as large as possible, in as few columns as possible
    columns = -columns
    side = (room - 4 * MM) / max(layout.width, layout.height)
    left = MARGIN + (width - columns * room + 4 * MM) / 2
    for i, line in enumerate(lines):
        row, column = divmod(i, columns)
        at = left + column * room, y + 13 * MM + row * room
        page.box(*at, side * layout.width, side * layout.height, 0, fill="#ffffff")
        draw_board(page, *at, side, layout, None, shaded=line)
