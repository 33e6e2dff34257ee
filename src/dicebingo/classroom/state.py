"""The class as an immutable value: pupils, rounds, rolls and marks, from which everything else is derived.

A roll stores its marks, its shouts and, once it is closed, the pupils with a bingo on it. Undoing the last roll simply
removes it, which also reverts its consequences: a bingo, the end of the round, a point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from dicebingo.json_form import to_json
from dicebingo.model.board import Board
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Marking, Rules


class Role(StrEnum):
    """The role of a person who has a key."""

    TEACHER = "teacher"
    PROJECTOR = "projector"
    PUPIL = "pupil"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The holder of a key; ``pupil`` is the number of a pupil, or 0 for the teacher and the projector."""

    role: Role
    pupil: int = 0


TEACHER, PROJECTOR = Viewer(Role.TEACHER), Viewer(Role.PROJECTOR)


def pupil_viewer(number: int) -> Viewer:
    """Return the viewer for the pupil with this ``number``."""
    return Viewer(Role.PUPIL, number)


MAX_PUPILS = 200
MAX_ROLLS = 500
MIN_TEAMS, MAX_TEAMS = 2, 6

Values: TypeAlias = tuple[int | Literal["F"], ...]
"""A board: one value per cell, F for a free cell."""
Given: TypeAlias = Literal["own", "random"]
"""The source of the boards if the teacher gives no list: the pupils write them, or the server draws them at random."""
GivenBoards: TypeAlias = Literal["own", "random", "list"]
Bingo: TypeAlias = Literal["seen", "shouted"]
Until: TypeAlias = Literal["first", "all"]


def values_of(board: Board) -> Values:
    """Return the values of a board."""
    return tuple(to_json(board))


class Phase(StrEnum):
    """The phase of a class."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    REVEALED = "revealed"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a class: the source of boards, how bingos are claimed, when rounds end, and the time per roll.

    ``seed`` is the teacher's seed for the program's dice, or None.
    """

    boards: Given | tuple[Values, ...] = "own"
    bingo: Bingo = "seen"
    until: Until = "first"
    timer: float | None = None
    seed: int | None = None

    @property
    def given(self) -> GivenBoards:
        """The source of the boards."""
        return self.boards if isinstance(self.boards, str) else "list"


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil. If ``given`` is true, the board cannot be changed, because it was assigned or has been played before.

    A pupil who is ``waiting`` has not been admitted yet: only the teacher sees the name. A ``bot`` plays by itself.
    ``team`` is the number of a team, if the pupil has one.
    """

    number: int
    name: str
    board: Values | None = None
    given: bool = False
    ready: bool = False
    here: bool = True
    waiting: bool = False
    bot: bool = False
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll, with the ``faces`` of the program's dice and the cells that each pupil has marked for it (``marks``)."""

    value: int
    faces: tuple[int, ...] | None = None
    real: bool = False
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    shouts: frozenset[int] = frozenset()
    open: bool = True
    bingo: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its boards, seed and rolls; ``step`` is the last step that has been revealed.

    ``teams`` gives the team of each player who was in a team when the round started.
    """

    number: int
    seed: int
    boards: Mapping[int, Values]
    rolls: tuple[Roll, ...] = ()
    step: int | None = None
    computed: bool = False
    teams: Mapping[int, int] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether pupils may mark cells now, because a roll is open."""
        return bool(self.rolls) and self.rolls[-1].open

    def marked(self, pupil: int, upto: int | None = None) -> int:
        """Return the set of cells that ``pupil`` has marked on the rolls before index ``upto``, or on all rolls."""
        return mask_of(cell for roll in self.rolls[:upto] for cell in roll.marks.get(pupil, ()))

    def finishes(self) -> dict[int, int]:
        """For each pupil with a bingo, return the index of the roll on which it counted."""
        return {pupil: index for index, roll in enumerate(self.rolls) for pupil in roll.bingo}


