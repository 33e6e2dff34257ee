"""Questions in progress, and the jobs that visitors poll.

If a question is asked twice, two jobs share one computation, so that no visitor can cancel another visitor's job. A job
is cancelled when its visitors have disconnected. Once a visitor has received the job's id, the job is instead cancelled
if no request asks about it for ``abandoned_seconds``. A computation stops when no job needs it any longer. Replies
marked ``lasting`` are cached.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from cachetools import LRUCache, TTLCache

from dicebingo.errors import DiceBingoError
from dicebingo.json_form import Asked, JsonObject, to_dict
from dicebingo.running.run import Progress
from dicebingo.web.results import WorkerReply, refusal
from dicebingo.web.settings import Settings
from dicebingo.web.workers import CANCELLED, Task, WorkerPool

SWEEP_SECONDS = 5.0
ID_BYTES = 12
ENTRY_BYTES = 600
"""The memory that a cached answer takes in addition to its content."""
JOB_BYTES = 2_400
"""The memory that a job takes in addition to its answer."""
STOPPING = "The server is shutting down."


JobStatus: TypeAlias = Literal["queued", "running", "done", "failed", "cancelled"]


class JobJson(NamedTuple):
    """A long computation in JSON, with its result or error once it has finished."""

    job: str
    operation: str
    status: JobStatus
    progress: Progress | None
    seconds: float
    result: Asked[dict[str, object]] = None
    error: Asked[str] = None
    code: Asked[str] = None
    values: Asked[dict[str, int | float | str]] = None


class Busy(DiceBingoError):
    """The refusal of a question: the server has too many questions (status 503), or too many from one visitor (429)."""

    def __init__(self, text: str, status: int, code: str, **values: int) -> None:
        super().__init__(text, code, **values)
        self.status = status


@dataclass(slots=True, eq=False)
class Computation:
    """The computation of a question, with the visitor who asked it first and the jobs that wait for the reply."""

    task: Task
    visitor: str
    jobs: list[ServerJob] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ServerJob:
    """A visitor's question, with its reply or with the computation that it waits for."""

    name: str
    key: str
    computation: Computation | None = None
    reply: WorkerReply | None = None
    id: str = ""
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    asked: float = field(default_factory=time.monotonic)
    followers: int = 0
    changes: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def status(self) -> JobStatus:
        """The status in one word."""
        if self.reply is not None:
            return "done" if self.reply.status == 200 else "cancelled" if self.reply.status == 409 else "failed"
        return "running" if self.computation is not None and self.computation.task.running else "queued"

    def json(self) -> bytes:
        """Return the job in JSON; a finished answer is inserted without parsing it."""
        progress = self.computation.task.progress if self.computation is not None else None
        seconds = round((self.ended or time.monotonic()) - self.began, 3)
        shown = to_dict(JobJson(self.id, self.name, self.status, progress, seconds))
        if self.reply is None or self.reply.status == 200:
            text = json.dumps(shown).encode()
            return text if self.reply is None else text[:-1] + b', "result": ' + self.reply.content + b"}"
        return json.dumps({**shown, **json.loads(self.reply.content)}).encode()

    def notify(self) -> None:
        """Wake all tasks that are waiting for the job to change."""
        self.changes += 1
        self.changed.set()
        self.changed = asyncio.Event()

    async def change(self, since: int) -> None:
        """Wait until the job has changed more than ``since`` times, or is finished."""
        while self.reply is None and self.changes == since:
            await self.changed.wait()

    async def finish(self) -> None:
        """Wait until there is a reply."""
        while self.reply is None:
            await self.changed.wait()


