"""The work of a proof in shards (see ``proofs.prove``)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import TooLarge
from dicebingo.kernels.bounds import Family, explore
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import bound_layout, rounding
from dicebingo.proofs.multisets import multiset_bounds
from dicebingo.proofs.proof import Proof
from dicebingo.running.shards import Result

MOST_PLACEMENTS = 1 << 18
MOST_BOARDS = 1 << 12
SHARDS = 5_000
SAMPLE = 64
SLACK = 1 + 2.0**-50
"""A rational number is below its float64 times this."""

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

    def shard(self, number: int) -> Result:  # noqa: ARG002
        """Bound them all."""
        found = multiset_bounds(bound_layout(self.rules), self.weights, self.distinct)
        return {"counts": found.counts, "bounds": found.bounds, "states": np.array(found.states)}


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Placements of the first values of families: which family, the cells of each value, and a lower bound."""

    family: NDArray[np.int64]
    placed: NDArray[np.uint64]
    lower: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RoundJob:
    """Carry placements further, to ``depth`` placed values or, where a family has fewer, to whole boards.

    Placements are taken in the order of their bounds, some to a shard, but for a sample of shards that comes first.
    """

    rules: Rules
    families: Families
    limit: float
    depth: int
    start: Placements
    order: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", np.argsort(self.start.lower, kind="stable"))

    def name(self) -> str:
        """Return what is carried where."""
        digest = sha256(self.start.family.tobytes() + self.start.placed.tobytes()).hexdigest()
        return f"prove 1: {self.rules!r}, limit {self.limit!r}, to {self.depth} from {digest}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return -(-len(self.order) // self._size)

    def shard(self, number: int) -> Result:
        """Carry some placements further."""
        parts = [self._carry(item) for item in self._items(number)]
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}

    @property
    def _size(self) -> int:
        """How many placements a shard has."""
        return max(1, -(-len(self.order) // SHARDS))

    def _items(self, number: int) -> list[int]:
        """Return the placements of a shard: first every stride-th part of the order, then the parts in between."""
        stride = max(1, self.shards() // SAMPLE)
        sample = -(-self.shards() // stride)
        if number < sample:
            part = number * stride
        else:
            group, rest = divmod(number - sample, stride - 1)
            part = group * stride + rest + 1
        items: list[int] = self.order[part * self._size : (part + 1) * self._size].tolist()
        return items

    def _carry(self, item: int) -> Result:
        layout, number = bound_layout(self.rules), int(self.start.family[item])
        weights, counts = self.families[number]
        placed = self.start.placed[item]
        placed = placed[placed > 0]
        depth = min(self.depth, len(weights) - 1)
        if len(placed) == depth:  # a board already
            rows = np.zeros((1, self.depth), np.uint64)
            rows[0, :depth] = placed
            return self._result(item, rows, self.start.lower[item : item + 1], 0)
        most = MOST_PLACEMENTS if depth < len(weights) - 1 else MOST_BOARDS
        margin = 1 + rounding(layout, len(weights))
        threshold = np.nextafter(np.float32(self.limit * margin * SLACK), np.float32(np.inf))
        found = explore(layout.game, Family(np.array(weights, np.float32), counts), threshold, placed, depth, most)
        if found.full:
            raise TooLarge(f"expected at most {most:,} boards or parts of boards to follow up, got more")
        rows = np.zeros((len(found.bounds), self.depth), np.uint64)
        rows[:, :depth] = found.placements
        return self._result(item, rows, found.bounds.astype(np.float64) / (margin * SLACK), found.counted)

    def _result(self, item: int, rows: NDArray[np.uint64], lower: NDArray[np.float64], counted: int) -> Result:
        family = np.full(len(rows), self.start.family[item])
        done = {"item": np.array([item]), "bounds": np.array([counted])}
        return {"family": family, "placed": rows, "lower": lower, **done}


class RoundProof:
    """What is proven while a round goes on."""

    def __init__(self, proof: Proof, job: RoundJob, name: str) -> None:
        self.proof, self.start, self.name, self.shards = proof, job.start, name, job.shards()
        self.distinct_of = np.array([len(weights) for weights, _ in job.families], np.int64)  # by family
        self.distinct = self.distinct_of[job.start.family]
        self.done = np.zeros(len(self.distinct), np.bool_)
        self.found: dict[int, float] = {}  # the least bound of what is left behind, by number of different values
        self.finished, self.sampled = 0, 0

    def after(self, arrays: Result) -> Proof:
        """Return what is proven after one more shard."""
        self.done[arrays["item"]] = True
        counted = int(arrays["bounds"].sum())
        self.finished += 1
        if self.finished <= SAMPLE:  # those of the sample
            self.sampled += counted
        for d, lower in zip(self.distinct_of[arrays["family"]], arrays["lower"], strict=True):
            self.found[int(d)] = min(float(lower), self.found.get(int(d), np.inf))
        of = self.distinct[arrays["item"]]
        cases = []
        for case in self.proof.cases:
            mine = ~self.done & (self.distinct == case.distinct_values)
            lower = min(float(self.start.lower[mine].min(initial=np.inf)), self.found.get(case.distinct_values, np.inf))
            bounds = case.bounds + int(arrays["bounds"][of == case.distinct_values].sum())
            proven = lower if lower < self.proof.value else self.proof.value
            cases.append(replace(case, bounds=bounds, lower=proven, closed=lower == np.inf))
        left = self.sampled * (self.shards - self.finished) // min(self.finished, SAMPLE)
        stage = f"{self.name}, {self.finished:,} of {self.shards:,} parts"
        bounds = self.proof.bounds + counted
        self.proof = replace(self.proof, cases=tuple(cases), bounds=bounds, stage=stage, left=left)
        return self.proof


def joined(parts: list[Result], depth: int) -> Placements:
    """Return the placements of several shards as one list."""
    if not parts:
        return Placements(np.zeros(0, np.int64), np.zeros((0, depth), np.uint64), np.zeros(0))
    return Placements(*(np.concatenate([part[key] for part in parts]) for key in ("family", "placed", "lower")))
