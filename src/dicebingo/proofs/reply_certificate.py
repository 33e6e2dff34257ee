"""Certificates of best replies: what they claim, and whether it holds.

A certificate claims: against these boards, played with each of these weights, no board with these values has a larger
margin than the one that is named; of so many multisets, their bound leaves so many; they have so many arrangements up
to symmetry; and bounds leave so many boards of these. For two boards it may claim the interval of all weights that no
board beats: the margin is linear in the weights, so this follows from the two ends.

The quick check plays the named boards again, exactly, computes the tables again, counts what they exclude, and counts
the arrangements of the others by Burnside's lemma. It cannot know that they were all bounded. The full check proves
everything again and compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

from dicebingo.errors import InputError
from dicebingo.exact import Rational, as_rational, decimal, number_json
from dicebingo.model.board import as_board
from dicebingo.proofs.certificate import REPLY_KIND, head, rules_of, written
from dicebingo.running.run import Run
from dicebingo.running.status import Status
from dicebingo.tournaments.arena import Arena
from dicebingo.tournaments.counter import BestReply
from dicebingo.tournaments.proven_replies import ReplyProver
from dicebingo.tournaments.replies import Mixture, Reply, ReplySearch
from dicebingo.tournaments.reply_bounds import bounds_of

Finding = tuple[str, bool]
"""What was checked, and whether it holds."""


def reply_certificate(answer: BestReply | Arena) -> dict[str, Any] | None:
    """Return the certificate of a best reply or an arena, as JSON; None if bounds have proven nothing."""
    reply = answer.reply if isinstance(answer, BestReply) else answer.best_reply
    interval = answer.interval if isinstance(answer, Arena) else None
    proof = reply.proof
    if reply.status is not Status.PROVEN or proof is None:
        return None
    ends = [{"board": written(board), "margin": number_json(margin)} for board, margin in proof.ends]
    limits = interval and {
        "board": written(interval.board),
        "low": number_json(interval.low),
        "high": number_json(interval.high),
    }
    return {
        **head(REPLY_KIND, answer.rules),
        "values": list(answer.values),
        "tie_break": answer.tie_break.value,
        "notion": answer.notion.value,
        "boards": [written(board) for board in answer.mixture.boards],
        "weights": [[str(share) for share in row] for row in proof.weights],
        "target": str(proof.target),
        "ends": ends,
        "interval": limits,
        **{key: getattr(proof, key) for key in ("multisets", "followed", "orbits", "left")},
    }


def check_reply(claim: Any, full: bool, run: Run) -> Iterator[Finding]:
    """Check a certificate and yield each finding as soon as it is known."""
    rules = rules_of(claim)
    boards = tuple(as_board(values, rules) for values in claim["boards"])
    weights = tuple(tuple(as_rational(share) for share in row) for row in claim["weights"])
    if not weights or len(weights) != len(claim["ends"]):
        raise InputError("expected a certificate with a reply for each of its weights, got another number")
    searches = [
        ReplySearch.of(Mixture(boards, row), tuple(claim["values"]), claim["tie_break"], claim["notion"])
        for row in weights
    ]
    search, margins = searches[0], searches[0].margins()
    best = [as_board(end["board"], rules) for end in claim["ends"]]
    target, exact = as_rational(claim["target"]), []
    for at, board, end in zip(searches, best, claim["ends"], strict=True):
        margin = Reply.to(at.mixture, board, margins, Status.PROVEN, 0).margin
        exact.append(margin)
        shares = ", ".join(map(str, at.mixture.shares))
        what = f"{board} wins by {decimal(margin):.10g} against the weights {shares}"
        yield what, number_json(margin) == end["margin"] and set(board.values) <= {*search.values, None}
    yield "what is excluded is worse than all of these", min(exact) >= target
    yield from _check_interval(claim, search, exact, weights)
    prover = ReplyProver(search, weights, target)
    counts, _, bounds = prover.followed(run)
    own = bounds_of(rules, search.values)
    multisets = comb(own.size + len(search.values) - 1, own.size)
    yield f"there are {multisets:,} multisets", multisets == claim["multisets"] == len(bounds)
    yield f"their bounds leave {len(counts):,}", len(counts) == claim["followed"]
    orbits = sum(count_arrangements(own.symmetries.tolist(), row.tolist()) for row in counts)
    yield f"these have {orbits:,} arrangements up to symmetry", orbits == claim["orbits"]
    if full:
        rows = prover.work(run)
        assert prover.proof is not None
        yield f"{prover.proof.orbits:,} arrangements were bounded again", prover.proof.orbits == claim["orbits"]
        yield f"{len(rows):,} boards are left again", len(rows) == claim["left"]
        for at, margin in zip(searches, exact, strict=True):
            scores, errors = at.certain(margins, rows)
            close = [margins.preparer.board(row) for row in rows[scores + errors >= decimal(margin)]]
            again = [Reply.to(at.mixture, board, margins, Status.PROVEN, 0).margin for board in close]
            yield "the best of them wins by the same margin", max(again) == margin


def _check_interval(
    claim: Any, search: ReplySearch, margins: Sequence[Rational], weights: Sequence[Sequence[Rational]]
) -> Iterator[Finding]:
    """Check that the interval is the one whose ends were proven."""
    if claim["interval"] is None:
        return
    first = as_board(claim["interval"]["board"], search.mixture.rules)
    shares = [row[0] for row in weights]
    ends = [number_json(min(shares)), number_json(max(shares))]
    same = first == search.mixture.boards[0] and ends == [claim["interval"]["low"], claim["interval"]["high"]]
    yield "the interval has the weights that were proven as its ends", same and len(search.mixture.boards) == 2
    yield "no board wins at either end", max(margins) <= 0


def count_arrangements(symmetries: Sequence[Sequence[int]], counts: Sequence[int]) -> int:
    """Return how many arrangements of a multiset there are up to symmetry, by Burnside's lemma.

    >>> count_arrangements([[0, 1, 2], [2, 1, 0]], [2, 1])
    2
    """
    kinds = Counter(tuple(sorted(_cycles(symmetry))) for symmetry in symmetries)
    fixed = 0
    for lengths, times in kinds.items():
        ways = {tuple(counts): 1}  # by what is left of the multiset, cycle by cycle
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


def _cycles(symmetry: Sequence[int]) -> Iterator[int]:
    """Yield the lengths of the cycles of a permutation."""
    left = set(range(len(symmetry)))
    while left:
        cell, length = left.pop(), 1
        while (cell := symmetry[cell]) in left:
            left.remove(cell)
            length += 1
        yield length
