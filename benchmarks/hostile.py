"""A class of 30 next to six hostile phones and a thousand idle connections, compared with the same class alone.

The hostile phones have no key of the class and ask as much as the limits allow: each has an address on the loopback,
many connections, and a new question as soon as one is answered or refused. Both classes play in one run, so the ratio
does not depend on the machine. A reveal lasts from the start of the round until all boards are compared, and from the
request for the last step until its answer.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.harness import Benchmark, Figure, expect
from benchmarks.lesson import Phone
from benchmarks.served import read_answer, served

PUPILS, ROLLS = 30, 12
PHONES, EACH = 6, 40
"""Hostile phones, and the connections of each."""
IDLE = 1_000
AIM_ROLL, AIM_RATIO = 1.0, 3.0


def run_hostile(_: float = 0) -> list[Figure]:
    options = ("--workers", "1", "--data")
    with TemporaryDirectory() as folder, served(*options, folder, command="class") as server:
        return asyncio.run(_measure(server.port))


async def _measure(port: int) -> list[Figure]:
    alone = await _lesson(port, 1)
    idle = [await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0)) for _ in range(IDLE)]
    statuses: Counter[int] = Counter()
    asking = (_ask(port, phone, each, statuses) for phone in range(PHONES) for each in range(EACH))
    attack = [asyncio.create_task(one) for one in asking]
    attacked = await _lesson(port, 2)
    for task in attack:
        task.cancel()
    await asyncio.gather(*attack, return_exceptions=True)
    for _, writer in idle:
        writer.close()
    return [
        Figure("a roll on the slowest of 30 phones, alone", alone[0], "s"),
        Figure("the same under attack", attacked[0], "s", AIM_ROLL),
        Figure("a reveal, alone", alone[1], "s"),
        Figure("the same under attack", attacked[1], "s"),
        Figure("ratio of the reveals", attacked[1] / alone[1], "x", AIM_RATIO),
        Figure("hostile questions answered", float(statuses[200] + statuses[202]), ""),
        Figure("hostile questions refused", float(statuses[429] + statuses[503]), ""),
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
    """Send a request about the class on the phone's connection, and return the answer."""
    head = f"GET /api/class/{phone.code}{what}?key={phone.key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    phone.writer.write(head.encode())
    status, _, answer = await read_answer(phone.reader)
    expect(status, 200)
    found: dict[str, Any] = json.loads(answer)
    return found


def _questions(seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield questions that are in no cache: mostly quick ones, and some that become jobs."""
    chance = Random(seed)
    while True:
        board = [chance.randint(2, 12) for _ in range(9)]
        yield chance.choice(
            [("solve", {"board": board, "why": True, "wait": 10})] * 9 + [("search", {"seed": board[0]})]
        )


async def _ask(port: int, phone: int, each: int, statuses: Counter[int]) -> None:
    """Ask one question after the other, each on a new connection, and count the statuses of the answers."""
    for name, question in _questions(1000 * phone + each):
        with suppress(OSError, EOFError, ValueError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{10 + phone}", 0))
            content = json.dumps(question).encode()
            head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            try:
                statuses[(await read_answer(reader))[0]] += 1
            finally:
                writer.close()


BENCHMARK = Benchmark("hostile", "a class of 30 under attack", "", run_hostile, by_name_only=True)
