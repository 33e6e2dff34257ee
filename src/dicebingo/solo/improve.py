"""``improve``: find the best single-cell change, once or repeatedly until no change helps.

Each step reduces the expected number of rolls, and there are finitely many boards, so the process ends with a board
that no single-cell change improves. A board that differs in several cells may still be better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dicebingo.errors import flag, whole_number
from dicebingo.exact import Number
from dicebingo.json_form import Asked
from dicebingo.model.board import POSITION_KEYS, PositionLike, RulesLike, as_position, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.solo.mdp import OptimalPlay, SoloAnswer, optimal_play
from dicebingo.solo.why import Change, best_changes, changed


@dataclass(frozen=True, slots=True, repr=False)
class Improvement(SoloAnswer):
    """The best single-cell changes and, if requested, the steps to a board that no such change improves."""

    _json_keys_ = f"{POSITION_KEYS} expected_rolls changes steps improved=end status"

    changes: tuple[Change, ...]
    steps: Asked[tuple[Change, ...]] = None
    end: Asked[OptimalPlay] = None

    @property
    def expected_rolls(self) -> Number:
        """The expected number of rolls before any change."""
        return self.solution.expected_rolls

    @property
    def status(self) -> Asked[str]:
        """The status of the improved board, or None if no improved board was requested."""
        return None if self.end is None else "no change of a single cell helps"

    def __repr__(self) -> str:
        best = f"{self.changes[0].value} in cell {self.changes[0].cell}" if self.changes else "no change helps"
        return f"<Improvement of {self.position}: {best if self.end is None else self.end.position}>"


@question
def improve(
    position: PositionLike,
    *,
    most: Annotated[int, Doc("List at most this many changes.", "N", 1)] = 5,
    full: Annotated[bool, Doc("Apply the best change repeatedly until no change helps.")] = False,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Improvement:
    """Find the single-cell changes that shorten the game most.

    All numbers are exact. If several changes are equally good, ``full`` chooses the smallest cell, and then the
    smallest value.

    >>> found = improve("2 2 / 2 2", rules="knuth", full=True)
    >>> print(found.end.position, found.end.expected_rolls, len(found.steps))
    1 3 / 4 2 11/2 3
    """
    full = flag(full)
    most = whole_number(most, "at least {} change to list", 1)
    start = optimal_play(as_position(position, changed_rules(rules, layout, dice, marking, tokens)))
    changes = best_changes(start, most)
    if not full:
        return Improvement(start, changes)
    steps: list[Change] = []
    now, best = start, changes[:1]
    while best:
        steps += best
        now = optimal_play(changed(now.position, best[0].cell, best[0].value))
        best = best_changes(now, 1)
    if now.position.rules.is_row_of_tokens and not now.position.marked:
        now = optimal_play(
            sorted(value or 0 for value in now.position.board.values), rules=now.position.rules
        )  # list the values of a card in increasing order
    return Improvement(start, changes, tuple(steps), now)
