"""*Make a board* in a real browser: it fits on one screen and works by touch and by keyboard.

The layout never shifts, and no input is lost.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from dicebingo import chain_of, solve
from dicebingo.exact import decimal, text
from dicebingo.solo.why import why
from tests.web.pages import (
    NAMED,
    SCREENS,
    SIZES,
    SMALL_TARGETS,
    Site,
    clock_stopped,
    expect_said,
    expect_shared,
    go,
    inside,
    named,
    shared,
    violations,
    wait_for,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
SEVENS = "7 7 7 / 7 7 7 / 7 7 7"
ONE_SCREEN = ("[data-test=board]", "[data-test=value]", "[data-test=keypad]", "[data-test=board] [data-cell]", ".key")
FIGURE = "[data-test=value] .figure"


def link(board: str) -> str:
    return "#/design?board=" + board.replace(" / ", "/").replace(" ", ",")


def shown(board: str) -> str:
    """Return the expected rolls in the page's format."""
    return f"{decimal(solve(board).expected_rolls):.2f}"


def key(page: Page, value: int | str) -> None:
    page.locator(f"[data-test=keypad] [data-key='{value}']").click()


def values(page: Page) -> list[str | None]:
    cells = page.locator("[data-test=board] [data-cell]")
    return [cells.nth(i).get_attribute("data-value") for i in range(cells.count())]


@pytest.mark.parametrize("size", SCREENS)
def test_the_board_its_number_and_the_keys_stay_on_one_screen_while_typing(site: Site, size: str) -> None:
    """Filling nine cells takes ten taps: one to begin, and nine numbers."""
    numbers = OPTIMAL.replace("/", " ").split()
    with site.open(link(SEVENS), viewport=SIZES[size], has_touch=True) as page:
        expect(page.locator(FIGURE)).to_have_text("18.00")
        inside(page, *ONE_SCREEN)
        page.locator("[data-test=board] [data-cell='0']").tap()
        for number in numbers:
            page.locator(f"[data-key='{number}']").tap()
            inside(page, *ONE_SCREEN)
        assert values(page) == numbers
        expect(page.locator(FIGURE)).to_have_text(shown(OPTIMAL))
        wait_until_ready(page)
        inside(page, *ONE_SCREEN)
        assert page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize("name", NAMED)
def test_every_named_game_fits_on_one_screen(site: Site, name: str) -> None:
    with site.open(f"#/design?rules={name.replace('+', '%2B')}", viewport=SIZES["desktop"]) as page:
        page.locator("[data-test=board] [data-cell]").first.wait_for()
        for viewport in SIZES.values():
            page.set_viewport_size(viewport)
            inside(page, "[data-test=board]", "[data-test=value]", "[data-test=keypad]")


