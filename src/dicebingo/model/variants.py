"""Named rules: the game from the paper, and variants that people play or write about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple, overload

from dicebingo.answer import Answer
from dicebingo.cards.card import MAX_TOKENS
from dicebingo.errors import LONGEST, InputError, did_you_mean, quote, shown, whole_number
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, Marking, MarkingLike, Rules, TokensLike
from dicebingo.model.symmetry import symmetries
from dicebingo.question import Doc, question


@dataclass(frozen=True)
class Variant:
    """A named set of rules with a one-sentence description."""

    _json_keys_ = "name layout dice marking aliases about lines symmetries"

    name: str
    aliases: tuple[str, ...]
    layout: str
    dice: str
    about: str
    marking: Marking = Marking.ONE

    @cached_property
    def rules(self) -> Rules:
        """The rules, labelled with the variant's name."""
        return Rules(Layout.parse(self.layout), Dice.parse(self.dice), self.marking, self.name)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self.rules.layout.lines)

    @property
    def symmetries(self) -> int:
        """The number of symmetries of the layout."""
        return symmetries(self.rules.layout).order


VARIANTS: tuple[Variant, ...] = (
    Variant(
        "classic",
        ("3x3",),
        "3x3",
        "2d6",
        "The game from the paper: lines are rows, columns and both diagonals; two dice.",
    ),
    Variant("4x4", (), "4x4", "2d6", "Sixteen cells, four in a row, two dice."),
    Variant("5x5", (), "5x5", "2d6", "Twenty-five cells, five in a row, two dice."),
    Variant("5x5-free", ("free-centre",), "5x5:free-centre", "2d6", "Like 5x5, with the middle cell free."),
    Variant("blackout", ("all",), "3x3:all", "2d6", "All nine cells must be marked."),
    Variant("corners", ("four-corners",), "3x3:corners", "2d6", "Only the four corners win."),
    Variant("cross", ("plus",), "3x3:.#./###/.#.", "2d6", "The middle row and column must both be complete."),
    Variant("knuth", (), "2x2:rows", "1d6", "Knuth's nontransitive cards (Gardner 1988): 2x2, rows only, one die."),
    Variant("3d6", (), "3x3", "3d6", "The sum of three dice, 3 to 18."),
    Variant("product", ("product-bingo",), "3x3", "product(2d6)", "The product of two dice instead of their sum."),
    Variant("d10+d20", (), "4x4", "d10+d20", "Sixteen cells and the sum of a ten- and a twenty-sided die."),
    Variant(
        "knock-em-down",
        ("knock-m-down",),
        "1x12:all",
        "2d6",
        "Twelve tokens on the sums of two dice, one removed on each matching roll (Benjamin and Fluet 1999).",
    ),
    Variant(
        "ten-numbers",
        ("transum",),
        "1x10:all",
        "2d6",
        "Ten numbers, which may repeat, and the sum of two dice (Transum's Dice Bingo).",
    ),
    Variant("full-5x5", ("mathsphere",), "5x5:all", "2d6", "All 25 cells must be marked (MathSphere's Dice Bingo)."),
    Variant(
        "chance-bingo",
        ("mathigon",),
        "1x10:all",
        "2d20",
        "Ten numbers, all different, and the sum of two twenty-sided dice (Mathigon's Chance Bingo).",
    ),
    Variant(
        "teaser-2846",
        (),
        "1x5:all",
        "2{1:1,2:2,3:3}",
        "Five numbers, and two dice with the faces 1 2 2 3 3 3 (Mike Fletcher, Sunday Times Teaser 2846, 2017).",
    ),
    Variant("mark-all", (), "3x3", "2d6", "All matching cells are marked at once, so there is no choice.", Marking.ALL),
)


def classic() -> Rules:
    """Return the rules from the paper, which are the default everywhere."""
    return VARIANTS[0].rules


