"""The first minutes on the page: a board of your own, a fair game, the way to the best board, and a projector."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from dicebingo import match, solve
from dicebingo.exact import decimal
from tests.web.browser import visit
from tests.web.pages import Site, expect_said, go, inside, open_room, shared, wait_until_ready

pytestmark = pytest.mark.slow

BEST, SEVENS = "8,8,9/7,6,10/7,4,5", "7,7,7/7,7,7/7,7,7"
CELL = "[data-test=board] [data-cell='4']"
VALUE = "[data-test=value]"


def parameter(page: Page, key: str) -> str:
    """One parameter of the state in the address."""
    return parse_qs(shared(page).partition("?")[2])[key][0]


def test_play_takes_the_newest_board_and_undo_returns_to_the_game(site: Site) -> None:
    game = f"#/play?board={BEST}&seed=5&game=8.0"
    with site.open(game) as page:
        wait_until_ready(page)
        go(page, f"#/design?board={SEVENS}")
        page.locator(".tabs a[data-view=play]").click()  # no board has been changed since
        page.wait_for_function("() => location.hash.includes('game=8.0')")
        wait_until_ready(page)
        open_room(page, "design")
        page.locator(CELL).click()
        page.locator("[data-key='6']").click()
        open_room(page, "play")
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")
        assert "game=" not in shared(page)
        page.get_by_role("button", name="Undo").click()
        page.wait_for_function("() => location.hash.includes('game=8.0')")


def test_nothing_gives_the_best_board_away_and_the_first_opponent_is_fair(site: Site) -> None:
    with site.open() as page:
        wait_until_ready(page)
        for picture in page.locator("main svg.picture").all():
            assert not " ".join(picture.locator("text").all_text_contents()).endswith("8 8 9 7 6 10 7 4 5")
        go(page, "#/play?vs=solo")
        boards = [parameter(page, "board"), parameter(page, "other")]
        assert solve(boards[0]).expected_rolls > solve(BEST).expected_rolls
        first, second = (decimal(share) for share in match(*boards).shares)
        assert abs(first - second) < 0.1


def test_the_way_to_the_best_board_is_shown_and_its_end_is_celebrated(site: Site) -> None:
    near = "8,8,9/7,6,10/7,4,6"
    gap = decimal(solve(near).expected_rolls - solve(BEST).expected_rolls)
    with site.open(f"#/design?board={near}") as page:
        expect(page.locator(VALUE)).to_contain_text(f"{gap:.2f} rolls slower than the best.")
        expect(page.locator(f"{VALUE}.celebrate")).to_have_count(0)
        page.locator("[data-test=board] [data-cell='8']").click()
        page.locator("[data-key='5']").click()
        expect(page.locator(f"{VALUE}.celebrate")).to_contain_text("The best there is!")


def test_a_projector_shows_the_whole_room_enlarged(site: Site) -> None:
    with site.open(f"#/design?board={BEST}", viewport={"width": 1920, "height": 1080}) as page:
        wait_until_ready(page)
        size = "() => parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"
        before = page.evaluate(size)
        page.locator("h1").click()
        page.keyboard.press("p")
        assert page.evaluate(size) > 1.35 * before
        inside(page, "[data-test=board]", VALUE)
        go(page, f"#/play?board={BEST}&seed=5")
        inside(page, "[data-test=board]", ".act .big:not([hidden])")
        page.locator("#projector").click()
        go(page, f"#/design?board={BEST}")
        assert page.evaluate(size) == before


def test_a_disabled_control_gives_its_reason_when_tapped(site: Site) -> None:
    with site.open("#/design?rules=5x5") as page:
        wait_until_ready(page)
        improve = page.get_by_role("button", name="Improve it")
        expect(improve).to_be_disabled()
        improve.click(force=True)
        expect_said(page, "is too large to try every change.")


def test_a_mistyped_address_is_a_page_and_other_rules_are_opened_not_added(site: Site) -> None:
    with visit(site.browser, f"{site.address}/no/such/page") as visited:
        expect(visited.page.locator("h1")).to_have_text("Page not found")
        assert visited.page.request.get(f"{site.address}/no/such/page", headers={"Accept": "*/*"}).json()["error"]
        visited.page.get_by_role("link", name="Go to Dice Bingo").click()
        wait_until_ready(visited.page)
        go(visited.page, "#/compare")
        page = visited.page
        page.locator("summary", has_text="Gallery").click()
        page.get_by_role("button", name="Open Knuth's A").click()
        page.wait_for_function("() => location.hash.includes('rules=knuth')")
        wait_until_ready(page)
        a, b = (
            page.evaluate("(key) => new URLSearchParams(location.hash.split('?')[1]).get(key)", key) for key in "ab"
        )
        assert a != b
        expect(page.get_by_role("button", name="Add Knuth's B")).to_be_visible()
