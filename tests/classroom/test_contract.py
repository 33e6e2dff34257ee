"""A client that relies only on the documented contract for classes checks that the server follows the contract."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from httpx import Client
from starlette.requests import Request

import dicebingo
from dicebingo.classroom.lesson import STEPS
from dicebingo.web.classes.analyst import Analyst
from dicebingo.web.classes.routes import ClassRoutes
from dicebingo.web.classes.service import LIFETIME, Classes
from tests.classroom import documented
from tests.classroom.school import School, refusal
from tests.waiting import PATIENCE, until
from tests.web.server import DESCRIPTION, FEW, Visitor, check, serving

pytestmark = pytest.mark.slow

NINE = "7 7 7 / 7 7 7 / 7 7 7"
BOARDS = {"Fox": "8 8 9 / 7 6 10 / 7 4 5", "Owl": "6 7 6 / 7 7 7 / 6 6 6", "Bär": "9 6 7 / 7 9 6 / 6 7 9"}
SETTINGS = replace(FEW, join_rate=1e6, wrong_rate=1e6)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with serving(replace(SETTINGS, classes=str(tmp_path_factory.mktemp("classes")))) as found:
        yield found


@pytest.fixture
def visitor(server: Visitor) -> Visitor:
    """A visitor to a server on which all classes of earlier tests have expired."""
    server.call(lambda: server.classes.sweep(server.classes.now() + LIFETIME))
    until(lambda: not server.classes.live)
    return server


def described(path: str, method: str, answer: Any, status: str = "200") -> None:
    """Check a response against the OpenAPI description."""
    check(answer, DESCRIPTION["paths"][f"/api/class{path}"][method], status)


def test_a_lesson_follows_the_contract(visitor: Visitor) -> None:
    """Play two rounds with real dice, an undo, a late pupil and a removed pupil. Check all views and the report."""
    school = School.new(visitor.client, *BOARDS, seed=7, bingo="seen", until="first")
    assert school.refused("teacher", "start") == (409, "nobody")
    assert school.refused("Fox", "ready") == (409, "order")
    for name, board in BOARDS.items():
        school.act(name, "board", board=board)
        school.act(name, "ready")
    check_lobby(school)
    check_teams(school)
    school.act("teacher", "start")
    check_first_rolls(school, [roll["value"] for roll in visitor.ask("rolls", seed=7, count=6)["rolls"]])
    check_end_of_round(school)
    check_reveal(school)
    check_documented(school, "teacher", "projector", "Fox")
    check_streams(school)
    check_second_round(school)


def check_lobby(school: School) -> None:
    """Check the name of each pupil, and whether the pupil is ready."""
    lobby = school.state("Fox")
    described("/{code}", "get", lobby)
    known = [lobby[key] for key in ("phase", "round", "rolls", "open", "locked")]
    assert known == ["lobby", 1, [], False, False]
    assert [(p["name"], p["ready"], p["score"], p["bingo"]) for p in lobby["pupils"]] == [
        (name, True, 0, False) for name in BOARDS
    ]
    assert school.refused("teacher", "roll") == (409, "order")


def check_teams(school: School) -> None:
    """Pupils choose teams, and all viewers see them."""
    assert school.refused("Fox", "team", team=1) == (409, "order")
    assert school.refused("teacher", "teams", names=["Red"]) == (422, "shape")
    assert school.refused("teacher", "teams", names=["Red"] * 7) == (422, "shape")
    school.act("teacher", "teams", names=["Red", "Blue"])
    assert school.refused("Fox", "team", team=3) == (422, "team")
    school.act("Owl", "team", team=2)
    school.act("teacher", "move", pupil=school.numbers["Fox"], team=1)
    for who in ("teacher", "projector", "Bär"):
        seen = school.state(who)
        assert [pupil["team"] for pupil in seen["pupils"]] == [1, 2, None]
        assert [tuple(team.values()) for team in seen["teams"]] == [(1, "Red", 0), (2, "Blue", 0)]


def check_first_rolls(school: School, expected: list[int]) -> None:
    """The program's dice follow the seed, even after an undo.

    Pupils change and undo marks, and one pupil joins late.
    """
    school.act("teacher", "roll")
    assert school.state()["rolls"] == expected[:1]  # a 6
    assert school.state("Fox")["me"]["can_mark"] == [4]
    assert school.refused("Fox", "mark", cell=0) == (422, "cell")
    assert school.refused("Fox", "mark", cell=99) == (422, "cell")
    school.act("Fox", "mark", cell=4)
    school.act("Owl", "mark", cell=0)
    school.act("Owl", "mark", cell=8)
    school.act("Bär", "mark", cell=1)
    school.act("Bär", "unmark")
    assert school.refused("Bär", "unmark") == (409, "order")
    assert school.state("projector")["marked"] == 2
    school.join("Late")
    assert school.refused("Late", "mark", cell=0) == (409, "order")
    before = school.state()
    school.act("teacher", "roll", value=7)
    assert school.state()["rolls"] == [expected[0], 7]
    school.act("Owl", "mark", cell=4)
    school.act("teacher", "undo")
    after = school.state()
    closed = {"event": 0, "open": 0, "matching": 0}
    assert {**after, **closed} == {**before, **closed}
    school.act("teacher", "roll")
    school.act("teacher", "undo")
    school.act("teacher", "roll")
    assert school.state()["rolls"] == expected[:2]  # after the undo, the same seed rolls a 9 again
    school.act("Bär", "mark", cell=0)
    school.act("teacher", "close")
    assert school.refused("teacher", "close") == (409, "order")
    assert school.refused("Fox", "mark", cell=2) == (409, "order")
    school.act("teacher", "reopen")
    school.act("Bär", "mark", cell=4)
    school.act("Bär", "mark", cell=0)
    school.act("teacher", "close")


def check_end_of_round(school: School) -> None:
    """Enter rolls of real dice until a pupil has a line at the end of a roll."""
    for value, marks in ((7, {"Owl": 4, "Bär": 3, "Fox": 3}), (6, {"Owl": 0, "Bär": 1})):
        school.act("teacher", "roll", value=value)
        for name, cell in marks.items():
            school.act(name, "mark", cell=cell)
    last = school.state()["event"]
    assert school.act("teacher", "roll") == {"event": last + 1}  # this closes the roll and ends the round
    over = school.state("Late")
    assert (over["phase"], over["open"], over["rolls"]) == ("over", False, [6, 9, 7, 6])
    won = {p["name"]: (p["bingo"], p["score"]) for p in over["pupils"]}
    assert won == {"Fox": (False, 0), "Owl": (True, 1), "Bär": (False, 0), "Late": (False, 0)}
    assert [team["score"] for team in over["teams"]] == [0, 1]
    assert "boards" not in over
    assert school.refused("teacher", "roll") == (409, "order")
    revealed = school.client.get(f"{school.path}/reveal", params={"key": school.keys["Fox"]})
    assert refusal(revealed) == (409, "order")
    school.act("teacher", "reveal", step=7)
    until(lambda: school.state()["computed"])


def check_reveal(school: School) -> None:
    """The reveal agrees with ``review``, ``solve`` and ``match``, and the report contains the same numbers."""
    moves = {
        "Fox": ["6:4", "9", "7:3", "6"],
        "Owl": ["6:8", "9", "7:4", "6:0"],
        "Bär": ["6", "9:0", "7:3", "6:1"],
    }
    boards = {entry["pupil"]: entry["board"] for entry in school.state("Late")["boards"]}
    assert boards == {school.numbers[name]: board_list(board) for name, board in BOARDS.items()}
    for who in ("Fox", "projector", "teacher"):
        told = school.client.get(f"{school.path}/reveal", params={"key": school.key(who)}).json()
        described("/{code}/reveal", "get", told)
        assert told["winners"] == [school.numbers["Owl"]]
        played = dicebingo.match(*BOARDS.values(), fast=False)
        for place, player in enumerate(told["players"]):
            name = player["name"]
            found = dicebingo.review(BOARDS[name], moves[name])
            assert player["loss"]["exact"] == str(found.loss)
            assert player["choices"] == sum(len({c.loss for c in move.candidates}) > 1 for move in found.moves)
            assert player["expected_rolls"]["exact"] == str(dicebingo.solve(BOARDS[name]).expected_rolls)
            wins = sum(share for winners, share in played.outcomes.items() if place in winners)
            assert player["chance"]["exact"] == str(wins)
            left = dicebingo.solve(str(found.end)).expected_rolls if not found.end.is_bingo else 0
            luck = dicebingo.solve(BOARDS[name]).expected_rolls + found.loss - len(moves[name]) - left
            assert player["luck"]["exact"] == str(luck)
            assert (player["mistakes"] is None) == (who not in (name, "teacher"))
        assert [player["finish"] for player in told["players"]] == [None, 4, None]
        assert told["finishing"] == [0, 0, 0, 1]
        signs = dicebingo.tournament(list(BOARDS.values())).sign.tolist()
        assert (told["pairs"]["beats"], told["status"]) == (signs, "proven")
    report = school.client.get(f"{school.path}/report.json", params={"key": school.teacher})
    described("/{code}/report.json", "get", report.json())
    assert report.json()["rounds"][0]["players"] == told["players"]
    assert report.json()["rounds"][0]["seed"] == 7
    table = school.client.get(f"{school.path}/report.csv", params={"key": school.teacher})
    assert len(table.text.splitlines()) == 1 + 3 + 1  # a header, the players, and the late pupil
    document = school.client.get(f"{school.path}/report.pdf", params={"key": school.teacher})
    assert document.content.startswith(b"%PDF-")
    for kind in ("json", "csv", "pdf"):
        for who in ("Fox", "projector"):
            answer = school.client.get(f"{school.path}/report.{kind}", params={"key": school.key(who)})
            assert refusal(answer) == (403, "key")


def check_documented(school: School, *viewers: str) -> None:
    """The server sends exactly the documented fields."""
    for who in viewers:
        seen, expected = school.state(who), documented.state(who if who in ("teacher", "projector") else "pupil")
        assert seen.keys() == expected.keys()
        assert {key: documented.fields_in(value) for key, value in seen.items() if value} == {
            key: fields for key, fields in expected.items() if seen[key]
        }
    told = school.client.get(f"{school.path}/reveal", params={"key": school.teacher}).json()
    rounds, players = documented.steps("field"), documented.steps("field of a player")
    assert (told.keys(), documented.fields_in(told["players"])) == (rounds.keys(), players.keys())
    assert {key: step for key, step in {**rounds, **players}.items() if step} == STEPS


def board_list(board: str) -> list[int]:
    return [int(value) for value in board.replace("/", " ").split()]


def check_streams(school: School) -> None:
    """Event numbers increase, all streams get the same public events, and missed events can be fetched later."""
    heard = {who: school.heard(who) for who in ("teacher", "projector", "Fox", "Owl")}
    for events in heard.values():
        numbers = [event.number for event in events]
        assert numbers == sorted(set(numbers))
    assert [event.number for event in heard["teacher"]] == list(range(1, len(heard["teacher"]) + 1))
    private = {"board", "marked", "unmarked", "locked"}
    public = {who: [event for event in events if event.kind not in private] for who, events in heard.items()}
    assert public["teacher"] == public["projector"] == public["Fox"] == public["Owl"]
    own = [event for event in heard["Fox"] if event.kind in ("board", "marked")]
    assert {event.data["pupil"] for event in own} == {school.numbers["Fox"]}
    assert all(event.data.keys() == {"index", "marked"} for event in heard["projector"] if event.kind == "marked")
    middle = heard["Fox"][5].number
    later = [event for event in heard["Fox"] if event.number > middle]
    for since in ({"after": middle}, {"known": middle}, {"after": 1, "known": middle}):
        assert school.heard("Fox", **since)[: len(later)] == later
    school.act("teacher", "unlock")


def check_second_round(school: School) -> None:
    """Play another round with the same boards. One pupil joined late, one is removed, and one gets a new phone."""
    school.act("Late", "board", board=NINE)
    school.act("teacher", "again", boards="keep")
    assert school.refused("Owl", "board", board=NINE) == (409, "given")
    old = school.keys["Owl"]
    with school.following("Owl") as events:
        answer = school.act("teacher", "readmit", pupil=school.numbers["Owl"])
        assert list(events)[-1].number <= answer["event"]  # the server has closed the old phone's stream
    school.keys["Owl"] = answer["key"]
    assert school.refused(old, "ready") == (403, "key")
    school.act("Owl", "ready")
    with school.following("Fox") as events:
        school.act("teacher", "remove", pupil=school.numbers["Fox"])
        assert list(events)[-1].kind == "removed"
    assert refusal(school.client.get(school.path, params={"key": school.keys["Fox"]})) == (403, "key")
    # The removed pupil's name can be used again.
    school.act("teacher", "rename", pupil=school.numbers["Late"], name="fox")
    assert school.refused("teacher", "readmit", pupil=school.numbers["Fox"]) == (409, "taken")
    assert documented.fields_in(school.state()["removed"]) == documented.state("teacher")["removed"]
    check_door(school)
    school.act("teacher", "start")
    state = school.state("Late")
    assert (state["round"], state["phase"], state["me"]["board"]) == (2, "playing", [7] * 9)
    for value in (7, 7, 7):
        school.act("teacher", "roll", value=value)
        for name in ("Owl", "Bär", "Late"):
            if cells := school.state(name)["me"]["can_mark"]:
                school.act(name, "mark", cell=cells[0])
    school.act("teacher", "close")
    assert {p["name"]: p["score"] for p in school.state()["pupils"]} == {"Owl": 1, "Bär": 0, "fox": 1}
    with school.following("projector") as events, school.following("teacher") as everything:
        school.act("teacher", "end")
        assert list(events)[-1].kind == "ended"
        heard = {event.kind: event.data.keys() for event in everything}
    expected = {kind: data for kind, data in documented.events().items() if kind != "shouted"}
    expected["joined"].remove("bot")  # this class has no bots
    assert heard == expected
    assert school.refused("teacher", "roll") == (410, "ended")
    assert refusal(school.client.get(school.path, params={"key": school.teacher})) == (410, "ended")
    assert refusal(school.client.post(f"{school.path}/join", json={"name": "X"})) == (410, "ended")


def check_door(school: School) -> None:
    """Only the teacher is notified of a waiting newcomer.

    The teacher admits one newcomer and then turns all other newcomers away.
    """
    school.act("teacher", "approval", on=True)
    school.join("New")
    assert school.state("New")["me"]["waiting"]
    assert school.refused("New", "board", board=NINE) == (409, "waiting")
    assert documented.fields_in(school.state()["waiting"]) == documented.state("teacher")["waiting"]
    assert not [event for event in school.heard("projector") if event.data.get("name") == "New"]
    school.act("teacher", "unlock")
    with school.following("New") as events:
        school.act("teacher", "admit", pupil=school.numbers["New"])
        until(lambda: next(events).kind == "admitted")
    school.join("Bot")
    with school.following("Bot") as events:
        school.act("teacher", "dismiss", after=school.numbers["Late"])
        assert list(events)[-1].kind == "dismissed"
    assert refusal(school.client.get(school.path, params={"key": school.keys["New"]})) == (403, "key")


def test_a_repeated_request_is_processed_once(tmp_path: Path) -> None:
    """A request sent again with the same id, whether at once, later or after a restart, gets the same response.

    Reusing a request id with a different body gives status 409.
    """
    with serving(replace(SETTINGS, classes=str(tmp_path))) as first:
        client = first.client
        with ThreadPoolExecutor(8) as threads:
            made = list(threads.map(lambda _: client.post("/api/class", json={"seed": 5, "request": "c"}), range(8)))
            assert len({answer.text for answer in made}) == 1
            school = School(client, **made[0].json())
            joined = list(threads.map(lambda _: client.post(f"{school.path}/join", json=JOIN), range(8)))
            assert {answer.status_code for answer in joined} == {201}
            assert len({answer.text for answer in joined}) == 1
            school.keys["Ann"] = joined[0].json()["key"]
            board = {"request": "b", "board": NINE}
            acted = list(threads.map(lambda _: school.ask("Ann", "board", **board).text, range(8)))
            assert len(set(acted)) == 1
        assert refusal(client.post("/api/class", json={"seed": 6, "request": "c"})) == (409, "request")
        assert refusal(client.post(f"{school.path}/join", json={**JOIN, "name": "Bob"})) == (409, "request")
        assert school.refused("Ann", "board", request="b", board=BOARDS["Fox"]) == (409, "request")
        assert school.refused("Ann", "shout", request="x") == (409, "order")
        school.act("teacher", "start", request="b")  # a request with another key may use this id
        rolled = school.act("teacher", "roll", request="r")
        assert school.refused("Ann", "shout", request="x") == (409, "order")  # the server does not store errors
        known = {key: v for key, v in school.state().items() if key not in ("address", "computed", "event")}
    with serving(replace(SETTINGS, classes=str(tmp_path))) as second:
        school.client = second.client
        changing = ("address", "computed", "event")  # a restart may change these fields
        assert {key: value for key, value in school.state().items() if key not in changing} == known
        assert second.client.post("/api/class", json={"seed": 5, "request": "c"}).text == made[0].text
        assert second.client.post(f"{school.path}/join", json=JOIN).text == joined[0].text
        assert school.ask("Ann", "board", request="b", board=NINE).text == acted[0]
        assert school.act("teacher", "roll", request="r") == rolled
        assert len(school.state()["rolls"]) == 1
        ended = school.act("teacher", "end", request="e")
        assert school.act("teacher", "end", request="e") == ended
        assert school.refused("Ann", "shout", request="e") == (410, "ended")
    with serving(replace(SETTINGS, classes=str(tmp_path))) as third:
        school.client = third.client
        assert school.act("teacher", "end", request="e") == ended
        assert school.refused("teacher", "end") == (410, "ended")


JOIN = {"name": "Ann", "request": "j"}


def test_a_key_can_be_sent_in_a_header_or_a_cookie(visitor: Visitor) -> None:
    """The pages exchange their keys for cookies, so that no key appears in an address that a proxy logs.

    Each cookie belongs to one class.
    """
    school, other = School.new(visitor.client, "Fox"), School.new(visitor.client, "Fox")
    with Client(base_url=visitor.client.base_url) as browser:
        seen = {}
        for who in ("teacher", "projector", "Fox"):
            answer = browser.post(f"{school.path}/enter", json={"key": school.key(who)})
            described("/{code}/enter", "post", answer.json())
            assert school.key(who) not in answer.text
            assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
            seen[who] = answer.json()
        for who, viewer in seen.items():
            assert browser.get(school.path, params=viewer).json() == school.state(who)
            assert refusal(browser.get(other.path, params=viewer)) == (422, "shape")
            bearer = {"Authorization": f"Bearer {school.key(who)}"}
            assert visitor.client.get(school.path, headers=bearer).json() == school.state(who)
        assert browser.get(f"{school.path}/report.csv", params=seen["teacher"]).status_code == 200
        moved = [browser.get(f"{school.path}/qr.svg", params={**seen[who], "pupil": 1}) for who in seen]
        assert moved[0].content == moved[2].content != moved[1].content
    assert refusal(visitor.client.post(f"{school.path}/enter", json={"key": "nonsense"})) == (403, "key")
    assert refusal(visitor.client.get(school.path, params=seen["Fox"])) == (422, "shape")


def test_each_key_allows_only_its_own_actions(visitor: Visitor) -> None:
    """Pupils can act only for themselves, projectors cannot act, and neither can see secrets."""
    school = School.new(visitor.client, "Ann", "Bob", board=NINE, seed=987654321012)
    other = School.new(visitor.client, "Eve")
    teaching: dict[str, dict[str, Any]] = {do: {} for do in ["start", "roll", "close", "reopen", "undo"]}
    teaching |= {do: {} for do in ["deal", "lock", "unlock", "admit", "dismiss", "end"]} | {"approval": {"on": True}}
    teaching |= {"rename": {"pupil": 1, "name": "X"}, "remove": {"pupil": 2}, "readmit": {"pupil": 2}}
    teaching |= {"reveal": {"step": 1}, "again": {"boards": "new"}}
    learning: dict[str, dict[str, Any]] = {do: {} for do in ["ready", "unmark", "shout"]}
    learning |= {"board": {"board": NINE}, "mark": {"cell": 0}}
    before = school.state()
    keys = ("", "nobody", other.teacher, other.keys["Eve"], school.teacher[:-1])
    wrong = {school.ask(key, "roll").text for key in keys}
    assert len(wrong) == 1  # the error reveals nothing about the class
    assert school.code not in wrong.pop()
    for do, arguments in {**teaching, **learning}.items():
        for who in ["projector", "nobody", *(["Ann"] if do in teaching else ["teacher"])]:
            assert school.refused(who, do, **arguments) == (403, "key"), (who, do)
            assert school.refused(who, do, nonsense=1) == (403, "key")
    assert school.refused("Ann", "mark", cell=0, pupil=2) == (422, "shape")
    assert school.state() == before
    school.act("teacher", "start")
    school.act("teacher", "roll", value=7)
    school.act("Bob", "mark", cell=3)
    for who in ("Ann", "projector"):
        seen = json.dumps([school.state(who), [event.data for event in school.heard(who)]])
        assert school.teacher not in seen
        assert "987654321012" not in seen
        assert str(school.state(who).get("boards")) == "None"
    # The teacher may project this page, so it must not contain the seed.
    assert "987654321012" not in json.dumps(school.state())
    assert all(event.data["pupil"] == 1 for event in school.heard("Ann") if event.kind in ("board", "marked"))
    assert len(school.teacher) >= 22  # 128 bits
    assert len({school.teacher, school.projector, *school.keys.values()}) == 4


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"name": ""}, (422, "name")),
        ({"name": "   "}, (422, "name")),
        ({"name": "x" * 25}, (422, "name")),
        ({"name": "a\u202eb"}, (422, "name")),
        ({"name": "a\u0007b"}, (422, "name")),
        ({"name": "a\nb"}, (422, "name")),
        ({"name": "\ud800"}, (422, "shape")),
        ({"name": "\u0410nn"}, (409, "taken")),  # the first letter of this name is Cyrillic
        ({"name": "Ann\ufe0f"}, (409, "taken")),
        ({"name": "A\u200dnn"}, (409, "taken")),
        ({"name": "\u3164"}, (422, "name")),
        ({"name": "ANN"}, (409, "taken")),
        ({"name": " \uff41\uff4e\uff4e "}, (409, "taken")),
        ({"name": 7}, (422, "shape")),
        ({}, (422, "shape")),
        ({"name": "Bob", "more": 1}, (422, "shape")),
        ([], (422, "shape")),
    ],
)
def test_names_are_checked(body: Any, expected: tuple[int, str], visitor: Visitor) -> None:
    school = School.new(visitor.client, "Ann")
    answer = visitor.client.post(f"{school.path}/join", content=json.dumps(body), headers=JSON)
    assert refusal(answer) == expected
    assert [pupil["name"] for pupil in school.state()["pupils"]] == ["Ann"]
    school.act("teacher", "end")


FORWARDED = "X-Forwarded-For"
JSON = {"Content-Type": "application/json"}


def test_invalid_requests_are_rejected(visitor: Visitor) -> None:
    client = visitor.client
    school = School.new(client, "Ann", bingo="shouted", rules="knuth")
    assert refusal(client.post("/api/class", json={"rules": "chess"})) == (422, "shape")
    assert refusal(client.post("/api/class", json={"boards": ["1 2 3"]})) == (422, "board")
    assert refusal(client.post("/api/class", json={"timer": 0})) == (422, "shape")
    assert refusal(client.post("/api/class", content=b"{", headers=JSON)) == (400, "json")
    assert refusal(client.get("/api/class/ZZZZZ", params={"key": school.teacher})) == (404, "class")
    assert refusal(client.post("/api/class/ZZZZZ/join", json={"name": "X"})) == (404, "class")
    assert refusal(client.get(school.path)) == (422, "shape")
    assert refusal(client.delete(school.path)) == (405, "method")
    assert refusal(client.get(f"{school.path}/events", params={"key": school.teacher, "after": "x"})) == (422, "shape")
    school.act("teacher", "lock")
    assert refusal(client.post(f"{school.path}/join", json={"name": "Bob"})) == (423, "locked")
    school.act("teacher", "unlock")
    for board in ("1 2 / 3", "1 2 / 3 9", "*1 2 / 3 4", [1, 2, 3, None], "x x / x x", "<b>"):
        assert school.refused("Ann", "board", board=board) == (422, "board")
    assert school.refused("Ann", "board", board=7) == (422, "shape")
    school.act("Ann", "board", board=[1, 2, 3, 4])
    school.act("teacher", "start")
    assert school.refused("Ann", "board", board="1 2 / 3 4") == (409, "order")
    assert school.refused("teacher", "undo") == (409, "order")
    assert school.refused("teacher", "again", boards="keep") == (409, "order")
    assert school.refused("teacher", "reveal", step=1) == (409, "order")
    assert school.refused("teacher", "roll", value=7) == (422, "value")
    assert school.refused("teacher", "remove", pupil=9) == (422, "pupil")
    school.act("teacher", "roll", value=1)
    school.act("Ann", "mark", cell=0)
    assert school.refused("Ann", "shout") == (409, "line")
    school.act("teacher", "roll", value=2)
    school.act("Ann", "mark", cell=1)
    school.act("teacher", "roll", value=6)
    assert school.state()["phase"] == "playing"  # the pupil has a line but did not call bingo
    school.act("Ann", "shout")
    school.act("teacher", "close")
    assert school.state()["phase"] == "over"
    school.act("teacher", "undo")
    assert school.state()["phase"] == "playing"
    school.act("teacher", "end")


def test_assigned_boards_cannot_be_changed(visitor: Visitor) -> None:
    drawn = School.new(visitor.client, "Ann", "Bob", boards="random", until="all", timer=1)
    listed = School.new(visitor.client, "Ann", "Bob", "Cid", boards=[NINE, BOARDS["Fox"]])
    boards = [entry["board"] for entry in listed.state()["boards"]]
    assert boards == [[7] * 9, board_list(BOARDS["Fox"]), [7] * 9]
    assert drawn.refused("Ann", "board", board=NINE) == (409, "given")
    first = drawn.state("Ann")["me"]["board"]
    drawn.act("teacher", "start")
    drawn.act("teacher", "roll")
    with drawn.following("projector") as events:  # only the timer closes the roll
        closed = next(event for event in events if event.kind == "closed")
    assert closed.data["by"] == "timer"
    drawn.act("teacher", "reveal", step=0)
    drawn.act("teacher", "again", boards="new")
    assert drawn.state("Ann")["me"]["board"] != first
    everything = School.new(visitor.client, "Ann", board=NINE, rules="mark-all", until="all")
    everything.act("teacher", "start")
    everything.act("teacher", "roll", value=7)
    everything.act("Ann", "mark", cell=4)
    assert everything.state("Ann")["me"]["marks"] == [[0, cell] for cell in range(9)]


def test_an_ended_class_leaves_no_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored files contain the pupils' names until the class ends or expires; afterwards, no file contains them."""

    def kept() -> bytes:
        return b"".join(path.read_bytes() for path in tmp_path.iterdir())

    with serving(replace(SETTINGS, classes=str(tmp_path))) as visitor:
        classes: Classes = visitor.classes
        school = School.new(visitor.client, "Rumpelstilz", board=NINE)
        another = School.new(visitor.client, "Aschenputtel")
        assert b"Rumpelstilz" in kept()
        school.act("teacher", "end")
        assert b"Rumpelstilz" not in kept()
        assert school.teacher.encode() not in kept()
        assert b"Aschenputtel" in kept()
        born = classes.live[another.code].born
        with monkeypatch.context() as patched:  # the clock is set two days ahead
            patched.setattr("time.time", lambda: born + 2 * LIFETIME)
            visitor.call(lambda: classes.sweep(classes.now()))
            assert another.state()["phase"] == "lobby"
        with another.following("Aschenputtel") as events:
            visitor.call(lambda: classes.sweep(born + LIFETIME - 1))
            assert another.state()["phase"] == "lobby"
            visitor.call(lambda: classes.sweep(born + LIFETIME))
            assert list(events)[-1].kind == "ended"
        assert another.refused("teacher", "lock") == (410, "ended")
        assert b"Aschenputtel" not in kept()
        visitor.call(lambda: classes.sweep(born + 3 * LIFETIME))
        assert another.refused("teacher", "lock") == (404, "class")


