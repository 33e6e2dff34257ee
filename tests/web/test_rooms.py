"""How rooms load and fail: lost files, rejected questions, replaced links, and styles that stay in their room."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser import visit
from tests.web.pages import Site, clock_stopped, go, shared, wait_for, wait_until_ready

pytestmark = pytest.mark.slow

FAILURE = "[data-test=failure]"
FIGURE = "[data-test=value] .figure"
ROOMS = ("design", "play", "compare", "duel", "rules", "print", "story", "story/ring")
OTHER_ROOMS = ("duel", "print", "compare")
# What a foreign style sheet would change: the size and the colours of every element.
LOOKS = """() => [...document.querySelectorAll('main *')].map((one) => {
  const size = one.getBoundingClientRect();
  const [width, height] = [size.width, size.height].map((length) => length.toFixed(2)); // positions may differ
  const { color, backgroundColor, borderColor, outlineStyle, fontSize, boxShadow } = getComputedStyle(one);
  const looks = [width, height, color, backgroundColor, borderColor, outlineStyle, fontSize, boxShadow];
  return `${one.tagName}.${one.getAttribute('class')} ${looks}`;
})"""
STATES = {
    "play": "#/play?seed=3&board=8,8,9/7,6,10/7,4,5",
    "print": "#/print?seed=3&count=2&kind=boards",
    "story/ring": "#/story/ring?guess=c&step=3&seed=5",
}
ASKS = {
    "#/rules": "**/api/rules",
    "#/play?seed=5&board=8,8,9/7,6,10/7,4,5": "**/api/rolls",
    "#/story/slower": "**/api/match",
    "#/story/ring": "**/api/match",
    "#/story/mixed": "**/api/nash",
    "#/story/sevens?guess=40&step=2": "**/api/rank",
    "#/story/best?guess=c&step=2": "**/api/solve",
    "#/story/crowd?guess=best&step=2": "**/api/crowd",
    "#/story/tokens?guess=b&step=2": "**/api/match",
    "#/duel?a=7,x,6/9,11,8/4,6,3&b=7,x,x/8,9,10/11,3,5&roll=6": "**/api/nash",
    "#/design?board=8,8,9/7,6,10/7,4,6": "**/api/solve",
    "#/print?count=2&kind=boards": "**/api/pages",
}
"""Maps the link of each room to a request that the room sends."""


def hash_of(room: str) -> str:
    return STATES.get(room, f"#/{room}")


def test_a_room_opened_offline_appears_when_the_network_returns(site: Site) -> None:
    with visit(site.browser, site.address) as visited:
        page = visited.page
        wait_until_ready(page)
        page.context.set_offline(True)
        page.locator(".tabs a[data-view=design]").click()
        expect(page.locator(FAILURE)).to_contain_text("has not loaded completely")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(FAILURE)).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator(FIGURE)).to_have_text("?")
        expect(page.locator(FAILURE)).to_have_count(0)
        wait_until_ready(page)
        after = page.evaluate(LOOKS)
        page.context.set_offline(True)  # the files of the room have been loaded by now
        go(page, "#/")
        go(page, "#/design")
        assert page.evaluate(LOOKS) == after
        page.context.set_offline(False)
        page.reload()
        wait_until_ready(page)
        assert page.evaluate(LOOKS) == after


@pytest.mark.parametrize(
    ("status", "rooms"),
    [
        (500, list(ASKS)),
        (422, [room for room in ASKS if room.startswith(("#/rules", "#/duel", "#/print"))]),
        *(pytest.param(status, list(ASKS), marks=pytest.mark.long) for status in (422, 404)),
    ],
    ids=["500", "422", "422 in every room", "404"],
)
def test_after_an_error_reply_every_room_offers_to_try_again(site: Site, status: int, rooms: list[str]) -> None:
    with visit(site.browser, site.address) as visited:
        page = visited.page
        wait_until_ready(page)
        for fragment in rooms:
            pattern = ASKS[fragment]
            page.route(pattern, lambda route: route.fulfill(status=status, json={"error": "This is a test."}))
            page.evaluate("(hash) => (location.hash = hash)", fragment)
            # These rooms show the error next to the control that caused it.
            if status == 422 and ("print" in fragment or "duel" in fragment):
                expect(page.locator("main .waiting [role=alert]:visible")).to_have_text("This is a test.")
                page.unroute(pattern)
                continue
            expect(page.locator(FAILURE)).to_contain_text("This is a test.")
            assert "Too large" not in page.locator("main").inner_text()
            page.unroute(pattern)
            page.get_by_role("button", name="Try again").click()
            expect(page.locator(FAILURE)).to_have_count(0)
            wait_until_ready(page)
            page.locator("main :is([data-cell], .sheet-page, .reveal)").first.wait_for()
        # Leaving a room cancels its pending requests.
        assert all(str(status) in error or "ERR_ABORTED" in error for error in visited.errors), visited.errors


@pytest.mark.parametrize(
    "room", ["design", "play", "rules", *(pytest.param(name, marks=pytest.mark.long) for name in OTHER_ROOMS)]
)
def test_the_second_of_two_quick_rule_changes_wins(site: Site, room: str) -> None:
    """The server's response for the first rules arrives last."""
    change = """(name) => {
      const select = document.querySelector('.rules-picker select');
      select.value = name;
      select.dispatchEvent(new Event('change'));
    }"""
    late: list[Route] = []

    def hold(route: Route) -> None:
        if "4x4" in (route.request.post_data or ""):
            late.append(route)
        else:
            route.continue_()

    with site.open(f"#/{room}") as page:
        wait_until_ready(page)
        page.route("**/api/describe", hold)
        for name in ("4x4", "knuth"):
            if room == "rules":
                page.evaluate("(hash) => (location.hash = hash)", f"#/rules?rules={name}")
            else:
                page.evaluate(change, name)
        wait_for(page, lambda: "rules=knuth" in shared(page) and late)
        with page.expect_response("**/api/describe"):
            late.pop().continue_()
        wait_until_ready(page)
        assert "rules=knuth" in shared(page)
        if room != "rules":
            expect(page.locator(".rules-picker select")).to_have_value("knuth")


