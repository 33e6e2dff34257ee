"""The class as a state machine: random actions by all participants, and the invariants that must hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dicebingo.classroom.acts import decide, join, numbered, timer_ends
from dicebingo.classroom.events import Created, Event, Locked, Unlocked, apply, created
from dicebingo.classroom.names import likeness
from dicebingo.classroom.refusals import STATUS, Refused
from dicebingo.classroom.state import PROJECTOR, TEACHER, Classroom, Phase, Plan, Round, Values, Viewer, pupil_viewer
from dicebingo.classroom.views import class_json, event_views
from dicebingo.json_form import to_dict
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.variants import find_rules

SEED = 987_654_321_012
"""A seed that is too long to occur in other text by chance."""
NAMES = ["Fox", "fox", " Owl ", "Bär", "BÄR", "", "a\u202eb", "\ufeff", "x" * 25, "Ωmega", "<b>", "=1+1"]
names = st.sampled_from(NAMES)
small = st.integers(0, 9)


def thrown(rules: Any, seed: int, number: int) -> int:
    """Stand in for the program's dice: compute a roll from the seed and the roll's number with a simple formula."""
    values = rules.dice.values
    return int(values[(seed + 7 * number * number) % len(values)])


class ClassMachine(RuleBasedStateMachine):
    """A class and its event log. All participants may act, in any order."""

    state: Classroom
    log: list[Event]
    game: Rules

    @initialize(
        rules=st.sampled_from(["knuth", "classic", "mark-all", "5x5-free"]),
        boards=st.sampled_from(["own", "random", "list"]),
        bingo=st.sampled_from(["seen", "shouted"]),
        until=st.sampled_from(["first", "all"]),
    )
    def create(self, rules: str, boards: str, bingo: str, until: str) -> None:
        self.game = game = find_rules(rules)
        listed = [self.board(n) for n in range(3)] if boards == "list" else boards
        words = {"name": rules, "layout": str(game.layout), "dice": str(game.dice), "marking": game.marking.value}
        plan = {"boards": listed, "bingo": bingo, "until": until, "timer": None, "seed": None}
        first = Event.read(1, "created", {"rules": words, "plan": plan})
        assert isinstance(first.content, Created)
        self.log, self.state = [], created(first.content)
        self.boards: dict[int, Any] = {}
        self.before: list[tuple[Round, Phase]] = []  # the round's state before each roll
        self.happen([first])
        for name in ("Ant", "Bee", "Cow"):
            self.join(name)

    def board(self, number: int) -> Values:
        """Return a board with few different values, so that rolls match and lines are completed."""
        layout, values = self.game.layout, self.game.dice.values
        return tuple("F" if layout.free >> c & 1 else int(values[(number + c) % 3]) for c in range(layout.size))

    def happen(self, events: list[Event]) -> None:
        for event in events:
            assert event.number == self.state.event + 1
            if event.kind == "rolled":
                assert self.state.round is not None
                self.before.append((self.state.round, self.state.phase))
            if event.kind == "started":
                self.before = []
            json.dumps(event.data)
            self.state = apply(self.state, event)
            self.log.append(event)
            self.check_views(event)
            if event.kind == "undone":
                assert self.state.round is not None
                restored, _ = self.before.pop()
                assert self.state.round.rolls == restored.rolls
                assert (self.state.round.seed, self.state.round.boards) == (restored.seed, restored.boards)

    def check_views(self, event: Event) -> None:
        """Check that no event shows pupils or the projector a seed, or the board or marks of another pupil."""
        views = event_views(self.state, event)
        for who in (PROJECTOR, *map(pupil_viewer, self.state.pupils)):
            told = views.seen_by(who)
            seen = None if told is None else to_dict(told)
            assert str(SEED)[:9] not in json.dumps(seen)
            if seen is not None and event.kind in ("board", "marked", "unmarked") and event.data["pupil"] != who.pupil:
                assert seen.keys() <= {"index", "marked"}
        assert event.kind == "ended" or str(SEED)[:9] not in json.dumps(to_dict(views.teacher))

    def attempt(self, who: Viewer, do: str, **arguments: Any) -> None:
        """Perform an action. A rejected action has a known code and changes nothing."""
        act, now = {"do": do, **arguments}, self.state.round
        if do == "roll" and "value" not in act and now is not None:
            act |= {"value": thrown(self.game, now.seed, len(now.rolls)), "faces": None, "real": False}
        elif do == "roll":
            act |= {"faces": None, "real": True}
        drawn = {number: self.board(number) for number in range(1, len(self.state.pupils) + 2)}
        if do == "start":
            act["seed"] = SEED + len(self.state.rounds)
        elif do in ("again", "readmit", "admit", "deal"):
            act["drawn"] = drawn
        before, gone = self.state, who.pupil in self.state.pupils and not self.state.pupils[who.pupil].here
        self.happen_or_refuse(lambda: decide(self.state, who, act))
        if gone or (who.pupil and do in ("roll", "end", "start")):  # the key does not allow this action
            assert self.state == before

    def happen_or_refuse(self, decision: Callable[[], list[Event]]) -> None:
        before, refusal = deepcopy(self.state), None
        try:
            self.happen(decision())
        except Refused as refused:
            refusal = refused
        if refusal is not None:
            assert refusal.code in STATUS
            assert "\n" not in str(refusal)
            assert self.state == before

    @rule(name=names)
    def somebody_joins(self, name: str) -> None:
        self.join(name)

    def join(self, name: str) -> None:
        number = len(self.state.pupils) + 1
        self.happen_or_refuse(lambda: join(self.state, name=name, drawn={number: self.board(number)}))

    def somebody(self, number: int) -> Viewer | None:
        """Return a current or former pupil, or None if there is none."""
        known = list(self.state.pupils)
        return pupil_viewer(known[number % len(known)]) if known else None

    @rule(pupil=small, number=small, wrong=st.booleans())
    def write_a_board(self, pupil: int, number: int, wrong: bool) -> None:
        if who := self.somebody(pupil):
            self.attempt(who, "board", board=[99] if wrong and number < 3 else self.board(number))

    @rule(pupil=small, do=st.sampled_from(["ready", "unmark", "shout", "roll", "end", "start"]))
    def do_something(self, pupil: int, do: str) -> None:
        if who := self.somebody(pupil):
            self.attempt(who, do)

    @rule(pupil=small, cell=st.integers(0, 24))
    def mark(self, pupil: int, cell: int) -> None:
        if who := self.somebody(pupil):
            cells = self.state.can_mark(who.pupil)
            self.attempt(who, "mark", cell=cells[cell % len(cells)] if cells and cell < 20 else cell)

    @precondition(lambda self: self.state.round is not None and self.state.round.rolls)
    @rule(pupil=small, cell=st.integers(0, 24))
    def mark_anywhere(self, pupil: int, cell: int) -> None:
        """Try to mark any cell, whether or not the roll is open: only a valid mark changes anything."""
        if who := self.somebody(pupil):
            assert self.state.round is not None
            before, may = self.state, self.may_mark(who.pupil) if self.state.round.rolls else set()
            self.attempt(who, "mark", cell=(place := cell % self.game.layout.size))
            assert (self.state != before) == (place in may)

    def may_mark(self, pupil: int) -> set[int]:
        """Return the cells that a pupil may mark, computed independently."""
        assert self.state.round is not None
        *before, last = self.state.round.rolls
        gone = not self.state.pupils[pupil].here or any(pupil in roll.bingo for roll in before)
        over = self.state.ended or self.state.phase is not Phase.PLAYING or not last.open
        if over or gone or pupil not in self.state.round.boards:
            return set()
        marked = {cell for roll in before for cell in roll.marks.get(pupil, ())}
        return {c for c, v in enumerate(self.state.round.boards[pupil]) if v == last.value} - marked

    @precondition(lambda self: self.state.round is not None)
    @rule(rolls=st.lists(st.integers(0, 2), min_size=1, max_size=6), choice=small, real=st.booleans(), undone=small)
    def several_rolls(self, rolls: list[int], choice: int, real: bool, undone: int) -> None:
        """Make several rolls, undo some of them, and try to mark cells after the last roll has closed."""
        for place in rolls:
            self.attempt(TEACHER, "roll", **({"value": self.game.dice.values[place]} if real else {}))
            self.all_mark(choice + place)
        for _ in range(undone - 6):
            self.attempt(TEACHER, "undo")
        if undone < 3:
            self.attempt(TEACHER, "close")
            for cell in range(self.game.layout.size):
                self.mark_anywhere(undone, cell)

    @precondition(lambda self: self.state.round is not None and self.state.round.open)
    @rule(choice=small)
    def everybody_marks(self, choice: int) -> None:
        self.all_mark(choice)

    def all_mark(self, choice: int) -> None:
        for number in self.state.pupils:
            if cells := self.state.can_mark(number):
                self.attempt(pupil_viewer(number), "mark", cell=cells[choice % len(cells)])
                if number == choice:
                    self.attempt(pupil_viewer(number), "unmark")
            if self.state.plan.bingo == "shouted" and choice % 2:
                self.attempt(pupil_viewer(number), "shout")

    @precondition(lambda self: self.state.phase is Phase.LOBBY)
    @rule(number=small)
    def all_write_and_start(self, number: int) -> None:
        for pupil in self.state.here:
            self.attempt(pupil_viewer(pupil.number), "board", board=self.board(number + pupil.number))
        self.attempt(TEACHER, "start")

    @rule(value=st.integers(0, 13) | st.none())
    def roll(self, value: int | None) -> None:
        self.attempt(TEACHER, "roll", **({} if value is None else {"value": value}))

    @rule(do=st.sampled_from(["deal", "start", "close", "reopen", "undo", "lock", "unlock", "admit", "mark", "shout"]))
    def teach(self, do: str) -> None:
        self.attempt(TEACHER, do)

    @rule(do=st.sampled_from(["remove", "readmit", "readmit"]), pupil=st.integers(0, 5))
    def let_in_or_out(self, do: str, pupil: int) -> None:
        self.attempt(TEACHER, do, pupil=pupil)

    @rule(on=st.booleans(), after=st.none() | st.integers(0, 5))
    def mind_the_door(self, on: bool, after: int | None) -> None:
        self.attempt(TEACHER, "approval", on=on)
        if not on:
            self.attempt(TEACHER, "dismiss", **({"bots": True} if after is None else {"after": after}))

    @rule(named=st.lists(names | st.sampled_from(["Red", "Blue", "Green"]), max_size=7), choose=st.booleans())
    def name_teams(self, named: list[str], choose: bool) -> None:
        self.attempt(TEACHER, "teams", names=named, choose=choose)
        if not choose and self.state.teams == tuple(named):
            sizes = [sum(pupil.team == team for pupil in self.state.here) for team in range(1, len(named) + 1)]
            assert sum(sizes) == len(self.state.here) * bool(named)

    @rule(pupil=small, team=st.integers(1, 6), moved=st.booleans())
    def choose_a_team(self, pupil: int, team: int, moved: bool) -> None:
        if moved:
            self.attempt(TEACHER, "move", pupil=pupil, team=team)
        elif who := self.somebody(pupil):
            self.attempt(who, "team", team=team)

    @invariant()
    def teams_get_the_points_of_their_players(self) -> None:
        """The teams' total points never exceed the players', and are equal if all players were always in teams."""
        assert all(pupil.team is None or 1 <= pupil.team <= len(self.state.teams) for pupil in self.state.here)
        scores = self.state.team_scores()
        assert sum(scores.values()) <= sum(self.state.scores().values())
        if all(set(played.teams) == set(played.boards) for played in self.state.rounds):
            assert sum(scores.values()) == sum(self.state.scores().values())

    @rule(pupil=st.integers(0, 5), name=names)
    def rename(self, pupil: int, name: str) -> None:
        self.attempt(TEACHER, "rename", pupil=pupil, name=name)

    @rule(step=small, boards=st.sampled_from(["keep", "new"]))
    def reveal_and_go_on(self, step: int, boards: str) -> None:
        self.attempt(TEACHER, "reveal", step=step)
        if step < 4:
            self.attempt(TEACHER, "again", boards=boards)

    @rule(index=st.integers(-1, 20))
    def timer(self, index: int) -> None:
        self.happen(timer_ends(self.state, index))

    @rule(do=st.sampled_from(["roll", "mark", "end", "start", "undo", "reveal", "remove"]))
    def project(self, do: str) -> None:
        with pytest.raises(Refused, match=r"does not allow this|has ended"):
            decide(self.state, PROJECTOR, {"do": do, "value": 2, "cell": 0, "step": 1, "pupil": 1})

    @precondition(lambda self: len(self.log) > 60)
    @rule()
    def end(self) -> None:
        self.attempt(TEACHER, "end")

    @invariant()
    def boards_are_kept_or_written(self) -> None:
        """An assigned board, or a board kept from the previous round, cannot be changed."""
        for number, (board, given) in self.boards.items():
            assert not given or self.state.pupils[number].board in (board, None) or not self.state.lobby
        lobby = self.state.lobby and self.state.plan.boards == "own"
        self.boards = {n: (p.board, p.given) for n, p in self.state.pupils.items()} if lobby else {}

    @invariant()
    def marks_match(self) -> None:
        """Check independently that every mark matches its roll, and that no cell is marked twice."""
        for played in self.state.rounds:
            marked: dict[int, set[int]] = {pupil: set() for pupil in played.boards}
            bingo: set[int] = set()
            for roll in played.rolls:
                for pupil, cells in roll.marks.items():
                    assert pupil not in bingo
                    assert all(played.boards[pupil][cell] == roll.value for cell in cells)
                    assert not marked[pupil] & set(cells)
                    matching = {c for c, v in enumerate(played.boards[pupil]) if v == roll.value} - marked[pupil]
                    assert set(cells) == matching if self.game.marking is Marking.ALL else len(cells) == 1
                    marked[pupil] |= set(cells)
                assert all(self.complete(marked[pupil]) for pupil in roll.bingo)
                assert not roll.bingo & bingo
                bingo |= roll.bingo
                if self.state.plan.bingo == "seen" and not roll.open:
                    assert bingo == {pupil for pupil, cells in marked.items() if self.complete(cells)}
                if self.state.plan.bingo == "shouted":
                    assert roll.bingo <= roll.shouts
            assert all(not roll.open for roll in played.rolls[:-1])

    def complete(self, cells: set[int]) -> bool:
        """Return whether a line is complete, computed with sets."""
        layout = self.game.layout
        lines = [{c for c in range(layout.size) if line >> c & 1} for line in layout.lines]
        free = {c for c in range(layout.size) if layout.free >> c & 1}
        return any(line <= cells | free for line in lines)

    @invariant()
    def names_differ(self) -> None:
        alike = [likeness(pupil.name) for pupil in (*self.state.here, *self.state.waiting)]
        assert len(alike) == len(set(alike))

    @invariant()
    def nobody_sees_too_much(self) -> None:
        """Before the reveal, only the teacher sees other pupils' boards, and no one sees a seed."""
        revealed = self.state.phase is Phase.REVEALED
        for who in (PROJECTOR, *(pupil_viewer(pupil.number) for pupil in self.state.here)):
            seen = class_json(self.state, who)
            assert str(SEED)[:9] not in json.dumps(seen)
            assert ("boards" in seen) == revealed
            assert not seen.keys() & {"removed", "seeds", "waiting", "approval"}
            assert not {pupil["pupil"] for pupil in seen["pupils"]} & {pupil.number for pupil in self.state.waiting}
            assert ("me" in seen) == (who != PROJECTOR)
            assert seen.get("me", {}).get("pupil", who.pupil) == who.pupil
            if any(who.pupil in roll.bingo for roll in self.state.round.rolls) if self.state.round else False:
                assert seen["me"]["can_mark"] == []
        now = self.state.round
        shown = class_json(self.state, TEACHER)["seeds"]
        assert len(shown) == len(self.state.rounds) - (now is not None and not revealed)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            assert replay(self.log) == self.state
            written = json.loads(json.dumps([[e.number, e.kind, e.data] for e in self.log]))
            assert replay(Event.read(*event) for event in written) == self.state


def replay(events: Iterable[Event]) -> Classroom:
    """Return the class that results from a log of events; the first event creates the class."""
    first, *later = events
    assert isinstance(first.content, Created)
    state = apply(created(first.content), first)
    for event in later:
        state = apply(state, event)
    return state


def play(examples: int) -> None:
    run_state_machine_as_test(
        ClassMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
def test_random_classes_satisfy_the_invariants() -> None:
    play(40)


@pytest.mark.long
def test_ten_thousand_random_classes_satisfy_the_invariants() -> None:
    play(10_000)


def test_new_events_are_numbered_after_the_last_event() -> None:
    state = created(Created(find_rules("knuth"), Plan()))
    assert [event.number for event in numbered(state, [Locked(), Unlocked()])] == [1, 2]
