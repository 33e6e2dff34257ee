"""The best reply: the board that beats a given board, or a mixture of boards on average, by the largest margin.

* Local search climbs from the boards of the mixture and from random boards, and then improves the best board until no
  change of one or two cells helps. Such a reply is reported as *best found*.
* If there are few boards, a proof tries all of them, deciding exactly which cells are equally good and bounding the
  rounding errors. Otherwise the proof uses bounds to exclude all boards that are worse than the reply found by local
  search (``replies.prover``). Boards that float64 cannot distinguish from the best are compared exactly. A proven reply
  is reported as *proven*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Annotated

import numpy as np

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.errors import InputError, Stopped, TooLarge, flag, whole_number
from dicebingo.exact import nearest
from dicebingo.json_form import Asked
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.ranges import largest_margin
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.simulation import SeedLike
from dicebingo.matches.strategy import lumped
from dicebingo.model.board import Board, PositionLike, RulesLike, as_boards, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, Marking, MarkingLike, Rules, TokensLike
from dicebingo.question import Doc, question
from dicebingo.replies.bounds import MAX_SYMMETRIES, expect_fits
from dicebingo.replies.cards import card_reply
from dicebingo.replies.prover import ReplyProver
from dicebingo.replies.reply import AllReplies, Reply, ReplyClimbs, ReplySearch
from dicebingo.running.run import MAX_BATCHES, Run, RunLike
from dicebingo.running.shards import Result
from dicebingo.running.stopping import attending
from dicebingo.searches.space import ValuesLike
from dicebingo.searches.universe import Universe
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.local_search import climb, wide
from dicebingo.tournaments.margins import Margins
from dicebingo.tournaments.results import BeatingAnswer, Game, GameLike, Odds
from dicebingo.tournaments.strategies import Floats, Rows, least_image, open_symmetries

FEW_BOARDS = 100_000
"""If there are at most this many boards, all are tried even without ``prove``."""
MINUTES = 10**10
"""If there are at most this many boards, a proof by bounds finishes within minutes."""
MAX_BOARDS = 10**8
"""If there are at most this many boards, a proof without bounds tries them all."""


@dataclass(frozen=True, slots=True)
class ReplyRange(Checked):
    """The board that wins by the largest margin if ties between its own cells are broken in its favour."""

    board: Board
    margin: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class BestReply(BeatingAnswer):
    """The board with values in ``values`` that beats another board, or a mixture, by the largest margin.

    ``range`` is the best reply if the replier may choose any tie-break; it is None unless requested and proven.
    """

    _json_keys_ = (
        f"{BeatingAnswer._json_head_} values universe against mixture board margin=reply.margin outcomes=odds status "
        "tried=reply.tried proof=reply.proof range"
    )

    mixture: Mixture
    values: tuple[int, ...]
    tie_break: TieBreak
    game: Game
    reply: Reply
    range: Asked[ReplyRange] = None

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.mixture.rules

    @property
    def universe(self) -> Universe:
        """The boards that may be chosen as a reply."""
        return Universe.of_values(self.rules, self.values)

    @property
    def against(self) -> Board | None:
        """The board to reply to, or None if there are several boards."""
        return self.mixture.boards[0] if len(self.mixture.boards) == 1 else None

    @property
    def board(self) -> Board:
        """The best reply."""
        return self.reply.board

    @property
    def odds(self) -> Odds:
        """The probabilities that the reply wins, loses and ties."""
        return self.reply

    @property
    def status(self) -> Status:
        """The status: proven if it is certain that no board is better, otherwise best found or stopped."""
        return self.reply.status

    def __repr__(self) -> str:
        margin = f"{nearest(100 * self.reply.margin, 4, plus=True)} points"
        target = self.against or f"a mixture of {len(self.mixture.boards)} boards"
        return f"<BestReply to {target} among {self.universe}: {self.board}, {margin}, {self.status}>"


@question
def counter(
    *boards: Annotated[PositionLike, Doc("One or more boards to beat.", "BOARD [BOARD...]")],
    weights: Annotated[
        str | Sequence[int | str | Fraction] | None,
        Doc("The probability of each board, such as 1/2,1/2 (default: all equal).", "P,P,..."),
    ] = None,
    values: ValuesLike | None = None,
    prove: Annotated[bool, Doc("Prove that no board does better.")] = False,
    range: Annotated[  # noqa: A002  (as in match)
        bool, Doc("Also find the best reply if its player breaks ties in the best way; implies `prove`.")
    ] = False,
    seconds: Annotated[float | None, Doc("Time limit in seconds; the answer is the best found by then.", "S")] = None,
    restarts: Annotated[int, Doc("Start local search from this many random boards.", "N", 0)] = 60,
    seed: SeedLike = 1,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> BestReply:
    """Find the board that beats a given one by the largest margin.

    Several boards form a mixture, played with the given ``weights``. If there are at most 100,000 possible replies, all
    are tried, and the answer is proven. Otherwise local search climbs from the given boards and from random ones. With
    ``prove``, bounds then exclude all worse boards, which takes minutes for all boards of the classic game. If the run
    is stopped, the answer is the best reply found so far, with an upper bound on the margin of any board.

    >>> reply = counter("1 2 / 3 4", rules="knuth")
    >>> print(reply.board, reply.reply.margin, reply.status)
    1 5 / 2 6 1/30 proven
    """
    prove, range = flag(prove), flag(range)  # noqa: A001  (the parameter, checked)
    against = as_boards(boards, changed_rules(rules, layout, dice, marking, tokens))
    search = ReplySearch.of(Mixture.weighted(against, weights), values, tie_break, game)
    seed, restarts = seed_and_restarts(seed, restarts)
    if range and search.game is Game.DUEL:
        raise InputError("a range over tie-breaks needs matches: duels have no tie-breaks")
    if range and not search.mixture.rules.is_full_card:
        expect_fits(search.mixture.boards, len(search.values), search.tie_break)
    run = Run.of(run, seconds)
    best, prove = None, prove or range
    if search.mixture.rules.is_full_card:
        reply = card_reply(search.mixture, search.values, run)
        best = ReplyRange(reply.board, reply.margin) if range else None
        return BestReply(search.mixture, search.values, search.tie_break, search.game, reply, best)
    if prove:
        expect_provable(search)
    bounds = prove and has_bounds(search)
    if not bounds and (prove or search.count <= FEW_BOARDS):
        reply = tried_reply(search, run)
    else:
        reply = found_reply(search, seed, restarts, run.within("climbs") if bounds else run)
        if bounds and reply.status is not Status.STOPPED:
            reply, left = bounded_reply(search, reply, run)
            if range and reply.status is Status.PROVEN:
                best = _best_range(search, left, run)
    return BestReply(search.mixture, search.values, search.tie_break, search.game, reply, best)


def seed_and_restarts(seed: int, restarts: int) -> tuple[int, int]:
    """Return ``seed`` and ``restarts`` after checking them."""
    return whole_number(seed, "a non-negative seed", 0), whole_number(restarts, "{} to {:,} restarts", 0, MAX_BATCHES)


def found_reply(search: ReplySearch, seed: int, restarts: int, run: Run, what: str = "climbing") -> Reply:
    """Return the best reply found by local search. If the run is stopped, return the best reply so far."""
    margins = search.margins()  # before the run writes anything, check that the boards can be played
    climbs: list[Result] = []
    unfinished: list[Result] = []
    for part in run.batches(ReplyClimbs(search, seed, restarts), what, unfinished):
        climbs.append(part)
        run.tell_best(nearest(max(float(part["score"]) for part in climbs), 4, plus=True))
    if not climbs and not unfinished:
        run.expect_more()
    best = begin = max(climbs + unfinished, key=lambda part: float(part["score"]))["row"]
    around = partial(wide, values=margins.preparer.value_indices(search.values))
    with suppress(Stopped), attending(run):
        for row, _ in climb(begin, partial(search.score, margins), around):
            best = row
            if run.is_over:
                break
    status = Status.STOPPED if run.stopped else Status.BEST_FOUND
    return Reply.to(search.mixture, margins.preparer.board(best), margins, status, len(climbs))


def has_bounds(search: ReplySearch) -> bool:
    """Return whether bounds exist for the rules, with tables that are not too large."""
    with suppress(InputError, TooLarge):
        expect_fits(search.mixture.boards, len(search.values), search.tie_break)
        return True
    return False


def is_provable(search: ReplySearch) -> bool:
    """Return whether the best reply can be proven, by bounds or by trying all boards."""
    return search.count <= MAX_BOARDS or has_bounds(search)


def expect_provable(search: ReplySearch) -> None:
    """Raise unless the best reply can be proven."""
    if search.mixture.rules.marking is Marking.ALL:
        _expect_few(search)
    elif not is_provable(search):
        expect_fits(search.mixture.boards, len(search.values), search.tie_break)


def _expect_few(search: ReplySearch) -> None:
    """Raise unless all boards can be tried."""
    if search.count > MAX_BOARDS:
        raise TooLarge(f"expected at most {MAX_BOARDS:,} boards to try, got {search.count:,}: use fewer values")


def takes_minutes(search: ReplySearch) -> bool:
    """Return whether a proof finishes within minutes.

    This is true for at most ``FEW_BOARDS`` boards, and for at most ``MINUTES`` boards if bounds exist.
    """
    return search.count <= FEW_BOARDS or (search.count <= MINUTES and has_bounds(search))


def proven_reply(search: ReplySearch, found: Reply, run: Run, what: str = "") -> Reply:
    """Return the best of all replies, proven by bounds if the rules have them, or else by trying all boards."""
    if has_bounds(search):
        return bounded_reply(search, found, run, what)[0]
    return tried_reply(search, run, f"{what}all replies")


def tried_reply(search: ReplySearch, run: Run, what: str = "trying all boards") -> Reply:
    """Try all boards, and return the best reply."""
    _expect_few(search)
    found = list(run.shards(AllReplies(search), what))
    rows, scores, bounds = (np.concatenate([part[key] for part in found]) for key in ("rows", "scores", "bounds"))
    tried = sum(int(part["tried"][0]) for part in found)
    return max(_compared(search, rows, scores, bounds, tried, run), key=lambda reply: reply.margin)


def bounded_reply(search: ReplySearch, found: Reply, run: Run, what: str = "") -> tuple[Reply, Rows]:
    """Prove by bounds which reply is the best, and return it with the boards that the bounds did not exclude.

    If the run is stopped, return the best reply so far.
    """
    prover = ReplyProver(search, (search.mixture.shares,), found.margin)
    try:
        rows = prover.work(run, what)
        replies = compared_replies(search, rows, run)
    except Stopped:
        return replace(found, status=Status.STOPPED, proof=prover.proof), np.zeros((0, 0), np.int64)
    best = max(replies, key=lambda reply: reply.margin)
    assert prover.proof is not None
    alike, ends = sum(reply.margin == best.margin for reply in replies), ((best.board, best.margin),)
    return replace(best, proof=replace(prover.proof, at_most=best.margin, best=alike, ends=ends)), rows


def compared_replies(search: ReplySearch, rows: Rows, run: Run) -> list[Reply]:
    """Return the replies among ``rows`` that may be the best, with exact margins."""
    with attending(run):
        scores, bounds = search.certain(search.margins(), rows)
    return _compared(search, rows, scores, bounds, len(rows), run)


def _compared(search: ReplySearch, rows: Rows, scores: Floats, bounds: Floats, tried: int, run: Run) -> list[Reply]:
    """Return the replies that float64 cannot distinguish from the best, with exact margins."""
    margins, replies = search.margins(), list[Reply]()
    groups = list(equal_boards(margins, rows[scores + bounds >= (scores - bounds).max()]))
    with run.stage("comparing exactly", len(groups)) as step:
        for boards in groups:
            reply = Reply.to(search.mixture, boards[0], margins, Status.PROVEN, tried)
            replies.extend(replace(reply, board=board) for board in boards)
            step()
    return replies


def equal_boards(margins: Margins, rows: Rows) -> Iterator[list[Board]]:
    """Yield groups of boards that have the same margin over any opponent.

    If ties between cells do not matter on a board, its images form one group. Any other board is a group by itself.
    """
    preparer, orbits = margins.preparer, dict[bytes, list[Board]]()
    symmetries = open_symmetries(preparer.rules.layout, MAX_SYMMETRIES)
    for row in np.unique(rows, axis=0):
        least = row[symmetries[least_image(row, symmetries)]]
        orbits.setdefault(least.tobytes(), []).append(preparer.board(row))
    for boards in orbits.values():
        (own,) = strategies_for(boards[:1], tie_break=TieBreak.RANDOM)
        yield from [boards] if lumped(own).scale == 1 else ([board] for board in boards)


def _best_range(search: ReplySearch, rows: Rows, run: Run) -> ReplyRange:
    """Return the best of ``rows`` if each board breaks its ties in the best way against each opponent.

    Images of a board then have the same margin, so one of them is enough.
    """
    mixture, margins = search.mixture, search.margins()
    symmetries = margins.preparer.symmetries
    orbits = np.unique([row[symmetries[least_image(row, symmetries)]] for row in rows], axis=0)
    opponents = strategies_for(mixture.boards, tie_break=search.tie_break)
    best: ReplyRange | None = None
    with run.stage("comparing over all tie-breaks", len(orbits)) as step:
        for row in orbits:
            board = margins.preparer.board(row)
            (own,) = strategies_for([board], tie_break=TieBreak.RANDOM)
            parts = zip(mixture.shares, opponents, strict=True)
            margin = sum((share * largest_margin(own, other) for share, other in parts), Fraction(0))
            if best is None or margin > best.margin:
                best = ReplyRange(board, margin)
            step()
    assert best is not None
    return best
