"""The jobs that compute a proof in shards (see ``proofs.prove``)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from dicebingo.exact import Number
from dicebingo.kernels.partitions import Family
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.branching import Families, Nodes, explore
from dicebingo.proofs.multiset_bounds import multiset_bounds
from dicebingo.proofs.proof import Case, Proof
from dicebingo.running.shards import Result

SHARDS = 10_000
SAMPLE = 64


@dataclass(frozen=True, slots=True)
class MultisetJob:
    """The job that computes the multiset bound, in one shard."""

    rules: Rules
    weights: tuple[int, ...]
    distinct: int | None

    def name(self) -> str:
        """Return a name that identifies the multisets."""
        return f"bound multisets 1: {self.rules!r}, weights {self.weights}, different {self.distinct}"

    def shards(self) -> int:
        """Return the number of shards."""
        return 1

    def shard(self, number: int) -> Result:  # noqa: ARG002  (there is only one shard)
        """Bound all multisets."""
        found = multiset_bounds(bound_layout(self.rules), self.weights, self.distinct)
        return {"counts": found.counts, "bounds": found.bounds, "states": np.array(found.states)}


@dataclass(frozen=True, slots=True, eq=False)
class Partitions:
    """A list of partitions: for each one, the number of its family, its groups of cells, and its lower bound."""

    family: NDArray[np.int64]
    groups: NDArray[np.uint64]
    lower: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RoundJob:
    """A job that divides partitions further, until they have ``depth`` groups.

    If a family has fewer values than ``depth``, its partitions are divided down to whole boards. Partitions are
    processed in the order of their bounds, except that an evenly spaced sample of shards runs first.
    """

    rules: Rules
    families: Families
    limit: float
    depth: int
    start: Partitions
    order: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", np.argsort(self.start.lower, kind="stable"))

    def name(self) -> str:
        """Return a name that identifies the partitions and the depth."""
        digest = sha256(self.start.family.tobytes() + self.start.groups.tobytes()).hexdigest()
        return f"prove 3: {self.rules!r}, limit {self.limit!r}, to {self.depth} from {digest}"

    def shards(self) -> int:
        """Return the number of shards."""
        return -(-len(self.order) // self._size)

    def shard(self, number: int) -> Result:
        """Divide the partitions of a shard further."""
        items = self.items(number)
        family = self.start.family[items]
        parts = [self._carry(int(each), items[family == each]) for each in np.unique(family)]
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}

    @property
    def _size(self) -> int:
        """The number of partitions in a shard."""
        return max(1, -(-len(self.order) // SHARDS))

    def items(self, number: int) -> NDArray[np.int64]:
        """Return the partitions of a shard.

        Partitions are sorted by their bounds and divided into blocks of equal size, one for each shard. The first
        shards take an evenly spaced sample of the blocks, and the later shards take the blocks in between.
        """
        stride = max(1, self.shards() // SAMPLE)
        sample = -(-self.shards() // stride)
        if number < sample:
            part = number * stride
        else:
            group, rest = divmod(number - sample, stride - 1)
            part = group * stride + rest + 1
        return self.order[part * self._size : (part + 1) * self._size]

    def _carry(self, number: int, items: NDArray[np.int64]) -> Result:
        """Divide partitions of one family."""
        weights, counts = self.families[number]
        family = Family(np.array(weights), counts)
        start = Nodes(self.start.groups[items, : len(weights)], self.start.lower[items], np.arange(len(items)))
        found = explore(bound_layout(self.rules), family, self.limit, start, min(self.depth, len(weights)))
        groups = np.zeros((len(found.left.lower), self.start.groups.shape[1]), np.uint64)
        groups[:, : len(weights)] = found.left.groups
        done = {"item": items, "bounds": found.bounds, "decisions": np.array([found.decisions], np.uint64)}
        return {"family": np.full(len(groups), number), "groups": groups, "lower": found.left.lower, **done}


class RoundProof:
    """The state of a proof during a round.

    A discarded partition contains no board whose V is below the ``goal``; nothing else is proven about that partition.
    """

    def __init__(self, proof: Proof, job: RoundJob, name: str, goal: Number) -> None:
        self.proof, self.start, self.name, self.goal, self.shards = proof, job.start, name, goal, job.shards()
        self.distinct_of = np.array([len(weights) for weights, _ in job.families], np.int64)  # by family
        self.distinct = self.distinct_of[job.start.family]
        self.done = np.zeros(len(self.distinct), np.bool_)
        self.queues = {d: job.order[self.distinct[job.order] == d] for d in np.unique(self.distinct).tolist()}
        self.first = dict.fromkeys(self.queues, 0)  # all partitions before this one in the queue are done
        self.found: dict[int, float] = {}  # the least bound of the results, by number of different values
        self.finished, self.sampled = 0, 0

    def after(self, arrays: Result) -> Proof:
        """Return the proof, updated with the results of another shard."""
        self.done[arrays["item"]] = True
        counted = int(arrays["bounds"].sum())
        self.finished += 1
        if self.finished <= SAMPLE:  # the shards of the sample come first
            self.sampled += counted
        distinct = self.distinct_of[arrays["family"]]
        for d in np.unique(distinct):
            self.found[d] = min(float(arrays["lower"][distinct == d].min()), self.found.get(d, np.inf))
        left = self.sampled * (self.shards - self.finished) // min(self.finished, SAMPLE)
        stage = f"{self.name}, {self.finished:,} of {self.shards:,} parts"
        cases = tuple(self._case(case, arrays) for case in self.proof.cases)
        self.proof = replace(self.proof, cases=cases, bounds=self.proof.bounds + counted, stage=stage, left=left)
        return self.proof

    def _case(self, case: Case, arrays: Result) -> Case:
        """Return a case, updated with the results of another shard."""
        mine = self.distinct[arrays["item"]] == case.distinct_values
        bounds = case.bounds + int(arrays["bounds"][mine].sum())
        lower = min(self._least_waiting(case.distinct_values), self.found.get(case.distinct_values, np.inf))
        proven = lower if lower < self.goal else self.goal
        closed = case.closed or (lower == np.inf and self.goal == self.proof.value)
        return replace(case, bounds=bounds, lower=max(case.lower, proven), closed=closed)

    def _least_waiting(self, distinct: int) -> float:
        """Return the smallest bound of the unfinished partitions with ``distinct`` different values."""
        queue = self.queues.get(distinct, ())
        first = self.first.get(distinct, 0)
        while first < len(queue) and self.done[queue[first]]:
            first += 1
        self.first[distinct] = first
        return float(self.start.lower[queue[first]]) if first < len(queue) else np.inf


def joined(parts: list[Result], values: int) -> Partitions:
    """Return the partitions of several shards as one list."""
    if not parts:
        return Partitions(np.zeros(0, np.int64), np.zeros((0, values), np.uint64), np.zeros(0))
    return Partitions(*(np.concatenate([part[key] for part in parts]) for key in ("family", "groups", "lower")))
