"""Send requests to a server in a thread of the test process, and check the JSON against the OpenAPI description."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import Queue
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TypeVar
from unittest import mock

import jsonschema_rs
from httpx import Client
from starlette.applications import Starlette

from dicebingo.web.app import make_app
from dicebingo.web.classes import store
from dicebingo.web.classes.service import Classes
from dicebingo.web.jobs import Jobs
from dicebingo.web.openapi import description
from dicebingo.web.server import address_of, bind, run
from dicebingo.web.settings import Settings
from tests.waiting import PATIENCE

T = TypeVar("T")
FEW = Settings(
    1,
    1,
    quick_seconds=PATIENCE,
    long_seconds=PATIENCE,
    head_seconds=PATIENCE,
    body_seconds=PATIENCE,
    idle_seconds=PATIENCE,
    rate=1e6,
    burst=10**6,
    visitor_jobs=1_000,
)
"""Settings with one worker of each kind, no rate limit, and time limits that even a busy machine never reaches."""
PAGES = replace(FEW, long_workers=2, abandoned_seconds=30)
"""Settings for tests in a browser. A closed page may leave a long job running, which must not delay the next test."""
LONG = {"board": "2 3 4 5 / 6 7 8 9 / 10 11 12 7 / 6 8 5 9", "rules": "4x4", "why": True, "upto": 300}
"""A question that takes many seconds on any machine. No test waits for it."""
DESCRIPTION = description()
# Stricter than the OpenAPI description: an answer may not contain a key that its type does not have.
SHAPES = {
    name: {**schema, "additionalProperties": False} for name, schema in DESCRIPTION["components"]["schemas"].items()
}


@contextmanager
def serving(settings: Settings = FEW) -> Iterator[Visitor]:
    """Start a server with its workers in a thread, for as long as the block lasts.

    Class files are not flushed to the disk, because flushing may take minutes on a busy machine.
    """
    with (
        TemporaryDirectory() as cache,
        mock.patch.dict(os.environ, DICEBINGO_CACHE=cache),
        mock.patch.object(store, "SYNCHRONOUS", "OFF"),
    ):
        app, listening = make_app(settings), bind("127.0.0.1", 0)
        stops: Queue[Callable[[], None]] = Queue()
        thread = Thread(target=run, args=(app, listening, stops.put))
        thread.start()
        stop = stops.get(timeout=PATIENCE)
        try:
            with Client(base_url=address_of(listening, "127.0.0.1"), timeout=PATIENCE) as client:
                yield Visitor(client, app)
        finally:
            stop()
            thread.join()


class Visitor:
    """A client of a test server."""

    def __init__(self, client: Client, app: Starlette) -> None:
        self.client = client
        self.jobs: Jobs = app.state.jobs
        self.classes: Classes = app.state.classes

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the server's thread."""
        assert self.classes.loop is not None
        done = Event()
        self.classes.loop.call_soon_threadsafe(function)
        self.classes.loop.call_soon_threadsafe(done.set)
        assert done.wait(PATIENCE)

    def pass_time(self, seconds: float) -> None:
        """Advance the server's clock, and wait until all timers that are then due have fired."""
        loop = self.classes.loop
        assert loop is not None
        now = loop.time
        self.call(lambda: setattr(loop, "time", lambda: now() + seconds))
        self.call(lambda: None)  # the event loop runs this after the timers that are due

    @contextmanager
    def clock_stopped(self) -> Iterator[None]:
        """Stop the server's clock, so that no question reaches its time limit."""
        loop = self.classes.loop
        assert loop is not None
        moment = loop.time()
        self.call(lambda: setattr(loop, "time", lambda: moment))
        try:
            yield
        finally:  # without a running clock, the server would never stop
            self.call(lambda: delattr(loop, "time"))

    def awaited(self, something: Coroutine[Any, Any, T]) -> T:
        """Await a coroutine in the server's event loop."""
        assert self.classes.loop is not None
        return asyncio.run_coroutine_threadsafe(something, self.classes.loop).result(PATIENCE)

    def ask(self, name: str, **question: Any) -> Any:
        """Wait for the answer to a question and check it against the OpenAPI description."""
        response = self.client.post(f"/api/{name}", json={"wait": 10, **question})
        answer = response.json()
        if response.status_code == 202:
            answer = self.wait(answer["job"])["result"]
        else:
            assert response.status_code == 200, response.text
        check(answer, DESCRIPTION["paths"][f"/api/{name}"]["post"])
        return answer

    def refused(self, name: str, **question: Any) -> str:
        """Return the error message for a rejected question."""
        response = self.client.post(f"/api/{name}", json={"wait": 10, **question})
        if response.status_code == 202:
            job = self.wait(response.json()["job"])
            assert job["status"] == "failed", job
            error: str = job["error"]
        else:
            assert response.status_code == 422, response.text
            assert response.json().keys() - {"values"} == {"error", "code"}
            error = response.json()["error"]
        assert "\n" not in error
        assert "Traceback" not in error
        return error

    def get(self, path: str, **query: Any) -> Any:
        """Return the JSON at a path, checked against the OpenAPI description."""
        response = self.client.get(f"/api/{path}", params=query)
        assert response.status_code == 200, response.text
        if f"/api/{path}" in DESCRIPTION["paths"]:
            check(response.json(), DESCRIPTION["paths"][f"/api/{path}"]["get"])
        return response.json()

    @contextmanager
    def asking(self, name: str, **question: Any) -> Iterator[socket.socket]:
        """Send a question on a new connection, and close the connection at the end of the block."""
        url, body = self.client.base_url, json.dumps({"wait": 10, **question}).encode()
        head = f"POST /api/{name} HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
        with socket.create_connection((url.host, url.port or 0), timeout=PATIENCE) as connection:
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            yield connection

    def start(self, name: str, **question: Any) -> str:
        """Send a question, and return the id of the job that the server starts for it."""
        response = self.client.post(f"/api/{name}", json={**question, "wait": 0})
        assert response.status_code == 202, response.text
        check(response.json(), DESCRIPTION["paths"][f"/api/{name}"]["post"], "202")
        job: str = response.json()["job"]
        assert response.headers["location"] == f"/api/jobs/{job}"
        return job

    def job(self, job: str, wait: int = 0) -> Any:
        """Return the status of a job."""
        response = self.client.get(f"/api/jobs/{job}", params={"wait": wait})
        assert response.status_code == 200, response.text
        check(response.json(), DESCRIPTION["paths"]["/api/jobs/{job}"]["get"])
        return response.json()

    def wait(self, job: str) -> Any:
        """Wait until a job is finished, and return its status."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.job(job, wait=10))["status"] in ("queued", "running"):
            assert time.monotonic() < deadline
        return found


def check(answer: Any, operation: dict[str, Any], status: str = "200") -> None:
    schema = operation["responses"][status]["content"]["application/json"]["schema"]
    jsonschema_rs.validate({**schema, "components": {"schemas": SHAPES}}, answer)


def serve_pages() -> None:
    """Run a server until standard input ends, and print its address. The fixture ``site`` starts a process for it."""
    listening = bind("127.0.0.1", 0)

    def ready(stop: Callable[[], None]) -> None:
        print(json.dumps(address_of(listening, "127.0.0.1")), flush=True)  # noqa: T201

        def wait() -> None:
            sys.stdin.read()
            stop()

        Thread(target=wait, daemon=True).start()

    run(make_app(PAGES), listening, ready)
