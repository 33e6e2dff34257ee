"""The acts of pupils and the teacher: each act either produces events or is refused and changes nothing.

An act is a request in JSON: ``do`` names a function in this module, and the other keys are its arguments. The client
sends the parameters that have a ``Doc``; the server checks and documents requests using the signatures of these
functions. The server supplies the other parameters, which are random: for ``roll``, the value and the ``faces`` of the
program's dice, unless the roll is ``real``; for ``start``, a seed; for ``deal``, the ``drawn`` boards. If boards are
random, the server also draws boards for ``join``, ``admit``, ``readmit`` and ``again``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from dicebingo.classroom.events import (
    Admitted,
    Again,
    ApprovalSet,
    BoardChosen,
    ClassEnded,
    Closed,
    Dismissed,
    Event,
    EventContent,
    Joined,
    Locked,
    Marked,
    Readmitted,
    Ready,
    Removed,
    Renamed,
    Reopened,
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
    MAX_PUPILS,
    MAX_ROLLS,
    MAX_TEAMS,
    Classroom,
    Phase,
    Pupil,
    Role,
    Round,
    Values,
    Viewer,
    values_of,
)
from dicebingo.classroom.teams import assign_newcomers, enter_team, set_teams
from dicebingo.errors import InputError, quote
from dicebingo.json_form import Json
from dicebingo.model.board import as_board
from dicebingo.model.layout_notation import MAX_CELLS
from dicebingo.question import Doc

Act = dict[str, Json]
Drawn: TypeAlias = Mapping[int, Values]
"""Random boards, keyed by pupil number."""
BoardLike: TypeAlias = Annotated[str | list[int | Literal["F"] | None], Doc("A board as text or as a list of values.")]
NameLike: TypeAlias = Annotated[str, Doc("A name of 1 to 24 characters.", high=200)]
PupilNumber: TypeAlias = Annotated[int, Doc("The pupil's number.", low=1, high=10**9)]
TeamNumber: TypeAlias = Annotated[int, Doc("The team's number, starting at 1.", low=1, high=MAX_TEAMS)]
MAX_STEPS = 9
_STATE = {
    Phase.LOBBY: "The round has not started yet.",
    Phase.PLAYING: "The round is not over yet.",
    Phase.OVER: "The round is over.",
    Phase.REVEALED: "The round has been revealed.",
}
"""The reason for a refusal, keyed by the phase of the class."""
STARTED = "The round has already started."


def expect_key(state: Classroom, viewer: Viewer) -> None:
    """Raise an error unless the viewer's key is valid; a removed pupil's key is invalid."""
    if viewer.role is Role.PUPIL and not state.pupils[viewer.pupil].here:
        raise Refused("key", "The key is not valid in this class.")


def expect_may(viewer: Viewer, do: str) -> None:
    """Raise an error unless the viewer has the kind of key that the act ``do`` requires."""
    if do not in (TEACHER_ACTS if viewer.role is Role.TEACHER else PUPIL_ACTS if viewer.role is Role.PUPIL else ()):
        raise Refused("key", "The key does not allow this.")


def decide(state: Classroom, viewer: Viewer, act: Act) -> list[Event]:
    """Return the events that an act causes."""
    if state.ended:
        raise Refused("ended", "The class has ended.")
    expect_key(state, viewer)
    expect_may(viewer, do := act["do"])
    arguments = {name: value for name, value in act.items() if name != "do"}
    if viewer.role is Role.PUPIL:
        if state.pupils[viewer.pupil].waiting:
            raise Refused("waiting", "Your teacher has not let you in yet.")
        return numbered(state, PUPIL_ACTS[do](state, state.pupils[viewer.pupil], **arguments))
    return numbered(state, TEACHER_ACTS[do](state, **arguments))


def join(state: Classroom, *, name: NameLike, drawn: Drawn | None = None, bot: bool = False) -> list[Event]:
    """Return the events that occur when a pupil joins; the first one contains the pupil's number."""
    if state.ended:
        raise Refused("ended", "The class has ended.")
    name = read_name(name)
    if state.locked:
        raise Refused("locked", "The class is locked.")
    _expect_free(state, name)
    _expect_place(state.waiting if state.approval else state.here)
    number = len(state.pupils) + 1
    if state.approval:
        return numbered(state, [Joined(number, name, waiting=True, bot=bot or None)])
    given = [*_given(state, number, drawn), *assign_newcomers(state, [number])]
    return numbered(state, [Joined(number, name, bot=bot or None), *given])


