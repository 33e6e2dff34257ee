"""Best replies, proven without trying all boards (the bounds are in ``replies.bounds``).

Given a known reply with the margin t,

1. bound every multiset of values, using a table for each opponent, and exclude the multisets with bounds below t;
2. for each remaining multiset, bound all arrangements up to symmetry at increasing depth, and exclude an arrangement
   once its bound is below t;
3. compare the remaining boards, with all their images, under the given tie-break.

No board that reaches t is excluded, so the remaining boards include all best boards.

One proof can cover several weightings of the same opponents: a board is excluded if its bound is below t for each
weighting. The margin of a board is linear in the weights, so a margin that is below t at both ends of an interval of
weights is below t everywhere in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from dicebingo.exact import Number, decimal, rounded_down, rounded_up
from dicebingo.kernels.reply_boards import arrangements, best_choices
from dicebingo.replies.bounds import (
    DEPTHS,
    ERROR,
    Bounds,
    Numbers,
    ReplyTable,
    bounds_of,
    multinomial,
    reply_table,
)
from dicebingo.replies.reply import ReplyProof, ReplySearch, Weights
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.running.stopping import stop_if_asked
from dicebingo.solo.mdp import INDISTINCT
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.strategies import Floats, Rows

SHARD = 1 << 17
"""The approximate number of arrangements in a shard, counting symmetric ones separately."""
BLOCK = 1 << 9


def tables(search: ReplySearch) -> list[ReplyTable]:
    """Return one table for each board of the mixture."""
    return [_table(search, number) for number in range(len(search.mixture.boards))]


def _table(search: ReplySearch, number: int) -> ReplyTable:
    return reply_table(search.mixture.boards[number], search.values, search.tie_break)


@dataclass(frozen=True, slots=True)
class ReplyTableJob:
    """A job in which each shard bounds the margin of every multiset of values against one opponent."""

    search: ReplySearch

    def name(self) -> str:
        """Return a name that identifies the bounds."""
        return f"bound replies 1: {self.search!r}"

    def shards(self) -> int:
        """Return the number of opponents."""
        return len(self.search.mixture.boards)

    def shard(self, number: int) -> Result:
        """Return the bound of every multiset."""
        return {"bounds": _table(self.search, number).bounds}


@dataclass(frozen=True, slots=True, eq=False)
class ArrangementJob:
    """A job that bounds all arrangements of the given multisets, which are sorted by decreasing bound."""

    search: ReplySearch
    weights: Weights
    target: float
    counts: Numbers
    edges: tuple[int, ...]

    @classmethod
    def of(cls, search: ReplySearch, weights: Weights, target: float, counts: Numbers) -> ArrangementJob:
        """Distribute multisets over shards of about equal work."""
        sizes = map(multinomial, counts.tolist())
        edges, work = [0], 0
        for number, size in enumerate(sizes, 1):
            work += size
            if work >= SHARD or number == len(counts):
                edges.append(number)
                work = 0
        return cls(search, weights, target, counts, tuple(edges))

    def name(self) -> str:
        """Return a name that identifies the multisets and the target."""
        digest = sha256(repr(self.weights).encode() + self.counts.tobytes()).hexdigest()
        return f"arrange replies 1: {self.search!r}, target {self.target!r}, {digest}"

    def shards(self) -> int:
        """Return the number of shards."""
        return len(self.edges) - 1

    def shard(self, number: int) -> Result:
        """Return one board, with its bound, for each orbit that is not excluded, and the total number of orbits."""
        parts = [self._follow(row) for row in self.counts[self.edges[number] : self.edges[number + 1]]]
        rows, bounds, orbits = zip(*parts, strict=True)
        return {"rows": np.concatenate(rows), "bounds": np.concatenate(bounds), "orbits": np.array(orbits)}

    def _follow(self, counts: Numbers) -> tuple[Rows, Floats, int]:
        """Bound all arrangements of a multiset."""
        own = bounds_of(self.search.mixture.rules, self.search.values)
        columns = np.flatnonzero(counts)
        rows = arrangements(counts[columns], own.symmetries, multinomial(counts.tolist()))
        left, bounds = [np.zeros((0, own.size), np.int64)], [np.zeros(0)]
        for start in range(0, len(rows), BLOCK):
            stop_if_asked()
            some, best = self.bounded(rows[start : start + BLOCK], counts)
            left.append(own.rolls[columns][some])
            bounds.append(best)
        return np.concatenate(left), np.concatenate(bounds), len(rows)

    def bounded(self, rows: NDArray[np.int8], counts: Numbers) -> tuple[NDArray[np.int8], Bounds]:
        """Return the boards in a block that no bound excludes, and the last bound computed for each of these boards."""
        opponents, weights = tables(self.search), np.array(self.weights, np.float64)
        best = np.full((len(opponents), len(rows)), np.inf)
        anything = choices = np.zeros((0, 0, 0), np.uint16)
        free = self.search.game is Game.DUEL
        size = rows.shape[1]
        bound = np.full(len(rows), np.inf)
        for depth in (*(depth for depth in DEPTHS if depth < size), size):
            if depth > 1 and not free and len(rows) and not choices.size:
                choices = self._choices(rows, counts)
            for number, table in enumerate(opponents):
                found = table.bound(rows, choices if choices.size else anything, counts, depth)
                best[number] = np.minimum(best[number], found)
            bound = (weights @ best).max(axis=0) + ERROR
            left = bound >= self.target
            rows, best, bound = rows[left], best[:, left], bound[left]
            choices = choices[left] if choices.size else choices
            if not len(rows):
                break
        return rows, bound

    def _choices(self, rows: NDArray[np.int8], counts: Numbers) -> NDArray[np.uint16]:
        """Return the cells that may be optimal to mark in solo play."""
        own = bounds_of(self.search.mixture.rules, self.search.values)
        preparer, rolls = own.preparer, own.rolls[np.flatnonzero(counts)]
        total, factor = float(preparer.weights.sum()), 1 + INDISTINCT * preparer.error_bound
        return best_choices(rows, own.transient, preparer.weights[rolls], total, factor)


class ReplyProver:
    """A proof in progress. ``work`` continues the proof, and ``proof`` describes the part that is already proven."""

    def __init__(self, search: ReplySearch, weights: Weights, target: Fraction) -> None:
        self.search, self.weights, self.target = search, weights, target
        self.limit = float(np.nextafter(decimal(target), -2))
        self.proof: ReplyProof | None = None

    def followed(self, run: Run, what: str = "") -> tuple[Numbers, Bounds, Bounds]:
        """Return the multisets that may reach the target and their bounds, largest first, and all multisets' bounds."""
        parts = list(run.within("multisets").shards(ReplyTableJob(self.search), f"{what}bounding multisets"))
        weights = np.array(self.weights, np.float64)
        bounds = (weights @ np.stack([part["bounds"] for part in parts])).max(axis=0) + ERROR
        left = np.flatnonzero(bounds >= self.limit)
        left = left[np.argsort(-bounds[left], kind="stable")]
        return bounds_of(self.search.mixture.rules, self.search.values).counts[left], bounds[left], bounds

    def work(self, run: Run, what: str = "") -> Rows:
        """Return all boards that may reach the target, or raise ``Stopped``."""
        counts, bounds, every = self.followed(run, what)
        own, target = bounds_of(self.search.mixture.rules, self.search.values), self.limit
        job = ArrangementJob.of(self.search, self.weights, target, counts)
        ahead = [*bounds[list(job.edges[:-1])].tolist(), target]  # the largest bound of each shard
        self.proof = ReplyProof(len(every), len(counts), 0, 0, self._at_most(*ahead), 0, self.weights, self.target)
        rows, highest = [np.zeros((0, own.size), np.int64)], target
        for number, part in enumerate(run.within("arrangements").shards(job, f"{what}bounding boards"), 1):
            rows.append(part["rows"])
            highest = max(highest, float(part["bounds"].max(initial=target)))
            orbits = self.proof.orbits + int(part["orbits"].sum())
            self.proof = replace(self.proof, orbits=orbits, at_most=self._at_most(highest, ahead[number]))
            low, high = rounded_down(self.target, 6, plus=True), rounded_up(self.proof.at_most, 6, plus=True)
            run.tell_best(f"{low} to {high}")
        orbits_left = np.concatenate(rows)
        found = self.images(orbits_left)
        boards = tuple(own.preparer.board(row) for row in orbits_left)
        self.proof = replace(self.proof, left=len(found), left_boards=boards)
        return found

    def _at_most(self, *bounds: float) -> Number:
        """Return the largest bound, or the target (which a known board reaches) if the target is larger."""
        highest = max(bounds)
        return highest if highest > self.target else self.target

    def images(self, rows: Rows) -> Rows:
        """Return the boards that must be compared, given one board from each orbit.

        One board per orbit is enough, unless the images of a board may have different margins.
        """
        own = bounds_of(self.search.mixture.rules, self.search.values)
        images = rows[:, own.symmetries[:1] if self.search.symmetric else own.symmetries]
        found: Rows = np.unique(images.reshape(-1, own.size), axis=0)
        return found

    def leaves(self, rows: Rows) -> bool:
        """Return whether the bounds exclude none of these boards."""
        own = bounds_of(self.search.mixture.rules, self.search.values)
        return all(self._leaves(np.searchsorted(own.rolls, row), len(own.rolls)) for row in rows)

    def _leaves(self, row: Rows, values: int) -> bool:
        counts = np.bincount(row, minlength=values)
        job = ArrangementJob.of(self.search, self.weights, self.limit, counts[None])
        arranged = np.searchsorted(np.flatnonzero(counts), row)[None].astype(np.int8)
        return len(job.bounded(arranged, counts)[0]) == 1
