"""Quick and long worker processes, so that quick questions never wait behind long questions.

Visitors take turns: after each answer, a visitor with many questions waits until every other visitor has had a turn.
One worker is reserved for classes, so that a lesson never waits for visitors; on the other workers, classes take turns
with the visitors.

Each slot of the pool runs one process at a time, and each process answers one question at a time. To stop a
computation, because of its time limit or because all its jobs were cancelled, the pool kills its process; the slot then
starts another one. A quick question that takes too long starts again in a long worker.

If the system has a fork server, it imports the solvers once and forks the processes, so a new worker is ready within a
few hundredths of a second.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from multiprocessing import resource_tracker
from typing import Any

from dicebingo.errors import DiceBingoError
from dicebingo.json_form import JsonObject
from dicebingo.running.run import Progress
from dicebingo.web.results import WorkerReply, refusal
from dicebingo.web.settings import Settings
from dicebingo.web.worker import main

ENVIRONMENT = ("DICEBINGO_CACHE",)
RETRY_SECONDS = 1.0
PRELOADED = (
    "dicebingo.web.endpoints",
    "dicebingo.web.classes.computations",
    "dicebingo.solo.evaluation",
    "dicebingo.solo.why",
    "dicebingo.matches.match",
    "dicebingo.duels.duel",
    "dicebingo.duels.exploit",
)
"""The modules that the fork server imports; none of them imports numba, because that takes a second."""
CANCELLED = refusal(DiceBingoError("The computation was cancelled.", "cancelled"), 409, lasting=False)


class StopReason(StrEnum):
    """The reason why a computation was stopped."""

    TIME = "time"
    TOO_LONG_FOR_QUICK = "too long for quick"
    NOT_WANTED = "not wanted"


@dataclass(slots=True, eq=False)
class Task:
    """A question in progress; ``on_change`` is called when its computation starts, progresses or replies."""

    operation: str
    question: JsonObject
    long: bool
    on_change: Callable[[], None]
    visitor: str = ""
    of_class: bool = False
    running: bool = False
    progress: Progress | None = None
    reply: WorkerReply | None = None
    stop: StopReason | None = None
    worker: Worker | None = field(default=None, repr=False)

    def end(self, stop: StopReason) -> None:
        """Stop the computation, or prevent its start."""
        if self.reply is None and self.stop in (None, StopReason.TOO_LONG_FOR_QUICK):
            self.stop = stop
            if self.worker is not None:
                self.worker.kill()


class Worker:
    """One process and its pipe."""

    def __init__(self, context: Any, settings: Settings, long: bool) -> None:
        self._pipe, theirs = context.Pipe()
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        self._process = context.Process(target=main, args=(theirs, settings, long, environment), daemon=True)
        self._process.start()
        self.killed = False
        theirs.close()

    def wait(self) -> None:
        """Wait until the process is ready; raise ``EOFError`` or ``OSError`` if it ends first."""
        self._pipe.recv()

    @property
    def ended(self) -> bool:
        """Whether the process has ended since its last reply.

        Between questions a process sends nothing, so a readable pipe means that it has ended.
        """
        return self.killed or self._pipe.poll()

    def ask(self, operation: str, question: JsonObject, tell: Callable[[Progress], None]) -> WorkerReply | None:
        """Send a question and return the reply, or None if the process ended without a reply."""
        try:
            self._pipe.send((operation, question))
            while isinstance(message := self._pipe.recv(), Progress):
                tell(message)
        except (EOFError, OSError):
            return None
        assert isinstance(message, WorkerReply)
        return message

    def kill(self) -> None:
        """End the process."""
        self.killed = True
        self._process.kill()

    def close(self) -> None:
        """End the process, and free its resources."""
        self.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


class Turns:
    """A queue of questions in which visitors take turns, and each visitor's questions keep their order.

    >>> turns = Turns()
    >>> for number, visitor in enumerate("aaab"):
    ...     turns.add(Task(str(number), {}, False, lambda: None, visitor))
    >>> [task.operation for task in iter(turns.take, None)]
    ['0', '3', '1', '2']
    """

    def __init__(self) -> None:
        self._visitors: dict[str, dict[Task, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._visitors.values()))

    def of(self, visitor: str) -> int:
        """Return how many questions of a visitor are waiting."""
        return len(self._visitors.get(visitor, ()))

    def add(self, task: Task) -> None:
        """Add a question."""
        self._visitors.setdefault(task.visitor, {})[task] = None

    def remove(self, task: Task) -> None:
        """Remove a question if it is waiting."""
        theirs = self._visitors.get(task.visitor, {})
        theirs.pop(task, None)
        if not theirs:
            self._visitors.pop(task.visitor, None)

    def take(self, of_class: bool = False) -> Task | None:
        """Remove and return the next question, or the next one from a class if ``of_class``.

        Return None if there is none.
        """
        for visitor, theirs in self._visitors.items():
            task = next(iter(theirs))
            if task.of_class or not of_class:
                self.remove(task)
                if visitor in self._visitors:  # a visitor with more questions moves to the end of the queue
                    self._visitors[visitor] = self._visitors.pop(visitor)
                return task
        return None


class WorkerPool:
    """The workers of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(list(PRELOADED))
        self._waiting = {False: Turns(), True: Turns()}  # one queue for quick questions, and one for long ones
        self._kinds: list[bool | None] = [long for long in (False, True) for _ in range(settings.workers(long))]
        if settings.classes:
            self._kinds.append(None)
        self._arrivals = [asyncio.Event() for _ in self._kinds]
        self._threads = ThreadPoolExecutor(len(self._kinds), "dicebingo-worker", _leave_ctrl_c_to_the_server)
        self._slots: list[asyncio.Task[None]] = []
        self._workers: set[Worker] = set()
        self._changing = threading.Lock()
        self.stopped = False

    async def start(self) -> None:
        """Accept questions; the processes start in the background."""
        kinds = zip(self._kinds, self._arrivals, strict=True)
        self._slots = [asyncio.create_task(self._slot(kind, arrival)) for kind, arrival in kinds]

    async def stop(self) -> None:
        """End all processes."""
        for slot in self._slots:
            slot.cancel()
        with self._changing:
            self.stopped = True
            for worker in self._workers:
                worker.kill()
        await asyncio.gather(*self._slots, return_exceptions=True)
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    def waiting(self, long: bool) -> int:
        """Return how many questions are waiting for a long worker, or for a quick one if not ``long``."""
        return len(self._waiting[long])

    def waiting_of(self, visitor: str, long: bool) -> int:
        """Return how many questions of a visitor are waiting for a long worker, or for a quick one if not ``long``."""
        return self._waiting[long].of(visitor)

    def submit(self, task: Task) -> None:
        """Queue a question."""
        self._waiting[task.long].add(task)
        for arrival in self._arrivals:
            arrival.set()

    def withdraw(self, task: Task) -> None:
        """Cancel a question, whether it is waiting or running."""
        self._waiting[task.long].remove(task)
        task.end(StopReason.NOT_WANTED)

    def _next(self, kind: bool | None) -> Task | None:
        """Return the next question for a worker: quick (False), long (True) or reserved for classes (None)."""
        if kind is not None:
            return self._waiting[kind].take()
        return self._waiting[False].take(of_class=True) or self._waiting[True].take(of_class=True)

    async def _slot(self, kind: bool | None, arrival: asyncio.Event) -> None:
        long = bool(kind)
        worker = await self._new_worker(long)
        while True:
            while worker.ended:  # the process was killed after its last question
                worker = await self._new_worker(long, worker)
            arrival.clear()
            if (task := self._next(kind)) is None:
                await arrival.wait()
                continue
            reply = await self._ask(worker, task)
            if reply is None and task.stop is StopReason.TOO_LONG_FOR_QUICK:
                task.stop, task.long = None, True
                self.submit(task)
            else:
                # The question is no longer needed, so free its memory.
                task.reply, task.question = reply or self._reply_without_answer(task), {}
            task.on_change()
            if worker.ended:  # the process died during the question, or just after the reply
                worker = await self._new_worker(long, worker)

    async def _new_worker(self, long: bool, old: Worker | None = None) -> Worker:
        loop = asyncio.get_running_loop()
        if old is not None:
            await loop.run_in_executor(self._threads, self._end_worker, old)
        while True:
            try:
                return await loop.run_in_executor(self._threads, self._start_worker, long)
            except (EOFError, OSError):  # the start may fail, for example while the machine is low on memory
                await asyncio.sleep(RETRY_SECONDS)

    def _start_worker(self, long: bool) -> Worker:
        with self._changing:  # threads must not start processes at the same time
            if self.stopped:
                raise OSError("the server is stopping")
            worker = Worker(self._context, self.settings, long)
            self._workers.add(worker)
        try:
            worker.wait()
        except (EOFError, OSError):
            self._end_worker(worker)
            raise
        return worker

    def _end_worker(self, worker: Worker) -> None:
        with self._changing:
            self._workers.discard(worker)
        worker.close()

    async def _ask(self, worker: Worker, task: Task) -> WorkerReply | None:
        loop = asyncio.get_running_loop()
        quick = not task.long
        seconds = self.settings.quick_seconds if quick else self.settings.long_seconds
        timer = loop.call_later(seconds, task.end, StopReason.TOO_LONG_FOR_QUICK if quick else StopReason.TIME)

        def progressed(progress: Progress) -> None:
            task.progress = progress
            task.on_change()

        def tell(progress: Progress) -> None:  # this runs in the thread that waits for the worker
            loop.call_soon_threadsafe(progressed, progress)

        task.worker, task.running = worker, True
        task.on_change()
        try:
            return await loop.run_in_executor(self._threads, worker.ask, task.operation, task.question, tell)
        finally:
            timer.cancel()
            task.worker, task.running = None, False

    def _reply_without_answer(self, task: Task) -> WorkerReply:
        if task.stop is StopReason.NOT_WANTED:
            return CANCELLED
        ended = "The computation ended without an answer; it may have needed too much memory."
        error = DiceBingoError(ended, "ended")
        if task.stop is StopReason.TIME:
            seconds = self.settings.long_seconds
            late = f"The computation was stopped after {seconds:g} seconds, which is the time limit of this server."
            error = DiceBingoError(late, "time", seconds=seconds)
        return refusal(error, lasting=False)


def _leave_ctrl_c_to_the_server() -> None:
    """Block Ctrl-C in the processes that this thread starts, because a terminal sends it to the whole process group."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting the tracker later would unblock the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
