"""Running the application: the socket, the server, and a client that checks whether it answers."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.web.settings import Settings

CHECK = {"board": "7 7 7 / 7 7 7 / 7 7 7", "wait": 10}
CHECK_SECONDS = 60.0
BACKLOG = 1024
HEAD_BYTES = 256 << 10
"""A request whose headers are longer is not read."""

Stop = Callable[[], None]


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens, so that the address is known, and ours, before anything else starts."""
    listening = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # The protocol is named, or asyncio would not switch off Nagle's algorithm: 40 ms for every answer.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":  # where it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        if listening is not None:
            listening.close()
        reason = error.strerror or error
        raise InputError(f"expected an address to listen on, got {quote(host)}, port {port} ({reason})") from None
    return listening


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address of a server's pages."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listening.getsockname()[1]}/"


def serve(listening: socket.socket, settings: Settings, ready: Callable[[Stop], None] | None = None) -> None:
    """Serve until Ctrl-C; see ``run``."""
    from dicebingo.web.app import make_app  # noqa: PLC0415  (an extra)

    with suppress(KeyboardInterrupt):
        run(make_app(settings), listening, ready)


def run(app: Any, listening: socket.socket, ready: Callable[[Stop], None] | None = None) -> None:
    """Run an application until it is stopped.

    ``ready`` is called when requests are answered, in a thread of its own, with a function that stops the server.
    """
    import uvicorn  # noqa: PLC0415  (an extra)

    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        lifespan="on",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=HEAD_BYTES,
        ws="none",
    )
    server = uvicorn.Server(config)

    def stop() -> None:
        server.should_exit = True

    def announce() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.01)
        if ready is not None:
            ready(stop)

    threading.Thread(target=announce, daemon=True).start()
    server.run(sockets=[listening])


def ask(address: str, path: str, question: Any = None) -> Any:
    """Ask a server at an address of ours something in JSON."""
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
        raise DiceBingoError(f"expected an answer from {address}, got none ({error})") from None
    finally:
        connection.close()
    if response.status != 200:
        raise DiceBingoError(f"expected an answer from {address}, got the status {response.status}: {content}")
    return content
