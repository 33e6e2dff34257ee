"""A visitor's first minutes on the page: a board, a fair game, the way to the best board, and a projector."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from dicebingo import advise, match, solve
from dicebingo.exact import decimal, text
from tests.web.browser import visit
from tests.web.pages import (
    HIDDEN,
    Site,
    every_screen,
    expect_said,
    go,
    inside,
    open_room,
    shared,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

BEST, SEVENS = "8,8,9/7,6,10/7,4,5", "7,7,7/7,7,7/7,7,7"
CELL = "[data-test=board] [data-cell='4']"
VALUE = "[data-test=value]"
FIGURE = f"{VALUE} .figure"


def parameter(page: Page, key: str) -> str:
    """Return one parameter of the state in the address."""
    return parse_qs(shared(page).partition("?")[2])[key][0]


def test_play_uses_the_newest_board_and_undo_returns_to_the_game(site: Site) -> None:
    game = f"#/play?board={BEST}&seed=5&game=8.0"
    with site.open(game) as page:
        wait_until_ready(page)
        go(page, f"#/design?board={SEVENS}")
        page.locator(".tabs a[data-view=play]").click()  # no board has been changed since the game
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


def test_nothing_reveals_the_best_board_and_the_first_opponent_is_fair(site: Site) -> None:
    with site.open() as page:
        wait_until_ready(page)
        for picture in page.locator("main svg.picture").all():
            assert not " ".join(picture.locator("text").all_text_contents()).endswith("8 8 9 7 6 10 7 4 5")
        go(page, "#/play?vs=solo")
        boards = [parameter(page, "board"), parameter(page, "other")]
        assert solve(boards[0]).expected_rolls > solve(BEST).expected_rolls
        first, second = (decimal(share) for share in match(*boards).shares)
        assert abs(first - second) < 0.1


def test_a_newcomer_writes_a_board_guesses_and_plays(site: Site) -> None:
    """The page asks for a guess before it shows the number, and only once."""
    board = "6,7,8/5,7,9/6,8,7"
    shown = f"{decimal(solve(board).expected_rolls):.2f}"
    guess, play = "[data-test=guess]", "[data-test=play]"
    with site.open(viewport={"width": 375, "height": 635}, has_touch=True) as page:
        page.locator(".door[href^='#/design']").tap()
        expect(page.locator(VALUE)).to_contain_text("The board is empty")
        page.locator(play).tap(force=True)
        expect_said(page, "9 cells left to fill.")
        for value in board.replace("/", ",").split(","):
            expect(page.locator(guess)).to_be_hidden()
            page.locator(f"[data-key='{value}']").tap()
        expect(page.locator(guess)).to_be_visible()
        wait_until_ready(page)
        assert shown not in page.locator("main").inner_text()
        inside(page, guess, f"{guess} button", play, "[data-test=board]")
        page.locator(f"{guess} input").fill("9")
        page.locator(f"{guess} button").tap()
        expect(page.locator(FIGURE)).to_have_text(shown)
        expect(page.locator(".effect")).to_have_text("your guess: 9")
        expect(page.locator(play)).to_be_focused()
        inside(page, VALUE, play, "[data-test=board]")
        page.locator(play).tap()
        page.wait_for_function("() => location.hash.startsWith('#/play')")
        assert (parameter(page, "board"), parameter(page, "guess")) == (board, "9")
    with site.open(f"#/design?board={board}") as page:
        expect(page.locator(FIGURE)).to_have_text(shown)
        expect(page.locator(guess)).to_be_hidden()


def test_a_link_to_an_empty_board_selects_the_first_cell_and_does_not_ask_twice_for_a_guess(site: Site) -> None:
    with site.open("#/design?board=6,7,8/5,7,9/6,8,7", viewport={"width": 375, "height": 635}, has_touch=True) as page:
        for asked in (True, False):
            wait_until_ready(page)
            page.locator("[data-test=board] [data-cell='8']").tap()
            go(page, "#/design?board=-,-,-/-,-,-/-,-,-")
            for _ in range(9):
                page.locator("[data-key='7']").tap()
            if asked:
                page.locator("[data-test=guess] input").fill("9")
                page.locator("[data-test=guess] button").tap()
            expect(page.locator(FIGURE)).to_have_text("18.00")


def test_the_distance_to_the_best_board_is_shown_and_finding_the_best_board_is_celebrated(site: Site) -> None:
    near, best = "8,8,9/7,6,10/7,4,6", solve(BEST).expected_rolls
    gap = decimal(solve(near).expected_rolls - best)
    with site.open(f"#/design?board={SEVENS}", moving=True) as page:
        expect(page.locator(VALUE)).to_contain_text(f"{18 - decimal(best):.2f} to go.")
        expect(page.locator(".meter.zoomed")).to_have_count(0)
        go(page, f"#/design?board={near}")
        expect(page.locator(VALUE)).to_contain_text(f"Best possible: {decimal(best):.2f}, {gap:.2f} to go.")
        place = page.locator(".meter.zoomed > span").evaluate("(one) => one.style.getPropertyValue('--share')")
        assert float(place) == pytest.approx(1 - gap)
        expect(page.locator(f"{VALUE}.celebrate")).to_have_count(0)
        page.locator("[data-test=board] [data-cell='8']").click()
        page.locator("[data-key='5']").click()
        expect(page.locator(".confetti > span").first).to_be_attached()
        expect(page.locator(f"{VALUE}.celebrate")).to_contain_text("You found the best board there is!")
        expect(page.locator(".confetti")).to_have_count(0)


def test_an_improvement_shows_both_numbers_and_the_cells_it_changed(site: Site) -> None:
    with site.open(f"#/design?board={SEVENS}") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Improve it").click()
        expect_said(page, "changes: from 18.00 to 6.")
        wait_until_ready(page)
        board = parameter(page, "board")
        expect(page.locator(".effect")).to_have_text(f"18.00 → {decimal(solve(board).expected_rolls):.2f}")
        changed = [str(cell) for cell, value in enumerate(board.replace("/", ",").split(",")) if value != "7"]
        lit = page.locator("[data-test=board] .tile.lit")
        assert [one.get_attribute("data-cell") for one in lit.all()] == changed
        page.locator(CELL).click()
        page.locator("[data-key='2']").click()
        expect(lit).to_have_count(0)


def test_a_roll_shows_the_rolls_left_after_marking_each_cell(site: Site) -> None:
    """Cells show numbers, a sentence gives the best cell, and a tap on any number shows its exact value."""
    left = {one.cells[0]: one.expected_rolls for one in advise(BEST, 8).candidates}
    with site.open(f"#/design?board={BEST}") as page:
        wait_until_ready(page)
        page.get_by_label("Roll", exact=True).check()
        page.locator("[data-key='8']").click()
        advice = page.locator("[data-test=advice]")
        expect(advice).to_have_text(f"Roll 8: mark top left. Then {decimal(left[0]):.2f} rolls are left on average.")
        for cell, number in left.items():
            tile = page.locator(f"[data-test=board] [data-cell='{cell}']")
            expect(tile.locator(".hint")).to_have_text(f"{decimal(number):.2f}")
            tile.click()
            expect(page.locator("[data-test=fraction]")).to_have_text(text(number))
            page.keyboard.press("Escape")
        expect(page.locator(".hint.best")).to_have_count(1)
        assert parameter(page, "roll") == "8"
        page.locator("[data-key='11']").click()
        expect(advice).to_contain_text("wasted")
        expect(page.locator(".hint")).to_have_count(0)
        page.get_by_label("Write", exact=True).check()
        expect(advice).to_be_hidden()
        assert "roll=" not in shared(page)


def test_the_board_its_number_and_the_action_are_visible_on_every_screen(site: Site) -> None:
    """Test four states on every screen: before the guess, with the board's number, with a roll, and a 4x4 board."""
    one_screen = ("[data-test=board]", "[data-test=board] [data-cell]", VALUE, "[data-test=play]", ".key")
    states = ("#/design", f"#/design?board={BEST}", f"#/design?board={SEVENS}&roll=7", "#/design?rules=4x4")
    with site.open() as page:
        for fragment in states:
            go(page, fragment)
            if fragment == states[0]:
                for _ in range(9):
                    page.locator("[data-key='7']").click()
                expect(page.locator("[data-test=guess]")).to_be_visible()
            for name in every_screen(page):
                assert page.evaluate(HIDDEN, list(one_screen)) == [], (name, fragment)
                assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (name, fragment)


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