class Jobs:
    """All jobs of a server, with their computations and the cached replies."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = WorkerPool(settings)
        self.cache: LRUCache[str, WorkerReply] = LRUCache(settings.cache_bytes, _cached_bytes)
        self._live: dict[str, Computation] = {}
        self._public: dict[str, ServerJob] = {}
        most = settings.cache_bytes // 8 + settings.answer_bytes  # leave room for the newest answer
        self._finished: TTLCache[str, ServerJob] = TTLCache(most, settings.keep_seconds, getsizeof=_job_bytes)
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the workers."""
        await self.pool.start()
        self._sweeper = asyncio.create_task(self._sweep_forever())

    async def stop(self) -> None:
        """Stop all workers, and refuse all unfinished questions."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.pool.stop()
        for computation in list(self._live.values()):
            computation.task.reply = refusal(DiceBingoError(STOPPING, "stopping"), 503, lasting=False)
            computation.task.on_change()

    def ask(self, name: str, question: JsonObject, *, long: bool, visitor: str, of_class: bool = False) -> ServerJob:
        """Return a new job for a question, with the cached reply if there is one, or else with a computation."""
        key = sha256(f"{name} {json.dumps(question, sort_keys=True)}".encode()).hexdigest()
        if (reply := self.cache.get(key)) is not None:
            return ServerJob(name, key, reply=reply)
        if key not in self._live:
            self._expect_room(long, visitor, of_class)
            task = Task(name, question, long, lambda: self._changed(key, computation), visitor, of_class)
            self._live[key] = computation = Computation(task, visitor)
            self.pool.submit(task)
        job = ServerJob(name, key, self._live[key])
        self._live[key].jobs.append(job)
        return job

    def _expect_room(self, long: bool, visitor: str, of_class: bool) -> None:
        if self.pool.stopped:
            raise Busy(STOPPING, 503, "stopping")
        if of_class:  # only the server itself asks these questions, and only a few of them
            return
        limit = max(1, self.settings.waiting // 100) if long else self.settings.waiting
        if self.pool.waiting(long) >= limit:
            text = f"Too many questions are waiting (the limit is {limit}); try again later."
            raise Busy(text, 503, "queue", most=limit)
        limit = max(1, limit // 10)
        if not long and self.pool.waiting_of(visitor, long) >= limit:
            text = f"Too many of your questions are waiting (the limit is {limit}); try again later."
            raise Busy(text, 429, "visitor", most=limit)
        limit = self.settings.visitor_jobs
        running = [one for one in self._live.values() if one.visitor == visitor and one.task.long]
        if long and len(running) >= limit:
            text = f"Too many of your long computations are unfinished (the limit is {limit}); wait until one is done."
            raise Busy(text, 429, "jobs", most=limit)

    @asynccontextmanager
    async def following(self, job: ServerJob) -> AsyncIterator[None]:
        """Count the caller as a follower of a job until the block ends.

        When its last follower leaves, a job is cancelled unless a visitor has received its id.
        """
        job.followers += 1
        try:
            yield
        finally:
            job.followers -= 1
            job.asked = time.monotonic()
            if not job.followers and not job.id:
                self.cancel(job)

    def hand_out(self, job: ServerJob) -> None:
        """Give a job an id, so that visitors can ask about it."""
        job.id = secrets.token_urlsafe(ID_BYTES)
        self._public[job.id] = job

    def find(self, job_id: str) -> ServerJob | None:
        """Return the job with this id."""
        job = self._public.get(job_id) or self._finished.get(job_id)
        if job is not None:
            job.asked = time.monotonic()
        return job

    def cancel(self, job: ServerJob) -> None:
        """Cancel a job if it is not finished, and stop its computation if no other job waits for it."""
        if job.reply is None and job.computation is not None:
            self._finish(job, CANCELLED)
            job.computation.jobs.remove(job)
            if not job.computation.jobs:
                del self._live[job.key]
                self.pool.withdraw(job.computation.task)

    def _finish(self, job: ServerJob, reply: WorkerReply) -> None:
        job.reply, job.ended = reply, time.monotonic()
        if job.id:
            self._finished[job.id] = self._public.pop(job.id)
        job.notify()

    def sweep(self) -> None:
        """Forget old finished jobs, and cancel abandoned ones."""
        self._finished.expire()
        long_ago = time.monotonic() - self.settings.abandoned_seconds
        for job in list(self._public.values()):
            if not job.followers and job.asked < long_ago:
                self.cancel(job)

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def _changed(self, key: str, computation: Computation) -> None:
        reply = computation.task.reply
        if reply is None:
            for job in computation.jobs:
                job.notify()
            return
        if self._live.get(key) is computation:  # do not remove a newer computation of the same question
            del self._live[key]
        while computation.jobs:
            self._finish(computation.jobs.pop(), reply)
        # Large answers are not cached: a few of them would displace all other answers.
        if reply.lasting and _cached_bytes(reply) <= self.settings.cache_bytes // 4:
            self.cache[key] = reply


def _cached_bytes(reply: WorkerReply) -> int:
    return len(reply.content) + ENTRY_BYTES


def _job_bytes(job: ServerJob) -> int:
    assert job.reply is not None
    return _cached_bytes(job.reply) + JOB_BYTES
