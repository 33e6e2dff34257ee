"""Choose boards for a class: all are different, have the requested strength, and can be reproduced from a seed.

``DRAWN`` times as many boards as needed are drawn by rolling their values, and sorted by their exact expected number of
rolls. The boards for the class are taken from this list. Two boards that are equal up to a symmetry of the layout count
as one. If solving the boards would take too long, only as many boards as needed are drawn. On a full card with a single
row, the tokens are sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Literal, TypeAlias, TypeVar

from dicebingo.cards.card import MAX_TOKENS
from dicebingo.errors import InputError, TooLarge, Word
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.randomness import random_boards, shuffled
from dicebingo.running.run import Run, Step
from dicebingo.searches.orbits import canonical, count_orbits
from dicebingo.searches.space import Space, ValueClass
from dicebingo.solo.mdp import EXACT_LIMIT, optimal_play

T = TypeVar("T")

QUICK_CELLS = 12
"""Boards with at most this many open cells are solved in milliseconds."""
DRAWN, CARDS_DRAWN = 20, 5
"""The number of boards to draw for each board needed; the second number is for full cards of more than ``QUICK_CELLS``
tokens, which take longer to solve."""
TRIES = 50
"""The maximum number of draws per board. In a small game, most draws repeat earlier boards."""
FEW = 20_000
"""If a game has at most this many boards, all of them are considered."""


class Strength(Word):
    """The strength of the chosen boards: mixed, or all strong, fair or weak."""

    __kind__ = "strength"
    MIXED = "mixed"
    STRONG = "strong"
    FAIR = "fair"
    WEAK = "weak"


StrengthName: TypeAlias = Literal["mixed", "strong", "fair", "weak"]


def is_solved(rules: Rules) -> bool:
    """Whether boards with these ``rules`` are solved exactly. Full cards may have more cells than other boards."""
    return len(rules.layout.open_cells) <= (MAX_TOKENS if rules.is_full_card else EXACT_LIMIT)


def choose_boards(rules: Rules, count: int, strength: Strength, seed: int, run: Run) -> list[Board]:
    """Return ``count`` different boards, strongest first, or in random order if solving them would take too long."""
    quick = len(rules.layout.open_cells) <= QUICK_CELLS
    solved = quick or (rules.is_full_card and is_solved(rules))
    if not solved and strength is not Strength.MIXED:
        raise TooLarge(f"The strength of boards with more than {QUICK_CELLS} open cells must be mixed, not {strength}.")
    classes = tuple(ValueClass((value,), rules.dice.weight(value)) for value in rules.dice.values)
    # Unlike in a search, swapping 6 and 8 gives a different board.
    space = replace(Space.of(rules), classes=classes)
    if count > (most := count_orbits(space)):
        raise InputError(
            f"expected at most {most} boards, the number of different boards of {rules}, got {count}",
            "boards",
            most=most,
            got=count,
        )
    wanted = count * (DRAWN if quick else CARDS_DRAWN if solved else 1)
    with run.stage("drawing boards", wanted) as step:
        found = [_after_step(board, step) for board in islice(_different(space, seed, wanted), wanted)]
    if len(found) < count:
        raise InputError(
            f"Only {len(found)} different boards of {rules} were found; {count} were requested.",
            "boards",
            most=len(found),
            got=count,
        )
    if not solved:
        return found
    with run.stage("solving boards", len(found)) as step:
        ranked = sorted(found, key=lambda board: _after_step(optimal_play(board).expected_rolls, step))
    return [ranked[place] for place in places(len(found), count, strength)]


def places(drawn: int, count: int, strength: Strength) -> list[int]:
    """Return the places of the chosen boards in a sorted list of ``drawn`` boards.

    >>> [places(9, 3, strength) for strength in Strength]
    [[0, 4, 8], [0, 1, 2], [3, 4, 5], [6, 7, 8]]
    """
    if strength is Strength.MIXED:
        return [drawn // 2] if count == 1 else [place * (drawn - 1) // (count - 1) for place in range(count)]
    first = {Strength.STRONG: 0, Strength.FAIR: (drawn - count) // 2, Strength.WEAK: drawn - count}[strength]
    return list(range(first, first + count))


def _different(space: Space, seed: int, wanted: int) -> Iterator[Board]:
    """Yield different boards of a game in an order that depends on the seed. For a small game, yield all boards."""
    rules = space.rules
    if space.total <= FEW:
        boards: Iterable[Board] = shuffled(space.boards(product(rules.dice.values, repeat=len(space.cells))), seed)
    else:
        boards = islice(random_boards(rules, seed), wanted * TRIES)
    seen = set()
    for board in boards:
        # Every rearrangement of a full card is the same card.
        form = _sorted(board) if rules.is_full_card else canonical(space, board).board.values
        if form not in seen:
            seen.add(form)
            yield Board(_sorted(board), rules) if rules.is_row_of_tokens else board


def _sorted(board: Board) -> tuple[int, ...]:
    """Return a board's values in increasing order, omitting free cells."""
    return tuple(sorted(value for value in board.values if value is not None))


def _after_step(result: T, step: Step) -> T:
    step()
    return result
