"""The static site in a real browser, online and offline, served by Python's file server under a subpath."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Visit, visit
from tests.web.pages import MAX_BYTES, MODULES, go, needs, violations, wait_until_ready
from tests.web.site_questions import agree, random_question, served
from tests.web.site_walks import BEST, MIXED, RING, A, B, look_and_print
from tools.site import build, gzip_size, site_policy, write_service

pytestmark = pytest.mark.slow

UNDER = "some/path/bingo"
ASK = """async (all) => {
  const { ask, getFile } = (await import(document.querySelector('script[src$="main.js"]').src)).$api;
  const answers = [];
  for (const [name, question] of all) {
    try {
      const found = Array.isArray(question) ? await (await getFile(name, question)).arrayBuffer() : null;
      const bytes = [...new Uint8Array(found ?? 0)].map((byte) => String.fromCharCode(byte)).join('');
      const text = name.endsWith('pdf') ? bytes : found && new TextDecoder().decode(found);
      answers.push([200, found ? text : await ask(name, question)]);
    } catch (error) {
      if (!error.status) throw error;
      answers.push([error.status, error.message]);
    }
  }
  return answers;
}"""
STOP = """async () => {
  const { ask, isAbort } = (await import(document.querySelector('script[src$="main.js"]').src)).$api;
  const controller = new AbortController();
  const boards = Array.from({ length: 40 }, (_, i) => `7,6,8/5,9,4/${2 + (i % 11)},${2 + ((i * 7) % 11)},6`);
  let told = '';
  const onprogress = ({ stage, done }) => {
    told = stage;
    if (done > 2) controller.abort();
  };
  let stopped = false;
  await ask('tournament', { boards }, { signal: controller.signal, onprogress }).catch((error) => {
    stopped = isAbort(error);
  });
  const { expected_rolls } = await ask('solve', { board: '8,8,9/7,6,10/7,4,2' });
  return [told, stopped, expected_rolls.exact.length > 9];
}"""
BREAK_DOWN = """async () => {
  const { Computer } = (await import(document.querySelector('script[src$="main.js"]').src)).$local_computer;
  const computer = new Computer();
  const text = JSON.stringify({ board: '7,7,7/7,7,7/7,7,7' });
  await computer.ask('solve', text, {});
  const told = computer.ask('solve', text, {}).catch((error) => error.message);
  const waiting = computer.ask('solve', text, {}).catch((error) => error.message);
  try { computer.fail(new Error('no memory')); } catch {}
  return [await told, await waiting, (await computer.ask('solve', text, {})).status];
}"""
FORBIDDEN = """async () => {
  const done = [];
  const source = `try { eval('1'); postMessage('eval'); } catch { postMessage('no eval'); }
    fetch('http://127.0.0.1:9/').then(() => postMessage('fetch'), () => postMessage('no fetch'));`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  await new Promise((resolve) => worker.addEventListener('message', ({ data }) => done.push(data) > 1 && resolve()));
  return done;
}"""


class Files(SimpleHTTPRequestHandler):
    """Python's file server without logging."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; the address ends in a slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Shop:
    """A built site, an open page, and the requests that the page sent before it was usable."""

    folder: Path
    address: str
    visited: Visit
    close: Any
    first: set[str]

    def go(self, fragment: str) -> Page:
        """Follow a link within the page, so that Python keeps running."""
        go(self.visited.page, fragment)
        return self.visited.page


