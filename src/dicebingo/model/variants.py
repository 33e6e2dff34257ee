"""Named rules: the game of the paper, and the variants that people play or write about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dicebingo.errors import InputError, quote
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking, Rules

__all__ = ["VARIANTS", "Variant", "change_rules", "classic", "find_rules", "find_variant", "replace_parts"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules, with a sentence about it."""

    name: str
    aliases: tuple[str, ...]
    layout: str
    dice: str
    about: str
    marking: Marking = Marking.ONE

    @property
    def rules(self) -> Rules:
        """The rules, under this name."""
        return Rules(Layout.parse(self.layout), Dice.parse(self.dice), self.marking, self.name)


VARIANTS: tuple[Variant, ...] = (
    Variant("classic", ("3x3",), "3x3", "2d6", "The game of the paper: rows, columns and both diagonals, two dice."),
    Variant("4x4", (), "4x4", "2d6", "Sixteen cells, four in a row, two dice."),
    Variant("5x5", (), "5x5", "2d6", "Twenty-five cells, five in a row, two dice."),
    Variant("5x5-free", ("free-centre",), "5x5:free-centre", "2d6", "As 5x5, with the middle cell free."),
    Variant("blackout", ("all",), "3x3:all", "2d6", "All nine cells must be marked."),
    Variant("corners", ("four-corners",), "3x3:corners", "2d6", "The four corners win, and nothing else."),
    Variant("cross", ("plus",), "3x3:.#./###/.#.", "2d6", "The middle row and the middle column together win."),
    Variant("knuth", (), "2x2:rows", "1d6", "Knuth's nontransitive cards (Gardner 1988): 2x2, rows only, one die."),
    Variant("3d6", (), "3x3", "3d6", "The sum of three dice, 3 to 18."),
    Variant("product", ("product-bingo",), "3x3", "product(2d6)", "The product of two dice instead of their sum."),
    Variant("d10+d20", (), "4x4", "d10+d20", "Sixteen cells and the sum of a ten- and a twenty-sided die."),
    Variant("mark-all", (), "3x3", "2d6", "Every matching cell is marked at once: no choices.", Marking.ALL),
)


@cache
def classic() -> Rules:
    """Return the rules of the paper, the default everywhere."""
    return find_rules("classic")


@cache
def find_rules(name: str) -> Rules:
    """Return the rules with that name or alias.

    >>> find_rules("knuth")
    Rules.of('2x2:rows', '1d6')
    """
    return find_variant(name).rules


def find_variant(name: str) -> Variant:
    """Return the variant with that name or alias."""
    for variant in VARIANTS:
        if name.lower() in (variant.name, *variant.aliases):
            return variant
    names = ", ".join(variant.name for variant in VARIANTS)
    raise InputError(f"expected the name of rules ({names}), got {quote(name)}")


def change_rules(name: str, layout: str | None = None, dice: str | None = None, marking: str | None = None) -> Rules:
    """Return named rules with some of their parts, in text form, replaced; only without changes they keep the name.

    >>> change_rules("knuth", dice="1d8")
    Rules.of('2x2:rows', '1d8')
    """
    return replace_parts(find_rules(name), layout, dice, marking)


def replace_parts(named: Rules, layout: str | None, dice: str | None, marking: str | None) -> Rules:
    """Return rules with some of their parts replaced, as ``change_rules`` does by name."""
    if layout is None and dice is None and marking is None:
        return named
    return Rules(
        named.layout if layout is None else Layout.parse(layout),
        named.dice if dice is None else Dice.parse(dice),
        named.marking if marking is None else Marking.parse(marking),
    )
