"""All boards at once: the search and the ranks that claims on all 2,357,947,691 boards rest on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dicebingo.model.variants import classic
from dicebingo.reproduction.claims import LongComputation
from dicebingo.reproduction.printed import BOARDS, CENTRE
from dicebingo.running.run import Run
from dicebingo.searches.ranking import Rank, rank
from dicebingo.searches.space import Constraints, Space

if TYPE_CHECKING:  # numba, which most claims can do without
    from dicebingo.searches.all_boards import SearchResult


def _search(run: Run, *fixed: tuple[int, int]) -> SearchResult:
    """Search all boards, or those with a value in a given cell."""
    from dicebingo.searches.all_boards import search_all  # noqa: PLC0415  (numba)

    return search_all(Space.of(classic(), Constraints(fixed=fixed)), run=run)


def _make_table(run: Run) -> None:
    """Make the table that ranks are read from, or find it in the user's cache folder."""
    rank(BOARDS["sevens"], nearest=0, run=run.within("ranks"))


SEARCH = LongComputation("searching all 2,357,947,691 boards", lambda run: _search(run.within("all-boards")))
SEVEN_CENTRED = LongComputation(
    "searching the boards with a 7 in the centre", lambda run: _search(run.within("seven-centred"), (CENTRE, 7))
)
RANKING = LongComputation("ranking all 2,357,947,691 boards", _make_table)


@cache
def rank_of(name: str) -> Rank:
    """Return how many boards are better than one of the paper's, equal to it, and worse."""
    RANKING.result()
    return rank(BOARDS[name], nearest=0)
