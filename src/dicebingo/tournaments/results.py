"""The results of tournaments: exact odds, links (pairs of boards), rings of links, and standings in float64.

This module does not need numpy, so rings can be certified and shown without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, SupportsIndex, TypeAlias, TypeVar, overload

from dicebingo.answer import Answer, Status
from dicebingo.checked import Checked
from dicebingo.duels.duel import duel
from dicebingo.errors import InputError, Word
from dicebingo.exact import nearest
from dicebingo.json_form import Asked
from dicebingo.matches.match import match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.verdict import Kind
from dicebingo.model.board import Board, PositionLike, RulesLike, as_boards
from dicebingo.model.rules import Rules
from dicebingo.question import Doc
from dicebingo.running.run import Run
from dicebingo.running.stopping import Point, reach
from dicebingo.searches.universe import Universe
from dicebingo.solo.policy import TieBreak, TieBreakLike

S = TypeVar("S")
T = TypeVar("T")


class Game(Word):
    """The game in which one board beats another: a match or a duel."""

    __kind__ = "game"
    MATCH = "match"
    DUEL = "duel"


GameName: TypeAlias = Literal["match", "duel"]
GameLike: TypeAlias = Annotated[Game | GameName, Doc("Whether boards beat each other in matches or in duels.")]


class BeatingAnswer(Answer):
    """The base class of answers about boards that beat each other; it defines the first JSON keys of these answers."""

    __slots__ = ()
    _json_head_ = "rules game tie_break=match_tie_break"

    if TYPE_CHECKING:  # all subclasses have these fields

        @property
        def game(self) -> Game:
            """The game in which one board beats another: a match or a duel."""

        @property
        def tie_break(self) -> TieBreak:
            """How a player chooses among equally good cells in a match."""

    @property
    def match_tie_break(self) -> TieBreak | None:
        """The tie-break, or None in a duel, because duels have no tie-breaks."""
        return None if self.game is Game.DUEL else self.tie_break


def images_alike(game: Game, tie_break: TieBreak) -> bool:
    """Return whether all images of a board under symmetries are equally good.

    This is true if play does not depend on how the cells are numbered.
    """
    return game is Game.DUEL or tie_break is TieBreak.RANDOM


@dataclass(frozen=True, slots=True)
class Odds(Checked):
    """The exact odds of one board against another, or against a mixture of boards."""

    win: Fraction
    lose: Fraction
    tie: Fraction

    @property
    def outcomes(self) -> Outcomes[Fraction]:
        """The odds as outcomes, with this board as the first player."""
        return Outcomes.of_two(self.win, self.lose, self.tie)

    @property
    def margin(self) -> Fraction:
        """P(win) - P(lose)."""
        return self.win - self.lose


@dataclass(frozen=True, slots=True)
class Link(Odds):
    """The exact odds of one board against another.

    ``sure`` is true if the first board is favoured under every tie-break.
    """

    sure: bool


@dataclass(frozen=True, slots=True)
class Ring(Checked):
    """A ring of boards with exact odds: each board beats the next, and the last beats the first."""

    _json_keys_ = "boards links smallest_margin sure"

    boards: tuple[Board, ...]
    links: tuple[Link, ...]

    @property
    def smallest_margin(self) -> Fraction:
        """The margin of the weakest link."""
        return min(link.margin for link in self.links)

    @property
    def sure(self) -> bool:
        """Whether every board is favoured over the next under every tie-break."""
        return all(link.sure for link in self.links)

    def _repr_svg_(self) -> str:
        from dicebingo.render.svg.drawings import ring_svg  # noqa: PLC0415  (a higher layer, needed only for drawing)

        return ring_svg(self.boards, self.links)


@dataclass(frozen=True, slots=True)
class Standing(Checked):
    """A board's record: its mean share of wins (a tie counts as half), its wins and losses, and its mean margin."""

    _json_keys_ = "player share beats loses even copeland mean_margin"

    player: int
    share: float
    beats: int
    loses: int
    even: int
    mean_margin: float

    @property
    def copeland(self) -> int:
        """The Copeland score: the number of boards that this board beats, minus the number of boards that beat it."""
        return self.beats - self.loses


def max_smallest_margin(length: int, game: Game) -> Fraction | None:
    """Return an upper bound on the smallest margin of a ring of ``length`` boards, or None for duels (none is known).

    All boards play their matches on the same rolls, and finish at times T_1, ..., T_k. The sum of the margins is the
    mean of Σ sign(T_{i+1} - T_i) around the ring. These times cannot increase all the way round, and if they increase
    k - 1 times, they decrease once. So the sum is at most k - 2, and the smallest margin is at most (k - 2) / k. (In a
    duel a player plays differently against different boards, so a board has no single finishing time.)

    >>> max_smallest_margin(3, Game.MATCH)
    Fraction(1, 3)
    """
    return Fraction(length - 2, length) if game is Game.MATCH else None


