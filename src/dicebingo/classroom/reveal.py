"""The results shown in the reveal: each board's strength, alone and against the others, and a review of each game.

The boards are known when a round starts, so ``strengths`` and ``rivals`` are computed during the game. After the game,
``replays`` reviews it. Let V(S) be the expected number of rolls left with the marks S, and suppose that n rolls have
led from no marks to S. If the loss of each choice is defined as in ``review``, then

    n + V(S) = V(∅) + (the losses) - (the luck),

where the luck of a roll is the advantage of its value over an average roll, before any choice. The expected luck is 0.
This equation separates luck from skill exactly, and measures both of them in rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from dicebingo.answer import Status
from dicebingo.errors import TooLarge
from dicebingo.exact import Number, decimal
from dicebingo.matches.match import match
from dicebingo.model.board import Board, Position
from dicebingo.running.run import Run
from dicebingo.solo.chain import make_chain
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.review import Review, review_by
from dicebingo.tournaments.results import Link

UPTO = 60
"""The last roll on which the observed share of finished games is compared with the theory."""
EXACT_CELLS, FLOAT_CELLS = 12, 16
"""The maximum number of open cells for exact and for float64 solutions. Larger boards are not solved."""
FEW = 4
"""If there are at most this many boards, and not too many joint states, the match is computed exactly."""
GAMES = 40_000
LENGTHS = (3, 4, 5)
"""The lengths of rings to look for, in this order."""
PAIR_DIGITS = 6
"""The number of decimals shown in the table of pairs; the winner of each pair is decided exactly."""
DIGITS = 9
"""Boards share a rank if their expected rolls in float64 agree to this number of decimals."""


@dataclass(frozen=True, slots=True)
class BoardStrength:
    """A board's solo strength: its expected rolls, its rank in the class and, if known, P(T <= k) for k = 0, 1, .."""

    expected_rolls: Number
    rank: int
    cdf: tuple[float, ...]


class Strengths(NamedTuple):
    """The solo strength of each board, and the share of the class expected to finish on each roll."""

    players: list[BoardStrength]
    theory: list[float]


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability of finishing first, alone or tied; an estimate has a 95% confidence interval."""

    exact: str | None
    decimal: float
    low: float
    high: float


class Pairs(NamedTuple):
    """All boards against each other: P(row wins), P(tie), and 1 if the row beats the column, or -1 if it loses."""

    wins: list[list[float]]
    ties: list[list[float]]
    beats: list[list[int]]


class ClassRing(NamedTuple):
    """Pupils in a ring: each pupil's board beats the next pupil's. All probabilities are exact."""

    pupils: tuple[int, ...]
    links: tuple[Link, ...]
    smallest_margin: Fraction
    sure: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A suboptimal mark: the roll's index, the cells marked, the best cells, and the loss."""

    index: int
    cells: tuple[int, ...]
    best: tuple[int, ...]
    loss: Number


