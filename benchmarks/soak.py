"""An hour of random questions: visitors send valid and invalid questions of every kind, and often disconnect.

The server runs in a separate process, with its workers. All traffic stays on this machine, where each visitor has a
loopback address. Most questions come from a fixed set and are asked repeatedly; some are new and asked twice. Questions
are asked directly, or as jobs that are polled, followed, cancelled or abandoned. Some requests and answers are cut off.

Every answer is compared with the first answer to the same question, and at the end some first answers are compared with
the library's. The benchmark fails if a status is 500 or above (except a 503 that reports a full queue and a time to
retry), if an answer that should be JSON is not, if a later answer to a question differs from the first, or if the
server writes to standard error. The memory of the idle server and its workers is measured after a tenth of the time and
at the end. The cache of answers is full after a tenth of the time, so any later growth is a leak.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import dicebingo
from benchmarks.harness import Benchmark, Figure, WrongAnswer
from benchmarks.served import Served, family, memory, read_answer, served

CLIENTS = 50
KNOWN = 4_000
"""The number of questions that are asked repeatedly."""
PLAIN = 100
"""The number of further questions whose first answers are compared with the library's."""
FILLING = 150
"""The number of answers of half a megabyte that fill the cache."""
MAX_QUESTIONS = 5_000_000
MAX_SHOWN = 5
AIM_GROWTH_MB = 50.0
BUSY = (429, 503)
REST_SECONDS = 2.0

Random = random.Random


@dataclass(frozen=True, slots=True)
class Request:
    """A request; a JSON question can also be sent as a job."""

    method: str
    path: str
    question: dict[str, Any] | None = None
    body: bytes = b""
    headers: tuple[str, ...] = ()

    def key(self) -> str:
        """Return the identity of the request."""
        return f"{self.method} {self.path} {json.dumps(self.question)} {self.body!r} {self.headers}"

    def sent(self, wait: float | None = None) -> bytes:
        """Return the bytes of the request."""
        body = self.body if self.question is None else json.dumps({**self.question, "wait": wait}).encode()
        kind = [] if self.question is None else ["Content-Type: application/json"]
        length = [f"Content-Length: {len(body)}"] if self.method == "POST" else []
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1", *kind, *length, *self.headers, "", ""]
        return "\r\n".join(lines).encode() + body


def ask(name: str, **question: Any) -> Request:
    return Request("POST", f"/api/{name}", question)


def get(path: str, **query: Any) -> Request:
    return Request("GET", path + (f"?{urlencode(query, doseq=True)}" if query else ""))


def board(draw: Random, cells: int = 9, low: int = 2, high: int = 12) -> list[int]:
    return [draw.randint(low, high) for _ in range(cells)]


def text(draw: Random) -> str:
    """Return a position with marks but no complete line, so that a match of two such positions has few joint states."""
    marked = draw.choice([(0, 1, 5, 6), (1, 2, 3, 7), (0, 2, 4, 7), (1, 3, 5, 7), (0, 4, 5, 7)])
    return " ".join("x" if cell in marked else str(value) for cell, value in enumerate(board(draw, low=5, high=9)))


def card(draw: Random) -> dict[str, Any]:
    """Return a board for rules other than the classic ones, for use in a question."""
    return draw.choice(
        [
            {"board": board(draw, 4, 1, 6), "rules": "knuth"},
            {"board": board(draw, 4, 1, 4), "layout": "2x2", "dice": "1d4"},
            {"board": board(draw, 9, 3, 18), "dice": "3d6"},
            {"board": board(draw), "marking": "all"},
            {"board": board(draw, 16), "rules": "4x4", "exact": False},
            {"board": board(draw), "exact": False},
        ]
    )


def solved(draw: Random) -> Request:
    more: list[dict[str, Any]] = [{}, {"upto": 30}, {"why": True}, {"policy": "random"}, {"marked": [4]}]
    return ask("solve", **(card(draw) if draw.random() < 0.3 else {"board": board(draw), **draw.choice(more)}))


def played(draw: Random) -> Request:
    roll, strategy = draw.randint(2, 12), draw.choice(["solo", "duel"])
    return ask("play", board=text(draw), opponent=text(draw), roll=roll, strategy=strategy, seed=draw.randrange(99))


