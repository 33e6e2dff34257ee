"""The work of a proof in pieces that can be done anywhere (see ``proofs.prove``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge
from dicebingo.exact import decimal
from dicebingo.kernels.bounds import Family, explore
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import places_of, rounding
from dicebingo.proofs.multisets import multiset_bounds
from dicebingo.proofs.proof import Proof

__all__ = ["SLACK", "Arrays", "Families", "MultisetJob", "Placements", "RoundJob", "Status", "joined"]

MOST_PLACEMENTS = 1 << 18
MOST_BOARDS = 1 << 12
SHARDS = 5_000
SAMPLE = 64
SLACK = 1 + 2.0**-50
"""A rational number is below its float64 times this."""

Arrays = dict[str, NDArray[Any]]
Families = tuple[tuple[tuple[int, ...], NDArray[np.int64]], ...]
"""For each family the weights of its values, commonest first, and the counts of its multisets."""


@dataclass(frozen=True, slots=True)
class MultisetJob:
    """The multiset bound, in one shard."""

    rules: Rules
    weights: tuple[int, ...]
    distinct: int | None

    def name(self) -> str:
        """Return what is bounded."""
        return f"bound multisets 1: {self.rules!r}, weights {self.weights}, different {self.distinct}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return 1

    def shard(self, number: int) -> Arrays:  # noqa: ARG002
        """Bound them all."""
        found = multiset_bounds(places_of(self.rules), self.weights, self.distinct)
        return {"counts": found.counts, "bounds": found.bounds, "states": np.array(found.states)}


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Placements of the first values of families: which family, the cells of each value, and a lower bound."""

    family: NDArray[np.int64]
    placed: NDArray[np.uint64]
    lower: NDArray[np.float64]

    def digest(self) -> str:
        """Return a text that other placements do not have."""
        return sha256(self.family.tobytes() + self.placed.tobytes()).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class RoundJob:
    """Carry placements further, to so many placed values or, where a family has fewer, to whole boards."""

    rules: Rules
    families: Families
    limit: float
    depth: int
    start: Placements

    def name(self) -> str:
        """Return what is carried where."""
        return f"prove 1: {self.rules!r}, limit {self.limit!r}, to {self.depth} from {self.start.digest()}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return len(self._pieces())

    def shard(self, number: int) -> Arrays:
        """Carry some placements further."""
        parts = [self._carry(item) for item in self._pieces()[number]]
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}

    def _pieces(self) -> list[tuple[int, ...]]:
        """Return the placements of every shard: by their bounds, but for a sample that comes first."""
        order = np.argsort(self.start.lower, kind="stable").tolist()
        size = max(1, -(-len(order) // SHARDS))
        pieces = [tuple(order[at : at + size]) for at in range(0, len(order), size)]
        stride = max(1, len(pieces) // SAMPLE)
        return pieces[::stride] + [piece for i, piece in enumerate(pieces) if i % stride]

    def _carry(self, item: int) -> Arrays:
        places, number = places_of(self.rules), int(self.start.family[item])
        weights, counts = self.families[number]
        placed = self.start.placed[item]
        placed = placed[placed > 0]
        depth = min(self.depth, len(weights) - 1)
        if len(placed) == depth:  # a board already
            rows = np.zeros((1, self.depth), np.uint64)
            rows[0, :depth] = placed
            return self._result(item, rows, self.start.lower[item : item + 1], 0)
        most = MOST_PLACEMENTS if depth < len(weights) - 1 else MOST_BOARDS
        margin = 1 + rounding(places, len(weights))
        threshold = np.nextafter(np.float32(self.limit * margin * SLACK), np.float32(np.inf))
        found = explore(places.ground, Family(np.array(weights, np.float32), counts), threshold, placed, depth, most)
        if found.full:
            raise TooLarge(f"expected at most {most:,} boards or parts of boards to follow up, got more")
        rows = np.zeros((len(found.bounds), self.depth), np.uint64)
        rows[:, :depth] = found.placements
        return self._result(item, rows, found.bounds.astype(np.float64) / (margin * SLACK), found.counted)

    def _result(self, item: int, rows: NDArray[np.uint64], lower: NDArray[np.float64], counted: int) -> Arrays:
        family = np.full(len(rows), self.start.family[item])
        return {
            "family": family,
            "placed": rows,
            "lower": lower,
            "item": np.array([item]),
            "bounds": np.array([counted]),
        }


class Status:
    """What is proven while a round goes on."""

    def __init__(self, proof: Proof, start: Placements, job: RoundJob, distinct: NDArray[np.int64], name: str) -> None:
        """Begin a round with what is proven."""
        self.proof, self.start, self.distinct, self.name = proof, start, distinct, name
        self.pieces = job.shards()
        self.done = np.zeros(len(start.lower), np.bool_)
        self.found: dict[int, float] = {}  # the least bound of what is left behind, by number of different values
        self.finished, self.sampled = 0, 0

    def after(self, arrays: Arrays, distinct: NDArray[np.int64]) -> Proof:
        """Return what is proven after one more piece of work."""
        self.done[arrays["item"]] = True
        counted = int(arrays["bounds"].sum())
        self.finished += 1
        if self.finished <= SAMPLE:  # as many are spread evenly, and come first
            self.sampled += counted
        for d, lower in zip(distinct, arrays["lower"], strict=True):
            self.found[int(d)] = min(float(lower), self.found.get(int(d), np.inf))
        of = self.distinct[arrays["item"]]
        cases = []
        for case in self.proof.cases:
            mine = ~self.done & (self.distinct == case.distinct)
            lower = min(float(self.start.lower[mine].min(initial=np.inf)), self.found.get(case.distinct, np.inf))
            bounds = case.bounds + int(arrays["bounds"][of == case.distinct].sum())
            lower, closed = min(lower, decimal(self.proof.value)), lower == np.inf
            cases.append(replace(case, bounds=bounds, lower=lower, closed=closed))
        left = self.sampled * (self.pieces - self.finished) // min(self.finished, SAMPLE)
        stage = f"{self.name}, {self.finished:,} of {self.pieces:,} pieces"
        bounds = self.proof.bounds + counted
        self.proof = replace(self.proof, cases=tuple(cases), bounds=bounds, stage=stage, left=left)
        return self.proof


def joined(parts: list[Arrays], depth: int) -> Placements:
    """Return the placements of several shards as one list."""
    if not parts:
        return Placements(np.zeros(0, np.int64), np.zeros((0, depth), np.uint64), np.zeros(0))
    return Placements(*(np.concatenate([part[key] for part in parts]) for key in ("family", "placed", "lower")))
