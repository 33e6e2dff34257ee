"""Hypothesis strategies for random games, each as a dicebingo position and as a game for ``tests.twins``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from dicebingo.model.board import Board, Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.model.rules import Rules
from tests.twins.solo import DICE, FREE, Cells, Game, make_game, size_of

SMALL = ("1x1:all", "1x4:##..", "2x2", "2x2:rows", "2x3", ".#./###/.#.", "#f#/##.")
"""Layouts of at most six cells, which ``tests.twins`` solves in milliseconds."""

NINE = (
    *("3x3", "3x3:rows", "3x3:rows+columns", "3x3:diagonals", "3x3:all", "3x3:corners", "3x3:.#./###/.#."),
    "3x3:free-centre",
)


@dataclass(frozen=True)
class Pair:
    """A dicebingo position, and the same position for the reference implementation in ``tests.twins``."""

    position: Position
    game: Game
    start: Cells


def pair_of(layout: str, dice: str, values: Iterable[int | None], marked: Cells, *, marks_all: bool = False) -> Pair:
    """Return a position as a ``Pair``. A value of None is written as x in a marked cell and as F in a free cell."""
    game = make_game(layout, dice, values, marks_all=marks_all)
    rules = Rules.of(layout, dice, "all" if marks_all else "one")
    position = Position(Board(game.values, rules), mask_of(marked))
    return Pair(position, game, marked | game.free)


@st.composite
def pairs(draw: st.DrawFn, layouts: tuple[str, ...] = SMALL + NINE, *, marked: bool = True) -> Pair:
    """Draw a position with a random layout, dice and marking rule.

    The board has few different values, so that rolls often leave a choice. If ``marked`` is true, cells may have marks.
    """
    layout, dice = draw(st.sampled_from(layouts)), draw(st.sampled_from(sorted(DICE)))
    palette = draw(st.lists(st.sampled_from(sorted(DICE[dice])), min_size=1, max_size=4))
    size, free = size_of(layout), FREE.get(layout, ())
    values: list[int | None] = draw(st.lists(st.sampled_from(palette), min_size=size, max_size=size))
    marks = draw(st.sets(st.integers(0, size - 1), max_size=size // 2)) if marked else set()
    without_value = draw(st.sets(st.sampled_from(sorted(marks)))) if marks else set()
    for cell in (*free, *without_value):
        values[cell] = None
    return pair_of(layout, dice, values, frozenset(marks), marks_all=draw(st.booleans()))


def same(exact: object, twin: object) -> bool:
    """Return whether an exact number from dicebingo equals that of the reference implementation."""
    assert isinstance(exact, Fraction), f"expected an exact number, got {exact!r}"
    return bool(exact == twin)


def int64(number: int) -> Any:
    """Return a numpy integer, such as users may pass instead of an int."""
    return np.int64(number)


def cells(mask: int) -> Cells:
    return frozenset(cells_of(mask))
