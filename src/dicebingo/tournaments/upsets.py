"""Upsets: pairs of boards in which the board that is slower when played alone is favoured (paper, section 4.4).

An upset has a margin P(slower wins) - P(faster wins) > 0 and a handicap V(slower) - V(faster) > 0. In a tournament, V
is compared in float64 if the error bound permits, and otherwise exactly. Boards that are images of each other under the
layout's symmetries, or under a swap of equally likely values, have the same V and need no comparison. If no boards are
given, the search covers all boards (``tournaments.set_search``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from dicebingo.checked import Checked
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Board, PositionLike, RulesLike, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.orbits import numbered
from dicebingo.searches.space import EveryBoard, RandomBoards, SearchRestarts, SearchSeconds, TopBoards, ValuesLike
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.margins import Margins, margins_for
from dicebingo.tournaments.results import GameLike, Link, Odds, SetAnswer, certify_all
from dicebingo.tournaments.set_search import Aim, SetSearch, expect_among, expect_listable
from dicebingo.tournaments.strategies import Floats, Preparer, Rows
from dicebingo.tournaments.tournament import tournament

if TYPE_CHECKING:  # importing this module would load numba, which the command's help does not need
    from dicebingo.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Upset(Checked):
    """The slower board, the faster board that it beats, and the exact expected rolls of each."""

    _json_keys_ = "slower faster expected_rolls handicap outcomes=odds margin sure=link.sure"

    slower: Board
    faster: Board
    link: Link
    expected_rolls: tuple[Fraction, Fraction]

    @property
    def odds(self) -> Odds:
        """The probabilities that the slower board wins, loses and ties."""
        return self.link

    @property
    def margin(self) -> Fraction:
        """P(slower wins) - P(faster wins)."""
        return self.link.margin

    @property
    def handicap(self) -> Fraction:
        """The average number of extra rolls that the slower board needs when played alone."""
        return self.expected_rolls[0] - self.expected_rolls[1]

    def size(self, by: str) -> Fraction:
        """Return the margin or the handicap, as named by ``by``."""
        return self.margin if Aim.of_upsets(by) is Aim.MARGIN else self.handicap


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Upsets(SetAnswer):
    """A sequence of ``Upset``: the upsets with the largest margins or handicaps, largest first."""

    _json_keys_ = f"{SetAnswer._json_head_} by count universe seed restarts status upsets"

    by: Aim
    upsets: tuple[Upset, ...] = ()

    @overload
    def __getitem__(self, number: SupportsIndex) -> Upset: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Upset, ...]: ...
    def __getitem__(self, number: SupportsIndex | slice) -> Upset | tuple[Upset, ...]:
        return self.upsets[number]

    def __iter__(self) -> Iterator[Upset]:
        return iter(self.upsets)

    def __len__(self) -> int:
        return len(self.upsets)

    def __repr__(self) -> str:
        return f"<Upsets by {self.by}, {self.rules}: {len(self.upsets)} listed>"


def check_upsets(by: str, most: int) -> Aim:
    """Return the aim of a search that ranks upsets by ``by``. Raise unless ``most`` is within its limits."""
    expect_listable(most, "upsets")
    return Aim.of_upsets(by)


@question
def upsets(
    boards: Annotated[
        Sequence[PositionLike] | Tournament | None,
        Doc("Boards, or a finished tournament (default: search among all boards).", "[BOARD...]"),
    ] = None,
    *,
    by: Annotated[Literal["margin", "handicap"], Doc("Rank upsets by margin or handicap.")] = "margin",
    most: Annotated[int, Doc("List this many of the largest upsets.", "N", 1)] = 5,
    random: RandomBoards = None,
    top: TopBoards = None,
    all: EveryBoard = False,  # noqa: A002  (the name of the option)
    values: ValuesLike | None = None,
    seed: SeedLike = 1,
    seconds: SearchSeconds = None,
    restarts: SearchRestarts = None,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Upsets:
    """Find slower boards that beat faster ones.

    The handicap is the mean number of extra rolls that the slower board needs alone. Every reported pair is certified
    exactly. Among given boards, or boards added by ``random``, ``top`` or ``all``, the answer lists the largest upsets.
    A search among all boards ends after ``seconds`` or ``restarts``. If you stop the search earlier, it returns the
    largest upsets found so far.

    >>> [upset] = upsets(["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"])
    >>> print(upset.margin, upset.handicap)
    15931/253125 208422389/148240125
    """
    aim = check_upsets(by, most)
    rules = changed_rules(rules, layout, dice, marking, tokens)
    chosen = random is not None or top is not None or all
    if boards is None and not chosen:
        search = SetSearch.of(aim, 2, rules, values, tie_break, game, restarts, seed)
        sets, done, status = search.find(most, run, seconds)
        how = search.rules, search.tie_break, search.game
        answer = Upsets(*how, by=aim, universe=search.universe, seed=seed, restarts=done, status=status)
    else:
        expect_among(None if chosen else values, seconds, restarts)
        play = partial(tournament, rules=rules, tie_break=tie_break, game=game, run=run)
        played = play(boards or (), random=random, top=top, all=all, values=values, seed=seed)
        with Run.of(run).stage("looking for upsets") as step:
            sets, count = _largest(played, aim, most)
            step()
        how = played.rules, played.tie_break, played.game
        answer = Upsets(*how, by=aim, among=len(played.boards), count=count)
    margins = margins_for(*how)
    certified = certify_all(sets, lambda pair: _certified(pair[0], pair[1], margins), run)
    found = [upset for upset in certified if upset.margin > 0 and upset.handicap > 0]
    return replace(answer, upsets=tuple(sorted(found, key=lambda upset: -upset.size(aim))))


def _certified(slower: Board, faster: Board, margins: Margins) -> Upset:
    """Return exact numbers for a pair of boards. The pair is an upset if its margin and its handicap are positive."""
    return Upset(slower, faster, margins.link(slower, faster), (_expected_rolls(slower), _expected_rolls(faster)))


def _expected_rolls(board: Board) -> Fraction:
    return optimal_play(board).expected_rolls


def _largest(played: Tournament, by: Aim, most: int) -> tuple[list[tuple[Board, ...]], int]:
    """Return the largest upsets in a tournament, and the total number of upsets."""
    handicaps, slower = _slower(played.boards, played.tie_break)
    first, second = np.nonzero(slower & (played.sign > 0))
    sizes = (played.margins if by is Aim.MARGIN else handicaps)[first, second]
    chosen = np.argsort(-sizes, kind="stable")[:most]
    return [(played.boards[first[k]], played.boards[second[k]]) for k in chosen], len(first)


def _slower(boards: Sequence[Board], tie_break: TieBreak) -> tuple[Floats, NDArray[np.bool_]]:
    """Compare the expected numbers of rolls V for all pairs of boards.

    Return the differences in float64, and whether the first board of each pair is slower. The latter is exact.
    """
    preparer = Preparer(boards[0].rules, tie_break)
    rows = preparer.rows(boards)
    rolls = np.concatenate([part.values for _, part in preparer.guesses(rows)])
    handicaps = rolls[:, None] - rolls[None, :]
    slower = handicaps > 0
    kinds = _kinds(preparer, rows)
    slower[kinds[:, None] == kinds] = False
    close = np.abs(handicaps) <= 2 * preparer.error_bound * np.maximum(rolls[:, None], rolls[None, :])
    close &= kinds[:, None] != kinds
    exact = {kind: _expected_rolls(boards[i]) for i, kind in enumerate(kinds.tolist()) if close[i].any()}
    for i, j in np.argwhere(close).tolist():
        slower[i, j] = exact[kinds[i]] > exact[kinds[j]]
    return handicaps, slower


def _kinds(preparer: Preparer, rows: Rows) -> NDArray[np.int64]:
    """Return a number for each board. Boards with the same number pose the same solo problem."""
    weights = preparer.rules.dice.weights
    number: dict[object, int] = {}
    kinds = []
    for row in rows:
        images = [numbered((v, weights[v]) for v in image) for image in row[preparer.symmetries].tolist()]
        kinds.append(number.setdefault(min(images), len(number)))
    return np.array(kinds)
