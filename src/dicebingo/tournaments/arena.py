"""The arena: both players choose a board, then the boards play.

The choice is a symmetric zero-sum game whose moves are all boards; its value is 0. Solved by a *double oracle*: keep a
set of boards, solve the game restricted to them exactly, look for the best reply to its mixture among all boards, add
it, and repeat. With M the antisymmetric matrix of margins between the boards of the set, the mixture x has

    Σᵢ xᵢ Mᵢⱼ >= 0   for all j,

so no board of the set beats it, and what the best reply wins is what it can lose at most. A reply that a local search
found is only a lower bound on that. If an exhaustive search finds that no reply wins, the mixture is an equilibrium of
the whole game: *proven*.

The first board is the one with the smallest V that descent finds: a fast board, alone, is where most would begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.games.zero_sum import solve_zero_sum
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.annealing import restarts
from dicebingo.tournaments.ascent import climb, near
from dicebingo.tournaments.margins import Arbiter, Floats, Rows, arbiter_for
from dicebingo.tournaments.mixture import Mixture, Question, Reply, Status
from dicebingo.tournaments.notion import Notion

__all__ = ["Round", "arena", "fastest_found"]

DESCENTS = 12

Search = Callable[[Question, int], Reply]
"""Looks for the best reply; it is told which round it is, so that it can begin elsewhere each time."""


@dataclass(frozen=True, slots=True)
class Round:
    """The mixture that no board of the set beats, the best reply found to it, and the size of the set."""

    number: int
    mixture: Mixture
    reply: Reply
    boards: int

    @property
    def is_equilibrium(self) -> bool:
        """Whether it is proven that no board beats the mixture."""
        return self.reply.status is Status.PROVEN and self.reply.margin <= 0


def arena(
    start: Sequence[Board], values: Sequence[int] | None, tie_break: TieBreak, notion: Notion, search: Search
) -> Iterator[Round]:
    """Yield round after round, until the search finds no board that beats the mixture.

    The last round then has a reply with a margin of 0 or less; it may be far away, so take as many as you like.
    """
    boards = list(dict.fromkeys(start))
    if not boards:
        raise InputError("expected at least one board to start with, got none")
    arbiter = arbiter_for(boards[0].rules, tie_break, notion)
    margins: dict[tuple[int, int], Rational] = {}
    number = 0
    while True:
        _play(boards, margins, arbiter)
        question = Question.about(_equilibrium(boards, margins), values, tie_break, notion)
        reply = search(question, number)
        yield Round(number, question.mixture, reply, len(boards))
        if reply.margin <= 0:
            return
        boards.append(reply.board)
        number += 1


def _play(boards: Sequence[Board], margins: dict[tuple[int, int], Rational], arbiter: Arbiter) -> None:
    """Add the margins that are not known yet."""
    for j, second in enumerate(boards):
        for i, first in enumerate(boards[: j + 1]):
            if (i, j) not in margins:
                margins[i, j] = arbiter.link(first, second).margin if i < j else Rational(0)
                margins[j, i] = -margins[i, j]


def _equilibrium(boards: Sequence[Board], margins: dict[tuple[int, int], Rational]) -> Mixture:
    """Return the mixture that no board of the set beats."""
    every = range(len(boards))
    shares = solve_zero_sum([[margins[i, j] for j in every] for i in every]).first
    played = [(board, share) for board, share in zip(boards, shares, strict=True) if share]
    return Mixture(tuple(board for board, _ in played), tuple(share for _, share in played))


def fastest_found(rules: Rules, values: Sequence[int] | None = None, seed: int = 1) -> Board:
    """Return the board with the smallest V that steepest descent from numbered random boards finds."""
    arbiter = arbiter_for(rules, TieBreak.SMALLEST)
    chosen = rules.dice.values if values is None else sorted(set(values))
    places = arbiter.preparer.places(chosen)
    runs = restarts(seed, range(DESCENTS), 1, arbiter.preparer.size, places, (len(places),))
    found = [climb(run.start[0], partial(_speed, arbiter), partial(near, values=places)) for run in runs]
    return arbiter.preparer.board(max(found, key=lambda end: end[1])[0])


def _speed(arbiter: Arbiter, rows: Rows) -> Floats:
    return -arbiter.expected_rolls(rows)
