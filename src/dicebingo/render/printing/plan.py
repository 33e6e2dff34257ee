"""A one-page plan for a 45-minute lesson: preparation, timetable, questions with answers, and observations.

The numbers in the plan follow from the rules. If every cell holds the likeliest number, which has probability p, and
the shortest line has m cells, a game takes m/p rolls on average, or 1/p if a roll marks all matching cells. The
statements about the best board, and about a slower board that beats a faster one, come from the paper; they hold for
the classic rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dicebingo.exact import decimal, nearest
from dicebingo.model.board import Position
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.variants import classic
from dicebingo.render.printing.boards import draw_board
from dicebingo.render.printing.page import (
    ACCENT,
    LEADING,
    LINE,
    MARGIN,
    MM,
    NO_BREAK,
    PALE,
    PAPERS,
    SOFT,
    Page,
    text_width,
    wrapped,
)
from dicebingo.render.printing.sentences import chance_words
from dicebingo.render.printing.words.languages import SHEET
from dicebingo.render.printing.words.texts import SheetWords
from dicebingo.sheets.choice import is_solved
from dicebingo.sheets.sheet import Sheet

WINS = "53.1"
"""The percentage of games that ``SLOWER`` wins against ``FASTER``."""
ALL_BOARDS = 11**9
BEST, BEST_ROLLS = "8 8 9 / 7 6 10 / 7 4 5", "6.31"
SLOWER, SLOWER_ROLLS = "9 6 7 / 7 9 6 / 6 7 9", "12.77"
FASTER, FASTER_ROLLS = "6 7 6 / 7 7 7 / 6 6 6", "11.37"
SIZE = 9.4
NOTE = 8.5 * MM
COURSE = (5, 15, 22, 34, 42, 45)
"""The minute at which each part of the lesson ends."""


def plan_page(sheet: Sheet) -> Page:
    """Return the lesson plan, in a font small enough for one page."""
    size = SIZE
    while True:
        page, end = _plan(sheet, size)
        if end <= page.height - MARGIN:
            return page
        size *= 0.98


def _plan(sheet: Sheet, size: float) -> tuple[Page, float]:
    """Return the lesson plan at font size ``size``, and the y coordinate at which it ends."""
    words = SHEET[sheet.language]
    said = words.plan
    page = Page(*PAPERS[sheet.paper], said.title)
    width = page.width - 2 * MARGIN
    room = width - text_width(said.minutes, 12) - 4 * MM
    page.write(MARGIN, MARGIN + 6 * MM, said.heading, 21, bold=True, colour=ACCENT, room=room)
    page.write(page.width - MARGIN, MARGIN + 6 * MM, said.minutes, 12, anchor="end", colour=SOFT)
    y = page.paragraph(MARGIN, MARGIN + 13.5 * MM, width, _aim(sheet.rules, words), size)
    prepare = f"{said.prepare} {said.prepare_key}" if is_solved(sheet.rules) else said.prepare
    y = page.paragraph(MARGIN, y + 1.2 * MM, width, prepare, size) + 2.2 * MM
    begin = 0
    for end, text in zip(COURSE, said.course, strict=True):
        page.line(MARGIN, y - 3.6 * MM, MARGIN + width, y - 3.6 * MM, 0.5, LINE)
        page.write(MARGIN + 11 * MM, y + 0.6 * MM, f"{begin}-{end}", size, bold=True, anchor="end", colour=ACCENT)
        y = page.paragraph(MARGIN + 16 * MM, y + 0.6 * MM, width - 16 * MM, text, size) + 1.9 * MM
        begin = end
    page.write(MARGIN, y + 2 * MM, said.questions, 13, bold=True)
    y += 8 * MM
    for number, text in enumerate(_questions(sheet, words), start=1):
        page.write(MARGIN + 6 * MM, y, str(number), size, bold=True, anchor="end", colour=ACCENT)
        y = page.paragraph(MARGIN + 9 * MM, y, width - 9 * MM, text, size) + 1 * MM
    y = _what_to_see(page, y, size, sheet.rules, words)
    if page.height - MARGIN - y > 3 * NOTE:
        page.write(MARGIN, y + NOTE, said.notes, size, bold=True)
        page.ruled(y + NOTE, NOTE)
    return page, y


def _aim(rules: Rules, words: SheetWords) -> str:
    """Return the aim of the lesson, which depends on the dice and on the marking rule."""
    said, found = words.plan, []
    if len(set(rules.dice.weights)) > 1:
        found.append(said.aim_dice)
    if rules.is_full_card:
        found.append(said.aim_card)
    elif rules.marking is Marking.ONE:
        found.append(said.aim_line)
    return said.aim.format(aims=words.notation.all_of(found or [said.aim_chance]))


def _sight(rules: Rules, words: SheetWords) -> str:
    """Return what the teacher can expect to observe."""
    said = words.plan
    parts = [said.sight]
    if len(set(rules.dice.weights)) > 1:
        parts.append(said.sight_dice)
    if rules.marking is Marking.ONE and not rules.is_full_card:
        parts.append(said.sight_lines)
    return " ".join([*parts, said.sight_chance])


def _what_to_see(page: Page, y: float, size: float, rules: Rules, words: SheetWords) -> float:
    """Draw the final box, with the best board if it is known; return the y coordinate of the box's lower edge."""
    width, side = page.width - 2 * MARGIN, 6.4 * MM
    known, text = rules == classic(), _sight(rules, words)
    room = width - 10 * MM - (3 * side + 7 * MM) * known
    lines = len(list(wrapped(text, size, room)))
    high = max(lines * size * LEADING + 8 * MM, (3 * side + 12 * MM) * known)
    page.box(MARGIN, y, width, high, 0, fill=PALE, radius=3 * MM)
    page.paragraph(MARGIN + 5 * MM, y + 7.5 * MM, room, text, size)
    if known:
        left, top = MARGIN + width - 5 * MM - 3 * side, y + 4 * MM
        page.box(left, top, 3 * side, 3 * side, 0, fill="#ffffff")
        draw_board(page, left, top, side, rules.layout, Position.parse(BEST))
        below, best = (left + 1.5 * side, top + 3 * side + 4 * MM), words.plan.best
        page.write(*below, best, 7.5, anchor="middle", colour=SOFT, room=3 * side + 10 * MM)
    return y + high