def _expect_place(present: Sequence[Pupil], more: int = 1) -> None:
    """Raise an error unless the class has room for ``more`` pupils in addition to those ``present``."""
    if len(present) + more > MAX_PUPILS:
        raise Refused("full", f"The class is full: the limit is {MAX_PUPILS} pupils.")


def numbered(state: Classroom, contents: Sequence[EventContent]) -> list[Event]:
    """Return the ``contents`` as events, numbered from the next event of the class."""
    return [Event(state.event + i, content) for i, content in enumerate(contents, start=1)]


def timer_ends(state: Classroom, index: int) -> list[Event]:
    """Return the events that occur when a roll's timer runs out: none if the roll has already been closed or undone."""
    now = state.round
    if now is None or not now.open or len(now.rolls) != index + 1:
        return []
    return numbered(state, [_closing(state, "timer")])


def _expect_free(state: Classroom, name: str, pupil: int = 0) -> None:
    like = likeness(name)
    present = (*state.here, *state.waiting)
    if any(likeness(other.name) == like and other.number != pupil for other in present):
        raise Refused("taken", f"The name {quote(name)} is taken.")


def _given(state: Classroom, number: int, drawn: Drawn | None) -> list[EventContent]:
    """Return the events that give a pupil a board: a drawn board, or the next one on the teacher's list.

    If pupils write their own boards, return an empty list.
    """
    boards = state.plan.boards
    if boards == "own":
        return []
    if isinstance(boards, str):
        board = tuple((drawn or {})[number])
    else:
        board = boards[(number - 1 + len(state.rounds)) % len(boards)]
    return [BoardChosen(number, board, given=True)]


def _now(state: Classroom, *phases: Phase) -> Round:
    """Return the current round, or raise an error if the class is not in one of ``phases``."""
    if state.round is None or state.phase not in phases:
        raise Refused("order", _STATE[state.phase])
    return state.round


def _open(state: Classroom) -> Round:
    """Return the current round, or raise an error if no roll is open."""
    now = _now(state, Phase.PLAYING)
    if not now.open:
        raise Refused("order", "No roll is open.")
    return now


def _closing(state: Classroom, by: Literal["roll", "teacher", "timer"]) -> Closed:
    assert state.round is not None
    return Closed(len(state.round.rolls) - 1, by, tuple(sorted(state.bingo())))


# Pupils' acts.


def _board(state: Classroom, pupil: Pupil, *, board: BoardLike) -> list[EventContent]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", STARTED)
    if state.plan.boards != "own" or pupil.given:
        raise Refused("given", "The board was assigned or kept from the last round, so it cannot be changed.")
    try:
        written = as_board(board, state.rules)
    except InputError as error:
        raise Refused("board", str(error)) from None
    return [BoardChosen(pupil.number, values_of(written), given=False)]


def _ready(state: Classroom, pupil: Pupil) -> list[EventContent]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", STARTED)
    if pupil.board is None:
        raise Refused("order", "The pupil has no board yet.")
    return [Ready(pupil.number)]


def _team(state: Classroom, pupil: Pupil, *, team: TeamNumber) -> list[EventContent]:
    now = state.round
    if now is not None and pupil.number in now.boards:
        raise Refused("order", STARTED)
    if state.teams and not state.choose:
        raise Refused("order", "The teacher assigns the teams.")
    return [enter_team(state, pupil, team)]


def _playing(state: Classroom, pupil: Pupil) -> Round:
    """Return the round; raise an error if no roll is open, or if the pupil is not playing or already has a bingo."""
    now = _open(state)
    if pupil.number not in now.boards:
        raise Refused("order", "The pupil joined after the round had started.")
    if pupil.number in now.finishes():
        raise Refused("finished", "The pupil already has a bingo.")
    return now


def _mark(
    state: Classroom, pupil: Pupil, *, cell: Annotated[int, Doc("The cell to mark.", low=0, high=MAX_CELLS - 1)]
) -> list[EventContent]:
    now = _playing(state, pupil)
    cells = state.can_mark(pupil.number)
    if cell not in cells:
        allowed = f"may mark cell {' or '.join(map(str, cells))}, not {quote(cell)}" if cells else "cannot mark a cell"
        raise Refused("cell", f"On this roll of {now.rolls[-1].value}, the pupil {allowed}.")
    return [Marked(pupil.number, len(now.rolls) - 1, state.marking(pupil.number, cell))]


