"""Documents about tournaments, rings and upsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.render.blocks import (
    Cell,
    Column,
    Document,
    Heading,
    Quantity,
    Rows,
    Sentence,
    Table,
    counted,
    percent,
    points,
    points_at_most,
)
from dicebingo.render.pictures.answers import MAX_NUMBERS, heat_map
from dicebingo.render.pictures.panels import Picture, RingPanel
from dicebingo.tournaments.exact_tournament import ExactTournament
from dicebingo.tournaments.results import Game

if TYPE_CHECKING:  # these modules import numba, which takes a second
    from collections.abc import Sequence

    from dicebingo.replies.arena import Arena
    from dicebingo.replies.counter import BestReply
    from dicebingo.tournaments.results import Link, Odds, Rings, SetAnswer
    from dicebingo.tournaments.tournament import Tournament
    from dicebingo.tournaments.upsets import Upsets

MAX_SHOWN = 20


def tournament(result: Tournament | ExactTournament) -> Document:
    """Describe the standings, the number of rings, the top cycle, and the margins between the best boards."""
    top = result.smith_set
    cycle = f"one board, {result.names[top[0]]}" if len(top) == 1 else f"{len(top)} boards"
    drawn = [] if isinstance(result, ExactTournament) else [Picture([[heat_map(result, MAX_NUMBERS)]], (8, 8))]
    return [
        Heading(f"{how_played(result)}\n{len(result.boards)} boards; mean margins in points"),
        standings(result),
        Sentence(f"{counted(result.ring_count, 'ring')} of three; the top cycle has {cycle}."),
        *drawn,
    ]


def standings(result: Tournament | ExactTournament) -> Table:
    """Describe the standings of all boards, computed in float64, with the highest share of wins first."""
    rows: Rows = []
    for place, row in enumerate(result.standings, 1):
        player: list[Cell] = [place, result.names[row.player], result.boards[row.player], row.player]
        counts = [row.beats, row.loses, row.even, row.copeland]
        margin = points(row.mean_margin, 2, plus=True)
        rows.append([*player, percent(row.share), row.share, *counts, margin, row.mean_margin])
    columns = [Column("", "place"), Column("", "name"), Column("board"), Column(None, "player")]
    columns += [Column("share of wins", None), Column(None, "share"), Column("beats"), Column("loses"), Column("even")]
    columns += [Column(None, "copeland"), Column("margin", None), Column(None, "mean_margin")]
    return Table(columns, rows, "standings", MAX_SHOWN, "... and {} more")


def rings(result: Rings) -> Document:
    """Describe rings, best first, with the outcomes of every link."""
    if searched := result.among is None:
        where = f"{_search(result)}: the best rings of {result.length} boards found"
        none = f"No ring was found{_among(result)}."
    else:
        found = f"rings of {result.length}" if result.count is None else f"{counted(result.count, 'ring')} of three"
        where = f"{result.among} boards: {found}"
        none = f"There is no ring of {result.length} boards."
    names = result.names or (tuple(f"board {i}" for i in range(result.length)),) * len(result.rings)
    blocks: Document = [Heading(f"{how_played(result)}\n{where}")]
    columns = [Column(""), Column(""), Column(""), Column("wins"), Column("loses"), Column("tie"), Column("margin")]
    links: Rows = []
    for number, (ring, labels) in enumerate(zip(result.rings, names, strict=True), 1):
        rows: Rows = []
        for i, (board, link) in enumerate(zip(ring.boards, ring.links, strict=True)):
            after = (i + 1) % len(labels)
            rows.append([labels[i], board, f"{_verb(link)} {labels[after]}", *odds(link), points(link.margin)])
            links.append([number, board, ring.boards[after], *odds(link), points(link.margin), link.sure])
        blocks.append(Sentence(f"smallest margin {points(ring.smallest_margin)} points"))
        blocks.append(Table(columns, rows))
        if number == 1:
            blocks.append(Picture([[RingPanel(ring.boards, ring.links, labels)]], (6, 6)))
    if not result.rings:
        blocks.append(Sentence(none))
    blocks += _ties_note(result, [link for ring in result.rings for link in ring.links])
    if searched and result.at_most is not None:
        most = f"{result.at_most} ({points_at_most(result.at_most, 3)} points)"
        about = f"no ring of {result.length} boards, whatever their values, has a smallest margin above {most}"
        blocks.append(Sentence(f"Proven: {about}."))
    keys = ("ring", "board", "beats", "win", "lose", "tie", "margin", "sure")
    return [*blocks, Table([Column(None, key) for key in keys], links, "links")]


def upsets(result: Upsets) -> Document:
    """Describe upsets, largest first."""
    if result.among is None:
        where, none = _search(result), f"No upset was found{_among(result)}."
    else:
        where, none = f"{counted(result.count or 0, 'upset')} among {result.among} boards", "There are no upsets."
    rows: Rows = []
    for number, upset in enumerate(result.upsets, 1):
        slower, faster, handicap = (Quantity(rolls, 4) for rolls in (*upset.expected_rolls, upset.handicap))
        win, lose, _ = odds(upset.link)
        rows.append([number, str(upset.slower), slower, handicap, win, points(upset.margin)])
        rows.append([None, f"{_verb(upset.link)} {upset.faster}", faster, None, lose, None])
    headers = ("", "slower board", "rolls alone", "handicap", "wins", "margin")
    listed: Rows = [[u.slower, u.faster, Quantity(u.handicap), points(u.margin), u.link.sure] for u in result.upsets]
    return [
        Heading(f"{how_played(result)}\n{where}, by {result.by}; handicaps in rolls, margins in points"),
        Table([Column(header) for header in headers], rows) if rows else Sentence(none),
        *_ties_note(result, [upset.link for upset in result.upsets]),
        Table([Column(None, key) for key in ("slower", "faster", "handicap", "margin", "sure")], listed, "upsets"),
    ]


def how_played(result: Tournament | ExactTournament | SetAnswer | BestReply | Arena) -> str:
    """Return the rules, followed by the tie-break or the word *duels*."""
    return f"{result.rules}, " + ("duels" if result.game is Game.DUEL else f"tie-break {result.tie_break}")


def odds(found: Odds) -> list[Cell]:
    """Return the probabilities that a board wins, loses and ties."""
    return [percent(share) for share in (found.win, found.lose, found.tie)]


def _search(result: SetAnswer) -> str:
    """Describe how many restarts a search used and which boards it searched."""
    stopped = f", {result.status}" if result.status is Status.STOPPED else ""
    return f"{counted(result.restarts or 0, 'restart')}{_among(result)}{stopped}"


def _among(result: SetAnswer) -> str:
    """Describe the searched boards in a few words."""
    return f" among {result.universe.words}" if result.universe else ""


def _verb(link: Link) -> str:
    return "beats" if link.sure else "beats*"


def _ties_note(result: SetAnswer, links: Sequence[Link]) -> Document:
    """State whether tie-breaks can change the favourite; in duels they cannot."""
    if result.game is Game.DUEL or not links:
        return []
    if all(link.sure for link in links):
        return [Sentence("In every pair, the favourite is the same under every tie-break.")]
    return [Sentence("* In these pairs the other board may be favoured under another tie-break.")]