def test_a_disabled_control_gives_its_reason_when_tapped_or_focused(site: Site) -> None:
    with site.open("#/design?rules=5x5") as page:
        wait_until_ready(page)
        improve = page.get_by_role("button", name="Improve it")
        expect(improve).to_be_disabled()
        improve.click(force=True)
        expect_said(page, "trying every change takes too long.")
        page.locator("#undo").focus()
        expect_said(page, "Nothing to undo.")
        page.locator("#redo").click(force=True)
        expect_said(page, "Nothing to redo.")
        page.get_by_label("Mark", exact=True).check()
        page.locator(".key").first.focus()
        expect_said(page, "Tap a cell to mark it.")
        go(page, f"#/design?board={BEST}&within=1")
        page.get_by_role("button", name="One roll fewer").click(force=True)
        expect_said(page, "A bingo takes at least one roll.")


def test_a_mistyped_address_shows_an_error_page_and_the_gallery_opens_boards_for_other_rules(site: Site) -> None:
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


def test_a_server_without_classes_explains_how_to_start_one(site: Site) -> None:
    with visit(site.browser, f"{site.address}/class/") as visited:
        visited.page.get_by_role("button", name="Start the class").click()
        expect(visited.page.get_by_role("alert")).to_contain_text("dicebingo class --host 0.0.0.0")
        assert all("404" in error for error in visited.errors)