def _unmark(state: Classroom, pupil: Pupil) -> list[EventContent]:
    now = _playing(state, pupil)
    if pupil.number not in now.rolls[-1].marks:
        raise Refused("order", "No cell is marked for this roll.")
    return [Unmarked(pupil.number, len(now.rolls) - 1)]


def _shout(state: Classroom, pupil: Pupil) -> list[EventContent]:
    now = _playing(state, pupil)
    if state.plan.bingo != "shouted":
        raise Refused("order", "Pupils do not call bingo in this class.")
    if not state.has_line(pupil.number):
        raise Refused("line", "The board has no complete line.")
    return [Shouted(pupil.number, len(now.rolls) - 1)]


# The teacher's acts.


def _deal(state: Classroom, *, drawn: Drawn) -> list[EventContent]:
    """Give a random board to every pupil who has none. These pupils become ready, but may still change their boards."""
    without = [pupil.number for pupil in state.here if pupil.board is None]
    if not without:
        raise Refused("order", "Every pupil has a board.")
    return [what for n in without for what in (BoardChosen(n, tuple(drawn[n]), given=False), Ready(n))]


def _start(state: Classroom, *, seed: int) -> list[EventContent]:
    if state.round is not None:
        raise Refused("order", STARTED)
    players = [pupil.number for pupil in state.here if pupil.board is not None]
    if not players:
        raise Refused("nobody", "No pupil has a board.")
    return [Started(len(state.rounds) + 1, tuple(players), seed)]


def _roll(
    state: Classroom,
    *,
    value: Annotated[
        int | None, Doc("The value rolled with real dice; if omitted, the program rolls.", low=0, high=10**18)
    ] = None,
    faces: Sequence[int] | None = None,
    real: bool = False,
) -> list[EventContent]:
    """Roll the dice. The previous roll is closed first; if closing it ends the round, there is no new roll."""
    now = _now(state, Phase.PLAYING)
    if len(now.rolls) >= MAX_ROLLS:
        raise Refused("full", f"The round has reached the limit of {MAX_ROLLS} rolls.")
    if value is None or value not in state.rules.dice:
        raise Refused("value", f"expected a roll of {state.rules.dice}, got {quote(value)}")
    before: list[EventContent] = []
    if now.open:
        before = [_closing(state, "roll")]
        if apply(state, *numbered(state, before)).phase is Phase.OVER:
            return before
    return [*before, Rolled(len(now.rolls), value, None if faces is None else tuple(faces), real)]


def _close(state: Classroom) -> list[EventContent]:
    _open(state)
    return [_closing(state, "teacher")]


def _reopen(state: Classroom) -> list[EventContent]:
    """Reopen the last roll if it is closed and the round has not been revealed.

    The roll keeps its marks, which can be changed.
    """
    now = _now(state, Phase.PLAYING, Phase.OVER)
    if not now.rolls or now.open:
        raise Refused("order", "There is no closed roll to reopen.")
    return [Reopened(len(now.rolls) - 1)]


def _undo(state: Classroom) -> list[EventContent]:
    now = _now(state, Phase.PLAYING, Phase.OVER)
    if not now.rolls:
        raise Refused("order", "There is no roll to undo.")
    return [Undone(len(now.rolls) - 1)]


def _pupil(state: Classroom, number: int) -> Pupil:
    if number not in state.pupils:
        raise Refused("pupil", f"expected the number of a pupil in this class, got {quote(number)}")
    return state.pupils[number]


def _rename(state: Classroom, *, pupil: PupilNumber, name: NameLike) -> list[EventContent]:
    known, name = _pupil(state, pupil), read_name(name)
    if known.here:
        _expect_free(state, name, pupil)
    return [Renamed(pupil, name)]


def _remove(state: Classroom, *, pupil: PupilNumber) -> list[EventContent]:
    if not _pupil(state, pupil).here:
        raise Refused("order", "The pupil has already been removed.")
    return [Removed(pupil)]


def _admit(
    state: Classroom,
    *,
    pupil: Annotated[
        int | None, Doc("The newcomer's number; if omitted, all newcomers are admitted.", low=1, high=10**9)
    ] = None,
    drawn: Drawn | None = None,
) -> list[EventContent]:
    newcomers = state.waiting if pupil is None else [_pupil(state, pupil)]
    if not newcomers or not all(one.here and one.waiting for one in newcomers):
        raise Refused("order", "No newcomer is waiting.")
    _expect_place(state.here, len(newcomers))
    teams = assign_newcomers(state, (p.number for p in newcomers))
    admitted = [what for p in newcomers for what in (Admitted(p.number, p.name), *_given(state, p.number, drawn))]
    return [*admitted, *teams]


