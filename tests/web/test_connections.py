"""However many connections are idle, visitors get answers, class streams continue, and the log stays short."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from httpx import Client, Limits

from dicebingo.web.connections import Connections, SeldomLog, raise_file_limit
from tests.classroom.school import School
from tests.waiting import PATIENCE, until
from tests.web.server import FEW, serving

resource = pytest.importorskip("resource", reason="needs limits on open files")


@dataclass(eq=False)
class Fake:
    """A connection without a socket."""

    address: str
    answering: bool = False
    trusted: bool = False
    open: bool = True

    def hang_up(self) -> None:
        self.open = False


def test_the_longest_idle_connection_of_an_address_is_closed() -> None:
    connections = Connections(each=3, most=100)
    stream, answer, first, second = (
        Fake("a", answering=True, trusted=True),
        Fake("a", answering=True),
        Fake("a"),
        Fake("a"),
    )
    stranger = Fake("b")
    for one in (stranger, stream, answer, first):
        connections.add(one)
    connections.use(answer)
    connections.add(second)
    assert [one.open for one in (stranger, stream, answer, first, second)] == [True, True, True, False, True]
    connections.use(second)
    third = Fake("a", answering=True)
    connections.add(third)  # only the second connection is idle
    assert not second.open
    # If no connection is idle, one that is waiting for an answer is closed, but never one with a valid key.
    connections.add(Fake("a", answering=True))
    assert not answer.open
    assert stream.open
    assert len(connections) == 4


def test_the_address_with_the_most_connections_loses_its_oldest_connections() -> None:
    connections = Connections(each=100, most=10)
    flood = [Fake("hostile") for _ in range(8)]
    pupils = [Fake(f"pupil {n}") for n in range(6)]
    for one in (*flood, *pupils):
        connections.add(one)
    assert all(one.open for one in pupils)
    assert [one.open for one in flood] == [False] * 4 + [True] * 4
    assert len(connections) == 10


def test_the_log_repeats_a_line_at_most_once_per_minute(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, *[1.0] * 1_000, 59.0, 61.0])
    log = SeldomLog(lambda: next(times))
    for _ in range(1_002):
        log.exception(None, {"message": "accept", "exception": OSError("too many")})
    log.exception(None, {"message": "accept", "exception": OSError("too many")})
    assert capsys.readouterr().err.splitlines() == [
        "dicebingo: accept (OSError: too many)",
        "dicebingo: accept (OSError: too many) (and 1001 more times since this was last logged)",
    ]


def test_the_limit_on_open_files_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        room = raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 1 << 16)
        assert room == min(hard, 1 << 16) - 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_idle_connections_do_not_block_visitors(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The test opens many more connections than one address may have.

    All questions are still answered, and a pupil's event stream, which has a key, continues.
    """
    once = Limits(max_keepalive_connections=0)
    with serving(replace(FEW, classes=str(tmp_path), connections=20)) as visitor, ExitStack() as idle:
        url = visitor.client.base_url
        client = idle.enter_context(Client(base_url=url, timeout=PATIENCE, limits=once))
        school = School.new(client, "Ann", board="7 7 7 / 7 7 7 / 7 7 7")
        with school.following("Ann") as events:
            assert next(events).kind == "created"
            for _ in range(15):
                for _ in range(20):
                    connection = socket.create_connection((url.host, url.port or 0), timeout=PATIENCE)
                    idle.enter_context(connection)
                assert client.get("/api/version").status_code == 200
            school.act("teacher", "start")
            until(lambda: next(events).kind == "started")
    assert capfd.readouterr().err == ""
