"""The class as a value: pupils, rounds, rolls and marks. Whatever else is asked about it follows from these.

A roll keeps its marks, its shouts and, once it is closed, who has a bingo by it. So taking back the last roll is
leaving it out, and what came of it (a bingo, the end of the round, a point) is gone with it.
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
    """What a key is for."""

    TEACHER = "teacher"
    PROJECTOR = "projector"
    PUPIL = "pupil"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose key it is; ``pupil`` is the number of a pupil."""

    role: Role
    pupil: int = 0


TEACHER, PROJECTOR = Viewer(Role.TEACHER), Viewer(Role.PROJECTOR)


def pupil_viewer(number: int) -> Viewer:
    """Return a pupil as a viewer."""
    return Viewer(Role.PUPIL, number)


MOST_PUPILS = 200
MOST_ROLLS = 500

Values: TypeAlias = tuple[int | Literal["F"], ...]
"""A board: one value per cell, F for a free one."""
Given: TypeAlias = Literal["own", "random"]
"""Whose boards are played, if there is no list: the pupils write their own, or get random ones."""
GivenBoards: TypeAlias = Literal["own", "random", "list"]
Bingo: TypeAlias = Literal["seen", "shouted"]
Until: TypeAlias = Literal["first", "all"]


def values_of(board: Board) -> Values:
    """Return a board as it is in a class."""
    return tuple(to_json(board))


class Phase(StrEnum):
    """Where a class stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    REVEALED = "revealed"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a class plays: whose boards, whether a bingo is seen or shouted, until when, and the seconds of a roll.

    ``seed`` is the teacher's choice for the program's dice, if there is one.
    """

    boards: Given | tuple[Values, ...] = "own"
    bingo: Bingo = "seen"
    until: Until = "first"
    timer: float | None = None
    seed: int | None = None

    @property
    def given(self) -> GivenBoards:
        """Whose boards are played, in a word."""
        return self.boards if isinstance(self.boards, str) else "list"


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil: a board that was given, or kept from the round before, cannot be changed."""

    number: int
    name: str
    board: Values | None = None
    given: bool = False
    ready: bool = False
    here: bool = True


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: ``faces`` where the program rolled; ``marks`` the cells that each pupil has marked on it."""

    value: int
    faces: tuple[int, ...] | None = None
    real: bool = False
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    shouts: frozenset[int] = frozenset()
    open: bool = True
    bingo: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the boards that play, its seed and its rolls; ``step`` is how far it has been revealed."""

    number: int
    seed: int
    boards: Mapping[int, Values]
    rolls: tuple[Roll, ...] = ()
    step: int | None = None
    computed: bool = False

    @property
    def open(self) -> bool:
        """Whether pupils may mark."""
        return bool(self.rolls) and self.rolls[-1].open

    def marked(self, pupil: int, upto: int | None = None) -> int:
        """Return the cells that a pupil has marked, by the rolls before a number of them."""
        return mask_of(cell for roll in self.rolls[:upto] for cell in roll.marks.get(pupil, ()))

    def finishes(self) -> dict[int, int]:
        """Return for each pupil with a bingo the index of its roll."""
        return {pupil: index for index, roll in enumerate(self.rolls) for pupil in roll.bingo}


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class: everything that its events have made of it. The last round is the present one, but in the lobby."""

    rules: Rules
    plan: Plan
    event: int = 0
    pupils: Mapping[int, Pupil] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    lobby: bool = True
    locked: bool = False
    ended: bool = False

    @property
    def here(self) -> list[Pupil]:
        """The pupils who are there, in the order in which they came."""
        return [pupil for pupil in self.pupils.values() if pupil.here]

    @property
    def round(self) -> Round | None:
        """The round that is being played, or has just been."""
        return None if self.lobby else self.rounds[-1]

    @property
    def phase(self) -> Phase:
        """Where the class stands."""
        if (now := self.round) is None:
            return Phase.LOBBY
        if now.step is not None:
            return Phase.REVEALED
        return Phase.OVER if self._is_over(now) else Phase.PLAYING

    def _is_over(self, now: Round) -> bool:
        """Return whether the first bingo is there, or everybody's: of those who are."""
        if now.open or not now.rolls:
            return False
        playing = {pupil for pupil in now.boards if self.pupils[pupil].here}
        done = now.finishes().keys() & playing
        return bool(done) if self.plan.until == "first" else done == playing

    def winners(self, played: Round) -> set[int]:
        """Return who had the first bingo of a round, together, of those who are here."""
        here = (pupil for roll in played.rolls if (pupil := {p for p in roll.bingo if self.pupils[p].here}))
        return next(here, set())

    def scores(self) -> Counter[int]:
        """Return how many rounds each pupil has won, alone or together with others."""
        return Counter(pupil for played in self.rounds for pupil in self.winners(played))

    def can_mark(self, pupil: int) -> tuple[int, ...]:
        """Return the cells that a pupil may mark now: with the value of the open roll, and not marked by another."""
        now = self.round
        if now is None or not now.open or pupil not in now.boards or pupil in now.finishes():
            return ()
        before, value = now.marked(pupil, -1), now.rolls[-1].value
        cells = enumerate(now.boards[pupil])
        return tuple(cell for cell, written in cells if written == value and not before >> cell & 1)

    def marking(self, pupil: int, cell: int) -> tuple[int, ...]:
        """Return the cells that marking one of them marks: all that match where the rules say so."""
        cells = self.can_mark(pupil)
        return cells if self.rules.marking is Marking.ALL and cell in cells else (cell,)

    def has_line(self, pupil: int) -> bool:
        """Return whether a pupil's marks complete a line."""
        assert self.round is not None
        return self.rules.layout.wins(self.round.marked(pupil))

    def bingo(self) -> frozenset[int]:
        """Return who has a bingo if the open roll closes: a line that is seen, or has been shouted on this roll."""
        assert self.round is not None
        last, done = self.round.rolls[-1], self.round.finishes()
        claim = last.shouts if self.plan.bingo == "shouted" else last.marks.keys()
        return frozenset(p for p in claim if p not in done and self.has_line(p))
