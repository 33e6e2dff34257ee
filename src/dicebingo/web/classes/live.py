"""Classes in memory, each with its state, its keys, its event streams, and the requests that it has answered.

Acts (requests that change a class) are decided one after the other, on a *draft* of the class. The draft replaces the
class once it has been written to disk, so no viewer ever sees a change that a power cut could undo.
"""

from __future__ import annotations

import json
from asyncio import TimerHandle
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeAlias

from dicebingo.classroom.events import Created, Event, apply, created
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import TEACHER, Classroom, Role, Viewer
from dicebingo.classroom.views import class_json
from dicebingo.json_form import JsonObject
from dicebingo.web.classes.store import Additions, Ended, Request, StoredClass
from dicebingo.web.classes.streams import RETRY, Message, Stream

MAX_STREAMS = 8
"""The maximum number of event streams per key: opening another stream closes the oldest."""

ENDED = "The class has ended."

Answer: TypeAlias = JsonObject


def digest(*parts: str) -> str:
    """Return a hash of ``parts``."""
    return sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(slots=True, eq=False)
class Live:
    """A class that has not ended."""

    code: str
    born: float
    state: Classroom
    keys: dict[str, Viewer] = field(default_factory=dict)
    requests: dict[Request, tuple[str, Answer]] = field(default_factory=dict)
    reports: dict[int, Answer] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    streams: dict[str, list[Stream]] = field(default_factory=dict)
    rolled: int = 0
    """The number of the last roll's event. If there is a timer, it closes this roll."""
    timer: TimerHandle | None = None
    timer_of: int = 0

    @classmethod
    def of(cls, code: str, stored: StoredClass) -> Live:
        """Restore a class from its stored record."""
        keys = {key: Viewer(Role(role), pupil) for key, (role, pupil) in stored.keys.items()}
        numbers = [event.number for event in stored.events]
        if not numbers or numbers != list(range(1, len(numbers) + 1)):
            raise ValueError("events are missing")
        first = stored.events[0].content
        if not isinstance(first, Created):
            raise TypeError("the first event did not create a class")
        live = cls(code, stored.born, created(first), keys, stored.requests, stored.reports)
        live.add(stored.events)
        roles = Counter(viewer.role for viewer in keys.values())
        strangers = {viewer.pupil for viewer in keys.values() if viewer.role is Role.PUPIL} - live.state.pupils.keys()
        if live.state.ended or roles[Role.TEACHER] != 1 or roles[Role.PROJECTOR] != 1 or strangers:
            raise ValueError("the keys do not match the events")
        class_json(live.state, TEACHER)  # this raises an error unless the state is complete
        return live

    def add(self, events: Iterable[Event]) -> None:
        """Apply events, and send them to all viewers who may see them."""
        for event in events:
            self.state = apply(self.state, event)
            self.messages.append(message := Message.of(self.state, event))
            self.rolled = event.number if event.kind == "rolled" else self.rolled
            for streams in self.streams.values():
                for stream in streams:
                    if (content := message.seen_by(stream.viewer)) is not None:
                        stream.send(content)

    def knows(self, key: str) -> bool:
        """Return whether a key is valid and the class is still running."""
        viewer = self.keys.get(key)
        gone = viewer is None or (viewer.role is Role.PUPIL and not self.state.pupils[viewer.pupil].here)
        return not (gone or self.state.ended)

    def follow(self, key: str, after: int) -> Stream:
        """Return a new stream, which begins with the events after number ``after``."""
        stream = Stream(self.keys[key])
        seen = (message.seen_by(stream.viewer) for message in self.messages if message.number > after)
        stream.send(RETRY + b"".join(content for content in seen if content), limited=False)
        streams = self.streams.setdefault(key, [])
        streams.append(stream)
        if len(streams) > MAX_STREAMS:
            streams[0].end()
            self.leave(key, streams[0])
        return stream

    def leave(self, key: str, stream: Stream) -> None:
        """Forget a stream whose reader has disconnected."""
        streams = self.streams.get(key, [])
        if stream in streams:
            streams.remove(stream)
        if not streams:
            self.streams.pop(key, None)

    def hang_up(self, keys: Iterable[str]) -> None:
        """Close the streams of ``keys``."""
        for key in list(keys):
            for stream in self.streams.pop(key, []):
                stream.end()


class Draft:
    """The state that a class will have once a batch of acts has been written to disk."""

    def __init__(self, live: Live, *, new: bool = False) -> None:
        self.live = live
        self.state, self.rolled = live.state, live.rolled
        self.additions = Additions(live.born if new else None)

    def viewer(self, key: str) -> Viewer:
        """Return the viewer who holds ``key``."""
        new = self.additions.keys
        found = new[key] if key in new else self.live.keys.get(key)
        if found is None:
            raise Refused("key", "The key is not valid in this class.")
        return found if isinstance(found, Viewer) else Viewer(Role(found[0]), found[1])

    def keys_of(self, pupil: int) -> list[str]:
        """Return the keys of a pupil."""
        known = {**self.live.keys, **self.additions.keys}
        return [key for key in known if known[key] is not None and self.viewer(key).pupil == pupil]

    def answered(self, request: Request, body: str) -> Answer | None:
        """Return the stored answer to a request, or None if the request is new."""
        found = self.additions.requests.get(request) or self.live.requests.get(request)
        if found is not None and found[0] != body:
            raise Refused("request", "This request id belongs to another request.")
        return found and found[1]

    def add(self, events: list[Event]) -> None:
        """Apply events to the draft."""
        for event in events:
            self.state = apply(self.state, event)
            self.rolled = event.number if event.kind == "rolled" else self.rolled
        self.additions.events += events

    def add_key(self, key: str, viewer: Viewer) -> None:
        """Add a key for ``viewer``."""
        self.additions.keys[key] = viewer.role.value, viewer.pupil

    def answer(self, request: Request | None, body: str, answer: Answer) -> Answer:
        """Store and return the answer to a request."""
        if request is not None:
            self.additions.requests[request] = body, answer
        return answer

    def adopt(self) -> Live:
        """Apply the draft to the class."""
        live, new = self.live, self.additions
        for key, viewer in new.keys.items():
            if viewer is None:
                live.keys.pop(key, None)
            else:
                live.keys[key] = Viewer(Role(viewer[0]), viewer[1])
        live.requests |= new.requests
        live.reports |= new.reports
        live.add(new.events)
        live.hang_up([key for key in live.streams if not live.knows(key)])
        return live


class Batch:
    """A batch of acts that are saved together, with the drafts of the classes they change and the classes they end."""

    def __init__(self, find: Callable[[str], Live]) -> None:
        self._find = find
        self.drafts: dict[str, Draft] = {}
        self.ended: dict[str, Ended] = {}
        self.created: dict[Request, str] = {}

    def draft(self, code: str) -> Draft:
        """Return the draft of a class."""
        if code in self.ended:
            raise Refused("ended", ENDED)
        if code not in self.drafts:
            self.drafts[code] = Draft(self._find(code))
        return self.drafts[code]
