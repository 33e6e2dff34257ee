"""Walk through the page without a server, and check numbers from the paper in all rooms."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from dicebingo import crowd, match, sheet, solve
from dicebingo.exact import text
from tests.web.pages import go, wait_until_ready

__all__ = ["BEST", "MIXED", "RING", "A", "B", "fraction", "look_and_print", "walk"]

BEST, A, B = "8,8,9/7,6,10/7,4,5", "9,6,7/7,9,6/6,7,9", "6,7,6/7,7,7/6,6,6"
THREE = {"A": "7,7,7/6,6,6/6,7,6", "B": "7,5,9/9,7,5/5,9,7", "C": "9,7,9/9,9,9/9,6,7"}
RING = f"#/compare?a={THREE['A']}&b={THREE['B']}&c={THREE['C']}"
MIXED = "#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6"
LARGE = "#/design?rules=4x4&board=7,6,8,5/9,4,10,7/6,8,7,5/9,3,11,6"
OWN = "#/design?layout=2x2:rows&dice=1d4&board=1,2/3,4"


def fraction(page: Page, number: Locator) -> str:
    """Return the text of the box that opens when a number is tapped."""
    wait_until_ready(page)  # when a pending number arrives, the page redraws the other numbers
    number.click()
    found = page.locator("[data-test=fraction]").inner_text()
    page.keyboard.press("Escape")
    return found


def look_and_print(page: Page, folder: Path) -> None:
    """Check a number from the paper, and preview a sheet."""
    go(page, f"#/design?board={BEST}")
    value = page.locator("[data-test=value] button.number").first
    assert fraction(page, value) == "47546657067260786722139/7535828431282951800000"
    expect(page.get_by_text("No board is faster under these rules.").first).to_be_visible()
    expect(page.get_by_role("button", name="Count all boards")).to_be_hidden()
    go(page, "#/print?kind=boards&seed=3&names=Ann")
    expect(page.locator(".sheet-page")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    download.value.save_as(folder / "kit.pdf")
    assert (folder / "kit.pdf").read_bytes() == sheet(seed=3, names=["Ann"], kind="boards").pdf()


def walk(page: Page) -> None:
    """Check more numbers from the paper, a ring, a large board, unnamed rules, and a game with its review."""
    go(page, f"#/compare?a={A}&b={B}")
    assert fraction(page, page.locator("main button.number", has_text="53.1%").first) == "134528/253125"
    go(page, RING)
    for winner, loser in ("AB", "BC", "CA"):
        arrow = page.locator(".ring-picture").get_by_role("button", name=f"{winner} wins against {loser}")
        assert fraction(page, arrow) == text(match(THREE[winner], THREE[loser]).probability(0))
    go(page, MIXED)
    assert fraction(page, page.locator(".wheel-list .number").first) == "29891145/56555767"
    go(page, LARGE)
    expect(page.locator("[data-test=value] .figure")).to_have_text("9.68")
    go(page, OWN)
    expect(page.locator("[data-test=value] .figure")).to_have_text("3.67")
    in_a_class_on_a_phone(page)
    play(page, A)


def play(page: Page, board: str) -> None:
    """Play a game to the end, and check that the review states the board's expected number of rolls."""
    go(page, f"#/play?board={board}&seed=11")
    turn = "() => document.querySelector('[data-markable], .tile.won') || !document.querySelector('.act .big').disabled"
    while not page.locator(".tile.won").count():
        page.get_by_role("button", name="Roll the dice").click()
        page.wait_for_function(turn)
        if page.locator("[data-markable]").count():
            page.locator("[data-markable]").last.click()
            page.wait_for_function(turn)
    expect(page.locator("[data-test=finish]")).to_contain_text(f"{float(solve(board).expected_rolls):.2f}")


def in_a_class_on_a_phone(page: Page) -> None:
    """Follow the class story without a server on a small screen: it shows exact shares for two kinds of classmates."""
    board = "5 3 6 / 4 7 10 / 8 11 9"
    size = page.viewport_size
    page.set_viewport_size({"width": 375, "height": 635})
    go(page, "#/story/crowd?guess=best&step=3")
    value = page.locator("[data-test=value]")
    expect(value).to_contain_text("23.2%")
    expect(page.get_by_role("radio", name="4 to 10")).to_have_count(0)  # the browser cannot simulate this game
    page.locator("input[type=range]").fill("5")
    page.get_by_role("radio", name="nine different numbers").check()
    share = crowd(board, players=5, population="distinct").share
    assert isinstance(share, Fraction)
    expect(value).to_contain_text(f"{float(100 * share):.1f}%")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 375
    if size:
        page.set_viewport_size(size)
