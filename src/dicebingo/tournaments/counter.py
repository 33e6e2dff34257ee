"""The best reply: which board beats a given one by most, or a mixture of boards on average.

* Local search climbs from the boards of the mixture and from numbered random boards (``tournaments.ascent``), and goes
  on from the best until no change of one or two of its cells is better. What it finds is *best found*.
* An exhaustive search tries all boards (``tournaments.all_replies``), with ties settled and error bounds; those that
  float64 cannot tell from the best are compared exactly. What it finds is *proven*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.running.files import FilePath, ShardStore
from dicebingo.running.shards import Job, run
from dicebingo.tournaments.all_replies import MAX_BOARDS, Everything
from dicebingo.tournaments.annealing import restarts
from dicebingo.tournaments.ascent import climb, near, wide
from dicebingo.tournaments.mixture import Question, Reply, Status

__all__ = ["best_reply", "replies_job"]

PALETTES = (4, 6, 8, 11)
"""How many values a random board may have to begin with."""


@dataclass(frozen=True, slots=True)
class _Climbs:
    """Local search from the boards of the mixture, and from numbered random boards: one start a shard."""

    question: Question
    seed: int
    restarts: int

    def name(self) -> str:
        return f"replies 1: {self.question!r}, seed {self.seed}, {self.restarts} restarts"

    def shards(self) -> int:
        return len(self.question.mixture.boards) + self.restarts

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        arbiter, places = self.question.arbiter(), self.question.places()
        own = arbiter.preparer.rows(self.question.mixture.boards)
        if number < len(own) and np.isin(own[number], places).all():
            start = own[number]
        else:
            start = restarts(self.seed, [number], 1, arbiter.preparer.size, places, PALETTES)[0].start[0]
        row, score = climb(start, partial(self.question.score, arbiter), partial(near, values=places))
        return {"row": row, "score": np.array(score)}


def replies_job(question: Question, *, prove: bool, seed: int, number: int) -> Job:
    """Return the search for the best reply: all boards where it is to ``prove``, otherwise ``number`` restarts."""
    if number < 0 or seed < 0:
        raise InputError(f"expected a seed and a number of restarts from 0, got {seed} and {number}")
    question.arbiter()  # refuses what cannot be played, before anything is written
    if prove and question.count > MAX_BOARDS:
        raise TooLarge(f"expected at most {MAX_BOARDS:,} boards for a proof, got {question.count:,}: give fewer values")
    return Everything(question) if prove else _Climbs(question, seed, number)


def best_reply(
    question: Question,
    *,
    prove: bool = False,
    seed: int = 1,
    number: int = 60,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[int], None] | None = None,
) -> Reply:
    """Return the board that beats a mixture by most: the best of ``number`` restarts, or ``prove`` by trying all."""
    job = replies_job(question, prove=prove, seed=seed, number=number)
    store = None if checkpoint is None else ShardStore(checkpoint, job.name(), job.shards())
    parts = run(job, store=store, client=client, progress=progress)
    return _proven(question, parts) if prove else _found(question, parts)


def _found(question: Question, parts: Iterator[dict[str, NDArray[Any]]]) -> Reply:
    """Go on from the best board that a climb has found until no change of two cells is better."""
    climbs = list(parts)
    best = max(climbs, key=lambda part: float(part["score"]))
    arbiter, places = question.arbiter(), question.places()
    row, _ = climb(best["row"], partial(question.score, arbiter), partial(wide, values=places))
    return question.exactly(arbiter.preparer.board(row), Status.BEST_FOUND, len(climbs))


def _proven(question: Question, parts: Iterator[dict[str, NDArray[Any]]]) -> Reply:
    """Compare all boards that may be the best exactly."""
    found = list(parts)
    rows, scores, bounds = (np.concatenate([part[key] for part in found]) for key in ("rows", "scores", "bounds"))
    close = rows[scores + bounds >= (scores - bounds).max()]
    arbiter = question.arbiter()
    tried = sum(int(part["tried"][0]) for part in found)
    replies = [question.exactly(arbiter.preparer.board(row), Status.PROVEN, tried) for row in np.unique(close, axis=0)]
    return max(replies, key=lambda reply: reply.margin)
