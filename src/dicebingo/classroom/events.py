"""The events of a class, and their effect on its state: ``apply(state, event) -> state``.

An event has a number and content. The content of each kind of event is a dataclass; its JSON form has the same
fields. Everything that depends on chance or on the clock (a value, a seed, the end of a timer) is part of an event, so
the same events always lead to the same state. Fields of type ``Asked`` are never stored: they are filled in when an
event is sent to viewers (see ``classroom.views``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias, get_args

from dicebingo.classroom.state import Classroom, Phase, Plan, Pupil, Roll, Round, Values
from dicebingo.json_form import Asked, Json, from_json, to_dict
from dicebingo.model.rules import Rules


@dataclass(frozen=True, slots=True)
class Created:
    """The class has been created."""

    kind: ClassVar = "created"
    rules: Rules
    plan: Plan


@dataclass(frozen=True, slots=True)
class Joined:
    """A pupil or a ``bot`` has joined, or is ``waiting`` for the teacher to let them in."""

    kind: ClassVar = "joined"
    pupil: int
    name: str
    waiting: Asked[bool] = None
    bot: Asked[bool] = None


@dataclass(frozen=True, slots=True)
class Admitted:
    """The teacher has let a newcomer in."""

    kind: ClassVar = "admitted"
    pupil: int
    name: str


@dataclass(frozen=True, slots=True)
class Dismissed:
    """The teacher has sent newcomers away permanently."""

    kind: ClassVar = "dismissed"
    pupils: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ApprovalSet:
    """The teacher has switched the approval of newcomers on or off."""

    kind: ClassVar = "approval"
    on: bool


@dataclass(frozen=True, slots=True)
class TeamsSet:
    """The teacher has named the teams or switched them off; unless pupils ``choose``, they are assigned to teams."""

    kind: ClassVar = "teams"
    names: tuple[str, ...]
    choose: bool


@dataclass(frozen=True, slots=True)
class TeamChosen:
    """A pupil has joined a team or been assigned to one."""

    kind: ClassVar = "team"
    pupil: int
    team: int


@dataclass(frozen=True, slots=True)
class BoardChosen:
    """A pupil has a board, which the pupil wrote or was given."""

    kind: ClassVar = "board"
    pupil: int
    board: Values
    given: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """A pupil is ready."""

    kind: ClassVar = "ready"
    pupil: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A pupil has been renamed."""

    kind: ClassVar = "renamed"
    pupil: int
    name: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A pupil has been removed."""

    kind: ClassVar = "removed"
    pupil: int


@dataclass(frozen=True, slots=True)
class Readmitted:
    """A pupil has been readmitted, with a new key."""

    kind: ClassVar = "readmitted"
    pupil: int
    name: str


@dataclass(frozen=True, slots=True)
class Locked:
    """No more pupils can join."""

    kind: ClassVar = "locked"


@dataclass(frozen=True, slots=True)
class Unlocked:
    """Pupils can join again."""

    kind: ClassVar = "unlocked"


@dataclass(frozen=True, slots=True)
class Started:
    """A round has started; viewers do not see its seed."""

    kind: ClassVar = "started"
    round: int
    players: tuple[int, ...]
    seed: Asked[int] = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll; ``real`` is true for real dice.

    ``faces`` contains the faces of the program's dice, or None if they cannot be shown. ``matching`` is the number of
    pupils who can mark a cell for this roll.
    """

    kind: ClassVar = "rolled"
    index: int
    value: int
    faces: tuple[int, ...] | None
    real: bool
    matching: Asked[int] = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A pupil has marked cells for a roll; ``marked`` is the number of pupils who have marked cells for it."""

    kind: ClassVar = "marked"
    pupil: int
    index: int
    cells: tuple[int, ...]
    marked: Asked[int] = None


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A pupil has undone a mark; ``marked`` is the number of pupils who have marked cells for the roll."""

    kind: ClassVar = "unmarked"
    pupil: int
    index: int
    marked: Asked[int] = None


@dataclass(frozen=True, slots=True)
class Shouted:
    """A pupil has shouted bingo."""

    kind: ClassVar = "shouted"
    pupil: int
    index: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A roll has been closed; ``bingo`` lists the pupils who have a bingo on it."""

    kind: ClassVar = "closed"
    index: int
    by: Literal["roll", "teacher", "timer"]
    bingo: tuple[int, ...]
    phase: Asked[Phase] = None


@dataclass(frozen=True, slots=True)
class Reopened:
    """The last roll has been reopened, with its marks."""

    kind: ClassVar = "reopened"
    index: int
    phase: Asked[Phase] = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The last roll has been undone, with its marks."""

    kind: ClassVar = "undone"
    index: int
    phase: Asked[Phase] = None