def tabulated(draw: Random) -> Request:
    name = draw.choice(["distribution", "cells", "lines", "changes", "marks", "candidates", "outcomes", "race"])
    boards = [text(draw) for _ in range(2 if name in ("outcomes", "race") else 1)]
    return get("/api/table.csv", table=name, board=boards, **({"roll": 7} if name == "candidates" else {}))


def reviewed(draw: Random) -> Request:
    values = board(draw)
    moves = [{"roll": values[cell], "cells": [cell]} for cell in draw.sample(range(9), 2)]
    return ask("review", board=values, moves=moves)


def one_roll(name: str, draw: Random) -> Request:
    return ask(name, boards=[text(draw), text(draw)], roll=draw.randint(5, 9))


def several(name: str, least: int, draw: Random) -> Request:
    return ask(name, boards=[board(draw, 4, 1, 6) for _ in range(draw.randint(least, 5))], rules="knuth")


VALID: tuple[Callable[[Random], Request], ...] = (
    solved,
    solved,
    solved,
    lambda draw: ask("describe", rules=draw.choice(["classic", "knuth", "4x4", "5x5-free", "blackout"])),
    lambda draw: ask("advise", board=board(draw), roll=draw.randint(2, 12)),
    reviewed,
    lambda draw: ask("improve", board=board(draw, 4, 1, 6), rules="knuth", full=draw.random() < 0.5),
    lambda draw: ask("random", seed=draw.randrange(10**9)),
    lambda draw: ask("rolls", seed=draw.randrange(10**9), count=draw.randint(1, 100)),
    lambda draw: ask("rank", board=board(draw), approximate=True),
    lambda draw: ask("match", boards=[text(draw), text(draw)], range=True, upto=draw.randint(0, 20)),
    lambda draw: ask("match", boards=[board(draw, low=6, high=8) for _ in range(draw.choice([2, 2, 3]))]),
    lambda draw: ask("simulate", boards=[board(draw), board(draw)], games=1_000, seed=draw.randrange(10**9)),
    lambda draw: ask("sheet", kind="boards", count=draw.randint(1, 3), seed=draw.randrange(10**9), strength="mixed"),
    lambda draw: ask("pages", kind=draw.choice(["blank", "rules", "tally"]), count=draw.randint(1, 3)),
    partial(one_roll, "nash"),
    partial(one_roll, "duel"),
    lambda draw: ask("exploit", boards=[text(draw), text(draw)], objective="win"),
    partial(several, "tournament", 2),
    partial(several, "rings", 3),
    played,
    lambda draw: get("/api/board.svg", board=text(draw)),
    lambda draw: get("/api/sheet.pdf", board=[text(draw), text(draw)], per_page=2),
    tabulated,
    lambda draw: get(draw.choice(["/", "/js/main.js", "/api/rules", "/api/gallery", "/api/version"])),
    lambda _: get("/api/openapi.json"),
)


def without_a_key(draw: Random) -> Request:
    right = reviewed(draw) if draw.random() < 0.5 else one_roll(draw.choice(["nash", "duel"]), draw)
    assert right.question is not None
    name = right.path.removeprefix("/api/")
    left_out = draw.choice({"review": ["board", "moves"], "nash": ["boards", "roll"], "duel": ["boards"]}[name])
    return ask(name, **{key: value for key, value in right.question.items() if key != left_out})


def wrong_value(draw: Random) -> Request:
    wrong: Any = draw.choice([None, -1, 1.5, "", "x", [], {}, [[]], "99999999d6", "\ud800", 10**30, True, "7 " * 900])
    key = draw.choice(["board", "marked", "rules", "layout", "dice", "marking", "policy", "upto", "why", "who"])
    return ask("solve", **{"board": board(draw), key: wrong})


def not_json(draw: Random) -> Request:
    body = draw.choice([b"", b"{", b"NaN", b"\xff", b"[" * 5_000, b" " * 70_000, b'{"board": 1e999}', b"null"])
    return Request("POST", "/api/solve", body=body, headers=("Content-Type: application/json",))


