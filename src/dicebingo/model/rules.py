"""Rules: a layout, dice, and how a roll is marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from dicebingo.errors import InputError, quote
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout

__all__ = ["Marking", "Rules"]


class Marking(StrEnum):
    """What one roll marks: one matching cell, by the player's choice, or all matching cells at once."""

    ONE = "one"
    ALL = "all"

    @classmethod
    def parse(cls, text: str) -> Marking:
        """Return the marking rule of that name."""
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected the marking rule one or all, got {quote(text)}") from None


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """What game is played. Two rules are equal when their layout, dice and marking are; the name is a label.

    >>> Rules.of("2x2:rows", "1d6")
    Rules.of('2x2:rows', '1d6')
    """

    layout: Layout
    dice: Dice
    marking: Marking = Marking.ONE
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, layout: Layout | str, dice: Dice | str, marking: Marking | str = Marking.ONE) -> Rules:
        """Return rules of parts, each as an object or in its text form."""
        return cls(
            Layout.parse(layout) if isinstance(layout, str) else layout,
            Dice.parse(dice) if isinstance(dice, str) else dice,
            Marking.parse(marking),
        )

    def __str__(self) -> str:
        """Return a line for a person, such as ``classic (3x3, 2d6)``."""
        parts = f"{self.layout}, {self.dice}" + (", marking all" if self.marking is Marking.ALL else "")
        return f"{self.name} ({parts})" if self.name else parts

    def __repr__(self) -> str:
        """Return an expression that makes the same rules."""
        marking = f", {self.marking.value!r}" if self.marking is Marking.ALL else ""
        return f"Rules.of({str(self.layout)!r}, {str(self.dice)!r}{marking})"
