"""Populations: the distributions from which the other players of a class draw their boards.

Each player draws a board from the same population, independently of all others.

*distinct*: all cells have different values, and all such boards are equally likely. *uniform*: in every cell, all
values of the dice are equally likely. *dice*: the value of every cell is rolled with the dice. *sensible* (classic
rules): the board has the values 4 to 10 once each and two more values, each uniform on 4 to 10, in random order.
*boards*: the board is drawn from a list, with weights. *copies*: the board is drawn from a list, and equally likely
values are then permuted at random; the cells stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations, product
from math import perm, prod
from typing import Annotated, TypeAlias

from dicebingo.checked import Checked
from dicebingo.errors import InputError, TooLarge, Word, did_you_mean, listed, quote, shown
from dicebingo.exact import as_fraction
from dicebingo.matches.mixture import Mixture, WeightsLike
from dicebingo.model.board import Board, as_board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.question import Doc

MAX_BOARDS = 10_000
"""The maximum number of boards in a listed population, including copies."""
COPIES = "copies:"


class Name(Word):
    """The kind of a population."""

    __kind__ = "population"
    DISTINCT = "distinct"
    UNIFORM = "uniform"
    DICE = "dice"
    SENSIBLE = "sensible"
    COPIES = "copies"
    BOARDS = "boards"


RANDOM = (Name.DISTINCT, Name.UNIFORM, Name.DICE, Name.SENSIBLE)
"""The populations that need no list of boards."""
PopulationLike: TypeAlias = Annotated[
    str | Sequence[str | Sequence[int | str | None] | Board],
    Doc(
        "The other players' boards: the population distinct, uniform, dice or sensible, or boards to draw from. "
        "copies:BOARD stands for BOARD with equally likely values swapped at random. Commands also accept @FILE and "
        "copies:@FILE.",
        "NAME|@FILE",
    ),
]


@dataclass(frozen=True, slots=True)
class Population(Checked):
    """A population of boards under ``rules``; listed boards and their probabilities are in ``mixture``."""

    rules: Rules
    name: Name
    mixture: Mixture | None = None


def population_of(population: PopulationLike, weights: WeightsLike | None, rules: Rules) -> Population:
    """Return the population that the arguments describe, under ``rules``."""
    if isinstance(population, str) and population in set(RANDOM):
        if weights is not None:
            raise InputError(f"weights apply only to a list of boards, not to the population {population}")
        return Population(_fitting(Name(population), rules), Name(population))
    if isinstance(population, str) and not population.startswith(COPIES) and not population.lstrip()[:1].isdigit():
        words = ", ".join(RANDOM)
        got = quote(population) + did_you_mean(population, [*RANDOM, "copies"])
        raise InputError(f"expected a population ({words}, copies:BOARD or a list of boards), got {got}")
    given = [population] if isinstance(population, str) else listed(population, "boards")
    if not given:
        raise InputError("expected a population of at least one board, got none")
    if len(given) > MAX_BOARDS:
        raise TooLarge(f"expected a population of at most {MAX_BOARDS:,} boards, got {len(given):,}")
    found: dict[Board, Fraction] = {}
    copied = False
    for one, share in zip(given, _shares(weights, len(given)), strict=True):
        images = [one]
        if isinstance(one, str) and one.startswith(COPIES):
            images, copied = images_of(as_board(one.removeprefix(COPIES), rules)), True
        for image in images:
            board = as_board(image, rules)
            found[board] = found.get(board, Fraction(0)) + share / len(images)
    drawn = {board: share for board, share in found.items() if share}
    name = Name.COPIES if copied else Name.BOARDS
    return Population(rules, name, Mixture(tuple(drawn), tuple(drawn.values())))


def _fitting(name: Name, rules: Rules) -> Rules:
    """Return ``rules``, or raise an error if the population ``name`` is not defined for them."""
    cells, values = len(rules.layout.open_cells), len(rules.dice.values)
    if name is Name.DISTINCT and values < cells:
        raise InputError(f"expected dice with at least {cells} values for distinct boards, got {values}")
    if name is Name.SENSIBLE and rules != classic():
        raise InputError(f"expected classic rules for sensible boards, got {rules}")
    return rules


def _shares(weights: WeightsLike | None, count: int) -> list[Fraction]:
    """Return probabilities proportional to ``weights``, or equal probabilities if there are no weights."""
    if weights is None:
        return [Fraction(1, count)] * count
    given = weights.split(",") if isinstance(weights, str) else weights
    if not isinstance(given, Sequence):
        raise InputError(f"expected a list of weights, got {shown(weights)}")
    found = [as_fraction(weight.strip() if isinstance(weight, str) else weight) for weight in given]
    if len(found) != count:
        raise InputError(f"expected {count} weights, one for each board, got {len(found)}")
    if min(found) < 0:
        raise InputError(f"expected non-negative weights, got {quote(min(found))}")
    if not (total := sum(found)):
        raise InputError("expected weights with a positive sum, got 0")
    return [weight / total for weight in found]


def images_of(board: Board) -> list[Board]:
    """Return the images of a board under permutations of equally likely values.

    Every image comes from the same number of permutations.

    >>> len(images_of(Board.parse("8 8 9 / 7 6 10 / 7 4 5")))
    8
    """
    dice = board.rules.dice
    weight = dict(zip(dice.values, dice.weights, strict=True))
    used = sorted({value for value in board.values if value is not None}, key=lambda value: (weight[value], value))
    classes = {w: [value for value in used if weight[value] == w] for w in sorted({weight[value] for value in used})}
    equal = {w: [value for value in dice.values if weight[value] == w] for w in classes}
    count = prod(perm(len(equal[w]), len(own)) for w, own in classes.items())
    if count > MAX_BOARDS:
        raise TooLarge(f"expected at most {MAX_BOARDS:,} copies of a board, got {count:,}")
    found = []
    for images in product(*(permutations(equal[w], len(own)) for w, own in classes.items())):
        image = dict(zip(chain(*classes.values()), chain(*images), strict=True))
        found.append(Board(tuple(None if value is None else image[value] for value in board.values), board.rules))
    return found
