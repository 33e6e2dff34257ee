"""*Make a board* in a real browser: enter, change and download a board, and compare its numbers with the library's."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dicebingo import chain_of, rank, solve
from dicebingo.exact import decimal, text
from dicebingo.solo.why import best_changes, why
from tests.web.pages import Site, clock_stopped, expect_said, expect_shared, wait_until_ready, write

pytestmark = pytest.mark.slow

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
SEVENS = "7 7 7 / 7 7 7 / 7 7 7"


def link(board: str) -> str:
    return "#/design?board=" + board.replace(" / ", "/").replace(" ", ",")


def rolls(page: Page) -> str:
    """Wait for the displayed expected rolls and return them."""
    figure = page.locator(".headline .figure")
    expect(figure).to_have_text(re.compile("[0-9]"))
    return figure.inner_text()


def shown_rolls(board: str) -> str:
    return f"{decimal(solve(board).expected_rolls):.2f}"


def test_a_board_can_be_designed_by_keyboard(site: Site) -> None:
    """Tab to the board, move with the arrow keys, write a value and undo it."""
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.dataset.cell") == "0":
                break
        for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "End", "ArrowUp"):
            page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.dataset.cell") == "5"
        outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineWidth")
        assert outline == "4px"
        with clock_stopped(page):
            page.keyboard.type("12")
        expect(page.locator(".headline .figure")).to_have_text(shown_rolls("7 7 7 / 7 7 12 / 7 7 7"))
        page.keyboard.press("Control+z")
        expect(page.locator(".headline .figure")).to_have_text("18.00")
        assert page.locator("[tabindex='0'][role=gridcell]").count() == 1


def test_an_impossible_value_is_flagged_at_its_cell(site: Site) -> None:
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        cell = page.locator("[data-cell='4']").first
        cell.click()
        write(page, "13")
        expect(page.get_by_text("Centre: Two dice never show 13, only 2 to 12.")).to_be_visible()
        expect(cell).to_have_attribute("aria-invalid", "true")
        expect(page.locator(".headline .figure")).to_have_text("?")
        page.keyboard.press("Backspace")
        expect(cell).not_to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text("1 cell left to fill.")).to_be_visible()


def test_the_rank_is_shown_as_a_sentence(site: Site) -> None:
    with site.open(link(SEVENS)) as page:
        share = rank(SEVENS, approximate=True).percentile
        assert f"{share:.1f}" == "4.5"
        expect(page.locator("[data-test=value]")).to_contain_text(
            "Better than about 4.5% of all boards under these rules."
        )


def test_the_details_of_a_board_match_the_library(site: Site) -> None:
    """The card shows the lines, the throws, the distribution and the best change."""
    board = "7 7 7 / 7 6 8 / 5 7 9"
    reasons = why(chain_of(board, tie_break="random"))
    best = best_changes(solve(board))[0]
    with site.open(link(board)) as page:
        wait_until_ready(page)
        bars = page.locator("section.card", has=page.get_by_role("heading", name="Where the board wins")).locator(
            ".amount"
        )
        lines = sorted((decimal(share) for share in reasons.lines), reverse=True)
        assert bars.all_inner_texts() == [f"{100 * share:.1f}%" for share in lines]
        throws = page.locator(".dice-table tbody td")
        assert throws.count() == 36
        assert page.locator(".dice-table td.wasted").count() == 36 - (4 + 5 + 6 + 5 + 4)
        expect(page.locator(".suggestion")).to_contain_text(f"write {best.value} instead of 7")
        page.get_by_role("button", name="Apply").click()
        expect(page.locator(".headline .figure")).to_have_text(f"{decimal(best.expected_rolls):.2f}")


def test_surprise_me_and_improve_it_change_the_board(site: Site) -> None:
    with site.open(link(SEVENS)) as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Surprise me").click()
        page.wait_for_function("(before) => !location.hash.endsWith(before)", arg=link(SEVENS))
        wait_until_ready(page)
        before = float(rolls(page))
        page.get_by_role("button", name="Improve it").click()
        expect_said(page, "change")
        wait_until_ready(page)
        assert float(rolls(page)) < before
        expect(page.get_by_text("Changing a single cell cannot make this board faster.")).to_be_visible()


def test_tables_can_be_downloaded(site: Site, tmp_path: Path) -> None:
    with site.open(link(OPTIMAL)) as page:
        wait_until_ready(page)
        page.get_by_text("Show the numbers").first.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV: finishing-roll").click()
        download.value.save_as(tmp_path / "table.csv")
        rows = list(csv.DictReader((tmp_path / "table.csv").read_text(encoding="utf-8").splitlines()))
        for row, (pmf, cdf) in zip(rows, chain_of(OPTIMAL, tie_break="random").distribution(52), strict=True):
            assert row["finishes on this roll (exact)"] == text(pmf)
            assert row["finished by this roll"] == str(decimal(cdf)).removesuffix(".0")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as JSON: what-to-mark").click()
        download.value.save_as(tmp_path / "table.json")
        marks = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["rows"]
        assert [row["roll"] for row in marks] == list(range(2, 13))
        assert marks[6]["mark"] == "top left"


def test_pictures_and_sheets_can_be_downloaded(site: Site, tmp_path: Path) -> None:
    with site.open(link(OPTIMAL)) as page:
        wait_until_ready(page)
        kinds = {
            "PNG": b"\x89PNG",
            "SVG": b"<svg",
            "This board": b"%PDF",
            "Four on a page": b"%PDF",
            "Blank boards": b"%PDF",
            "Tally sheet": b"%PDF",
        }
        for name, start in kinds.items():
            with page.expect_download() as download:
                page.get_by_role("button", name=name).click()
            download.value.save_as(file := tmp_path / name)
            assert file.read_bytes().startswith(start)


def test_under_other_rules_every_cell_starts_with_the_likeliest_value(site: Site) -> None:
    """Worked out by hand: four 7s in a line take 24 rolls, and nine 7s take 6 rolls if one roll marks them all."""
    knuth = f"{decimal(solve('1 1 / 1 1', rules='knuth').expected_rolls):.2f}"
    with site.open(link(SEVENS)) as page:
        for rules, figure in (("4x4", "24.00"), ("knuth", knuth), ("mark-all", "6.00"), ("classic", "18.00")):
            page.get_by_label("Rules").select_option(rules)
            expect(page.locator(".headline .figure")).to_have_text(figure)
        expect_shared(page, link(SEVENS))
