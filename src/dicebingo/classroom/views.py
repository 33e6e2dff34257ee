"""The class and its events, as each kind of viewer sees them.

The teacher sees everything except the seeds of unfinished rounds. The projector shows the pupils, the rolls, how many
pupils have marked, every bingo, and the boards once they are revealed. A pupil also sees their own board and marks.
Neither a pupil nor the projector ever sees a seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import UnionType
from typing import NamedTuple, TypeAlias

from dicebingo.classroom.events import (
    KINDS,
    Again,
    ApprovalSet,
    BoardChosen,
    ClassEnded,
    Closed,
    Created,
    Event,
    EventContent,
    Joined,
    Marked,
    Renamed,
    Reopened,
    Revealed,
    Rolled,
    Started,
    Undone,
    Unmarked,
)
from dicebingo.classroom.state import Bingo, Classroom, GivenBoards, Phase, Pupil, Role, Round, Until, Values, Viewer
from dicebingo.json_form import Asked, Json, to_dict
from dicebingo.model.rules import Rules

Marks: TypeAlias = list[tuple[int, int]]
"""A list of marks, each given by the index of a roll and a cell."""


@dataclass(frozen=True, slots=True)
class PupilView:
    """A pupil, as the whole class sees them; ``finish`` is the index of the roll with their bingo in this round."""

    pupil: int
    name: str
    ready: bool
    score: int
    bingo: bool
    plays: bool
    finish: int | None
    team: int | None


class TeamView(NamedTuple):
    """A team: its number, its name, and the points won by its players."""

    team: int
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class Player:
    """A pupil's board and marks; each mark is a pair of a roll's index and a cell."""

    pupil: int
    board: Values | None
    marks: Marks


@dataclass(frozen=True, slots=True)
class Me(Player):
    """A pupil's own board, whether it is fixed (``given``), and the cells that can be marked now.

    ``waiting`` is true until the teacher admits the pupil.
    """

    can_mark: tuple[int, ...]
    given: bool
    waiting: bool


class OtherPupil(NamedTuple):
    """A pupil who has been removed, or a newcomer who is waiting to be let in."""

    pupil: int
    name: str


@dataclass(frozen=True, slots=True)
class ClassView:
    """The part of a class's state that the viewer is allowed to see."""

    event: int
    phase: Phase
    round: int
    rules: Rules
    given: GivenBoards
    bingo: Bingo
    until: Until
    timer: float | None
    rolls: list[int]
    faces: list[tuple[int, ...] | None]
    open: bool
    marked: int
    matching: int
    shouts: list[int]
    locked: bool
    step: int | None
    computed: bool
    pupils: list[PupilView]
    teams: list[TeamView]
    choose: bool
    me: Asked[Me] = None
    boards: Asked[list[Player]] = None
    removed: Asked[list[OtherPupil]] = None
    waiting: Asked[list[OtherPupil]] = None
    approval: Asked[bool] = None
    bots: Asked[int] = None
    seeds: Asked[list[int]] = None


def class_view(state: Classroom, viewer: Viewer) -> ClassView:
    """Return the class as a viewer sees it."""
    now, plan = state.round, state.plan
    rolls = now.rolls if now is not None else ()
    last = rolls[-1] if rolls else None
    done, scores = now.finishes() if now is not None else {}, state.scores()
    is_teacher = viewer.role is Role.TEACHER
    seen = ClassView(
        event=state.event,
        phase=state.phase,
        round=len(state.rounds) + (now is None),
        rules=state.rules,
        given=plan.given,
        bingo=plan.bingo,
        until=plan.until,
        timer=plan.timer,
        rolls=[roll.value for roll in rolls],
        faces=[roll.faces for roll in rolls],
        open=now is not None and now.open,
        marked=len([pupil for pupil in last.marks if state.pupils[pupil].here]) if last is not None else 0,
        matching=state.matching(),
        shouts=sorted(last.shouts) if last is not None else [],
        locked=state.locked,
        step=now.step if now is not None else None,
        computed=now is not None and now.computed,
        pupils=[_pupil_view(p, scores[p.number], now, done.get(p.number)) for p in state.here],
        teams=team_views(state),
        choose=state.choose,
    )
    if viewer.role is Role.PUPIL:
        own = _player(state, viewer.pupil)
        one = state.pupils[viewer.pupil]
        seen = replace(
            seen, me=Me(own.pupil, own.board, own.marks, state.can_mark(viewer.pupil), one.given, one.waiting)
        )
    if is_teacher or state.phase is Phase.REVEALED:
        shown = (p.number for p in state.here if is_teacher or (now is not None and p.number in now.boards))
        seen = replace(seen, boards=[_player(state, number) for number in shown])
    if is_teacher:
        removed = [OtherPupil(p.number, p.name) for p in state.pupils.values() if not p.here and not p.waiting]
        waiting = [OtherPupil(p.number, p.name) for p in state.waiting]
        seen = replace(seen, removed=removed, waiting=waiting, approval=state.approval, seeds=seeds(state))
        seen = replace(seen, bots=len(state.bots))
    return seen


