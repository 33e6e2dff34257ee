"""Kill a class server at random moments: every acknowledged action survives and takes effect exactly once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from httpx import Client, HTTPError

from benchmarks.harness import ROOT
from benchmarks.served import served
from tests.classroom.school import School
from tests.waiting import PATIENCE, until

PUPILS = 30
VALUES = (6, 7, 8)
BOARD = [VALUES[cell % 3] for cell in range(25)]
"""A board that is too large for any computation. It contains many copies of every value that the test rolls."""


class Commands:
    """Starts servers with the command ``dicebingo class``."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._options, self._stack = ("--workers", "1", "--data", str(folder)), stack
        self._process: Any = None

    def start(self, port: int) -> int:
        """Start a server on the given port, or on any free port if it is 0, and return the port."""
        server = self._stack.enter_context(served("--port", str(port), *self._options, command="class"))
        self._process = server.process
        return server.port

    def kill(self) -> None:
        """Kill the server and wait for it to exit."""
        self._process.kill()
        self._process.wait()


class Forks:
    """Starts servers quickly by forking a process; see ``nursery``."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        words = [sys.executable, "-m", "tests.classroom.nursery", str(folder)]
        pipe = subprocess.PIPE
        self._nursery = stack.enter_context(subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True))
        self._process = 0

    def start(self, _: int) -> int:
        """Start a server and return its port; every later start uses the same port."""
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write("\n")
        self._nursery.stdin.flush()
        told = json.loads(self._nursery.stdout.readline())
        self._process = told["process"]
        return int(told["port"])

    def kill(self) -> None:
        """Kill the server and wait for it to exit."""
        os.kill(self._process, signal.SIGKILL)
        until(lambda: not Path(f"/proc/{self._process}").exists())


@dataclass(slots=True)
class Killed:
    """A server that the test kills after every few acknowledged actions and restarts on the same port."""

    servers: Commands | Forks
    chance: random.Random
    kills: int
    apart: int
    acted: int = 0
    due: int = 5
    lock: Lock = field(default_factory=Lock)
    port: int = 0

    def start(self) -> None:
        """Start the server."""
        self.port = self.servers.start(self.port)

    def count(self) -> None:
        """Count one acknowledged action. Kill the server from time to time, even during other requests."""
        with self.lock:
            self.acted += 1
            if self.acted < self.due or not self.kills:
                return
            self.kills -= 1
            self.due = self.acted + self.chance.randint(1, self.apart)
            self.servers.kill()
            self.start()


def insist(ask: Callable[[], Any]) -> Any:
    """Retry a request until the server responds, as a phone does."""
    answers: list[Any] = []

    def answered() -> bool:
        try:
            answers.append(ask())
        except HTTPError:  # the server is down, or died during the request
            return False
        return True

    until(answered)
    assert answers[0].status_code < 300, answers[0].text
    return answers[0].json()


def play(
    folder: Path, how: type[Commands | Forks], *, kills: int, apart: int, rolls: int, seed: int, classes: int = 1
) -> None:
    """Play several classes of 30 at once, and check that each class's state contains all acknowledged actions."""
    with ExitStack() as stack:
        server = Killed(how(folder, stack), random.Random(seed), kills, apart)
        server.start()
        client = stack.enter_context(Client(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE))
        teachers = stack.enter_context(ThreadPoolExecutor(classes))
        lessons = [Lesson(server, client, stack.enter_context(ThreadPoolExecutor(8)), n, rolls) for n in range(classes)]
        list(teachers.map(Lesson.play, lessons))
        assert not server.kills
        for lesson in lessons:
            check(lesson.school, lesson.told, rolls)


class Lesson:
    """A class of 30, whose pupils act at the same time."""

    def __init__(self, server: Killed, client: Client, threads: ThreadPoolExecutor, number: int, rolls: int) -> None:
        self.server, self.client, self.threads, self.rolls = server, client, threads, rolls
        plan = {"layout": "5x5:all", "request": f"class {number}"}
        self.school = School(client, **insist(lambda: client.post("/api/class", json=plan)))
        self.told: list[tuple[int, str, int, Any]] = []  # the number, kind, pupil and details of the event

    def join(self, number: int) -> tuple[str, int]:
        """Let a pupil join, and return the pupil's key and number."""
        body = {"name": f"pupil {number}", "request": f"join {number}"}
        answer = insist(lambda: self.client.post(f"{self.school.path}/join", json=body))
        self.server.count()
        return answer["key"], answer["pupil"]

    def act(self, key: str, kind: str, pupil: int, expected: Any, request: str, **what: Any) -> None:
        """Repeat an action until the server acknowledges it."""
        body = {"key": key, "request": request, **what}
        number = insist(lambda: self.client.post(f"{self.school.path}/act", json=body))["event"]
        self.told.append((number, kind, pupil, expected))
        self.server.count()

    def play(self) -> None:
        """Let pupils join, write boards, and mark every roll."""
        pupils = list(self.threads.map(self.join, range(PUPILS)))
        assert sorted(number for _, number in pupils) == list(range(1, PUPILS + 1))
        list(self.threads.map(lambda p: self.act(p[0], "board", p[1], BOARD, "board", do="board", board=BOARD), pupils))
        self.act(self.school.teacher, "started", 0, None, "start", do="start")
        for roll in range(self.rolls):
            self.act(self.school.teacher, "rolled", 0, roll, f"roll {roll}", do="roll", value=VALUES[roll % 3])
            mark = {"do": "mark", "cell": 3 * (roll // 3) + roll % 3}
            list(
                self.threads.map(lambda p, r=roll, m=mark: self.act(p[0], "marked", p[1], r, f"mark {r}", **m), pupils)
            )


def check(school: School, told: list[tuple[int, str, int, Any]], rolls: int) -> None:
    state = insist(lambda: school.client.get(school.path, params={"key": school.teacher}))
    assert state["rolls"] == [VALUES[roll % 3] for roll in range(rolls)]
    assert [entry["marks"] for entry in state["boards"]] == [[[roll, roll] for roll in range(rolls)]] * PUPILS
    heard = {event.number: event for event in school.heard("teacher")}
    assert list(heard) == list(range(1, len(heard) + 1))
    assert len({number for number, *_ in told}) == len(told)
    for number, kind, pupil, expected in told:
        event = heard[number]
        assert event.kind == kind
        assert event.data.get("pupil", 0) == pupil
        assert event.data.get("index", event.data.get("board")) == expected
    kinds = ("board", "started", "rolled", "marked")
    assert sum(event.kind in kinds for event in heard.values()) == len(told)  # every event corresponds to a request


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the test forks processes and reads /proc")
def test_a_class_survives_ten_kills_of_the_server(tmp_path: Path) -> None:
    play(tmp_path, Forks, kills=10, apart=10, rolls=2, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_three_classes_survive_a_hundred_kills_of_the_server(seed: int, tmp_path: Path) -> None:
    play(tmp_path, Commands, kills=10, apart=180, rolls=14, seed=seed, classes=3)
