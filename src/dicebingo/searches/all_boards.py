"""The proven best boards of a space.

The sweep computes every V in float64, with a relative error of at most e. A board can be among the best N only if its
float value is within a factor (1 + e)/(1 - e) of the N-th smallest float value. All such boards are solved exactly and
sorted by their exact values. So the list is proven, and uniqueness is proven too: every other board has a larger V. The
runner-up is proven in the same way: its float value is close to the smallest one among the boards that are certainly
worse than the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.errors import TooLarge, whole_number
from dicebingo.exact import nearest
from dicebingo.json_form import Measured
from dicebingo.kernels.sweep import weighted_sum
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.searches.space import BestBoards, Found, Space
from dicebingo.searches.sweep import COLUMNS, Sweep, sweep_of
from dicebingo.solo.mdp import optimal_play

BITS = 8
BINS = 1 << BITS
MAX_COLUMNS = 48
SHOWN = 0.99
"""The share of the boards, fastest first, that the columns of a ``ValueDistribution`` cover."""


def counted(values: NDArray[np.float64], weights: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the number of boards in each bin, starting at V = 1.

    Entry i of ``values`` is the V of ``weights[i]`` boards.

    >>> np.flatnonzero(counted(np.array([1.0, 3.0, 3.0]), np.array([1, 5, 2], np.uint64))).tolist()
    [0, 384]
    """
    # A float64 has an exponent (1023 for the number 1) and 52 fraction bits. The exponent and the first ``BITS``
    # fraction bits give the bin.
    bins = (np.maximum(values, 1.0).view(np.int64) >> 52 - BITS) - 1023 * BINS
    return np.bincount(bins, weights).astype(np.float64)  # np.bincount returns integers if ``bins`` is empty


@dataclass(frozen=True, slots=True)
class ValueDistribution:
    """The distribution of V over the boards of a space, from which columns of any width can be drawn.

    For e = 0, 1, .., the interval from 2ᵉ to 2ᵉ⁺¹ is divided into ``BINS`` equal bins. The ends of all bins are dyadic
    rationals, so a column whose ends are multiples of 2ʲ consists of whole bins, unless the bins are wider than the
    column. V is rounded to float64, so a board near the end of a bin may be counted in the next bin.
    """

    counts: tuple[float, ...]

    @classmethod
    def of(cls, parts: list[NDArray[np.float64]]) -> ValueDistribution:
        """Combine ``parts`` into one distribution by adding their counts."""
        total = np.zeros(max(map(len, parts)))
        for part in parts:
            total[: len(part)] += part
        return cls(tuple(total.tolist()))

    def columns(self) -> list[tuple[float, float, float]]:
        """Return columns of equal width (a power of two), each as its left end, right end and share of all boards."""
        total, below, found = sum(self.counts), 0.0, list[tuple[float, float, float]]()
        for i, count in enumerate(self.counts):
            if count and below < SHOWN * total:
                found.append((_start(i), _start(i + 1), count / total))
                below += count
        low, high = found[0][0], found[-1][1]
        widest = max(b - a for a, b, _ in found)
        width = max(widest, 2.0 ** ceil(log2((high - low) / MAX_COLUMNS)))
        first, last = floor(low / width), ceil(high / width)
        heights = [0.0] * (last - first)
        for a, _, share in found:
            heights[floor(a / width) - first] += share
        return [((first + i) * width, (first + i + 1) * width, share) for i, share in enumerate(heights)]


def _start(number: int) -> float:
    """Return the left end of the bin with this ``number``."""
    octave, inside = divmod(number, BINS)
    return float(2.0**octave * (1 + inside / BINS))


