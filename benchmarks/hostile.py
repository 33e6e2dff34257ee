"""A class of 30 next to six hostile phones and a thousand idle connections, compared with the same class alone.

The hostile phones have no key for the class, and send more requests than the limits allow. Each has a loopback address
and three kinds of connections: more quick questions than the server queues for one visitor, more long computations than
it accepts, and requests for pages or with wrong class codes. A connection sends its next request as soon as the last
one is answered or refused. All questions are new, so no answer is cached. The phones run in a separate process. Both
classes play in one run, so the ratio does not depend on the machine. The time of a reveal is the sum of two waits: from
the start of the round until all boards have been compared, and from the request for the last step until its response.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.harness import Benchmark, Figure, expect
from benchmarks.lesson import Phone
from benchmarks.served import read_answer, served
from dicebingo.web.connections import raise_file_limit

PUPILS, ROLLS = 30, 12
PHONES = 6
CONNECTIONS = {"quick": 210, "long": 8, "page": 20}
"""Connections per phone, by kind of request.

The server allows a phone 200 waiting quick questions and 4 unfinished long computations.
"""
IDLE = 1_000
AIM_ROLL, AIM_RATIO = 1.0, 3.0


def run_hostile(_: float = 0) -> list[Figure]:
    raise_file_limit()
    options = ("--workers", "1", "--data")
    with TemporaryDirectory() as folder, served(*options, folder, command="class") as server:
        return asyncio.run(_measure(server.port))


async def _measure(port: int) -> list[Figure]:
    await _lesson(port, 3)  # a warm-up, in which the workers load their kernels
    alone = await _lesson(port, 1)
    idle = [await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0)) for _ in range(IDLE)]
    ours, theirs = Pipe()
    attack = get_context("spawn").Process(target=_attack, args=(port, theirs), daemon=True)
    attack.start()
    await asyncio.to_thread(ours.recv)  # wait until every kind of request has been answered
    attacked = await _lesson(port, 2)
    ours.send(None)
    statuses: Counter[int] = await asyncio.to_thread(ours.recv)
    attack.join()
    for _, writer in idle:
        writer.close()
    return [
        Figure("a roll on the slowest phone, without attack", alone[0], "s"),
        Figure("a roll on the slowest phone, under attack", attacked[0], "s", AIM_ROLL),
        Figure("a reveal, without attack", alone[1], "s"),
        Figure("a reveal, under attack", attacked[1], "s"),
        Figure("reveal time, with / without attack", attacked[1] / alone[1], "x", AIM_RATIO),
        Figure("hostile requests answered", float(statuses[200] + statuses[202]), ""),
        Figure("hostile requests refused", float(sum(n for status, n in statuses.items() if status >= 400)), ""),
    ]


async def _lesson(port: int, seed: int) -> tuple[float, float]:
    """Play a round; return the seconds of the slowest roll and of the reveal."""
    chance, teacher = Random(seed), Phone(port, "")
    made = await teacher.post("/api/class", {"seed": seed, "until": "all"}, 201)
    teacher.code, teacher.key = made["code"], made["teacher"]
    phones = [Phone(port, teacher.code) for _ in range(PUPILS)]
    await asyncio.gather(*(_enter(phone, number, chance) for number, phone in enumerate(phones)))
    streams = [asyncio.create_task(phone.follow()) for phone in phones]
    began = perf_counter()
    await teacher.act("start", "start")
    while not (await _get(teacher, ""))["computed"]:
        await asyncio.sleep(0.01)
    reveal, slowest = perf_counter() - began, 0.0
    for roll in range(ROLLS):
        sent = perf_counter()
        await teacher.act("roll", f"roll {roll}")
        while any(roll not in phone.came for phone in phones):
            await asyncio.sleep(0.001)
        slowest = max(slowest, *(phone.came[roll] - sent for phone in phones))
    await teacher.act("close", "close")
    await teacher.act("reveal", "reveal", step=6)
    began = perf_counter()
    shown = await _get(teacher, "/reveal")
    expect(len(shown["players"]), PUPILS)
    reveal += perf_counter() - began
    await teacher.act("end", "end")
    await asyncio.gather(*streams)
    return slowest, reveal


async def _enter(phone: Phone, number: int, chance: Random) -> None:
    board = [chance.randint(2, 12) for _ in range(9)]
    joined = await phone.post(f"/api/class/{phone.code}/join", {"name": f"pupil {number}"}, 201)
    phone.key = joined["key"]
    await phone.act("board", "board", board=board)


async def _get(phone: Phone, what: str) -> dict[str, Any]:
    """Send a request about the class on the phone's connection, and return the response."""
    head = f"GET /api/class/{phone.code}{what}?key={phone.key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    phone.writer.write(head.encode())
    status, _, answer = await read_answer(phone.reader)
    expect(status, 200)
    found: dict[str, Any] = json.loads(answer)
    return found


def _requests(kind: str, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of requests of one kind, none of which the cache can answer."""
    chance = Random(seed)
    while True:
        board = [chance.randint(2, 12) for _ in range(9)]
        if kind == "quick":
            yield "/api/solve", json.dumps({"board": board, "why": True, "wait": 10}).encode()
        elif kind == "long":
            yield "/api/search", json.dumps({"seed": chance.randrange(10**9), "wait": 10}).encode()
        else:
            yield chance.choice(["/class/", "/js/class/main.js", "/api/class/BCDFG?key=wrong"]), b""


def _attack(port: int, pipe: Connection) -> None:
    """Attack a server until a message arrives, then send back the number of responses by status."""
    raise_file_limit()
    asyncio.run(_flood(port, pipe))


async def _flood(port: int, pipe: Connection) -> None:
    statuses: Counter[int] = Counter()
    began = {kind: asyncio.Event() for kind in CONNECTIONS}
    attack = [
        asyncio.create_task(_ask(port, phone, _requests(kind, 1000 * phone + each), statuses, began[kind]))
        for phone in range(PHONES)
        for kind, connections in CONNECTIONS.items()
        for each in range(connections)
    ]
    await asyncio.gather(*(event.wait() for event in began.values()))
    pipe.send(None)
    await asyncio.to_thread(pipe.recv)
    for task in attack:
        task.cancel()
    await asyncio.gather(*attack, return_exceptions=True)
    pipe.send(statuses)


async def _ask(
    port: int, phone: int, requests: Iterator[tuple[str, bytes]], statuses: Counter[int], began: asyncio.Event
) -> None:
    """Send one request after another, reopening closed connections, and count the responses by status."""
    while True:
        with suppress(OSError, EOFError, ValueError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{10 + phone}", 0))
            try:
                for path, content in requests:
                    head = f"{'POST' if content else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    if content:
                        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
                    writer.write(f"{head}\r\n".encode() + content)
                    statuses[(await read_answer(reader))[0]] += 1
                    began.set()
            finally:
                writer.close()


BENCHMARK = Benchmark("hostile", "a class of 30 under attack", "", run_hostile, by_name_only=True)
