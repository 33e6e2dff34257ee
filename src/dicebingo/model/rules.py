"""Rules: a layout, dice, and a marking rule."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from dicebingo.cards.card import MAX_TOKENS
from dicebingo.checked import Checked
from dicebingo.errors import Word
from dicebingo.json_form import AsText
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.question import Doc


class Marking(Word):
    """How a roll marks cells: one matching cell, chosen by the player, or all matching cells at once."""

    __kind__ = "marking rule"
    ONE = "one"
    ALL = "all"


LayoutLike: TypeAlias = Annotated[
    Layout | str | None, Doc("Another layout, such as 3x3:rows or 4x4:corners.", "LAYOUT")
]
DiceLike: TypeAlias = Annotated[
    Dice | str | None, Doc("Other dice, such as 3d6, d6+d8, product(2d6) or {1:1,2:3}.", "DICE")
]
MarkingName: TypeAlias = Literal["one", "all"]
MarkingLike: TypeAlias = Annotated[
    Marking | MarkingName | None, Doc("Whether a roll marks one matching cell or all matching cells.")
]
TokensLike: TypeAlias = Annotated[
    int | None, Doc("Play with a full card of this many tokens instead of a layout.", "K", 1, MAX_TOKENS)
]


@dataclass(frozen=True, slots=True, repr=False)
class Rules(Checked):
    """The rules of a game. Two sets of rules are equal if they have the same ``layout``, ``dice`` and ``marking``.

    ``marking`` is ``"one"`` if a roll marks one matching cell, which the player chooses, or ``"all"`` if it marks all
    matching cells. ``name`` is only a label.

    >>> Rules.of("2x2:rows", "1d6")
    Rules.of('2x2:rows', '1d6')
    """

    _json_keys_ = "name=label layout dice marking"

    layout: AsText[Layout]
    dice: AsText[Dice]
    marking: Marking = Marking.ONE
    name: str = field(default="", compare=False)

    if TYPE_CHECKING:  # ``Checked`` converts a string to a ``Marking``

        def __init__(
            self, layout: Layout, dice: Dice, marking: Marking | MarkingName = ..., name: str = ...
        ) -> None: ...

    @property
    def label(self) -> str | None:
        """The name, or None if the rules have no name."""
        return self.name or None

    @property
    def is_full_card(self) -> bool:
        """Whether all cells must be marked, one per roll, so that only the counts of the values matter."""
        return self.marking is Marking.ONE and self.layout.lines[0] | self.layout.free == self.layout.full

    @property
    def is_row_of_tokens(self) -> bool:
        """Whether this is a full card in one row, as created with ``tokens``; such a card is written as counts."""
        return self.is_full_card and self.layout.height == 1 and not self.layout.free

    @classmethod
    def of(cls, layout: Layout | str, dice: Dice | str, marking: Marking | MarkingName = Marking.ONE) -> Rules:
        """Build rules from their parts, each given as an object or as a string."""
        return cls(
            Layout.parse(layout) if isinstance(layout, str) else layout,
            Dice.parse(dice) if isinstance(dice, str) else dice,
            Marking.parse(marking),
        )

    @classmethod
    def _from_json_(cls, data: dict[str, str]) -> Rules:
        return replace(cls.of(data["layout"], data["dice"], Marking.parse(data["marking"])), name=data["name"] or "")

    def __str__(self) -> str:
        where = (
            f"{self.layout.size} token{'s' * (self.layout.size != 1)}" if self.is_row_of_tokens else f"{self.layout}"
        )
        parts = f"{where}, {self.dice}" + (", marking all" if self.marking is Marking.ALL else "")
        return f"{self.name} ({parts})" if self.name else parts

    def __repr__(self) -> str:
        marking = f", {self.marking.value!r}" if self.marking is Marking.ALL else ""
        return f"Rules.of({str(self.layout)!r}, {str(self.dice)!r}{marking})"
