"""Objectives other than the mean: the median, 90% quantile and variance of the completion time, and deadlines.

The quantiles and the variance assume a V-optimal player and depend on the tie-break. A random tie-break treats all
boards of an orbit alike. The tie-breaks smallest and largest do not, so for them every image of a board under the
layout's symmetries is evaluated. (Swaps of equally likely values change neither the cells nor the probabilities, so
boards that differ only by such swaps are always treated alike.)

Every board is evaluated in float64, where indistinguishable cells count as tied. The boards that are best in float64
are then evaluated exactly, with ties decided exactly, and sorted. Except for deadlines, the result is proven only if
the space is so small that all boards were evaluated exactly; the answer states its status. A stopped search returns the
best boards evaluated so far.

For a deadline, the objective is the largest probability of meeting the deadline (``solo.deadline``), and there are no
ties to decide. All terms of the recursion are positive. On n cells, k steps with at most n + 2 roundings each cause a
relative error below 1.01 · k(n + 2) · 2⁻⁵³ (twice that if weights exceed 2⁵³). The list is therefore proven if its last
board is certainly better than all boards that were not evaluated exactly.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate, chain
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.errors import Stopped, Word, whole_number
from dicebingo.exact import decimal
from dicebingo.json_form import Asked
from dicebingo.kernels.solo import LARGEST, RANDOM, SMALLEST, chances_in_time, variances_or_quantiles
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.running.stopping import Point, attending, offer_partial, reach, stop_if_asked
from dicebingo.searches.all_boards import MAX_LISTED
from dicebingo.searches.orbits import classes_form, count_orbits, essential_form, orbit_size, swapped_boards
from dicebingo.searches.patterns import LabelSymmetries
from dicebingo.searches.space import BestBoards, Found, Space
from dicebingo.searches.sweep import sweep_of
from dicebingo.solo.chain import make_chain
from dicebingo.solo.deadline import deadline_tables
from dicebingo.solo.mdp import INDISTINCT, UNIT_ROUNDOFF, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import transient_sets

ALL_EXACT = 2_000
"""If there are at most this many boards, all of them are evaluated exactly."""
EXTRA = 20
"""The number of boards, beyond the requested number, that are also evaluated exactly."""
SHARD_SETS, CUTS = 1 << 22, 16
"""The total number of sets of marks over all boards in a shard, and the number of pieces into which a shard is divided.
The best scores of earlier pieces show which boards of a piece need not be evaluated fully.
"""


class Objective(Word):
    """The quantity to optimise. The probability of meeting a deadline is maximised; the others are minimised."""

    __kind__ = "objective"
    EXPECTED = "expected"
    MEDIAN = "median"
    P90 = "p90"
    VARIANCE = "variance"
    DEADLINE = "deadline"

    @property
    def share(self) -> Fraction:
        """The level of the quantile to minimise, or 0 if the objective is not a quantile."""
        return {Objective.MEDIAN: Fraction(1, 2), Objective.P90: Fraction(9, 10)}.get(self, Fraction(0))

    def exact(self, board: Board, tie_break: TieBreak, deadline: int | None = None) -> tuple[Fraction, Fraction]:
        """Return the exact objective and mean of a board."""
        play = optimal_play(board)
        if deadline is not None:
            return deadline_tables(play, deadline).in_time(0, deadline), play.expected_rolls
        chain = make_chain(play, Optimal(tie_break))
        moments = chain.moments()
        value = chain.quantile(self.share) if self.share else moments.variance
        return Fraction(value), Fraction(moments.mean)


@dataclass(frozen=True, slots=True)
class Scored(Found):
    """A board with its exact V and its objective.

    If the tie-break depends on the order of the cells, ``orbit_size`` counts only the images of the board under swaps
    of equally likely values.
    """

    _json_keys_ = "board objective expected_rolls orbit_size"

    objective: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class ObjectiveSearch(BestBoards):
    """The best boards by an objective, proven if all boards were evaluated exactly, and otherwise the best found.

    For a ``deadline``, the objective is the probability of meeting the deadline, and the list is also proven if the
    error bound separates the list from all other boards. If the search was stopped, the list contains the best of the
    ``evaluated`` boards.
    """

    _json_keys_ = (
        f"{BestBoards._json_head_} objective deadline tie_break total_boards=space.universe.boards evaluated best "
        "status certified"
    )

    space: Space
    objective: Objective
    tie_break: TieBreak
    evaluated: int
    best: tuple[Scored, ...]
    status: Status
    deadline: Asked[int] = None

    def __repr__(self) -> str:
        best = self.best[0]
        value = f"{self.objective} {decimal(best.objective):.6g}"
        return f"<ObjectiveSearch of {self.space}: {best.board}, {value}, {self.status}>"


@dataclass(frozen=True, slots=True)
class ObjectiveJob:
    """A job that evaluates all boards in shards.

    Each shard returns its ``best`` boards by their scores in float64, or all of its boards if ``best`` is None.
    Evaluating a board takes longer than in a sweep, so each shard of the sweep is divided into several shards.
    """

    space: Space
    objective: Objective
    tie_break: TieBreak
    best: int | None
    deadline: int | None = None

    def name(self) -> str:
        """Return a name that identifies the search."""
        what = f"{self.objective} {self.tie_break}, best {self.best}, {self.shards()} shards"
        if self.deadline is not None:
            what += f", {self.deadline} rolls"
        return f"objective 2: {self.space.rules!r}, {self.space.constraints!r}, {what}"

    def shards(self) -> int:
        """Return the number of shards."""
        return self._ends()[-1]

    def _ends(self) -> list[int]:
        """Return, for each shard of the sweep, how many of this job's shards cover it and all earlier shards."""
        each = len(self.sources()) << len(self.space.cells)
        return list(accumulate(-(-boards * each // SHARD_SETS) for boards in sweep_of(self.space).room))

    def shard(self, number: int) -> Result:
        """Evaluate the boards of a shard in float64."""
        edges = [0, *self._ends()]
        of = bisect_right(edges, number) - 1
        with _SWEEPING:  # other threads that need the same boards wait here
            patterns, choices = _swept(self.space, of)
        sources, (begin, end) = self.sources(), edges[of : of + 2]
        first, last = (len(sources) * len(patterns) * (n - begin) // (end - begin) for n in (number, number + 1))
        image, row = np.divmod(np.arange(first, last), len(patterns))
        boards = sweep_of(self.space).rows(patterns[row], choices[row])
        boards = np.take_along_axis(boards, sources[image], axis=1)
        scores = np.zeros(len(boards)) if self.best is None else self._scores(boards, self.best)
        return self._best(boards, scores)

    def _best(self, boards: NDArray[np.int64], scores: NDArray[np.float64]) -> Result:
        """Return the boards with the smallest scores, and the number of boards that have been scored."""
        chosen = np.argsort(scores, kind="stable")[: self.best]
        return {"scores": scores[chosen], "boards": boards[chosen], "evaluated": np.array(len(scores))}

    def _scores(self, boards: NDArray[np.int64], best: int) -> NDArray[np.float64]:
        """Return the score of each board: the objective, times -1 for a deadline, so that small scores are good.

        A quantile may be returned as infinity if at least ``best`` boards are known to be better.
        """
        if self.deadline is not None:
            return self._missed(boards, self.deadline)
        rules = self.space.rules
        indices, weights = np.searchsorted(rules.dice.values, boards), [float(weight) for weight in rules.dice.weights]
        lines, marks_all = list(rules.layout.open_lines), rules.marking is Marking.ALL
        kind = {TieBreak.SMALLEST: SMALLEST, TieBreak.LARGEST: LARGEST, TieBreak.RANDOM: RANDOM}[self.tie_break]
        slack, share = 1 + INDISTINCT * sweep_of(self.space).error_bound, float(self.objective.share)
        scores = np.zeros(0)
        for some in np.array_split(indices, CUTS):
            stop_if_asked()
            most = np.partition(scores, best - 1)[best - 1] if best <= len(scores) else np.inf
            found = variances_or_quantiles(some, lines, weights, marks_all, kind, slack, share, most)
            scores = np.concatenate([scores, found])
            offer_partial(partial(self._best, boards, scores))
        return scores

    def _missed(self, boards: NDArray[np.int64], rolls: int) -> NDArray[np.float64]:
        """Return the probability that each board finishes within ``rolls`` rolls, times -1."""
        rules = self.space.rules
        indices, weights = np.searchsorted(rules.dice.values, boards), [float(weight) for weight in rules.dice.weights]
        lines, marks_all = rules.layout.open_lines, rules.marking is Marking.ALL
        sets, scores = transient_sets(len(self.space.cells), tuple(lines)), np.zeros(0)
        for some in np.array_split(indices, CUTS):
            stop_if_asked()
            scores = np.concatenate([scores, -chances_in_time(some, sets, weights, marks_all, rolls)])
            offer_partial(partial(self._best, boards, scores))
        return scores

    def is_symmetric(self) -> bool:
        """Return whether all boards of an orbit have the same score.

        The scores may differ if the tie-break depends on the order of the cells.
        """
        unordered = self.deadline is not None or self.tie_break is TieBreak.RANDOM
        return unordered or self.space.rules.marking is Marking.ALL

    def sources(self) -> NDArray[np.int64]:
        """Return the symmetries under which a board is evaluated.

        A symmetry is a list; its entry i is the cell from which cell i gets its value.
        """
        sources = LabelSymmetries(self.space).sources
        return sources[:1] if self.is_symmetric() else sources


_SWEEPING = Lock()


@lru_cache(maxsize=2)
def _swept(space: Space, number: int) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """Return the patterns and choices of the boards in a shard of the sweep.

    The result is cached, because an ``ObjectiveJob`` divides that shard into several of its own.
    """
    found = sweep_of(space).shard(number)
    return found["patterns"], found["choices"]


def search_by_objective(
    space: Space,
    objective: Objective,
    tie_break: TieBreak,
    *,
    top: int = 1,
    deadline: int | None = None,
    run: Run | None = None,
) -> ObjectiveSearch:
    """Find the boards with the smallest median, 90% quantile or variance, or the best boards for a deadline."""
    top = whole_number(top, "{} to {} best boards to list", 1, MAX_LISTED)
    run, job = Run.of(run), ObjectiveJob(space, objective, tie_break, None, deadline)
    sweep_of(space)  # this raises an error if the space is too large
    count, symmetric = count_orbits(space) * len(job.sources()), job.is_symmetric()
    best = None if (all_exact := count <= ALL_EXACT) else top + EXTRA
    job = replace(job, best=best)
    scores, boards = np.zeros(0), np.zeros((0, len(space.cells)), np.int64)
    evaluated, unfinished = 0, list[Result]()
    for part in chain(run.batches(job, "evaluating all boards", unfinished), unfinished):
        scores, boards = np.concatenate([scores, part["scores"]]), np.concatenate([boards, part["boards"]])
        order = np.argsort(scores, kind="stable")[:best]
        scores, boards = scores[order], boards[order]
        evaluated += int(part["evaluated"])
    if not evaluated:
        run.expect_more()
    found: dict[object, Scored] = {}
    solved = 0
    with suppress(Stopped), attending(run):
        for board in space.boards(boards):
            run.tell("solving the best boards exactly", solved, len(boards))
            form = essential_form(space, board) if symmetric else classes_form(space, board)
            if form not in found:
                size = orbit_size(space, board) if symmetric else swapped_boards(space, board)
                value, mean = objective.exact(board, tie_break, deadline)
                found[form] = Scored(board, mean, size, value)
            solved += 1
            reach(Point.STEP)
            stop_if_asked()
    sign = 1 if deadline is None else -1
    listed = sorted(
        found.values(), key=lambda f: (sign * f.objective, f.expected_rolls, [v or 0 for v in f.board.values])
    )
    complete = evaluated == count and solved == len(boards)
    proven = all_exact or (complete and deadline is not None and _is_ahead(space, listed[:top], scores, deadline))
    status = Status.PROVEN if proven else Status.BEST_FOUND
    if run.stopped or not complete:
        status = Status.STOPPED
    evaluated = solved if all_exact else evaluated
    return ObjectiveSearch(space, objective, tie_break, evaluated, tuple(listed[:top]), status, deadline)


def _is_ahead(space: Space, best: list[Scored], scores: NDArray[np.float64], deadline: int) -> bool:
    """Return whether the best boards are certainly better than all boards that were not evaluated exactly."""
    error = deadline_error(len(space.cells), deadline) * (1 if space.rules.dice.total < 1 << 53 else 2)
    return best[-1].objective > Fraction(float(-scores[-1])) * Fraction(1 + 2 * error)


def deadline_error(cells: int, rolls: int) -> float:
    """Return a bound on the relative error of the probability of finishing within ``rolls`` rolls."""
    return 1.01 * rolls * (cells + 2) * UNIT_ROUNDOFF
