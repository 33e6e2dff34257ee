"""The best reply: which board beats a given one by most, or a mixture of boards on average.

Against a mixture that plays board b with probability x(b), the margin of a board is Σ x(b) · m(board, b). Two searches:

* Local search climbs from the boards of the mixture and from numbered random boards (``tournament.ascent``), and goes
  on from the best until no change of one or two of its cells is better. What it finds is *best found*.
* Where the boards are few enough, all of them are tried, with ties settled and error bounds; those that float64 cannot
  tell from the best are compared exactly. What it finds is *proven*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.storage import FilePath, ShardStore
from dicebingo.tournament.annealing import restarts
from dicebingo.tournament.arbiter import Arbiter, Floats, Link, Notion, Rows, arbiter_for
from dicebingo.tournament.ascent import climb, near, wide
from dicebingo.work import Job, run

__all__ = ["Mixture", "Question", "Reply", "Status", "best_reply", "replies_job"]

PALETTES = (4, 6, 8, 11)
"""How many values a random board may have to begin with."""
MAX_ALL = 12_000_000
SHARD_BOARDS = 1 << 12


class Status(StrEnum):
    """What is known of a reply: none is better, or none was found."""

    PROVEN = "proven"
    BEST_FOUND = "best found"


@dataclass(frozen=True, slots=True)
class Mixture:
    """Boards, each with the probability that it is played."""

    boards: tuple[Board, ...]
    shares: tuple[Rational, ...]

    @classmethod
    def of(cls, board: Board) -> Mixture:
        """Return the mixture that always plays one board."""
        return cls((board,), (Rational(1),))

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules


@dataclass(frozen=True, slots=True)
class Reply:
    """A board against a mixture, exactly, and how many boards were compared with it."""

    board: Board
    win: Rational
    lose: Rational
    tie: Rational
    status: Status
    tried: int

    @property
    def margin(self) -> Rational:
        """P(win) - P(lose)."""
        return self.win - self.lose


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """Which boards to reply to, by what notion and with which values."""

    mixture: Mixture
    tie_break: TieBreak
    notion: Notion
    values: tuple[int, ...]

    @classmethod
    def about(
        cls,
        mixture: Mixture,
        values: Sequence[int] | None = None,
        tie_break: TieBreak = TieBreak.SMALLEST,
        notion: Notion = Notion.MATCH,
    ) -> Question:
        """Return the question for some values, all of the dice if not given."""
        dice = mixture.rules.dice
        for value in values or ():
            if value not in dice:
                raise InputError(f"expected values of {dice}, got {value}")
        return cls(mixture, tie_break, notion, dice.values if values is None else tuple(sorted(set(values))))

    @property
    def count(self) -> int:
        """How many boards the values make."""
        layout = self.mixture.rules.layout
        count: int = len(self.values) ** (layout.size - layout.free.bit_count())
        return count

    def __repr__(self) -> str:
        shares = ", ".join(f"{share} {board}" for board, share in zip(*self._terms(), strict=True))
        played = sha256(shares.encode()).hexdigest()
        return f"{self.mixture.rules!r}, {self.notion}, {self.tie_break}, values {self.values}, mixture {played}"

    def _terms(self) -> tuple[tuple[Board, ...], tuple[Rational, ...]]:
        return self.mixture.boards, self.mixture.shares

    def arbiter(self) -> Arbiter:
        """Return who decides."""
        return arbiter_for(self.mixture.rules, self.tie_break, self.notion)

    def shares(self) -> Floats:
        """Return the probabilities of the mixture, rounded."""
        return np.array([float(share) for share in self.mixture.shares])

    def places(self) -> Rows:
        """Return the places of the values among those of the dice."""
        return np.array([self.mixture.rules.dice.values.index(value) for value in self.values], np.int64)

    def score(self, arbiter: Arbiter, rows: Rows) -> Floats:
        """Return the margin of boards over the mixture, about."""
        others = arbiter.preparer.rows(self.mixture.boards)
        margins = arbiter.margins(np.repeat(rows, len(others), axis=0), np.tile(others, (len(rows), 1)))
        score: Floats = margins.reshape(len(rows), -1) @ self.shares()
        return score

    def exactly(self, board: Board, status: Status, tried: int) -> Reply:
        """Return a board against the mixture, exactly."""
        arbiter = self.arbiter()
        links: list[tuple[Rational, Link]] = [
            (share, arbiter.link(board, other)) for other, share in zip(*self._terms(), strict=True)
        ]
        win, lose, tie = (sum(share * getattr(link, end) for share, link in links) for end in ("win", "lose", "tie"))
        return Reply(board, Rational(win), Rational(lose), Rational(tie), status, tried)


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


@dataclass(frozen=True, slots=True)
class _Everything:
    """All boards over the values, in whole orbits under the layout's symmetries, so that these share solutions."""

    question: Question

    def name(self) -> str:
        return f"all replies 1: {self.question!r}"

    def shards(self) -> int:
        return -(-self.question.count // SHARD_BOARDS)

    def shard(self, number: int) -> dict[str, NDArray[Any]]:
        """Return the boards of a shard whose margins may be the largest, and what is known of these."""
        arbiter = self.question.arbiter()
        rows = self._rows(number, arbiter)
        if not len(rows):
            return {"rows": rows, "scores": np.zeros(0), "bounds": np.zeros(0), "tried": np.array(0)}
        margins, bounds = arbiter.certain(rows, arbiter.preparer.rows(self.question.mixture.boards))
        shares = self.question.shares()
        scores = margins @ shares
        # The shares are rounded and the products summed up: a few units in the last place more.
        errors = bounds @ shares + 4e-16 * (len(shares) + 2)
        good = scores + errors >= (scores - errors).max()
        return {"rows": rows[good], "scores": scores[good], "bounds": errors[good], "tried": np.array(len(rows))}

    def _rows(self, number: int, arbiter: Arbiter) -> Rows:
        """Return all images of those boards of a shard that are the smallest of their images."""
        places, size = self.question.places(), arbiter.preparer.size
        index = np.arange(number * SHARD_BOARDS, min((number + 1) * SHARD_BOARDS, len(places) ** size))
        digits = index[:, None] // len(places) ** np.arange(size)[::-1] % len(places)
        images = places[digits][:, arbiter.preparer.symmetries]
        powers = len(arbiter.preparer.weights) ** np.arange(size)[::-1]
        codes = images @ powers
        smallest = codes[:, 0] == codes.min(axis=1) if len(codes) else np.zeros(0, np.bool_)
        orbits: list[Rows] = [np.unique(own, axis=0) for own in images[smallest]]
        return np.concatenate(orbits) if orbits else np.zeros((0, size), np.int64)


def replies_job(question: Question, *, prove: bool, seed: int, number: int) -> Job:
    """Return the search for the best reply: all boards where it is to ``prove``, otherwise ``number`` restarts."""
    if number < 0 or seed < 0:
        raise InputError(f"expected a seed and a number of restarts from 0, got {seed} and {number}")
    if prove and question.count > MAX_ALL:
        raise TooLarge(f"expected at most {MAX_ALL:,} boards for a proof, got {question.count:,}: give fewer values")
    return _Everything(question) if prove else _Climbs(question, seed, number)


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
    tried = int(sum(part["tried"] for part in found))
    replies = [question.exactly(arbiter.preparer.board(row), Status.PROVEN, tried) for row in np.unique(close, axis=0)]
    return max(replies, key=lambda reply: reply.margin)