def _dismiss(
    state: Classroom,
    *,
    after: Annotated[
        int | None,
        Doc("Also remove pupils whose number is above this one; 0 removes every pupil.", low=0, high=10**9),
    ] = None,
    bots: Annotated[bool, Doc("Remove all bots but no pupils.")] = False,
) -> list[EventContent]:
    """Permanently remove either all bots, or all newcomers and the pupils whose number is above ``after``."""
    later = [] if after is None else [pupil for pupil in state.here if pupil.number > after]
    gone = sorted(pupil.number for pupil in (state.bots if bots else (*state.waiting, *later)))
    if not gone:
        raise Refused("order", "There are no newcomers to remove.")
    return [Dismissed(tuple(gone))]


def _approval(
    _: Classroom, *, on: Annotated[bool, Doc("Whether newcomers wait until the teacher admits them.")] = True
) -> list[EventContent]:
    return [ApprovalSet(on)]


def _readmit(state: Classroom, *, pupil: PupilNumber, drawn: Drawn | None = None) -> list[EventContent]:
    """Give a new key to a pupil who returns after being removed, or who changes phones."""
    known = _pupil(state, pupil)
    _expect_free(state, known.name, pupil)
    if not known.here or known.waiting:
        _expect_place(state.here)
    board = [] if known.board is not None else _given(state, pupil, drawn)
    team = [] if known.team is not None else assign_newcomers(state, [pupil])
    return [Readmitted(pupil, known.name), *board, *team]


def _teams(
    state: Classroom,
    *,
    names: Annotated[list[str], Doc("The names of 2 to 6 teams; an empty list switches teams off.")],
    choose: Annotated[bool, Doc("Whether pupils choose a team; otherwise they are assigned evenly.")] = True,
) -> list[EventContent]:
    return [*set_teams(state, names, choose=choose)]


def _move(state: Classroom, *, pupil: PupilNumber, team: TeamNumber) -> list[EventContent]:
    """Move a pupil to another team, starting with the next round."""
    return [enter_team(state, _pupil(state, pupil), team)]


def _reveal(
    state: Classroom, *, step: Annotated[int, Doc("The last step to reveal.", low=0, high=MAX_STEPS)] = 1
) -> list[EventContent]:
    """Reveal the round up to ``step``. Even an unfinished round can be revealed, once its last roll is closed."""
    now = _now(state, Phase.PLAYING, Phase.OVER, Phase.REVEALED)
    if now.open or not now.rolls:
        raise Refused("order", "The last roll is not closed.")
    return [Revealed(step)]


def _again(
    state: Classroom,
    *,
    boards: Annotated[
        Literal["keep", "new"], Doc("Whether to play again with the same boards (keep) or with new ones (new).")
    ] = "keep",
    drawn: Drawn | None = None,
) -> list[EventContent]:
    now = _now(state, Phase.OVER, Phase.REVEALED)
    playing = [pupil.number for pupil in state.here if pupil.number in now.boards] if boards == "new" else []
    given = [chosen for number in playing for chosen in _given(state, number, drawn)]
    return [Again(len(state.rounds) + 1, boards), *given]


def _lock(_: Classroom) -> list[EventContent]:
    return [Locked()]


def _unlock(_: Classroom) -> list[EventContent]:
    return [Unlocked()]


def _end(_: Classroom) -> list[EventContent]:
    return [ClassEnded()]


PUPIL_ACTS: dict[str, Callable[..., list[EventContent]]] = {
    "board": _board,
    "ready": _ready,
    "team": _team,
    "mark": _mark,
    "unmark": _unmark,
    "shout": _shout,
}
TEACHER_ACTS: dict[str, Callable[..., list[EventContent]]] = {
    "deal": _deal,
    "start": _start,
    "roll": _roll,
    "close": _close,
    "reopen": _reopen,
    "undo": _undo,
    "lock": _lock,
    "unlock": _unlock,
    "approval": _approval,
    "admit": _admit,
    "dismiss": _dismiss,
    "rename": _rename,
    "remove": _remove,
    "readmit": _readmit,
    "teams": _teams,
    "move": _move,
    "reveal": _reveal,
    "again": _again,
    "end": _end,
}