def outcomes_of(first: Board, second: Board, tie_break: TieBreak, game: Game) -> Outcomes[Fraction]:
    """Return the exact outcomes of one board against another. In a duel the tie-break does not matter."""
    if game is Game.DUEL:
        return duel(first, second).outcomes
    return match(first, second, tie_break=tie_break, fast=False).outcomes


def link_of(first: Board, second: Board, tie_break: TieBreak, game: Game) -> Link:
    """Return the exact odds of one board against another, and whether the first is favoured under every tie-break.

    Duels have no tie-breaks, so ``sure`` is true whenever the first board is favoured.
    """
    if game is Game.DUEL:
        outcomes = duel(first, second).outcomes
        return Link(outcomes.first, outcomes.second, outcomes.tie, outcomes.margin > 0)
    result = match(first, second, tie_break=tie_break, fast=False)
    sure = result.verdict.favoured == 0 and result.verdict.kind is Kind.SURELY_BEATS
    return Link(result.outcomes.first, result.outcomes.second, result.outcomes.tie, sure)


def certify(
    boards: Sequence[PositionLike],
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    *,
    rules: RulesLike = None,
) -> Ring:
    """Return these boards as a ring with exact odds. The margins need not be positive."""
    players = as_boards(boards, rules)
    if not players:
        raise InputError("expected the boards of a ring, got none")
    how = TieBreak.parse(tie_break), Game.parse(game)
    links = [link_of(a, b, *how) for a, b in zip(players, [*players[1:], players[0]], strict=True)]
    return Ring(tuple(players), tuple(links))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlayedBoards(BeatingAnswer):
    """The base class of all tournaments: the boards, their names, the tie-break and the game."""

    _json_keys_ = (
        f"{BeatingAnswer._json_head_} boards names standings triples=ring_count smith_set "
        "relative_error_bound=error_bound"
    )

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    tie_break: TieBreak
    game: Game

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules


@dataclass(frozen=True, slots=True, repr=False)
class SetAnswer(BeatingAnswer):
    """The base class of answers about rings or upsets, with the game, the tie-break, and the origin of the boards.

    If the answer comes from a tournament, ``among`` is the number of boards, and ``count`` is the number of rings or
    upsets, if they were counted. If the answer comes from a search among all boards, ``universe``, ``seed``,
    ``restarts`` and ``status`` describe that search.
    """

    rules: Rules
    tie_break: TieBreak
    game: Game
    _: KW_ONLY
    among: int | None = None
    count: int | None = None
    universe: Asked[Universe] = None
    seed: Asked[int] = None
    restarts: Asked[int] = None
    status: Asked[Status] = None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Rings(SetAnswer):
    """A sequence of ``Ring``: the rings of a given length whose smallest margins are largest, best first.

    ``names`` lists the names of each ring's boards.
    """

    _json_keys_ = f"{SetAnswer._json_head_} length count at_most universe seed restarts status rings"

    length: int
    rings: tuple[Ring, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()

    @property
    def at_most(self) -> Fraction | None:
        """An upper bound on the smallest margin of any ring of this length, or None for duels (none is known)."""
        return max_smallest_margin(self.length, self.game)

    def __iter__(self) -> Iterator[Ring]:
        return iter(self.rings)

    @overload
    def __getitem__(self, number: SupportsIndex) -> Ring: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Ring, ...]: ...
    def __getitem__(self, number: SupportsIndex | slice) -> Ring | tuple[Ring, ...]:
        return self.rings[number]

    def __len__(self) -> int:
        return len(self.rings)

    def __repr__(self) -> str:
        best = f", smallest margin {nearest(100 * self.rings[0].smallest_margin, 3)} points" if self.rings else ""
        return f"<Rings of {self.length} boards, {self.rules}: {len(self.rings)} listed{best}>"


def certify_all(sets: Sequence[S], certify: Callable[[S], T], run: Run | None) -> list[T]:
    """Compute the exact numbers of each set of boards, such as a ring.

    Certification continues even after a request to stop, because only certified sets may be reported.
    """
    certified: list[T] = []
    run = Run.of(run)
    for boards in sets:
        run.tell("certifying", len(certified), len(sets))
        certified.append(certify(boards))
        reach(Point.STEP)
    return certified