def all_likeliest(rules: Rules) -> Fraction:
    """Return the average number of rolls for a board with the likeliest number in every cell."""
    dice, layout = rules.dice, rules.layout
    needed = min((line & ~layout.free).bit_count() for line in layout.lines)
    return Fraction(dice.total, max(dice.weights)) * (1 if rules.marking is Marking.ALL else needed)


def _questions(sheet: Sheet, words: SheetWords) -> Iterator[str]:
    """Yield questions for the pupils, with answers; the last one is only for the classic rules."""
    rules, dice = sheet.rules, sheet.rules.dice
    said, notation = words.plan, words.notation
    likeliest = dice.values[dice.weights.index(max(dice.weights))]
    yield said.often.format(answer=_often(rules, words))
    verdict = (said.same_bad if rules == classic() else said.same_compare).format(
        rolls=notation.decimal(f"{decimal(all_likeliest(rules)):.4g}"),
        share=notation.share(nearest(100 * dice.probability(likeliest), 1)),
    )
    yield said.same.format(value=likeliest, verdict=verdict)
    yield said.fastest.format(answer=_fastest(sheet, words))
    choice = said.choice_lines
    if rules.marking is Marking.ALL:
        choice = said.choice_all
    elif rules.is_full_card:
        choice = said.choice_card
    yield said.choice.format(answer=choice)
    if rules == classic():
        yield said.slower.format(
            slower=SLOWER.replace(" ", NO_BREAK),
            slower_rolls=notation.decimal(SLOWER_ROLLS),
            share=notation.share(WINS),
            faster=FASTER.replace(" ", NO_BREAK),
            faster_rolls=notation.decimal(FASTER_ROLLS),
        )


def _often(rules: Rules, words: SheetWords) -> str:
    dice = rules.dice
    groups = [[value for value in dice.values if dice.weight(value) == weight] for weight in sorted(set(dice.weights))]
    most, least = groups[-1], groups[0]
    if most == least:
        return words.plan.often_equal.format(chance=chance_words(dice, most[0], words))
    ways = words.plan.often_two_dice if str(dice) == "2d6" else ""
    rare = f" {_run(least, words)}: {chance_words(dice, least[0], words)}." if len(least) <= 4 else ""
    return f"{_run(most, words)}: {chance_words(dice, most[0], words)}{ways}.{rare}"


def _run(values: list[int], words: SheetWords) -> str:
    """Return numbers in words; a long run of consecutive numbers is shortened to its first and last number."""
    if len(values) > 3 and values == list(range(values[0], values[-1] + 1)):
        return words.plan.run.format(first=values[0], last=values[-1])
    return words.notation.all_of(map(str, values))


def _fastest(sheet: Sheet, words: SheetWords) -> str:
    said, notation = words.plan, words.notation
    if sheet.rules == classic():
        return said.fastest_known.format(count=notation.whole(ALL_BOARDS), rolls=notation.decimal(BEST_ROLLS))
    for board in sheet.boards:
        if board.place == 1 and board.expected_rolls is not None:
            rolls = notation.decimal(nearest(board.expected_rolls, 2))
            return said.fastest_here.format(number=board.number, rolls=rolls)
    return said.fastest_unknown
