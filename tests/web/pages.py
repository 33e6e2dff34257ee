"""Test pages in a browser: the server, links, and checks that several test files share."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from dicebingo.model.variants import VARIANTS
from dicebingo.web.static_pages import FOLDER
from tests.web.browser import PATIENCE, Visit, visit

__all__ = ["MODULES", "Site", "needs", "node"]

MODULES = Path(__file__).parents[2] / "node_modules"


def named(*some: str) -> list[Any]:
    """Return the names of all named rules as test parameters. Short runs test only the names in ``some``."""
    names = [variant.name for variant in VARIANTS]
    return [name if name in some else pytest.param(name, marks=pytest.mark.long) for name in names]


NAMED = named("classic")
"""The names of all named rules. Tests that press every control of the page run once for each name."""
VIEWS = ("design", "play", "compare", "duel")
"""The rooms whose addresses contain boards."""

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1366, "height": 768},
    "phone": {"width": 375, "height": 812},
    "large phone": {"width": 390, "height": 844},
}
EVERY_SCREEN = {
    "laptop": (1366, 768),
    "projector": (1920, 1080),
    "phone": (390, 844),
    "small phone": (375, 635),
    "phone on its side": (812, 375),
    "laptop at 200%": (683, 384),
    "laptop with large letters": (1366, 768),
}
LOW_SCREENS: dict[str, ViewportSize] = {
    "phone on its side": {"width": 812, "height": 375},
    "laptop at 200%": {"width": 683, "height": 384},
}
# A script that finds elements that are partly off the screen, or covered at one of nine points.
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
SCREENS = [size if size == "phone" else pytest.param(size, marks=pytest.mark.long) for size in SIZES]
"""The screen sizes for slow tests: one phone, or all sizes in long runs."""
GO = """(hash) => new Promise((resolve) => {
  if (new URL(hash, location.href).href === location.href) return resolve();
  addEventListener('hashchange', resolve, { once: true }); // the page's own listener runs first
  location.hash = hash;
})"""
PROJECTOR = """(on) => {
  const control = document.getElementById('projector');
  if ((control.ariaPressed === 'true') !== on) control.click();
  scrollTo(0, 0);
}"""
AXE = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run({ ...only, resultTypes: ['violations'], selectors: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}"""
TYPE = """(digits) => {
  for (const key of digits)
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll(
  'a, button, input, select, summary, label.choice, [role=gridcell]')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const shown = width > 0 && height > 0 && getComputedStyle(element).clipPath === 'none';
    return shown && (width < 44 || height < 44);
  }).map((element) => element.outerHTML.slice(0, 120))"""

# Click the next control that has not been clicked yet, and return its name. Other tests cover the skipped controls,
# which enter values, show fractions, change rules, remove boards or download files.
NEXT = """(seen) => {
  const label = (one) => (one.ariaLabel ?? one.closest('label')?.innerText ?? one.innerText).trim();
  const other = /^(Stop|Remove|Download|PNG|SVG|Close)/;
  const all = document.querySelectorAll(
    'main :is(button, summary, input[type=radio]):not(:disabled, [aria-disabled=true])');
  const next = [...all].find((one) => one.checkVisibility()
    && !one.closest('[inert], .gallery, .dock, .number') && !other.test(label(one)) && !seen.includes(label(one)));
  if (!next) return null;
  const name = label(next);
  next.click();
  return name;
}"""


def needs(path: Path) -> Path:
    """Return ``path``, a file in ``node_modules``. If it is missing, skip the test, or fail it if ``CI`` is true."""
    if not path.exists():
        why = f"{path.relative_to(MODULES.parent)} is missing: npm ci --ignore-scripts installs it"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return path


def node() -> str:
    """Return the path of node. If node is missing, skip the test, or fail it if ``CI`` is true."""
    found = shutil.which("node")
    if found is None:
        why = "expected node on the path, got none"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


class Site:
    """A running server, and a browser that opens its pages."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser = address.rstrip("/"), browser

    @contextmanager
    def open(self, fragment: str = "", **context: Any) -> Iterator[Page]:
        """Open a page such as ``#/duel?roll=6``, and assert that there are no errors and no requests to other hosts."""
        with visit(self.browser, f"{self.address}/{fragment}", **context) as visited:
            yield visited.page
            expect_quiet(visited)


def expect_quiet(visited: Visit) -> None:
    # The page cancels a request when a newer request replaces it. A cancelled request is not an error.
    mistakes = [error for error in visited.errors if "ERR_ABORTED" not in error]
    assert not mistakes, mistakes
    assert not visited.strangers, visited.strangers


# The document has the CSS class ``asking`` from a request until the page shows the answer or sends the next request.
# Until its room has loaded, the page is marked as busy.
READY = """() => document.querySelector('main:not([aria-busy]) h1')?.checkVisibility()
  && !document.querySelector('html.asking, .busy, progress:not([hidden] *)')"""


