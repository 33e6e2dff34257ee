"""Searches and ranks for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicebingo.exact import decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Board, Position
from dicebingo.render.text.parts import beside, board_text, counted, decimals, equals, page, table
from dicebingo.running.status import Status
from dicebingo.searches.ranking import Percentile, Rank

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.searches.all_boards import Found, SearchResult
    from dicebingo.searches.objectives import ObjectiveSearch
    from dicebingo.searches.restarts import RestartSearch

SHORT = 37


def search_text(result: SearchResult, seconds: float, certificate: str, out: str | None = None) -> str:
    """Return the best and the worst of all boards, how long that took, and the files that were written."""
    best, only = result.best[0], "only " if result.unique else ""
    below = f"\n{'':20}= {exact_text(best.expected_rolls)}"
    others = sum(found.expected_rolls == best.expected_rolls for found in result.best) - 1
    as_good = f", with {counted(others, 'other')} as good" if others else ""
    facts = [
        f"expected rolls      {decimal(best.expected_rolls):.10g}{equals(best.expected_rolls, SHORT, below)}",
        f"proven              the {only}best of {counted(result.total_boards, 'board')}{as_good}",
        f"                    ({result.evaluated:,} essentially different; this one stands for {best.orbit_size:,})",
    ]
    if result.runner_up:
        next_best = result.runner_up.expected_rolls
        gap = decimal(next_best - best.expected_rolls)
        facts.append(f"runner-up           {decimal(next_best):.10g}, worse by {gap:.3g}")
    facts.append(f"mean of all boards  {result.mean:.10g}")
    return page(
        str(result.space),
        _beside(best.board, facts),
        # Equally good ones beyond those asked for are in JSON and in the certificate.
        _list_text("best boards", result.best[: result.top]) if result.top > 1 else "",
        _list_text("worst boards", result.worst) if result.worst else "",
        f"{seconds:.1f} seconds; certificate in {certificate}",
        f"All boards are in {out}." if out else "",
    )


def _beside(board: Board, facts: Sequence[str]) -> str:
    return beside(board_text(Position(board)), "\n".join(facts))


def _list_text(title: str, boards: Sequence[Found]) -> str:
    rows = [[str(f.board), f"{decimal(f.expected_rolls):.12f}", f"{f.orbit_size:,}"] for f in boards]
    return _numbered([title, "expected rolls", "boards"], rows)


def _numbered(headers: list[str], rows: list[list[str]]) -> str:
    return table(["", *headers], [[str(i), *row] for i, row in enumerate(rows, 1)], left=[1])


def objective_text(result: ObjectiveSearch) -> str:
    """Return the best boards by an objective."""
    rows = [
        [str(f.board), f"{decimal(f.objective):.10g}", f"{decimal(f.expected_rolls):.10g}", str(f.orbit_size)]
        for f in result.best
    ]
    status = "" if result.status is Status.PROVEN else ": ranked in float64; the values listed are exact"
    heading = f"{result.space}; tie-break {result.tie_break}; {result.evaluated:,} boards ({result.status}{status})"
    headers = [f"smallest {result.objective}", result.objective.value, "expected rolls", "boards"]
    return page(heading, _numbered(headers, rows))


def restarts_text(result: RestartSearch, seconds: float) -> str:
    """Return the best boards that restarts have found, and how long that took."""
    if not result.best:
        return page("No restart was finished.")
    first = result.best[0]
    facts = [
        f"expected rolls  {decimal(first.expected_rolls):.10f}",
        f"best found      of {result.space.total:,} boards; not proven",
        f"reached         by {first.reached:,} of {result.restarts:,} restarts, seed {result.seed}",
        f"stands for      {first.orbit_size:,} boards",
    ]
    rows = [
        [str(k.board), f"{decimal(k.expected_rolls):.10f}", f"{k.orbit_size:,}", f"{k.reached:,}"] for k in result.best
    ]
    is_exact, stopped = not isinstance(first.expected_rolls, float), result.status is Status.STOPPED
    return page(
        str(result.space),
        _beside(first.board, facts),
        f"expected rolls = {exact_text(first.expected_rolls)}" if is_exact else "",
        _numbered(["best boards found", "expected rolls", "boards", "reached"], rows) if len(rows) > 1 else "",
        f"{result.looked_at:,} boards looked at in {seconds:.1f} seconds" + ", then stopped" * stopped,
    )


def rank_text(found: Rank | Percentile) -> str:
    """Return where a board stands among all."""
    if isinstance(found, Percentile):
        return page(f"Better than about {found.percentile:.1f}% of all boards.")
    width = len(f"{found.total:,}")
    facts = [
        f"expected rolls  {decimals([found.expected_rolls], 10, 60)[0]}",
        "",
        f"better boards   {found.better:>{width},}",
        f"equal boards    {found.equal:>{width},}",
        f"worse boards    {found.worse:>{width},}",
        f"all boards      {found.total:>{width},}",
        "",
        f"better than {decimal(found.percentile):.6f}% of all boards",
    ]
    rows = [[str(f.board), f"{decimal(f.expected_rolls):.12f}"] for f in found.nearest]
    nearest = table(["the next better boards", "expected rolls"], rows, left=[0]) if rows else ""
    return page(str(found.board.rules), _beside(found.board, facts), nearest)
