"""A plan for a lesson of 45 minutes on one page: preparation, course, questions with answers, and observations.

The numbers follow from the rules. If every cell holds the likeliest number, with probability p, and the shortest line
has m cells, a game takes m/p rolls on average, or 1/p if a roll marks all cells. The statements about the best board of
all and the slower board that wins come from the paper, and hold for the classic rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dicebingo.exact import decimal, nearest
from dicebingo.model.board import Position
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.variants import classic
from dicebingo.render.printing.boards import draw_board
from dicebingo.render.printing.page import ACCENT, LEADING, LINE, MARGIN, MM, PALE, PAPERS, SOFT, Page, wrapped
from dicebingo.render.printing.words import chance_words, listed
from dicebingo.sheets.choice import is_solved
from dicebingo.sheets.sheet import Sheet

WINS = "53.1%"
BEST, BEST_ROLLS = "8 8 9 / 7 6 10 / 7 4 5", "6.31"
SLOWER, SLOWER_ROLLS = "9 6 7 / 7 9 6 / 6 7 9", "12.77"
FASTER, FASTER_ROLLS = "6 7 6 / 7 7 7 / 6 6 6", "11.37"
SIZE = 9.4
NOTE = 8.5 * MM
NO_BREAK = "\N{NO-BREAK SPACE}"
PREPARE = (
    "**Prepare:** large dice that everyone can see, or the page's dice on a screen. Each pupil needs one printed board "
    "and one blank board (copy their page), cut out, and a pen. Each pair needs a tally. Hang up one rule sheet. You "
    "need this page"
)
COURSE = (
    (5, "**The rules.** Read the rule sheet together. Play a few rolls on the blackboard, one of which matches two "
        "cells: who would mark which, and why?"),
    (15, "**Your own board.** Everyone writes numbers on a blank board, without advice. You roll, everyone marks, and "
         "one of each pair keeps the tally. Continue until half the class has a bingo; note the rolls each needed."),
    (22, "**The dice.** Add up the tallies on the blackboard, and compare them with the shaded boxes. Discuss "
         "questions 1 and 2."),
    (34, "**A random board.** Deal the printed boards. Everyone guesses first: is mine in the faster half? Play "
         "two or three games on the same rolls, and write down how many rolls your board took."),
    (42, "**The answer.** Which boards were fast? Who guessed right? What do the fast boards have in common? Discuss "
         "the other questions."),
    (45, "**Next time.** Everyone writes another board. Collect the boards and type them into the page, which "
         "shows how fast each one is."),
)  # fmt: skip
"""The minute at which each part ends, and its text."""


def plan_page(sheet: Sheet) -> Page:
    """Return the lesson plan."""
    page = Page(*PAPERS[sheet.paper], "Lesson plan")
    width = page.width - 2 * MARGIN
    page.write(MARGIN, MARGIN + 6 * MM, "Which numbers would you write?", 21, bold=True, colour=ACCENT)
    page.write(page.width - MARGIN, MARGIN + 6 * MM, "45 minutes", 12, anchor="end", colour=SOFT)
    y = page.paragraph(MARGIN, MARGIN + 13.5 * MM, width, _aim(sheet.rules), SIZE)
    keyed = is_solved(sheet.rules)
    prepare = PREPARE + (" and the answer key, which shows how fast each board is." if keyed else ".")
    y = page.paragraph(MARGIN, y + 1.2 * MM, width, prepare, SIZE) + 2.2 * MM
    begin = 0
    for end, text in COURSE:
        page.line(MARGIN, y - 3.6 * MM, MARGIN + width, y - 3.6 * MM, 0.5, LINE)
        page.write(MARGIN + 11 * MM, y + 0.6 * MM, f"{begin}-{end}", SIZE, bold=True, anchor="end", colour=ACCENT)
        y = page.paragraph(MARGIN + 16 * MM, y + 0.6 * MM, width - 16 * MM, text, SIZE) + 1.9 * MM
        begin = end
    page.write(MARGIN, y + 2 * MM, "Questions, and answers", 13, bold=True)
    y += 8 * MM
    for number, text in enumerate(_questions(sheet), start=1):
        page.write(MARGIN + 6 * MM, y, str(number), SIZE, bold=True, anchor="end", colour=ACCENT)
        y = page.paragraph(MARGIN + 9 * MM, y, width - 9 * MM, text, SIZE) + 1 * MM
    y = _what_to_see(page, y, sheet.rules) + NOTE
    if page.height - MARGIN - y > 2 * NOTE:
        page.write(MARGIN, y, "Notes", SIZE, bold=True)
        page.ruled(y, NOTE)
    return page


def _aim(rules: Rules) -> str:
    """Return the aim of the lesson, which depends on the dice and on the marking rule."""
    found = []
    if len(set(rules.dice.weights)) > 1:
        found.append("that some rolls are likelier than others")
    if rules.is_full_card:
        found.append("that a card with many different numbers, or with very few, is slow")
    elif rules.marking is Marking.ONE:
        found.append("that a line of equal numbers is slow")
    return f"**Aim:** pupils find out by playing {listed(found or ['how long a game of chance takes'])}."


def _sight(rules: Rules) -> str:
    """Return the observations that a teacher will make."""
    parts = ["**What you will see.** The first boards are full of lucky numbers, or of one number."]
    if len(set(rules.dice.weights)) > 1:
        parts.append("After the tally most pupils choose likely numbers.")
    if rules.marking is Marking.ONE and not rules.is_full_card:
        parts.append("Few see at once that different numbers in a line are better than equal ones: more rolls help.")
    return " ".join([*parts, "Chance decides a single game: let pupils explain why the strongest board can lose."])


def _what_to_see(page: Page, y: float, rules: Rules) -> float:
    """Draw the final box, with the best board if it is known; return the y coordinate of the box's lower edge."""
    width, side = page.width - 2 * MARGIN, 6.4 * MM
    known, text = rules == classic(), _sight(rules)
    room = width - 10 * MM - (3 * side + 7 * MM) * known
    lines = len(list(wrapped(text, SIZE, room)))
    high = max(lines * SIZE * LEADING + 8 * MM, (3 * side + 12 * MM) * known)
    page.box(MARGIN, y, width, high, 0, fill=PALE, radius=3 * MM)
    page.paragraph(MARGIN + 5 * MM, y + 7.5 * MM, room, text, SIZE)
    if known:
        left, top = MARGIN + width - 5 * MM - 3 * side, y + 4 * MM
        page.box(left, top, 3 * side, 3 * side, 0, fill="#ffffff")
        draw_board(page, left, top, side, rules.layout, Position.parse(BEST))
        page.write(left + 1.5 * side, top + 3 * side + 4 * MM, "the best board", 7.5, anchor="middle", colour=SOFT)
    return y + high


