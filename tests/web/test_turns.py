"""The server answers visitors in turn and reserves a worker for classes. The tests do not depend on timing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from dicebingo.web import workers
from dicebingo.web.jobs import Busy, Jobs
from dicebingo.web.results import WorkerReply
from dicebingo.web.workers import Task, WorkerPool
from tests.waiting import PATIENCE
from tests.web.server import FEW

CLASSES = replace(FEW, classes="somewhere")


class FakeWorker:
    """A worker without a process. The worker records the questions it receives, and a test may delay its answers."""

    served: list[str]
    held: dict[str, threading.Event]
    killed = ended = False

    def __init__(self, *_: Any) -> None:
        pass

    def wait(self) -> None:
        pass

    def ask(self, operation: str, *_: Any) -> WorkerReply:
        self.served.append(operation)
        if operation in self.held:
            assert self.held[operation].wait(PATIENCE)
        return WorkerReply(200, b"{}")

    def kill(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the questions in the order in which the workers received them."""
    FakeWorker.served, FakeWorker.held = [], {}
    monkeypatch.setattr(workers, "Worker", FakeWorker)
    yield FakeWorker.served
    for event in FakeWorker.held.values():
        event.set()


def task(name: str, visitor: str, done: Callable[[], None] = lambda: None, **kind: bool) -> Task:
    return Task(name, {}, kind.get("long", False), done, visitor, kind.get("of_class", False))


async def answered(pool: WorkerPool, *tasks: Task) -> None:
    """Start the workers, and wait until all tasks are answered."""
    changed = asyncio.Event()
    for one in tasks:
        one.on_change = changed.set
    await pool.start()
    while any(one.reply is None for one in tasks):
        changed.clear()
        await changed.wait()


def test_visitors_take_turns(served: list[str]) -> None:
    """If one visitor has 380 questions waiting, another visitor or a class waits for only one of those questions."""

    async def play() -> None:
        pool = WorkerPool(FEW)
        flood = [task(f"flood {number}", "hostile") for number in range(380)]
        others = [task("solve", "guest"), task("reveal", "class ABCDE", of_class=True), task("again", "guest")]
        for one in (*flood, *others):
            pool.submit(one)
        await answered(pool, *flood, *others)
        await pool.stop()

    asyncio.run(play())
    assert served[:6] == ["flood 0", "solve", "reveal", "flood 1", "again", "flood 2"]
    assert served[6:] == [f"flood {number}" for number in range(3, 380)]


@pytest.mark.parametrize("long", [False, True])
def test_a_worker_is_reserved_for_classes(long: bool, served: list[str]) -> None:
    """While visitors occupy all other workers, a class still gets answers.

    No visitor uses the worker reserved for classes.
    """

    async def play() -> None:
        pool = WorkerPool(CLASSES)
        FakeWorker.held = {name: threading.Event() for name in ("quick", "long")}
        busy = [task("quick", "hostile"), task("long", "hostile", long=True)]
        more = [task("more", "guest", long=kind) for kind in (False, True)]
        lesson = [task(f"class {n}", "class ABCDE", long=long, of_class=True) for n in range(3)]
        for one in (*busy, *more):
            pool.submit(one)
        await pool.start()
        while not {"quick", "long"} <= set(served):
            await asyncio.sleep(0)
        for one in lesson:
            pool.submit(one)
        await answered_by(lesson)
        assert all(one.reply is None for one in (*busy, *more))
        for event in FakeWorker.held.values():
            event.set()
        await answered_by([*busy, *more])
        await pool.stop()

    async def answered_by(tasks: list[Task]) -> None:
        while any(one.reply is None for one in tasks):
            await asyncio.sleep(0)

    asyncio.run(play())
    assert served.index("class 2") < served.index("more")


def test_one_visitor_cannot_fill_the_queue() -> None:
    """One visitor may fill at most a tenth of the queue.

    Other visitors are still accepted, and so are classes.
    """

    async def play() -> None:
        jobs = Jobs(replace(FEW, waiting=30))
        for number in range(3):
            jobs.ask("solve", {"board": number}, long=False, visitor="hostile")
        with pytest.raises(Busy, match="Too many of your questions") as refusal:
            jobs.ask("solve", {"board": 3}, long=False, visitor="hostile")
        assert refusal.value.status == 429
        for visitor in map(str, range(9)):
            for number in range(3):
                jobs.ask("solve", {"board": f"{visitor} {number}"}, long=False, visitor=visitor)
        with pytest.raises(Busy, match="Too many questions are waiting"):
            jobs.ask("solve", {}, long=False, visitor="guest")
        jobs.ask("class.replays", {}, long=False, visitor="class ABCDE", of_class=True)

    asyncio.run(play())
