"""The listening socket, the server, and a client that checks whether the server answers."""

from __future__ import annotations

import json
import os
import socket
from asyncio import TimerHandle, Transport, get_running_loop
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from types import FrameType
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import Json, JsonObject
from dicebingo.web.connections import Connections, SeldomLog, raise_file_limit
from dicebingo.web.security import HAS_KEY, visitor_of
from dicebingo.web.settings import Settings

CHECK = {"board": "7 7 7 / 7 7 7 / 7 7 7", "wait": 10}
CHECK_SECONDS = 60.0
BACKLOG = 1024
HEAD_BYTES = 256 << 10
"""The maximum size of a request's headers, in bytes."""
GRACE_SECONDS = 1.0
"""When the server stops, its visitors get this many seconds to receive their last responses."""

Stop = Callable[[], None]
Ready = Callable[[Stop], None]


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket, so that the address is known and reserved before anything else starts."""
    listening = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Name the protocol: otherwise asyncio does not disable Nagle's algorithm, which delays each answer by 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":  # on Windows this option would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        if listening is not None:
            listening.close()
        reason = error.strerror or error
        raise InputError(f"Cannot listen on {quote(host)}, port {port}: {reason}.") from None
    return listening


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address of a server's pages."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listening.getsockname()[1]}/"


def address_in_network(listening: socket.socket, host: str) -> str:
    """Return the address of a server as seen from the local network."""
    if host not in ("0.0.0.0", "::"):
        return address_of(listening, host)
    family, probe = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))  # this sends nothing and only selects a local address
            return address_of(listening, asking.getsockname()[0])
    except OSError:  # there is no network
        return address_of(listening, host)


BETWEEN = "between requests"
"""The state of a connection before any part of the next request has arrived; h11 also calls this state idle."""


class _Connection(H11Protocol):
    """A connection with time limits for the client to send the head and then the body of a request.

    Without these limits, a client could block all other clients by opening many connections and sending a byte now and
    then. If a body has not arrived after ``body_seconds``, the application answers with 408. The server then reads the
    rest of the body for up to the same time again, because the client might otherwise not see the answer.
    """

    def __init__(self, settings: Settings, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        # All connections from a proxy have the same address, so they are not limited.
        self.address, self._connections = "", None if settings.proxy else connections
        self.timeout_keep_alive = settings.idle_seconds  # type: ignore[assignment]  # uvicorn declares an int; a float works
        self._seconds: dict[object, float] = {
            h11.IDLE: settings.head_seconds,
            h11.SEND_BODY: 2 * settings.body_seconds,
            BETWEEN: settings.idle_seconds,
        }
        self._state: object = None
        self._timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        super().connection_made(transport)
        self._watch(self.conn.their_state)
        if self._connections is not None:
            self.address = visitor_of({"client": self.client})
            self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        state = self.conn.their_state
        # The rest of a body may arrive after its request was answered; it does not begin the next request.
        self._watch(BETWEEN if state is h11.IDLE and not self.conn.trailing_data[0] else state)
        if self._connections is not None:
            self._connections.use(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._watch(None)
        if self._connections is not None:
            self._connections.remove(self)

    @property
    def answering(self) -> bool:
        """Whether a request is being answered."""
        cycle: Any = self.cycle  # the cycle is None before the first request, despite its declared type
        return cycle is not None and not cycle.response_complete

    @property
    def trusted(self) -> bool:
        """Whether a request with a valid key is being answered."""
        return self.answering and bool(dict(self.scope or {}).get(HAS_KEY))

    def hang_up(self) -> None:
        """Close the connection."""
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is not HTTP, or hang up if an answer has already begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _watch(self, state: object) -> None:
        """Restart the timer when another part of a request begins."""
        if state is not self._state:
            self._state = state
            if self._timer is not None:
                self._timer.cancel()
            seconds = self._seconds.get(state)
            self._timer = None if seconds is None else self.loop.call_later(seconds, self.transport.close)


class _Server(uvicorn.Server):
    """A server that calls ``ready`` once it runs, ends normally on a signal, and does not wait for slow visitors."""

    def __init__(self, config: uvicorn.Config, ready: Ready) -> None:
        super().__init__(config)
        self._ready = ready
        self.signalled = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        get_running_loop().set_exception_handler(SeldomLog().exception)
        await super().startup(sockets)
        try:
            self._ready(self._stop)
        except BaseException:
            await self.shutdown(sockets)
            raise

    def _stop(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  (uvicorn's signature)
        self.signalled = True
        self._stop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the application, which answers waiting visitors, and then close all connections."""
        await self.lifespan.shutdown()
        get_running_loop().call_later(GRACE_SECONDS, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def run(app: Starlette, listening: socket.socket, ready: Ready = lambda _: None) -> bool:
    """Run an application until it is stopped; return whether a signal stopped it.

    ``ready`` is called once the server can answer requests; its argument is a function that stops the server. ``ready``
    must return quickly.
    """
    settings: Settings = app.state.settings
    most = raise_file_limit()
    connections = Connections(min(settings.connections, most // 2), most)
    config = uvicorn.Config(
        app,
        http=partial(_Connection, settings, connections),  # type: ignore[arg-type]  # uvicorn only calls it
        access_log=False,
        log_level="error",
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=HEAD_BYTES,
        ws="none",
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
    )
    server = _Server(config, ready)
    server.run(sockets=[listening])
    return server.signalled


def ask(address: str, path: str, question: JsonObject | None = None) -> Json:
    """Send a question in JSON to a server on this machine, and return the answer."""
    host = address.removeprefix("http://").rstrip("/")
    connection = HTTPConnection(host, timeout=CHECK_SECONDS)
    try:
        if question is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(question), {"Content-Type": "application/json"})
        response = connection.getresponse()
        content = json.loads(response.read())
    except (OSError, ValueError) as error:
        raise DiceBingoError(f"The server at {address} did not answer ({error}).") from None
    finally:
        connection.close()
    if response.status not in (200, 201):
        raise DiceBingoError(f"The server at {address} answered with status {response.status}: {content}")
    return content
