"""A real browser for the tests: the machine's Chromium, driven by playwright.

A test takes the fixture ``browser`` (see conftest) and opens pages with ``visit``, which keeps what a page complained
about and what it asked the network for, so that a test can say that both lists are empty. Where there is no Chromium
the tests are skipped and say so; where ``CI`` is true that is a failure instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

__all__ = ["SCHOOL", "Visit", "chromium", "open_browser", "visit"]

SCHOOL = "school.test"
"""A name that the browser takes to this machine: for it, that is no secure context, as on a school's network."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox, because tests may run as root; and nothing that Chromium does of its own accord.
ARGUMENTS = (
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {SCHOOL} 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.*,EXCLUDE localhost",
)
LOCAL = ("", "localhost", "127.0.0.1", SCHOOL)


def chromium() -> str:
    """Return the path of the machine's Chromium; without one, skip the test, or fail it where ``CI`` is true."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        why = f"expected a browser on the path ({', '.join(NAMES)}), got none"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser, and close it afterwards."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield started
        finally:
            started.close()


@dataclass(frozen=True, slots=True)
class Visit:
    """An open page, what it complained about, and all that it asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def strangers(self) -> list[str]:
        """The requests to other hosts than this machine."""
        return [url for url in self.requests if urlsplit(url).hostname not in (None, *LOCAL)]

    def expect_quiet(self) -> None:
        """Assert that nothing went wrong and nobody else was asked."""
        assert (self.errors, self.strangers) == ([], [])


@contextmanager
def visit(browser: Browser, url: str, **context: Any) -> Iterator[Visit]:
    """Open a page in a fresh context (``viewport``, ``color_scheme``, .. as playwright names them)."""
    fresh = browser.new_context(**context)
    try:
        visited = Visit(fresh.new_page())
        visited.page.on("console", lambda message: _keep_errors(message, visited.errors))
        visited.page.on("pageerror", lambda error: visited.errors.append(str(error)))
        visited.page.on("requestfailed", lambda request: visited.errors.append(f"{request.url}: {request.failure}"))
        visited.page.on("request", lambda request: _keep_url(request, visited.requests))
        visited.page.goto(url, wait_until="load")
        yield visited
    finally:
        fresh.close()


def _keep_errors(message: ConsoleMessage, errors: list[str]) -> None:
    if message.type in ("error", "warning"):
        errors.append(message.text)


def _keep_url(request: Request, requests: list[str]) -> None:
    requests.append(request.url)
