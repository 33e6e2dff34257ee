"""A lesson on paper: for each round its players, how they played, and the ring among their boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dicebingo.render.pdf.fonts import Fonts
from dicebingo.render.pdf.letters import printed
from dicebingo.render.pdf.sheets import MARGIN, finish, new_canvas

SIZE = 8.5
STEP = 13.0
COLUMNS = {"name": 0, "board": 105, "bingo": 245, "expected": 285, "lost": 340, "luck": 385, "chance": 430}
"""The heads of a table of players, and where they begin."""
NUMBERS = {"expected": "expected_rolls", "lost": "loss", "luck": "luck"}
ROLLS_IN_A_LINE = 40


def lesson_pdf(lesson: dict[str, Any], fonts: Iterable[str], *, paper: str = "a4") -> bytes:
    """Return a lesson as sheets to print, in the first of some font files that have its letters."""
    canvas, output, (width, height) = new_canvas(paper)
    canvas.setTitle("Dice Bingo: a lesson")
    writer, y = Fonts(fonts), height - MARGIN
    inner = width - 2 * MARGIN
    for size, cells in _lines(lesson):
        y -= STEP * size / SIZE
        if y < MARGIN:
            canvas.showPage()
            y = height - MARGIN - STEP
        for number, (x, text) in enumerate(cells):
            room = (cells[number + 1][0] - 6 if number + 1 < len(cells) else inner) - x
            writer.write(canvas, printed(text), MARGIN + x, y, size, room)
    return finish(canvas, output)


Line = tuple[float, list[tuple[float, str]]]


def _lines(lesson: dict[str, Any]) -> Iterator[Line]:
    rules = lesson["rules"]
    yield 16, [(0, "Dice Bingo: a lesson")]
    yield SIZE, [(0, f"Rules: {rules['layout']}, {rules['dice']}, marking {rules['marking']}")]
    for told in lesson["rounds"]:
        yield from _round(told)
    yield SIZE, []
    yield 12, [(0, "Score: rounds won")]
    for pupil in sorted(lesson["pupils"], key=lambda pupil: -pupil["score"]):
        yield SIZE, [(0, pupil["name"]), (150, str(pupil["score"]))]


def _round(told: dict[str, Any]) -> Iterator[Line]:
    names = {player["pupil"]: player["name"] for player in told["players"]}
    yield SIZE, []
    yield 12, [(0, f"Round {told['round']}")]
    rolls = list(map(str, told["rolls"]))
    for start in range(0, len(rolls), ROLLS_IN_A_LINE):
        yield SIZE, [(0, f"{'' if start else 'Rolls: '}{' '.join(rolls[start : start + ROLLS_IN_A_LINE])}")]
    if told["seed"] is not None:
        yield SIZE, [(0, f"Seed of the program's dice: {told['seed']}")]
    yield SIZE, [(0, f"First: {', '.join(names[pupil] for pupil in told['winners']) or 'nobody'}")]
    yield SIZE, [(x, head) for head, x in COLUMNS.items()]
    for player in sorted(told["players"], key=lambda player: (player["bingo"] or 1e9, player["pupil"])):
        yield SIZE, [(x, _cell(head, player)) for head, x in COLUMNS.items()]
    if ring := told["ring"]:
        pupils = [*ring["pupils"], ring["pupils"][0]]
        yield SIZE, [(0, f"A ring of boards: {' beats '.join(names.get(pupil, '?') for pupil in pupils)}")]
    for note in told["notes"]:
        yield SIZE, [(0, note)]


def _cell(head: str, player: dict[str, Any]) -> str:
    if head == "board":
        return " ".join(map(str, player["board"]))
    if head == "chance":
        chance = player["chance"]
        return "" if chance is None else f"{100 * chance['decimal']:.1f}%"
    if head in NUMBERS:
        number = player[NUMBERS[head]]
        return "" if number is None else f"{number['decimal']:.2f}"
    return str(player[head] if player[head] is not None else "")
