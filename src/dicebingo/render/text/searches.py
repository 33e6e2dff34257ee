"""Searches and ranks for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import decimal, nearest, rounded_down
from dicebingo.model.board import Position
from dicebingo.render.text.parts import counted, described, expected_rolls, page, table
from dicebingo.searches.ranking import Percentile, Rank

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.objectives import ObjectiveSearch
    from dicebingo.searches.restarts import RestartSearch
    from dicebingo.searches.space import Found


def search_text(result: SearchResult) -> str:
    """Return the best and the worst of all boards."""
    best = result.best[0]
    others = sum(found.expected_rolls == best.expected_rolls for found in result.best) - 1
    as_good = f", with {counted(others, 'other')} as good" if others else ""
    facts = [
        expected_rolls(best.expected_rolls),
        (result.status, f"the {'only ' if result.unique else ''}best of {result.space.universe.words}{as_good}", ""),
        ("essentially different", f"{result.evaluated:,}", ""),
        ("stands for", counted(best.orbit_size, "board"), ""),
    ]
    if result.runner_up:
        next_best = result.runner_up.expected_rolls
        gap = decimal(next_best - best.expected_rolls)
        facts.append(("runner-up", f"{decimal(next_best):.10g}, worse by {gap:.3g}", ""))
    facts.append(("mean of them all", f"{result.mean:.10g}", ""))
    return page(
        str(result.space.rules),
        described(Position(best.board), facts),
        # Equally good ones beyond those asked for are in JSON and in a certificate.
        _list_text("best boards", result.best[: result.top]) if result.top > 1 else "",
        _list_text("worst boards", result.worst) if result.worst else "",
    )


def _list_text(title: str, boards: Sequence[Found]) -> str:
    rows = [[str(f.board), nearest(f.expected_rolls, 12), f"{f.orbit_size:,}"] for f in boards]
    return _numbered([title, "expected rolls", "boards"], rows)


def _numbered(headers: list[str], rows: list[list[str]]) -> str:
    return table(["", *headers], [[str(i), *row] for i, row in enumerate(rows, 1)], left=[1])


def objective_text(result: ObjectiveSearch) -> str:
    """Return the best boards by an objective."""
    rows = [
        [str(f.board), f"{decimal(f.objective):.10g}", f"{decimal(f.expected_rolls):.10g}", str(f.orbit_size)]
        for f in result.best
    ]
    ranked = {Status.BEST_FOUND: "ranked in float64", Status.STOPPED: "the best so far"}.get(result.status)
    status = f": {ranked}; the values listed are exact" if ranked else ""
    tie_break = f" tie-break {result.tie_break};" if result.deadline is None else ""
    boards = f"{result.space.universe.words}, {result.evaluated:,} evaluated"
    heading = f"{result.space.rules};{tie_break} {boards} ({result.status}{status})"
    headers = [f"smallest {result.objective}", result.objective.value, "expected rolls", "boards"]
    if result.deadline is not None:
        headers[:2] = f"most likely within {counted(result.deadline, 'roll')}", f"P(T <= {result.deadline})"
    return page(heading, _numbered(headers, rows))


def restarts_text(result: RestartSearch) -> str:
    """Return the best boards that restarts have found."""
    if not result.best:
        return page("No restart was finished.")
    first = result.best[0]
    by = f"by {first.reached:,} of {result.restarts:,} restarts" if first.reached else "by an unfinished restart"
    facts = [
        expected_rolls(first.expected_rolls),
        ("status", f"{result.status}, not proven", ""),
        ("among", result.space.universe.words, ""),
        ("reached", f"{by}, seed {result.seed}", ""),
        ("stands for", counted(first.orbit_size, "board"), ""),
    ]
    rows = [[str(k.board), nearest(k.expected_rolls, 10), f"{k.orbit_size:,}", f"{k.reached:,}"] for k in result.best]
    stopped = f", then {result.status}" if result.status is Status.STOPPED else ""
    return page(
        str(result.space.rules),
        described(Position(first.board), facts),
        _numbered(["best boards found", "expected rolls", "boards", "reached"], rows) if len(rows) > 1 else "",
        f"{result.looked_at:,} boards looked at{stopped}",
    )


def rank_text(found: Rank | Percentile) -> str:
    """Return where a board stands among all."""
    if isinstance(found, Percentile):
        if found.best:
            return page(f"The best of {found.universe.words}: none is better.")
        return page(f"Better than about {nearest(found.percentile, 1)}% of {found.universe.words}.")
    width = len(f"{found.total:,}")
    counts = {"better": found.better, "equal": found.equal, "worse": found.worse, "all": found.total}
    facts = [
        expected_rolls(found.expected_rolls),
        *((f"{what} boards", f"{count:>{width},}", "") for what, count in counts.items()),
        ("better than", f"{rounded_down(found.percentile, 6)}% of {found.universe.words}", ""),
    ]
    rows = [[str(f.board), nearest(f.expected_rolls, 12)] for f in found.nearest]
    next_better = table(["the next better boards", "expected rolls"], rows, left=[0]) if rows else ""
    return page(str(found.board.rules), described(Position(found.board), facts), next_better)
