"""A class of 200: every roll reaches every phone, and every pupil marks a cell. Then a thousand idle streams open.

The server runs in a separate process. Each pupil has a stream and a connection for marks. The time of a roll runs from
the teacher's request to the roll's arrival at a phone. This includes the time for which clients wait for each other,
because all of them share one process. The benchmark fails if a roll is lost or arrives twice, or if a mark is lost. The
memory figures are the server's.

``DICEBINGO_LESSON_PUPILS`` changes the number of pupils.
"""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import dataclass, field
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.harness import Benchmark, Figure, expect
from benchmarks.served import Served, memory, read_answer, served

PUPILS = int(os.environ.get("DICEBINGO_LESSON_PUPILS", "200"))
ROLLS = 50
IDLE = 5
"""The number of idle streams per pupil, opened at the end: a thousand for 200 pupils."""
VALUES = (6, 7, 8)
BOARD = [VALUES[cell % 3] for cell in range(64)]
PLAN = {"layout": "8x8:all"}
"""A board so large that no computation starts, so that only the server itself is measured."""
AIM_ROLL, AIM_MEMORY_MB = 0.25, 300.0


@dataclass(slots=True)
class Phone:
    """A pupil's two connections, and the arrival time of each roll."""

    port: int
    code: str
    key: str = ""
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    came: dict[int, float] = field(default_factory=dict)
    doubled: int = 0
    reader: Any = None
    writer: Any = None

    async def post(self, path: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        found, _, answer = await read_answer(self.reader)
        expect(found, status)
        result: dict[str, Any] = json.loads(answer)
        return result

    async def act(self, do: str, request: str, **more: Any) -> None:
        await self.post(f"/api/class/{self.code}/act", {"key": self.key, "request": request, "do": do, **more})

    async def follow(self) -> None:
        """Read the stream until the class ends; the connection itself stays open for a while."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET /api/class/{self.code}/events?key={self.key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        kind = b""
        while (line := await reader.readline()) not in (b"", b"event: ended\n"):
            kind = line if line.startswith(b"event: ") else kind
            if line.startswith(b"data: "):
                self.connected.set()
            if line.startswith(b"data: ") and kind == b"event: rolled\n":
                index = json.loads(line[6:])["index"]
                self.doubled += index in self.came
                self.came[index] = perf_counter()
        writer.close()


def run_lesson(_: float = 0) -> list[Figure]:
    with TemporaryDirectory() as folder, served("--workers", "1", "--data", folder, command="class") as server:
        return asyncio.run(_measure(server))


async def _measure(server: Served) -> list[Figure]:
    port, process = server.port, server.process.pid
    teacher = Phone(port, "")
    made = await teacher.post("/api/class", PLAN, 201)
    teacher.code, teacher.key = made["code"], made["teacher"]
    began = perf_counter()
    phones = [Phone(port, teacher.code) for _ in range(PUPILS)]
    await asyncio.gather(*(_enter(phone, number) for number, phone in enumerate(phones)))
    entered = perf_counter() - began
    began = perf_counter()
    streams = [asyncio.create_task(phone.follow()) for phone in phones]
    await asyncio.gather(*(phone.connected.wait() for phone in phones))
    connected = perf_counter() - began
    await teacher.act("start", "start")
    sent, times, marks = [], [], []
    for roll in range(ROLLS):
        sent.append(perf_counter())
        await teacher.act("roll", f"roll {roll}", value=VALUES[roll % 3])
        while any(roll not in phone.came for phone in phones):  # the next roll waits for the slowest phone
            await asyncio.sleep(0.001)
        times += [phone.came[roll] - sent[-1] for phone in phones]
        began = perf_counter()
        await asyncio.gather(*(phone.act("mark", f"mark {roll}", cell=roll) for phone in phones))
        marks.append(perf_counter() - began)
    expect(sum(phone.doubled for phone in phones), 0)
    played = memory(process)
    idle = [asyncio.create_task(phone.follow()) for phone in phones for _ in range(IDLE - 1)]
    await asyncio.sleep(12)  # wait until each stream has received a keep-alive message
    held = memory(process)
    await teacher.act("end", "end")
    await asyncio.gather(*streams, *idle)
    await asyncio.sleep(5)  # give the server time to release memory
    figures = [
        Figure(f"{PUPILS} pupils join and write a board", entered, "s"),
        Figure("the phones connect, all at once", connected, "s"),
        Figure("delay of a roll on a phone: median", median(times), "s"),
        Figure("delay of a roll on a phone: p99", quantiles(times, n=100)[98], "s", AIM_ROLL),
        Figure("marks by all pupils: median", median(marks), "s"),
        Figure("rolls that arrived exactly once", float(len(times)), ""),
    ]
    after = memory(process)
    if played is None or held is None or after is None:
        return figures
    return [
        *figures,
        Figure("memory after the game", played, "MB"),
        Figure(f"memory with {PUPILS * IDLE} idle streams", held, "MB", AIM_MEMORY_MB),
        Figure("memory after the class", after, "MB"),
    ]


async def _enter(phone: Phone, number: int) -> None:
    joined = await phone.post(f"/api/class/{phone.code}/join", {"name": f"pupil {number}"}, 201)
    phone.key = joined["key"]
    await phone.act("board", "board", board=BOARD)


BENCHMARK = Benchmark("lesson", f"a class of {PUPILS}", "", run_lesson, by_name_only=True)