@dataclass(frozen=True, slots=True)
class Rivals:
    """The boards of a class against each other: winning chances, all pairs, and the strongest ring.

    If the boards are too large for a tournament, there are no pairs and no ring.
    """

    chances: tuple[Chance, ...]
    status: Status
    games: int | None
    pairs: Pairs | None = None
    ring: ClassRing | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A reviewed game: ``finish`` is the number of the roll with the bingo, counting from 1.

    ``luck`` is the number of rolls that the dice saved, compared with average luck. ``choices`` is the number of rolls
    with a real choice, that is, with matching cells that are not equally good.
    """

    finish: int | None
    loss: Number
    luck: Number
    mistakes: list[Mistake]
    choices: int = 0

    @classmethod
    def of(cls, review: Review, finish: int | None) -> PlayedGame:
        """Return the summary of a review."""
        start, left = review.solution.value(), review.solution.value(review.end.marked)
        mistakes = [
            Mistake(i, move.cells, tuple(cell for c in move.candidates if not c.loss for cell in c.cells), move.loss)
            for i, move in enumerate(review.moves)
            if move.loss
        ]
        choices = sum(any(candidate.loss for candidate in move.candidates) for move in review.moves)
        return cls(finish, review.loss, start + review.loss - len(review.moves) - left, mistakes, choices)


def strengths(boards: Sequence[Board], run: Run | None = None) -> Strengths:
    """Return the solo strength of each board, and the share of the class expected to finish on each roll."""
    solved: dict[Board, tuple[Number, tuple[float, ...]]] = {}
    with Run.of(run).stage("solving the boards", len(boards)) as step:
        for board in boards:
            if board not in solved:
                play = _solution(board)
                solved[board] = play.expected_rolls, _cdf(play)
            step()
    sizes = [_rounded(solved[board][0]) for board in boards]
    order = sorted(sizes)
    ranks = [1 + order.index(size) for size in sizes]
    found = [BoardStrength(solved[board][0], rank, solved[board][1]) for board, rank in zip(boards, ranks, strict=True)]
    return Strengths(found, theory(found))


def _rounded(number: Number) -> Number:
    return round(number, DIGITS) if isinstance(number, float) else number


def expect_size(board: Board) -> int:
    """Return the number of open cells, or raise an error if there are too many."""
    size = len(board.rules.layout.open_cells)
    if size > FLOAT_CELLS:
        raise TooLarge(f"Only boards with at most {FLOAT_CELLS} open cells can be compared; these have {size}.")
    return size


def _solution(board: Board) -> OptimalPlay:
    return optimal_play(board, exact=expect_size(board) <= EXACT_CELLS)


def _cdf(play: OptimalPlay) -> tuple[float, ...]:
    if not play.exact:
        return ()
    chain = make_chain(play, Optimal(TieBreak.SMALLEST))
    return tuple(decimal(by) for _, by in chain.distribution(UPTO))


def theory(found: Sequence[BoardStrength]) -> list[float]:
    """Return the share of the class expected to finish on roll 1, 2, .. if all play optimally."""
    if not all(strength.cdf for strength in found):
        return []
    by = [sum(shares) / len(found) for shares in zip(*(strength.cdf for strength in found), strict=True)]
    return [now - before for before, now in pairwise(by)]


def rivals(boards: Sequence[Board], *, seed: int = 1, run: Run | None = None) -> Rivals:
    """Compare two or more boards with each other: exactly if there are few boards, and otherwise by simulation."""
    expect_size(boards[0])
    from dicebingo.tournaments.rings import rings  # noqa: PLC0415  (numba)
    from dicebingo.tournaments.tournament import tournament  # noqa: PLC0415  (numba)

    chances, games = _exact_chances(boards), None
    if not chances:
        chances, games = _simulated_chances(boards, seed, run), GAMES
    found = Rivals(chances, Status.PROVEN if games is None else Status.SIMULATED, games)
    try:
        played = tournament(boards, names=[str(number) for number in range(len(boards))], run=run)
    except TooLarge:
        return found
    wins, ties = (table.round(PAIR_DIGITS).tolist() for table in (played.wins, played.ties))
    found = replace(found, pairs=Pairs(wins, ties, played.sign.tolist()))
    for length in LENGTHS:
        if strongest := rings(played, length=length, most=1):
            ring, names = strongest.rings[0], strongest.names[0]
            return replace(found, ring=ClassRing(tuple(map(int, names)), ring.links, ring.smallest_margin, ring.sure))
    return found


def _exact_chances(boards: Sequence[Board]) -> tuple[Chance, ...]:
    if len(boards) > FEW:
        return ()
    try:
        outcomes = match(*boards, fast=False).outcomes
    except TooLarge:
        return ()
    wins = [sum((p for winners, p in outcomes.items() if i in winners), Fraction(0)) for i in range(len(boards))]
    return tuple(Chance(str(win), *[decimal(win)] * 3) for win in wins)


def _simulated_chances(boards: Sequence[Board], seed: int, run: Run | None) -> tuple[Chance, ...]:
    from dicebingo.matches.simulation import simulate  # noqa: PLC0415  (numba)

    wins = simulate(*boards, games=GAMES, seed=seed, run=run).wins
    return tuple(Chance(None, win.estimate, win.low, win.high) for win in wins)


class Replays(NamedTuple):
    """The reviews of all games in a round."""

    players: list[PlayedGame]


def replays(games: Iterable[tuple[Board, Sequence[tuple[int, Sequence[int]]]]]) -> Replays:
    """Review games, each given as a board and its rolls with the marked cells. Rolls after a bingo are ignored."""
    found = []
    for board, moves in games:
        position, upto = Position(board), 0
        while upto < len(moves) and not position.is_bingo:
            position, upto = position.mark(*moves[upto][1]), upto + 1
        reviewed = review_by(_solution(board), moves[:upto])
        found.append(PlayedGame.of(reviewed, upto if position.is_bingo else None))
    return Replays(found)
