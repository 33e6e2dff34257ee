"""Worker processes in two lanes: quick questions never wait behind long ones.

Each slot of a lane has one process at a time and one question at a time. A computation is stopped by ending its
process, whether its time is up or nobody wants the answer any more; the slot then starts another. A quick
question that takes too long is begun again in the long lane.

Processes come from a fork server where there is one: it has imported the solvers once, so a new worker is there in some
hundredths of a second.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from dicebingo.web.settings import Settings
from dicebingo.web.worker import Progress, Reply, main, refusal

__all__ = ["Pool", "Stop", "Task"]


ENVIRONMENT = ("DICEBINGO_CACHE",)
RETRY_SECONDS = 1.0


class Stop(StrEnum):
    """Why a computation was stopped."""

    TIME = "time"
    TOO_LONG_FOR_QUICK = "too long for quick"
    NOT_WANTED = "not wanted"


@dataclass(slots=True, eq=False)
class Task:
    """A question on its way: ``on_change`` is called when it starts, progresses, and has its reply."""

    operation: str
    question: dict[str, Any]
    long: bool
    on_change: Callable[[], None]
    running: bool = False
    progress: Progress | None = None
    reply: Reply | None = None
    stop: Stop | None = None
    worker: Worker | None = field(default=None, repr=False)

    def end(self, stop: Stop) -> None:
        """Stop the computation, or see to it that it never starts."""
        if self.reply is None and self.stop in (None, Stop.TOO_LONG_FOR_QUICK):
            self.stop = stop
            if self.worker is not None:
                self.worker.kill()


class Worker:
    """One process and its pipe."""

    def __init__(self, context: Any, settings: Settings, long: bool) -> None:
        """Start the process; it may take a while to be ready."""
        self._pipe, theirs = context.Pipe()
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        self._process = context.Process(target=main, args=(theirs, settings, long, environment), daemon=True)
        self._process.start()
        self.killed = False
        theirs.close()

    def wait(self) -> bool:
        """Wait until the process is ready; False if it died."""
        try:
            self._pipe.recv()
        except (EOFError, OSError):
            return False
        return True

    def ask(self, operation: str, question: dict[str, Any], tell: Callable[[Progress], None]) -> Reply | None:
        """Ask and wait for the reply; None if the process ended instead."""
        try:
            self._pipe.send((operation, question))
            while isinstance(message := self._pipe.recv(), Progress):
                tell(message)
        except (EOFError, OSError):
            return None
        assert isinstance(message, Reply)
        return message

    def kill(self) -> None:
        """End the process."""
        self.killed = True
        self._process.kill()

    def close(self) -> None:
        """End the process, and give back what it used."""
        self.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


class Pool:
    """The workers of a server."""

    def __init__(self, settings: Settings) -> None:
        """Make a pool; ``start`` starts its processes."""
        self.settings = settings
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(
                ["dicebingo.web.operations", "dicebingo.web.duel_operations", "dicebingo.web.documents"]
            )
        self._queues: dict[bool, asyncio.Queue[Task]] = {}
        self._threads = ThreadPoolExecutor(settings.quick_count + settings.long_count, "dicebingo-worker")
        self._slots: list[asyncio.Task[None]] = []
        self._workers: set[Worker] = set()
        self._starting = threading.Lock()
        self._stopped = False

    async def start(self) -> None:
        """Open both lanes; the processes start in the background."""
        self._queues = {False: asyncio.Queue(), True: asyncio.Queue()}
        lanes = [False] * self.settings.quick_count + [True] * self.settings.long_count
        self._slots = [asyncio.create_task(self._slot(long)) for long in lanes]

    async def stop(self) -> None:
        """End all processes."""
        for slot in self._slots:
            slot.cancel()
        with self._starting:
            self._stopped = True
            for worker in self._workers:
                worker.kill()
        await asyncio.gather(*self._slots, return_exceptions=True)
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    def waiting(self, long: bool) -> int:
        """Return how many questions wait in a lane."""
        return self._queues[long].qsize()

    def submit(self, task: Task) -> None:
        """Put a question into its lane."""
        self._queues[task.long].put_nowait(task)

    async def _slot(self, long: bool) -> None:
        worker = await self._new_worker(long)
        while True:
            task = await self._queues[long].get()
            if task.stop is not None:
                continue
            reply = await self._ask(worker, task)
            # A question may be given up in the very moment of its answer: the process is gone then as well.
            ended = reply is None or worker.killed
            if ended:
                self._workers.discard(worker)
                worker.close()
            if reply is None and task.stop is Stop.TOO_LONG_FOR_QUICK:
                task.stop, task.long = None, True
                self.submit(task)
            else:
                task.reply = reply or self.epitaph(task)
            task.on_change()
            if ended:
                worker = await self._new_worker(long)

    async def _new_worker(self, long: bool) -> Worker:
        loop = asyncio.get_running_loop()
        while True:
            try:
                return await loop.run_in_executor(self._threads, self._start_worker, long)
            except OSError:  # such as no memory for another process just now
                await asyncio.sleep(RETRY_SECONDS)

    def _start_worker(self, long: bool) -> Worker:
        with self._starting:  # starting a process is not made for several threads at once
            if self._stopped:
                raise OSError("the server is stopping")
            worker = Worker(self._context, self.settings, long)
            self._workers.add(worker)
        worker.wait()
        return worker

    async def _ask(self, worker: Worker, task: Task) -> Reply | None:
        loop = asyncio.get_running_loop()
        quick = not task.long
        seconds = self.settings.quick_seconds if quick else self.settings.long_seconds
        timer = loop.call_later(seconds, task.end, Stop.TOO_LONG_FOR_QUICK if quick else Stop.TIME)

        def progressed(progress: Progress) -> None:
            task.progress = progress
            task.on_change()

        def tell(progress: Progress) -> None:  # in the thread that waits for the worker
            loop.call_soon_threadsafe(progressed, progress)

        task.worker, task.running = worker, True
        task.on_change()
        try:
            return await loop.run_in_executor(self._threads, worker.ask, task.operation, task.question, tell)
        finally:
            timer.cancel()
            task.worker, task.running = None, False

    def epitaph(self, task: Task) -> Reply:
        """Return the reply to a question whose process ended before it was answered."""
        if task.stop is Stop.TIME:
            limit = f"{self.settings.long_seconds:g} seconds"
            return refusal(
                f"expected a computation of at most {limit}, got a longer one, which was stopped", lasting=False
            )
        if task.stop is Stop.NOT_WANTED:
            return refusal("the computation was cancelled", 409, lasting=False)
        return refusal("the computation ended without an answer: it may have needed too much memory", lasting=False)
