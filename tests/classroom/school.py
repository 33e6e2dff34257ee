"""An HTTP client that acts as teacher, projector and pupils, and relies only on the documented contract."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from httpx import Client, Response

_requests = count()


@dataclass(frozen=True, slots=True)
class Heard:
    """An event from a stream."""

    number: int
    kind: str
    data: dict[str, Any]


@dataclass(slots=True)
class School:
    """A class on a server, with the keys of its members."""

    client: Client
    code: str = ""
    teacher: str = ""
    projector: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    @classmethod
    def new(cls, client: Client, *names: str, board: Any = None, **plan: Any) -> School:
        """Create a class, let pupils with these names join, and enter the board, if any, for each of them."""
        made = client.post("/api/class", json=plan)
        assert made.status_code == 201, made.text
        school = cls(client, **made.json())
        for name in names:
            school.join(name)
            if board is not None:
                school.act(name, "board", board=board)
        return school

    @property
    def path(self) -> str:
        """Return the address of the class."""
        return f"/api/class/{self.code}"

    def key(self, who: str) -> str:
        """Return the key of the teacher, the projector or a pupil. Return any other string unchanged."""
        return {"teacher": self.teacher, "projector": self.projector, **self.keys}.get(who, who)

    def join(self, name: str) -> None:
        """Let a pupil join under exactly this name."""
        answer = self.client.post(f"{self.path}/join", json={"name": name})
        assert answer.status_code == 201, answer.text
        assert answer.json().keys() == {"pupil", "key"}
        self.keys[name], self.numbers[name] = answer.json()["key"], answer.json()["pupil"]

    def ask(self, who: str, do: str, request: str | None = None, **arguments: Any) -> Response:
        """Send a request."""
        body = {"key": self.key(who), "request": request or f"r{next(_requests)}", "do": do, **arguments}
        return self.client.post(f"{self.path}/act", json=body)

    def act(self, who: str, do: str, **arguments: Any) -> dict[str, Any]:
        """Send a request that must succeed."""
        answer = self.ask(who, do, **arguments)
        assert answer.status_code == 200, (do, arguments, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, who: str, do: str, **arguments: Any) -> tuple[int, str]:
        """Send a request that must fail, and return its status and code."""
        return refusal(self.ask(who, do, **arguments))

    def state(self, who: str = "teacher") -> dict[str, Any]:
        """Return the class as the holder of a key sees it."""
        answer = self.client.get(self.path, params={"key": self.key(who)})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def following(self, who: str, after: int | None = None, known: int | None = None) -> Iterator[Iterator[Heard]]:
        """Yield the events of a stream."""
        query = {"key": self.key(who)} | ({} if after is None else {"after": after})
        headers = {} if known is None else {"Last-Event-ID": str(known)}
        with self.client.stream("GET", f"{self.path}/events", params=query, headers=headers) as response:
            assert response.status_code == 200
            assert response.headers["content-type"].startswith("text/event-stream")
            yield _events(response)

    def heard(self, who: str, **since: int) -> list[Heard]:
        """Return all events so far."""
        last = self.state(who)["event"]
        self.act("teacher", "lock")  # the test stops reading at this event, which every stream receives
        found = []
        with self.following(who, **since) as events:
            for event in events:
                if event.number > last:
                    break
                found.append(event)
        return found

    def mark_all(self) -> None:
        """Let every pupil mark the first cell that can be marked."""
        for name in self.keys:
            if cells := self.state(name)["me"]["can_mark"]:
                self.act(name, "mark", cell=cells[0])


def refusal(answer: Response) -> tuple[int, str]:
    """Check the shape of an error response, and return its status and code."""
    assert answer.status_code >= 400, answer.text
    assert answer.json().keys() == {"error", "code"}
    assert "\n" not in answer.json()["error"]
    return answer.status_code, answer.json()["code"]


def _events(response: Response) -> Iterator[Heard]:
    told: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            key, _, value = line.partition(": ")
            told[key] = value
        else:
            if "event" in told:
                yield Heard(int(told["id"]), told["event"], json.loads(told["data"]))
            told = {}
