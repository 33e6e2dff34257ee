"""A lesson on paper: for each round its players, how they played, and the ring among their boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from dicebingo.render.pages.page import LINE, MARGIN, PAPERS, SOFT, Page

STEP = 14.0
COLUMNS = {"name": 0, "board": 110, "bingo on": 262, "expected": 312, "lost": 366, "luck": 406, "chance": 450}
"""The heads of a table of players, and where they begin."""
NUMBERS = {"expected": "expected_rolls", "lost": "loss", "luck": "luck"}
ROLLS_IN_A_LINE = 36
LEGEND = (
    "Expected: rolls on average, played well. Lost: what the marks cost, in rolls on average. Luck: the rolls that "
    "chance saved, or cost. Chance: to have had the first bingo with this board, in this class."
)


class _Line(NamedTuple):
    """Texts beside each other, and where each begins."""

    texts: list[tuple[float, str]]
    size: float = 9.0
    bold: bool = False
    colour: str = "#1d1a17"
    ruled: bool = False


def lesson_pages(lesson: dict[str, Any], paper: str = "a4") -> list[Page]:
    """Return the pages of a lesson, which is that of its JSON."""
    width, height = PAPERS[paper]
    inner = width - 2 * MARGIN
    pages, y = [Page(width, height, "Lesson")], MARGIN
    for line in _lines(lesson):
        y += STEP * line.size / 9
        if y > height - MARGIN:
            pages.append(Page(width, height, "Lesson"))
            y = MARGIN + STEP
        for number, (x, text) in enumerate(line.texts):
            room = (line.texts[number + 1][0] - 6 if number + 1 < len(line.texts) else inner) - x
            pages[-1].write(MARGIN + x, y, text, line.size, bold=line.bold, colour=line.colour, room=room)
        if line.ruled:
            pages[-1].line(MARGIN, y + 3, MARGIN + inner, y + 3, 0.6, LINE)
    return pages


def _lines(lesson: dict[str, Any]) -> Iterator[_Line]:
    rules = lesson["rules"]
    yield _Line([(0, "Dice Bingo: a lesson")], 18, bold=True)
    yield _Line([(0, f"Rules: {rules['layout']}, {rules['dice']}, marking {rules['marking']}")], colour=SOFT)
    for told in lesson["rounds"]:
        yield from _round(told)
    yield _Line([])
    yield _Line([(0, "Score: rounds won")], 12, bold=True)
    for pupil in sorted(lesson["pupils"], key=lambda pupil: -pupil["score"]):
        yield _Line([(0, pupil["name"]), (150, str(pupil["score"]))])
    yield _Line([])
    for sentence in LEGEND.split(". "):
        yield _Line([(0, sentence.rstrip(".") + ".")], 8, colour=SOFT)


def _round(told: dict[str, Any]) -> Iterator[_Line]:
    names = {player["pupil"]: player["name"] for player in told["players"]}
    yield _Line([])
    yield _Line([(0, f"Round {told['round']}")], 12, bold=True)
    rolls = list(map(str, told["rolls"]))
    for start in range(0, len(rolls), ROLLS_IN_A_LINE):
        yield _Line([(0, f"{'' if start else 'Rolls: '}{' '.join(rolls[start : start + ROLLS_IN_A_LINE])}")])
    if told["seed"] is not None:
        yield _Line([(0, f"Seed of the program's dice: {told['seed']}")])
    yield _Line([(0, f"First: {', '.join(names[pupil] for pupil in told['winners']) or 'nobody'}")])
    yield _Line([(x, head) for head, x in COLUMNS.items()], bold=True, colour=SOFT, ruled=True)
    for player in sorted(told["players"], key=lambda player: (player["bingo"] or 1e9, player["pupil"])):
        yield _Line([(x, _cell(head, player)) for head, x in COLUMNS.items()])
    if ring := told["ring"]:
        pupils = [*ring["pupils"], ring["pupils"][0]]
        yield _Line([(0, f"A ring of boards: {' beats '.join(names.get(pupil, '?') for pupil in pupils)}")])
    for note in told["notes"]:
        yield _Line([(0, note)], colour=SOFT)


def _cell(head: str, player: dict[str, Any]) -> str:
    if head == "board":
        return " ".join(map(str, player["board"]))
    if head == "chance":
        chance = player["chance"]
        return "" if chance is None else f"{100 * chance['decimal']:.1f}%"
    if head in NUMBERS:
        number = player[NUMBERS[head]]
        return "" if number is None else f"{number['decimal']:.2f}"
    value = player["bingo" if head == "bingo on" else head]
    return "" if value is None else f"roll {value}" if head == "bingo on" else str(value)
