"""Tournaments, rings, upsets, best replies and the arena in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import nearest, rounded_down, rounded_up
from dicebingo.render.text.parts import counted, page, percent, points, points_at_most, table
from dicebingo.tournaments.results import Notion, images_alike

if TYPE_CHECKING:  # numba, which --help must not wait for
    from collections.abc import Sequence

    from dicebingo.replies.arena import Arena, Excluded
    from dicebingo.replies.counter import BestReply
    from dicebingo.replies.reply import Reply
    from dicebingo.tournaments.results import Link, Odds, Ring, Rings, SetAnswer
    from dicebingo.tournaments.tournament import Tournament
    from dicebingo.tournaments.upsets import Upsets

MOST_SHOWN = 20
STANDINGS = ("", "", "board", "share of wins", "beats", "loses", "even", "margin")


def tournament_text(result: Tournament) -> str:
    """Return the standings of the best boards, the number of rings and the top cycle."""
    more = len(result.boards) - MOST_SHOWN
    top = result.smith_set
    cycle = f"one board, {result.names[top[0]]}" if len(top) == 1 else f"{len(top)} boards"
    return page(
        f"{_how_played(result)}\n{len(result.boards)} boards; mean margins in points",
        table(STANDINGS, standings_rows(result), left=[1, 2]) + (f"\n... and {more} more" if more > 0 else ""),
        f"{counted(result.ring_count, 'ring')} of three; the top cycle has {cycle}.",
    )


def standings_rows(result: Tournament) -> list[list[str]]:
    """Return the cells of the table of the best boards."""
    rows = []
    for place, row in enumerate(result.standings[:MOST_SHOWN], 1):
        counts = [str(count) for count in (row.beats, row.loses, row.even)]
        margin = points(row.mean_margin, 2, plus=True)
        who = [result.names[row.player], str(result.boards[row.player])]
        rows.append([str(place), *who, percent(row.share), *counts, margin])
    return rows


def rings_text(result: Rings) -> str:
    """Return rings, best first, with the outcomes of every link."""
    if result.among is None:
        where = f"{_search(result)}: the best rings of {result.length} found"
        none = f"No ring was found{_among(result)}."
    else:
        found = f"rings of {result.length}" if result.count is None else f"{counted(result.count, 'ring')} of three"
        where = f"{result.among} boards: {found}"
        none = "There is no such ring."
    listed = [_ring(ring, names) for ring, names in zip(result.rings, result.names, strict=True)]
    links = [link for ring in result.rings for link in ring.links]
    notes = _ties_note(result, links)
    if result.among is None and result.at_most is not None:
        most = f"{result.at_most} ({points_at_most(result.at_most, 3)} points)"
        notes.append(
            f"Proven: no ring of {result.length} boards, whatever their values, has a smallest margin above {most}."
        )
    return page(f"{_how_played(result)}\n{where}", *(listed or [none]), *notes)


def _ring(ring: Ring, names: Sequence[str]) -> str:
    rows = [
        [
            names[i],
            str(board),
            f"{_verb(link)} {names[(i + 1) % len(names)]}",
            *_odds(link),
            points(link.margin),
        ]
        for i, (board, link) in enumerate(zip(ring.boards, ring.links, strict=True))
    ]
    title = f"smallest margin {points(ring.smallest_margin)} points\n\n"
    return title + table(["", "", "", "wins", "loses", "tie", "margin"], rows, left=[0, 1, 2])


def upsets_text(result: Upsets) -> str:
    """Return upsets, largest first."""
    if result.among is None:
        where, none = _search(result), f"None was found{_among(result)}."
    else:
        where, none = f"{counted(result.count or 0, 'upset')} among {result.among} boards", "There is none."
    rows = []
    for number, upset in enumerate(result.upsets, 1):
        slower, faster, handicap = (nearest(rolls, 4) for rolls in (*upset.expected_rolls, upset.handicap))
        win, lose, _ = _odds(upset.link)
        rows.append([str(number), str(upset.slower), slower, handicap, win, points(upset.margin)])
        rows.append(["", f"{_verb(upset.link)} {upset.faster}", faster, "", lose, ""])
    headers = ["", "slower board", "rolls alone", "handicap", "wins", "margin"]
    title = f"{_how_played(result)}\n{where}, by {result.by}; handicaps in rolls, margins in points"
    listed = table(headers, rows, left=[0, 1]) if rows else none
    return page(title, listed, *_ties_note(result, [upset.link for upset in result.upsets]))


def counter_text(result: BestReply) -> str:
    """Return the best reply to a board or a mixture, and whether it is proven to be the best."""
    reply, whom = result.reply, "board" if result.against else "mixture"
    row = [str(reply.board), *_odds(reply), points(reply.margin, 4, plus=True)]
    what = counted(reply.tried, "climb")
    if reply.status is Status.PROVEN:
        what = result.universe.words + f"; {reply.tried:,} of them played" * (reply.tried < result.universe.boards)
        verdict = f"of {result.universe.words}, none does better."
    elif reply.status is Status.STOPPED:
        verdict = f"this is the best found so far of {result.universe.words}."
    else:
        verdict = f"of {result.universe.words}, none that differs from it in one or two cells does better."
    if reply.margin <= 0:
        verdict += f" It does not beat the {whom}."
    mixture = sorted(zip(result.mixture.shares, result.mixture.boards, strict=True), key=lambda pair: -pair[0])
    rows = [[percent(share), str(board), str(share)] for share, board in mixture]
    against = f"against {result.against or 'a mixture'}"
    return page(
        f"{_how_played(result)}\n{against}: {what}; margins in points",
        "" if result.against else table(["probability", "board", "exactly"], rows, left=[1, 2]),
        table(["board", "wins", "loses", "tie", "margin"], [row], left=[0]),
        f"{reply.status.capitalize()}: {verdict}\nmargin = {reply.margin}",
        _proof_text(result, reply),
        _range_text(result),
    )


def _proof_text(result: BestReply | Arena, reply: Reply) -> str:
    """Return how a proof by bounds went, as far as it came."""
    proof = reply.proof
    if proof is None:
        return ""
    excluded = f"Bounds excluded all but {proof.followed:,} of {counted(proof.multisets, 'multiset')} of values."
    if reply.status is not Status.PROVEN:
        most = f"Of {result.universe.words}, none wins by more than {points_at_most(proof.at_most)} points."
        return f"{excluded} {counted(proof.orbits, 'board')} of these are bounded. {most}"
    alike = images_alike(result.notion, result.tie_break)
    left = f"{'Up to symmetry' if alike else 'With all images'}, {counted(proof.left, 'board')}"
    were, are = ("was" if proof.left == 1 else "were"), ("is" if proof.best == 1 else "are")
    best = f"{proof.best:,} of them {are} best{', with all images' if alike else ''}."
    boards = f"They have {counted(proof.orbits, 'board')} up to symmetry."
    return f"{excluded} {boards} {left} {were} left and played exactly; {best}"


def _range_text(result: BestReply) -> str:
    """Return the best reply over all tie-breaks of the replier."""
    if (found := result.range) is None:
        return ""
    most = f"Of {result.universe.words}, none wins by more than {points_at_most(found.margin)} points"
    return f"{most}, however it breaks its ties: {found.board}\nmargin = {found.margin}"


def arena_text(result: Arena) -> str:
    """Return the rounds of an arena, and the mixture of the last one."""
    history = [
        [str(number), str(played.boards), str(played.reply.board), points(played.reply.margin, 4, plus=True)]
        for number, played in enumerate(result.rounds)
    ]
    mixture = sorted(zip(result.mixture.shares, result.mixture.boards, strict=True), key=lambda pair: -pair[0])
    rows = [[percent(share), str(board), str(share)] for share, board in mixture]
    known = "best reply so far" if result.best_reply.status is Status.STOPPED else "last round that was finished"
    stopped = f"{result.status.capitalize()}: this is the {known}.\n" if result.status is Status.STOPPED else ""
    return page(
        f"{_how_played(result)}; margins in points",
        table(["round", "boards", "best reply", "wins by"], history, left=[2]),
        table(["probability", "board", "exactly"], rows, left=[1, 2]),
        stopped + _arena_verdict(result),
        _interval_text(result),
        _excluded_text(result.excluded) if result.is_equilibrium else "",
        _proof_text(result, result.best_reply),
    )


def _interval_text(result: Arena) -> str:
    """Return all equilibrium weights of two boards, rounded inwards: what is printed is part of the interval."""
    if (interval := result.interval) is None:
        return ""
    low, high = rounded_up(100 * interval.low, 2), rounded_down(100 * interval.high, 2)
    played = f"{low}% to {high}% of the time" if float(low) <= float(high) else "between low and high"
    sides = (("less than low", interval.below), ("more than high", interval.above))
    beyond = "".join(f"\nIf it is played {often}, {board} wins." for often, board in sides if board)
    none = f"Of {result.universe.words}, none beats the mixture if {interval.board} is played {played}."
    return f"{none}{beyond}\nlow = {interval.low}\nhigh = {interval.high}"


def _excluded_text(excluded: Sequence[Excluded]) -> str:
    """Return what the boards that are left out would need."""
    rows = [[str(other.board), points(other.needs, 4)] for other in excluded[:MOST_SHOWN]]
    return table(["left out", "would need"], rows, left=[0]) if rows else ""


def _arena_verdict(result: Arena) -> str:
    reply = result.best_reply
    boards = result.universe.words
    if result.is_equilibrium:
        return f"{reply.status.capitalize()}: of {boards}, none beats this mixture."
    if reply.margin <= 0:
        return f"Of {boards}, none was found that beats this mixture. That is not a proof."
    if reply.status is Status.PROVEN:
        return f"{reply.status.capitalize()}: of {boards}, none beats this mixture by more than {reply.board} does."
    margin = f"{points(reply.margin, 4)} points"
    return f"Best reply found: {reply.board} beats it by {margin}. Of {boards}, others may beat it by more."


def _how_played(result: Tournament | SetAnswer | BestReply | Arena) -> str:
    """Return the rules, and the tie-break, which duels do not need."""
    return f"{result.rules}, " + ("duels" if result.notion is Notion.DUEL else f"tie-break {result.tie_break}")


def _search(result: SetAnswer) -> str:
    """Return how long a search was, and which boards it searched."""
    stopped = f", {result.status}" if result.status is Status.STOPPED else ""
    return f"{counted(result.restarts or 0, 'restart')}{_among(result)}{stopped}"


def _among(result: SetAnswer) -> str:
    """Return which boards were searched."""
    return f" among {result.universe.words}" if result.universe else ""


def _verb(link: Link) -> str:
    return "beats" if link.sure else "beats*"


def _ties_note(result: SetAnswer, links: Sequence[Link]) -> list[str]:
    """Return whether ties between cells can change who is favoured; there is nothing to say of duels."""
    if result.notion is Notion.DUEL or not links:
        return []
    if all(link.sure for link in links):
        return ["In every pair the same board is favoured however ties are broken."]
    return ["* In these pairs the other board may be favoured under another tie-break."]


def _odds(odds: Odds) -> list[str]:
    return [percent(share) for share in (odds.win, odds.lose, odds.tie)]