INVALID: tuple[Callable[[Random], Request], ...] = (
    without_a_key,
    wrong_value,
    wrong_value,
    not_json,
    lambda draw: ask("solve", board=board(draw, draw.randint(1, 12), 0, 13)),
    lambda draw: ask("duel", boards=[board(draw), board(draw, 8)]),
    lambda draw: ask(draw.choice(["nothing", "solve/x", "jobs/nobody"]), board=board(draw)),
    lambda draw: Request("POST", "/api/solve", body=b"{}", headers=(f"Content-Type: text/{draw.choice('abc')}",)),
    lambda draw: Request(draw.choice(["PUT", "DELETE", "PATCH", "OPTIONS"]), draw.choice(["/", "/api/solve"])),
    lambda draw: get(draw.choice(["/api/jobs/nobody", "/api/jobs/nobody/events", "/../app.py", "/%00", "/%2e%2e/x"])),
    lambda draw: get("/api/board.svg", board=draw.choice(["", "7", "<script>", "x" * 2_000])),
    lambda draw: get("/api/table.csv", table="race", board=text(draw), upto=draw.choice(["many", "-1", "501"])),
    lambda draw: Request("GET", "/api/version", headers=(f"Origin: http://{draw.choice('abc')}.example",)),
    lambda draw: Request("GET", "/", headers=(f"Sec-Fetch-Site: {draw.choice(['cross-site', 'same-site'])}",)),
)


def anything(draw: Random) -> Request:
    return draw.choice(VALID if draw.random() < 0.75 else INVALID)(draw)


@dataclass(slots=True)
class Tally:
    """The questions and answers of all visitors so far."""

    known: dict[str, bytes] = field(default_factory=dict)
    questions: int = 0
    compared: int = 0
    hang_ups: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)

    def compare(self, request: Request, answer: object) -> None:
        """Compare an answer with the first answer to the same request."""
        told = sha256(json.dumps(answer, sort_keys=True).encode()).digest()
        if self.known.setdefault(request.key(), told) != told:
            self.complain("a different answer than before", request.key(), answer)
        self.compared += 1

    def complain(self, what: str, request: object, got: object) -> None:
        """Record a failure. Print the first few at once, because the benchmark takes an hour."""
        self.unexpected.append(f"{what} to {str(request)[:300]}: {str(got)[:300]}")
        if len(self.unexpected) <= MAX_SHOWN:
            print(f"soak: {self.unexpected[-1]}", file=sys.stderr, flush=True)

    def forget(self, request: Request) -> None:
        """Drop the stored answer to a request that will not be sent again."""
        self.known.pop(request.key(), None)