def test_a_link_opened_while_a_room_loads_is_not_replaced(site: Site) -> None:
    """The test opens the link at the moment when the last answer arrives and the room stores its first game."""
    link = "#/play?rules=knuth&board=1,2/3,4&seed=7"
    opened = """([first, link]) => {
      const others = window.fetch;
      window.fetch = async (path, how) => {
        const response = await others(path, how);
        if (path.endsWith('/random')) response.json = async () => {
          const body = JSON.parse(await response.text());
          location.hash = link;
          return body;
        };
        return response;
      };
      location.hash = first;
    }"""
    with site.open() as page:
        go(page, "#/play?rules=knuth&board=5,6/3,4&seed=1")
        page.evaluate(opened, ["#/play?rules=knuth&seed=2", link])
        page.wait_for_function("() => document.querySelector('[data-cell]')?.dataset.value === '1'")
        wait_until_ready(page)
        assert shared(page) == link


def test_no_room_changes_the_styles_of_another_room(site: Site) -> None:
    with site.open() as page:
        for room in ROOMS:
            go(page, hash_of(room))
        looks = {}
        for room in ROOMS:
            go(page, hash_of(room))
            looks[room] = page.evaluate(LOOKS)
        for room in ROOMS:
            go(page, hash_of(room))
            page.reload()
            wait_until_ready(page)
            assert page.evaluate(LOOKS) == looks[room], room


DELAYS = """async () => {
  const { Live } = await import('/js/class/stream.js');
  window.tries = [];
  window.EventSource = class {
    constructor() {
      window.tries.push(performance.now());
      setTimeout(() => this.onerror());
    }
    addEventListener() {}
    close() {}
  };
  const live = new Live('CODE', 'key', () => {}, () => {});
  live.refresh = async () => {};
  live.state = { event: 0 };
  live.connect();
}"""


def test_a_class_stream_waits_longer_after_each_failure(site: Site) -> None:
    with site.open() as page, clock_stopped(page):
        page.evaluate(DELAYS)
        page.clock.run_for(25_000)
        tries = [round(tried) for tried in page.evaluate("() => window.tries")]
        waits = [later - tried for tried, later in pairwise(tries)]
        assert waits == [pytest.approx(wait, abs=5) for wait in (500, 1000, 2000, 4000, 8000, 8000)]


def test_links_and_tables_can_be_copied_without_a_clipboard(site: Site) -> None:
    """The button "SVG of E" requests a picture of E. In a table, a name that looks like a formula is stored as text."""
    ring = "#/compare?a=7,7,7/6,6,6/6,7,6&b=7,5,9/9,7,5/5,9,7&c=9,7,9/9,9,9/9,6,7&names==1%2B1,D,E"
    with site.open(ring) as page:
        page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        wait_until_ready(page)
        for title in ("All pairs in numbers", "Share or download"):
            page.locator("summary", has_text=title).click()
        box = page.locator("[data-test=copy]")
        chosen = "() => getSelection().toString() || document.activeElement.value"
        page.get_by_role("button", name="Share link").first.click()
        expect(box).to_have_value(page.evaluate("location.href"))
        assert page.evaluate(chosen) == page.evaluate("location.href")
        page.get_by_role("button", name="Close").last.click()
        page.get_by_role("button", name="LaTeX: the ring").click()
        expect(box).to_have_value(re.compile(r"^\\begin\{tabular\}"))
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        with page.expect_request("**/api/board.svg*") as asked:
            page.get_by_role("button", name="SVG of E").click()
        assert parse_qs(urlsplit(asked.value.url).query)["board"] == ["9,7,9/9,9,9/9,6,7"]
        shared_by = "navigator.share = async (what) => { document.title = JSON.stringify(what); }"
        page.evaluate(f"() => {{ {shared_by} }}")
        page.get_by_role("button", name="Share link").first.click()
        expect(page).to_have_title(re.compile('"url":'))
        table = "{columns: ['name', 'x'], rows: [['=1+1', -2], ['@a', {decimal: -0.5, exact: '-1/2'}]]}"
        cells = page.evaluate(f"async () => (await import('./js/download.js')).toCsv({table})").split()
        assert cells == ["name,x,x", "(exact)", "'=1+1,-2", "'@a,-0.5,-1/2"]
