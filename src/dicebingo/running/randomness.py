"""Rolls, boards and choices from a seed: the same seed gives the same results on every machine.

Every roll of a game has its own generator, seeded by a description of the roll, so the hundredth roll can be computed
without computing the ninety-nine before it. Probabilities are exact, because all draws are integers, never floats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from random import Random
from typing import TypeVar

from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.rules import Rules

T = TypeVar("T")

_PLAIN = re.compile(r"(?P<product>product\()?(?P<count>[1-9]?)d(?P<sides>[1-9][0-9]?)(?(product)\)|)")


@dataclass(frozen=True, slots=True)
class SeededRoll:
    """A value, and the faces of the dice if they are plain dice."""

    value: int
    faces: tuple[int, ...] | None


def roll(dice: Dice, seed: int, number: int) -> SeededRoll:
    """Return roll ``number`` of a game.

    >>> roll(Dice.parse("2d6"), seed=1, number=0)
    SeededRoll(value=2, faces=(1, 1))
    """
    generator = Random(f"roll {seed} {number}")
    plain = _PLAIN.fullmatch(str(dice))
    if plain is None:
        return SeededRoll(_value(dice, generator), None)
    faces = tuple(generator.randint(1, int(plain["sides"])) for _ in range(int(plain["count"] or 1)))
    return SeededRoll(prod(faces) if plain["product"] else sum(faces), faces)


def random_board(rules: Rules, seed: int, *, uniform: bool) -> Board:
    """Return a random board, whose values are dice rolls or, if ``uniform``, are uniformly distributed."""
    dice, generator = rules.dice, Random(f"board {seed}")
    values = (generator.choice(dice.values) if uniform else _value(dice, generator) for _ in rules.layout.open_cells)
    return Board(rules.layout.fill(values), rules)


def random_boards(rules: Rules, seed: int) -> Iterator[Board]:
    """Yield an endless sequence of random boards whose values are dice rolls; boards may repeat."""
    dice, generator = rules.dice, Random(f"boards {seed}")
    while True:
        yield Board(rules.layout.fill(_value(dice, generator) for _ in rules.layout.open_cells), rules)


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """Return the items in an order that depends only on the seed; all orders are equally likely."""
    return Random(f"order {seed}").sample(items, len(items))


def draw(mixture: Mapping[int, Fraction], seed: int, turn: int) -> int:
    """Draw a key of ``mixture`` at random, with exactly the probabilities that the mixture gives."""
    whole = lcm(*(int(share.denominator) for share in mixture.values()))
    weights = [int(share * whole) for share in mixture.values()]
    return _pick(list(mixture), weights, Random(f"choice {seed} {turn}"))


def _value(dice: Dice, generator: Random) -> int:
    return _pick(dice.values, dice.weights, generator)


def _pick(keys: Sequence[int], weights: Sequence[int], generator: Random) -> int:
    left = generator.randrange(sum(weights))
    for key, weight in zip(keys, weights, strict=True):
        left -= weight
        if left < 0:
            return key
    raise AssertionError("the number drawn is not below the sum of the weights")