class Visitor:
    """A visitor who asks one question after another and reconnects after each disconnect."""

    def __init__(self, port: int, number: int, tally: Tally, known: list[Request]) -> None:
        self.port, self.tally, self.known = port, tally, known
        self.draw = Random(f"visitor {number}")
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}" if sys.platform == "linux" else "127.0.0.1"
        self.connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self, until: float) -> None:
        """Ask questions until the given time."""
        while monotonic() < until and self.tally.questions < MAX_QUESTIONS:
            if self.draw.random() < 0.7:
                await self.visit(self.draw.choice(self.known))
            else:
                new = anything(self.draw)
                await self.visit(new)
                await self.visit(new)
                if new not in self.known:
                    self.tally.forget(new)
            await asyncio.sleep(self.draw.random() * 0.05)
        self.hang_up()

    async def visit(self, request: Request) -> None:
        """Send a question and, at random, wait for the answer, run it as a job, or disconnect early."""
        self.tally.questions += 1
        chance = self.draw.random()
        if chance < 0.1:
            await self.break_off(request.sent(1))
        elif chance < 0.3 and request.question is not None:
            await self.ask_as_job(request, 0)
        else:
            await self.ask_as_job(request, 10)

    async def ask_as_job(self, request: Request, wait: float) -> None:
        """Ask a question; if it becomes a job, poll, follow, cancel or abandon it."""
        status, body = await self.exchange(request.sent(wait))
        if status in BUSY:
            await asyncio.sleep(self.draw.random())
        elif status != 202:
            self.answered(request, status, body)
        elif (job := self.parsed(request, body)) is not None:
            path = f"/api/jobs/{job['job']}"
            chance = self.draw.random()
            if wait == 0 and chance < 0.15:
                status, body = await self.exchange(Request("DELETE", path).sent())
                self.job_seen(request, self.parsed(request, body))
            elif wait == 0 and chance < 0.3:  # abandon the job
                return
            elif wait == 0 and chance < 0.4:
                await self.break_off(get(path, wait=10).sent())
            elif chance < 0.6:
                status, body = await self.exchange(get(f"{path}/events").sent())
                last = body.rpartition(b"data: ")[2]
                self.job_seen(request, self.parsed(request, last))
            else:
                while job is not None and job["status"] in ("queued", "running"):
                    status, body = await self.exchange(get(path, wait=10).sent())
                    job = self.parsed(request, body)
                self.job_seen(request, job)

    def job_seen(self, request: Request, job: dict[str, Any] | None) -> None:
        """Check a finished job."""
        if job is None:
            return
        if job["status"] == "done":
            self.tally.compare(request, [200, job["result"]])
        elif job["status"] == "failed":
            self.tally.compare(request, [422, {key: job[key] for key in ("error", "code", "values") if key in job}])
        elif job["status"] != "cancelled":
            self.tally.complain(f"a job that is {job['status']}", request.key(), job)

    def answered(self, request: Request, status: int, body: bytes) -> None:
        """Check an answer that is not a job."""
        if status >= 500 or "ended without an answer" in body.decode("utf-8", "replace"):
            self.tally.complain(f"the status {status}", request.key(), body)
        elif request.question is not None or status >= 400:
            self.tally.compare(request, [status, self.parsed(request, body)])
        else:
            self.tally.compare(request, [status, sha256(body).hexdigest()])

    def parsed(self, request: Request, body: bytes) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = json.loads(body)
        except ValueError:
            self.tally.complain("no JSON", request.key(), body)
            return None
        return found

    async def exchange(self, sent: bytes, *, again: bool = True) -> tuple[int, bytes]:
        """Send a request and return the status and the body of the answer.

        The server may close an idle connection just as a request is sent; the request is then sent again, as in
        browsers.
        """
        reader, writer = await self.connect()
        writer.write(sent)
        try:
            status, headers, body = await read_answer(reader)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            if not again or (isinstance(error, asyncio.IncompleteReadError) and error.partial):
                raise
            self.hang_up()
            return await self.exchange(sent, again=False)
        self.tally.statuses[str(status)] += 1
        if status in BUSY and not ("retry-after" in headers and b"expected at most" in body):
            self.tally.complain(f"the status {status} without a reason", sent, body)
        if headers.get("connection") == "close":
            self.hang_up()
        return status, body

    async def break_off(self, sent: bytes) -> None:
        """Disconnect during the request, before the response or during the response, with or without a proper close."""
        reader, writer = await self.connect()
        self.tally.hang_ups += 1
        chance = self.draw.random()
        writer.write(sent[: self.draw.randrange(len(sent))] if chance < 0.4 else sent)
        if chance < 0.4:
            await asyncio.sleep(self.draw.random() * 0.1)
        elif chance > 0.7:
            await reader.read(self.draw.randrange(1, 300))
        if self.draw.random() < 0.5:  # a reset instead of a close
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.hang_up()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection, and open it if necessary."""
        if self.connection is None or self.connection[0].at_eof():
            self.hang_up()
            self.connection = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        return self.connection

    def hang_up(self) -> None:
        if self.connection is not None:
            self.connection[1].close()
            self.connection = None


async def fill_the_cache(port: int, most: int) -> None:
    """Fill the cache with long answers that are cheap to compute, so that it cannot grow later."""

    async def fill(number: int) -> None:
        visitor = Visitor(port, number, Tally(), [])
        for seed in range(number, most, 4):
            cells = [1 + seed // 6**cell % 6 for cell in range(4)]
            await visitor.ask_as_job(ask("solve", board=cells, rules="knuth", upto=500), seed % 8 // 4 * 10)
        visitor.hang_up()

    await asyncio.gather(*(fill(number) for number in range(4)))


async def memory_at_rest(server: Served) -> tuple[float, float] | None:
    """Return the memory of the idle server and its workers, after all have loaded their kernels."""

    async def wake(number: int) -> None:
        visitor = Visitor(server.port, number, Tally(), [])
        for question in ({"board": [2 + number] * 16, "rules": "4x4"}, {"board": [2 + number] * 9}):
            await visitor.ask_as_job(ask("solve", **question, upto=number, exact=False), 10)
        visitor.hang_up()

    await asyncio.gather(*(wake(number) for number in range(8)))
    lowest: tuple[float, float] | None = None
    for _ in range(5):
        await asyncio.sleep(REST_SECONDS)
        process = server.process.pid
        alone, workers = memory(process), memory(*family(process) - {process})
        if alone is not None and workers is not None:
            lowest = min(lowest or (alone, workers), (alone, workers), key=sum)
    return lowest


def check_with_the_library(tally: Tally, plain: list[Request]) -> int:
    """Compare first answers with the library's, and return their number."""
    asked = [request for request in plain if request.key() in tally.known]
    for request in asked:
        asked_for: dict[str, Any] = request.question or {}
        answer = dicebingo.solve(asked_for["board"], upto=asked_for["upto"])
        tally.compare(request, [200, answer.to_dict()])
    return len(asked)


