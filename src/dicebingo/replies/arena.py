"""The arena: both players choose a board, then the boards play.

The choice is a symmetric zero-sum game in which every board is a move; the value of the game is 0. The game is solved
by a *double oracle*: start with a set of boards, solve the game restricted to this set exactly, find the best reply to
the resulting mixture among all boards, add that reply to the set, and repeat. If M is the antisymmetric matrix of
margins between the boards of the set, the mixture x satisfies

    Σᵢ xᵢ Mᵢⱼ >= 0   for all j,

so no board of the set beats the mixture, and the most that the mixture can lose is the margin of the best reply. A
reply found by local search gives only a lower bound on that loss. If it is *proven* that no reply wins, the mixture is
an equilibrium of the whole game. For a mixture of two boards, the proof also determines for which probabilities of the
two boards no board beats the mixture.

The set starts with the fastest board that a few descents find, because most people would start with a fast board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Annotated

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.errors import Stopped, flag, whole_number
from dicebingo.exact import nearest
from dicebingo.games.zero_sum import solve_zero_sum
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Board, PositionLike, RulesLike, as_boards, as_rules, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, Rules, TokensLike
from dicebingo.question import Doc, question
from dicebingo.replies.cards import CardMargins, card_reply, fastest_card
from dicebingo.replies.counter import (
    expect_provable,
    found_reply,
    has_bounds,
    is_provable,
    proven_reply,
    seed_and_restarts,
    takes_minutes,
)
from dicebingo.replies.equilibrium_weights import Interval, Line, guessed_ends, proven_interval
from dicebingo.replies.reply import HasOutcomes, Reply, ReplySearch
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.space import ValuesLike
from dicebingo.searches.universe import Universe
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.boards import allowed_values, expect_values
from dicebingo.tournaments.local_search import climb, near
from dicebingo.tournaments.local_search import restarts as random_starts
from dicebingo.tournaments.margins import margins_for
from dicebingo.tournaments.results import BeatingAnswer, Game, GameLike
from dicebingo.tournaments.strategies import Rows

DESCENTS = 12
MAX_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class ArenaRound(Checked):
    """A mixture that no board of the current set beats, the best reply found to that mixture, and the set's size."""

    _json_keys_ = "boards best_reply=reply"

    mixture: Mixture
    reply: Reply
    boards: int


