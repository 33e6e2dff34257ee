"""What each kind of viewer sees: of the class, and of each event.

The teacher sees everything but the seeds of rounds that are not over. A pupil sees the own board and marks, and what
the projector shows: who is there, the rolls, how many have marked, who has a bingo, and the boards once they are
revealed. Neither a pupil nor the projector ever sees a seed.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict

from dicebingo.classroom.events import Event, write_values
from dicebingo.classroom.state import Classroom, Phase, Pupil, Role, Round, Viewer

Data = dict[str, Any]


class PupilJson(TypedDict):
    """A pupil, as everybody in the class sees one: ``finish`` is the index of the roll with the bingo of the round."""

    pupil: int
    name: str
    ready: bool
    score: int
    bingo: bool
    plays: bool
    finish: int | None


class PlayerJson(TypedDict):
    """A board that plays, and its marks: the index of a roll and a cell."""

    pupil: int
    board: list[int | str] | None
    marks: list[list[int]]


class MeJson(PlayerJson):
    """A pupil's own board, whether it was given or kept, and the cells that can be marked now."""

    can_mark: list[int]
    given: bool


class ClassRulesJson(TypedDict):
    """The rules of a class."""

    name: str | None
    layout: str
    dice: str
    marking: str


class NameJson(TypedDict):
    """A pupil who has been removed."""

    pupil: int
    name: str


class ClassJson(TypedDict):
    """A class, as the viewer may see it."""

    event: int
    phase: str
    round: int
    rules: ClassRulesJson
    given: str
    bingo: str
    until: str
    timer: float | None
    left: NotRequired[float | None]
    rolls: list[int]
    faces: list[list[int] | None]
    open: bool
    marked: int
    shouts: list[int]
    locked: bool
    step: int | None
    computed: bool
    pupils: list[PupilJson]
    me: NotRequired[MeJson]
    boards: NotRequired[list[PlayerJson]]
    removed: NotRequired[list[NameJson]]
    seeds: NotRequired[list[int]]


def class_json(state: Classroom, who: Viewer) -> Data:
    """Return the class as somebody may see it."""
    now, plan = state.round, state.plan
    last = now.rolls[-1] if now is not None and now.rolls else None
    done, scores = now.finishes() if now is not None else {}, state.scores()
    seen: Data = {
        "event": state.event,
        "phase": str(state.phase),
        "round": len(state.rounds) + (now is None),
        "rules": rules_json(state),
        "given": plan.boards if isinstance(plan.boards, str) else "list",
        "bingo": plan.bingo,
        "until": plan.until,
        "timer": plan.timer,
        "rolls": [roll.value for roll in now.rolls] if now is not None else [],
        "faces": [roll.faces and list(roll.faces) for roll in now.rolls] if now is not None else [],
        "open": now is not None and now.open,
        "marked": len([pupil for pupil in last.marks if state.pupils[pupil].here]) if last is not None else 0,
        "shouts": sorted(last.shouts) if last is not None else [],
        "locked": state.locked,
        "step": now.step if now is not None else None,
        "computed": now is not None and now.computed,
        "pupils": [_pupil_json(p, scores[p.number], now, done.get(p.number)) for p in state.here],
    }
    if who.role is Role.PUPIL:
        own = {"can_mark": list(state.can_mark(who.pupil)), "given": state.pupils[who.pupil].given}
        seen["me"] = {**_player_json(state, who.pupil), **own}
    if who.role is Role.TEACHER or state.phase is Phase.REVEALED:
        shown = (
            p.number for p in state.here if who.role is Role.TEACHER or (now is not None and p.number in now.boards)
        )
        seen["boards"] = [_player_json(state, number) for number in shown]
    if who.role is Role.TEACHER:
        seen["removed"] = [{"pupil": p.number, "name": p.name} for p in state.pupils.values() if not p.here]
        seen["seeds"] = seeds(state)
    return seen


def _pupil_json(pupil: Pupil, score: int, now: Round | None, finish: int | None) -> Data:
    who = {"pupil": pupil.number, "name": pupil.name, "ready": pupil.ready, "score": score}
    plays = now is not None and pupil.number in now.boards
    return {**who, "bingo": finish is not None, "plays": plays, "finish": finish}


def rules_json(state: Classroom) -> Data:
    """Return the rules of a class."""
    rules = state.rules
    words = {"layout": str(rules.layout), "dice": str(rules.dice), "marking": rules.marking.value}
    return {"name": rules.name or None, **words}


def seeds(state: Classroom) -> list[int]:
    """Return the seeds of the rounds that have been revealed, or are followed by another."""
    shown = state.rounds if state.round is None or state.phase is Phase.REVEALED else state.rounds[:-1]
    return [played.seed for played in shown]


def marks_json(played: Round, pupil: int) -> list[list[int]]:
    """Return the marks of a pupil in a round: the index of a roll and a cell."""
    return [[index, cell] for index, roll in enumerate(played.rolls) for cell in roll.marks.get(pupil, ())]


def _player_json(state: Classroom, number: int) -> Data:
    now = state.round
    plays = now is not None and number in now.boards
    board = now.boards[number] if now is not None and plays else state.pupils[number].board
    marks = marks_json(now, number) if now is not None and plays else []
    return {"pupil": number, "board": board and write_values(board), "marks": marks}


class Views(NamedTuple):
    """The data of an event as each kind of viewer sees it; None where it is not for them.

    ``own`` is what the pupil sees whom it is about, where that differs from what the others see.
    """

    teacher: Data | None
    projector: Data | None
    pupils: Data | None
    own: tuple[int, Data] | None = None

    def seen_by(self, who: Viewer) -> Data | None:
        """Return what somebody sees."""
        if who.role is Role.PUPIL:
            return self.own[1] if self.own is not None and self.own[0] == who.pupil else self.pupils
        return self.teacher if who.role is Role.TEACHER else self.projector


def event_views(state: Classroom, event: Event) -> Views:
    """Return an event of a class, as it is after it, for each kind of viewer."""
    kind, data = event.kind, event.data
    if kind == "created":
        plan = {key: data["plan"][key] for key in ("bingo", "until", "timer")}
        public = {"rules": data["rules"], "given": class_json(state, Viewer(Role.PROJECTOR))["given"], **plan}
        return Views(public, public, public)
    if kind == "board":
        return Views(data, None, None, (data["pupil"], data))
    if kind in ("marked", "unmarked"):
        assert state.round is not None
        count = len([pupil for pupil in state.round.rolls[-1].marks if state.pupils[pupil].here])
        told = {**data, "marked": count}
        return Views(told, {"index": data["index"], "marked": count}, None, (data["pupil"], told))
    if kind == "started":
        public = {key: data[key] for key in ("round", "players")}
        return Views(public, public, public)
    if kind in ("closed", "undone", "revealed", "again"):
        data = {**data, "phase": str(state.phase)}
    if kind == "ended":
        return Views({"seeds": [played.seed for played in state.rounds]}, data, data)
    return Views(data, data, data)
