"""Events, and what each of them makes of a class: ``apply(state, event) -> state``.

An event has a number, a kind and data in JSON. Whatever comes by chance or by the clock (a value, a seed, the end of a
timer) is in the data of an event, so the same events give the same class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from dicebingo.classroom.state import Classroom, Plan, Pupil, Roll, Round, Values
from dicebingo.model.rules import Rules

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened in a class."""

    number: int
    kind: str
    data: Data


def replay(events: Iterable[Event]) -> Classroom:
    """Return the class that a log of events describes; the first of them makes it."""
    state: Classroom | None = None
    for event in events:
        state = created(event.data) if state is None else state
        state = apply(state, event)
    assert state is not None
    return state


def created(data: Data) -> Classroom:
    """Return a class in which nothing has happened yet."""
    rules, plan = data["rules"], data["plan"]
    boards = plan["boards"]
    listed = boards if isinstance(boards, str) else tuple(map(read_values, boards))
    made = Rules.of(rules["layout"], rules["dice"], rules["marking"])
    return Classroom(replace(made, name=rules["name"] or ""), Plan(**{**plan, "boards": listed}))


def read_values(board: list[int | str]) -> Values:
    """Return a board as it is in a class, from the list that it is in JSON."""
    return tuple(None if value == "F" else int(value) for value in board)


def write_values(board: Values) -> list[int | str]:
    """Return a board as it is in JSON."""
    return ["F" if value is None else value for value in board]


def apply(state: Classroom, event: Event) -> Classroom:
    """Return the class after an event."""
    return replace(_APPLY[event.kind](state, event.data), event=event.number)


def _change_pupil(state: Classroom, number: int, **changes: Any) -> Classroom:
    return replace(state, pupils={**state.pupils, number: replace(state.pupils[number], **changes)})


def _change_round(state: Classroom, **changes: Any) -> Classroom:
    return replace(state, rounds=(*state.rounds[:-1], replace(state.rounds[-1], **changes)))


def _change_roll(state: Classroom, **changes: Any) -> Classroom:
    *before, last = state.rounds[-1].rolls
    return _change_round(state, rolls=(*before, replace(last, **changes)))


def _joined(state: Classroom, data: Data) -> Classroom:
    number = data["pupil"]
    return replace(state, pupils={**state.pupils, number: Pupil(number, data["name"])})


def _board(state: Classroom, data: Data) -> Classroom:
    board = read_values(data["board"])
    return _change_pupil(state, data["pupil"], board=board, given=data["given"], ready=False)


def _started(state: Classroom, data: Data) -> Classroom:
    boards = {pupil.number: pupil.board for pupil in state.here if pupil.board is not None}
    now = Round(data["round"], data["seed"], {number: boards[number] for number in data["players"]})
    return replace(state, rounds=(*state.rounds, now), lobby=False)


def _rolled(state: Classroom, data: Data) -> Classroom:
    faces = data["faces"] and tuple(data["faces"])
    return _change_round(state, rolls=(*state.rounds[-1].rolls, Roll(data["value"], faces, data["real"])))


def _marked(state: Classroom, data: Data) -> Classroom:
    marks = state.rounds[-1].rolls[-1].marks
    return _change_roll(state, marks={**marks, data["pupil"]: tuple(data["cells"])})


def _unmarked(state: Classroom, data: Data) -> Classroom:
    marks = state.rounds[-1].rolls[-1].marks
    return _change_roll(state, marks={pupil: cells for pupil, cells in marks.items() if pupil != data["pupil"]})


def _shouted(state: Classroom, data: Data) -> Classroom:
    return _change_roll(state, shouts=state.rounds[-1].rolls[-1].shouts | {data["pupil"]})


def _computed(state: Classroom, data: Data) -> Classroom:
    rounds = tuple(replace(r, computed=True) if r.number == data["round"] else r for r in state.rounds)
    return replace(state, rounds=rounds)


def _again(state: Classroom, data: Data) -> Classroom:
    """Go back to the lobby: boards are kept as they were played, or have to be written again by those who played."""
    kept = data["boards"] == "keep"
    pupils = dict(state.pupils)
    for number, board in state.rounds[-1].boards.items():
        pupils[number] = replace(pupils[number], board=board if kept else None, given=kept, ready=kept)
    return replace(state, pupils=pupils, lobby=True)


_APPLY: dict[str, Callable[[Classroom, Data], Classroom]] = {
    "created": lambda state, _: state,
    "joined": _joined,
    "board": _board,
    "ready": lambda state, data: _change_pupil(state, data["pupil"], ready=True),
    "renamed": lambda state, data: _change_pupil(state, data["pupil"], name=data["name"]),
    "removed": lambda state, data: _change_pupil(state, data["pupil"], here=False),
    "readmitted": lambda state, data: _change_pupil(state, data["pupil"], here=True),
    "locked": lambda state, _: replace(state, locked=True),
    "unlocked": lambda state, _: replace(state, locked=False),
    "started": _started,
    "rolled": _rolled,
    "marked": _marked,
    "unmarked": _unmarked,
    "shouted": _shouted,
    "closed": lambda state, data: _change_roll(state, open=False, bingo=frozenset(data["bingo"])),
    "undone": lambda state, _: _change_round(state, rolls=state.rounds[-1].rolls[:-1]),
    "computed": _computed,
    "revealed": lambda state, data: _change_round(state, step=data["step"]),
    "again": _again,
    "ended": lambda state, _: replace(state, ended=True),
}
