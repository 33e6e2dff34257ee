"""The types of the text printed in each language.

Variable parts are in braces. Every language has the same variable parts as English, possibly in a different order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class Notation(NamedTuple):
    """How a language writes numbers and lists; in Spanish, ``or_before_o`` replaces ``or_`` before 8 and 11."""

    comma: str
    thousands: str
    percent: str
    and_: str
    or_: str
    or_before_o: str

    def decimal(self, text: str) -> str:
        """Convert a decimal number with a point to the notation of this language."""
        return text.replace(".", self.comma)

    def whole(self, number: int) -> str:
        """Return a whole number in groups of three digits."""
        return f"{number:,}".replace(",", self.thousands)

    def share(self, text: str) -> str:
        """Convert a decimal number with a point to a percentage in the notation of this language."""
        return self.percent.format(self.decimal(text))

    def all_of(self, parts: Iterable[str]) -> str:
        """Join strings with "and": "a, b and c"."""
        return _joined(list(parts), self.and_)

    def any_of(self, parts: Iterable[str]) -> str:
        """Join strings with "or": "a, b or c"."""
        found = list(parts)
        return _joined(found, self.or_before_o if re.match(r"8|11$|h?o", found[-1]) else self.or_)


def _joined(parts: list[str], word: str) -> str:
    *others, last = parts
    return f"{', '.join(others)} {word} {last}" if others else last


class LessonWords(NamedTuple):
    """The words of a lesson report; ``day`` is the date format."""

    notation: Notation
    title: str
    day: str
    months: str
    marking: dict[str, str]
    round: str
    rolls: str
    roll: str
    real: str
    seed: str
    first: str
    nobody: str
    columns: dict[str, str]
    ring: str
    beats: str
    largest: str
    exact: str
    simulated: str
    newcomer: str
    fair: str
    score: str
    teams: str
    pupil: str
    team: str
    legend: tuple[str, ...]

    def date(self, text: str) -> str:
        """Return a date such as 2026-11-18 in words."""
        year, month, day = map(int, text.split("-"))
        return self.day.format(day, self.months.split()[month - 1], year)


class CardWords(NamedTuple):
    """The words on boards to cut out."""

    title: str
    blank: str
    name: str
    rolls: str
    free: str


class DiceWords(NamedTuple):
    """Instructions for rolling dice, without a full stop, and the number words from two to nine."""

    counts: tuple[str, ...]
    one: str
    one_sided: str
    add: str
    add_sided: str
    multiply: str
    multiply_sided: str
    mixed: str
    other: str
    values: str
    some_values: str
    listed_values: str
    chance: str


class RulesWords(NamedTuple):
    """The words of the rule sheet for pupils."""

    title: str
    write: str
    write_how: str
    write_free: str
    roll: str
    roll_how: str
    mark_all: str
    mark_one: str
    mark_any: str
    fill: str
    fill_all: str
    win_how: str
    win_all: str
    win_lines: str
    win_cells: str
    lines: dict[str, str]
    rolled: str
    winning: str
    winning_one: str
    more: str


class TallyWords(NamedTuple):
    """The words of the tally sheet."""

    title: str
    heading: str
    how: str
    number: str
    chance: str
    ticks: str
    asked: str


class KeyWords(NamedTuple):
    """The words of the answer key."""

    title: str
    teacher: str
    about: str
    mark_any: str
    mark_order: str
    mark_cost: str
    rolls: str
    place: str
    place_among_all: str
    no_choice: str
    cost: str
    no_cost: str


class PlanWords(NamedTuple):
    """The words of the lesson plan; ``course`` describes its parts in order."""

    title: str
    heading: str
    minutes: str
    aim: str
    aim_dice: str
    aim_card: str
    aim_line: str
    aim_chance: str
    prepare: str
    prepare_key: str
    course: tuple[str, ...]
    questions: str
    often: str
    often_equal: str
    often_two_dice: str
    run: str
    same: str
    same_bad: str
    same_compare: str
    fastest: str
    fastest_known: str
    fastest_here: str
    fastest_unknown: str
    choice: str
    choice_lines: str
    choice_all: str
    choice_card: str
    slower: str
    sight: str
    sight_dice: str
    sight_lines: str
    sight_chance: str
    best: str
    notes: str


class SheetWords(NamedTuple):
    """The words of the sheets for a class, grouped by part."""

    notation: Notation
    cards: CardWords
    dice: DiceWords
    rules: RulesWords
    tally: TallyWords
    key: KeyWords
    plan: PlanWords
