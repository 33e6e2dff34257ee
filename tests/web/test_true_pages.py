"""Sentences on the page that were once false: about equal values, zero, and the best board."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from tests.web.pages import Site, wait_until_ready
from tests.web.sentences import amount, read
from tests.web.test_sentences import games

pytestmark = pytest.mark.slow

KNUTH = "#/compare?rules=knuth&a=1,2/3,4&b=2,4/5,6"
DUEL = "#/duel?a=7,6,*7/6,6,6/7,6,6&b=6,*6,7/7,*6,*6/*7,6,6&roll=6"
HINT = "#/play?board=6,*6,7/7,*6,*6/*7,6,6&other=7,6,*7/6,6,6/7,6,6&vs=duel&by=hand&game=6.?"
DEADLINE = "#/design?marking=all&board=2,3,4/5,6,7/8,9,10&within=1"
SEVENS = "#/design?marking=all&board=7,7,7/7,7,7/7,7,7&within=1"
BEST = "#/design?board=8,8,9/7,6,10/7,4,5"
REVEAL = """async (players) => {
  const { revealStep } = await import('/js/class/reveal.js');
  const rules = { grid: [], lines: [], free: [], values: [], weights: [], rows: 1, columns: 1 };
  return players.map((player) => revealStep(3, { players: [player], computed: true }, rules, 1).textContent);
}"""
NUMBERS = """async () => {
  const { change, chance, decimal } = await import('/js/format.js');
  return [change(0.001), change(0), chance(0.0001), chance(0.9999), decimal(-0.0001, 1)];
}"""


def test_equally_fast_boards_are_called_equally_fast(site: Site) -> None:
    with site.open(KNUTH) as page:
        wait_until_ready(page)
        together = page.locator(".contest")
        expect(together).to_contain_text("Alone, the two boards are equally fast: 5.50 rolls.")
        expect(together).not_to_contain_text("faster")


def test_all_equally_good_cells_are_offered_and_only_a_winning_cell_is_recommended(site: Site) -> None:
    with site.open(DUEL) as page:
        wait_until_ready(page)
        lines = page.locator("[data-test=advice] .advice-lines p")
        expect(lines).to_have_text(["Amarks any 6: all 6 are equally good.", "Bmarks bottom middle."])
    with site.open(HINT) as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("[data-test=board] [data-cell='7']")).to_contain_text("win")
        for cell in (0, 8):
            expect(page.locator(f"[data-test=board] [data-cell='{cell}']")).not_to_contain_text("win")


def test_the_message_on_an_impossible_deadline_is_about_this_board_only(site: Site) -> None:
    with site.open(DEADLINE) as page:
        wait_until_ready(page)
        expect(page.locator("[data-test=deadline]")).to_contain_text("This board cannot complete a line within 1 roll.")
        expect(page.locator("[data-test=deadline]")).not_to_contain_text("No board")
    with site.open(SEVENS) as page:
        wait_until_ready(page)
        expect(page.locator("[data-test=deadline]")).to_contain_text("16.7%")


def test_only_the_best_board_is_called_the_best(site: Site) -> None:
    with site.open(BEST) as page:
        wait_until_ready(page)
        expect(page.locator("[data-test=value]")).to_contain_text("No board is faster under these rules.")
        expect(page.locator("[data-test=value]")).not_to_contain_text("Hardly any")


def test_numbers_are_written_as_usual_in_the_language_of_the_page(site: Site) -> None:
    with site.open() as page:
        assert page.evaluate(NUMBERS) == ["±0.00", "0.00", "<0.1%", ">99.9%", "0.0"]
    with site.open(locale="de-AT") as page:
        assert page.evaluate(NUMBERS) == ["±0,00", "0,00", "<0,1\N{NO-BREAK SPACE}%", ">99,9\N{NO-BREAK SPACE}%", "0,0"]


def test_the_parts_in_the_reveal_add_up(site: Site) -> None:
    """A pupil's phone breaks a game down: average, cost and luck add up to the rolls."""
    played = list(games())
    players = [
        {
            "pupil": 1,
            "name": "Fox",
            "finish": n,
            "expected_rolls": amount(m),
            "loss": amount(c),
            "luck": amount(luck),
        }
        for m, c, luck, n in played
    ]
    with site.open(locale="de-AT") as page:
        texts = page.evaluate(REVEAL, players)
    for (*_, rolls), text in zip(played, texts, strict=True):
        found = re.search(r"= (\S+) im Schnitt \+ (\S+) Kosten (\S) (\d+,\d+) (?:Pech|Glück)", text)
        assert found is not None
        average, cost, luck = (read(number) for number in found.group(1, 2, 4))
        assert average + cost + (luck if found[3] == "+" else -luck) == Fraction(rolls)
