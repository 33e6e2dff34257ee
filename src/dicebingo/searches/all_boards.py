"""The best boards of a space, certified.

The sweep gives every V in float64 with a relative error of at most e. A board can be among the best N only if its
float value is within a factor (1 + e)/(1 - e) of the N-th smallest one; all those are solved exactly and sorted by
their exact values. So the list is proven, and so is uniqueness: every other board has a larger V. The same is done
around the first float value that is larger than the smallest for sure, so that there is a proven runner-up, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.kernels.sweep import weighted_sum
from dicebingo.model.board import Board
from dicebingo.running.files import FilePath, ShardStore
from dicebingo.running.shards import run
from dicebingo.searches.space import Space
from dicebingo.searches.sweep import Sweep
from dicebingo.solo.mdp import solve

__all__ = ["Found", "SearchJob", "SearchResult", "boards_from", "boards_of", "open_store", "search_boards", "sweep_of"]

MAX_LISTED = 10_000


@dataclass(frozen=True, slots=True)
class Found:
    """A board that stands for its orbit: the boards that symmetries and swaps of equally likely values make of it."""

    board: Board
    expected_rolls: Rational
    orbit_size: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: best and worst boards (essentially different ones), proven.

    ``evaluated`` is the number of essentially different boards, whose orbits add up to ``total_boards``; ``runner_up``
    is the best board that is strictly worse than the best. ``mean`` is the mean of V over all boards, in float64.
    """

    space: Space
    total_boards: int
    evaluated: int
    best: tuple[Found, ...]
    worst: tuple[Found, ...]
    runner_up: Found | None
    mean: float
    error_bound: float

    @property
    def unique(self) -> bool:
        """Whether the best board is the only one, up to symmetry."""
        return len([f for f in self.best if f.expected_rolls == self.best[0].expected_rolls]) == 1


@lru_cache(maxsize=1)
def sweep_of(space: Space) -> Sweep:
    """Return the sweep of a space, kept for the next shard of the same one."""
    return Sweep(space)


@dataclass(frozen=True, slots=True)
class SearchJob:
    """The sweep in shards, each reduced to what may be among the best or the worst."""

    space: Space
    best: int
    worst: int

    def name(self) -> str:
        """Return what is searched for."""
        return f"search 2: {self.space.rules!r}, {self.space.constraints!r}, best {self.best}, worst {self.worst}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return len(sweep_of(self.space).shards)

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Sweep a shard."""
        sweep = sweep_of(self.space)
        found = sweep.shard(number)
        slack = 1 + 3 * sweep.error_bound
        low = _lowest(found.values, self.best, slack)
        high = _smallest(-found.values, self.worst, 1 / slack)
        chosen = np.union1d(low, high)
        weights = found.weights
        return {
            "values": found.values[chosen],
            "weights": weights[chosen],
            "patterns": found.patterns[chosen],
            "choices": found.choices[chosen],
            "evaluated": np.array(len(found.values)),
            "boards": np.array(weights.sum(dtype=np.uint64)),
            "sum": np.array(weighted_sum(found.values, weights)),
        }


def _smallest(values: NDArray[np.float64], most: int, slack: float) -> NDArray[np.int64]:
    """Return the places of the smallest values, and of all that rounding cannot tell from the last of them."""
    if most == 0 or len(values) <= most:
        return np.arange(len(values) if most else 0)
    bound = np.partition(values, most - 1)[most - 1]
    return np.flatnonzero(values <= bound * slack)


def _lowest(values: NDArray[np.float64], most: int, slack: float) -> NDArray[np.int64]:
    """Return the places of the smallest values, as above, and of all that may come next after equals of the first."""
    larger = values[values > values.min(initial=np.inf) * slack]  # a shard may have no boards, or none that are larger
    bound = max(np.partition(values, most - 1)[most - 1] if most < len(values) else np.inf, larger.min(initial=np.inf))
    return np.flatnonzero(values <= bound * slack)


def open_store(folder: FilePath | None, job: Any) -> ShardStore | None:
    """Return the checkpoint of a job in a folder; None if there is to be none."""
    return None if folder is None else ShardStore(folder, job.name(), job.shards())


def search_boards(
    space: Space,
    *,
    best: int = 1,
    worst: int = 0,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[int], None] | None = None,
) -> SearchResult:
    """Find the best and the worst boards of a space, by evaluating every one of them."""
    if not (1 <= best <= MAX_LISTED and 0 <= worst <= MAX_LISTED):
        raise InputError(
            f"expected to list 1 to {MAX_LISTED} best and at most {MAX_LISTED} worst, got {best} and {worst}"
        )
    job = SearchJob(space, best, worst)
    parts = list(run(job, store=open_store(checkpoint, job), client=client, progress=progress))
    rows = {key: np.concatenate([part[key] for part in parts]) for key in ("values", "weights", "patterns", "choices")}
    total = sum(int(part["boards"]) for part in parts)
    if total != space.total:
        raise AssertionError(f"the orbits add up to {total} boards, not to {space.total}")
    sweep = sweep_of(space)
    slack = 1 + 3 * sweep.error_bound
    listed = _exact(sweep, rows, _lowest(rows["values"], best, slack))
    worst_first = _exact(sweep, rows, _smallest(-rows["values"], worst, 1 / slack))[::-1]
    runner_up = next((found for found in listed if found.expected_rolls > listed[0].expected_rolls), None)
    ties = [found for found in listed if found.expected_rolls == listed[0].expected_rolls]
    return SearchResult(
        space,
        total,
        sum(int(part["evaluated"]) for part in parts),
        tuple(listed[: max(best, len(ties))]),
        tuple(worst_first[:worst]),
        runner_up,
        sum(float(part["sum"]) for part in parts) / total,
        sweep.error_bound,
    )


def _exact(sweep: Sweep, rows: dict[str, NDArray[Any]], chosen: NDArray[np.int64]) -> list[Found]:
    """Return boards with their exact values, sorted by them, then by their cells."""
    boards = boards_of(sweep, rows["patterns"][chosen], rows["choices"][chosen])
    found = [
        Found(board, Rational(solve(board).expected_rolls), int(weight))
        for board, weight in zip(boards, rows["weights"][chosen], strict=True)
    ]
    return sorted(found, key=lambda f: (f.expected_rolls, [v or 0 for v in f.board.values]))


def boards_of(sweep: Sweep, patterns: NDArray[Any], choices: NDArray[Any]) -> list[Board]:
    """Return rows of a sweep as boards."""
    return boards_from(sweep.space, sweep.boards(patterns, choices))


def boards_from(space: Space, rows: NDArray[np.int64]) -> list[Board]:
    """Return boards given as rows of values without the free cells."""
    rules, cells = space.rules, space.cells
    boards = []
    for row in rows:
        values: list[int | None] = [None] * rules.layout.size
        for cell, value in zip(cells, row, strict=True):
            values[cell] = int(value)
        boards.append(Board(tuple(values), rules))
    return boards
