"""Running ``python -m tests.classroom.nursery FOLDER`` quickly starts a class server for each line on standard input.

Each server is a fork of this process, which has already imported everything. The test that requested a server kills it.
The servers listen in turn on a socket that this process keeps open, so that no other process can take the port. The
servers have no workers, because workers do not affect these tests and take longer to start than a whole lesson takes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from socket import socket

from dicebingo.web.app import make_app
from dicebingo.web.server import bind, run
from dicebingo.web.settings import Settings
from dicebingo.web.workers import WorkerPool


async def nobody(_: WorkerPool) -> None:
    """Start no workers."""


def serve(folder: str, listening: socket) -> None:
    """Serve classes, and print the port and the process id."""
    told = json.dumps({"port": listening.getsockname()[1], "process": os.getpid()})

    def say(_: object) -> None:
        os.write(1, f"{told}\n".encode())

    run(make_app(Settings(1, 1, classes=folder)), listening, say)


if __name__ == "__main__":
    setattr(WorkerPool, "start", nobody)  # noqa: B010  (mypy rejects a plain assignment)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # let the system clean up child processes that have ended
    children, listening = [], bind("127.0.0.1", 0)
    for _ in sys.stdin:
        if child := os.fork():
            children.append(child)
            continue
        serve(sys.argv[1], listening)
        os._exit(0)
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
