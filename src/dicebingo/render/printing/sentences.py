"""Sentences about dice, values, marking and winning lines, in a given language."""

from __future__ import annotations

import re

from dicebingo.exact import nearest
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking, Rules
from dicebingo.render.printing.words.texts import SheetWords

_PLAIN = re.compile(r"(product\()?([1-9]?)d(\d+)(?(1)\)|)")
MAX_LISTED = 18


def dice_words(dice: Dice, words: SheetWords) -> str:
    """Return an instruction for the dice, as a sentence without a full stop.

    >>> from dicebingo.render.printing.words.en import SHEET
    >>> [dice_words(Dice.parse(text), SHEET) for text in ("2d6", "1d8", "product(2d6)")]
    ['Roll two dice and add them', 'Roll one die with 8 sides', 'Roll two dice and multiply them']
    >>> dice_words(Dice.parse("d10+d20"), SHEET)
    'Roll dice with 10 and 20 sides and add them'
    """
    said = words.dice
    plain = _PLAIN.fullmatch(str(dice))
    if plain is None:
        if not re.fullmatch(r"d\d+(\+d\d+)+", str(dice)):
            return said.other.format(dice=dice)
        return said.mixed.format(sides=words.notation.all_of(re.findall("[0-9]+", str(dice))))
    count, sides = int(plain[2] or 1), plain[3]
    kinds = (said.one, said.one_sided) if count == 1 else (said.add, said.add_sided)
    if count > 1 and plain[1]:
        kinds = said.multiply, said.multiply_sided
    return kinds[sides != "6"].format(count=said.counts[count - 2], sides=sides)


def values_words(dice: Dice, words: SheetWords) -> str:
    """Return the allowed numbers: a range, or a list if the dice skip some.

    >>> from dicebingo.render.printing.words.en import SHEET
    >>> [values_words(Dice.parse(text), SHEET) for text in ("2d6", "product(2d2)")]
    ['a number from 2 to 12', 'one of the numbers 1, 2 or 4']
    """
    first, last = dice.values[0], dice.values[-1]
    if last - first + 1 == len(dice.values):
        return words.dice.values.format(first=first, last=last)
    if len(dice.values) > MAX_LISTED:
        return words.dice.some_values.format(first=first, last=last)
    return words.dice.listed_values.format(values=words.notation.any_of(map(str, dice.values)))


def win_words(layout: Layout, words: SheetWords) -> str:
    """Return the winning condition, as a sentence without a full stop.

    >>> from dicebingo.render.printing.words.en import SHEET
    >>> [win_words(Layout.parse(text), SHEET) for text in ("3x3", "3x3:all")]
    ['A full row, column or diagonal is a bingo', 'A board with all cells marked is a bingo']
    >>> win_words(Layout.parse("3x3:corners"), SHEET)
    'The shaded cells together are a bingo'
    """
    said = words.rules
    kinds = dict.fromkeys(layout.line_name(line).split()[0] for line in layout.lines)
    if list(kinds) == ["all"]:
        return said.win_all
    if kinds.keys() <= said.lines.keys():
        return said.win_lines.format(lines=words.notation.any_of(said.lines[kind] for kind in kinds))
    return said.win_cells


def mark_words(rules: Rules, words: SheetWords) -> str:
    """Return the marking rule as a sentence."""
    if rules.marking is Marking.ALL:
        return words.rules.mark_all
    return words.rules.mark_any if rules.is_full_card else words.rules.mark_one


def chance_words(dice: Dice, value: int, words: SheetWords) -> str:
    """Return the probability of a value in words.

    >>> from dicebingo.render.printing.words.en import SHEET
    >>> chance_words(Dice.parse("2d6"), 7, SHEET)
    '6 of 36, or 16.7%'
    """
    notation = words.notation
    ways, total = notation.whole(dice.weight(value)), notation.whole(dice.total)
    share = notation.share(nearest(100 * dice.probability(value), 1))
    return words.dice.chance.format(ways=ways, total=total, share=share)
