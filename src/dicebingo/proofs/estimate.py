"""An estimate of the number of bounds in a whole proof, from samples taken before the proof begins.

The estimate follows the tree of partitions in ``proofs.prove`` level by level. On each level only a sample of the
partitions is bounded, and only a sample of the partitions that are not excluded is divided further. Both samples are
drawn uniformly, and the counts are scaled up accordingly. The estimated number of bounds on each level is therefore
unbiased. (Knuth, who invented this method, follows a single path; following many paths at once reduces the variance.)
Independent samples give a standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels.partitions import Family, divide
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.branching import Families, divisions, lower_bounds
from dicebingo.proofs.proof import WorkEstimate
from dicebingo.running.shards import Result

SAMPLES = 16
BOUNDED, FOLLOWED = 256, 24
"""The number of partitions that are bounded on every level, and the number of these that are divided further."""


@dataclass(frozen=True, slots=True, eq=False)
class EstimateJob:
    """A job that takes independent samples, one in each shard."""

    rules: Rules
    families: Families
    limit: float

    def name(self) -> str:
        """Return a name that identifies the estimate."""
        digest = sha256(b"".join(counts.tobytes() for _, counts in self.families)).hexdigest()
        return f"estimate 1: {self.rules!r}, limit {self.limit!r}, of {digest}"

    def shards(self) -> int:
        """Return the number of shards."""
        return SAMPLES

    def shard(self, number: int) -> Result:
        """Estimate the number of bounds from one sample."""
        stream = np.random.default_rng([len(self.families), number])
        return {"bounds": np.array([self._sample(stream, *family) for family in self.families])}

    def _sample(self, stream: np.random.Generator, weights: tuple[int, ...], counts: NDArray[np.int64]) -> float:
        """Return the estimate for one family."""
        layout, family = bound_layout(self.rules), Family(np.array(weights), counts)
        groups = np.zeros((1, len(weights)), np.uint64)
        groups[0, 0] = (1 << len(layout.cells)) - 1
        total, each = 0.0, 1.0  # ``each`` is the number of partitions that one partition in the sample represents
        for step in divisions(weights):
            groups, _ = divide(layout.game.images, family, groups, step)
            total += each * len(groups)
            for most in (BOUNDED, FOLLOWED):
                some = np.sort(stream.permutation(len(groups))[:most])
                each *= len(groups) / max(1, len(some))
                groups = groups[some]
                if most == BOUNDED:
                    groups = groups[lower_bounds(layout, family, groups) <= self.limit]
        return total


def estimated(samples: list[Result]) -> WorkEstimate:
    """Return the mean of the samples and its standard error."""
    totals = np.array([result["bounds"].sum() for result in samples])
    return WorkEstimate(round(float(totals.mean())), round(float(totals.std(ddof=1) / len(totals) ** 0.5)))
