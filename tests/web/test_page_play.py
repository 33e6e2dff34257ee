"""Play in a real browser: whole games, alone and against the computer, by finger and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dicebingo import Position, find_rules, review, solve
from dicebingo.exact import decimal
from dicebingo.web.seeded import roll as seeded_roll
from tests.web.pages import Site, shared, site, wait_until_ready

__all__ = ["site"]

pytestmark = pytest.mark.slow

BOARD = "7,7,8/6,7,6/5,8,7"
LINK = f"#/play?board={BOARD}&seed=11"
STILL = {"reduced_motion": "reduce"}


def game_of(page: Page, player: int = 0) -> list[tuple[int, list[int]]]:
    """The turns of the player or of the computer, as the address has them: rolls and marked cells."""
    text = re.search(r"game=([^&]*)", page.url)
    turns = [[*part.split("."), "-"] for part in text.group(1).split("_")] if text else []
    return [(int(turn[0]), [int(c) for c in turn[1 + player].split("+") if c != "-"]) for turn in turns]


def is_over(page: Page) -> bool:
    return page.locator(".tile.won").count() > 0


def play_on(page: Page, turns: int = 200) -> None:
    """Roll and mark the last cell that may be, until a line is complete."""
    roll = page.get_by_role("button", name="Roll the dice")
    for _ in range(turns):
        roll.click()
        page.wait_for_function(
            "() => document.querySelector('.tile.can, .tile.won') || !document.querySelector('button.big').disabled"
        )
        if page.locator(".tile.can").count():
            page.locator(".tile.can").last.click()
            page.wait_for_function("() => !document.querySelector('.tile.can')")
        if is_over(page):
            return


def test_a_whole_seeded_game_and_its_review(site: Site) -> None:
    with site.open(LINK, **STILL) as page:
        wait_until_ready(page)
        play_on(page)
        game = game_of(page)
        expect(page.locator(".message")).to_have_text(f"Bingo after {len(game)} rolls!")
        rolled = [seeded_roll(find_rules("classic").dice, 11, number) for number in range(len(game))]
        assert [value for value, _ in game] == [one.value for one in rolled]
        start = Position.parse(BOARD)
        found = review(start, game)
        assert found.end.is_bingo
        expect(page.get_by_role("heading", name="Your choices")).to_be_visible()
        chosen = [turn for turn in found.moves if len(turn.candidates) > 1]
        lost = sum(decimal(turn.loss) for turn in found.moves)
        assert page.locator(".review li").count() == len(chosen) > 1
        assert lost > 0
        expect(page.locator("section", has=page.locator(".review"))).to_contain_text(f"cost {lost:.3f} rolls together")
        page.locator(".review button").first.click()
        expect(page.locator(".message")).to_contain_text("the board before it")
        expect(page.locator(".tile .hint.best").first).to_be_visible()


def test_hints_are_hidden_until_asked(site: Site) -> None:
    with site.open(f"#/play?board={BOARD}&by=hand", **STILL) as page:
        wait_until_ready(page)
        expect(page.get_by_role("button", name="Hint")).to_be_disabled()
        page.get_by_role("group", name="What did your dice show?").get_by_role("button", name="7", exact=True).click()
        expect(page.locator(".tile.can")).to_have_count(4)
        assert page.locator(".hint").count() == 0
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".tile .hint")).to_have_count(4)
        start = Position.parse(BOARD)
        values = {cell: decimal(solve(start.mark(cell)).expected_rolls) for cell in start.candidates(7)}
        best = min(values.values())
        for cell, value in values.items():
            expected = "best" if value == best else f"+{value - best:.2f}"
            expect(page.locator(f"[role=grid] [data-cell='{cell}'] .hint")).to_have_text(expected)


def test_undo_redo_and_the_link(site: Site) -> None:
    with site.open(LINK, **STILL) as page:
        wait_until_ready(page)
        for _ in range(3):
            play_on(page, turns=1)
        before = shared(page)
        marks = page.locator(".tile.marked").count()
        log = page.locator(".log").inner_text()
    with site.open(before, **STILL) as page:
        wait_until_ready(page)
        assert page.locator(".tile.marked").count() == marks
        assert page.locator(".log").inner_text() == log
        play_on(page, turns=1)
        after = shared(page)
        while shared(page) != before:
            page.get_by_role("button", name="Undo").click()
        assert page.locator(".tile.marked").count() == marks
        assert page.locator(".log").inner_text() == log
        while shared(page) != after:
            page.get_by_role("button", name="Redo").click()


def test_a_link_keeps_a_roll_that_waits_for_its_mark(site: Site) -> None:
    with site.open(f"#/play?board={BOARD}&by=hand&game=6.3_2.-_7.?", **STILL) as page:
        wait_until_ready(page)
        expect(page.locator(".message")).to_have_text("7! Which of the 4 cells do you mark?")
        assert page.locator(".tile.can").count() == 4
        address = shared(page)
    with site.open(address, **STILL) as page:
        expect(page.locator(".tile.can")).to_have_count(4)
        assert [item.split()[0] for item in page.locator(".log li").all_inner_texts()] == ["6", "2"]


def test_the_keyboard_is_enough_for_a_game(site: Site) -> None:
    with site.open(LINK, **STILL) as page:
        wait_until_ready(page)
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.textContent") == "Roll the dice":
                break
        # Rolling leads to the first cell that may be marked, and marking leads back to the dice.
        while not is_over(page):
            before = shared(page)
            page.keyboard.press("Enter")
            page.wait_for_function("(before) => location.hash !== before", arg=before)
            page.wait_for_function(
                "() => document.querySelector('.tile.won') || document.activeElement.matches('.tile.can, button.big')"
            )
        expect(page.locator(".message")).to_contain_text("Bingo after")


@pytest.mark.parametrize("strategy", ["solo", "duel"])
def test_against_the_computer(site: Site, strategy: str) -> None:
    """Knuth's cards, where a duel is small; whoever completes a row first wins, and both at once is a tie."""
    with site.open(f"#/play?rules=knuth&board=1,2/3,4&other=2,4/5,6&vs={strategy}&seed=3", **STILL) as page:
        wait_until_ready(page)
        play_on(page)
        theirs = Position.parse("2 4 / 5 6", "knuth")
        for value, cells in game_of(page, player=1):
            assert tuple(cells) == theirs.candidates(value)  # all different, so there is no choice
            theirs = theirs.mark(*cells)
        rings = page.locator(".board[data-player='1'] .tile.marked")
        assert rings.count() == len(theirs.marked_cells) > 0
        won = page.locator(".board[data-player='0'] .tile.won").count() > 0
        says = {(True, True): "a tie", (True, False): "You win", (False, True): "The computer wins"}
        expect(page.locator(".message")).to_contain_text(says[won, theirs.is_bingo])


def test_solo_4x4(site: Site) -> None:
    with site.open("#/play?rules=4x4&seed=4", **STILL) as page:
        wait_until_ready(page)
        assert page.locator(".board [role=gridcell]").count() == 16
        play_on(page)
        expect(page.locator(".message")).to_contain_text("Bingo after")
        expect(page.get_by_role("heading", name="Your choices")).to_be_visible()


def test_a_link_that_no_game_leads_to_starts_a_new_one(site: Site) -> None:
    """A roll of 2 marks nothing on this board, a 7 no cell with a 5, and a 7 that could be marked must be."""
    with site.open(f"{LINK}&game=7.0", **STILL) as page:
        for game in ("2.0", "7.6", "7.x", "7.-"):
            page.evaluate("(hash) => (location.hash = hash)", f"{LINK}&game=7.0")
            expect(page.locator(".message")).to_have_text("Roll again.")
            page.evaluate("(hash) => (location.hash = hash)", f"{LINK}&game={game}")
            expect(page.locator(".message")).to_have_text("Ready? Roll the dice.")