def wait_until_ready(page: Page) -> None:
    """Wait until a room is loaded and shows its numbers."""
    page.wait_for_function(READY)


def go(page: Page, fragment: str) -> None:
    """Follow a link within the page, and wait until its room is loaded and shows its numbers."""
    page.evaluate(GO, fragment)
    wait_until_ready(page)


def open_room(page: Page, name: str) -> None:
    """Tap the tab of a room, wait until the tab is current, and then wait until the room is ready."""
    page.locator(f".tabs a[data-view={name}]").click()
    page.locator(f".tabs a[data-view={name}][aria-current=page]").wait_for()
    wait_until_ready(page)


MAX_BYTES = 70_000
"""Loading the first page transfers at most this many bytes, including headers."""
REQUESTS = 5
"""A reload makes at most this many requests that the browser's cache does not answer."""
ROOMS = {
    name: [module, *(f"words/en/{part}.js" for part in re.findall(r'"(\w+)"', words))]
    for name, module, words in re.findall(
        r'^  (\w+): \{ module: "\./([^"]+)"(?:.* words: \[(.*)\])?',
        (FOLDER / "js" / "rooms.js").read_text(),
        re.MULTILINE,
    )
}
"""The scripts of each room, in ``js/``."""


def transferred(page: Page) -> dict[str, int]:
    """Return the bytes of each response, including headers; files from the browser's cache count as 0 bytes."""
    entries = "() => performance.getEntries().filter((e) => 'transferSize' in e).map((e) => [e.name, e.transferSize])"
    sizes: dict[str, int] = {}
    for name, size in page.evaluate(entries):
        sizes[name] = sizes.get(name, 0) + size
    return sizes


def uncached(page: Page) -> dict[str, str]:
    """Record the addresses of all later requests that the browser's cache does not answer."""
    session, asked = page.context.new_cdp_session(page), dict[str, str]()

    def sent(event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            asked[event["requestId"]] = event["request"]["url"]

    def received(event: dict[str, Any]) -> None:
        if "response" not in event or event["response"].get("fromDiskCache"):
            asked.pop(event["requestId"], None)

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.requestServedFromCache", received)
    session.on("Network.responseReceived", received)
    session.send("Network.enable")
    return asked


def wait_for(page: Page, holds: Callable[[], Any]) -> None:
    """Wait for a condition outside the page, and let playwright handle the page's events in the meantime."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, f"still waiting on {page.url}"
        page.wait_for_timeout(10)


def expect_said(page: Page, text: str) -> None:
    """Wait until the page has shown a message, which may have disappeared again."""
    page.wait_for_function("(text) => window.said.some((one) => one.includes(text))", arg=text)


@contextmanager
def clock_stopped(page: Page) -> Iterator[None]:
    """Stop the page's clock, so that timing does not depend on how busy the machine is."""
    page.clock.install()
    page.clock.pause_at(time.time() + 1)
    yield
    page.clock.resume()


class Held:
    """Holds back requests until the test releases them, except requests to paths in ``but``, such as ``/css/*``."""

    def __init__(self, page: Page, pattern: str, *but: str) -> None:
        self.routes: list[Route] = []
        self.released, self.but = False, but
        page.route(pattern, self._take)

    def _take(self, route: Route) -> None:
        path = re.sub(r"^/[0-9a-f]{12}/", "/", urlsplit(route.request.url).path)
        if self.released or any(
            path == name or (name.endswith("/*") and path.startswith(name[:-1])) for name in self.but
        ):
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        """Release the waiting requests and all later ones."""
        self.released = True
        while self.routes:
            self.routes.pop().continue_()


def violations(page: Page, *rules: str) -> list[str]:
    """Return the violations of the given rules (by default, all) that axe-core finds on the current page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(needs(MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(AXE, list(rules))
    return found


def inside(page: Page, *selectors: str) -> None:
    """Assert that all elements that match the selectors are on the screen, and that nothing covers them."""
    hidden = page.evaluate(HIDDEN, list(selectors))
    assert hidden == [], hidden


def every_screen(page: Page) -> Iterator[str]:
    """Show the top of the page on each screen in turn, including a projector and large text; yield the screen's name.

    At the end, the text size is normal and the projector mode is off.
    """
    browser = page.context.new_cdp_session(page)
    for name, (width, height) in EVERY_SCREEN.items():
        size = 32 if "large letters" in name else 16
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PROJECTOR, name == "projector")
        yield name
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 16}})


def write(page: Page, values: str) -> None:
    """Type values into the grid, starting at the focused cell. All digits of a value are typed at once."""
    page.evaluate(TYPE, values.replace("/", "").replace(" ", ""))


def shared(page: Page) -> str:
    """Return the part of the address that contains the state."""
    return "#" + str(page.evaluate("location.hash"))[1:]  # page.url lags slightly behind


def expect_shared(page: Page, state: str) -> None:
    """Wait until the address contains a state; the page handles keys and clicks with a short delay."""
    wait_for(page, lambda: shared(page) == state)
