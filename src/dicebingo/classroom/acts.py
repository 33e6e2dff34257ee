"""Who may do what, and when: an act becomes events, or is refused and changes nothing.

An act is what somebody asks for, in JSON. What comes by chance has been put in by whoever asks: ``roll`` has the value
of the program's dice (with its ``faces``) where it is not ``real``, ``start`` a seed, and joining and ``again`` have
the boards that were ``drawn``, by pupil, where boards are random.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicebingo.classroom.events import Event, apply, write_values
from dicebingo.classroom.names import likeness, read_name
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import MOST_PUPILS, MOST_ROLLS, Classroom, Phase, Pupil, Role, Round, Viewer
from dicebingo.errors import InputError, quote
from dicebingo.model.board import as_board

Act = dict[str, Any]
Change = tuple[str, dict[str, Any]]
"""The kind and the data of an event that has no number yet."""
MOST_STEPS = 9


def expect_key(state: Classroom, who: Viewer) -> None:
    """Raise unless a key is good for anything: that of a removed pupil is not."""
    if who.role is Role.PUPIL and not state.pupils[who.pupil].here:
        raise Refused("key", "expected a key of this class, got another")


def expect_may(who: Viewer, do: str) -> None:
    """Raise unless a key is of the kind that may do something."""
    if do not in (TEACHER_ACTS if who.role is Role.TEACHER else PUPIL_ACTS if who.role is Role.PUPIL else ()):
        raise Refused("key", "expected a key that may do this, got another")


def decide(state: Classroom, who: Viewer, act: Act) -> list[Event]:
    """Return the events of an act."""
    if state.ended:
        raise Refused("ended", "expected a class that goes on, got one that has ended")
    expect_key(state, who)
    expect_may(who, do := act["do"])
    if who.role is Role.PUPIL:
        return numbered(state, PUPIL_ACTS[do](state, state.pupils[who.pupil], act))
    return numbered(state, TEACHER_ACTS[do](state, act))


def join(state: Classroom, act: Act) -> list[Event]:
    """Return the events of a pupil's joining: the first has the number of the pupil."""
    if state.ended:
        raise Refused("ended", "expected a class that goes on, got one that has ended")
    name = read_name(act["name"])
    if state.locked:
        raise Refused("locked", "expected a class that can be joined, got one that is locked")
    _expect_free(state, name)
    if len(state.here) >= MOST_PUPILS or len(state.pupils) >= 5 * MOST_PUPILS:
        raise Refused("full", f"expected at most {MOST_PUPILS} pupils in a class, got more")
    number = len(state.pupils) + 1
    changes = [("joined", {"pupil": number, "name": name}), *_given(state, number, act)]
    return numbered(state, changes)


def numbered(state: Classroom, changes: list[Change]) -> list[Event]:
    """Return changes as the next events of a class."""
    return [Event(state.event + i, kind, data) for i, (kind, data) in enumerate(changes, start=1)]


def timer_ends(state: Classroom, index: int) -> list[Event]:
    """Return the events of a timer's end: none if its roll has been closed or taken back meanwhile."""
    now = state.round
    if now is None or not now.open or len(now.rolls) != index + 1:
        return []
    return numbered(state, [_closing(state, "timer")])


def _expect_free(state: Classroom, name: str, pupil: int = 0) -> None:
    like = likeness(name)
    if any(likeness(other.name) == like and other.number != pupil for other in state.here):
        raise Refused("taken", f"expected a name that nobody has, got {quote(name)}")


def _given(state: Classroom, number: int, act: Act) -> list[Change]:
    """Return the board that a pupil gets: drawn, or the next of the teacher's list."""
    boards = state.plan.boards
    if boards == "own":
        return []
    if isinstance(boards, str):
        board = act["drawn"][number]
    else:
        board = write_values(boards[(number - 1 + len(state.rounds)) % len(boards)])
    return [("board", {"pupil": number, "board": board, "given": True})]


def _now(state: Classroom, *phases: Phase) -> Round:
    """Return the round, in one of some phases."""
    if state.round is None or state.phase not in phases:
        raise Refused("order", f"expected a class that is {' or '.join(phases)}, got one that is {state.phase}")
    return state.round


def _open(state: Classroom) -> Round:
    """Return the round, if its roll is open."""
    now = _now(state, Phase.PLAYING)
    if not now.open:
        raise Refused("order", "expected an open roll, got none")
    return now


def _closing(state: Classroom, by: str) -> Change:
    assert state.round is not None
    return "closed", {"index": len(state.round.rolls) - 1, "by": by, "bingo": sorted(state.bingo())}


# What a pupil may do.


def _board(state: Classroom, pupil: Pupil, act: Act) -> list[Change]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    if state.plan.boards != "own" or pupil.given:
        raise Refused("given", "expected boards that pupils write, got one that was given")
    try:
        board = as_board(act["board"], state.rules)
    except InputError as error:
        raise Refused("board", str(error)) from None
    return [("board", {"pupil": pupil.number, "board": write_values(board.values), "given": False})]


def _ready(state: Classroom, pupil: Pupil, _: Act) -> list[Change]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    if pupil.board is None:
        raise Refused("order", "expected a board first, got none")
    return [("ready", {"pupil": pupil.number})]


def _playing(state: Classroom, pupil: Pupil) -> Round:
    """Return the round, if its roll is open and the pupil plays and has no bingo yet."""
    now = _open(state)
    if pupil.number not in now.boards:
        raise Refused("order", "expected a pupil who plays in this round, got one who came late")
    if pupil.number in now.finishes():
        raise Refused("finished", "expected a pupil without a bingo, got one who has it")
    return now