def test_a_changed_cell_shows_its_effect_without_moving_the_page(site: Site) -> None:
    """From the first tap to the last answer, no pixel of the board, the number or the keys moves."""
    places = """() => ['[data-test=board]', '[data-test=value]', '[data-test=keypad]'].map((selector) => {
      const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    })"""
    with site.open(link(SEVENS), viewport=SIZES["phone"]) as page:
        wait_until_ready(page)
        before = page.evaluate(places)
        page.locator("[data-test=board] [data-cell='4']").click()
        key(page, 6)
        assert page.evaluate(places) == before
        expect(page.locator(FIGURE)).to_have_text(shown("7 7 7 / 7 6 7 / 7 7 7"))
        difference = solve("7 7 7 / 7 6 7 / 7 7 7").expected_rolls - solve(SEVENS).expected_rolls
        expect(page.locator(".effect")).to_have_text(f"−{-decimal(difference):.2f} rolls")
        inside(page, ".effect", *ONE_SCREEN)
        page.locator(".effect button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text(text(difference))
        page.keyboard.press("Escape")
        wait_until_ready(page)
        assert page.evaluate(places) == before
        page.locator("[data-test=board] [data-cell='0']").click()
        with clock_stopped(page):
            for step in ("1", "2", "1", "3"):
                page.keyboard.press(step)
                assert page.evaluate(places) == before
        expect(page.locator("[data-test=value]")).to_contain_text("Two dice never show 13, only 2 to 12.")
        assert page.evaluate(places) == before
        key(page, "clear")
        expect(page.locator(FIGURE)).to_have_text("?")
        assert page.evaluate(places) == before


def test_typing_1_waits_for_a_second_digit(site: Site) -> None:
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        page.locator("[data-test=board] [data-cell='4']").click()
        address = shared(page)
        with clock_stopped(page):
            page.keyboard.press("1")
            page.clock.run_for(1100)
            expect(page.locator("[data-test=board] [data-cell='4']")).to_contain_text("1")
            assert page.locator(FIGURE).inner_text() == "18.00"
            assert page.get_by_role("heading", name="Where the board wins").is_visible()
            expect_shared(page, address)
            page.keyboard.press("0")
        expect(page.locator(FIGURE)).to_have_text(shown("7 7 7 / 7 10 7 / 7 7 7"))
        assert page.evaluate("() => document.activeElement.dataset.cell") == "5"
        with clock_stopped(page):
            page.keyboard.press("1")
            page.clock.run_for(1300)  # wait longer than the page waits for a second digit
            expect(page.locator("[data-test=value]")).to_contain_text("Two dice never show 1,")


def test_cells_and_boards_can_be_cleared_by_touch(site: Site) -> None:
    with site.open(link(OPTIMAL), viewport=SIZES["phone"], has_touch=True) as page:
        wait_until_ready(page)
        page.locator("[data-test=board] [data-cell='4']").tap()
        page.get_by_role("button", name="Clear this cell").tap()
        assert values(page)[4] is None
        expect(page.locator("[data-test=value]")).to_contain_text("1 cell left to fill.")
        page.get_by_role("button", name="Clear board").tap()
        assert values(page) == [None] * 9
        page.get_by_role("button", name="Undo").tap()
        page.get_by_role("button", name="Undo").tap()
        expect(page.locator(FIGURE)).to_have_text(shown(OPTIMAL))


def test_marking_is_a_separate_mode(site: Site) -> None:
    """A word, not a cross, shows that marking mode is on. In marking mode, no number can be entered by mistake."""
    with site.open(link(OPTIMAL), viewport=SIZES["phone"], has_touch=True) as page:
        wait_until_ready(page)
        assert "✕" not in page.locator("[data-test=keypad]").inner_text()
        page.get_by_label("Mark", exact=True).tap()
        assert page.locator(".key:not([aria-disabled=true])").count() == 0
        page.locator("[data-test=board] [data-cell='0']").tap()
        expect(page.locator("[data-test=board] .tile.marked")).to_have_count(1)
        expect(page.locator(FIGURE)).to_have_text(shown("*8 8 9 / 7 6 10 / 7 4 5"))
        page.locator("[data-test=board] [data-cell='0']").tap()
        expect(page.locator("[data-test=board] .tile.marked")).to_have_count(0)
        page.get_by_label("Write", exact=True).tap()
        page.locator("[data-test=board] [data-cell='1']").tap()
        key(page, 7)
        assert values(page)[1] == "7"


def test_marking_works_with_the_mouse(site: Site) -> None:
    """Pressing the mouse button on an unselected cell redraws the cell before the button is released."""
    with site.open(link(OPTIMAL)) as page:
        wait_until_ready(page)
        page.get_by_label("Mark", exact=True).check()
        for number in (4, 8):
            page.locator(f"[data-test=board] [data-cell='{number}']").click()
        expect_shared(page, link("8 8 9 / 7 *6 10 / 7 4 *5"))


def test_the_winning_line_of_nine_sevens_depends_on_the_tie_break(site: Site) -> None:
    reasons = why(chain_of(SEVENS, tie_break="random"))
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        card = page.locator("section.card", has=page.get_by_role("heading", name="Where the board wins"))
        expect(card).to_contain_text("Any line can win, depending on which of the equally good cells you mark.")
        lines = sorted((decimal(share) for share in reasons.lines), reverse=True)
        assert card.locator(".amount").all_inner_texts() == [f"{100 * share:.1f}%" for share in lines]
        grounds = card.locator(".tile :is(.value, .share)").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
        )
        assert len(grounds) == 18
        # The numbers have an opaque background, so lines pass behind them.
        assert all(ground.startswith("rgb(") for ground in grounds)
        page.get_by_label("Or type the whole board").fill("2 3 4 / 5 6 7 / 8 9 10")
        page.keyboard.press("Enter")
        expect(page.locator(FIGURE)).to_have_text(shown("2 3 4 / 5 6 7 / 8 9 10"))
        wait_until_ready(page)
        expect(card).not_to_contain_text("which of the equally good cells")