def class_json(state: Classroom, viewer: Viewer) -> dict[str, Json]:
    """Return the JSON form of the class as a viewer sees it."""
    return to_dict(class_view(state, viewer))


def _pupil_view(pupil: Pupil, score: int, now: Round | None, finish: int | None) -> PupilView:
    plays = now is not None and pupil.number in now.boards
    return PupilView(pupil.number, pupil.name, pupil.ready, score, finish is not None, plays, finish, pupil.team)


def team_views(state: Classroom) -> list[TeamView]:
    """Return the teams with their scores."""
    scores = state.team_scores()
    return [TeamView(number, name, scores[number]) for number, name in enumerate(state.teams, start=1)]


def seeds(state: Classroom) -> list[int]:
    """Return the seeds of the rounds that have been revealed, or were followed by another round."""
    shown = state.rounds if state.round is None or state.phase is Phase.REVEALED else state.rounds[:-1]
    return [played.seed for played in shown]


def marks_of(played: Round, pupil: int) -> Marks:
    """Return the marks that ``pupil`` made in the round ``played``."""
    return [(index, cell) for index, roll in enumerate(played.rolls) for cell in roll.marks.get(pupil, ())]


def _player(state: Classroom, number: int) -> Player:
    now = state.round
    if now is None or number not in now.boards:
        return Player(number, state.pupils[number].board, [])
    return Player(number, now.boards[number], marks_of(now, number))


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """The public settings of a new class."""

    rules: Rules
    given: GivenBoards
    bingo: Bingo
    until: Until
    timer: float | None


@dataclass(frozen=True, slots=True)
class MarkCount:
    """The number of pupils who have marked cells for a roll."""

    index: int
    marked: int


Seen: TypeAlias = EventContent | ClassPlan | MarkCount
EVENT_TYPES: dict[str, type | UnionType] = {
    **KINDS,
    "created": ClassPlan,
    "marked": Marked | MarkCount,
    "unmarked": Unmarked | MarkCount,
}
"""The type of the content that viewers see, keyed by the kind of event."""


class Views(NamedTuple):
    """An event as each kind of viewer sees it; a view is None if the event is hidden from that kind of viewer.

    ``own`` contains the pupil concerned and their view, if this view differs from that of the other pupils.
    """

    teacher: Seen | None
    projector: Seen | None
    pupils: Seen | None
    own: tuple[int, Seen] | None = None

    def seen_by(self, viewer: Viewer) -> Seen | None:
        """Return the event as ``viewer`` sees it, or None if it is hidden."""
        if viewer.role is Role.PUPIL:
            return self.own[1] if self.own is not None and self.own[0] == viewer.pupil else self.pupils
        return self.teacher if viewer.role is Role.TEACHER else self.projector


def event_views(state: Classroom, event: Event) -> Views:
    """Return the views of an event; ``state`` is the class after the event."""
    seen: Seen = event.content
    match event.content:
        case Created(rules, plan):
            seen = ClassPlan(rules, plan.given, plan.bingo, plan.until, plan.timer)
        case BoardChosen(pupil) | Joined(pupil, waiting=True):
            return Views(seen, None, None, (pupil, seen))
        case ApprovalSet():
            return Views(seen, None, None)
        case Renamed(pupil) if state.pupils[pupil].waiting:
            return Views(seen, None, None, (pupil, seen))
        case Marked(pupil, index) | Unmarked(pupil, index):
            assert state.round is not None
            count = len([other for other in state.round.rolls[-1].marks if state.pupils[other].here])
            counted = replace(event.content, marked=count)
            return Views(counted, MarkCount(index, count), None, (pupil, counted))
        case Started():
            seen = replace(event.content, seed=None)
        case Rolled():
            seen = replace(event.content, matching=state.matching())
        case Closed() | Reopened() | Undone() | Revealed() | Again():
            seen = replace(event.content, phase=state.phase)
        case ClassEnded():
            return Views(replace(event.content, seeds=tuple(played.seed for played in state.rounds)), seen, seen)
    return Views(seen, seen, seen)
