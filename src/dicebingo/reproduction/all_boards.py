"""The claims on all boards at once: the search of section 2.5, and what the introduction says of two boards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board
from dicebingo.model.layout import cells_of
from dicebingo.model.variants import classic, find_rules
from dicebingo.reproduction.claims import Advance, Claim, Work, equals, that
from dicebingo.reproduction.printed import BOARDS, MINIMUM
from dicebingo.reproduction.solo import CENTRE, equivalent_boards
from dicebingo.searches.space import Constraints, Space

if TYPE_CHECKING:  # numba, which most claims need not wait for
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.ranking import Rank

__all__ = ["CLAIMS", "RANKING", "SEARCH", "SEVEN_CENTRED", "place"]


@cache
def _space(*fixed: tuple[int, int]) -> Space:
    return Space.of(classic(), Constraints(fixed=fixed))


def _steps(*fixed: tuple[int, int]) -> int:
    from dicebingo.searches.all_boards import SearchJob  # noqa: PLC0415  (numba)

    return SearchJob(_space(*fixed), 1, 0).shards()


def _search(advance: Advance, *fixed: tuple[int, int]) -> SearchResult:
    from dicebingo.searches.all_boards import search_boards  # noqa: PLC0415  (numba)

    return search_boards(_space(*fixed), progress=advance)


def _make_table(advance: Advance) -> None:
    """Make the table that ranks are read from, or find it in the user's cache folder."""
    from dicebingo.searches.ranking import rank  # noqa: PLC0415  (numba)

    rank(Board.parse(BOARDS["sevens"]), nearest=0, progress=advance)


SEVEN = (CENTRE, 7)
SEARCH = Work("searching all 2,357,947,691 boards", _steps, _search)
SEVEN_CENTRED = Work(
    "searching the boards with a 7 in the centre", lambda: _steps(SEVEN), lambda advance: _search(advance, SEVEN)
)
RANKING = Work("ranking all 2,357,947,691 boards", _steps, _make_table)


@cache
def place(name: str) -> Rank:
    """Return how many boards are better than one of the paper's, equal to it, and worse."""
    from dicebingo.searches.ranking import rank  # noqa: PLC0415  (numba)

    RANKING.result()
    return rank(Board.parse(BOARDS[name]), nearest=0)


def sevens_lose() -> tuple[object, bool]:
    """Say whether most boards are faster than nine sevens."""
    found = place("sevens")
    return f"{found.better:,} of {found.total:,} boards are faster", 2 * found.better > found.total


def magic() -> tuple[object, bool]:
    """Say whether the magic square is one, has a 3 and an 11, and is slower than at most one board in ten thousand."""
    values = Board.parse(BOARDS["magic"]).values
    sums = {sum(values[cell] or 0 for cell in cells_of(line)) for line in classic().layout.lines}
    found = place("magic")
    shown = f"{decimal(found.expected_rolls):.10g} rolls; {found.better:,} of {found.total:,} boards are faster"
    return shown, sums == {21} and {3, 11} <= set(values) and 10_000 * found.better < found.total


def minimum() -> Rational:
    """Return the smallest expected number of rolls of all boards, proven by the search."""
    return SEARCH.result().best[0].expected_rolls


def unique() -> tuple[object, bool]:
    """Say whether the search found one best board up to symmetry, and the printed one is equivalent to it."""
    result = SEARCH.result()
    best = result.best[0]
    same = best.board in equivalent_boards()
    shown = f"proven over {result.evaluated:,} essentially different boards: one, standing for {best.orbit_size}"
    return shown, result.unique and same and best.orbit_size == 64


def seven_in_the_centre() -> tuple[object, bool]:
    """Return the best board with a 7 in the centre: slower than the best of all."""
    best = SEVEN_CENTRED.result().best[0]
    return f"the best takes {decimal(best.expected_rolls):.10g} rolls: {best.board}", (best.expected_rolls > minimum())


def _four_by_four() -> tuple[object, bool]:
    """Count the boards of four by four."""
    total = Space.of(find_rules("4x4")).total
    return f"{total:,}", total == 11**16


CLAIMS: tuple[Claim, ...] = (
    Claim("1", "Nine sevens lose to most boards filled at random", "lose", that(sevens_lose), work=RANKING),
    Claim(
        "1", "A magic square of sum 21, with 3 and 11, is nearly optimal", "nearly optimal", that(magic), work=RANKING
    ),
    Claim(
        "2.5",
        "All boards",
        "2,357,947,691",
        equals(lambda: SEARCH.result().total_boards, "2,357,947,691"),
        work=SEARCH,
    ),
    Claim(
        "2.5",
        "The smallest expected number of rolls of all boards",
        MINIMUM.replace("/", " / "),
        equals(minimum, MINIMUM),
        work=SEARCH,
    ),
    Claim("2.5", "The optimal board is the only one, up to symmetry", "unique, 64 boards", that(unique), work=SEARCH),
    Claim("2.5", "A 7 in the centre is not optimal", "not optimal", that(seven_in_the_centre), work=SEVEN_CENTRED),
    Claim("2.5", "Boards of four by four", "11^16", that(_four_by_four)),
)
