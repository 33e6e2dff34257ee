"""Server-sent events: the past and future events of a class, in the form that each viewer may see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import NamedTuple

from dicebingo.classroom.events import Event
from dicebingo.classroom.state import Classroom, Role, Viewer
from dicebingo.classroom.views import Seen, event_views
from dicebingo.json_form import to_dict

BEAT_SECONDS = 5.0
BEAT = b": still here\n\n"
RETRY = b"retry: 1000\n\n"
MAX_WAITING = 1 << 20
"""The maximum number of bytes queued for a slow reader. If more bytes are queued, the stream is closed, and the reader
can ask for the missing events."""


class Message(NamedTuple):
    """An event as a message to each kind of viewer, or None if that kind of viewer must not see the event.

    ``own`` contains the number of the pupil concerned and the message to this pupil, if it differs from ``pupils``.
    """

    number: int
    teacher: bytes | None
    projector: bytes | None
    pupils: bytes | None
    own: tuple[int, bytes] | None

    @classmethod
    def of(cls, state: Classroom, event: Event) -> Message:
        """Return the message for an event; ``state`` is the class after the event."""
        views = event_views(state, event)
        written: dict[int, bytes] = {}

        def write(seen: Seen | None) -> bytes | None:
            if seen is None:
                return None
            if id(seen) not in written:  # most events look the same to all viewers
                text = json.dumps(to_dict(seen), ensure_ascii=False, separators=(",", ":"))
                written[id(seen)] = f"id: {event.number}\nevent: {event.kind}\ndata: {text}\n\n".encode()
            return written[id(seen)]

        own = views.own and (views.own[0], write(views.own[1]) or b"")
        return cls(event.number, write(views.teacher), write(views.projector), write(views.pupils), own)

    def seen_by(self, viewer: Viewer) -> bytes | None:
        """Return the message for a viewer."""
        if viewer.role is Role.PUPIL:
            return self.own[1] if self.own is not None and self.own[0] == viewer.pupil else self.pupils
        return self.teacher if viewer.role is Role.TEACHER else self.projector


class Stream:
    """One reader of a class's events."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._waiting: list[bytes] = []
        self._size = 0
        self._wake = asyncio.Event()
        self._ended = False
        self._beats: asyncio.TimerHandle | None = None

    def send(self, content: bytes, *, limited: bool = True) -> None:
        """Queue a message. If ``limited`` is true and the reader is too slow, the stream ends."""
        self._waiting.append(content)
        self._size += len(content)
        if limited and self._size > MAX_WAITING:
            self._waiting.clear()
            self._ended = True
        self._wake.set()

    def end(self) -> None:
        """Close the stream after all queued messages."""
        self._ended = True
        self._wake.set()

    def _beat(self) -> None:
        """Send a heartbeat unless a message is queued; one recurring timer is cheaper than a timeout for each wait."""
        if not self._waiting:
            self.send(BEAT)
        self._set_timer()

    def _set_timer(self) -> None:
        self._beats = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)

    async def content(self) -> AsyncIterator[bytes]:
        """Yield the queued messages, and heartbeats."""
        self._set_timer()
        try:
            while True:
                if self._waiting:
                    content, self._size = b"".join(self._waiting), 0
                    self._waiting.clear()
                    yield content
                elif self._ended:
                    return
                else:
                    self._wake.clear()
                    await self._wake.wait()
        finally:
            assert self._beats is not None
            self._beats.cancel()
