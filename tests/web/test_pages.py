"""Every room in a real browser: accessibility, screen sizes, themes, reduced motion and network traffic."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from dicebingo.web.static_pages import FOLDER, built
from tests.web.pages import (
    MAX_BYTES,
    REQUESTS,
    ROOMS,
    SMALL_TARGETS,
    VIEWS,
    Held,
    Site,
    expect_shared,
    go,
    shared,
    transferred,
    uncached,
    violations,
    wait_for,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 375, "height": 700}
SMALLEST: ViewportSize = {"width": 320, "height": 568}
BEST, OTHER = "8,8,9/7,6,10/7,4,5", "9,6,7/7,9,6/6,7,9"
FRAGMENTS = [
    "about.html",
    "#/",
    "#/design?rules=classic",
    "#/design?board=7,8,9/7,13,10/7,4,5",
    "#/play?seed=7&board=7,7,7/7,7,7/6,6,8&game=7.0_7.1_7.2",
    "#/compare?a=7,7,7/6,6,6/6,7,6&b=7,5,9/9,7,5/5,9,7&c=9,7,9/9,9,9/9,6,7&names=C,D,E",
    "#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6",
    "#/rules?layout=%23%23%23/%23F%23/%23%23.:rows%2B%23%23./%23../...&dice=d8%2B{1:1,2:2}&line=0,4&from=play",
    "#/print?count=3&names=Ann&kind=boards",
    "#/story",
]
MORE_FRAGMENTS = [
    "#/play?rules=5x5-free&seed=3",
    "#/story/mixed?guess=mix&step=2",
    "#/design?rules=5x5-free&board=" + ",".join("-" * 24),
    "#/print?count=1&rules=5x5-free&kind=blank",
]

# Chances appear as 53.1% and rolls as 6.31 everywhere; only chart axes use whole percentages.
OTHER_FORMATS = r"""() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('.exact, .sheet-page, [hidden], code'))
      for (const [number] of node.data.matchAll(/(?<!section |\d)\d[\d,]*(\.\d+%?|%)/g))
        if (!/^100%|\.(\d%|\d\d)$/.test(number) && !(number.endsWith('%') && node.parentElement.closest('.chart text')))
          found.push(`${number} in ${node.parentElement.outerHTML.slice(0, 120)}`);
  return found;
}"""

# Touch screens do not show tooltips. The text of a ``title`` attribute must be visible elsewhere, or appear when its
# control is focused or tapped.
TITLES_ONLY = """() => {
  const toast = document.getElementById('toast');
  const said = (act) => {
    toast.textContent = '';
    act();
    return toast.textContent;
  };
  const shown = (one) => (one.closest('select') ?? one).checkVisibility();
  return [...document.querySelectorAll('[title]')].filter(shown).filter((one) => {
    if (one.title && document.body.innerText.includes(one.title)) return false;
    if (!one.title || said(() => one.focus()) !== one.title) return true;
    return said(() => one.click()) !== one.title;
  }).map((one) => one.outerHTML.slice(0, 200));
}"""


def test_only_a_pointer_that_hovers_gets_hover_styles() -> None:
    """On a touch screen, hover styles would remain after the last tap."""
    for path in (FOLDER / "css").glob("*.css"):
        outside = re.sub(r"@media \(hover: hover\) \{\n(?:  .*\n|\n)*\}\n", "", path.read_text(encoding="utf-8"))
        assert ":hover" not in outside, path.name


def open_everything(page: Page) -> None:
    wait_until_ready(page)
    page.evaluate("() => document.querySelectorAll('details').forEach((box) => (box.open = true))")


@pytest.mark.parametrize(
    "fragment", [*FRAGMENTS, *(pytest.param(more, marks=pytest.mark.long) for more in MORE_FRAGMENTS)]
)
def test_the_page_has_no_accessibility_violations(site: Site, fragment: str) -> None:
    """The page is tested in light and dark mode.

    The test also checks that all numbers of one kind have the same format, that touch targets are large enough on a
    phone, and that no text appears only in a ``title``.
    """
    with site.open(fragment, color_scheme="light") as page:
        open_everything(page)
        assert page.evaluate(OTHER_FORMATS) == []
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []
        for phone in (SMALLEST, PHONE):
            page.set_viewport_size(phone)
            assert page.evaluate("() => document.documentElement.scrollWidth") == phone["width"]
        assert page.evaluate(SMALL_TARGETS) == []
        wait_until_ready(page)
        assert page.evaluate(TITLES_ONLY) == []


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        pytest.param(f"#/design?board={BEST}&within=5", f"#/design?board={BEST}&within=4", marks=pytest.mark.long),
        (f"#/design?board={BEST}", f"#/design?board={OTHER}"),
        pytest.param(f"#/compare?a={BEST}&b={OTHER}", f"#/compare?a={BEST}&b={BEST}", marks=pytest.mark.long),
        (f"#/duel?a={BEST}&b={OTHER}&roll=6", f"#/duel?a={BEST}&b={OTHER}&roll=7"),
    ],
)
def test_text_is_readable_while_the_page_waits(site: Site, known: str, asked: str) -> None:
    """Only an outdated, inert answer may have low contrast."""
    with site.open(known, color_scheme="light") as page:
        wait_until_ready(page)
        held = Held(page, "**/api/*")
        page.evaluate("(hash) => (location.hash = hash)", asked)
        wait_for(page, lambda: held.routes)
        assert violations(page, "color-contrast") == []
        held.let_go()
        wait_until_ready(page)


def test_the_tested_addresses_cover_every_room() -> None:
    looked_at = {fragment.partition("?")[0].split("/")[1] or "home" for fragment in FRAGMENTS if fragment[0] == "#"}
    assert looked_at == set(ROOMS)


# Everything that the tab key must reach. In a group of radio buttons, only the selected button can be reached by the
# tab key.
REACHABLE = """() => [...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((one) =>
    one.checkVisibility() && !one.disabled && !one.closest('[inert], [tabindex="-1"]:not(main)')
    && (one.type !== 'radio' || one.checked))"""


@pytest.mark.parametrize("room", [pytest.param(r, marks=() if r == "duel" else pytest.mark.long) for r in ROOMS])
def test_the_tab_key_reaches_everything(site: Site, room: str) -> None:
    """The tab key cycles through the page: it skips nothing, and nothing traps the focus."""
    with site.open(f"#/{room}") as page:
        open_everything(page)
        page.evaluate(f"() => (window.reachable = new Set(({REACHABLE})()))")
        for _ in range(1 + page.evaluate("() => window.reachable.size") * 3 // 2):
            page.keyboard.press("Tab")
            if page.evaluate("() => window.reachable.delete(document.activeElement) && !window.reachable.size"):
                break
        left = page.evaluate("() => [...window.reachable].map((one) => one.outerHTML.slice(0, 100))")
        assert left == []


def test_dark_and_light_follow_the_system_and_the_button(site: Site) -> None:
    def brightness(page: Page) -> float:
        colour = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
        return sum(float(part) for part in colour.strip("rgb()").split(","))

    with site.open(color_scheme="dark") as page:
        wait_until_ready(page)
        assert brightness(page) < 200
        page.get_by_role("button", name="Theme: system").click()
        expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
        assert brightness(page) > 600
        page.reload()
        wait_until_ready(page)
        assert brightness(page) > 600
    with site.open(color_scheme="light") as page:
        assert brightness(page) > 600


def test_nothing_moves_with_reduced_motion(site: Site) -> None:
    with site.open("#/play?seed=5", moving=True, reduced_motion="reduce") as page:
        wait_until_ready(page)
        page.evaluate("""() => {
          window.moved = [];
          new MutationObserver(() => {
            for (const one of document.getAnimations())
              if (one.effect.getComputedTiming().duration > 0) window.moved.push(one.animationName ?? 'a transition');
            if (document.querySelector('.rolling')) window.moved.push('the dice');
          }).observe(document, { subtree: true, childList: true, attributes: true });
        }""")
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator(".dice .total")).to_be_visible()
        page.locator("[data-markable]").first.click()
        expect(page.locator("[data-test=board] .tile.marked")).to_have_count(1)
        assert page.evaluate("() => window.moved") == []


def test_the_two_players_have_marks_of_different_shapes(site: Site) -> None:
    with site.open("#/duel?a=*7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6") as page:
        wait_until_ready(page)
        shapes = page.eval_on_selector_all(".mark path", "(paths) => paths.map((path) => path.getAttribute('d'))")
        assert len(shapes) == 4
        assert len(set(shapes)) == 2


@pytest.mark.parametrize("fragment", ["", "#/design?rules=classic"])
def test_the_first_page_is_small(site: Site, fragment: str) -> None:
    """Count all bytes transferred, including headers, until the start page or the first board is ready.

    A reload requests only the document and the server's answers.
    """
    with site.open(fragment) as page:
        wait_until_ready(page)
        sizes = transferred(page)
        assert any(name.endswith("/js/main.js") for name in sizes)
        assert any(name.endswith("/api/solve") for name in sizes) == bool(fragment)
        assert sum(sizes.values()) <= MAX_BYTES
        asked = uncached(page)
        page.reload()
        wait_until_ready(page)
        assert [name for name in asked.values() if "/api/" not in name] == [page.url.partition("#")[0]]
        assert fragment or len(asked) <= REQUESTS


@pytest.mark.parametrize(
    "room", [pytest.param(r, marks=() if r in ("home", "play") else pytest.mark.long) for r in ROOMS]
)
def test_a_room_requests_all_its_files_at_once(site: Site, room: str) -> None:
    """No bundle waits for another bundle, and none is requested needlessly."""
    with site.open(f"#/{room}") as page:
        wait_until_ready(page)
        used = page.evaluate("() => performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)")
        frame = {f"js/{name}.js" for name in ("language", "shell", "main", "words/en/frame", "words/en/board")}
        own = {f"js/{name}" for name in ROOMS[room]}
        assert {path for path in used if path.endswith(".js")} == {f"/{built()[0]}/{path}" for path in frame | own}


@pytest.mark.long
def test_the_address_contains_the_whole_state(site: Site) -> None:
    for view in VIEWS:
        with site.open(f"#/{view}") as page:
            wait_until_ready(page)
            address = shared(page)
            before = page.locator("main").inner_text()
        with site.open(address) as page:
            wait_until_ready(page)
            expect_shared(page, address)
            assert page.locator("main").inner_text() == before


def test_user_input_never_becomes_html(site: Site) -> None:
    evil = "<img src=x onerror=alert(1)>"
    with site.open() as page:
        for view in VIEWS:
            go(page, f"#/{view}?board={evil}&a={evil}&game={evil}&roll={evil}&tie={evil}&vs={evil}")
            expect(page.locator("[data-test=notice]").first).to_be_visible()
            assert page.locator("img").count() == 0
        go(page, "#/design")
        page.get_by_label("Or type the whole board").fill(evil)
        page.keyboard.press("Enter")
        expect(page.get_by_text("A board for these rules has 9 cells to fill, not 3.")).to_be_visible()
        assert page.locator("img").count() == 0