MAX_LISTED = 10_000


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(BestBoards):
    """The proven best and worst boards of a space; only essentially different boards are listed.

    ``evaluated`` is the number of essentially different boards (the sizes of their orbits add up to ``total_boards``);
    ``runner_up`` is the best of all boards with a larger V than the best board. ``mean`` is the mean of V over all
    boards, and ``distribution`` the distribution of V, both in float64. ``best`` contains the ``top`` best boards, and
    all boards that are as good as the first.
    """

    _json_keys_ = (
        f"{BestBoards._json_head_} total_boards evaluated best worst runner_up unique mean certified "
        "relative_error_bound=error_bound certificate out"
    )
    certificate: ClassVar[str | None] = None
    """The path of the certificate, if the command wrote one."""
    out: ClassVar[str | None] = None
    """The path of the exported table, if the command wrote one."""

    space: Space
    top: int
    total_boards: int
    evaluated: int
    best: tuple[Found, ...]
    worst: tuple[Found, ...]
    runner_up: Found | None
    mean: Measured
    distribution: ValueDistribution
    error_bound: float

    @property
    def status(self) -> Status:
        """The status of the answer: always proven, because every board was evaluated."""
        return Status.PROVEN

    @property
    def unique(self) -> bool:
        """Whether only one board is best, up to symmetry."""
        return [found.expected_rolls for found in self.best].count(self.best[0].expected_rolls) == 1

    @property
    def gap(self) -> Fraction | None:
        """The number of extra rolls that the runner-up takes, or None if there is no runner-up."""
        return None if self.runner_up is None else self.runner_up.expected_rolls - self.best[0].expected_rolls

    def __repr__(self) -> str:
        best = self.best[0]
        return f"<SearchResult of {self.space}: {best.board}, {nearest(best.expected_rolls, 6)} rolls, {self.status}>"


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A job that sweeps a space. Each shard returns only the boards that may be among the best or the worst."""

    space: Space
    best: int
    worst: int

    def name(self) -> str:
        """Return a name that identifies the search."""
        return f"search 3: {self.space.rules!r}, {self.space.constraints!r}, best {self.best}, worst {self.worst}"

    def shards(self) -> int:
        """Return the number of shards."""
        return len(sweep_of(self.space).shards)

    def shard(self, number: int) -> Result:
        """Sweep a shard."""
        sweep = sweep_of(self.space)
        found = sweep.shard(number)
        values, weights, slack = found["values"], found["weights"], 1 + 3 * sweep.error_bound
        chosen = np.union1d(_lowest(values, self.best, slack), _smallest(-values, self.worst, 1 / slack))
        return {
            **{name: column[chosen] for name, column in found.items()},
            "evaluated": np.array(len(values)),
            "boards": np.array(weights.sum(dtype=np.uint64)),
            "sum": np.array(weighted_sum(values, weights)),
            "counts": counted(values, weights),
        }


def _smallest(values: NDArray[np.float64], most: int, slack: float) -> NDArray[np.int64]:
    """Return the indices of the ``most`` smallest values.

    Values that rounding cannot distinguish from the largest of these values are also included.
    """
    if most == 0 or len(values) <= most:
        return np.arange(len(values) if most else 0)
    bound = np.partition(values, most - 1)[most - 1]
    return np.flatnonzero(values <= bound * slack)


def _lowest(values: NDArray[np.float64], most: int, slack: float) -> NDArray[np.int64]:
    """Return the indices that ``_smallest`` returns, and the indices of all values that may be the runner-up."""
    larger = values[values > values.min(initial=np.inf) * slack]  # values certainly above the smallest
    bound = max(np.partition(values, most - 1)[most - 1] if most < len(values) else np.inf, larger.min(initial=np.inf))
    return np.flatnonzero(values <= bound * slack)


def can_be_swept(space: Space) -> bool:
    """Return whether all boards of a space can be evaluated. The search reuses the sweep that this check prepares."""
    try:
        sweep_of(space)
    except TooLarge:
        return False
    return True


def search_all(space: Space, *, top: int = 1, worst: int = 0, run: Run | None = None) -> SearchResult:
    """Find the best and the worst boards of a space, by evaluating all of them."""
    top = whole_number(top, "{} to {} best boards to list", 1, MAX_LISTED)
    worst = whole_number(worst, "{} to {} worst boards to list", 0, MAX_LISTED)
    parts = list(Run.of(run).shards(SearchJob(space, top, worst), "evaluating all boards"))
    rows = {key: np.concatenate([part[key] for part in parts]) for key in COLUMNS}
    total = sum(int(part["boards"]) for part in parts)
    if total != space.total:
        raise AssertionError(f"the orbits add up to {total} boards, not to {space.total}")
    sweep = sweep_of(space)
    slack = 1 + 3 * sweep.error_bound
    listed = _in_order(sweep, rows, _lowest(rows["values"], top, slack))
    worst_first = _in_order(sweep, rows, _smallest(-rows["values"], worst, 1 / slack))[::-1]
    ties = [found.expected_rolls for found in listed].count(listed[0].expected_rolls)
    return SearchResult(
        space,
        top,
        total,
        sum(int(part["evaluated"]) for part in parts),
        tuple(listed[: max(top, ties)]),
        tuple(worst_first[:worst]),
        listed[ties] if ties < len(listed) else None,
        sum(float(part["sum"]) for part in parts) / total,
        ValueDistribution.of([part["counts"] for part in parts]),
        sweep.error_bound,
    )


def _in_order(sweep: Sweep, rows: Result, chosen: NDArray[np.int64]) -> list[Found]:
    """Return boards sorted by their exact values, then by their cells."""
    return sorted(solved(sweep, rows, chosen), key=lambda f: (f.expected_rolls, [v or 0 for v in f.board.values]))


def solved(sweep: Sweep, rows: Result, chosen: NDArray[np.int64]) -> list[Found]:
    """Return the selected rows of a sweep as boards with their exact values."""
    boards = sweep.space.boards(sweep.rows(rows["patterns"][chosen], rows["choices"][chosen]))
    return [
        Found(board, optimal_play(board).expected_rolls, int(weight))
        for board, weight in zip(boards, rows["weights"][chosen], strict=True)
    ]
