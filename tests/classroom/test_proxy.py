"""A class under a path behind a real proxy: creating a class requires the token, and events arrive at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Client

from tests.classroom.school import School, refusal
from tests.waiting import PATIENCE
from tests.web.proxy import proxied

pytestmark = pytest.mark.long


@pytest.mark.parametrize("buffering", [False, True], ids=["off in its configuration", "turned off by the server"])
def test_a_class_works_behind_nginx(buffering: bool, tmp_path: Path) -> None:
    """Events arrive one by one while the stream is open, and creating a class requires the token."""
    with (
        proxied(tmp_path, buffering=buffering) as behind,
        Client(base_url=f"{behind.address()}/", timeout=PATIENCE) as client,
    ):
        assert refusal(client.post("/api/class", json={})) == (403, "token")
        school = School.new(client, "Ann", board="7 7 7 / 7 7 7 / 7 7 7", token=behind.token)
        with school.following("Ann") as events:
            assert [next(events).kind for _ in range(3)] == ["created", "joined", "board"]
            school.act("teacher", "start")
            assert next(events).kind == "started"
            for index in range(3):  # each event arrives before the next request is sent
                school.act("teacher", "roll", value=7)
                assert next(event for event in events if event.kind == "rolled").data["index"] == index
            school.act("teacher", "end")
            assert [event.kind for event in events][-1] == "ended"
        assert client.get("/class").headers["location"].endswith("class/")
