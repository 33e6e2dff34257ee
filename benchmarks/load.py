"""Many visitors at once: clients that change one cell after the other, each waiting for its answer before the next.

The server runs in a process of its own, with its workers. First one client asks alone, then all of them together, on
different boards, so that the cache answers nothing. The figures are the p99 of an answer as a multiple of what one
client alone waits, the answers per second, and how much memory the server and its workers have gained between the first
quarter of the time and its end. A wrong answer or an error makes the benchmark fail.

``DICEBINGO_LOAD_CLIENTS`` and ``DICEBINGO_LOAD_SECONDS`` replace 200 clients and 20 seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from benchmarks.harness import ROOT, Benchmark, Figure, WrongAnswer, expect

CLIENTS = int(os.environ.get("DICEBINGO_LOAD_CLIENTS", "200"))
SECONDS = float(os.environ.get("DICEBINGO_LOAD_SECONDS", "20"))
ALONE = 200
AIM_CHANGE = 0.1
AIM_GROWTH_MB = 50.0
HEAD = "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
START_SECONDS = 60


class Client:
    """A connection that is kept open, as a browser keeps it."""

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
            answer = await _answer(reader)
            self.times.append(perf_counter() - began)
            expect(answer.get("board"), self.board)
            rolls = answer["expected_rolls"]["decimal"]
            expect(6.3 < rolls <= 108, True)  # the best board and the worst
        writer.close()
        await writer.wait_closed()


async def _answer(reader: asyncio.StreamReader) -> dict[str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    if " 200 " not in head.split("\r\n", 1)[0]:
        raise WrongAnswer(f"expected the status 200, got {head.splitlines()[0]}")
    length = next(int(line.split(":")[1]) for line in head.lower().splitlines() if line.startswith("content-length"))
    found: dict[str, Any] = json.loads(await reader.readexactly(length))
    return found


async def _warm(port: int, value: int) -> None:
    """Ask what long workers answer in float64, so that all have loaded their kernels before memory is measured."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"board": [value] * 16, "rules": "4x4", "exact": False, "wait": 10}).encode()
    writer.write(HEAD.format(len(body)).encode() + body)
    head = await reader.readuntil(b"\r\n\r\n")
    expect(b" 20" in head, True)  # 200, or 202 for one that is still waiting
    writer.close()
    await writer.wait_closed()
    await Client(port, value).run(perf_counter() + START_SECONDS, most=5)


async def _together(port: int, seconds: float, seed: int) -> tuple[list[float], float]:
    clients = [Client(port, seed + i) for i in range(CLIENTS)]
    began = perf_counter()
    await asyncio.gather(*(client.run(began + seconds) for client in clients))
    return [time for client in clients for time in client.times], perf_counter() - began


def memory(server: int) -> float | None:
    """Return the private memory of a server and all processes it started, in megabytes; None where it is unknown."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended in the meantime
            continue
    family = {server}
    while grown := {child for child, parent in parents.items() if parent in family} - family:
        family |= grown
    try:
        return sum(_private(Path(f"/proc/{process}/smaps_rollup").read_text()) for process in family) / 1024
    except OSError:
        return None


def _private(rollup: str) -> int:
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))


def run_load(_: int) -> list[Figure]:
    options = ["--no-open", "--port", "0", "--json", "--rate", "1000000", "--burst", "1000000"]
    command = [sys.executable, "-m", "dicebingo", "serve", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            port = int(address.rstrip("/").rpartition(":")[2])
            return asyncio.run(_measure(port, server.pid))
        finally:
            server.send_signal(signal.SIGINT)


async def _measure(port: int, server: int) -> list[Figure]:
    await asyncio.gather(*(_warm(port, value) for value in range(2, 10)))
    single = Client(port, 2)
    await single.run(perf_counter() + START_SECONDS, most=ALONE)
    alone = median(single.times)
    warm, _ = await _together(port, SECONDS / 4, 10_000)
    before = memory(server)
    times, seconds = await _together(port, SECONDS * 3 / 4, 20_000)
    after = memory(server)
    last = quantiles(times, n=100)[98]
    figures = [
        Figure("a changed cell, one client alone", alone, "s", AIM_CHANGE),
        Figure(f"{CLIENTS} clients: p99 against one alone", last / alone, "x"),
        Figure(f"{CLIENTS} clients: median", median(times), "s"),
        Figure(f"{CLIENTS} clients: p99", last, "s"),
        Figure(f"{CLIENTS} clients: answers", len(times) / seconds, "/s"),
        Figure("answers without an error", float(len(warm) + len(times)), ""),
    ]
    if before is None or after is None:
        return figures
    return [*figures, Figure("memory gained", max(0.0, after - before), "MB", AIM_GROWTH_MB)]


BENCHMARK = Benchmark(
    "load", f"{CLIENTS} visitors who change boards for {SECONDS:g} seconds", "one client alone", run_load
)
