"""The two players of a duel, each as a dicebingo position and as a game for ``tests.twins``."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tests.strategies import Pair, cells, pair_of
from tests.twins.solo import DICE, FREE, size_of

MIXED = (
    ("2x3", "1d6", (2, 2, 4, 3, 6, 4), (2, 2, 2, 3, 3, 6)),
    ("2x3", "1d6", (4, 2, 4, 4, 1, 2), (4, 2, 1, 2, 2, 4)),
    ("2x3", "1d6", (2, 3, 1, 1, 2, 1), (2, 2, 1, 1, 2, 3)),
    ("2x3", "1d6", (2, 3, 2, 3, 2, 1), (3, 2, 3, 2, 1, 1)),
    ("2x3", "2d6", (7, 7, 9, 8, 7, 7), (8, 8, 7, 7, 9, 9)),
    ("2x3", "d4+7", (11, 10, 10, 11, 9, 9), (9, 10, 9, 11, 11, 10)),
    ("2x3", "{1:1,2:3,5:2}", (1, 2, 2, 1, 5, 5), (2, 5, 2, 1, 1, 2)),
    (".#./###/.#.", "1d6", (5, 3, 2, 3, 3), (3, 3, 4, 3, 5)),
    (".#./###/.#.", "2d6", (10, 10, 3, 6, 10), (10, 6, 4, 10, 3)),
)
"""Pairs of boards whose duels have stage games without a pure equilibrium; such pairs are rare among small boards."""
DUEL_LAYOUTS = ("2x2", "2x2:rows", "2x3", "2x3", "2x3", ".#./###/.#.", "#f#/##.")


@st.composite
def duels(draw: st.DrawFn) -> list[Pair]:
    """Generate the positions of two players, with few different values, so that there are choices.

    Some positions have marks, and a few are already won.

    Hypothesis draws only a seed, because it prefers small examples and small duels end at once.
    """
    source = random.Random(draw(st.integers(0, 2**32)))
    if source.random() < 0.3:
        return mixed_table(*source.choice(MIXED))
    layout = source.choice(DUEL_LAYOUTS)
    dice = source.choice([text for text in DICE if len(DICE[text]) > 2])
    palette = source.sample(sorted(DICE[dice]), source.randint(2, 3))
    marks_all = source.random() < 0.1
    return [_seat(source, layout, dice, palette, marks_all) for _ in range(2)]


def mixed_table(layout: str, dice: str, *boards: Sequence[int]) -> list[Pair]:
    return [pair_of(layout, dice, values, frozenset()) for values in boards]


def _seat(source: random.Random, layout: str, dice: str, palette: list[int], marks_all: bool) -> Pair:
    size, free = size_of(layout), FREE.get(layout, ())
    values = [None if cell in free else source.choice(palette) for cell in range(size)]
    marks = frozenset(source.sample(range(size), source.choice([0, 0, 0, 1, size // 3])))
    pair = pair_of(layout, dice, values, marks, marks_all=marks_all)
    won = pair.game.won(pair.start) and source.random() < 0.9
    return pair_of(layout, dice, values, frozenset(), marks_all=marks_all) if won else pair


def fraction(number: Fraction) -> Fraction:
    return Fraction(str(number))


def joint(first: int, second: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the two players' sets of marks in the form that the reference implementation uses."""
    return cells(first), cells(second)
