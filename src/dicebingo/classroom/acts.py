"""Who may do what, and when: an act becomes events, or is refused and changes nothing.

An act is a request in JSON: ``do`` names a function of this module, and the rest are its arguments. A parameter with a
``Doc`` is for the client; the server checks and describes requests by these signatures. The others come by chance and
are added by the server: ``roll`` has the value of the program's dice (with its ``faces``) where it is not ``real``,
``start`` a seed, and joining and ``again`` have the boards that were ``drawn``, by pupil, where boards are random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from dicebingo.classroom.events import (
    Again,
    BoardChosen,
    ClassEnded,
    Closed,
    Event,
    Happening,
    Joined,
    Locked,
    Marked,
    Readmitted,
    Ready,
    Removed,
    Renamed,
    Revealed,
    Rolled,
    Shouted,
    Started,
    Undone,
    Unlocked,
    Unmarked,
    apply,
)
from dicebingo.classroom.names import likeness, read_name
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import (
    MOST_PUPILS,
    MOST_ROLLS,
    Classroom,
    Phase,
    Pupil,
    Role,
    Round,
    Values,
    Viewer,
    values_of,
)
from dicebingo.errors import InputError, quote
from dicebingo.model.board import as_board
from dicebingo.model.layout_notation import MAX_CELLS
from dicebingo.question import Doc

Act = dict[str, Any]
Drawn: TypeAlias = Mapping[int, Values]
"""Random boards, by pupil."""
BoardLike: TypeAlias = Annotated[str | list[int | Literal["F"] | None], Doc("A board in notation, or its values.")]
NameLike: TypeAlias = Annotated[str, Doc("A name of 1 to 24 characters.", high=200)]
PupilNumber: TypeAlias = Annotated[int, Doc("The number of a pupil.", low=1, high=10**9)]
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
    arguments = {name: value for name, value in act.items() if name != "do"}
    if who.role is Role.PUPIL:
        return numbered(state, PUPIL_ACTS[do](state, state.pupils[who.pupil], **arguments))
    return numbered(state, TEACHER_ACTS[do](state, **arguments))


def join(state: Classroom, *, name: NameLike, drawn: Drawn | None = None) -> list[Event]:
    """Return the events of a pupil's joining: the first has the number of the pupil."""
    if state.ended:
        raise Refused("ended", "expected a class that goes on, got one that has ended")
    name = read_name(name)
    if state.locked:
        raise Refused("locked", "expected a class that can be joined, got one that is locked")
    _expect_free(state, name)
    if len(state.here) >= MOST_PUPILS or len(state.pupils) >= 5 * MOST_PUPILS:
        raise Refused("full", f"expected at most {MOST_PUPILS} pupils in a class, got more")
    number = len(state.pupils) + 1
    return numbered(state, [Joined(number, name), *_given(state, number, drawn)])


def numbered(state: Classroom, happenings: Sequence[Happening]) -> list[Event]:
    """Return what happens as the next events of a class."""
    return [Event(state.event + i, what) for i, what in enumerate(happenings, start=1)]


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


def _given(state: Classroom, number: int, drawn: Drawn | None) -> list[Happening]:
    """Return the board that a pupil gets: drawn, or the next of the teacher's list."""
    boards = state.plan.boards
    if boards == "own":
        return []
    if isinstance(boards, str):
        board = tuple((drawn or {})[number])
    else:
        board = boards[(number - 1 + len(state.rounds)) % len(boards)]
    return [BoardChosen(number, board, given=True)]


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


def _closing(state: Classroom, by: Literal["roll", "teacher", "timer"]) -> Closed:
    assert state.round is not None
    return Closed(len(state.round.rolls) - 1, by, tuple(sorted(state.bingo())))


# What a pupil may do.


def _board(state: Classroom, pupil: Pupil, *, board: BoardLike) -> list[Happening]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    if state.plan.boards != "own" or pupil.given:
        raise Refused("given", "expected boards that pupils write, got one that was given")
    try:
        written = as_board(board, state.rules)
    except InputError as error:
        raise Refused("board", str(error)) from None
    return [BoardChosen(pupil.number, values_of(written), given=False)]


def _ready(state: Classroom, pupil: Pupil) -> list[Happening]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    if pupil.board is None:
        raise Refused("order", "expected a board first, got none")
    return [Ready(pupil.number)]


def _playing(state: Classroom, pupil: Pupil) -> Round:
    """Return the round, if its roll is open and the pupil plays and has no bingo yet."""
    now = _open(state)
    if pupil.number not in now.boards:
        raise Refused("order", "expected a pupil who plays in this round, got one who came late")
    if pupil.number in now.finishes():
        raise Refused("finished", "expected a pupil without a bingo, got one who has it")
    return now


def _mark(
    state: Classroom, pupil: Pupil, *, cell: Annotated[int, Doc("The cell to mark.", low=0, high=MAX_CELLS - 1)]
) -> list[Happening]:
    now = _playing(state, pupil)
    cells = state.can_mark(pupil.number)
    if cell not in cells:
        expected = " or ".join(map(str, cells)) or "no cell"
        raise Refused("cell", f"expected {expected} to be marked on the roll {now.rolls[-1].value}, got {quote(cell)}")
    return [Marked(pupil.number, len(now.rolls) - 1, state.marking(pupil.number, cell))]


