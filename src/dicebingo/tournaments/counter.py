"""The best reply: which board beats a given one by the largest margin, or a mixture of boards on average.

* Local search climbs from the boards of the mixture and from numbered random boards, and goes on from the best until no
  change of one or two of its cells is better. What it finds is *best found*.
* A proof tries all boards, with ties decided exactly and error bounds; those that float64 cannot tell from the best are
  compared exactly. What it finds is *proven*.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import numpy as np

from dicebingo.answer import Answer
from dicebingo.errors import Stopped, TooLarge, whole_number
from dicebingo.exact import decimal
from dicebingo.model.board import Board, PositionLike, RulesLike, as_board
from dicebingo.model.rules import Rules
from dicebingo.running.run import MOST_BATCHES, Run
from dicebingo.running.shards import Result
from dicebingo.running.status import Status
from dicebingo.running.watched import attended
from dicebingo.searches.space import ValuesLike
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.local_search import climb, wide
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.replies import AllReplies, Mixture, Reply, ReplyClimbs, ReplySearch

FEW_BOARDS = 100_000
"""Up to this number of boards, all are tried without being asked for."""
MAX_BOARDS = 10**11


@dataclass(frozen=True, slots=True, repr=False)
class BestReply(Answer):
    """The board that beats another by the largest margin, among all boards with some values."""

    against: Board
    values: tuple[int, ...]
    tie_break: TieBreak
    notion: Notion
    reply: Reply

    @property
    def rules(self) -> Rules:
        """The rules of both boards."""
        return self.against.rules

    @property
    def board(self) -> Board:
        """The best reply."""
        return self.reply.board

    @property
    def status(self) -> Status:
        """Whether no board is better, or none was found."""
        return self.reply.status

    def __repr__(self) -> str:
        margin = f"{100 * decimal(self.reply.margin):+.4f} points"
        return f"<BestReply to {self.against}: {self.board}, {margin}, {self.status}>"


def counter(  # noqa: PLR0913  (one question, with the options of the command)
    board: PositionLike,
    *,
    rules: RulesLike = None,
    values: ValuesLike | None = None,
    prove: bool = False,
    restarts: int = 60,
    seed: int = 1,
    tie_break: TieBreak | str = "smallest",
    notion: Notion | str = "match",
    run: Run | None = None,
) -> BestReply:
    """Find the board that beats a given one by the largest margin.

    Up to 100,000 boards are all tried, and more with ``prove``. Otherwise local search climbs from the given board and
    from random ones, ``restarts`` of them; if the run is stopped, the answer is the best found so far.

    >>> reply = counter("1 2 / 3 4", rules="knuth")
    >>> print(reply.board, reply.reply.margin, reply.status)
    1 5 / 2 6 1/30 proven
    """
    against = as_board(board, rules)
    search = ReplySearch.of(Mixture.of(against), values, tie_break, notion)
    seed, restarts = seed_and_restarts(seed, restarts)
    run = Run.of(run)
    few = search.count <= FEW_BOARDS
    reply = proven_reply(search, run) if prove or few else found_reply(search, seed, restarts, run)
    return BestReply(against, search.values, search.tie_break, search.notion, reply)


def seed_and_restarts(seed: int, restarts: int) -> tuple[int, int]:
    """Return both, after a check."""
    return whole_number(seed, "a non-negative seed", 0), whole_number(restarts, "{} to {:,} restarts", 0, MOST_BATCHES)


def found_reply(search: ReplySearch, seed: int, restarts: int, run: Run, what: str = "climbing") -> Reply:
    """Return the best reply that climbs find; if the run is stopped, the best until then."""
    margins = search.margins()  # refuses what cannot be played, before anything is written
    climbs: list[Result] = []
    unfinished: list[Result] = []
    for part in run.batches(ReplyClimbs(search, seed, restarts), what, unfinished):
        climbs.append(part)
        run.tell_best(f"{max(float(part['score']) for part in climbs):+.4f}")
    if not climbs and not unfinished:
        run.expect_more()
    best = begin = max(climbs + unfinished, key=lambda part: float(part["score"]))["row"]
    around = partial(wide, values=margins.preparer.value_indices(search.values))
    with suppress(Stopped), attended(run):
        for row, _ in climb(begin, partial(search.score, margins), around):
            best = row
            if run.is_over:
                break
    status = Status.STOPPED if run.stopped else Status.BEST_FOUND
    return Reply.to(search.mixture, margins.preparer.board(best), margins, status, len(climbs))


def proven_reply(search: ReplySearch, run: Run, what: str = "trying all boards") -> Reply:
    """Return the best reply of all."""
    if search.count > MAX_BOARDS:
        raise TooLarge(f"expected at most {MAX_BOARDS:,} boards for a proof, got {search.count:,}: give fewer values")
    margins = search.margins()
    found = list(run.shards(AllReplies(search), what))
    rows, scores, bounds = (np.concatenate([part[key] for part in found]) for key in ("rows", "scores", "bounds"))
    close = np.unique(rows[scores + bounds >= (scores - bounds).max()], axis=0)
    tried = sum(int(part["tried"][0]) for part in found)
    replies = []
    with run.stage("comparing exactly", len(close)) as step:
        for row in close:
            replies.append(Reply.to(search.mixture, margins.preparer.board(row), margins, Status.PROVEN, tried))
            step()
    return max(replies, key=lambda reply: reply.margin)
