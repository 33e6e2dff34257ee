"""The classes of a server: acts are decided in batches and saved, and only then published and answered.

While one batch is being written, new acts wait for the next batch. So a single slow write to disk saves the acts of a
whole class, and two requests with the same id are decided in turn.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from dicebingo.classroom import acts
from dicebingo.classroom.acts import Act
from dicebingo.classroom.events import ClassEnded, Created, Event, RoundComputed, created
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import PROJECTOR, TEACHER, pupil_viewer
from dicebingo.web.classes.live import ENDED, Answer, Batch, Draft, Live, digest
from dicebingo.web.classes.randomness import drawn, new_code, new_key, with_chance
from dicebingo.web.classes.store import Ended, Request, Store, log

MAX_CLASSES = 20
LIFETIME = 24 * 3600.0
SWEEP_SECONDS = 30.0
SETTLE_SECONDS = 3.0
"""The seconds to wait before the memory of an ended class is released, so that its connections can close first."""
FAILED = "The class could not be saved; see the server's log."

Decision = Callable[[Batch], Answer]
Waiting = tuple[Decision, asyncio.Future[Answer]]


class Classes:
    """All classes on a server. A server without a folder for its classes offers no classes."""

    def __init__(self, folder: str) -> None:
        self.store = Store(folder) if folder else None
        self.live: dict[str, Live] = {}
        self.ended: dict[str, Ended] = {}
        self.created: dict[Request, str] = {}
        self.unreadable: dict[str, str] = {}
        """The reason why each unreadable class could not be read, keyed by the code of the class."""
        self.on_change: Callable[[Live], None] = lambda _: None
        """A function to call whenever a round may have started or ended."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self._epoch = time.time() - time.monotonic()
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "dicebingo-classes")
        self._tasks: set[asyncio.Task[object]] = set()

    def now(self) -> float:
        """Return the time, ignoring changes to the system clock since the start: such a change must not end a class."""
        return self._epoch + time.monotonic()

    async def start(self) -> None:
        """Load the stored classes."""
        self.loop = asyncio.get_running_loop()
        if self.store is None:
            return
        stored, self.ended, self.unreadable = self.store.load()
        for code, one in stored.items():
            try:
                self.live[code] = Live.of(code, one)
            except Exception as error:  # noqa: BLE001  (damaged rows can fail in any way)
                self.unreadable[code] = f"{type(error).__name__}: {error}"
        for code, why in self.unreadable.items():
            log(f"{self.store.path}: class {code} cannot be read ({why})")
        self.store.mend({code: stored[code] for code in self.live}, self.ended)
        self.store.purge(self.unreadable, self.now() - LIFETIME)
        for code, live in self.live.items():
            self.created |= {request: code for request in live.requests if request[0].startswith("create ")}
            self._set_timer(live)
            self.on_change(live)
        self.in_background(self._decide_forever())
        self.in_background(self._sweep())

    async def stop(self) -> None:
        """Close all streams and the store; waiting acts are refused."""
        for live in self.live.values():
            live.hang_up(live.streams)
            if live.timer is not None:
                live.timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._queue.empty():
            _, future = self._queue.get_nowait()
            _refuse(future, Refused("keeping", "The server is shutting down."))
        self._thread.shutdown()
        if self.store is not None:
            self.store.close()

    def in_background(self, something: Coroutine[object, object, object]) -> None:
        """Run a coroutine until it ends, or until the server stops."""
        task = asyncio.create_task(something)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def find(self, code: str) -> Live:
        """Return the class with this ``code``."""
        if code in self.ended:
            raise Refused("ended", ENDED)
        if code not in self.live:
            raise Refused("class", "There is no class with this code.")
        return self.live[code]

    async def create(self, made: Created, owner: str, request: str | None, body: str) -> Answer:
        """Create a class from its first event; return its code and two keys."""
        asked: Request | None = (f"create {owner}", digest(request)) if request is not None else None

        def decision(batch: Batch) -> Answer:
            code = (asked and (batch.created.get(asked) or self.created.get(asked))) or ""
            if asked and (code in self.live or code in batch.drafts) and code not in batch.ended:
                return batch.draft(code).answered(asked, body) or {}
            if len(self.live.keys() | batch.drafts.keys()) >= MAX_CLASSES:
                raise Refused("full", f"The server is full: the limit is {MAX_CLASSES} classes.")
            taken = {*self.live, *self.ended, *self.unreadable, *batch.drafts}
            while (code := new_code()) in taken:
                pass
            batch.drafts[code] = draft = Draft(Live(code, self.now(), created(made)), new=True)
            teacher, projector = new_key(), new_key()
            draft.add([Event(1, made)])
            draft.add_key(teacher, TEACHER)
            draft.add_key(projector, PROJECTOR)
            if asked:
                batch.created[asked] = code
            return draft.answer(asked, body, {"code": code, "teacher": teacher, "projector": projector})

        return await self._change(decision)

    async def join(
        self, code: str, name: str, owner: str, request: str | None, body: str, *, bot: bool = False
    ) -> Answer:
        """Let a pupil or a bot join a class; return the new pupil's number and key."""
        asked: Request | None = (f"join {owner}", digest(request)) if request is not None else None

        def decision(batch: Batch) -> Answer:
            draft = batch.draft(code)
            if asked and (before := draft.answered(asked, body)):
                return before
            number, key = len(draft.state.pupils) + 1, new_key()
            events = acts.join(draft.state, name=name, drawn=drawn(draft.state, [number]), bot=bot)
            draft.add(events)
            draft.add_key(key, pupil_viewer(number))
            return draft.answer(asked, body, {"pupil": number, "key": key})

        return await self._change(decision)

    async def act(self, code: str, key: str, act: Act, request: str, body: str) -> Answer:
        """Perform an act in a class; return the number of the last event."""

        def decision(batch: Batch) -> Answer:
            draft = batch.draft(code)
            viewer = draft.viewer(key)
            acts.expect_key(draft.state, viewer)
            if before := draft.answered((key, request), body):
                return before
            events = acts.decide(draft.state, viewer, with_chance(draft.state, act))
            draft.add(events)
            answer: Answer = {"event": events[-1].number}
            if act["do"] == "readmit":
                draft.additions.keys |= dict.fromkeys(draft.keys_of(act["pupil"]), None)
                answer |= {"pupil": act["pupil"], "key": new_key()}
                draft.add_key(answer["key"], pupil_viewer(act["pupil"]))
            if draft.state.ended:
                last = {"owner": digest(key), "request": request, "body": body, "answer": answer}
                batch.ended[code] = Ended(self.now(), last)
            return draft.answer((key, request), body, answer)

        return await self._change(decision)

    def last_answer(self, code: str, key: str, request: str, body: str) -> Answer | None:
        """If this request has already ended a class, return the answer that it received then."""
        last = self.ended[code].last if code in self.ended else {}
        if (last.get("owner"), last.get("request")) != (digest(key), request):
            return None
        if last["body"] != body:
            raise Refused("request", "This request id belongs to another request.")
        answer: Answer = last["answer"]
        return answer

    async def report(self, code: str, number: int, content: Answer) -> None:
        """Save the results of comparing the boards of a round."""

        def decision(batch: Batch) -> Answer:
            draft = batch.draft(code)
            draft.additions.reports[number] = content
            draft.add(acts.numbered(draft.state, [RoundComputed(number)]))
            return {}

        await self._change(decision)

    async def _change(self, decision: Decision) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self.store is None:
            raise Refused("none", "This server does not host classes; dicebingo class starts a server that does.")
        self._queue.put_nowait((decision, future))
        return await future

    async def _decide_forever(self) -> None:
        while True:
            await self._decide([await self._queue.get()])

    async def _decide(self, waiting: list[Waiting]) -> None:
        """Decide the waiting acts, save the changes, and then answer the acts; keep no reference to them afterwards."""
        while not self._queue.empty():
            waiting.append(self._queue.get_nowait())
        batch, answers = Batch(self.find), []
        for decision, future in waiting:
            try:
                answers.append((future, decision(batch)))
            except Exception as error:  # noqa: BLE001  (only this act fails, not the others)
                _refuse(future, error)
        if await self._written(batch, [future for future, _ in answers]):
            self._adopt(batch)
            for future, answer in answers:
                if not future.done():
                    future.set_result(answer)

    async def _written(self, batch: Batch, waiting: list[asyncio.Future[Answer]]) -> bool:
        """Write a batch to disk; if that fails, none of its acts takes effect."""
        added = {code: draft.additions for code, draft in batch.drafts.items() if draft.additions.events}
        if not added:
            return True
        assert self.store is not None
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, self.store.write, added, batch.ended)
        except Exception as error:  # noqa: BLE001  (usually a full disk; the next batch may succeed)
            log(f"{self.store.path} cannot be written ({type(error).__name__}: {error})")
            for future in waiting:
                _refuse(future, Refused("keeping", FAILED))
            return False
        return True

    def _adopt(self, batch: Batch) -> None:
        self.created |= batch.created
        for code, draft in batch.drafts.items():
            if not draft.additions.events:
                continue
            self.live[code] = live = draft.adopt()
            self._set_timer(live)
            if any(event.kind in ("started", "closed") for event in draft.additions.events):
                self.on_change(live)
        for code, ended in batch.ended.items():
            self._forget(code, ended)

    def _forget(self, code: str, ended: Ended) -> None:
        live = self.live.pop(code)
        live.hang_up(live.streams)
        if live.timer is not None:
            live.timer.cancel()
        self.ended[code] = ended
        self.created = {request: other for request, other in self.created.items() if other != code}
        asyncio.get_running_loop().call_later(SETTLE_SECONDS, give_back_memory)

    def _set_timer(self, live: Live) -> None:
        """Start the timer that closes the open roll, if the class uses timers; cancel the timer of an earlier roll."""
        now, seconds = live.state.round, live.state.plan.timer
        number, index = (live.rolled, len(now.rolls) - 1) if now is not None and now.open else (0, 0)
        if number == live.timer_of:
            return
        if live.timer is not None:
            live.timer.cancel()
        live.timer, live.timer_of = None, number
        if seconds is None or not number:
            return

        def decision(batch: Batch) -> Answer:
            draft = batch.draft(live.code)
            if draft.rolled == number:
                draft.add(acts.timer_ends(draft.state, index))
            return {}

        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(seconds, lambda: self._queue.put_nowait((decision, loop.create_future())))

    async def _sweep(self) -> None:
        while True:
            self.sweep(self.now())
            await asyncio.sleep(SWEEP_SECONDS)

    def sweep(self, now: float) -> None:
        """End expired classes, and forget classes that ended long ago."""
        for live in self.live.values():
            if live.born + LIFETIME <= now:
                self._queue.put_nowait((_expiry(live.code, now), asyncio.get_running_loop().create_future()))
        for code in [code for code, ended in self.ended.items() if ended.at + LIFETIME <= now]:
            del self.ended[code]
            assert self.store is not None
            self._thread.submit(self.store.write, {}, {}, [code])
        if self.store is not None and self.store.unclean:
            self._thread.submit(self.store.checkpoint)
        if self.store is not None and self.unreadable:
            self._thread.submit(self.store.purge, list(self.unreadable), now - LIFETIME)


def _expiry(code: str, now: float) -> Decision:
    def decision(batch: Batch) -> Answer:
        draft = batch.draft(code)
        draft.add(acts.numbered(draft.state, [ClassEnded()]))
        batch.ended[code] = Ended(now, {})
        return {}

    return decision


def _refuse(future: asyncio.Future[Answer], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # mark the exception as retrieved, even if nothing awaits it


def give_back_memory() -> None:
    """Collect garbage, and return the memory to the system if the C library can do that (glibc)."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
