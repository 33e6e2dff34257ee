"""Who waits for what: questions, their answers, and the jobs that visitors come back for.

The same question asked twice is computed once. A question whose visitors have all gone is stopped, unless it was
handed out as a job; a job is stopped when nobody has asked about it for a while. Answers that last go to the cache.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from dicebingo.errors import DiceBingoError
from dicebingo.web.cache import Cache
from dicebingo.web.settings import Settings
from dicebingo.web.worker import Reply
from dicebingo.web.workers import Pool, Stop, Task

__all__ = ["Busy", "Desk", "Job"]

SWEEP_SECONDS = 5.0
ID_BYTES = 12


class Busy(DiceBingoError):
    """Too much is waiting: 503, or 429 where it is one visitor's doing."""

    def __init__(self, text: str, status: int) -> None:
        """Say why."""
        super().__init__(text)
        self.status = status


@dataclass(slots=True, eq=False)
class Job:
    """A question that is being answered, or was."""

    name: str
    key: str
    visitor: str
    task: Task | None = None
    reply: Reply | None = None
    id: str = ""
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    asked: float = field(default_factory=time.monotonic)
    watchers: int = 0
    changes: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def status(self) -> str:
        """The status in one word."""
        if self.reply is not None:
            return {200: "done", 409: "cancelled"}.get(self.reply.status, "failed")
        return "running" if self.task is not None and self.task.running else "queued"

    def seconds(self) -> float:
        """Return how long it has taken."""
        return round((self.ended or time.monotonic()) - self.began, 3)

    def json(self) -> bytes:
        """Return what a visitor is told; a finished answer is put in as it is."""
        progress = self.task.progress if self.task is not None else None
        shown: dict[str, Any] = {
            "job": self.id,
            "operation": self.name,
            "status": self.status,
            "progress": {"done": progress.done, "total": progress.total} if progress else None,
            "seconds": self.seconds(),
        }
        if self.reply is None or self.reply.status == 200:
            text = json.dumps(shown).encode()
            return text if self.reply is None else text[:-1] + b', "result": ' + self.reply.content + b"}"
        return json.dumps({**shown, **json.loads(self.reply.content)}).encode()

    @property
    def is_given_up(self) -> bool:
        """Whether it is being stopped because nobody wanted it any more."""
        return self.task is not None and self.task.stop is Stop.NOT_WANTED

    async def change(self, since: int) -> None:
        """Wait until something has changed since a count of changes, or the job is finished."""
        while self.reply is None and self.changes == since:
            await self.changed.wait()

    async def finish(self) -> None:
        """Wait until there is a reply."""
        while self.reply is None:
            await self.changed.wait()


class Desk:
    """All questions of a server."""

    def __init__(self, settings: Settings) -> None:
        """Make a desk; ``start`` opens it."""
        self.settings = settings
        self.pool = Pool(settings)
        self.cache = Cache(settings.cache_entries, settings.cache_bytes)
        self._live: dict[str, Job] = {}
        self._public: dict[str, Job] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the workers."""
        await self.pool.start()
        self._sweeper = asyncio.create_task(self._sweep_for_ever())

    async def stop(self) -> None:
        """Stop everything."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.pool.stop()

    def ask(self, function: str, question: dict[str, Any], *, name: str, long: bool, visitor: str) -> Job:
        """Return the job of a question: answered already, under way, or new."""
        key = f"{name} {json.dumps(question, sort_keys=True)}"
        if (reply := self.cache.get(key)) is not None:
            return Job(name, key, visitor, reply=reply)
        if (job := self._live.get(key)) is not None and not job.is_given_up:
            return job
        self._expect_room(long, visitor)
        job = Job(name, key, visitor)
        job.task = Task(function, question, long, lambda: self._changed(job))
        self._live[key] = job
        self.pool.submit(job.task)
        return job

    def _expect_room(self, long: bool, visitor: str) -> None:
        limit = self.settings.long_waiting if long else self.settings.waiting
        if self.pool.waiting(long) >= limit:
            raise Busy(f"expected at most {limit} questions to wait, got more: try again later", 503)
        limit = self.settings.visitor_jobs
        if (
            long
            and sum(j.visitor == visitor and j.task is not None and j.task.long for j in self._live.values()) >= limit
        ):
            raise Busy(f"expected at most {limit} long computations of one visitor at a time, got more", 429)

    @asynccontextmanager
    async def watching(self, job: Job) -> AsyncIterator[None]:
        """Be there for a job: one that nobody watches any more is stopped, unless it has been handed out."""
        job.watchers += 1
        try:
            yield
        finally:
            job.watchers -= 1
            job.asked = time.monotonic()
            if not job.watchers and not job.id:
                self.cancel(job)

    def hand_out(self, job: Job) -> None:
        """Give a job an id, under which it can be asked for."""
        if not job.id:
            job.id = secrets.token_urlsafe(ID_BYTES)
            self._public[job.id] = job

    def find(self, job_id: str) -> Job | None:
        """Return the job with an id."""
        job = self._public.get(job_id)
        if job is not None:
            job.asked = time.monotonic()
        return job

    def cancel(self, job: Job) -> None:
        """Stop a job, if it is not finished."""
        if job.reply is None and job.task is not None:
            waits = job.task.worker is None
            job.task.end(Stop.NOT_WANTED)
            if waits:  # no process ends, so nobody else would say so
                job.task.reply = self.pool.epitaph(job.task)
                self._changed(job)

    def sweep(self) -> None:
        """Forget finished jobs after a while, and stop those that nobody asks about."""
        now = time.monotonic()
        for job in list(self._public.values()):
            if job.reply is not None and now - job.ended > self.settings.keep_seconds:
                del self._public[job.id]
            elif job.reply is None and not job.watchers and now - job.asked > self.settings.abandoned_seconds:
                self.cancel(job)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def _changed(self, job: Job) -> None:
        assert job.task is not None
        if job.reply is None and job.task.reply is not None:
            job.reply, job.ended = job.task.reply, time.monotonic()
            if self._live.get(job.key) is job:  # and not one that was asked for after this was given up
                del self._live[job.key]
            if job.reply.lasting:
                self.cache.put(job.key, job.reply)
        job.changes += 1
        job.changed.set()
        job.changed = asyncio.Event()
