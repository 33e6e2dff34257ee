"""Searches for sets of boards beyond any list: rings, and upsets, by simulated annealing (``tournaments.annealing``).

A quest is a sequence of batches of numbered restarts. The best of a batch is polished: any cell of any of its boards
may take any value. What a batch finds hangs on the seed and its number alone, so a quest that is stopped early has
found the beginning of what a longer one finds, wherever the batches are computed.

* A ring of k different boards scores its smallest margin.
* An upset is a pair: the first board is slower alone (larger V) and beats the second. By margin it scores its margin,
  by handicap the difference of V. Pairs that are no upset score negatively, by how far they are from one.

Boards with the same V, such as mirror images, may differ in the last digit of float64, and so may the two sides of an
even match. So nothing below 10⁻⁹ counts as a margin or a handicap here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.annealing import Schedule, States, anneal, restarts
from dicebingo.tournaments.ascent import climb, near
from dicebingo.tournaments.margins import Arbiter, Floats, arbiter_for
from dicebingo.tournaments.notion import Notion

__all__ = ["Aim", "Cells", "Quest", "best_so_far", "relabelled"]

BATCH = {Notion.MATCH: 16, Notion.DUEL: 4}
"""How many restarts a batch has: one takes a few seconds."""
EVEN = 1e-9

Cells = tuple[tuple[int, int], ...]
"""What cells hold, up to exchanges of equally likely values."""
PALETTES = (4, 5)
"""How many different values the boards of a restart have: with fewer or more, the best rings are found less often."""
RINGS = Schedule(steps=4_000, hot=0.02, cold=0.003)
MARGINS = Schedule(steps=3_000, hot=0.02, cold=0.001)
HANDICAPS = Schedule(steps=3_000, hot=0.5, cold=0.01)


class Aim(StrEnum):
    """What a quest looks for."""

    RING = "ring"
    MARGIN = "margin"
    HANDICAP = "handicap"

    @classmethod
    def parse(cls, text: str) -> Aim:
        """Return the aim of a search for upsets."""
        if text not in (cls.MARGIN, cls.HANDICAP):
            raise InputError(f"expected margin or handicap, got {quote(text)}")
        return cls(text)


@dataclass(frozen=True, slots=True)
class Quest:
    """A search in numbered batches; a job for ``running.shards``."""

    rules: Rules
    values: tuple[int, ...]
    tie_break: TieBreak
    notion: Notion
    aim: Aim
    boards: int
    seed: int
    batches: int

    def __post_init__(self) -> None:
        for value in self.values:
            if value not in self.rules.dice:
                raise InputError(f"expected values of {self.rules.dice}, got {value}")
        if not self.values:
            raise InputError("expected at least one value, got none")
        if self.seed < 0:
            raise InputError(f"expected a seed that is not negative, got {self.seed}")
        if self.batches < 1:
            raise InputError("expected at least one restart, got none")

    def name(self) -> str:
        """Return what is looked for, by which random numbers; the number of batches does not matter."""
        what = f"{self.aim} {self.boards}, {self.notion}, {self.tie_break}, values {self.values}, seed {self.seed}"
        return f"quest 1: {self.rules!r}, {what}"

    @property
    def batch(self) -> int:
        """How many restarts a batch has."""
        return BATCH[self.notion]

    def shards(self) -> int:
        """Return the number of batches."""
        return self.batches

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Return the best sets of boards of a batch of restarts, and their scores."""
        arbiter = arbiter_for(self.rules, self.tie_break, self.notion)
        places = arbiter.preparer.places(self.values)
        size, score = arbiter.preparer.size, partial(self._score, arbiter)
        schedule = {Aim.RING: RINGS, Aim.MARGIN: MARGINS, Aim.HANDICAP: HANDICAPS}[self.aim]
        numbers = range(number * self.batch, (number + 1) * self.batch)
        runs = restarts(self.seed, numbers, self.boards, size, places, self._palettes())
        states, scores = anneal(score, runs, schedule)
        best = int(scores.argmax())
        row, scores[best] = climb(
            states[best].reshape(-1),
            lambda rows: score(rows.reshape(-1, self.boards, size)),
            partial(near, values=places),
        )
        states[best] = row.reshape(self.boards, size)
        return {"states": states, "scores": scores}

    def _palettes(self) -> tuple[int, ...]:
        return PALETTES if self.aim is Aim.RING else (4, 6, 11)

    def _score(self, arbiter: Arbiter, states: States) -> Floats:
        count, boards, size = states.shape
        if self.aim is Aim.RING:
            after = np.roll(states, -1, axis=1)
            links = arbiter.margins(states.reshape(-1, size), after.reshape(-1, size))
            alike = (states[:, :, None] == states[:, None]).all(axis=-1).sum(axis=(1, 2))
            return np.where(alike == boards, links.reshape(count, boards).min(axis=1), -1.0)
        margins = arbiter.margins(states[:, 0], states[:, 1])
        slower, faster = (arbiter.expected_rolls(states[:, i]) for i in (0, 1))
        wanted, needed = (margins, slower - faster) if self.aim is Aim.MARGIN else (slower - faster, margins)
        upset = (wanted > EVEN) & (needed > EVEN)
        return np.where(upset, wanted, np.minimum(wanted, 0) + np.minimum(needed, 0))

    def key(self, state: States) -> Cells:
        """Return a name of a set of boards that is the same for those that are no news.

        Equally likely values may be exchanged on all boards at once, and a ring may begin with any of its boards.
        """
        turns = range(self.boards if self.aim is Aim.RING else 1)
        weights = self.rules.dice.weights
        return min(relabelled(np.roll(state, turn, axis=0).reshape(-1).tolist(), weights) for turn in turns)


def relabelled(places: Sequence[int], weights: Sequence[int]) -> Cells:
    """Return for each cell the weight of its value, and the number of the value, in order of occurrence."""
    number: dict[int, int] = {}
    return tuple((weights[place], number.setdefault(place, len(number))) for place in places)


def best_so_far(
    quest: Quest, parts: Iterator[dict[str, NDArray[Any]]], most: int
) -> Iterator[list[tuple[float, tuple[Board, ...]]]]:
    """Yield after each batch the best different sets of boards until then, with their scores, best first."""
    preparer = arbiter_for(quest.rules, quest.tie_break, quest.notion).preparer
    best: dict[Cells, tuple[float, States]] = {}
    for part in parts:
        for state, score in zip(part["states"], part["scores"], strict=True):
            if score > EVEN:
                best.setdefault(quest.key(state), (float(score), state))
        best = dict(sorted(best.items(), key=lambda item: -item[1][0])[:most])
        yield [(score, tuple(preparer.board(row) for row in state)) for score, state in best.values()]