@dataclass(frozen=True, slots=True)
class Excluded(Checked):
    """A board of the set that is not in the mixture, and its shortfall.

    The shortfall ``needs`` is the margin by which the board loses to the mixture.
    """

    board: Board
    needs: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Arena(BeatingAnswer):
    """The rounds of an arena. The last round contains the answer.

    ``status`` is the status of the best reply in the last round. For a mixture of two boards, ``interval`` contains all
    probabilities of one of them for which no board beats the mixture, if these are proven. ``excluded`` lists the
    boards of the set that are not in the mixture, the smallest shortfall first.
    """

    _json_keys_ = (
        f"{BeatingAnswer._json_head_} values universe mixture best_reply status equilibrium=is_equilibrium interval "
        "excluded proof=best_reply.proof rounds"
    )

    tie_break: TieBreak
    game: Game
    values: tuple[int, ...]
    rounds: tuple[ArenaRound, ...]
    status: Status
    interval: Interval | None = None
    excluded: tuple[Excluded, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.mixture.rules

    @property
    def universe(self) -> Universe:
        """The boards that may be chosen as a reply."""
        return Universe.of_values(self.rules, self.values)

    @property
    def mixture(self) -> Mixture:
        """The boards to choose from, each with its probability."""
        return self.rounds[-1].mixture

    @property
    def best_reply(self) -> Reply:
        """The best reply found to the mixture."""
        return self.rounds[-1].reply

    @property
    def is_equilibrium(self) -> bool:
        """Whether it is proven that no board of the universe beats the mixture."""
        return self.best_reply.status is Status.PROVEN and self.best_reply.margin <= 0

    def __repr__(self) -> str:
        margin = f"{nearest(100 * self.best_reply.margin, 4, plus=True)} points"
        mixed = f"boards in the mixture: {len(self.mixture.boards)}"
        return f"<Arena of {self.universe}: {mixed}, best reply {margin}, {self.status}>"


@question
def arena(
    boards: Annotated[Sequence[PositionLike], Doc("Boards to begin with (default: a fast board).", "[BOARD...]")] = (),
    *,
    values: ValuesLike | None = None,
    prove: Annotated[
        bool | None, Doc("End with a proof that no board beats the mixture (default: if it takes only a few minutes).")
    ] = None,
    rounds: Annotated[int, Doc("Add at most this many boards to the starting boards.", "N", 0, MAX_ROUNDS)] = 100,
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
) -> Arena:
    """Find the best mixture of boards when the opponent also chooses strategically.

    Each round finds the best reply to the current mixture and adds it to the set of boards. A final proof shows that no
    board beats the mixture. The proof takes minutes for all boards of the classic game. If the run is stopped, the
    answer is the last round, with the best reply so far. If you give boards and ``values``, the boards may contain only
    these values.

    >>> found = arena(["1 1 / 2 2"], rules="knuth", values=[1, 2])
    >>> found.is_equilibrium, [str(board) for board in found.mixture.boards]
    (True, ['1 1 / 2 2'])
    """
    prove, rules = None if prove is None else flag(prove), changed_rules(rules, layout, dice, marking, tokens)
    rounds = whole_number(rounds, "{} to {:,} rounds", 0, MAX_ROUNDS)
    seed, restarts = seed_and_restarts(seed, restarts)
    tie_break, game, run = TieBreak.parse(tie_break), Game.parse(game), Run.of(run)
    timed = Run.of(run, seconds)
    timed.expect_more()
    given = as_boards(boards, rules)
    expect_values(given, values)
    known_rules = given[0].rules if given else as_rules(rules)
    by_counts = known_rules.is_full_card
    if by_counts and not given:
        given = [fastest_card(known_rules, allowed_values(known_rules, values), run)]
    start = given or [fastest_found(known_rules, values, seed, run, lambda: timed.is_over)]
    known, played = list(dict.fromkeys(start)), list[ArenaRound]()
    margins: HasOutcomes = CardMargins() if by_counts else margins_for(known_rules, tie_break, game)
    between = dict[tuple[int, int], Fraction]()
    finished, interval, excluded = False, None, tuple[Excluded, ...]()
    try:
        while not finished and not (played and timed.is_over):
            mixture = _equilibrium(known, margins, between, timed if played else run)
            search = ReplySearch.of(mixture, values, tie_break, game)
            lines, excluded = _others(known, mixture, between)
            if prove and not played and not by_counts:
                expect_provable(search)
            if by_counts:
                reply = card_reply(mixture, search.values, timed, f"round {len(played)}: ")
            else:
                wanted = takes_minutes(search) if prove is None else prove and is_provable(search)
                reply, interval = _reply(search, lines, len(played), wanted, seed, restarts, timed)
            played.append(ArenaRound(mixture, reply, len(known)))
            known.append(reply.board)
            finished = reply.status is not Status.STOPPED and (reply.margin <= 0 or len(played) > rounds)
    except Stopped:
        if not played:
            raise
    status = Status.STOPPED if run.stopped and not finished else played[-1].reply.status
    allowed = allowed_values(known_rules, values)
    return Arena(tie_break, game, allowed, tuple(played), status, interval, excluded)


def _others(
    boards: Sequence[Board], mixture: Mixture, between: dict[tuple[int, int], Fraction]
) -> tuple[list[Line], tuple[Excluded, ...]]:
    """Evaluate all boards of the set against the mixture.

    If the mixture has two boards, return the margins of all boards over these two. Also return the shortfalls of the
    boards outside the mixture.
    """
    number = {board: i for i, board in enumerate(boards)}
    own = [number[board] for board in mixture.boards]
    lines = [(between[i, own[0]], between[i, own[1]]) for i in range(len(boards))] if len(own) == 2 else []
    others = []
    for i, board in enumerate(boards):
        if i not in own:
            margin = sum((x * between[i, j] for x, j in zip(mixture.shares, own, strict=True)), Fraction(0))
            others.append(Excluded(board, -margin))
    return lines, tuple(sorted(others, key=lambda other: other.needs))


def _reply(
    search: ReplySearch, lines: list[Line], number: int, prove: bool, seed: int, restarts: int, run: Run
) -> tuple[Reply, Interval | None]:
    """Return the best reply of a round.

    Local search looks for a winning reply. If local search finds none and ``prove`` is set, a proof determines the best
    reply.
    """
    within, what = run.within(f"round-{number:04d}"), f"round {number}: "
    reply = found_reply(search, seed + number, restarts, within.within("climbs"), f"{what}replies")
    if reply.status is Status.STOPPED and number:
        run.expect_more()
    if reply.margin > 0 or not prove or run.is_over:
        return reply, None
    try:
        if len(search.mixture.boards) == 2 and has_bounds(search):
            guess = guessed_ends(search, lines, seed + number, restarts, within.within("ends"), f"{what}interval ends")
            return (guess, None) if isinstance(guess, Reply) else proven_interval(search, guess, within, what)
        return proven_reply(search, reply, within, what), None
    except Stopped:
        return replace(reply, status=Status.STOPPED) if run.stopped else reply, None


def _equilibrium(
    boards: Sequence[Board], margins: HasOutcomes, between: dict[tuple[int, int], Fraction], run: Run
) -> Mixture:
    """Return the mixture that no board of the set beats, adding missing margins to ``between``."""
    for j, second in enumerate(boards):
        for i, first in enumerate(boards[: j + 1]):
            if (i, j) not in between:
                run.expect_more()
                between[i, j] = margins.outcomes(first, second).margin if i < j else Fraction(0)
                between[j, i] = -between[i, j]
    players = range(len(boards))
    shares = solve_zero_sum([[between[i, j] for j in players] for i in players]).first
    played = [(board, share) for board, share in zip(boards, shares, strict=True) if share]
    return Mixture(tuple(board for board, _ in played), tuple(share for _, share in played))


def fastest_found(
    rules: Rules,
    values: ValuesLike | None = None,
    seed: int = 1,
    run: Run | None = None,
    over: Callable[[], bool] = lambda: False,
) -> Board:
    """Return the fastest board (smallest V) found by steepest descents from random boards.

    The search stops when ``over()`` is true.
    """
    margins = margins_for(rules, TieBreak.SMALLEST)
    indices = margins.preparer.value_indices(allowed_values(rules, values))
    begun = random_starts(seed, range(DESCENTS), 1, margins.preparer.size, indices, (len(indices),))
    found: list[tuple[Rows, float]] = []
    with Run.of(run).stage("finding a fast board", len(begun)) as step:
        for restart in begun:
            around = partial(near, values=indices)
            *_, end = climb(restart.start[0], lambda rows: -margins.expected_rolls(rows), around)
            found.append(end)
            step()
            if over():
                break
    return margins.preparer.board(max(found, key=lambda end: end[1])[0])