def _mark(state: Classroom, pupil: Pupil, act: Act) -> list[Change]:
    now = _playing(state, pupil)
    cell, cells = act["cell"], state.can_mark(pupil.number)
    if cell not in cells:
        expected = " or ".join(map(str, cells)) or "no cell"
        raise Refused("cell", f"expected {expected} to be marked on the roll {now.rolls[-1].value}, got {quote(cell)}")
    marked = state.marking(pupil.number, cell)
    return [("marked", {"pupil": pupil.number, "index": len(now.rolls) - 1, "cells": list(marked)})]


def _unmark(state: Classroom, pupil: Pupil, _: Act) -> list[Change]:
    now = _playing(state, pupil)
    if pupil.number not in now.rolls[-1].marks:
        raise Refused("order", "expected a mark on this roll, got none")
    return [("unmarked", {"pupil": pupil.number, "index": len(now.rolls) - 1})]


def _shout(state: Classroom, pupil: Pupil, _: Act) -> list[Change]:
    now = _playing(state, pupil)
    if state.plan.bingo != "shouted":
        raise Refused("order", "expected a class in which bingo is shouted, got one in which it is seen")
    if not state.has_line(pupil.number):
        raise Refused("line", "expected a complete line, got none")
    return [("shouted", {"pupil": pupil.number, "index": len(now.rolls) - 1})]


# What the teacher may do.


def _start(state: Classroom, act: Act) -> list[Change]:
    if state.round is not None:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    players = [pupil.number for pupil in state.here if pupil.board is not None]
    if not players:
        raise Refused("nobody", "expected a pupil with a board, got none")
    return [("started", {"round": len(state.rounds) + 1, "players": players, "seed": act["seed"]})]


def _roll(state: Classroom, act: Act) -> list[Change]:
    """Roll; the roll before closes first, and if that ends the round there is no other."""
    now = _now(state, Phase.PLAYING)
    if len(now.rolls) >= MOST_ROLLS:
        raise Refused("full", f"expected at most {MOST_ROLLS} rolls in a round, got more")
    if act["value"] not in state.rules.dice:
        raise Refused("value", f"expected a roll of {state.rules.dice}, got {quote(act['value'])}")
    changes: list[Change] = []
    if now.open:
        changes = [_closing(state, "roll")]
        if apply(state, *numbered(state, changes)).phase is Phase.OVER:
            return changes
    rolled = {"index": len(now.rolls), **{key: act[key] for key in ("value", "faces", "real")}}
    return [*changes, ("rolled", rolled)]


def _close(state: Classroom, _: Act) -> list[Change]:
    _open(state)
    return [_closing(state, "teacher")]


def _undo(state: Classroom, _: Act) -> list[Change]:
    now = _now(state, Phase.PLAYING, Phase.OVER)
    if not now.rolls:
        raise Refused("order", "expected a roll to take back, got none")
    return [("undone", {"index": len(now.rolls) - 1})]


def _pupil(state: Classroom, act: Act) -> Pupil:
    pupil = state.pupils.get(act["pupil"])
    if pupil is None:
        raise Refused("pupil", f"expected the number of a pupil, got {quote(act['pupil'])}")
    return pupil


def _rename(state: Classroom, act: Act) -> list[Change]:
    pupil, name = _pupil(state, act), read_name(act["name"])
    if pupil.here:
        _expect_free(state, name, pupil.number)
    return [("renamed", {"pupil": pupil.number, "name": name})]


def _remove(state: Classroom, act: Act) -> list[Change]:
    pupil = _pupil(state, act)
    if not pupil.here:
        raise Refused("order", "expected a pupil who is there, got one who has been removed")
    return [("removed", {"pupil": pupil.number})]


def _readmit(state: Classroom, act: Act) -> list[Change]:
    """Give a pupil another key: whether they were removed, or only have another phone."""
    pupil = _pupil(state, act)
    _expect_free(state, pupil.name, pupil.number)
    if not pupil.here and len(state.here) >= MOST_PUPILS:
        raise Refused("full", f"expected at most {MOST_PUPILS} pupils in a class, got more")
    board = [] if pupil.board is not None else _given(state, pupil.number, act)
    return [("readmitted", {"pupil": pupil.number, "name": pupil.name}), *board]


def _reveal(state: Classroom, act: Act) -> list[Change]:
    """Reveal a step; a round that nobody finishes can be revealed as well, when its last roll is closed."""
    now = _now(state, Phase.PLAYING, Phase.OVER, Phase.REVEALED)
    if now.open or not now.rolls:
        raise Refused("order", "expected a round whose last roll is closed, got another")
    return [("revealed", {"step": act["step"]})]


def _again(state: Classroom, act: Act) -> list[Change]:
    now = _now(state, Phase.OVER, Phase.REVEALED)
    changes: list[Change] = [("again", {"round": len(state.rounds) + 1, "boards": act["boards"]})]
    if act["boards"] == "new":
        changes += [
            change for pupil in state.here if pupil.number in now.boards for change in _given(state, pupil.number, act)
        ]
    return changes


PUPIL_ACTS: dict[str, Callable[[Classroom, Pupil, Act], list[Change]]] = {
    "board": _board,
    "ready": _ready,
    "mark": _mark,
    "unmark": _unmark,
    "shout": _shout,
}
TEACHER_ACTS: dict[str, Callable[[Classroom, Act], list[Change]]] = {
    "start": _start,
    "roll": _roll,
    "close": _close,
    "undo": _undo,
    "lock": lambda _, __: [("locked", {})],
    "unlock": lambda _, __: [("unlocked", {})],
    "rename": _rename,
    "remove": _remove,
    "readmit": _readmit,
    "reveal": _reveal,
    "again": _again,
    "end": lambda _, __: [("ended", {})],
}
