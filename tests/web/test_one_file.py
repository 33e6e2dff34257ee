"""The page as one file, opened from the disk in a real browser without a network."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from dicebingo import match, solve
from dicebingo.exact import text
from tests.web.browser import Visit, visit
from tests.web.pages import MODULES, go, needs, violations
from tests.web.site_walks import BEST, A, B, fraction, look_and_print, walk
from tools.one_file import write

pytestmark = pytest.mark.slow

SEVENS = "7,7,7/7,7,7/7,7,7"
LINKS = "() => [...document.querySelectorAll('[href]')].map((one) => one.getAttribute('href'))"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
)
NO_WORKER = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} }"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the file; its folder has a space in its name."""
    needs(MODULES / "pyodide" / "pyodide.mjs")
    return write(tmp_path_factory.mktemp("one file") / "dice-bingo.html").as_uri()


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[Visit]:
    """Open the file once for all tests. The page must cause no errors and request no other files."""
    with visit(browser, address, offline=True, accept_downloads=True) as visited:
        yield visited
        assert [url for url in visited.requests if not url.startswith(("blob:", "data:"))] == [address]
        visited.expect_quiet()


def expect_solved(page: Page, board: str) -> None:
    go(page, f"#/design?board={board}")
    value = page.locator("[data-test=value] button.number").first
    assert fraction(page, value) == text(solve(board).expected_rolls), board


def expect_compared(page: Page, one: str, other: str) -> None:
    go(page, f"#/compare?a={one}&b={other}")
    result = match(one, other)
    expected = [result.probability(*winners) for winners in ((0,), (0, 1), (1,))]
    numbers = page.locator("[data-test=outcomes] button.number").all()
    found = [fraction(page, number) for number in numbers]
    assert found == [text(chance) for chance in expected if chance], (one, other)


def test_the_file_computes_plays_and_prints(opened: Visit, tmp_path: Path) -> None:
    """All links stay within the file."""
    page = opened.page
    expect_solved(page, SEVENS)
    look_and_print(page, tmp_path)
    walk(page)
    go(page, f"#/design?board={BEST}")
    for name in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        assert Path(download.value.path()).stat().st_size > 1000
    for room in ("#/", "#/story", "#/rules"):
        go(page, room)
        assert violations(page) == []
        assert [link for link in page.evaluate(LINKS) if not link.startswith(("#", "data:"))] == []


@pytest.mark.parametrize("count", [2, pytest.param(200, marks=pytest.mark.long)])
def test_the_file_gives_the_same_answers_as_python(opened: Visit, count: int) -> None:
    """Solve random boards, and play a match between each board and the one before it."""
    stream = random.Random(31)
    before = A
    for _ in range(count):
        board = "/".join(",".join(str(stream.randint(2, 12)) for _ in range(3)) for _ in range(3))
        expect_solved(opened.page, board)
        expect_compared(opened.page, board, before)
        before = board


def test_the_file_has_all_languages_before_python_runs_and_without_storage(browser: Browser, address: str) -> None:
    """If the browser blocks storage, the language is in the address. The page shows a board before Python runs."""
    with visit(browser, "about:blank", offline=True) as visited:
        page = visited.page
        page.add_init_script(f"{NO_STORAGE}; {NO_WORKER}")
        page.goto(f"{address}#/design?board={SEVENS}")
        for language, number in (("de", "18,00"), ("es", "18,00"), ("en", "18.00")):
            page.locator(f"[data-language={language}]").click()
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("[data-test=value] .figure")).to_have_text(number)
            assert page.url == f"{address}?language={language}#/design?board={SEVENS}"
        page.evaluate("(board) => (location.hash = `#/design?board=${board}`)", B)
        expect(page.locator("[data-test=board] [data-cell='0']")).to_have_attribute("data-value", "6")
        expect(page.locator("[data-test=value].busy")).to_be_visible()
        visited.expect_quiet()
