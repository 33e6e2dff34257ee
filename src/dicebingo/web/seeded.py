"""Dice, boards and choices from a seed: the same for the same seed, everywhere and always.

Every draw has a generator of its own, seeded by a text that says what is drawn. So the hundredth roll of a game can be
asked for without the ninety-nine before it, and probabilities are exact: integers are drawn, never floats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm, prod
from random import Random

from dicebingo.exact import Rational
from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.rules import Rules

__all__ = ["Roll", "draw", "random_board", "roll"]

_PLAIN = re.compile(r"(?P<product>product\()?(?P<count>[1-9]?)d(?P<sides>[1-9][0-9]?)(?(product)\)|)")


@dataclass(frozen=True, slots=True)
class Roll:
    """A value, and the faces of the dice where they are so plain that they can be shown."""

    value: int
    faces: tuple[int, ...] | None


def roll(dice: Dice, seed: int, number: int) -> Roll:
    """Return a roll of a game by its number.

    >>> roll(Dice.parse("2d6"), seed=1, number=0)
    Roll(value=2, faces=(1, 1))
    """
    chance = Random(f"roll {seed} {number}")
    plain = _PLAIN.fullmatch(str(dice))
    if plain is None:
        return Roll(_value(dice, chance), None)
    faces = tuple(chance.randint(1, int(plain["sides"])) for _ in range(int(plain["count"] or 1)))
    return Roll(prod(faces) if plain["product"] else sum(faces), faces)


def random_board(rules: Rules, seed: int, *, uniform: bool) -> Board:
    """Return a board with values as the dice give them, or each value of the dice equally often."""
    chance = Random(f"board {seed}")
    values = [
        None
        if rules.layout.free >> cell & 1
        else chance.choice(rules.dice.values)
        if uniform
        else _value(rules.dice, chance)
        for cell in range(rules.layout.size)
    ]
    return Board(tuple(values), rules)


def draw(mixture: Mapping[int, Rational], seed: int, turn: int) -> int:
    """Return one of the keys, each with exactly its probability."""
    whole = lcm(*(int(share.denominator) for share in mixture.values()))
    left = Random(f"choice {seed} {turn}").randrange(whole)
    for key, share in mixture.items():
        left -= int(share * whole)
        if left < 0:
            return key
    raise AssertionError(f"expected probabilities that add up to 1, got {mixture}")


def _value(dice: Dice, chance: Random) -> int:
    left = chance.randrange(dice.total)
    for value, weight in zip(dice.values, dice.weights, strict=True):
        left -= weight
        if left < 0:
            return value
    raise AssertionError("the weights of dice add up to their total")
