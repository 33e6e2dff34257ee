"""Duel in a real browser: the paper's numbers, read from the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dicebingo import duel, nash
from dicebingo.exact import decimal, text
from tests.web.pages import Site, shared, site, wait_until_ready, write

__all__ = ["site"]

pytestmark = pytest.mark.slow

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
C, D, E = "7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7", "9 7 9 / 9 9 9 / 9 6 7"
FIRST, SECOND = "7 4 6 / 9 7 8 / 6 9 5", "6 9 *2 / *3 5 5 / 8 *10 6"


def link(view: str, *boards: str, **others: str) -> str:
    named = {key: board.replace(" / ", "/").replace(" ", ",") for key, board in zip("abcd", boards, strict=False)}
    return f"#/{view}?" + "&".join(f"{key}={value}" for key, value in {**named, **others}.items())


def test_the_papers_nash_position(site: Site) -> None:
    """Section 6.3: p = 52.9% and q = 3.9%, and no pure equilibrium."""
    with site.open("#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,x/x,5,5/8,x,6&roll=6") as page:
        mixture = page.locator(".card", has=page.get_by_role("heading", name="The equilibrium")).locator(".bars li")
        expect(mixture.first).to_contain_text("Cell 2, top right")
        assert page.locator(".bars .amount").all_inner_texts() == ["52.9%", "47.1%", "3.9%", "96.1%"]
        payoffs = page.locator(".matrix tbody td").all_inner_texts()
        printed = [("0.2005", "0.7296"), ("0.1925", "0.7502"), ("0.1700", "0.7484"), ("0.1937", "0.7253")]
        for square, (first, second) in zip(payoffs, printed, strict=True):
            assert first in square
            assert second in square
        assert page.locator(".matrix .best").all_inner_texts() == ["0.2005", "0.7502", "0.7484", "0.1937"]
        assert page.locator(".matrix .equilibrium").count() == 0
        page.get_by_text("Show the equilibria, exact").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV: equilibria").click()
        assert "29891145/56555767" in download.value.path().read_text(encoding="utf-8")


def test_the_papers_trap(site: Site) -> None:
    """Section 6.2: fast play marks cell 2 and cannot win by a 7; who plays to win marks cell 7."""
    with site.open("#/duel") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="trap").click()
        expect(page.locator(".matrix .equilibrium")).to_contain_text("neither wants to change")
        expect(page.locator(".matrix tbody tr", has=page.locator(".equilibrium"))).to_contain_text("cell 7")


def test_another_roll_and_playing_on_to_win(site: Site) -> None:
    found = nash(FIRST, SECOND, 9, objective="score", continuation="duel")
    shares = [
        f"{100 * decimal(share):.1f}%"
        for side in ("first", "second")
        for share in getattr(found.equilibria.extreme[0], side)
    ]
    with site.open("#/duel") as page:
        wait_until_ready(page)
        page.get_by_role("group", name="The roll").get_by_role("button", name="9", exact=True).click()
        page.get_by_label("go on playing to win").check()
        page.get_by_label("a win to a tie, and a tie to a loss").check()
        expect(page.get_by_text("a win counts 1, a loss −1, a tie 0")).to_be_visible()
        wait_until_ready(page)
        assert page.locator(".bars .amount").all_inner_texts()[: len(shares)] == shares
        assert shared(page) == link("duel", FIRST, SECOND, roll="9", objective="score", then="duel")


def test_the_whole_duel(site: Site) -> None:
    solved = duel(FIRST, SECOND)
    with site.open("#/duel") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Solve the whole duel").click()
        expect(page.locator(".headline .figure")).to_have_text(f"{decimal(solved.value):.4f}")
        page.get_by_text("Show the numbers, exact").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV: duel").click()
        assert text(solved.value) in download.value.path().read_text(encoding="utf-8")


def test_a_duel_that_is_over_says_so(site: Site) -> None:
    with site.open("#/duel") as page:
        wait_until_ready(page)
        page.get_by_role("grid", name="Board of A").locator("[data-cell='0']").click()
        for _ in range(3):
            page.keyboard.press("x")
            page.keyboard.press("ArrowRight")
        expect(page.get_by_text("A has a complete line: this duel is over.")).to_be_visible()
        expect(page.locator(".matrix")).to_be_hidden()


def test_boards_are_written_in_place(site: Site) -> None:
    with site.open("#/duel") as page:
        wait_until_ready(page)
        page.get_by_role("grid", name="Board of B").locator("[data-cell='0']").click()
        write(page, A)
        expect(page.get_by_role("grid", name="Board of B").locator("[data-cell='8']")).to_contain_text("9")
        assert "b=9,6,*7/*7,9,6/6,*7,9" in shared(page)
