"""Which boards a class gets: different ones, as strong as is asked for, by a seed.

Many more boards than are needed are drawn, with values as likely as on the dice, and sorted by their exact expected
numbers of rolls; from this list the boards are taken. Two boards that a symmetry of the layout takes into each other
count as one. Where solving so many would take long, no more are drawn than are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Literal, TypeAlias, TypeVar

from dicebingo.errors import InputError, TooLarge, Word
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.randomness import random_boards, shuffled
from dicebingo.running.run import Run, Step
from dicebingo.searches.orbits import canonical, count_orbits
from dicebingo.searches.space import Space, ValueClass
from dicebingo.solo.mdp import optimal_play

T = TypeVar("T")

QUICK_CELLS = 12
"""Boards of up to so many open cells are solved in milliseconds."""
DRAWN = 20
"""Boards that are drawn for each one that is wanted."""
TRIES = 50
"""Draws for each board that is wanted: in a small game, most are boards that came before."""
FEW = 20_000
"""Of so many boards, all are looked at."""


class Strength(Word):
    """How strong the boards are: from weak to strong, or from one part of the list only."""

    __kind__ = "strength"
    MIXED = "mixed"
    STRONG = "strong"
    FAIR = "fair"
    WEAK = "weak"


StrengthName: TypeAlias = Literal["mixed", "strong", "fair", "weak"]


def choose_boards(rules: Rules, count: int, strength: Strength, seed: int, run: Run) -> list[Board]:
    """Return different boards, the strongest first; those of large games as they were drawn."""
    cells = len(rules.layout.open_cells)
    if cells > QUICK_CELLS and strength is not Strength.MIXED:
        raise TooLarge(f"expected mixed boards where they have more than {QUICK_CELLS} open cells, got {strength} ones")
    classes = tuple(ValueClass((value,), rules.dice.weight(value)) for value in rules.dice.values)
    space = replace(Space.of(rules), classes=classes)  # in a class, a board with 6 for 8 is another board
    if count > (most := count_orbits(space)):
        raise InputError(f"expected at most {most} boards, because {rules} has no more different ones, got {count}")
    wanted = count if cells > QUICK_CELLS else count * DRAWN
    with run.stage("drawing boards", wanted) as step:
        found = [_told(board, step) for board in islice(_different(space, seed, wanted), wanted)]
    if len(found) < count:
        raise InputError(f"expected a game with at least {count} different boards, got {len(found)} of {rules}")
    if cells > QUICK_CELLS:
        return found
    with run.stage("solving boards", len(found)) as step:
        ranked = sorted(found, key=lambda board: _told(optimal_play(board).expected_rolls, step))
    return [ranked[place] for place in places(len(found), count, strength)]


def places(drawn: int, count: int, strength: Strength) -> list[int]:
    """Return which boards of a sorted list are taken.

    >>> [places(9, 3, strength) for strength in Strength]
    [[0, 4, 8], [0, 1, 2], [3, 4, 5], [6, 7, 8]]
    """
    if strength is Strength.MIXED:
        return [drawn // 2] if count == 1 else [place * (drawn - 1) // (count - 1) for place in range(count)]
    first = {Strength.STRONG: 0, Strength.FAIR: (drawn - count) // 2, Strength.WEAK: drawn - count}[strength]
    return list(range(first, first + count))


def _different(space: Space, seed: int, wanted: int) -> Iterator[Board]:
    """Yield different boards of a game: in a small game all of them, in an order that depends on the seed."""
    rules = space.rules
    if space.total <= FEW:
        boards: Iterable[Board] = shuffled(space.boards(product(rules.dice.values, repeat=len(space.cells))), seed)
    else:
        boards = islice(random_boards(rules, seed), wanted * TRIES)
    seen = set()
    for board in boards:
        if (form := canonical(space, board).board.values) not in seen:
            seen.add(form)
            yield board


def _told(result: T, step: Step) -> T:
    step()
    return result