def test_a_stream_requested_just_before_the_end_is_closed(visitor: Visitor) -> None:
    """The stream must not stay open forever after the class has ended."""
    school = School.new(visitor.client, "Ann")
    nothing: Any = None
    routes = ClassRoutes(SETTINGS, visitor.classes, nothing)
    query = f"key={school.keys['Ann']}".encode()
    scope = {"type": "http", "method": "GET", "path_params": {"code": school.code}, "query_string": query}
    response: Any = visitor.awaited(routes.events(Request({**scope, "headers": [], "client": ("127.0.0.1", 1)})))

    async def heard() -> list[bytes]:
        return [part async for part in response.body_iterator]

    school.act("teacher", "end")
    assert visitor.awaited(heard()) == []


def test_an_action_is_announced_only_after_it_is_stored(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """While an action is being written, no view or stream shows it. If writing fails, the action has no effect."""
    store = visitor.classes.store
    assert store is not None
    school = School.new(visitor.client, "Ann")
    write, begun, go = store.write, Event(), Event()

    def slow(*batch: Any) -> None:
        begun.set()
        assert go.wait(PATIENCE)
        write(*batch)

    def failing(*_: Any) -> None:
        raise OSError("no space left")

    before = school.state()
    with ThreadPoolExecutor(1) as threads, monkeypatch.context() as patched:
        patched.setattr(store, "write", slow)
        asked = threads.submit(school.ask, "Ann", "board", board=NINE)
        assert begun.wait(PATIENCE)
        assert school.state() == before
        assert not asked.done()
        go.set()
        assert asked.result(PATIENCE).json() == {"event": before["event"] + 1}
    assert school.state("Ann")["me"]["board"] == [7] * 9
    with monkeypatch.context() as patched:
        patched.setattr(store, "write", failing)
        assert school.refused("teacher", "start", request="s") == (503, "keeping")
    assert school.state()["phase"] == "lobby"
    school.act("teacher", "start", request="s")


def test_rate_limits_do_not_stop_a_school(tmp_path: Path) -> None:
    """A school behind one address can join and play.

    Guessing codes, joining in bulk and creating classes are rate-limited.
    """
    few = replace(FEW, classes=str(tmp_path), join_rate=1e-3, join_burst=30, wrong_rate=1e-3, wrong_burst=10)
    with serving(few) as visitor:
        school = School.new(visitor.client, *map(str, range(20)))
        guesses = [visitor.client.get(f"/api/class/ZZZZ{c}", params={"key": "x"}) for c in "BCDFGHJKMNPR"]
        assert [answer.status_code for answer in guesses] == [404] * 10 + [429] * 2
        assert int(guesses[-1].headers["retry-after"]) > 0
        assert school.state("3")["phase"] == "lobby"  # Requests with a key are still accepted.
        # This address may still join the class, because pupils have joined the class from it before.
        assert visitor.client.post(f"{school.path}/join", json={"name": "X"}).status_code == 201
        fresh = School.new(visitor.client)
        assert refusal(visitor.client.post(f"{fresh.path}/join", json={"name": "X"})) == (429, "rate")
        assert refusal(visitor.client.get(school.path, params={"key": "x"})) == (429, "rate")
        for _ in range(18):
            School.new(visitor.client)
        assert refusal(visitor.client.post("/api/class", json={})) == (503, "full")
    tight = replace(few, wrong_burst=1000, rate=1e-3, burst=5, crowd=1e6, classes=str(tmp_path / "other"))
    with serving(tight) as visitor:
        school = School.new(visitor.client, "Ann", "Bob")
        assert [school.ask("Ann", "ready").status_code for _ in range(7)] == [409] * 5 + [429] * 2
        assert school.ask("Bob", "ready").status_code == 409
        joined = [visitor.client.post(f"{school.path}/join", json={"name": f"n{i}"}).status_code for i in range(29)]
        assert joined == [201] * 28 + [429]


def test_the_teacher_sees_whether_a_phone_has_opened_the_page(visitor: Visitor) -> None:
    """The server does not count its own machine as a phone, so the test simulates requests from other addresses."""
    school = School.new(visitor.client)
    assert visitor.client.get(f"/class/{school.code}").status_code == 200
    assert school.state()["reached"] is False
    assert "reached" not in school.state("projector")
    school.join("Fox")
    assert school.state()["reached"] is True
    routes = ClassRoutes(FEW, visitor.classes, Analyst(visitor.jobs, Classes("")))
    for client, phone in [("127.0.0.1", False), ("10.0.0.2", False), ("10.0.0.3", True)]:
        routes.opened({"type": "http", "headers": [], "client": [client, 5], "server": ["10.0.0.2", 8321]})
        assert routes.reached is phone


def test_only_the_teacher_can_create_a_class(tmp_path: Path) -> None:
    """A request to create a class must come from the server's own machine or contain the token.

    A request through a proxy must contain the token.
    """
    settings = replace(FEW, classes=str(tmp_path), token="secret")
    far = {FORWARDED: "203.0.113.7"}
    with serving(settings) as visitor:
        post = visitor.client.post
        assert post("/api/class", json={}).status_code == 201
        assert refusal(post("/api/class", json={}, headers=far)) == (403, "token")
        assert refusal(post("/api/class", json={"token": "wrong"}, headers=far)) == (403, "token")
        assert post("/api/class", json={"token": "secret"}, headers=far).status_code == 201
    with serving(replace(settings, proxy="127.0.0.1")) as visitor:
        post = visitor.client.post
        assert refusal(post("/api/class", json={})) == (403, "token")
        made = post("/api/class", json={"token": "secret", "request": "a"}, headers=far)
        again = post("/api/class", json={"token": "secret", "request": "a"}, headers=far)
        elsewhere = post("/api/class", json={"token": "secret", "request": "a"}, headers={FORWARDED: "198.51.100.1"})
        assert made.json() == again.json() != elsewhere.json()
    with serving(replace(FEW, token="secret")) as visitor:  # this server has no folder for classes
        assert refusal(visitor.client.post("/api/class", json={"token": "secret"})) == (404, "none")
