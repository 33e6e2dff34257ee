"""A proxy between a page and its server that uses a seed to drop, delay, duplicate and corrupt responses.

The fault chosen for a request depends only on the seed, the address and the number of earlier requests to that address.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread
from urllib.parse import urlsplit

LOGIN = b"<!doctype html><title>Log in to this network</title>"
# Headers that are not forwarded: most describe only the connection, and the server would reject the proxy's origin.
HOP = ("connection", "transfer-encoding", "content-length", "server", "date", "host", "origin", "referer")


class Chaos(ThreadingHTTPServer):
    """The proxy. ``share`` is the fraction of requests that get a fault; at 0, all requests are forwarded unchanged."""

    daemon_threads = True

    def __init__(self, server: str, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream = urlsplit(server).netloc
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.seed, self.share = seed, 0.0
        self.faults: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._lock = Lock()

    def fault(self, path: str) -> str:
        """Return the fault chosen for this request, or an empty string."""
        with self._lock:
            self._asked[path] += 1
            chance = Random(f"{self.seed} {path} {self._asked[path]}")
            if chance.random() >= self.share:
                return ""
            kind = chance.choice(("drop", "cut", "login", "delay", "duplicate", "500", "404", "503"))
            self.faults[kind] += 1
            return kind

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connections that the browser closed."""


class _Handler(BaseHTTPRequestHandler):
    server: Chaos
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""

    def _forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = self.server.fault(self.path)
        if kind == "drop":
            self.close_connection = True
            return
        if kind == "delay":
            time.sleep(0.05)
        if kind == "duplicate":
            self._ask(body)
        status, headers, content = self._ask(body)
        if kind == "login":
            status, headers, content = 200, {"Content-Type": "text/html"}, LOGIN
        elif kind.isdigit():
            status, headers, content = int(kind), {"Content-Type": "text/plain"}, b"chaos"
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if kind == "cut":
            content = content[: len(content) // 2]
            self.close_connection = True
        with suppress(OSError):
            self.wfile.write(content)

    def _ask(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = HTTPConnection(self.server.upstream)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        connection.request(self.command, self.path, body or None, headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, {k: v for k, v in response.getheaders() if k.lower() not in HOP}, content

    do_GET = do_POST = do_DELETE = _forward  # noqa: N815


@contextmanager
def chaos(server: str, seed: int) -> Iterator[Chaos]:
    """Run the proxy in front of a server for as long as the block lasts."""
    with Chaos(server, seed) as proxy:
        thread = Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
