"""The interval of all equilibrium weights of two boards, proven at its two ends.

A mixture plays the first board with probability p and the second with 1 - p. A reply with margin a over the first board
and margin b over the second has the margin p a + (1 - p) b. The reply does not win if this margin is at most 0. The
margin is linear in p, so the values of p for which the reply does not win lie on one side of some point. Therefore the
values of p for which no board wins form an interval, and a proof that no board wins at the two ends of the interval
covers all p in between. Local search guesses the two ends, and a single proof covers both of them. If a board wins at
an end, the interval shrinks. The proof excludes no board that wins anywhere in the guessed interval.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board
from dicebingo.replies.counter import equal_boards, found_reply
from dicebingo.replies.prover import ReplyProver
from dicebingo.replies.reply import Reply, ReplySearch, Weights
from dicebingo.running.run import Run
from dicebingo.running.stopping import attending
from dicebingo.tournaments.margins import Margins

Line = tuple[Fraction, Fraction]
"""The margins of a board over both boards of a mixture."""


@dataclass(frozen=True, slots=True)
class Interval(Checked):
    """All probabilities of ``board``, from ``low`` to ``high``, for which no board beats the mixture.

    If the probability is smaller, the board ``below`` wins; if it is larger, the board ``above`` wins.
    ``below`` is None if ``low`` is 0, and ``above`` is None if ``high`` is 1.
    """

    board: Board
    low: Fraction
    high: Fraction
    below: Board | None
    above: Board | None


def ends(lines: Iterable[Line]) -> tuple[Fraction, Fraction] | None:
    """Return the smallest and the largest p with p a + (1 - p) b <= 0 for all (a, b) in ``lines``.

    Return None if there is no such p.

    >>> ends([(Fraction(1), Fraction(-1)), (Fraction(-2), Fraction(1))])
    (Fraction(1, 3), Fraction(1, 2))
    """
    low, high = Fraction(0), Fraction(1)
    for a, b in lines:
        if a > b:
            high = min(high, b / (b - a))
        elif a < b:
            low = max(low, b / (b - a))
        elif b > 0:
            return None
    return (low, high) if low <= high else None


def guessed_ends(
    search: ReplySearch, lines: list[Line], seed: int, restarts: int, run: Run, what: str
) -> tuple[Fraction, Fraction] | Reply:
    """Guess the ends of the interval from ``lines`` and the replies found by local search.

    If local search finds a reply that beats the mixture itself, return that reply instead.
    """
    boards, known = search.mixture.boards, search.margins()
    number = 0
    while True:
        found = ends(lines)
        assert found is not None  # at the mixture's own weights, all margins are at most 0
        new = []
        for share in dict.fromkeys(found):
            at = replace(search, mixture=Mixture(boards, (share, 1 - share)))
            folder = run.within(f"end-{number:04d}")
            number += 1
            reply = found_reply(at, seed + number, restarts, folder, what)
            run.expect_more()
            if reply.margin > 0:
                own = Reply.to(search.mixture, reply.board, known, Status.BEST_FOUND, reply.tried)
                if own.margin > 0:
                    return own
                new.append(line_of(search, known, reply.board))
        if not new:
            return found
        lines = lines + new


def line_of(search: ReplySearch, margins: Margins, board: Board) -> Line:
    """Return the margins of a board over both boards of the mixture."""
    first, second = (margins.outcomes(board, other).margin for other in search.mixture.boards)
    return first, second


def proven_interval(
    search: ReplySearch, guess: tuple[Fraction, Fraction], run: Run, what: str
) -> tuple[Reply, Interval | None]:
    """Return the best reply to a mixture of two boards and, if it does not win, the proven interval.

    Raise if the run is stopped.
    """
    weights = tuple((share, 1 - share) for share in dict.fromkeys(guess))
    prover, margins = ReplyProver(search, weights, Fraction(0)), search.margins()
    rows = prover.work(run, what)
    with attending(run):
        scores, errors = margins.certain(rows, margins.preparer.rows(search.mixture.boards))
    shares = np.array(weights, np.float64).T
    close = list(equal_boards(margins, rows[((scores @ shares) + (errors @ shares) + 1e-15 * 4 >= 0).any(axis=1)]))
    found: list[tuple[Board, Line]] = []
    with run.stage("comparing exactly", len(close)) as step:
        for boards in close:
            line = line_of(search, margins, boards[0])
            found.extend((board, line) for board in boards)
            step()
    share = search.mixture.shares[0]
    best, _ = max(found, key=lambda one: share * one[1][0] + (1 - share) * one[1][1])
    reply = Reply.to(search.mixture, best, margins, Status.PROVEN, len(rows))
    assert prover.proof is not None
    alike = sum(share * a + (1 - share) * b == reply.margin for _, (a, b) in found)
    reply = replace(reply, proof=replace(prover.proof, at_most=reply.margin, best=alike, ends=_best(found, weights)))
    limits = ends([*(line for _, line in found), *_within(guess)])
    if limits is None or reply.margin > 0:
        return reply, None
    if limits != guess:  # a board wins at an end, so prove again with the true ends
        return proven_interval(search, limits, run.within("again"), what)
    low, high = limits
    below = next(board for board, line in found if wins_below(line, low)) if low > 0 else None
    above = next(board for board, (a, b) in found if wins_below((b, a), 1 - high)) if high < 1 else None
    return reply, Interval(search.mixture.boards[0], low, high, below, above)


def wins_below(line: Line, end: Fraction) -> bool:
    """Return whether a board with these margins has a total margin of 0 at p = ``end``, and wins for every smaller p.

    >>> wins_below((Fraction(-2), Fraction(1)), Fraction(1, 3))
    True
    """
    a, b = line
    return a < b and end * a + (1 - end) * b == 0


def _best(found: list[tuple[Board, Line]], weights: Weights) -> tuple[tuple[Board, Fraction], ...]:
    """For each of the ``weights``, return the best board and its margin."""
    margins = [[(x * a + y * b, board) for board, (a, b) in found] for x, y in weights]
    best = [max(row, key=lambda pair: pair[0]) for row in margins]
    return tuple((board, margin) for margin, board in best)


def _within(guess: tuple[Fraction, Fraction]) -> list[Line]:
    """Return two constraints (pairs of margins) that restrict p to the guessed interval."""
    low, high = guess
    return [(1 - high, -high), (low - 1, low)]
