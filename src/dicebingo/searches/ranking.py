"""A board's rank among all boards with the same rules.

The rank is either a percentile or the exact numbers of better, equal and worse boards.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Unpack, overload

from dicebingo.answer import Answer
from dicebingo.errors import InputError, flag, naming_extras, whole_number
from dicebingo.exact import decimal, nearest
from dicebingo.json_form import Measured
from dicebingo.model.board import (
    POSITION_KEYS,
    Board,
    Position,
    PositionLike,
    RulesArguments,
    RulesLike,
    as_board,
    changed_rules,
)
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.model.variants import classic
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.quantiles import LEAST, QUANTILES
from dicebingo.searches.space import Found, Space
from dicebingo.searches.universe import Universe
from dicebingo.solo.mdp import optimal_play

MAX_NEAREST = 100


class BoardRank(Answer):
    """The answer to ``rank``, exact or approximate. ``percentile`` is the percentage of boards that are worse."""

    __slots__ = ()

    if TYPE_CHECKING:  # both subclasses have this field

        @property
        def board(self) -> Board:
            """The board."""

    @property
    def position(self) -> Position:
        """The board before the first roll."""
        return Position(self.board)

    @property
    def universe(self) -> Universe:
        """The boards with which this board is compared: all boards with the same rules."""
        return Universe.of_values(self.board.rules)


@dataclass(frozen=True, slots=True, repr=False)
class Rank(BoardRank):
    """The exact rank of a board: how many boards are strictly better, equally good, and strictly worse.

    ``nearest`` lists the essentially different better boards with the closest V, closest first.
    """

    _json_keys_ = f"{POSITION_KEYS} universe expected_rolls better equal worse total percentile nearest"

    board: Board
    expected_rolls: Fraction
    better: int
    equal: int
    worse: int
    nearest: tuple[Found, ...]

    @property
    def total(self) -> int:
        """The total number of boards."""
        return self.better + self.equal + self.worse

    @property
    def percentile(self) -> Fraction:
        """The percentage of boards that are strictly worse."""
        return Fraction(100 * self.worse, self.total)

    def __repr__(self) -> str:
        return f"<Rank of {self.board}: {self.better:,} better, {self.equal:,} equal, {self.worse:,} worse>"


@dataclass(frozen=True, slots=True, repr=False)
class Percentile(BoardRank):
    """The approximate percentage of all boards that are strictly worse.

    ``best`` is exact: it is true if no board is better.
    """

    _json_keys_ = "board marked=position.marked_cells universe percentile best approximate"
    approximate: ClassVar[Literal[True]] = True

    board: Board
    percentile: Measured
    best: bool

    def __repr__(self) -> str:
        return f"<Percentile of {self.board}: better than about {nearest(self.percentile, 1)}%>"


@overload
def rank(
    board: PositionLike,
    *,
    nearest: int = ...,
    approximate: Literal[False] = ...,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Rank: ...
@overload
def rank(
    board: PositionLike,
    *,
    nearest: int = ...,
    approximate: Literal[True],
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Percentile: ...
@overload
def rank(
    board: PositionLike,
    *,
    nearest: int = ...,
    approximate: bool,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Rank | Percentile: ...
@question
def rank(
    board: PositionLike,
    *,
    nearest: Annotated[int, Doc("List this many better boards, closest first.", "N", 0, MAX_NEAREST)] = 3,
    approximate: Annotated[
        bool, Doc("Only estimate the percentile, without the table of all boards (classic rules only).")
    ] = False,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Rank | Percentile:
    """Count exactly how many boards are better than a given board.

    The answer also counts the equal and the worse boards. The table of all boards is computed once and cached (300
    MB for the classic rules); "dicebingo cache" shows the folder.
    """
    approximate = flag(approximate)
    board = as_board(board, changed_rules(rules, layout, dice, marking, tokens))
    if approximate:
        return _approximate_percentile(board)
    nearest = whole_number(nearest, "{} to {} nearest boards", 0, MAX_NEAREST)
    with naming_extras():
        from dicebingo.searches.cards import rank_card  # noqa: PLC0415  (needs numba; a percentile does not)
        from dicebingo.searches.rank_table import exact_rank  # noqa: PLC0415  (needs numba; a percentile does not)

    run = Run.of(run)
    space = Space.of(board.rules)
    if board.rules.is_full_card:
        return rank_card(space, board, nearest)
    found = exact_rank(space, board, nearest, run)
    run.expect_more()  # importing numba or reading a cached table does not check for a stop request
    return found


def _approximate_percentile(board: Board) -> Percentile:
    """Interpolate linearly in the table for the classic rules; the result is accurate to 0.1 percentage points."""
    if board.rules != classic():
        raise InputError(f"expected classic rules for an approximate percentile, got {board.rules}")
    exact = optimal_play(board).expected_rolls
    value, best = decimal(exact), exact <= LEAST
    after = bisect_left(QUANTILES, value)
    if not 0 < after < len(QUANTILES):
        return Percentile(board, 0.0 if after else 100.0, best)
    low, high = QUANTILES[after - 1 : after + 1]
    better = after - 1 + (value - low) / (high - low)
    return Percentile(board, 100 * (1 - better / (len(QUANTILES) - 1)), best)
