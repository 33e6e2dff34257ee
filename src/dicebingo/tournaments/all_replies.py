"""Every board as a reply to a mixture, in shards: what a proof needs.

Boards that are worth the same are tried once. Exchanging equally likely values on all boards at once changes nothing,
so a swap that leaves the mixture as it is leads from a board to an equal one. Under the tie-break random, and in
duels, so does a symmetry of the layout on the board alone. Otherwise the images of a board under the layout's
symmetries differ, but their solo solutions do not: whole orbits are tried together, and share the exact solution that
settles their ties.

A shard keeps the boards whose margins may be the largest, within what rounding can explain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.margins import Arbiter, Rows
from dicebingo.tournaments.mixture import Question
from dicebingo.tournaments.notion import Notion

__all__ = ["MAX_BOARDS", "Everything"]

MAX_BOARDS = 10**11
SHARD_BOARDS = 1 << 12
MOST_SHARDS = 1 << 15
MAX_SWAPS = 1_000


@dataclass(frozen=True, slots=True)
class Everything:
    """All boards over the values of a question; a job for ``running.shards``."""

    question: Question

    def name(self) -> str:
        """Return what is asked."""
        return f"all replies 1: {self.question!r}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return -(-self.question.count // self._size())

    def _size(self) -> int:
        return max(SHARD_BOARDS, -(-self.question.count // MOST_SHARDS))

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Return the boards of a shard whose margins may be the largest, and what is known of these."""
        arbiter = self.question.arbiter()
        best: dict[str, NDArray[Any]] = {}
        first, last = number * self._size(), min((number + 1) * self._size(), self.question.count)
        for begin in range(first, last, SHARD_BOARDS):
            part = self._try(np.arange(begin, min(begin + SHARD_BOARDS, last)), arbiter)
            best = _best({key: np.concatenate([best[key], part[key]]) for key in part} if best else part)
        return best

    def _try(self, index: NDArray[np.int64], arbiter: Arbiter) -> dict[str, NDArray[Any]]:
        """Return the margins of boards, given by their numbers, and error bounds."""
        rows = self._rows(index, arbiter)
        shares = self.question.shares()
        margins, bounds = arbiter.certain(rows, arbiter.preparer.rows(self.question.mixture.boards))
        # The shares are rounded and the products summed up: a few units in the last place more.
        errors = bounds @ shares + 4e-16 * (len(shares) + 2)
        return {"rows": rows, "scores": margins @ shares, "bounds": errors, "tried": np.array([len(rows)])}

    def _rows(self, index: NDArray[np.int64], arbiter: Arbiter) -> Rows:
        """Return the boards to try instead of those with these numbers."""
        places, size = self.question.places(), arbiter.preparer.size
        rows = places[index[:, None] // len(places) ** np.arange(size)[::-1] % len(places)]
        powers = len(arbiter.preparer.weights) ** np.arange(size)[::-1]
        images = rows[:, arbiter.preparer.symmetries]
        least = np.min([swap[images] @ powers for swap in self._swaps(arbiter)], axis=(0, 2))
        kept = rows @ powers == least
        if self.question.notion is Notion.DUEL or self.question.tie_break is TieBreak.RANDOM:
            images = images[:, :1]
        orbits: list[Rows] = [np.unique(own, axis=0) for own in images[kept]]
        return np.concatenate([np.zeros((0, size), np.int64), *orbits])

    def _swaps(self, arbiter: Arbiter) -> list[Rows]:
        """Return the exchanges of equally likely values that leave mixture and values as they are, as tables."""
        weights = np.array(self.question.mixture.rules.dice.weights, dtype=object)
        classes = [np.flatnonzero(weights == weight) for weight in dict.fromkeys(weights)]
        every = np.arange(len(weights))
        if prod(factorial(len(places)) for places in classes) > MAX_SWAPS:
            return [every]
        swaps = []
        for images in product(*(permutations(places) for places in classes)):
            swap = every.copy()
            for places, image in zip(classes, images, strict=True):
                swap[places] = image
            swaps.append(swap)
        own = arbiter.preparer.rows(self.question.mixture.boards)
        mixture = self._played(own)
        values = set(self.question.places().tolist())
        return [s for s in swaps if self._played(s[own]) == mixture and set(s[list(values)].tolist()) == values]

    def _played(self, rows: Rows) -> list[tuple[bytes, str]]:
        """Return boards with their shares, in order; a mixture may have a board twice, so a set would not do."""
        shares = self.question.mixture.shares
        return sorted((row.tobytes(), str(share)) for row, share in zip(rows, shares, strict=True))


def _best(part: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Keep what may be the largest."""
    scores, bounds = part["scores"], part["bounds"]
    good = scores + bounds >= (scores - bounds).max(initial=-1.0)
    kept = {key: part[key][good] for key in ("rows", "scores", "bounds")}
    return {**kept, "tried": part["tried"].sum(keepdims=True)}
