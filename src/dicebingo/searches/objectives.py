"""Objectives other than the mean: median, 90% quantile and variance of the completion time of a V-optimal player.

They depend on the tie-break. A random tie-break treats all boards of an orbit alike; smallest and largest do not, so
then every image of a board under the layout's symmetries is looked at. (Swaps of equally likely values change neither
the cells nor the probabilities, so they may always be used.)

Every board is evaluated in float64, where cells that cannot be told apart count as tied. The best boards by float64 are
then evaluated exactly, with ties decided exactly, and sorted. That is a proof only where the space is so small that all
boards were evaluated exactly; the answer's status says which.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicebingo.answer import Answer
from dicebingo.errors import InputError, Word
from dicebingo.exact import Rational, decimal
from dicebingo.kernels.solo import LARGEST, RANDOM, SMALLEST, variances_or_quantiles
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking
from dicebingo.running.run import Run
from dicebingo.running.shards import Result
from dicebingo.running.status import Status
from dicebingo.searches.all_boards import MAX_LISTED, Found
from dicebingo.searches.orbits import classes_form, essential_form, orbit_size, swapped_boards
from dicebingo.searches.patterns import LabelSymmetries
from dicebingo.searches.space import Space
from dicebingo.searches.sweep import sweep_of
from dicebingo.solo.chain import make_chain
from dicebingo.solo.mdp import INDISTINCT, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak

ALL_EXACT = 2_000
"""If no more boards than this are to be looked at, all of them are evaluated exactly."""
EXTRA = 20
"""How many more boards than asked for are evaluated exactly."""


class Objective(Word):
    """What is to be minimised."""

    __kind__ = "objective"
    EXPECTED = "expected"
    MEDIAN = "median"
    P90 = "p90"
    VARIANCE = "variance"

    @property
    def share(self) -> Rational:
        """The quantile that is asked for; 0 for none."""
        return {Objective.MEDIAN: Rational(1, 2), Objective.P90: Rational(9, 10)}.get(self, Rational(0))

    def exact(self, board: Board, tie_break: TieBreak) -> tuple[Rational, Rational]:
        """Return the objective and the mean of a board, exactly."""
        chain = make_chain(optimal_play(board), Optimal(tie_break))
        moments = chain.moments()
        value = chain.quantile(self.share) if self.share else moments.variance
        return Rational(value), Rational(moments.mean)


@dataclass(frozen=True, slots=True)
class Scored(Found):
    """A board with its objective as well.

    Where the tie-break goes by the numbers of the cells, a board stands only for what swaps of equally likely values
    make of it.
    """

    objective: Rational


@dataclass(frozen=True, slots=True, repr=False)
class ObjectiveSearch(Answer):
    """The best boards by an objective: proven if all boards were evaluated exactly, and otherwise the best found."""

    space: Space
    objective: Objective
    tie_break: TieBreak
    evaluated: int
    best: tuple[Scored, ...]
    status: Status

    def __repr__(self) -> str:
        best = self.best[0]
        value = f"{self.objective} {decimal(best.objective):.6g}"
        return f"<ObjectiveSearch of {self.space}: {best.board}, {value}, {self.status}>"


@dataclass(frozen=True, slots=True)
class ObjectiveJob:
    """The sweep in shards, each reduced to the boards with the smallest objective."""

    space: Space
    objective: Objective
    tie_break: TieBreak
    best: int

    def name(self) -> str:
        """Return what is searched for."""
        what = f"{self.objective} {self.tie_break}, best {self.best}"
        return f"objective 1: {self.space.rules!r}, {self.space.constraints!r}, {what}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return len(sweep_of(self.space).shards)

    def shard(self, number: int) -> Result:
        """Evaluate the boards of a shard in float64."""
        sweep = sweep_of(self.space)
        found = sweep.shard(number)
        boards = sweep.rows(found["patterns"], found["choices"])
        if not _is_symmetric(self.space, self.tie_break):
            boards = np.concatenate([boards[:, source] for source in LabelSymmetries(self.space).sources])
        scores = self._scores(boards)
        chosen = np.argsort(scores, kind="stable")[: self.best]
        return {"scores": scores[chosen], "boards": boards[chosen], "count": np.array(len(boards))}

    def _scores(self, boards: NDArray[np.int64]) -> NDArray[np.float64]:
        rules = self.space.rules
        indices, weights = np.searchsorted(rules.dice.values, boards), [float(weight) for weight in rules.dice.weights]
        lines, marks_all = list(rules.layout.open_lines), rules.marking is Marking.ALL
        kind = {TieBreak.SMALLEST: SMALLEST, TieBreak.LARGEST: LARGEST, TieBreak.RANDOM: RANDOM}[self.tie_break]
        slack, share = 1 + INDISTINCT * sweep_of(self.space).error_bound, float(self.objective.share)
        return variances_or_quantiles(indices, lines, weights, marks_all, kind, slack, share)


def _is_symmetric(space: Space, tie_break: TieBreak) -> bool:
    """Whether all boards of an orbit have the same completion time: not if the tie-break goes by the cells' numbers."""
    return tie_break is TieBreak.RANDOM or space.rules.marking is Marking.ALL


def search_by_objective(
    space: Space, objective: Objective, tie_break: TieBreak, *, top: int = 1, run: Run | None = None
) -> ObjectiveSearch:
    """Find the boards with the smallest median, 90% quantile or variance of the completion time."""
    if not 1 <= top <= MAX_LISTED:
        raise InputError(f"expected to list 1 to {MAX_LISTED} best, got {top}")
    job = ObjectiveJob(space, objective, tie_break, max(top + EXTRA, ALL_EXACT))
    parts = list(Run.of(run).shards(job, "evaluating all boards"))
    count = sum(int(part["count"]) for part in parts)
    scores = np.concatenate([part["scores"] for part in parts])
    boards = np.concatenate([part["boards"] for part in parts])
    proven = count <= ALL_EXACT
    order = np.argsort(scores, kind="stable")[: ALL_EXACT if proven else top + EXTRA]
    symmetric = _is_symmetric(space, tie_break)
    found: dict[object, Scored] = {}
    for board in space.boards(boards[order]):
        form = essential_form(space, board) if symmetric else classes_form(space, board)
        if form not in found:
            size = orbit_size(space, board) if symmetric else swapped_boards(space, board)
            value, mean = objective.exact(board, tie_break)
            found[form] = Scored(board, mean, size, value)
    listed = sorted(found.values(), key=lambda f: (f.objective, f.expected_rolls, [v or 0 for v in f.board.values]))
    status = Status.PROVEN if proven else Status.BEST_FOUND
    return ObjectiveSearch(space, objective, tie_break, count, tuple(listed[:top]), status)