@dataclass(frozen=True, slots=True)
class Classroom:
    """The state of a class after ``event`` events. The last round is the current one, except in the lobby."""

    rules: Rules
    plan: Plan
    event: int = 0
    pupils: Mapping[int, Pupil] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    lobby: bool = True
    locked: bool = False
    approval: bool = False
    """Whether newcomers wait until the teacher admits them."""
    teams: tuple[str, ...] = ()
    """The names of the teams, numbered from 1; empty if there are none."""
    choose: bool = True
    """Whether pupils choose their teams."""
    ended: bool = False

    @property
    def here(self) -> list[Pupil]:
        """The admitted pupils who have not been removed, in the order in which they joined."""
        return [pupil for pupil in self.pupils.values() if pupil.here and not pupil.waiting]

    @property
    def waiting(self) -> list[Pupil]:
        """The newcomers who are waiting for the teacher to admit them."""
        return [pupil for pupil in self.pupils.values() if pupil.here and pupil.waiting]

    @property
    def bots(self) -> list[Pupil]:
        """The bots who have not been removed."""
        return [pupil for pupil in self.pupils.values() if pupil.here and pupil.bot]

    @property
    def round(self) -> Round | None:
        """The current round, which may be over; None in the lobby."""
        return None if self.lobby else self.rounds[-1]

    @property
    def phase(self) -> Phase:
        """The phase of the class."""
        if (now := self.round) is None:
            return Phase.LOBBY
        if now.step is not None:
            return Phase.REVEALED
        return Phase.OVER if self._is_over(now) else Phase.PLAYING

    def _is_over(self, now: Round) -> bool:
        """Return whether the round is over: depending on ``until``, after the first bingo or once everyone has one."""
        if now.open or not now.rolls:
            return False
        playing = {pupil for pupil in now.boards if self.pupils[pupil].here}
        done = now.finishes().keys() & playing
        return bool(done) if self.plan.until == "first" else done == playing

    def winners(self, played: Round) -> set[int]:
        """Return the present pupils who had the round's first bingo; if there are several, they tie."""
        here = (pupil for roll in played.rolls if (pupil := {p for p in roll.bingo if self.pupils[p].here}))
        return next(here, set())

    def scores(self) -> Counter[int]:
        """Return the number of rounds that each pupil has won, alone or tied."""
        return Counter(pupil for played in self.rounds for pupil in self.winners(played))

    def team_scores(self) -> Counter[int]:
        """Return the number of points that each team's players have won for the team."""
        won = ((played, pupil) for played in self.rounds for pupil in self.winners(played))
        return Counter(played.teams[pupil] for played, pupil in won if pupil in played.teams)

    def can_mark(self, pupil: int) -> tuple[int, ...]:
        """Return the cells that a pupil may mark now: those with the roll's value that no earlier roll marked."""
        now = self.round
        if now is None or not now.open or pupil not in now.boards or pupil in now.finishes():
            return ()
        before, value = now.marked(pupil, -1), now.rolls[-1].value
        cells = enumerate(now.boards[pupil])
        return tuple(cell for cell, written in cells if written == value and not before >> cell & 1)

    def matching(self) -> int:
        """Return the number of pupils who can mark a cell for the open roll, or have already done so."""
        now = self.round
        return sum(self.pupils[pupil].here and bool(self.can_mark(pupil)) for pupil in now.boards) if now else 0

    def marking(self, pupil: int, cell: int) -> tuple[int, ...]:
        """Return the cells that the rules mark together with ``cell``: all matching cells, or only this one."""
        cells = self.can_mark(pupil)
        return cells if self.rules.marking is Marking.ALL and cell in cells else (cell,)

    def has_line(self, pupil: int) -> bool:
        """Return whether a pupil's marks complete a line."""
        assert self.round is not None
        return self.rules.layout.wins(self.round.marked(pupil))

    def bingo(self) -> frozenset[int]:
        """Return the pupils who have a bingo once the open roll closes: a line, and a shout if one is required."""
        assert self.round is not None
        last, done = self.round.rolls[-1], self.round.finishes()
        claim = last.shouts if self.plan.bingo == "shouted" else last.marks.keys()
        return frozenset(p for p in claim if p not in done and self.has_line(p))
