"""Full cards in a real browser: on phones and desktops, piles of tokens show the library's exact numbers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from dicebingo import improve, match, rank, solve
from dicebingo.exact import decimal, text
from dicebingo.sheets.sheet import sheet
from tests.web.pages import SIZES, SMALL_TARGETS, Site, expect_said, inside, shared, violations, wait_until_ready
from tests.web.test_print_page import made, shown

pytestmark = pytest.mark.slow

FIGURE = "[data-test=value] .figure"
PILES = "[data-test=board] [data-cell]"
FAST = "4 5x2 6x2 7x3 8x2 9 10"
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((tile) => {
  const { left, right } = tile.getBoundingClientRect();
  return left < 0 || right > innerWidth || [...tile.querySelectorAll('.value')].some((value) =>
    value.getBoundingClientRect().right > right || value.getBoundingClientRect().left < left);
}).map((tile) => tile.outerHTML)"""

PLAYED = """() => {
  if (document.querySelector('[data-test=finish]:not([hidden])')) return true;
  const enabled = [...document.querySelectorAll('button:enabled')].filter((one) => one.checkVisibility());
  const roll = enabled.find((one) => one.innerText.includes('Roll the dice'));
  (document.querySelector('[data-test=board] [data-markable=true]') ?? roll)?.click();
  return false;
}"""
"""A script that returns whether the game has ended. If not, it taps a pile that can be marked, or rolls the dice."""


def counts(page: Page) -> str:
    """Return the card on the page as counts."""
    piles = page.locator(PILES).evaluate_all("(all) => all.map(({dataset}) => [dataset.value, dataset.count])")
    return " ".join(value if count == "1" else f"{value}x{count}" for value, count in piles if count != "0")


def rolls(card: str, tokens: int) -> str:
    """Return the expected rolls in the page's format."""
    return f"{decimal(solve(card, tokens=tokens).expected_rolls):.2f}"


def pile(page: Page, value: int) -> None:
    page.locator(f"[data-test=board] [data-value='{value}']").click()


def test_a_card_is_made_by_tapping_piles(site: Site) -> None:
    """One tap removes a token, and a second tap places it on another pile.

    The page shows the library's number, rank and fraction.
    """
    start = "4 5x2 6x2 7x3 8x2 11 12"
    with site.open("#/design?rules=knock-em-down&board=4,5x2,6x2,7x3,8x2,9,10") as page:
        wait_until_ready(page)
        assert counts(page) == FAST
        expect(page.locator(FIGURE)).to_have_text(rolls(FAST, 12))
        expect(page.locator("[data-test=value]")).to_contain_text("No board is faster under these rules.")
        pile(page, 10)
        expect(page.locator("[data-test=value]")).to_contain_text("1 token left to place.")
        pile(page, 12)
        slow = "4 5x2 6x2 7x3 8x2 9 12"
        expect(page.locator(FIGURE)).to_have_text(rolls(slow, 12))
        place = rank(slow, tokens=12)
        expect(
            page.get_by_text(f"Of all 646,646 boards under these rules, {place.better:,} are faster")
        ).to_be_visible()
        page.locator(f"{FIGURE} button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text(text(solve(slow, tokens=12).expected_rolls))
        page.keyboard.press("Escape")
        page.get_by_label("Or type the whole board").fill(start)
        page.get_by_label("Or type the whole board").press("Enter")
        expect(page.locator(FIGURE)).to_have_text(rolls(start, 12))
        page.get_by_role("button", name="Improve it").click()
        expect_said(page, "changes")
        end = improve(start, tokens=12, full=True).end
        assert end is not None
        assert counts(page) == str(end.position)
        for bad, message in (("7x13", "A card for these rules has 12 tokens, not 13."), ("7x11 13", "never show 13")):
            page.get_by_label("Or type the whole board").fill(bad)
            page.get_by_label("Or type the whole board").press("Enter")
            expect(page.get_by_text(message)).to_be_visible()


@pytest.mark.parametrize(
    "rules", ["layout=6x6:all", pytest.param("rules=knock-em-down", marks=pytest.mark.long), "rules=chance-bingo"]
)
def test_no_pile_is_cut_off_on_a_phone(site: Site, rules: str) -> None:
    with site.open(f"#/design?{rules}", viewport=SIZES["phone"]) as page:
        wait_until_ready(page)
        for viewport in SIZES.values():
            page.set_viewport_size(viewport)
            inside(page, "[data-test=board]", "[data-test=value]")
            assert page.evaluate(CUT, PILES) == []
            assert page.evaluate("() => document.documentElement.scrollWidth") == viewport["width"]
            assert page.evaluate(SMALL_TARGETS) == []
        assert violations(page) == []


def test_a_full_5x5_card_is_played_to_the_end_against_the_computer(site: Site) -> None:
    with site.open("#/play?layout=5x5:all&vs=solo&seed=7", viewport=SIZES["phone"]) as page:
        wait_until_ready(page)
        inside(page, "[data-test=board]", "[data-test=opponent]")
        assert page.evaluate(CUT, PILES) == []
        page.wait_for_function(PLAYED)
        expect(page.locator("[data-test=finish]")).to_contain_text("You had no choices in this game.")
        assert "game=" in shared(page)


def test_cards_are_compared_and_printed(site: Site) -> None:
    """Check the exact chances of two cards of 36 tokens, and print a set of cards with its answer key."""
    first, second = "3x2 4x3 5x4 6x5 7x8 8x5 9x4 10x3 11x2", "2 3x2 4x3 5x4 6x5 7x6 8x5 9x4 10x3 11x2 12"
    found = match(first, second, tokens=36)
    with site.open(f"#/compare?tokens=36&a={first}&b={second}".replace(" ", ",")) as page:
        expect(page.locator("[data-test=value] .verdict")).to_have_text(
            "B beats A." if found.verdict.favoured == 1 else "A beats B."
        )
        for player, name in enumerate("AB"):
            wins = f"{name} wins {100 * decimal(found.probability(player)):.1f}%"
            expect(page.locator("[data-test=outcomes]")).to_contain_text(wins)
        wait_until_ready(page)
        page.goto(f"{site.address}/#/print?tokens=15&kind=key&count=4&seed=3")
        wait_until_ready(page)
        assert shown(page) == made(sheet(tokens=15, kind="key", count=4, seed=3))
