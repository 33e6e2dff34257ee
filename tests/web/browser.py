"""A real browser for the tests: the machine's Chromium, driven by playwright.

A test takes the fixture ``browser`` (see conftest) and opens pages with ``visit``, which records each page's errors and
requests, so that a test can assert that there were none. Animations and transitions are disabled unless a test passes
``moving=True``, because a test that observes a transition depends on its timing. Without Chromium, the tests are
skipped with a reason; if ``CI`` is true, they fail instead.
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
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from benchmarks.page import BROWSERS

__all__ = ["PATIENCE", "SCHOOL", "Visit", "chromium", "new_context", "open_browser", "visit"]

PATIENCE = int(os.environ.get("DICEBINGO_PATIENCE", "300000"))
"""Milliseconds after which a wait counts as a hang; this is not a speed limit."""
expect.set_options(timeout=PATIENCE)
SCHOOL = "school.test"
"""A host name for this machine that the browser does not treat as secure, as on a school's network."""
NAMES = (BROWSERS[-1], *BROWSERS[:-1])
"""The tests use the first of these programs on the path. The headless shell draws no windows and is twice as fast."""
# Chromium's sandbox is off, because tests may run as root. Its background activity is off, too.
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
# The page's messages disappear after a few seconds. This script records them, so that tests can check them later.
SAID = """addEventListener('DOMContentLoaded', () => {
  const toast = document.getElementById('toast');
  window.said = [];
  if (toast) new MutationObserver(() => window.said.push(toast.textContent)).observe(toast, { childList: true });
})"""
# Each page gets its own clipboard, because the headless shell has none.
CLIPBOARD = """(() => {
  let text = '';
  const value = { readText: async () => text, writeText: async (copied) => void (text = copied) };
  if (navigator.clipboard) Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
})()"""
# The script uses a constructed style sheet, because the page's policy forbids inline styles.
NOTHING_MOVES = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()"""


def chromium() -> str:
    """Return the path of the machine's Chromium.

    If there is no Chromium, skip the test, or fail it if ``CI`` is true.
    """
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        why = f"expected a browser on the path ({', '.join(NAMES)}), got none"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser, and close it after the tests."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield started
        finally:
            started.close()


@dataclass(frozen=True, slots=True)
class Visit:
    """An open page, with its errors and its requests."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def strangers(self) -> list[str]:
        """Return the requests to hosts other than this machine."""
        return [url for url in self.requests if urlsplit(url).hostname not in (None, *LOCAL)]

    def expect_quiet(self) -> None:
        """Assert that there were no errors and no requests to other hosts."""
        assert (self.errors, self.strangers) == ([], [])


def new_context(browser: Browser, *, moving: bool = False, **context: Any) -> BrowserContext:
    """Return a fresh context with playwright's options (``viewport``, ``color_scheme``, ...) and with long timeouts."""
    fresh = browser.new_context(**({} if moving else {"reduced_motion": "reduce"}) | context)
    fresh.set_default_timeout(PATIENCE)
    fresh.add_init_script(SAID)
    fresh.add_init_script(CLIPBOARD)
    if not moving:
        fresh.add_init_script(NOTHING_MOVES)
    return fresh


@contextmanager
def visit(browser: Browser, url: str, **context: Any) -> Iterator[Visit]:
    """Open a page in a fresh context; see ``new_context``."""
    fresh = new_context(browser, **context)
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
