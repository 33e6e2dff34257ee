"""The printed report of a lesson: each round's players, their results, and a ring of their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from dicebingo.json_form import JsonObject
from dicebingo.render.printing.page import LINE, MARGIN, PAPERS, SOFT, Page
from dicebingo.render.printing.words.languages import LESSON
from dicebingo.render.printing.words.texts import LessonWords, Notation
from dicebingo.sheets.sheet import LanguageName

STEP = 14.0
COLUMNS = {"name": 0, "board": 110, "bingo": 262, "expected": 312, "lost": 366, "luck": 402}
COLUMNS |= {"chance": 438, "share": 482}
"""The columns of the table of players, and their x coordinates."""
NUMBERS = {"expected": "expected_rolls", "lost": "loss", "luck": "luck"}
ROLLS_IN_A_LINE = 36


class _Line(NamedTuple):
    """Pieces of text on one line, with their x coordinates.

    In a table, each new page repeats the heading line ``head``.
    """

    texts: list[tuple[float, str]]
    size: float = 9.0
    bold: bool = False
    colour: str = "#1d1a17"
    ruled: bool = False
    head: _Line | None = None


def lesson_pages(lesson: JsonObject, language: LanguageName = "en", paper: str = "a4") -> list[Page]:
    """Return the pages of a lesson in ``language``.

    ``lesson`` is the lesson in JSON form. Every page has the date and a page number.
    """
    width, height = PAPERS[paper]
    words = LESSON[language]
    pages, y = [Page(width, height, words.title)], MARGIN
    for line in _lines(lesson, words):
        y += STEP * line.size / 9
        if y > height - MARGIN - STEP * (3 if line.size > 9 else 1):  # keep a heading on the same page as the next line
            pages.append(Page(width, height, words.title))
            y = MARGIN + STEP
            if line.head is not None:
                _write(pages[-1], line.head, y)
                y += STEP
        _write(pages[-1], line, y)
    for number, page in enumerate(pages, start=1):
        foot = f"{words.title} · {lesson['code']} · {words.date(lesson['date'])} · {number}/{len(pages)}"
        page.write(width - MARGIN, height - MARGIN, foot, 8, anchor="end", colour=SOFT)
    return pages


def _write(page: Page, line: _Line, y: float) -> None:
    inner = page.width - 2 * MARGIN
    for number, (x, text) in enumerate(line.texts):
        room = (line.texts[number + 1][0] - 6 if number + 1 < len(line.texts) else inner) - x
        page.write(MARGIN + x, y, text, line.size, bold=line.bold, colour=line.colour, room=room)
    if line.ruled:
        page.line(MARGIN, y + 3, MARGIN + inner, y + 3, 0.6, LINE)


def _lines(lesson: JsonObject, words: LessonWords) -> Iterator[_Line]:
    rules = lesson["rules"]
    yield _Line([(0, words.title)], 18, bold=True)
    marking = words.marking[rules["marking"]]
    yield _Line([(0, f"{words.date(lesson['date'])} · {rules['layout']}, {rules['dice']}, {marking}")], colour=SOFT)
    for played in lesson["rounds"]:
        yield from _round(played, words)
    yield _Line([])
    yield _Line([(0, words.score)], 12, bold=True)
    teams = {team["team"]: team["name"] for team in lesson["teams"]}
    for pupil in sorted(lesson["pupils"], key=lambda pupil: -pupil["score"]):
        yield _Line([(0, pupil["name"]), (150, str(pupil["score"])), (200, teams.get(pupil["team"], ""))])
    if teams:
        yield _Line([])
        yield _Line([(0, words.teams)], 12, bold=True)
    for team in sorted(lesson["teams"], key=lambda team: -team["score"]):
        yield _Line([(0, team["name"]), (150, str(team["score"]))])
    yield _Line([])
    for sentence in words.legend:
        yield _Line([(0, sentence)], 8, colour=SOFT)


def _round(played: JsonObject, words: LessonWords) -> Iterator[_Line]:
    names = {player["pupil"]: player["name"] for player in played["players"]}
    yield _Line([])
    yield _Line([(0, f"{words.round} {played['round']}")], 12, bold=True)
    real = set(played["real"])
    rolls = [f"{value}*" if index in real else str(value) for index, value in enumerate(played["rolls"])]
    for start in range(0, len(rolls), ROLLS_IN_A_LINE):
        begin = "" if start else f"{words.rolls}: "
        yield _Line([(0, begin + " ".join(rolls[start : start + ROLLS_IN_A_LINE]))])
    if real:
        yield _Line([(0, f"* {words.real}")], colour=SOFT)
    if played["seed"] is not None:
        yield _Line([(0, f"{words.seed}: {played['seed']}")])
    yield _Line([(0, f"{words.first}: {', '.join(names[pupil] for pupil in played['winners']) or words.nobody}")])
    head = _Line([(x, words.columns[column]) for column, x in COLUMNS.items()], bold=True, colour=SOFT, ruled=True)
    yield head
    for player in sorted(played["players"], key=lambda player: (player["bingo"] or 1e9, player["pupil"])):
        yield _Line([(x, _cell(column, player, words)) for column, x in COLUMNS.items()], head=head)
    if ring := played["ring"]:
        pupils = [*ring["pupils"], ring["pupils"][0]]
        yield _Line([(0, f"{words.ring}: {words.beats.join(names.get(pupil, '?') for pupil in pupils)}")])
    yield from _crowd(played, words)
    for note in played["notes"]:
        yield _Line([(0, note)], colour=SOFT)


def _crowd(played: JsonObject, words: LessonWords) -> Iterator[_Line]:
    """Describe the board with the largest share of the wins, and the best board found for one more player."""
    if not (crowd := played["crowd"]):
        return

    def share(number: JsonObject) -> str:
        return _share(fraction_of(number), words.notation)

    best = max((player for player in played["players"] if player["share"]), key=lambda one: one["share"]["decimal"])
    how = words.exact if crowd["games"] is None else words.simulated.format(crowd["games"])
    yield _Line([(0, f"{words.largest}: {best['name']}, {share(best['share'])} ({how})")])
    if new := crowd["newcomer"]:
        board, found, fair = " ".join(map(str, new["board"])), share(new["share"]), share(new["fair"])
        yield _Line([(0, f"{words.newcomer}: {board}, {found} ({words.fair}: {fair})")])


def _cell(column: str, player: JsonObject, words: LessonWords) -> str:
    if column == "board":
        return " ".join(map(str, player["board"]))
    if column in ("chance", "share"):
        return "" if player[column] is None else _share(fraction_of(player[column]), words.notation)
    if column in NUMBERS:
        return words.notation.decimal(_numbers(player)[column])
    value = player[column]
    return "" if value is None else f"{words.roll} {value}" if column == "bingo" else str(value)


def _numbers(player: JsonObject) -> dict[str, str]:
    """Return the expected rolls, loss and luck, rounded so that a game's length is expected + lost - luck."""
    known = {head: fraction_of(player[key]) for head, key in NUMBERS.items() if player[key] is not None}
    shown = {head: hundredths(number) for head, number in known.items()}
    if player["finish"] is not None and len(known) == len(NUMBERS):
        rest = 100 * player["finish"] - shown["expected"]
        shown["lost"], bad = add_up([known["lost"], -known["luck"]], rest)
        shown["luck"] = -bad
    return {head: f"{shown[head] / 100:.2f}" if head in shown else "" for head in NUMBERS}


def _share(share: Fraction, notation: Notation) -> str:
    """Return a percentage; a probability strictly between 0 and 1 is never shown as 0% or 100%."""
    if 0 < share < Fraction(1, 2000):
        return "<" + notation.share("0.1")
    if Fraction(1999, 2000) <= share < 1:
        return ">" + notation.share("99.9")
    return notation.share(f"{float(100 * share):.1f}")


def fraction_of(number: JsonObject) -> Fraction:
    """Return the exact value of a number in JSON, or its decimal if the exact value is not known."""
    return Fraction(number["decimal"] if number["exact"] is None else number["exact"])


def hundredths(number: Fraction) -> int:
    """Return a number in hundredths, rounded to the nearest, with halves rounded up."""
    return floor(100 * number + Fraction(1, 2))


def add_up(numbers: Sequence[Fraction], total: int) -> list[int]:
    """Round numbers to hundredths so that they add up to ``total`` hundredths.

    >>> add_up([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)], 100)
    [34, 33, 33]
    """
    shown = [floor(100 * number) for number in numbers]
    order = sorted(range(len(numbers)), key=lambda i: shown[i] - 100 * numbers[i])
    for i in order[: total - sum(shown)]:
        shown[i] += 1
    return shown
