"""Documents about searches and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import decimal, nearest, rounded_down
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.blocks import (
    Column,
    Document,
    FactList,
    Facts,
    Heading,
    NotAsked,
    Quantity,
    Rows,
    Sentence,
    Table,
    counted,
    significant,
)
from dicebingo.render.pictures.answers import picture_of
from dicebingo.searches.ranking import Percentile, Rank

if TYPE_CHECKING:  # these modules import numba, which would delay other answers
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.objectives import ObjectiveSearch
    from dicebingo.searches.restarts import RestartSearch
    from dicebingo.searches.space import Found


def search(result: SearchResult) -> Document:
    """Describe the best and the worst of all boards."""
    best = result.best[0]
    others = sum(found.expected_rolls == best.expected_rolls for found in result.best) - 1
    as_good = f", tied with {counted(others, 'other')}" if others else ""
    facts: FactList = [
        ("expected rolls", significant(best.expected_rolls)),
        (result.status, f"the {'unique ' if result.unique else ''}best of {result.space.universe.words}{as_good}"),
        ("essentially different", result.evaluated),
        ("stands for", counted(best.orbit_size, _noun(result.space.rules))),
    ]
    if result.runner_up and result.gap:
        next_best = significant(result.runner_up.expected_rolls)
        facts.append(("runner-up", f"{next_best}, worse by {decimal(result.gap):.3g}"))
    facts.append(("mean of all boards", significant(result.mean)))
    # JSON, CSV and certificates list all equally good boards.
    noun = f"{_noun(result.space.rules)}s"
    listed = _boards(f"best {noun}", result.best, "best", result.top if result.top > 1 else 0)
    worst = _boards(f"worst {noun}", result.worst, "worst") if result.worst else NotAsked("worst", "worst")
    return [Heading(str(result.space.rules)), Facts(facts, Position(best.board)), listed, worst, picture_of(result)]


def _noun(rules: Rules) -> str:
    """Return the noun for a board under these rules: card or board."""
    return "card" if rules.is_full_card else "board"


def _boards(title: str, boards: Sequence[Found], name: str, most: int | None = None) -> Table:
    rows: Rows = [[i, f.board, Quantity(f.expected_rolls, 12), f.orbit_size] for i, f in enumerate(boards, 1)]
    columns = [Column("", None), Column(title, "board"), Column("expected rolls", "expected_rolls")]
    return Table([*columns, Column(title.rsplit(maxsplit=1)[-1], "orbit_size")], rows, name, most)


def by_objective(result: ObjectiveSearch) -> Document:
    """Describe the best boards for a given objective."""
    rows: Rows = [
        [i, f.board, significant(f.objective), significant(f.expected_rolls), f.orbit_size]
        for i, f in enumerate(result.best, 1)
    ]
    ranked = {Status.BEST_FOUND: "ranked in float64", Status.STOPPED: "the best so far"}.get(result.status)
    status = f": {ranked}; the values listed are exact" if ranked else ""
    tie_break = f" tie-break {result.tie_break};" if result.deadline is None else ""
    boards = f"{result.space.universe.words}, {result.evaluated:,} evaluated"
    title, what = f"smallest {result.objective}", result.objective.value
    if result.deadline is not None:
        title, what = f"most likely within {counted(result.deadline, 'roll')}", f"P(T <= {result.deadline})"
    columns = [Column("", None), Column(title, "board"), Column(what, "objective")]
    columns += [Column("expected rolls", "expected_rolls"), Column("boards", "orbit_size")]
    heading = f"{result.space.rules};{tie_break} {boards} ({result.status}{status})"
    return [Heading(heading), Table(columns, rows, "best")]


def by_restarts(result: RestartSearch) -> Document:
    """Describe the best boards found by a search with random restarts."""
    if not result.best:
        return [Sentence("No restart finished."), Table([Column("board")], [], "best")]
    first = result.best[0]
    by = f"by {first.reached:,} of {result.restarts:,} restarts" if first.reached else "by an unfinished restart"
    facts: FactList = [
        ("expected rolls", significant(first.expected_rolls)),
        ("status", f"{result.status}, not proven"),
        ("among", result.space.universe.words),
        ("reached", f"{by}, seed {result.seed}"),
        ("stands for", counted(first.orbit_size, "board")),
    ]
    rows: Rows = [
        [i, k.board, Quantity(k.expected_rolls, 10), k.orbit_size, k.reached] for i, k in enumerate(result.best, 1)
    ]
    columns = [Column("", None), Column("best boards found", "board"), Column("expected rolls", "expected_rolls")]
    columns += [Column("boards", "orbit_size"), Column("reached")]
    stopped = f", then {result.status}" if result.status is Status.STOPPED else ""
    return [
        Heading(str(result.space.rules)),
        Facts(facts, Position(first.board)),
        Table(columns, rows, "best", None if len(rows) > 1 else 0),
        Sentence(f"{result.looked_at:,} evaluations{stopped}"),
    ]


def rank(found: Rank) -> Document:
    """Describe the rank of a board among all boards."""
    facts: FactList = [("expected rolls", significant(found.expected_rolls))]
    width, noun = len(f"{found.total:,}"), _noun(found.board.rules)
    for what in ("better", "equal", "worse", "total"):
        label = "all" if what == "total" else what
        facts.append((f"{label} {noun}s", f"{getattr(found, what):>{width},}"))
    facts.append(("better than", f"{rounded_down(found.percentile, 6)}% of {found.universe.words}"))
    rows: Rows = [[f.board, Quantity(f.expected_rolls, 12), f.orbit_size] for f in found.nearest]
    columns = [Column(f"the closest better {noun}s", "board"), Column("expected rolls", "expected_rolls")]
    nearest_ones = Table([*columns, Column(None, "orbit_size")], rows, "nearest")
    return [Heading(str(found.board.rules)), Facts(facts, Position(found.board)), nearest_ones]


def percentile(found: Percentile) -> Document:
    """Describe the approximate rank of a board among all boards."""
    if found.best:
        return [Sentence(f"The best of {found.universe.words}: none is better.")]
    return [Sentence(f"Better than about {nearest(found.percentile, 1)}% of {found.universe.words}.")]