@dataclass(frozen=True, slots=True)
class RoundComputed:
    """The reveal of a round has been computed."""

    kind: ClassVar = "computed"
    round: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The teacher has revealed the round up to step ``step``."""

    kind: ClassVar = "revealed"
    step: int
    phase: Asked[Phase] = None


@dataclass(frozen=True, slots=True)
class Again:
    """The class is back in the lobby, for another round."""

    kind: ClassVar = "again"
    round: int
    boards: Literal["keep", "new"]
    phase: Asked[Phase] = None


@dataclass(frozen=True, slots=True)
class ClassEnded:
    """The class has ended; only the teacher sees the seeds of its rounds."""

    kind: ClassVar = "ended"
    seeds: Asked[tuple[int, ...]] = None


Door: TypeAlias = Joined | Admitted | Dismissed | ApprovalSet | Renamed | Removed | Readmitted | Locked | Unlocked
InLobby: TypeAlias = Created | Door | TeamsSet | TeamChosen | BoardChosen | Ready | Again
InRound: TypeAlias = (
    Started | Rolled | Marked | Unmarked | Shouted | Closed | Reopened | Undone | RoundComputed | Revealed
)
EventContent: TypeAlias = InLobby | InRound | ClassEnded
KINDS: dict[str, type[EventContent]] = {one.kind: one for one in get_args(EventContent)}
"""The dataclass for each kind of event."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a class: its number and its content."""

    number: int
    content: EventContent

    @classmethod
    def read(cls, number: int, kind: str, data: dict[str, Json]) -> Event:
        """Return an event that was stored as JSON."""
        return cls(number, from_json(data, KINDS[kind]))

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return self.content.kind

    @property
    def data(self) -> dict[str, Json]:
        """The content of the event, as JSON."""
        return to_dict(self.content)


def created(made: Created) -> Classroom:
    """Return a newly created class, in which nothing has happened yet."""
    return Classroom(made.rules, made.plan)


def apply(state: Classroom, event: Event) -> Classroom:
    """Return the class after an event."""
    return replace(_after(state, event.content), event=event.number)


def _after(state: Classroom, content: EventContent) -> Classroom:  # noqa: PLR0911, PLR0912  (one case for each kind)
    match content:
        case Joined(pupil, name, waiting, bot):
            return _with_pupil(state, Pupil(pupil, name, waiting=bool(waiting), bot=bool(bot)))
        case Admitted(pupil):
            return _with_pupil(state, replace(state.pupils[pupil], waiting=False))
        case Dismissed(gone):
            sent = {pupil: replace(state.pupils[pupil], here=False, waiting=True) for pupil in gone}
            return replace(state, pupils={**state.pupils, **sent})
        case ApprovalSet(on):
            return replace(state, approval=on)
        case TeamsSet(names, choose):
            left = {n: replace(p, team=None) for n, p in state.pupils.items() if (p.team or 0) > len(names)}
            return replace(state, teams=names, choose=choose, pupils={**state.pupils, **left})
        case TeamChosen(pupil, team):
            return _with_pupil(state, replace(state.pupils[pupil], team=team))
        case BoardChosen(pupil, board, given):
            return _with_pupil(state, replace(state.pupils[pupil], board=board, given=given, ready=False))
        case Ready(pupil):
            return _with_pupil(state, replace(state.pupils[pupil], ready=True))
        case Renamed(pupil, name):
            return _with_pupil(state, replace(state.pupils[pupil], name=name))
        case Removed(pupil):
            return _with_pupil(state, replace(state.pupils[pupil], here=False))
        case Readmitted(pupil):
            return _with_pupil(state, replace(state.pupils[pupil], here=True, waiting=False))
        case Locked() | Unlocked():
            return replace(state, locked=isinstance(content, Locked))
        case Started(number, players, seed):
            boards = {pupil.number: pupil.board for pupil in state.here if pupil.board is not None}
            teams = {player: own for player in players if (own := state.pupils[player].team) is not None}
            now = Round(number, seed or 0, {player: boards[player] for player in players}, teams=teams)
            return replace(state, rounds=(*state.rounds, now), lobby=False)
        case Rolled(_, value, faces, real):
            now = state.rounds[-1]
            return _with_round(state, replace(now, rolls=(*now.rolls, Roll(value, faces, real))))
        case Marked() | Unmarked() | Shouted() | Closed() | Reopened():
            now = state.rounds[-1]
            return _with_round(state, replace(now, rolls=(*now.rolls[:-1], _roll_after(now.rolls[-1], content))))
        case Undone():
            now = state.rounds[-1]
            return _with_round(state, replace(now, rolls=now.rolls[:-1]))
        case RoundComputed(number):
            rounds = tuple(replace(r, computed=True) if r.number == number else r for r in state.rounds)
            return replace(state, rounds=rounds)
        case Revealed(step):
            return _with_round(state, replace(state.rounds[-1], step=step))
        case Again(boards=chosen):
            return _again(state, kept=chosen == "keep")
        case ClassEnded():
            return replace(state, ended=True)
    return state


def _with_pupil(state: Classroom, pupil: Pupil) -> Classroom:
    return replace(state, pupils={**state.pupils, pupil.number: pupil})


def _with_round(state: Classroom, now: Round) -> Classroom:
    return replace(state, rounds=(*state.rounds[:-1], now))


def _roll_after(last: Roll, content: Marked | Unmarked | Shouted | Closed | Reopened) -> Roll:
    match content:
        case Marked(pupil, _, cells):
            return replace(last, marks={**last.marks, pupil: cells})
        case Unmarked(pupil):
            return replace(last, marks={other: cells for other, cells in last.marks.items() if other != pupil})
        case Shouted(pupil):
            return replace(last, shouts=last.shouts | {pupil})
        case Closed(bingo=bingo):
            return replace(last, open=False, bingo=frozenset(bingo))
        case Reopened():
            return replace(last, open=True, bingo=frozenset())


def _again(state: Classroom, *, kept: bool) -> Classroom:
    """Move the class back to the lobby. If ``kept`` is true, the players keep their boards."""
    pupils = dict(state.pupils)
    for number, board in state.rounds[-1].boards.items():
        pupils[number] = replace(pupils[number], board=board if kept else None, given=kept, ready=kept)
    return replace(state, pupils=pupils, lobby=True)
