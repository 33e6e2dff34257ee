"""Other objectives than the mean: median, 90% quantile and variance of the completion time of a V-optimal player.

They depend on the tie-break. Random tie-breaks are the same for all boards of an orbit; smallest and largest are not,
so then every image of a board under the layout's symmetries is looked at. (Swaps of equally likely values change
neither the cells nor the chances, so they may be used always.)

Every board is evaluated in float64, with cells that cannot be told apart counted as tied, which ranks; the best of them
are then evaluated exactly, from exactly decided ties, and sorted. That is a proof only where the space is so small that
all boards were evaluated exactly, and the result says which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, quote
from dicebingo.exact import Rational
from dicebingo.kernels.solo import LARGEST, RANDOM, SMALLEST, spreads
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking
from dicebingo.running.files import FilePath
from dicebingo.running.shards import run
from dicebingo.searches.all_boards import MAX_LISTED, boards_from, open_store, sweep_of
from dicebingo.searches.orbits import classes_form, essential_form, orbit_size, swapped_boards
from dicebingo.searches.patterns import LabelSymmetries
from dicebingo.searches.space import Space
from dicebingo.solo.chain import make_chain
from dicebingo.solo.mdp import INDISTINCT, solve
from dicebingo.solo.policy import Optimal, TieBreak

__all__ = ["Objective", "ObjectiveJob", "ObjectiveResult", "Scored", "search_objective"]

ALL_EXACT = 2_000
"""Spaces with no more boards to look at are evaluated exactly as a whole."""
EXTRA = 20
"""So many more boards than asked for are evaluated exactly."""


class Objective(StrEnum):
    """What is to be made small."""

    EXPECTED = "expected"
    MEDIAN = "median"
    P90 = "p90"
    VARIANCE = "variance"

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Return the objective of that name."""
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected the objective expected, median, p90 or variance, got {quote(text)}") from None

    @property
    def share(self) -> Rational:
        """The quantile that is asked for; 0 for none."""
        return {Objective.MEDIAN: Rational(1, 2), Objective.P90: Rational(9, 10)}.get(self, Rational(0))

    def exact(self, board: Board, tie_break: TieBreak) -> tuple[Rational, Rational]:
        """Return the objective and the mean of a board, exactly."""
        chain = make_chain(solve(board), Optimal(tie_break))
        moments = chain.moments()
        value = chain.quantile(self.share) if self.share else moments.variance
        return Rational(value), Rational(moments.mean)


@dataclass(frozen=True, slots=True)
class Scored:
    """A board with its exact objective and mean, and how many boards swaps of equally likely values make of it."""

    board: Board
    objective: Rational
    expected_rolls: Rational
    boards: int


@dataclass(frozen=True, slots=True)
class ObjectiveResult:
    """The best boards by an objective; ``proven`` if every board was evaluated exactly, else best found."""

    space: Space
    objective: Objective
    tie_break: TieBreak
    evaluated: int
    best: tuple[Scored, ...]
    proven: bool


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

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Evaluate the boards of a shard in float64."""
        sweep = sweep_of(self.space)
        found = sweep.shard(number)
        boards = sweep.boards(found.patterns, found.choices)
        if not symmetric(self.space, self.tie_break):
            boards = np.concatenate([boards[:, source] for source in LabelSymmetries(self.space).sources])
        scores = self._scores(boards)
        chosen = np.argsort(scores, kind="stable")[: self.best]
        return {"scores": scores[chosen], "boards": boards[chosen], "count": np.array(len(boards))}

    def _scores(self, boards: NDArray[np.int64]) -> NDArray[np.float64]:
        rules, cells = self.space.rules, self.space.cells
        lines = [
            sum(1 << i for i, cell in enumerate(cells) if line >> cell & 1 and not rules.layout.free >> cell & 1)
            for line in rules.layout.lines
        ]
        kind = {TieBreak.SMALLEST: SMALLEST, TieBreak.LARGEST: LARGEST, TieBreak.RANDOM: RANDOM}[self.tie_break]
        return spreads(
            np.searchsorted(rules.dice.values, boards),
            lines,
            [float(weight) for weight in rules.dice.weights],
            rules.marking is Marking.ALL,
            kind,
            1 + INDISTINCT * sweep_of(self.space).error_bound,
            float(self.objective.share),
        )


def symmetric(space: Space, tie_break: TieBreak) -> bool:
    """Whether all boards of an orbit have the same completion time: not if a tie-break goes by the cells' numbers."""
    return tie_break is TieBreak.RANDOM or space.rules.marking is Marking.ALL


def search_objective(
    space: Space,
    objective: Objective,
    *,
    tie_break: TieBreak = TieBreak.SMALLEST,
    best: int = 1,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[int], None] | None = None,
) -> ObjectiveResult:
    """Find the boards with the smallest median, 90% quantile or variance of the completion time."""
    if objective is Objective.EXPECTED:
        raise InputError("expected another objective than the mean, which has a search of its own")
    if not 1 <= best <= MAX_LISTED:
        raise InputError(f"expected to list 1 to {MAX_LISTED} best, got {best}")
    if space.total == 0:
        raise InputError("expected at least one board that meets the constraints, got none")
    job = ObjectiveJob(space, objective, tie_break, max(best + EXTRA, ALL_EXACT))
    parts = list(run(job, store=open_store(checkpoint, job), client=client, progress=progress))
    count = sum(int(part["count"]) for part in parts)
    scores = np.concatenate([part["scores"] for part in parts])
    boards = np.concatenate([part["boards"] for part in parts])
    proven = count <= ALL_EXACT
    order = np.argsort(scores, kind="stable")[: ALL_EXACT if proven else best + EXTRA]
    whole = symmetric(space, tie_break)
    scored = {}
    for board in boards_from(space, boards[order]):
        form = essential_form(space, board) if whole else classes_form(space, board)
        if form not in scored:
            size = orbit_size(space, board) if whole else swapped_boards(space, board)
            scored[form] = Scored(board, *objective.exact(board, tie_break), size)
    listed = sorted(scored.values(), key=lambda s: (s.objective, s.expected_rolls, [v or 0 for v in s.board.values]))
    return ObjectiveResult(space, objective, tie_break, count, tuple(listed[:best]), proven)
