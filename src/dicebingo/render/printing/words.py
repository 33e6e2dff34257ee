"""The wording of a rule sheet: dice, values, marking and winning lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dicebingo.exact import nearest
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking, Rules

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PLAIN = re.compile(r"(product\()?([1-9]?)d(\d+)(?(1)\)|)")
MOST_LISTED = 18


def dice_words(dice: Dice) -> str:
    """Return an instruction for the dice, as a sentence without a full stop.

    >>> [dice_words(Dice.parse(text)) for text in ("2d6", "1d8", "product(2d6)")]
    ['Roll two dice and add them', 'Roll one die with 8 sides', 'Roll two dice and multiply them']
    >>> dice_words(Dice.parse("d10+d20"))
    'Roll dice with 10 and 20 sides and add them'
    """
    plain = _PLAIN.fullmatch(str(dice))
    if plain is None:
        mixed = re.fullmatch(r"d\d+(\+d\d+)+", str(dice))
        sides = f"dice with {listed(re.findall('[0-9]+', str(dice)))} sides and add them"
        return f"Roll {sides if mixed else dice}"
    count, kind = int(plain[2] or 1), "" if plain[3] == "6" else f" with {plain[3]} sides"
    if count == 1:
        return f"Roll one die{kind}"
    return f"Roll {NUMBERS[count]} dice{kind} and {'multiply' if plain[1] else 'add'} them"


def values_words(dice: Dice) -> str:
    """Return the allowed numbers: a range, or a list if the dice skip some.

    >>> values_words(Dice.parse("2d6")), values_words(Dice.parse("product(2d2)"))
    ('a number from 2 to 12', 'one of the numbers 1, 2 or 4')
    """
    first, last = dice.values[0], dice.values[-1]
    if last - first + 1 == len(dice.values):
        return f"a number from {first} to {last}"
    if len(dice.values) > MOST_LISTED:
        return f"a number from {first} to {last} that the dice can give"
    return f"one of the numbers {listed(map(str, dice.values), 'or')}"


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Return a list in words.

    >>> listed("abc", "or")
    'a, b or c'
    """
    *others, last = parts
    return f"{', '.join(others)} {word} {last}" if others else last


def win_words(layout: Layout) -> str:
    """Return the winning condition, as a sentence without a full stop.

    >>> win_words(Layout.parse("3x3")), win_words(Layout.parse("3x3:all"))
    ('A full row, column or diagonal is a bingo', 'A board with all cells marked is a bingo')
    >>> win_words(Layout.parse("3x3:corners"))
    'The shaded cells together are a bingo'
    """
    kinds = dict.fromkeys(layout.line_name(line).split()[0] for line in layout.lines)
    if list(kinds) == ["all"]:
        return "A board with all cells marked is a bingo"
    if kinds.keys() <= {"row", "column", "diagonal"}:
        return f"A full {listed(kinds, 'or')} is a bingo"
    return "The shaded cells together are a bingo"


def mark_words(rules: Rules) -> str:
    """Return the marking rule as a sentence."""
    if rules.marking is Marking.ALL:
        return "Mark every cell that shows the number."
    choice = "" if rules.is_full_card else " If several do, you choose which."
    return f"Mark one cell that shows the number.{choice}"


def chance_words(dice: Dice, value: int) -> str:
    """Return the probability of a value in words.

    >>> chance_words(Dice.parse("2d6"), 7)
    '6 of 36, or 16.7%'
    """
    return f"{dice.weight(value):,} of {dice.total:,}, or {nearest(100 * dice.probability(value), 1)}%"
