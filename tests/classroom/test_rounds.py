"""Play classes on 2x2 boards action by action, and compare events, errors and views with results worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dicebingo.classroom.acts import decide, join, timer_ends
from dicebingo.classroom.events import Created, Event, RoundComputed, apply, created
from dicebingo.classroom.lesson import lesson_json, round_json
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import MAX_PUPILS, MAX_ROLLS, PROJECTOR, TEACHER, Classroom, Viewer, pupil_viewer
from dicebingo.classroom.views import class_json
from dicebingo.exact import number_json

ANN, BOB, CID = map(pupil_viewer, (1, 2, 3))
Told = tuple[str, dict[str, Any]]
STATUS = {403: {"key"}, 410: {"ended"}, 422: {"board", "cell", "value", "shape", "team"}, 503: {"full"}}
STATUS[409] = {"order", "nobody", "given", "finished", "line", "taken", "waiting"}


class Story:
    """A class in which a test performs one action at a time."""

    def __init__(self, marking: str = "one", **plan: Any) -> None:
        rules = {"name": "small", "layout": "2x2:rows", "dice": "1d6", "marking": marking}
        full = {"boards": "own", "bingo": "seen", "until": "first", "timer": None, "seed": None, **plan}
        first = Event.read(1, "created", {"rules": rules, "plan": full}).content
        assert isinstance(first, Created)
        self.state: Classroom = created(first)

    def _happen(self, events: list[Event]) -> list[Told]:
        for event in events:
            assert event.number == self.state.event + 1
            self.state = apply(self.state, event)
        return [(event.kind, event.data) for event in events]

    def join(self, name: str, **act: Any) -> list[Told]:
        return self._happen(join(self.state, name=name, **act))

    def act(self, who: Viewer, do: str, **act: Any) -> list[Told]:
        return self._happen(decide(self.state, who, {"do": do, **act}))

    def roll(self, value: int) -> list[Told]:
        return self.act(TEACHER, "roll", value=value, faces=[value], real=False)

    def refused(self, who: Viewer, do: str, **act: Any) -> str:
        with pytest.raises(Refused) as refusal:
            decide(self.state, who, {"do": do, **act})
        assert refusal.value.code in STATUS[refusal.value.status]
        return refusal.value.code


def closed(index: int, by: str, *bingo: int) -> Told:
    return "closed", {"index": index, "by": by, "bingo": list(bingo)}


def rolled(index: int, value: int) -> Told:
    return "rolled", {"index": index, "value": value, "faces": [value], "real": False}


def lobby(**plan: Any) -> Story:
    """Return a class in which Ann and Bob have written their boards."""
    story = Story(**plan)
    assert story.join("Ann") == [("joined", {"pupil": 1, "name": "Ann"})]
    story.join("Bob")
    story.act(ANN, "board", board=[1, 2, 3, 3])
    story.act(BOB, "board", board=[2, 2, 1, 4])
    return story


def test_pupils_join_and_write_boards_in_the_lobby() -> None:
    story = Story()
    assert (story.state.matching(), story.state.choose) == (0, True)
    assert story.refused(TEACHER, "start", seed=5) == "nobody"
    story.join("Ann")
    with pytest.raises(Refused, match="is taken"):
        story.join("ann")
    assert story.refused(ANN, "ready") == "order"
    assert story.refused(ANN, "board", board=[7, 1, 1, 1]) == "board"
    board = {"pupil": 1, "board": [1, 2, 3, 3], "given": False}
    assert story.act(ANN, "board", board=[1, 2, 3, 3]) == [("board", board)]
    assert story.act(ANN, "ready") == [("ready", {"pupil": 1})]
    assert story.refused(ANN, "roll") == story.refused(PROJECTOR, "roll") == story.refused(TEACHER, "mark") == "key"
    assert story.refused(TEACHER, "close") == story.refused(TEACHER, "undo") == "order"
    story.act(TEACHER, "lock")
    with pytest.raises(Refused, match="locked"):
        story.join("Bob")
    story.act(TEACHER, "unlock")
    assert story.act(TEACHER, "start", seed=5) == [("started", {"round": 1, "players": [1], "seed": 5})]
    assert story.refused(ANN, "board", board=[1, 2, 3, 3]) == story.refused(TEACHER, "start", seed=5) == "order"


def test_pupils_without_a_board_get_a_random_board() -> None:
    story = Story()
    story.join("Ann")
    story.join("Bob")
    story.act(ANN, "board", board=[1, 2, 3, 3])
    dealt = {2: (4, 3, 2, 1)}
    given = {"pupil": 2, "board": [4, 3, 2, 1], "given": False}
    assert story.act(TEACHER, "deal", drawn=dealt) == [("board", given), ("ready", {"pupil": 2})]
    assert story.refused(TEACHER, "deal", drawn=dealt) == "order"
    assert story.refused(ANN, "deal", drawn=dealt) == "key"
    story.act(BOB, "board", board=[1, 1, 1, 1])  # a dealt board can be changed


def test_bots_are_removed_together() -> None:
    story = Story()
    story.join("Ann")
    assert story.refused(TEACHER, "dismiss", bots=True) == "order"
    assert story.join("Ada", bot=True) == [("joined", {"pupil": 2, "name": "Ada", "bot": True})]
    story.act(TEACHER, "approval", on=True)
    story.join("Ben", bot=True)
    story.join("Cem")
    assert class_json(story.state, TEACHER)["bots"] == 2
    assert story.act(TEACHER, "dismiss", bots=True) == [("dismissed", {"pupils": [2, 3]})]
    assert [pupil.name for pupil in (*story.state.here, *story.state.waiting)] == ["Ann", "Cem"]


def points(story: Story) -> dict[str, int]:
    """Return the score of each team, as the projector shows it."""
    return {team["name"]: team["score"] for team in class_json(story.state, PROJECTOR)["teams"]}


def test_teams_score_the_points_of_their_players() -> None:
    """A point belongs to the team for which it was won, even after the pupil has changed teams."""
    story = lobby()
    assert story.refused(ANN, "team", team=1) == "order"
    assert story.refused(TEACHER, "teams", names=["Red"]) == "shape"
    assert story.refused(TEACHER, "teams", names=["Red", "red"]) == "taken"
    assert story.refused(ANN, "teams", names=[]) == story.refused(ANN, "move", pupil=1, team=1) == "key"
    named = ("teams", {"names": ["Red", "Blue"], "choose": True})
    assert story.act(TEACHER, "teams", names=["Red", " Blue "]) == [named]
    assert story.refused(ANN, "team", team=3) == story.refused(TEACHER, "move", pupil=1, team=6) == "team"
    assert story.act(ANN, "team", team=2) == [("team", {"pupil": 1, "team": 2})]
    story.act(TEACHER, "start", seed=5)
    assert story.refused(ANN, "team", team=1) == "order"
    for value in (3, 3):
        story.roll(value)
        story.act(ANN, "mark", cell=3 - len(story.state.rounds[-1].rolls) + 1)
    story.act(TEACHER, "close")
    assert points(story) == {"Red": 0, "Blue": 1}
    story.act(TEACHER, "move", pupil=1, team=1)
    assert points(story) == {"Red": 0, "Blue": 1}
    lesson = lesson_json(story.state, "BCDFG", "2026-11-18", {})
    assert [(team["name"], team["score"]) for team in lesson["teams"]] == [("Red", 0), ("Blue", 1)]
    assert [pupil["team"] for pupil in lesson["pupils"]] == [1, None]
    story.act(TEACHER, "undo")
    assert points(story) == {"Red": 0, "Blue": 0}


def test_teams_are_assigned_evenly() -> None:
    """Pupils without a team go to the smallest team, either at once or when they join or are admitted or readmitted."""
    story = lobby()
    story.act(TEACHER, "teams", names=["Red", "Blue", "Green"])
    story.act(ANN, "team", team=3)
    set_again = story.act(TEACHER, "teams", names=["Red", "Blue"], choose=False)
    assert set_again[1:] == [("team", {"pupil": 1, "team": 1}), ("team", {"pupil": 2, "team": 2})]
    assert story.refused(ANN, "team", team=2) == "order"
    assert story.join("Cid")[1:] == [("team", {"pupil": 3, "team": 1})]
    story.act(TEACHER, "approval", on=True)
    assert len(story.join("Dan")) == 1
    story.join("Eve")
    admitted = [data for kind, data in story.act(TEACHER, "admit") if kind == "team"]
    assert admitted == [{"pupil": 4, "team": 2}, {"pupil": 5, "team": 1}]
    story.act(TEACHER, "remove", pupil=5)
    assert story.act(TEACHER, "teams", names=[]) == [("teams", {"names": [], "choose": True})]
    assert {pupil.team for pupil in story.state.pupils.values()} == {None}
    story.act(TEACHER, "teams", names=["Red", "Blue"], choose=False)
    assert story.act(TEACHER, "readmit", pupil=5)[1:] == [("team", {"pupil": 5, "team": 1})]


def test_a_round_ends_with_the_first_bingo() -> None:
    story = lobby()
    story.act(TEACHER, "start", seed=5)
    assert timer_ends(story.state, 0) == []
    story.join("Cid")
    assert story.roll(3) == [rolled(0, 3)]
    assert [story.state.can_mark(pupil) for pupil in (1, 2, 3)] == [(2, 3), (), ()]
    assert story.refused(ANN, "mark", cell=0) == story.refused(BOB, "mark", cell=0) == "cell"
    assert story.refused(CID, "mark", cell=0) == story.refused(ANN, "unmark") == "order"
    assert story.refused(TEACHER, "reveal", step=1) == story.refused(TEACHER, "again", boards="keep") == "order"
    story.act(ANN, "mark", cell=3)
    assert story.act(ANN, "unmark") == [("unmarked", {"pupil": 1, "index": 0})]
    assert story.act(ANN, "mark", cell=2) == [("marked", {"pupil": 1, "index": 0, "cells": [2]})]
    assert timer_ends(story.state, 1) == []
    assert [(event.kind, event.data) for event in timer_ends(story.state, 0)] == [closed(0, "timer")]
    assert story.refused(TEACHER, "roll", value=7, faces=[7], real=True) == "value"
    assert story.roll(3) == [closed(0, "roll"), rolled(1, 3)]
    assert story.state.can_mark(1) == (3,)
    story.act(ANN, "mark", cell=3)
    assert story.refused(ANN, "shout") == "order"
    assert story.roll(1) == [closed(1, "roll", 1)]  # closing the roll ends the round, so there is no new roll
    assert story.refused(ANN, "mark", cell=3) == story.refused(TEACHER, "close") == "order"
    seen = class_json(story.state, ANN)
    assert (seen["phase"], seen["round"], seen["rolls"], seen["open"], seen["marked"]) == ("over", 1, [3, 3], False, 1)
    assert seen["me"] == {
        "pupil": 1,
        "board": [1, 2, 3, 3],
        "marks": [[0, 2], [1, 3]],
        "can_mark": [],
        "given": False,
        "waiting": False,
    }
    assert [(p["score"], p["bingo"], p["plays"], p["finish"]) for p in seen["pupils"]] == [
        (1, True, True, 1),
        (0, False, True, None),
        (0, False, False, None),
    ]
    assert "boards" not in seen
    assert class_json(story.state, TEACHER)["seeds"] == []
    assert story.act(TEACHER, "undo") == [("undone", {"index": 1})]
    assert (class_json(story.state, PROJECTOR)["phase"], story.state.scores()) == ("playing", {})


def test_a_second_round_can_reuse_the_boards() -> None:
    story = lobby()
    story.act(TEACHER, "start", seed=5)
    story.roll(2)
    story.act(BOB, "mark", cell=0)
    story.roll(2)
    story.act(BOB, "mark", cell=1)
    assert story.act(TEACHER, "close") == [closed(1, "teacher", 2)]
    assert story.act(TEACHER, "reveal", step=3) == [("revealed", {"step": 3})]
    assert [board["pupil"] for board in class_json(story.state, ANN)["boards"]] == [1, 2]
    assert story.refused(TEACHER, "undo") == "order"
    assert story.act(TEACHER, "again", boards="keep") == [("again", {"round": 2, "boards": "keep"})]
    assert story.refused(ANN, "board", board=[1, 1, 1, 1]) == "given"
    assert story.act(TEACHER, "remove", pupil=2) == [("removed", {"pupil": 2})]
    assert story.refused(BOB, "ready") == "key"
    assert story.act(TEACHER, "rename", pupil=1, name="Bob") == [("renamed", {"pupil": 1, "name": "Bob"})]
    assert story.refused(TEACHER, "readmit", pupil=2) == "taken"
    story.act(TEACHER, "rename", pupil=1, name="Ann")
    assert story.act(TEACHER, "readmit", pupil=2) == [("readmitted", {"pupil": 2, "name": "Bob"})]
    assert story.act(TEACHER, "start", seed=6) == [("started", {"round": 2, "players": [1, 2], "seed": 6})]
    assert class_json(story.state, TEACHER)["seeds"] == [5]
    lesson = lesson_json(story.state, "ABC", "2026-11-18", {})
    assert [(p["name"], p["score"]) for p in lesson["pupils"]] == [("Ann", 0), ("Bob", 1)]
    assert [(r["round"], r["seed"], r["rolls"], r["winners"]) for r in lesson["rounds"]] == [
        (1, 5, [2, 2], [2]),
        (2, None, [], []),
    ]
    assert [player["bingo"] for player in lesson["rounds"][0]["players"]] == [None, 2]
    story.act(TEACHER, "end")
    assert story.refused(TEACHER, "roll", value=1, faces=None, real=True) == "ended"


def test_a_round_can_last_until_everyone_has_called_bingo() -> None:
    story = lobby(marking="all", bingo="shouted", until="all")
    story.act(TEACHER, "start", seed=5)
    story.roll(2)
    assert story.act(BOB, "mark", cell=0) == [("marked", {"pupil": 2, "index": 0, "cells": [0, 1]})]
    story.act(ANN, "mark", cell=1)
    assert story.refused(ANN, "shout") == "line"
    assert story.act(BOB, "shout") == [("shouted", {"pupil": 2, "index": 0})]
    assert class_json(story.state, PROJECTOR)["shouts"] == [2]
    assert story.roll(3) == [closed(0, "roll", 2), rolled(1, 3)]
    assert story.refused(BOB, "mark", cell=2) == "finished"
    story.act(ANN, "mark", cell=2)  # this also marks cell 3
    assert story.roll(1) == [closed(1, "roll"), rolled(2, 1)]  # Ann has not called bingo
    assert story.act(ANN, "shout") == [("shouted", {"pupil": 1, "index": 2})]
    assert story.roll(1) == [closed(2, "roll", 1)]
    assert (story.state.phase, story.state.scores()) == ("over", {2: 1})


def test_assigned_boards_cannot_be_changed() -> None:
    listed = Story(boards=[[1, 1, 1, 1], [2, 2, 2, 2]])
    first = {"pupil": 1, "board": [1, 1, 1, 1], "given": True}
    assert listed.join("Ann") == [("joined", {"pupil": 1, "name": "Ann"}), ("board", first)]
    assert listed.refused(ANN, "board", board=[1, 1, 1, 1]) == "given"
    listed.act(TEACHER, "start", seed=1)
    for cell in (0, 1):
        listed.roll(1)
        listed.act(ANN, "mark", cell=cell)
    listed.act(TEACHER, "close")
    next_board = {"pupil": 1, "board": [2, 2, 2, 2], "given": True}
    again = [("again", {"round": 2, "boards": "new"}), ("board", next_board)]
    assert listed.act(TEACHER, "again", boards="new") == again
    drawn = Story(boards="random").join("Ann", drawn={1: [6, 5, 4, 3]})
    assert drawn[1] == ("board", {"pupil": 1, "board": [6, 5, 4, 3], "given": True})


def test_the_number_of_rolls_in_a_round_is_limited() -> None:
    story = lobby()
    story.act(TEACHER, "start", seed=5)
    for _ in range(MAX_ROLLS):
        story.roll(6)
    assert story.refused(TEACHER, "roll", value=6, faces=None, real=True) == "full"


def test_each_step_of_a_reveal_adds_its_own_results() -> None:
    story = lobby()
    story.act(TEACHER, "start", seed=5)
    for cell in (0, 1):
        story.roll(2)
        story.act(BOB, "mark", cell=cell)
    story.act(TEACHER, "close")
    story.state = apply(story.state, Event(story.state.event + 1, RoundComputed(1)))
    assert class_json(story.state, PROJECTOR)["computed"]
    (played,) = story.state.rounds
    half, two = number_json(Fraction(1, 2)), number_json(2.0)
    strength = {"expected_rolls": two, "rank": 7, "cdf": [0.0, 0.25, 0.75, 1.0]}
    replay = {"finish": 2, "loss": half, "luck": two, "mistakes": []}
    chance = {"exact": None, "decimal": 0.5, "low": 0.4, "high": 0.6}
    pairs = {"wins": [[0.0, 0.1], [0.2, 0.3]], "ties": [[0.0, 0.5], [0.5, 0.0]], "beats": [[0, -1], [1, 0]]}
    link = {"win": half, "lose": half, "tie": half, "sure": True}
    ring = {"pupils": [1, 0], "links": [link, link], "smallest_margin": half, "sure": True}
    newcomer = {"board": [2, 2, 3, 4], "share": chance, "fair": half, "status": "best found"}
    computed: dict[str, Any] = {
        "crowd": {"shares": [chance] * 2, "status": "simulated", "games": 9, "newcomer": newcomer},
        "strengths": {"players": [strength, strength], "theory": [0.5]},
        "replays": {"players": [{**replay, "finish": None}, replay]},
        "rivals": {"chances": [chance] * 2, "status": "simulated", "games": 9, "pairs": pairs, "ring": ring},
    }
    rounds = [round_json(story.state, played, computed, step) for step in range(8)]
    shown = [
        {key for part in (told, told["players"][1]) for key, v in part.items() if v is not None} for told in rounds
    ]
    assert [after - before for before, after in pairwise(shown)] == [
        {"winners"},
        {"expected_rolls", "rank"},
        {"finish", "loss", "luck", "choices", "sooner", "later", "mistakes"},
        {"finishing", "theory"},
        {"chance", "pairs"},
        {"ring"},
        {"share", "crowd"},
    ]
    told = rounds[-1]
    assert told["crowd"] == {"status": "simulated", "games": 9, "fair": half, "newcomer": newcomer}
    assert (told["computed"], told["winners"], told["finishing"], told["ring"]) == (
        True,
        [2],
        [0, 1],
        {**ring, "pupils": [2, 1]},
    )
    # With this board, 1/4 of games end by roll 1, and 3/4 by roll 2. Ann's game has not ended by roll 2.
    assert [(player["sooner"], player["later"]) for player in told["players"]] == [(0.75, 0.25), (0.25, 0.25)]
    story.act(TEACHER, "remove", pupil=1)
    assert round_json(story.state, played, computed)["pairs"] == {"wins": [[0.3]], "ties": [[0.0]], "beats": [[0]]}


def test_a_closed_roll_can_be_reopened() -> None:
    """The marks made on the reopened roll stay and can be changed.

    A bingo on the reopened roll, and the end of the round, are cancelled until the roll closes again.
    """
    story = lobby()
    story.act(TEACHER, "start", seed=5)
    assert story.refused(TEACHER, "reopen") == "order"
    story.roll(3)
    assert story.refused(TEACHER, "reopen") == "order"  # the roll is already open
    story.act(ANN, "mark", cell=2)
    story.roll(3)
    story.act(ANN, "mark", cell=3)
    story.act(TEACHER, "close")
    assert (story.state.phase, story.state.scores()) == ("over", {1: 1})
    assert story.act(TEACHER, "reopen") == [("reopened", {"index": 1})]
    assert (story.state.phase, story.state.scores(), story.state.can_mark(1)) == ("playing", {}, (3,))
    assert class_json(story.state, ANN)["me"]["marks"] == [[0, 2], [1, 3]]
    story.act(ANN, "unmark")
    assert story.act(TEACHER, "close") == [closed(1, "teacher")]
    story.act(TEACHER, "reopen")
    story.act(ANN, "mark", cell=3)
    assert story.act(TEACHER, "close") == [closed(1, "teacher", 1)]
    story.act(TEACHER, "reveal", step=1)
    assert story.refused(TEACHER, "reopen") == "order"


def test_the_teacher_admits_newcomers() -> None:
    """Only the teacher is notified of waiting newcomers, whose keys do not allow any action yet.

    The teacher admits or dismisses all newcomers at once.
    """
    story = lobby()
    assert story.act(TEACHER, "approval", on=True) == [("approval", {"on": True})]
    assert story.join("Cid") == [("joined", {"pupil": 3, "name": "Cid", "waiting": True})]
    story.join("Dan")
    with pytest.raises(Refused, match="is taken"):
        story.join("cid")
    assert story.refused(CID, "board", board=[1, 2, 3, 3]) == "waiting"
    assert class_json(story.state, CID)["me"]["waiting"] is True
    for who in (ANN, CID, PROJECTOR):
        assert [pupil["name"] for pupil in class_json(story.state, who)["pupils"]] == ["Ann", "Bob"]
        assert class_json(story.state, who).keys().isdisjoint({"waiting", "approval"})
    assert class_json(story.state, TEACHER)["waiting"] == [{"pupil": 3, "name": "Cid"}, {"pupil": 4, "name": "Dan"}]
    assert story.refused(TEACHER, "admit", pupil=1) == "order"
    assert story.act(TEACHER, "admit", pupil=3) == [("admitted", {"pupil": 3, "name": "Cid"})]
    story.act(CID, "board", board=[1, 2, 3, 3])
    story.join("Eve")
    admitted = [("admitted", {"pupil": 4, "name": "Dan"}), ("admitted", {"pupil": 5, "name": "Eve"})]
    assert story.act(TEACHER, "admit") == admitted
    assert story.refused(TEACHER, "admit") == story.refused(TEACHER, "dismiss") == "order"
    story.join("bot")
    assert story.act(TEACHER, "dismiss", after=3) == [("dismissed", {"pupils": [4, 5, 6]})]
    seen = class_json(story.state, TEACHER)
    assert ([pupil["name"] for pupil in seen["pupils"]], seen["removed"], seen["waiting"]) == (
        ["Ann", "Bob", "Cid"],
        [],
        [],
    )
    assert story.refused(pupil_viewer(6), "ready") == "key"


def test_only_present_pupils_count_towards_the_limit() -> None:
    """Removed bots do not count towards the limit, even after a dozen full classes."""
    story = lobby()
    for wave in range(12):
        story.act(TEACHER, "approval", on=bool(wave % 2))
        room = MAX_PUPILS - (0 if wave % 2 else 2)
        for number in range(room):
            story.join(f"bot {wave} {number}")
        with pytest.raises(Refused, match="the limit is 200 pupils"):
            story.join("one more")
        if wave % 2:  # a class can have 200 pupils: Ann, Bob and 198 others
            with pytest.raises(Refused, match="the limit is 200 pupils"):
                story.act(TEACHER, "admit")
        story.act(TEACHER, "dismiss", after=2)
    story.act(TEACHER, "approval", on=False)
    assert story.join("Cid")[0][0] == "joined"
    assert len(story.state.here) == 3


def test_a_removed_pupil_cannot_be_removed_again_or_return_to_a_full_class() -> None:
    story = lobby()
    story.act(TEACHER, "remove", pupil=2)
    assert story.refused(TEACHER, "remove", pupil=2) == "order"
    for number in range(MAX_PUPILS - 1):
        story.join(f"bot {number}")
    assert story.refused(TEACHER, "readmit", pupil=2) == "full"
    story.act(TEACHER, "remove", pupil=3)
    assert story.act(TEACHER, "readmit", pupil=2)[0] == ("readmitted", {"pupil": 2, "name": "Bob"})


def test_newcomers_get_their_boards_when_they_are_admitted() -> None:
    story = Story(boards="random")
    story.act(TEACHER, "approval", on=True)
    assert len(story.join("Ann", drawn={1: [6, 5, 4, 3]})) == 1
    told = story.act(TEACHER, "admit", drawn={1: [6, 5, 4, 3]})
    assert told[1] == ("board", {"pupil": 1, "board": [6, 5, 4, 3], "given": True})