async def report(tally: Tally, server: Served, began: float) -> None:
    """Report progress every minute."""
    while True:
        await asyncio.sleep(60)
        process = server.process.pid
        alone, workers = memory(process) or 0.0, memory(*family(process) - {process}) or 0.0
        print(
            f"soak: {(monotonic() - began) / 60:.0f} min, {tally.questions:,} questions, "
            f"{len(tally.unexpected)} unexpected answers, server {alone:.0f} MB, workers {workers:.0f} MB",
            file=sys.stderr,
            flush=True,
        )


async def _soak(server: Served, seconds: float, clients: int, filling: int) -> list[Figure]:
    tally = Tally()
    draw = Random("soak")
    plain = [ask("solve", board=board(draw), upto=draw.randint(0, 9)) for _ in range(PLAIN)]
    known = plain + [anything(draw) for _ in range(KNOWN)]
    await fill_the_cache(server.port, filling)
    began = monotonic()
    reporting = asyncio.create_task(report(tally, server, began))
    rests: list[tuple[float, float] | None] = []
    for until in (began + seconds / 10, began + seconds):
        visitors = [Visitor(server.port, 10 + i + clients * len(rests), tally, known) for i in range(clients)]
        await asyncio.gather(*(visitor.run(until) for visitor in visitors))
        rests.append(await memory_at_rest(server))
    reporting.cancel()
    checked = check_with_the_library(tally, plain)
    if said := server.complaints():
        tally.complain("output", "standard error", said)
    if tally.unexpected:
        raise WrongAnswer(f"expected no unexpected answers, got {len(tally.unexpected)}: {tally.unexpected[0]}")
    figures = [
        Figure(f"questions from {clients} visitors", tally.questions, ""),
        *(Figure(f"answers, status {status}", count, "") for status, count in sorted(tally.statuses.items())),
        Figure("requests or answers cut off", tally.hang_ups, ""),
        Figure("answers equal to the first answers", tally.compared, ""),
        Figure("answers equal to the library's", checked, ""),
        Figure("unexpected answers", len(tally.unexpected), "", 0.0),
    ]
    if rests[0] is None or rests[1] is None:
        return figures
    return [
        *figures,
        Figure("server memory, after a tenth of the time", rests[0][0], "MB"),
        Figure("server memory, at the end", rests[1][0], "MB"),
        Figure("worker memory, after a tenth of the time", rests[0][1], "MB"),
        Figure("worker memory, at the end", rests[1][1], "MB"),
        Figure("memory gained", max(0.0, sum(rests[1]) - sum(rests[0])), "MB", AIM_GROWTH_MB),
    ]


def run_soak(seconds: float, clients: int = CLIENTS, filling: int = FILLING) -> list[Figure]:
    with served() as server:
        return asyncio.run(_soak(server, seconds, clients, filling))


BENCHMARK = Benchmark(
    "soak", f"{CLIENTS} visitors who ask random questions and hang up", "", run_soak, seconds=3_600, by_name_only=True
)