def test_the_page_reports_that_a_board_is_finished(site: Site) -> None:
    with site.open(link("*7 *7 *7 / 6 6 6 / 8 8 8")) as page:
        expect(page.locator(FIGURE)).to_have_text("0.00")
        expect(page.locator("[data-test=value]")).to_contain_text("A line is full, so there is nothing left to roll.")
        assert "Most games" not in page.locator("main").inner_text()
        expect(page.get_by_role("button", name="Improve it")).to_be_disabled()


def test_a_large_board_disables_impossible_actions(site: Site) -> None:
    """On 5x5 boards, *Improve it* is disabled with a reason, *Look inside* is hidden, and no old number is shown."""
    held: list[Route] = []
    with site.open("#/design?rules=4x4") as page:
        expect(page.locator(FIGURE)).to_have_text("24.00")
        page.route("**/api/solve", lambda route: held.append(route))  # noqa: PLW0108  (playwright writes on it)
        page.get_by_label("Rules").select_option("5x5")
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(25)
        assert page.locator(FIGURE).inner_text() == "…"
        expect(page.get_by_role("button", name="Improve it")).to_be_disabled()
        wait_for(page, lambda: held)
        held.pop().continue_()
        expect(page.locator(FIGURE)).to_have_text("30.00")
        expect(page.locator("[data-test=value]")).to_contain_text("trying every change takes too long")
        assert page.get_by_role("button", name="Look inside").is_hidden()
        assert page.get_by_role("button", name="Count all boards").is_hidden()


def test_switching_rules_and_back_loses_nothing(site: Site) -> None:
    with site.open(link(OPTIMAL)) as page:
        wait_until_ready(page)
        page.get_by_label("Rules").select_option("knuth")
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(4)
        page.locator("[data-test=board] [data-cell='0']").click()
        key(page, 5)
        mine = shared(page)
        page.get_by_label("Rules").select_option("classic")
        expect(page.locator(FIGURE)).to_have_text(shown(OPTIMAL))
        page.get_by_label("Rules").select_option("knuth")
        expect(page.locator("[data-test=board] [data-cell='0']")).to_have_attribute("data-value", "5")
        expect_shared(page, mine)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(9)
        expect_shared(page, link(OPTIMAL))


def test_a_single_undo_reverts_a_whole_improvement(site: Site) -> None:
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Improve it").click()
        expect_said(page, "changes: from 18.00 to 6.")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(FIGURE)).to_have_text("18.00")
        expect_shared(page, link(SEVENS))


