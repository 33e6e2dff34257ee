"""Certificates of best replies: their claims and how to check them.

A certificate lists opponents' boards, one or more rows of weights for them, and the values that a reply may have. For
each row, it claims that no reply with these values has a larger margin than the named board. The certificate states how
many multisets there are, how many of them are not excluded by their bounds (``followed``), how many arrangements these
have up to symmetry, and which arrangements no bound excludes. For two boards, a certificate may also state the interval
of all weights for which no board wins. The margin is linear in the weights, so the interval follows from the proof at
its two ends and, for each end, from a board that has a margin of 0 there and wins beyond that end.

The quick check computes the exact margins of the named boards, recomputes the bounds for multisets, counts the
multisets that they exclude, and counts the arrangements of the remaining multisets by Burnside's lemma. The quick check
also bounds and compares the boards listed as not excluded, but it cannot detect a board missing from this list. The
full check repeats the whole proof and compares the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from dicebingo import __version__
from dicebingo.answer import Status
from dicebingo.errors import InputError
from dicebingo.exact import as_fraction, decimal, number_json
from dicebingo.json_form import Json, to_dict, to_json
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board, as_board
from dicebingo.model.symmetry import cycle_lengths
from dicebingo.proofs.certificate import (
    REPLY_KIND,
    CertifiedInterval,
    CertifiedReply,
    CertifiedRules,
    Claim,
    Finding,
    ReplyCertificate,
    rules_of,
)
from dicebingo.replies.arena import Arena
from dicebingo.replies.bounds import MAX_SYMMETRIES, bounds_of
from dicebingo.replies.counter import BestReply
from dicebingo.replies.equilibrium_weights import line_of, wins_below
from dicebingo.replies.prover import ReplyProver
from dicebingo.replies.reply import Reply, ReplySearch
from dicebingo.running.run import Run
from dicebingo.searches.universe import Universe
from dicebingo.tournaments.strategies import open_symmetries


def reply_certificate(answer: BestReply | Arena) -> Claim | None:
    """Return the certificate of a best reply or an arena, as JSON. Return None if nothing was proven by bounds."""
    reply = answer.reply if isinstance(answer, BestReply) else answer.best_reply
    interval = answer.interval if isinstance(answer, Arena) else None
    proof = reply.proof
    if reply.status is not Status.PROVEN or proof is None:
        return None
    weights = [[str(share) for share in row] for row in proof.weights]
    ends = [CertifiedReply(board, margin) for board, margin in proof.ends]
    limits = None
    if interval is not None:
        limits = CertifiedInterval(interval.board, interval.low, interval.high, interval.below, interval.above)
    return to_dict(
        ReplyCertificate(
            kind=REPLY_KIND,
            version=__version__,
            rules=CertifiedRules.of(answer.rules),
            values=answer.values,
            total_boards=answer.universe.boards,
            tie_break=answer.tie_break.value,
            game=answer.game.value,
            boards=answer.mixture.boards,
            weights=weights,
            target=str(proof.target),
            ends=ends,
            interval=limits,
            multisets=proof.multisets,
            followed=proof.followed,
            orbits=proof.orbits,
            left=proof.left,
            left_boards=proof.left_boards,
        )
    )


def check_reply(claim: Claim, full: bool, run: Run) -> Iterator[Finding]:
    """Check a certificate, yielding each finding as soon as it is known."""
    rules = rules_of(claim)
    boards = tuple(as_board(values, rules) for values in claim["boards"])
    weights = tuple(tuple(as_fraction(share) for share in row) for row in claim["weights"])
    if not weights or len(weights) != len(claim["ends"]):
        raise InputError("expected a certificate with one reply for each row of weights")
    searches = [
        ReplySearch.of(Mixture(boards, row), tuple(claim["values"]), claim["tie_break"], claim["game"])
        for row in weights
    ]
    search, margins = searches[0], searches[0].margins()
    universe = Universe.of_values(rules, search.values)
    yield f"the certificate covers {universe}", universe.boards == claim["total_boards"]
    target, exact = as_fraction(claim["target"]), []
    for at, end in zip(searches, claim["ends"], strict=True):
        board = as_board(end["board"], rules)
        margin = Reply.to(at.mixture, board, margins, Status.PROVEN, 0).margin
        exact.append(margin)
        shares = ", ".join(map(str, at.mixture.shares))
        what = f"{board} wins by {decimal(margin):.10g} against the mixture with weights {shares}"
        yield what, number_json(margin) == end["margin"] and _allows(search, board)
    yield "every excluded board is worse than the best replies", min(exact) >= target
    yield from _check_interval(claim, search, exact, weights)
    prover = ReplyProver(search, weights, target)
    counts, _, bounds = prover.followed(run)
    own = bounds_of(rules, search.values)
    multisets = comb(own.size + len(search.values) - 1, own.size)
    yield f"there are {multisets:,} multisets", multisets == claim["multisets"] == len(bounds)
    yield f"{len(counts):,} multisets remain after bounding", len(counts) == claim["followed"]
    orbits = sum(count_arrangements(own.symmetries.tolist(), row.tolist()) for row in counts)
    yield f"the remaining multisets have {orbits:,} arrangements up to symmetry", orbits == claim["orbits"]
    yield from _check_left(claim, prover, searches, exact)
    if full:
        prover.work(run)
        assert prover.proof is not None
        yield f"bounds of {prover.proof.orbits:,} arrangements are recomputed", prover.proof.orbits == claim["orbits"]
        again = {tuple(to_json(board)) for board in prover.proof.left_boards}
        yield "a new proof excludes the same boards", again == set(map(tuple, claim["left_boards"]))


def _allows(search: ReplySearch, board: Board) -> bool:
    """Return whether the board has only values that the certificate allows."""
    return set(board.values) <= {*search.values, None}


def _check_left(
    claim: Claim, prover: ReplyProver, searches: Sequence[ReplySearch], best: Sequence[Fraction]
) -> Iterator[Finding]:
    """Check the boards that the certificate lists as not excluded.

    The bounds must not exclude these boards, and the best replies must be the best among them.
    """
    search, margins = prover.search, prover.search.margins()
    listed = [as_board(values, search.mixture.rules) for values in claim["left_boards"]]
    if not listed or not all(_allows(search, board) for board in listed):
        yield "the remaining boards contain only allowed values", False
        return
    orbits = margins.preparer.rows(listed)
    rows = prover.images(orbits)
    yield f"{len(rows):,} boards remain after bounding", len(rows) == claim["left"] and prover.leaves(orbits)
    forms = {
        min(map(tuple, images))
        for images in orbits[:, open_symmetries(search.mixture.rules.layout, MAX_SYMMETRIES)].tolist()
    }
    yield "each remaining board is listed once, up to symmetry", len(forms) == len(listed)
    for at, margin in zip(searches, best, strict=True):
        scores, errors = at.certain(margins, rows)
        close = [margins.preparer.board(row) for row in rows[scores + errors >= decimal(margin)]]
        again = [Reply.to(at.mixture, board, margins, Status.PROVEN, 0).margin for board in close]
        yield "the best remaining board has the claimed margin", max(again, default=None) == margin


def _check_interval(
    claim: Claim, search: ReplySearch, margins: Sequence[Fraction], weights: Sequence[Sequence[Fraction]]
) -> Iterator[Finding]:
    """Check that the ends of the interval are the proven weights, and that a board wins beyond each end."""
    interval = claim["interval"]
    if interval is None:
        yield "a certificate without an interval has exactly one mixture", len(weights) == 1
        return
    first = as_board(interval["board"], search.mixture.rules)
    shares = [row[0] for row in weights]
    low, high = min(shares), max(shares)
    same = [number_json(low), number_json(high)] == [interval["low"], interval["high"]]
    same = same and first == search.mixture.boards[0] and list(dict.fromkeys((low, high))) == shares
    yield "the ends of the interval are the proven weights", same and len(search.mixture.boards) == 2
    yield "no board wins at either end", max(margins) <= 0
    for side, end, values in (("below", low, interval["below"]), ("above", 1 - high, interval["above"])):
        yield _beyond(search, side, end, values)


def _beyond(search: ReplySearch, side: str, end: Fraction, values: Json) -> Finding:
    """Check the board that wins beyond an end of the interval.

    An interval that ends at 0 or 1 needs no board beyond that end.
    """
    if values is None:
        return f"no weight is {side} the interval", end == 0
    board = as_board(values, search.mixture.rules)
    line = line_of(search, search.margins(), board)
    wins = wins_below(line if side == "below" else line[::-1], end)
    return f"{board} wins for every weight {side} the interval", end > 0 and wins and _allows(search, board)


def count_arrangements(symmetries: Sequence[Sequence[int]], counts: Sequence[int]) -> int:
    """Return the number of arrangements of a multiset up to symmetry, by Burnside's lemma.

    >>> count_arrangements([[0, 1, 2], [2, 1, 0]], [2, 1])
    2
    """
    kinds = Counter(tuple(sorted(cycle_lengths(symmetry, range(len(symmetry))))) for symmetry in symmetries)
    fixed = 0
    for lengths, times in kinds.items():
        ways = {tuple(counts): 1}  # ways to fill the cycles so far, keyed by the remaining multiset
        for length in lengths:
            after: dict[tuple[int, ...], int] = {}
            for left, number in ways.items():
                for value, count in enumerate(left):
                    if count >= length:
                        rest = (*left[:value], count - length, *left[value + 1 :])
                        after[rest] = after.get(rest, 0) + number
            ways = after
        fixed += times * sum(ways.values())
    return fixed // kinds.total()
