"""Many visitors at once, each of whom changes one cell after another and waits for every answer.

The server runs in a separate process, with its workers. First one client runs alone, then all clients run together. All
boards differ, so no answer is cached. The benchmark reports the p99 of the waiting times as a multiple of a single
client's median, the answers per second, and how much memory the server and its workers gain after the first quarter of
the run. The benchmark fails on a wrong answer or an error.

``DICEBINGO_LOAD_CLIENTS`` sets the number of clients; the default is 200.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from statistics import median, quantiles
from time import perf_counter

from benchmarks.harness import Benchmark, Figure, expect
from benchmarks.served import Served, family, memory, read_answer, served

CLIENTS = int(os.environ.get("DICEBINGO_LOAD_CLIENTS", "200"))
ALONE = 200
AIM_CHANGE = 0.1
AIM_GROWTH_MB = 50.0
HEAD = "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
START_SECONDS = 60


class Client:
    """A persistent connection, as in a browser."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = random.Random(seed)
        self.board = [self.random.randint(2, 12) for _ in range(9)]
        self.times: list[float] = []

    async def run(self, until: float, most: int | None = None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while perf_counter() < until and (most is None or len(self.times) < most):
            self.board[self.random.randrange(9)] = self.random.randint(2, 12)
            body = json.dumps({"board": self.board, "wait": 10}).encode()
            began = perf_counter()
            writer.write(HEAD.format(len(body)).encode() + body)
            status, _, content = await read_answer(reader)
            self.times.append(perf_counter() - began)
            expect(status, 200)
            answer = json.loads(content)
            expect(answer.get("board"), self.board)
            rolls = answer["expected_rolls"]["decimal"]
            expect(6.3 < rolls <= 108, True)  # the best board and the worst board
        writer.close()
        await writer.wait_closed()


async def _warm(port: int, value: int) -> None:
    """Send long float64 questions, so that all workers have loaded their kernels before memory is measured."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"board": [value] * 16, "rules": "4x4", "exact": False, "wait": 10}).encode()
    writer.write(HEAD.format(len(body)).encode() + body)
    status, _, _ = await read_answer(reader)
    expect(status in (200, 202, 429), True)  # 202: the question is queued; 429: the visitor has too many questions
    writer.close()
    await writer.wait_closed()
    await Client(port, value).run(perf_counter() + START_SECONDS, most=5)


async def _together(port: int, seconds: float, seed: int) -> tuple[list[float], float]:
    clients = [Client(port, seed + i) for i in range(CLIENTS)]
    began = perf_counter()
    await asyncio.gather(*(client.run(began + seconds) for client in clients))
    return [time for client in clients for time in client.times], perf_counter() - began


def run_load(seconds: float) -> list[Figure]:
    with served("--rate", "1000000", "--burst", "1000000") as server:
        return asyncio.run(_measure(server, seconds))


async def _measure(server: Served, seconds: float) -> list[Figure]:
    port, process = server.port, server.process.pid
    await asyncio.gather(*(_warm(port, value) for value in range(2, 10)))
    single = Client(port, 2)
    await single.run(perf_counter() + START_SECONDS, most=ALONE)
    alone = median(single.times)
    warm, _ = await _together(port, seconds / 4, 10_000)
    before = memory(*family(process))
    times, took = await _together(port, seconds * 3 / 4, 20_000)
    after = memory(*family(process))
    last = quantiles(times, n=100)[98]
    figures = [
        Figure("a changed cell, one client alone", alone, "s", AIM_CHANGE),
        Figure(f"{CLIENTS} clients: p99 relative to one client", last / alone, "x"),
        Figure(f"{CLIENTS} clients: median", median(times), "s"),
        Figure(f"{CLIENTS} clients: p99", last, "s"),
        Figure(f"{CLIENTS} clients: answers per second", len(times) / took, "/s"),
        Figure("answers without an error", float(len(warm) + len(times)), ""),
    ]
    if before is None or after is None:
        return figures
    return [*figures, Figure("memory gained", max(0.0, after - before), "MB", AIM_GROWTH_MB)]


BENCHMARK = Benchmark("load", f"{CLIENTS} visitors who change boards", "one client alone", run_load, seconds=20)
