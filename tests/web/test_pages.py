"""Every view in a real browser: for all eyes, hands and sizes of screen, light, still and quiet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from dicebingo.web.pages import FOLDER
from tests.web.browser import visit
from tests.web.pages import SMALL_TARGETS, VIEWS, Site, shared, site, violations, wait_until_ready

__all__ = ["site"]

pytestmark = pytest.mark.slow

STATIC = FOLDER.resolve()
PHONE: ViewportSize = {"width": 375, "height": 700}
FRAGMENTS = [
    "#/design",
    "#/design?board=7,8,9/7,13,10/7,4,5",
    "#/design?rules=5x5-free&board=" + ",".join("-" * 24),
    "#/play?seed=5&vs=solo&board=8,8,9/7,6,10/7,4,5&other=6,7,6/7,7,7/6,6,6&game=8.?",
    "#/play?seed=7&board=7,7,7/7,7,7/6,6,8&game=7.0_7.1_7.2",
    "#/compare",
    "#/duel",
]


def open_everything(page: Page) -> None:
    wait_until_ready(page)
    page.evaluate("() => document.querySelectorAll('details').forEach((box) => (box.open = true))")


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_everybody_can_use_it(site: Site, fragment: str) -> None:
    """Nothing for axe-core to find, light or dark; no sideways scrolling on a phone; every target fits a finger."""
    with site.open(fragment, color_scheme="light", reduced_motion="reduce") as page:  # colours change at once
        open_everything(page)
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []
        page.set_viewport_size(PHONE)
        assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
        assert page.evaluate(SMALL_TARGETS) == []


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


def test_nothing_moves_for_those_who_asked_for_that(site: Site) -> None:
    with site.open("#/play?seed=5", reduced_motion="reduce") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator(".dice .total")).to_be_visible()
        moving = "() => document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 0).length"
        assert page.evaluate(moving) == 0
        assert page.locator(".rolling").count() == 0


def test_marks_differ_by_shape(site: Site) -> None:
    with site.open("#/duel?a=*7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6") as page:
        wait_until_ready(page)
        shapes = page.eval_on_selector_all(".mark path", "(paths) => paths.map((path) => path.getAttribute('d'))")
        assert len(shapes) == 4
        assert len(set(shapes)) == 2


def test_the_first_page_is_small(site: Site) -> None:
    """All that comes over the line, headers included, until the first board is explained."""
    with site.open() as page:
        wait_until_ready(page)
        sizes = page.evaluate(
            "() => performance.getEntries().filter((e) => 'transferSize' in e).map((e) => [e.name, e.transferSize])"
        )
        assert any(name.endswith("/js/main.js") for name, _ in sizes)
        assert any(name.endswith("/api/solve") for name, _ in sizes)
        assert sum(size for _, size in sizes) < 100_000


def test_the_first_page_asks_for_all_its_modules_at_once(site: Site) -> None:
    """No module waits for another one that imports it; none is asked for in vain."""
    with site.open() as page:
        wait_until_ready(page)
        head = page.request.get(site.address).text()
        announced = set(re.findall(r'(?:href|src)="(/js/[^"]+)"', head))
        used = page.evaluate("() => performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)")
        assert {path for path in used if path.startswith("/js/")} == announced
        assert announced == reached(STATIC / "js" / "main.js") | reached(STATIC / "js" / "design" / "controller.js")


def reached(module: Path) -> set[str]:
    """The modules that one imports, and they in turn, itself included."""
    found, todo = set(), [module.resolve()]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            imports = re.findall(r'^import (?:[^"]*? from )?"([^"]+)";', path.read_text(encoding="utf-8"), re.MULTILINE)
            todo += [(path.parent / name).resolve() for name in imports]
    return {f"/{path.relative_to(STATIC).as_posix()}" for path in found}


def test_the_address_holds_everything(site: Site) -> None:
    for view in VIEWS:
        with site.open(f"#/{view}") as page:
            wait_until_ready(page)
            address = shared(page)
            before = page.locator("main").inner_text()
        with site.open(address) as page:
            wait_until_ready(page)
            assert shared(page) == address
            assert page.locator("main").inner_text() == before


def test_tabs_keep_what_they_showed_and_a_new_one_takes_the_board_along(site: Site) -> None:
    with site.open("#/design?board=8,8,9/7,6,10/7,4,5") as page:
        wait_until_ready(page)
        views = page.get_by_role("navigation", name="Views")
        views.get_by_role("link", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Play")
        wait_until_ready(page)
        assert "board=8,8,9/7,6,10/7,4,5" in page.url
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator(".dice .total")).to_be_visible()
        page.wait_for_url("**game=**")
        left = shared(page)
        views.get_by_role("link", name="Design").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Design a board")
        wait_until_ready(page)
        views.get_by_role("link", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Play")
        wait_until_ready(page)
        assert shared(page) == left
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("Design a board")
        wait_until_ready(page)


@pytest.mark.parametrize("view", VIEWS)
def test_what_people_write_never_becomes_html(site: Site, view: str) -> None:
    evil = "<img src=x onerror=alert(1)>"
    with site.open(f"#/{view}?board={evil}&a={evil}&game={evil}&roll={evil}&tie={evil}&vs={evil}") as page:
        wait_until_ready(page)
        assert page.locator("img").count() == 0
    if view == "design":
        with site.open() as page:
            page.get_by_label("Or type the whole board").fill(evil)
            page.keyboard.press("Enter")
            expect(page.get_by_text("This board has 9 cells to fill; the text has 3.")).to_be_visible()
            assert page.locator("img").count() == 0


def test_nothing_can_be_typed_that_would_be_lost(site: Site) -> None:
    held: list[Route] = []
    with visit(site.browser, "about:blank") as visited:
        page = visited.page
        page.route("**/api/describe*", lambda route: held.append(route))  # noqa: PLW0108  (playwright writes on it)
        page.goto(f"{site.address}/")
        page.wait_for_function("() => document.querySelector('a[aria-current]')")  # the view is waiting for its rules
        text = page.get_by_label("Or type the whole board")
        assert text.count() == 0
        while not held:
            page.wait_for_timeout(10)
        held.pop().continue_()
        text.fill("6 6 6 / 7 7 7 / 8 8 8")
        page.keyboard.press("Enter")
        wait_until_ready(page)
        expect(text).to_have_value("6 6 6 / 7 7 7 / 8 8 8")


def test_unknown_rules_are_refused_in_words(site: Site) -> None:
    with visit(site.browser, f"{site.address}/#/design?rules=chess") as visited:
        expect(visited.page.get_by_role("alert")).to_contain_text("expected the name of rules")
        # The browser itself reports the refusal, and that is all.
        assert ["422" in error for error in visited.errors] == [True]