def all_likeliest(rules: Rules) -> Fraction:
    """Return the average number of rolls for a board with the likeliest number in every cell."""
    dice, layout = rules.dice, rules.layout
    needed = min((line & ~layout.free).bit_count() for line in layout.lines)
    return Fraction(dice.total, max(dice.weights)) * (1 if rules.marking is Marking.ALL else needed)


def _questions(sheet: Sheet) -> Iterator[str]:
    """Yield questions for the pupils, with answers; the last one is only for the classic rules."""
    rules, dice = sheet.rules, sheet.rules.dice
    likeliest = dice.values[dice.weights.index(max(dice.weights))]
    yield f"**Which number is rolled most often, and why?** {_often(rules)}"
    same = f"it takes {decimal(all_likeliest(rules)):.4g} rolls on average, because only "
    same += f"{nearest(100 * dice.probability(likeliest), 1)}% of the rolls help."
    verdict = f"No: {same}" if rules == classic() else f"Compare it with the others: {same}"
    yield f"**Is a board with {likeliest} in every cell a good one?** {verdict}"
    yield f"**How fast can a board be?** {_fastest(sheet)}"
    choice = "Look at the lines through each: which could be full first? It depends on the marks so far."
    if rules.marking is Marking.ALL:
        choice = "Every matching cell: there is nothing to choose in this game."
    elif rules.is_full_card:
        choice = "Either one: all cells must be marked in the end."
    yield f"**A roll matches two cells. Which one should you mark?** {choice}"
    if rules == classic():
        slower, faster = (board.replace(" ", NO_BREAK) for board in (SLOWER, FASTER))
        yield (
            "**Can a slower board beat a faster one more often than not?** Yes: on the same rolls "
            f"{slower} ({SLOWER_ROLLS} rolls) wins {WINS} of the games against {faster} ({FASTER_ROLLS} rolls)."
        )


def _often(rules: Rules) -> str:
    dice = rules.dice
    groups = [[value for value in dice.values if dice.weight(value) == weight] for weight in sorted(set(dice.weights))]
    most, least = groups[-1], groups[0]
    if most == least:
        return f"All are equally likely: {chance_words(dice, most[0])}."
    ways = " (1+6, 2+5, 3+4 and the other way round)" if str(dice) == "2d6" else ""
    rare = f"{_run(least)}: {chance_words(dice, least[0])}." if len(least) <= 4 else ""
    return f"{_run(most)}: {chance_words(dice, most[0])}{ways}. {rare}".strip()


def _run(values: list[int]) -> str:
    """Return numbers in words; a long run of consecutive numbers is given by its first and last number."""
    follow = values == list(range(values[0], values[-1] + 1))
    return f"{values[0]} to {values[-1]}" if follow and len(values) > 3 else listed(map(str, values))


def _fastest(sheet: Sheet) -> str:
    if sheet.rules == classic():
        return f"The best of all 2,357,947,691 boards takes {BEST_ROLLS} rolls on average; it is drawn below."
    for board in sheet.boards:
        if board.place == 1 and board.expected_rolls is not None:
            return f"The strongest of these, number {board.number}, takes {nearest(board.expected_rolls, 2)} rolls."
    return "Try to be faster than today's fastest one."
