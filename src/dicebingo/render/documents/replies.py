"""Documents about best replies and the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import rounded_down, rounded_up
from dicebingo.render.blocks import (
    Cell,
    Column,
    Document,
    Heading,
    Rows,
    Sentence,
    Table,
    counted,
    percent,
    points,
    points_at_most,
)
from dicebingo.render.documents.tournaments import MAX_SHOWN, how_played, odds
from dicebingo.tournaments.results import images_alike

if TYPE_CHECKING:  # these modules import numba, which takes a second
    from dicebingo.replies.arena import Arena
    from dicebingo.replies.counter import BestReply
    from dicebingo.replies.reply import Reply


def best_reply(result: BestReply) -> Document:
    """Describe the best reply to a board or a mixture, and whether it is proven to be the best."""
    reply, opponent, boards = result.reply, "board" if result.against else "mixture", result.universe.words
    effort = counted(reply.tried, "climb")
    if reply.status is Status.PROVEN:
        effort = boards + f"; {reply.tried:,} of them played" * (reply.tried < result.universe.boards)
        verdict = f"of {boards}, none does better."
    elif reply.status is Status.STOPPED:
        verdict = f"this is the best found so far among {boards}."
    else:
        verdict = f"of {boards}, none that differs from this reply in one or two cells does better."
    if reply.margin <= 0:
        verdict += f" This reply does not beat the {opponent}."
    replies: Rows = [[reply.board, result.tie_break.value, *_margin(reply), str(reply.status), reply.tried]]
    columns = [Column("board", "reply"), Column(None, "tie_break"), Column("wins", "win"), Column("loses", "lose")]
    columns += [Column("tie"), Column("margin"), Column(None, "status"), Column(None, "tried")]
    blocks: Document = [
        Heading(f"{how_played(result)}\nagainst {result.against or 'a mixture'}: {effort}; margins in points"),
        _mixture(result, shown=result.against is None),
        Table(columns, replies, "replies", main=True),
        Sentence(f"{reply.status.capitalize()}: {verdict}\nmargin = {reply.margin}"),
        *_proof(result, reply),
    ]
    if (found := result.range) is not None:
        replies.append([found.board, "best", None, None, None, points(found.margin), None, None])
        most = f"Of {boards}, none wins by more than {points_at_most(found.margin)} points"
        sentence = f"{most}, whatever its tie-break. The best reply is {found.board}\nmargin = {found.margin}"
        blocks[2] = Table(columns, replies, "replies", most=1, main=True)
        blocks.append(Sentence(sentence))
    return blocks


def _margin(reply: Reply) -> list[Cell]:
    return [*odds(reply), points(reply.margin, 4, plus=True)]


def _mixture(result: BestReply | Arena, *, shown: bool = True) -> Table:
    """Describe the boards of a mixture, the most frequent first."""
    mixture = sorted(zip(result.mixture.shares, result.mixture.boards, strict=True), key=lambda pair: -pair[0])
    rows: Rows = [[percent(share), board] for share, board in mixture]
    columns = [Column("probability", exact="apart"), Column("board")]
    return Table(columns, rows, "mixture", None if shown else 0)


def _proof(result: BestReply | Arena, reply: Reply) -> Document:
    """Describe the result of a finished or unfinished proof by bounds."""
    proof = reply.proof
    if proof is None:
        return []
    excluded = f"Bounds excluded all but {proof.followed:,} of {counted(proof.multisets, 'multiset')} of values."
    if reply.status is not Status.PROVEN:
        most = f"Of {result.universe.words}, none wins by more than {points_at_most(proof.at_most)} points."
        bounded = f"So far, {counted(proof.orbits, 'board')} with the remaining multisets"
        return [Sentence(f"{excluded} {bounded} {'has' if proof.orbits == 1 else 'have'} been bounded. {most}")]
    alike = images_alike(result.game, result.tie_break)
    left = f"{counted(proof.left, 'board')} ({'up to symmetry' if alike else 'counting all images'})"
    computed = "margin was computed" if proof.left == 1 else "margins were compared"
    are, their = ("is", "its") if proof.best == 1 else ("are", "their")
    best = "it" if proof.left == proof.best == 1 else f"{proof.best:,} of these"
    best += f" {are} best{f', together with {their} symmetric images' if alike else ''}."
    rest = "multiset has" if proof.followed == 1 else "multisets have"
    boards = f"The remaining {rest} {counted(proof.orbits, 'board')} up to symmetry."
    return [Sentence(f"{excluded} {boards} Further bounds left {left}, whose {computed} exactly; {best}")]


def arena(result: Arena) -> Document:
    """Describe the rounds of an arena, and the mixture in the last round."""
    history: Rows = [
        [number, played.boards, played.reply.board, points(played.reply.margin, 4, plus=True)]
        for number, played in enumerate(result.rounds)
    ]
    known = "best reply so far" if result.best_reply.status is Status.STOPPED else "last finished round"
    stopped = f"{result.status.capitalize()}: this is the {known}.\n" if result.status is Status.STOPPED else ""
    rows: Rows = [[other.board, points(other.needs, 4)] for other in result.excluded if result.is_equilibrium]
    columns = [Column("round"), Column("boards"), Column("best reply"), Column("wins by")]
    return [
        Heading(f"{how_played(result)}; margins in points"),
        Table(columns, history, "rounds"),
        Table(_mixture(result).columns, _mixture(result).rows, "mixture", main=True),
        Sentence(stopped + _verdict(result)),
        *_interval(result),
        Table([Column("other boards", "left out"), Column("shortfall", "would need")], rows, "excluded", MAX_SHOWN),
        *_proof(result, result.best_reply),
    ]


def _interval(result: Arena) -> Document:
    """Describe the interval of a board's equilibrium weights, rounded inwards so that it contains no other weights."""
    if (interval := result.interval) is None:
        return []
    low, high = rounded_up(100 * interval.low, 2), rounded_down(100 * interval.high, 2)
    ends = f"{low}% and {high}%" if float(low) <= float(high) else "low and high"
    sides = (("below low", interval.below), ("above high", interval.above))
    beyond = "".join(f"\nIf the probability is {side}, {board} beats the mixture." for side, board in sides if board)
    none = (
        f"Of {result.universe.words}, none beats the mixture if the probability of {interval.board} is between {ends}."
    )
    return [Sentence(f"{none}{beyond}\nlow = {interval.low}\nhigh = {interval.high}")]


def _verdict(result: Arena) -> str:
    reply = result.best_reply
    boards = result.universe.words
    if result.is_equilibrium:
        return f"{reply.status.capitalize()}: of {boards}, none beats this mixture."
    if reply.margin <= 0:
        return f"Not proven: among {boards}, the search found none that beats this mixture."
    if reply.status is Status.PROVEN:
        return f"{reply.status.capitalize()}: of {boards}, none beats this mixture by more than {reply.board} does."
    margin = f"{points(reply.margin, 4)} points"
    found = f"Best reply found: {reply.board} beats this mixture by {margin}."
    return f"{found} Among {boards}, another board may beat this mixture by more."
