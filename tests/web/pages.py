"""The pages in a browser: a server of their own, links as people share them, and what is wrong with a page.

Nothing here has a time limit that a busy machine could miss: what is waited for is waited for long.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Visit, visit
from tests.web.server import serving

__all__ = ["MODULES", "Site", "needs", "site"]

MODULES = Path(__file__).parents[2] / "node_modules"
PATIENCE = 120_000
VIEWS = ("design", "play", "compare", "duel")
expect.set_options(timeout=PATIENCE)

SMALL_TARGETS = """() => [...document.querySelectorAll(
  'a, button, input, select, summary, label.choice, [role=gridcell]')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const shown = width > 0 && height > 0 && getComputedStyle(element).clipPath === 'none';
    return shown && (width < 44 || height < 44);
  }).map((element) => element.outerHTML.slice(0, 120))"""


def needs(path: Path) -> Path:
    """Return a file of the page's checkers; without it, skip the test, or fail it where ``CI`` is true."""
    if not path.exists():
        why = f"expected {path.relative_to(MODULES.parent)}, which npm ci --ignore-scripts installs, got nothing"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return path


class Site:
    """A running server and a browser that visits it."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser = address.rstrip("/"), browser

    @contextmanager
    def open(self, fragment: str = "", **context: Any) -> Iterator[Page]:
        """Open a page such as ``#/duel?roll=6``: nothing may go wrong, and nobody else may be asked."""
        with visit(self.browser, f"{self.address}/{fragment}", **context) as visited:
            visited.page.set_default_timeout(PATIENCE)
            yield visited.page
            expect_quiet(visited)


def expect_quiet(visited: Visit) -> None:
    # A question that a newer one overtakes is given up: that is not a mistake.
    mistakes = [error for error in visited.errors if "ERR_ABORTED" not in error]
    assert not mistakes, mistakes
    assert not visited.strangers, visited.strangers


@pytest.fixture(scope="module")
def site(browser: Browser) -> Iterator[Site]:
    """A server for the tests of a module."""
    with serving() as visitor:
        yield Site(str(visitor.client.base_url), browser)


def wait_until_ready(page: Page) -> None:
    """Wait until a view is there and has its numbers."""
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_function("() => !document.querySelector('.busy, progress:not([hidden] *)')")
    page.wait_for_load_state("networkidle")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it is, by some of its rules or all."""
    page.evaluate(needs(MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("(rules) => axe.run(rules.length ? { runOnly: rules } : {})", list(rules))
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]]


def write(page: Page, board: str) -> None:
    """Type a board into the grid that has the focus on its first cell."""
    for value in board.replace("/", " ").split():
        page.keyboard.type(value)


def shared(page: Page) -> str:
    """The part of the address that holds the state."""
    return "#" + page.url.partition("#")[2]
