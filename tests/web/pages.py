"""The pages in a browser: a server of their own, links as people share them, and what is wrong with a page.

Nothing here has a time limit that a busy machine could miss: what is waited for is waited for long.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from dicebingo.model.variants import VARIANTS
from tests.web.browser import Visit, visit
from tests.web.server import serving

__all__ = ["MODULES", "Site", "needs", "node", "site"]

MODULES = Path(__file__).parents[2] / "node_modules"
PATIENCE = int(os.environ.get("DICEBINGO_PATIENCE", "120000"))
SOME = ("classic",)
NAMED = [
    variant.name if variant.name in SOME else pytest.param(variant.name, marks=pytest.mark.long) for variant in VARIANTS
]
"""The named rules, most of them only for long runs: for tests that press everything."""
VIEWS = ("design", "play", "compare", "duel")
"""The rooms whose addresses hold boards."""
expect.set_options(timeout=PATIENCE)

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1366, "height": 768},
    "phone": {"width": 375, "height": 812},
    "large phone": {"width": 390, "height": 844},
}
# What is not wholly on the screen, or covered by something else at one of nine points.
HIDDEN = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)];
  if (!found.length) return [`${selector}: nothing`];
  return found.flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const where = [left, top, right, bottom].map(Math.round).join(' ');
    if (!(right > left && bottom > top)) return [`${selector}: not shown`];
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      return [`${selector}: not on the screen: ${where}`];
    const inset = 3;
    for (const x of [left + inset, (left + right) / 2, right - inset])
      for (const y of [top + inset, (top + bottom) / 2, bottom - inset]) {
        const above = document.elementFromPoint(x, y);
        if (above && !element.contains(above) && !above.contains(element))
          return [`${selector}: covered by ${above.outerHTML.slice(0, 80)}`];
      }
    return [];
  });
})"""
SMALL_TARGETS = """() => [...document.querySelectorAll(
  'a, button, input, select, summary, label.choice, [role=gridcell]')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const shown = width > 0 && height > 0 && getComputedStyle(element).clipPath === 'none';
    return shown && (width < 44 || height < 44);
  }).map((element) => element.outerHTML.slice(0, 120))"""

# Click the next control that was not clicked before, and say its name. Others are tried elsewhere: keys and numbers,
# what goes to other rules, what takes boards away, and what the browser would do with a file.
NEXT = """(seen) => {
  const label = (one) => (one.ariaLabel ?? one.closest('label')?.innerText ?? one.innerText).trim();
  const other = /^(Stop|Remove|Download|PNG|SVG|Close)/;
  const all = document.querySelectorAll('main :is(button, summary, input[type=radio]):not(:disabled)');
  const next = [...all].find((one) => one.checkVisibility()
    && !one.closest('[inert], .gallery, .dock, .number') && !other.test(label(one)) && !seen.includes(label(one)));
  if (!next) return null;
  const name = label(next);
  next.click();
  return name;
}"""


def needs(path: Path) -> Path:
    """Return a file of the page's checkers; without it, skip the test, or fail it where ``CI`` is true."""
    if not path.exists():
        why = f"expected {path.relative_to(MODULES.parent)}, which npm ci --ignore-scripts installs, got nothing"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return path


def node() -> str:
    """Return the path of node; without it, skip the test, or fail it where ``CI`` is true."""
    found = shutil.which("node")
    if found is None:
        why = "expected node on the path, got none"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


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
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    page.wait_for_function("() => !document.querySelector('.busy, progress:not([hidden] *)')")
    page.wait_for_load_state("networkidle")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it is, by some of its rules or all."""
    page.evaluate(needs(MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("(rules) => axe.run(rules.length ? { runOnly: rules } : {})", list(rules))
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]]


def inside(page: Page, *selectors: str) -> None:
    """Assert that all elements of each selector lie on the screen, and that nothing covers them."""
    assert page.evaluate(HIDDEN, list(selectors)) == []


def write(page: Page, board: str) -> None:
    """Type a board into the grid that has the focus on its first cell."""
    for value in board.replace("/", " ").split():
        page.keyboard.type(value)


def shared(page: Page) -> str:
    """The part of the address that holds the state."""
    return "#" + str(page.evaluate("location.hash"))[1:]  # which page.url hears of a little later
