"""``review``: the cost of each mark in a finished game, compared with the best mark."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Annotated, TypeAlias

from dicebingo.checked import Checked
from dicebingo.errors import InputError, listed, quote, shown
from dicebingo.exact import Number, decimal, nearest
from dicebingo.model.board import POSITION_KEYS, Position, PositionLike, RulesLike, as_position, changed_rules
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.solo.mdp import Candidate, OptimalPlay, SoloAnswer, exact_or_float

MoveLike: TypeAlias = str | tuple[int, int | Iterable[int]]
"""A roll and the cell or list of cells marked on it, or a string such as 7 (nothing marked), 7:4 or 7:4,5."""


@dataclass(frozen=True, slots=True)
class ReviewedMove(Checked):
    """One roll of a game: the cells that the player marked, all options, and the cost of the choice."""

    roll: int
    cells: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    loss: Number


@dataclass(frozen=True, slots=True, repr=False)
class Review(SoloAnswer):
    """The rolls of a game, the cost of the player's choice on each roll, and the position at the end."""

    _json_keys_ = f"{POSITION_KEYS} moves loss end bingo=end.is_bingo lines=line_cells exact=solution.exact"

    moves: tuple[ReviewedMove, ...]
    end: Position

    @property
    def loss(self) -> Number:
        """The total cost of all choices."""
        if self.solution.exact:
            return sum((move.loss for move in self.moves), Fraction(0))
        return sum((decimal(move.loss) for move in self.moves), 0.0)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that are complete at the end."""
        return tuple(line for line in self.position.rules.layout.lines if self.end.marked & line == line)

    @property
    def line_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each line that is complete at the end."""
        return tuple(map(cells_of, self.lines))

    def __repr__(self) -> str:
        return f"<Review of {self.position}: {len(self.moves)} moves, loss {nearest(self.loss, 6)}>"


@question
def review(
    position: PositionLike,
    moves: Annotated[
        Iterable[MoveLike],
        Doc("The moves: ROLL:CELL, ROLL if nothing was marked, or ROLL:CELL,CELL,...", "MOVE...", argument=True),
    ],
    *,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Review:
    """Review a game and find the cost of every mark.

    A move is a string such as 7:4, or a pair: the roll and the cells that were marked. Marking nothing on a matching
    roll costs V(S) - min V(S ∪ {c}), which is never negative, because a mark never increases V. On boards too large for
    an exact solution, the numbers are float64.

    >>> found = review("6 7 6 / 7 7 7 / 6 6 6", [(6, 0), (5, []), "7:4"])
    >>> [str(move.loss) for move in found.moves], str(found.end)
    (['36/1331', '0', '0'], '*6 7 6 / 7 *7 7 / 6 6 6')
    """
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise InputError(f"expected a list of moves such as [(7, [4]), '7:4'], got {shown(moves)}")
    rules = changed_rules(rules, layout, dice, marking, tokens)
    return review_by(exact_or_float(as_position(position, rules)), moves)


def review_by(solution: OptimalPlay, moves: Iterable[MoveLike]) -> Review:
    """Review a game, given the solution of its starting position."""
    reviewed = []
    now = solution.position
    for number, move in enumerate(listed(moves, "moves"), start=1):
        roll, cells = _read(number, move)
        if now.is_bingo:
            raise InputError(f"move {number}: the game is already over, but another roll ({roll}) follows")
        candidates = solution.candidates(roll, now.marked)
        chosen = next((c for c in candidates if list(c.cells) == cells), None)
        if chosen is None and cells:
            expected = " or ".join(str(list(c.cells)) for c in sorted(candidates, key=lambda c: c.cells)) or "no cell"
            raise InputError(f"move {number}: expected {expected} to be marked on the roll {roll}, got {cells}")
        missed = solution.value(now.marked) - candidates[0].expected_rolls if candidates else Fraction(0)
        reviewed.append(ReviewedMove(roll, tuple(cells), candidates, chosen.loss if chosen else missed))
        now = now.mark(*cells)
    return Review(solution, tuple(reviewed), now)


def _read(number: int, move: MoveLike) -> tuple[int, list[int]]:
    """Return the roll of a move, and its cells in increasing order."""
    if isinstance(move, str):
        if not re.fullmatch(r"[0-9]{1,18}(:[0-9]{1,9}(,[0-9]{1,9})*)?", move):
            expected = "a move such as 7:4, or 7 if nothing was marked"
            raise InputError(f"move {number}: expected {expected}, got {quote(move)}")
        first, _, rest = move.partition(":")
        return int(first), sorted(map(int, rest.split(",") if rest else ()))
    try:
        roll, cells = move
        return index(roll), sorted(map(index, cells if isinstance(cells, Iterable) else (cells,)))
    except (TypeError, ValueError):
        raise InputError(
            f"move {number}: expected a roll and cells such as (7, [4]), got {quote(repr(move))}"
        ) from None
