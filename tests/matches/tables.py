"""The paper's boards, and players in two forms: as dicebingo positions, and as players of ``tests.twins``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from dicebingo.matches.match import Match
from dicebingo.matches.match import match as play_match
from dicebingo.matches.outcomes import Winners
from dicebingo.matches.shared_rolls import PlayerLike
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from tests.strategies import Pair, pair_of
from tests.twins.matches import Outcomes, Player, State, optimal
from tests.twins.solo import DICE, FREE, size_of

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
C, D, E = "7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7", "9 7 9 / 9 9 9 / 9 6 7"
GUARD = "8 9 5 / 6 6 9 / 9 6 5", "9 7 5 / 5 5 5 / 8 5 7"
"""Boards for which the tie-breaks ``smallest`` and ``largest`` give different probabilities."""
DEPENDS = "9 9 6 / 9 6 9 / 6 9 5", "5 8 5 / 6 6 5 / 5 5 8"
NEEDS_TABLE = "8 8 7 / 9 5 9 / 5 7 6", "5 6 9 / 8 5 9 / 8 6 7"
"""No pair of named tie-breaks favours the second board, but a rule that decides each tie separately can do so."""
LAYOUTS = ("2x2", "2x2:rows", "2x3", "2x3", ".#./###/.#.")
TIE_BREAKS = ("smallest", "largest", "random")


@st.composite
def tables(draw: st.DrawFn, players: int = 2, layouts: Sequence[str] = LAYOUTS) -> list[Pair]:
    """Draw players with the same dice. The boards have few values, so that ties occur, and some have marks.

    Hypothesis draws only a seed, because it prefers small examples and small matches end at once.
    """
    chance = random.Random(draw(st.integers(0, 2**32)))
    dice = chance.choice([text for text in DICE if len(DICE[text]) > 2] + ["{0:1,3:1000000007}"])
    palette = chance.sample(sorted(DICE[dice]), min(len(DICE[dice]), chance.randint(2, 5)))
    return [_seat(chance, chance.choice(layouts), dice, palette) for _ in range(players)]


def _seat(chance: random.Random, layout: str, dice: str, palette: list[int]) -> Pair:
    size, free = size_of(layout), FREE.get(layout, ())
    values = [None if cell in free else chance.choice(palette) for cell in range(size)]
    marks = chance.sample(range(size), chance.choice([0, 0, 0, 1, size // 3, size // 2]))
    pair = pair_of(layout, dice, values, frozenset(marks), marks_all=chance.random() < 0.1)
    won = pair.game.won(pair.start) and chance.random() < 0.9  # discard most games that are already won
    return pair_of(layout, dice, values, frozenset()) if won else pair


def board(text: str, layout: str = "3x3", dice: str = "2d6") -> Pair:
    """Return a board without marks, as a position and as a game of ``tests.twins``."""
    values = [int(token) for token in text.replace("/", " ").split()]
    return pair_of(layout, dice, values, frozenset())


def positions(table: Sequence[Pair]) -> list[Position]:
    return [pair.position for pair in table]


def twins(table: Sequence[Pair], tie_break: str = "smallest") -> list[Player]:
    return [optimal(pair.game, tie_break, pair.start) for pair in table]


def match(*players: PlayerLike, **how: Any) -> Match:
    """Return the match, computed exactly."""
    result: Match = play_match(*players, fast=False, **how)
    return result


def by_set(ends: Mapping[Winners, Fraction]) -> Outcomes:
    """Convert outcomes to the form that the reference implementation uses, without impossible outcomes."""
    return {frozenset(won): Fraction(str(share)) for won, share in ends.items() if share}


def found(result: Match) -> Outcomes:
    return by_set(result.outcomes)


def marked_state(result: Match, state: int) -> State:
    joint = zip(result.strategies, result.chain.states[state], strict=True)
    return tuple(frozenset(cells_of(own.solution.problem.unpack(own.states[i]))) for own, i in joint)


def random_boards(count: int, low: int, high: int, seed: int, size: int = 9) -> list[list[int]]:
    chance = random.Random(seed)
    return [[chance.randint(low, high) for _ in range(size)] for _ in range(count)]