def test_tapping_a_number_shows_a_fraction_to_copy(site: Site) -> None:
    exact = text(solve(OPTIMAL).expected_rolls)
    with site.open(link(OPTIMAL)) as page:
        expect(page.locator(FIGURE)).to_have_text(shown(OPTIMAL))
        page.locator(f"{FIGURE} button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text(exact)
        page.get_by_role("button", name="Copy as text").click()
        assert page.evaluate("() => navigator.clipboard.readText()") == exact
        page.get_by_role("button", name="Copy as LaTeX").click()
        over, under = exact.split("/")
        assert page.evaluate("() => navigator.clipboard.readText()") == f"\\frac{{{over}}}{{{under}}}"
        page.keyboard.press("Escape")
        expect(page.locator("[data-test=fraction]")).to_be_hidden()
        expect(page.locator(f"{FIGURE} button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Copy as text")).to_be_focused()


def test_tapping_a_rounded_number_requests_its_fraction(site: Site) -> None:
    with site.open("#/design?rules=4x4") as page:
        expect(page.locator(FIGURE)).to_have_text("24.00")
        page.locator(f"{FIGURE} button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text("24")


@pytest.mark.parametrize("name", named("classic", "knuth"))
def test_every_enabled_control_works(site: Site, name: str) -> None:
    """No control leads to an error, and long computations can be stopped.

    Counting all classic boards would take most of a minute, so the test counts only boards under other rules.
    """
    controls = ["Surprise me", "Improve it", "Look inside", *["Count all boards"] * (name != "classic"), "Apply"]
    address = f"#/design?rules={name.replace('+', '%2B')}"
    with site.open(address) as page:
        expect(page.locator(FIGURE)).to_have_text(re.compile("[0-9]"))
        for control in controls:
            found = page.get_by_role("button", name=control)
            if not found.count() or found.is_hidden() or found.is_disabled():
                continue
            found.click()
            if name == "d10+d20" and control == "Look inside":
                page.get_by_role("button", name="Stop").click()
            wait_until_ready(page)
            expect(page.locator(FIGURE)).to_have_text(re.compile("[0-9]"))
            assert page.locator("[role=alert]:visible, .note.kind:visible").all_inner_texts() == []
        keys = page.locator(".key:not([aria-disabled=true])")
        for number in range(keys.count()):
            keys.nth(number).click()
        page.get_by_role("button", name="Clear board").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(FIGURE)).to_have_text("?")


def test_open_boxes_and_outdated_cards_have_no_accessibility_violations(site: Site) -> None:
    """Test with an open fraction box, with a message about the link, in marking mode, and with outdated cards.

    A card is outdated if it still shows the last full board.
    """
    with site.open("#/design?board=7,7", color_scheme="light") as page:
        wait_until_ready(page)
        page.locator(f"{FIGURE} button").click()
        expect(page.locator("[data-test=fraction]")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate(SMALL_TARGETS) == []
        page.keyboard.press("Escape")
        page.get_by_label("Mark", exact=True).check()
        assert violations(page, "color-contrast") == []
        page.get_by_label("Write", exact=True).check()
        key(page, "clear")
        expect(page.get_by_text("Fill all cells to see this for your board.")).to_be_visible()
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []


def test_the_deadline_card_shows_the_exact_chances(site: Site) -> None:
    """The card shows the chances of a line within five and within four rolls. The link contains the deadline."""
    board = "9 7 8 / 9 8 9 / 4 9 6"
    with site.open(link(board) + "&within=5") as page:
        card = page.locator("[data-test=deadline]")
        for rolls in (5, 4):
            found = solve(board, deadline=rolls, tie_break="random").deadline
            assert found is not None
            shares = [f"{100 * decimal(share):.1f}%" for share in (found.in_time, found.fastest_in_time)]
            expect(card.locator(".amount button")).to_have_text(shares)
            expect(card).to_contain_text("On a 9, mark top left, although bottom middle is faster.")
            if rolls == 5:
                card.get_by_role("button", name="One roll fewer").click()
        assert shared(page).endswith("&within=4")
        assert violations(page) == []
        # On the best board, playing for the deadline takes more rolls on average, but the first marks are the same.
        go(page, link(OPTIMAL) + "&within=5")
        expect(card).to_contain_text("playing for the deadline takes less than 0.01 more rolls than playing for speed.")
        expect(card).to_contain_text("Both plans begin with the same marks. In this position, with")