@question
def find_rules(
    name: Annotated[str, Doc("A name or an alias, such as plus for cross.")],
) -> Rules:
    """Return the rules with the given name or alias.

    >>> find_rules("knuth")
    Rules.of('2x2:rows', '1d6')
    """
    return _find_variant(name).rules


def _find_variant(name: str) -> Variant:
    for variant in VARIANTS:
        if str(name).lower() in (variant.name, *variant.aliases):
            return variant
    names = ", ".join(variant.name for variant in VARIANTS)
    known = (known for variant in VARIANTS for known in (variant.name, *variant.aliases))
    raise InputError(
        f"expected named rules ({names}), got {quote(name)}{did_you_mean(name, known)}",
        "rules",
        got=str(name)[:LONGEST],
    )


@dataclass(frozen=True, slots=True, repr=False)
class NamedRules(Answer):
    """The list of named rules."""

    _json_keys_ = "rules=variants"

    variants: tuple[Variant, ...]

    def __repr__(self) -> str:
        return f"<NamedRules: {', '.join(variant.name for variant in self.variants)}>"


class ValueProbability(NamedTuple):
    """A value of the dice and its probability."""

    value: int
    probability: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class RulesDescription(Answer):
    """Rules with a one-sentence description, which may be empty."""

    _json_keys_ = (
        "name=rules.label layout=rules.layout dice=rules.dice marking=rules.marking about cells=rules.layout.size "
        "free lines symmetries values"
    )

    rules: Rules
    about: str

    @property
    def free(self) -> tuple[int, ...]:
        """The free cells."""
        return cells_of(self.rules.layout.free)

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each line."""
        return tuple(map(cells_of, self.rules.layout.lines))

    @property
    def symmetries(self) -> int:
        """The number of symmetries of the layout."""
        return symmetries(self.rules.layout).order

    @property
    def values(self) -> tuple[ValueProbability, ...]:
        """The values of the dice and their probabilities."""
        dice = self.rules.dice
        return tuple(ValueProbability(value, dice.probability(value)) for value in dice.values)

    def __repr__(self) -> str:
        return f"<RulesDescription of {self.rules}>"


@overload
def rules(name: None = None) -> NamedRules: ...
@overload
def rules(name: str | Rules) -> RulesDescription: ...
@question
def rules(
    name: Annotated[
        str | Rules | None, Doc("The rules by name. The command also accepts FILE.toml.", "[NAME]", argument=True)
    ] = None,
) -> NamedRules | RulesDescription:
    """List the named rules, or describe one set of rules.

    A description shows the layout, the lines, the dice and the symmetries.

    >>> rules("cross")
    <RulesDescription of cross (3x3:.#./###/.#., 2d6)>
    """
    if name is None:
        return NamedRules(VARIANTS)
    if isinstance(name, Rules):
        return RulesDescription(name, next((v.about for v in VARIANTS if v.rules == name), ""))
    if not isinstance(name, str):
        raise InputError(f"expected named rules, such as 'classic', got {quote(name)}")
    variant = _find_variant(name)
    return RulesDescription(variant.rules, variant.about)


PARTS = ("layout", "dice", "marking", "tokens")
"""The arguments that replace parts of the rules, in the order in which ``change_rules`` takes them."""


def change_rules(
    named: Rules,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Rules:
    """Return ``named`` with the given parts replaced. If no part is given, return it unchanged, including its name.

    >>> change_rules(find_rules("knuth"), dice="1d8")
    Rules.of('2x2:rows', '1d8')
    >>> change_rules(classic(), tokens=12)
    Rules.of('1x12:all', '2d6')
    """
    if tokens is not None:
        if layout is not None:
            raise InputError(f"expected tokens or a layout, got {shown(tokens)} tokens and the layout {layout}")
        layout = f"1x{whole_number(tokens, '{} to {} tokens', 1, MAX_TOKENS)}:all"
    if layout is None and dice is None and marking is None:
        return named
    return Rules.of(
        named.layout if layout is None else layout,
        named.dice if dice is None else dice,
        named.marking if marking is None else marking,
    )