def _unmark(state: Classroom, pupil: Pupil) -> list[Happening]:
    now = _playing(state, pupil)
    if pupil.number not in now.rolls[-1].marks:
        raise Refused("order", "expected a mark on this roll, got none")
    return [Unmarked(pupil.number, len(now.rolls) - 1)]


def _shout(state: Classroom, pupil: Pupil) -> list[Happening]:
    now = _playing(state, pupil)
    if state.plan.bingo != "shouted":
        raise Refused("order", "expected a class in which bingo is shouted, got one in which it is seen")
    if not state.has_line(pupil.number):
        raise Refused("line", "expected a complete line, got none")
    return [Shouted(pupil.number, len(now.rolls) - 1)]


# What the teacher may do.


def _start(state: Classroom, *, seed: int) -> list[Happening]:
    if state.round is not None:
        raise Refused("order", f"expected a class that is lobby, got one that is {state.phase}")
    players = [pupil.number for pupil in state.here if pupil.board is not None]
    if not players:
        raise Refused("nobody", "expected a pupil with a board, got none")
    return [Started(len(state.rounds) + 1, tuple(players), seed)]


def _roll(
    state: Classroom,
    *,
    value: Annotated[
        int | None, Doc("The value of real dice; the program rolls without it.", low=0, high=10**18)
    ] = None,
    faces: Sequence[int] | None = None,
    real: bool = False,
) -> list[Happening]:
    """Roll; the roll before closes first, and if that ends the round there is no other."""
    now = _now(state, Phase.PLAYING)
    if len(now.rolls) >= MOST_ROLLS:
        raise Refused("full", f"expected at most {MOST_ROLLS} rolls in a round, got more")
    if value is None or value not in state.rules.dice:
        raise Refused("value", f"expected a roll of {state.rules.dice}, got {quote(value)}")
    before: list[Happening] = []
    if now.open:
        before = [_closing(state, "roll")]
        if apply(state, *numbered(state, before)).phase is Phase.OVER:
            return before
    return [*before, Rolled(len(now.rolls), value, None if faces is None else tuple(faces), real)]


def _close(state: Classroom) -> list[Happening]:
    _open(state)
    return [_closing(state, "teacher")]


def _undo(state: Classroom) -> list[Happening]:
    now = _now(state, Phase.PLAYING, Phase.OVER)
    if not now.rolls:
        raise Refused("order", "expected a roll to take back, got none")
    return [Undone(len(now.rolls) - 1)]


def _pupil(state: Classroom, number: int) -> Pupil:
    if number not in state.pupils:
        raise Refused("pupil", f"expected the number of a pupil, got {quote(number)}")
    return state.pupils[number]


def _rename(state: Classroom, *, pupil: PupilNumber, name: NameLike) -> list[Happening]:
    known, name = _pupil(state, pupil), read_name(name)
    if known.here:
        _expect_free(state, name, pupil)
    return [Renamed(pupil, name)]


def _remove(state: Classroom, *, pupil: PupilNumber) -> list[Happening]:
    if not _pupil(state, pupil).here:
        raise Refused("order", "expected a pupil who is there, got one who has been removed")
    return [Removed(pupil)]


def _readmit(state: Classroom, *, pupil: PupilNumber, drawn: Drawn | None = None) -> list[Happening]:
    """Give a pupil another key: whether they were removed, or only have another phone."""
    known = _pupil(state, pupil)
    _expect_free(state, known.name, pupil)
    if not known.here and len(state.here) >= MOST_PUPILS:
        raise Refused("full", f"expected at most {MOST_PUPILS} pupils in a class, got more")
    board = [] if known.board is not None else _given(state, pupil, drawn)
    return [Readmitted(pupil, known.name), *board]


def _reveal(
    state: Classroom, *, step: Annotated[int, Doc("How far to reveal.", low=0, high=MOST_STEPS)] = 1
) -> list[Happening]:
    """Reveal a step; a round that nobody finishes can be revealed as well, when its last roll is closed."""
    now = _now(state, Phase.PLAYING, Phase.OVER, Phase.REVEALED)
    if now.open or not now.rolls:
        raise Refused("order", "expected a round whose last roll is closed, got another")
    return [Revealed(step)]


def _again(
    state: Classroom,
    *,
    boards: Annotated[Literal["keep", "new"], Doc("The same boards or new ones.")] = "keep",
    drawn: Drawn | None = None,
) -> list[Happening]:
    now = _now(state, Phase.OVER, Phase.REVEALED)
    playing = [pupil.number for pupil in state.here if pupil.number in now.boards] if boards == "new" else []
    given = [what for number in playing for what in _given(state, number, drawn)]
    return [Again(len(state.rounds) + 1, boards), *given]


def _lock(_: Classroom) -> list[Happening]:
    return [Locked()]


def _unlock(_: Classroom) -> list[Happening]:
    return [Unlocked()]


def _end(_: Classroom) -> list[Happening]:
    return [ClassEnded()]


PUPIL_ACTS: dict[str, Callable[..., list[Happening]]] = {
    "board": _board,
    "ready": _ready,
    "mark": _mark,
    "unmark": _unmark,
    "shout": _shout,
}
TEACHER_ACTS: dict[str, Callable[..., list[Happening]]] = {
    "start": _start,
    "roll": _roll,
    "close": _close,
    "undo": _undo,
    "lock": _lock,
    "unlock": _unlock,
    "rename": _rename,
    "remove": _remove,
    "readmit": _readmit,
    "reveal": _reveal,
    "again": _again,
    "end": _end,
}
