"""The claims of section 1, the introduction: how two boards compare with all others."""

from __future__ import annotations

from dicebingo.exact import decimal
from dicebingo.model.board import Board
from dicebingo.model.layout import cells_of
from dicebingo.model.variants import classic
from dicebingo.reproduction.claims import Claim, that
from dicebingo.reproduction.printed import BOARDS
from dicebingo.reproduction.section2_one_board import RANKING, rank_of


def sevens_lose() -> tuple[object, bool]:
    """Check whether most boards are faster than nine sevens."""
    found = rank_of("sevens")
    return f"{found.better:,} of {found.total:,} boards are faster", 2 * found.better > found.total


def magic() -> tuple[object, bool]:
    """Check that the square is magic and has a 3 and an 11, and that less than 0.01% of all boards are faster."""
    values = Board.parse(BOARDS["magic"]).values
    sums = {sum(values[cell] or 0 for cell in cells_of(line)) for line in classic().layout.lines}
    found = rank_of("magic")
    shown = f"{decimal(found.expected_rolls):.10g} rolls; {found.better:,} of {found.total:,} boards are faster"
    return shown, sums == {21} and {3, 11} <= set(values) and 10_000 * found.better < found.total


CLAIMS: tuple[Claim, ...] = (
    Claim("1", "Nine sevens lose to most boards filled at random", "lose", that(sevens_lose), rests_on=RANKING),
    Claim(
        "1",
        "A magic square with sum 21 that contains 3 and 11 is nearly optimal",
        "nearly optimal",
        that(magic),
        rests_on=RANKING,
    ),
)