@pytest.fixture(scope="module")
def shop(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A first visit to the site; ``close`` stops the site's server."""
    needs(MODULES / "pyodide" / "pyodide.mjs")
    root = tmp_path_factory.mktemp("host")
    folder = build(root / UNDER, docs=False)
    host = hosted(root)
    address = f"{host.__enter__()}{UNDER}/"
    ended: list[None] = []

    def close() -> None:
        if not ended:
            ended.append(None)
            host.__exit__(None, None, None)

    with visit(browser, f"{address}#/design?rules=classic", accept_downloads=True) as visited:
        expect(visited.page.locator("[data-test=value] .figure")).to_have_text("18.00")
        expect(visited.page.locator("[data-test=board] [role=gridcell]").first).to_be_enabled()
        asked = {urlsplit(url).path.removeprefix(f"/{UNDER}/") or "index.html" for url in visited.requests}
        yield Shop(folder, address, visited, close, asked)
    close()


def test_the_page_is_usable_before_python_has_loaded(shop: Shop) -> None:
    """Thanks to stored answers, the page is usable after loading 70 kB. The whole site is smaller than 8 MB.

    A strict content security policy applies to the page and the worker.
    """
    page, visited = shop.visited.page, shop.visited
    first = [name for name in shop.first if not re.match(r"runtime/|.*\.zip$|blob:|.*worker\.js$", name)]
    assert sum(gzip_size(shop.folder / name) for name in first if (shop.folder / name).is_file()) <= MAX_BYTES
    files = [path for path in shop.folder.rglob("*") if path.is_file()]
    assert sum(map(gzip_size, files)) < 8_000_000
    assert site_policy() in (shop.folder / "index.html").read_text(encoding="utf-8")
    wait_until_ready(page)
    assert page.evaluate(FORBIDDEN) == ["no eval", "no fetch"]
    # The content security policy blocks this address, and the browser logs that.
    visited.errors[:] = [error for error in visited.errors if "127.0.0.1:9" not in error]


@pytest.mark.parametrize(
    "room",
    [
        f"#/design?board={BEST}",
        *(pytest.param(room, marks=pytest.mark.long) for room in ("#/", RING, MIXED, "#/rules", "#/print?count=2")),
    ],
)
def test_the_page_has_no_accessibility_violations(shop: Shop, room: str) -> None:
    assert violations(shop.go(room)) == []


def test_everything_works_online_and_offline(shop: Shop, tmp_path: Path) -> None:
    """All rooms still open offline, with the server stopped, and Python starts again."""
    page = shop.visited.page
    look_and_print(page, tmp_path)
    answers = page.evaluate(ASK, [["duel", {"boards": [A, B]}]])
    assert answers[0][1]["value"]["exact"] == "-26009/11390625"
    assert page.evaluate(STOP) == ["matches", True, True]
    shop.close()
    page.context.set_offline(True)
    page.reload()
    look_and_print(page, tmp_path)
    for room in ("#/", "#/play", RING, MIXED, "#/rules", "#/story"):
        shop.go(room)
    page.context.set_offline(False)
    shop.visited.expect_quiet()


@pytest.mark.parametrize("count", [21, pytest.param(300, marks=pytest.mark.long)])
def test_the_worker_gives_the_same_answers_as_the_server(shop: Shop, count: int) -> None:
    """Ask one question of every kind, including rejected questions. A long run asks 300 questions."""
    asked = [random_question(seed) for seed in range(count)]
    found = shop.visited.page.evaluate(ASK, [list(one) for one in asked])
    for (name, question), (status, answer) in zip(asked, found, strict=True):
        expected = served(name, question)
        assert status == expected[0], (name, question, answer, expected)
        assert agree(answer, expected[1]), (name, question, answer, expected)


@pytest.mark.long
def test_the_page_reports_a_crash_of_python_and_restarts_it(shop: Shop) -> None:
    """The pending question gets the reason for the crash, and the next question gets its answer."""
    told = "Python failed in this browser: no memory"
    assert shop.visited.page.evaluate(BREAK_DOWN) == [told, told, 200]


REGISTRATION = "async (scope) => { window.registration = await navigator.serviceWorker.getRegistration(scope); }"
"""A script that stores the registration of the service worker, which replaces old versions of the site."""


@pytest.mark.long
def test_a_new_version_waits_for_the_next_visit(browser: Browser, tmp_path: Path) -> None:
    """The browser downloads the new version at once, but an open page stays on the old version."""
    needs(MODULES / "pyodide" / "pyodide.mjs")
    folder = build(tmp_path / "site", docs=False)
    read = "async () => (await fetch('about.html')).text()"
    with hosted(tmp_path) as address, visit(browser, f"{address}site/") as visited:
        page, context = visited.page, visited.page.context
        page.wait_for_function("() => navigator.serviceWorker.controller")
        about = folder / "about.html"
        about.write_text(about.read_text(encoding="utf-8").replace("The paper", "The new paper"), encoding="utf-8")
        (folder / "service.js").unlink()
        write_service(folder)
        page.reload()
        scope = f"{address}site/"
        page.evaluate(REGISTRATION, scope)
        page.wait_for_function("() => registration.waiting")
        assert "The new paper" not in page.evaluate(read)
        outside = context.new_page()  # this page has the same origin but is not part of the site
        outside.goto(address)
        outside.evaluate(REGISTRATION, scope)
        page.close()
        outside.wait_for_function("() => !registration.waiting && registration.active.state === 'activated'")
        outside.goto(scope)
        assert "The new paper" in outside.evaluate(read)
