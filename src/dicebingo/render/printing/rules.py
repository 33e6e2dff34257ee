"""The rule sheet for pupils: three steps with pictures, and the winning lines."""

from __future__ import annotations

from math import gcd

from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Marking, Rules
from dicebingo.render.printing.boards import cross, draw_board, layout_on_paper
from dicebingo.render.printing.page import ACCENT, INK, MARGIN, MM, PALE, PAPERS, SOFT, Page, fitting
from dicebingo.render.printing.sentences import dice_words, mark_words, values_words, win_words
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.render.printing.words.texts import SheetWords
from dicebingo.sheets.sheet import Sheet

PICTURE, DIE = 44 * MM, 12 * MM
MAX_LINES = 12
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The dots on each face of a die, by their places on a 3x3 grid."""


def rules_page(sheet: Sheet) -> Page:
    """Return the rule sheet."""
    rules, layout = sheet.rules, layout_on_paper(sheet.rules)
    words = SHEET[sheet.language]
    page = Page(*PAPERS[sheet.paper], words.rules.title)
    page.write(MARGIN, MARGIN + 8 * MM, "Dice Bingo", 30, bold=True, colour=ACCENT)
    page.write(MARGIN, MARGIN + 16 * MM, words.rules.title, 14, colour=SOFT)
    left = MARGIN + PICTURE + 10 * MM
    y = MARGIN + 26 * MM
    side = min(PICTURE / layout.width, PICTURE / layout.height)
    board = _example(rules)
    value = next(v for v in board.board.values if v is not None)
    for number, (title, text) in enumerate(_steps(rules, words)):
        matching = [cell for cell, v in enumerate(board.board.values) if v == value]
        shaded = (0, sum(1 << cell for cell in matching), layout.lines[0])[number]
        draw_board(page, MARGIN, y, side, layout, board if number else None, shaded=shaded, free=words.cards.free)
        if number == 1:
            _dice(page, left, y + PICTURE - DIE, rules, value, words)
        marked = (0, shaded if rules.marking is Marking.ALL else 1 << matching[-1], layout.lines[0] & ~layout.free)[
            number
        ]
        for cell, (row, column) in enumerate(layout.grid):
            if marked >> cell & 1:
                cross(page, MARGIN + column * side, y + row * side, side)
        page.write(left, y + 5 * MM, f"{number + 1}. {title}", 17, bold=True)
        wide, high = page.width - MARGIN - left, PICTURE - 9.5 * MM - DIE * (number == 1)
        page.paragraph(left, y + 12.5 * MM, wide, text, fitting(text, 12, wide, high))
        y += PICTURE + 11 * MM
    _lines(page, y, rules, words)
    return page


def _steps(rules: Rules, words: SheetWords) -> tuple[tuple[str, str], ...]:
    """Return the title and the text of each of the three steps of a game."""
    said = words.rules
    write = (said.write_free if rules.layout.free else said.write_how).format(values=values_words(rules.dice, words))
    roll = said.roll_how.format(roll=dice_words(rules.dice, words), mark=mark_words(rules, words))
    win = said.win_how.format(win=win_words(rules.layout, words))
    return (said.write, write), (said.roll, roll), (said.fill_all if rules.is_full_card else said.fill, win)


def _example(rules: Rules) -> Position:
    """Return an example board with likely values, some of them twice."""
    dice, cells = rules.dice, rules.layout.open_cells
    likely = sorted(dice.values, key=lambda value: (-dice.weight(value), value))[: max(2, len(cells) * 2 // 3)]
    count = len(likely)
    step = next(step for step in range(count // 2 + 1, 2 * count + 1) if gcd(step, count) == 1)
    values = [likely[(step * i + 1) % count] for i in range(len(cells))]
    return Position(Board(rules.layout.fill(values), rules))


def _dice(page: Page, x: float, y: float, rules: Rules, value: int, words: SheetWords) -> None:
    """For two six-sided dice, draw dice that show ``value``; for other dice, only write the value."""
    side = DIE
    if str(rules.dice) == "2d6":
        for face in (value // 2, value - value // 2):
            page.box(x, y, side, side, 1.2, INK, radius=2.4 * MM)
            for pip in PIPS[face]:
                row, column = divmod(int(pip), 3)
                page.dot(x + side * (0.25 + 0.25 * column), y + side * (0.25 + 0.25 * row), side * 0.085)
            x += side + 3 * MM
        x += 2 * MM
    said = f"= {value}" if str(rules.dice) == "2d6" else words.rules.rolled.format(value=value)
    page.write(x, y + side * 0.78, said, 22, bold=True)


def _lines(page: Page, y: float, rules: Rules, words: SheetWords) -> None:
    """Draw the winning lines on small boards."""
    layout = layout_on_paper(rules)
    lines = layout.lines[:MAX_LINES]
    width = page.width - 2 * MARGIN
    page.box(MARGIN, y, width, page.height - MARGIN - y, 0, fill=PALE, radius=3 * MM)
    said, more = words.rules, len(layout.lines) - len(lines)
    title = said.more.format(count=more) if more else said.winning if len(lines) > 1 else said.winning_one
    page.write(MARGIN + 5 * MM, y + 9 * MM, title, 13, bold=True)
    high, wide = page.height - MARGIN - y - 13 * MM, width - 10 * MM
    room, columns = max(
        (min(wide / n, high / -(-len(lines) // n), 46 * MM), -n) for n in range(1, len(lines) + 1)
    )  # make the boards as large as possible, in as few columns as possible
    columns = -columns
    side = (room - 4 * MM) / max(layout.width, layout.height)
    left = MARGIN + (width - columns * room + 4 * MM) / 2
    for i, line in enumerate(lines):
        row, column = divmod(i, columns)
        at = left + column * room, y + 13 * MM + row * room
        page.box(*at, side * layout.width, side * layout.height, 0, fill="#ffffff")
        draw_board(page, *at, side, layout, None, shaded=line, free=words.cards.free)
