"""The page in a frame on another site: forbidden by default, and allowed on the sites that the operator lists."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, expect

from dicebingo.web.security import HEADERS, headers_for
from tests.commands import run
from tests.web.browser import visit
from tests.web.server import FEW, serving


@contextmanager
def framing(page: str) -> Iterator[str]:
    """Yield the origin of another site that shows ``page`` in a frame."""

    class Frame(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<iframe src='{page}' width=1200 height=700></iframe>".encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Frame)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
def test_only_listed_origins_may_embed_the_page(browser: Browser) -> None:
    """The embedded page can send questions to its own server, even though another site shows it."""
    with framing("about:blank") as allowed, serving(replace(FEW, embed=(allowed,))) as visitor:
        address = f"{visitor.client.base_url}#/design?rules=classic".replace("127.0.0.1", "localhost")
        with visit(browser, allowed) as visited:
            visited.page.eval_on_selector("iframe", "(frame, address) => (frame.src = address)", address)
            embedded = visited.page.frame_locator("iframe")
            expect(embedded.locator("[data-test=value] .figure")).to_have_text("18.00")
        with framing(address) as other, visit(browser, other) as visited:
            visited.page.wait_for_function("() => window.length === 1")
            assert any("frame-ancestors" in error for error in visited.errors), visited.errors
            expect(visited.page.frame_locator("iframe").locator("main")).to_have_count(0)


def test_embedding_is_forbidden_by_default() -> None:
    assert headers_for(()) is HEADERS
    assert HEADERS["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]
    two = headers_for(("https://a.example", "http://127.0.0.1:80"))
    assert "X-Frame-Options" not in two
    assert two["Content-Security-Policy"].endswith("frame-ancestors https://a.example http://127.0.0.1:80")


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "https://*.example.org",
        "moodle.example.org",
        "https://a.example/path",
        "ftp://a.example",
        "https://ä.example",
        "https://a.example; script-src *",
        "https://a.example https://b.example",
        "",
        "null",
        "'self'",
    ],
)
def test_an_invalid_origin_gets_a_one_line_error(text: str) -> None:
    assert "expected an origin such as https://moodle.example.org" in run("serve", "--embed", text).complaint()
