"""*Compare* in a real browser: winners, pairs and rings with exact fractions, large boards, races and pasted lists."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from dicebingo import match
from dicebingo.exact import decimal, text
from tests.web.pages import (
    NAMED,
    NEXT,
    SIZES,
    SMALL_TARGETS,
    Site,
    every_screen,
    expect_said,
    expect_shared,
    go,
    inside,
    shared,
    violations,
    wait_for,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
C, D, E = "7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7", "9 7 9 / 9 9 9 / 9 6 7"
KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6")
"""The paper's boards A to E, and Knuth's four cards."""
TINY: ViewportSize = {"width": 320, "height": 640}


def link(*boards: str, **others: str) -> str:
    named = {key: board.replace(" / ", "/").replace(" ", ",") for key, board in zip("abcd", boards, strict=False)}
    return "#/compare?" + "&".join(f"{key}={value}" for key, value in {**others, **named}.items())


def verdict(page: Page) -> Locator:
    return page.locator("[data-test=value] .verdict")


def ring(page: Page) -> Locator:
    return page.locator("[data-test=ring]")


def unfold(page: Page, *titles: str) -> None:
    """Expand the collapsed sections with these titles."""
    for title in titles:
        page.locator("details.fold > summary", has_text=title).click()


def percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def fraction(page: Page, button: Locator) -> str:
    """Return the text of the box that opens when a number is tapped."""
    wait_until_ready(page)  # when a pending number arrives, the page redraws the other numbers
    button.click()
    exact = page.locator("[data-test=fraction]").inner_text()
    page.get_by_role("button", name="Close", exact=True).click()
    return exact


def test_the_papers_slower_board_wins(site: Site) -> None:
    """Section 4.4: A alone is slower, but wins more often. A tap on a number shows its fraction."""
    with site.open(link(A, B)) as page:
        expect(verdict(page)).to_have_text("A beats B, no matter which of the equally good cells they mark.")
        wait_until_ready(page)
        assert page.locator("[data-test=outcomes] li").all_inner_texts() == ["A\nA wins 53.1%", "B\nB wins 46.9%"]
        expect(page.get_by_text("Yet B is faster alone: 11.37 rolls against 12.77.")).to_be_visible()
        button = page.locator("[data-test=outcomes] button").first
        assert fraction(page, button) == text(match(A, B).probability(0))
        unfold(page, "Ties and tie-breaks")
        page.get_by_role("button", name="How much do tie-breaks matter?").click()
        expect(page.get_by_text("Across all tie-breaks, A wins 53.1% of the games and B 46.9%.")).to_be_visible()
        assert page.locator("[data-test=pairs]").is_hidden()


def test_changing_a_board_updates_the_comparison_and_the_link(site: Site) -> None:
    other = "6 7 6 / 7 8 7 / 6 6 6"
    result = match(A, other, tie_break="largest")
    expected = [percent(decimal(result.probability(*winners))) for winners in ((0,), (0, 1), (1,))]
    address = link(A, other) + "&tie=largest&curves=cdf"
    with site.open(link(A, B)) as page:
        wait_until_ready(page)
        page.get_by_role("grid", name="Board B").locator("[data-cell='4']").click()
        page.keyboard.type("8")
        unfold(page, "When the boards finish", "Ties and tie-breaks")
        page.get_by_label("the last").check()
        expect(page.locator("[data-test=outcomes]")).to_contain_text(expected[0])
        chances = [item.split(" ")[-1] for item in page.locator("[data-test=outcomes] li").all_inner_texts()]
        assert chances == [chance for chance in expected if chance != "0.0%"]
        page.get_by_label("up to each roll").check()
        expect_shared(page, address)
    with site.open(address) as page:
        expect(page.locator("[data-test=outcomes]")).to_contain_text(expected[0])
        expect(page.get_by_label("up to each roll")).to_be_checked()


def test_the_papers_ring_comes_from_the_gallery(site: Site) -> None:
    """Section 5: C, D and E from the gallery keep their names in the drawing, in the table and in the link."""
    with site.open("#/compare") as page:
        wait_until_ready(page)
        unfold(page, "Gallery")
        page.get_by_role("button", name="Compare The paper's ring").click()
        expect(verdict(page)).to_have_text("A ring: C beats D, D beats E, E beats C.")
        unfold(page, "All pairs in numbers")
        boards = {"C": C, "D": D, "E": E}
        for winner, loser in ("CD", "DE", "EC"):
            result = match(boards[winner], boards[loser])
            name = f"{winner} wins against {loser}"
            for place in (ring(page).locator(".ring-picture"), page.locator("[data-test=pairs]")):
                button = place.get_by_role("button", name=name)
                expect(button).to_have_text(percent(decimal(result.probability(0))))
                assert fraction(page, button) == text(result.probability(0))
            lost = page.locator("[data-test=pairs]").get_by_role("button", name=f"{loser} wins against {winner}")
            assert fraction(page, lost) == text(result.probability(1))
        assert ring(page).locator(".ring-arc").count() == ring(page).locator(".ring-head").count() == 3
        expect(page.get_by_role("grid", name="Board E")).to_be_visible()
        wait_until_ready(page)
        expect_shared(page, link(C, D, E) + "&names=C,D,E")
        page.reload()
        expect(verdict(page)).to_have_text("A ring: C beats D, D beats E, E beats C.")
        page.get_by_role("button", name="Undo").click()
        expect(verdict(page)).to_have_text("A beats B, no matter which of the equally good cells they mark.")
        page.get_by_role("button", name="Redo").click()
        expect(ring(page)).to_be_visible()
        # On boards with nine different numbers, a roll matches at most one cell, so there are no ties to break.
        go(page, link("5 3 6 / 4 7 10 / 8 11 9", "2 3 4 / 5 6 7 / 8 9 10"))
        expect(verdict(page)).to_have_text("A beats B.")


def test_a_fraction_opens_and_closes_by_keyboard(site: Site) -> None:
    """Enter opens a number's fraction, and Escape closes it and returns the focus."""
    with site.open(link(C, D, E) + "&names=C,D,E") as page:
        expect(ring(page)).to_be_visible()
        wait_until_ready(page)
        page.get_by_role("button", name="Remove Board E").focus()
        while not page.evaluate("() => document.activeElement.matches('[data-test=ring] button')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("[data-test=fraction]")).to_have_text(text(match(C, D).probability(0)))
        page.keyboard.press("Escape")
        expect(page.locator("[data-test=fraction]")).to_be_hidden()
        assert page.evaluate("() => document.activeElement.matches('[data-test=ring] button')")


def test_knuths_cards_form_a_ring_of_four(site: Site) -> None:
    """The cards come from the gallery, and are then entered as four boards without names."""
    chance = match(*KNUTH[:2], rules="knuth").probability(0)
    with site.open("#/compare") as page:
        wait_until_ready(page)
        unfold(page, "Gallery")
        page.get_by_role("button", name="Compare Knuth's four cards").click()
        beats = [f"Knuth's {one} beats Knuth's {other}" for one, other in ("AB", "BC", "CD", "DA")]
        expect(verdict(page)).to_have_text(f"A ring: {', '.join(beats)}.")
        assert ring(page).locator(".badge").all_inner_texts() == list("ABCD")
        first = ring(page).locator(".ring-picture").get_by_role("button", name="Knuth's A wins against Knuth's B")
        assert fraction(page, first) == text(chance)
        page.get_by_role("button", name="Add Knuth's A").click(force=True)
        expect_said(page, "You already have four boards.")
        expect(page.get_by_role("grid")).to_have_count(4)
    with site.open(link(*KNUTH, rules="knuth")) as page:
        expect(verdict(page)).to_have_text("A ring: A beats B, B beats C, C beats D, D beats A.")
        assert page.locator("[data-test=pairs] td button").count() == 12


def test_the_page_reports_that_boards_form_no_ring(site: Site) -> None:
    best = "8 8 9 / 7 6 10 / 7 4 5"
    with site.open(link(best, A, B)) as page:
        expect(verdict(page)).to_have_text("No ring here: A beats every other board.")
        expect(page.locator("[data-test=pairs]")).to_be_visible()
        assert ring(page).count() == 0


def test_boards_can_be_named(site: Site) -> None:
    """A board from the gallery loses its name when its numbers change, and undo restores both."""
    with site.open(link(C, D, E) + "&names=C,D,E") as page:
        wait_until_ready(page)
        page.get_by_label("Name of Board D").fill("Mia's, board")
        page.keyboard.press("Enter")
        expect(verdict(page)).to_have_text("A ring: C beats Mia's board, Mia's board beats E, E beats C.")
        assert shared(page).endswith("&names=C,Mia%27s+board,E")
        page.get_by_role("grid", name="Board C").locator("[data-cell='0']").click()
        page.keyboard.type("6")
        expect(page.get_by_role("grid", name="Board A")).to_be_visible()
        expect(page.get_by_role("grid", name="Board C")).to_have_count(0)
        assert shared(page).endswith("&names=,Mia%27s+board,E")
        page.keyboard.press("Control+z")
        expect(page.get_by_role("grid", name="Board C")).to_be_visible()
        page.get_by_role("button", name="Remove Mia's board").click()
        expect(page.get_by_role("grid")).to_have_count(2)
        expect(verdict(page)).to_have_text(re.compile(r"^E beats C"))


def test_intervals_are_rounded_outwards(site: Site) -> None:
    ends = [(0, 0.0004), (0.1239, 0.1241), (0.5, 0.75), (0.9996, 1)]
    with site.open(link(A, B)) as page:
        script = """async (ends) => {
          const { bounds } = await import('./js/format.js');
          const amount = (decimal) => ({ exact: null, decimal });
          return ends.map(([low, high]) => bounds(amount(low), amount(high)));
        }"""
        found = page.evaluate(script, ends)
    assert found == ["0.0% and 0.1%", "12.3% and 12.5%", "50.0% and 75.0%", "99.9% and 100.0%"]


@pytest.mark.long
def test_large_boards_are_simulated(site: Site) -> None:
    """For 4x4 boards, the page reports simulated games instead of sending a question that would fail."""
    with site.open("#/compare?rules=4x4") as page:
        expect(page.get_by_text("The computer simulated 10,000 games instead.")).to_be_visible()
        wait_until_ready(page)
        expect(verdict(page)).to_have_text(
            re.compile(r"^([AB] beats [AB], as far as 10,000 games can tell|Too close to call)\.$")
        )
        page.locator("[data-test=outcomes] button").first.click()
        expect(page.get_by_text("Estimated from 10,000 simulated games: between")).to_be_visible()
        page.keyboard.press("Escape")
        unfold(page, "Ties and tie-breaks")
        expect(page.get_by_role("button", name="How much do tie-breaks matter?")).to_be_disabled()
        page.get_by_role("button", name="Add a board").click()
        expect(page.get_by_text("The computer simulated 10,000 games of each pair instead.")).to_be_visible()
        wait_until_ready(page)
        assert page.locator("[data-test=pairs] td button").count() == 6


def test_a_stopped_computation_can_be_restarted(site: Site) -> None:
    with site.open() as page:
        wait_until_ready(page)
        page.route("**/api/simulate", lambda _: None)  # the server never answers
        page.goto(f"{site.address}/#/compare?rules=4x4")
        page.get_by_role("button", name="Stop").click()
        page.unroute("**/api/simulate")
        expect(page.get_by_text("No answer yet.")).to_be_visible()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("The computer simulated 10,000 games instead.")).to_be_visible()
        expect(page.get_by_text("No answer yet.")).to_be_hidden()


def test_boards_that_are_too_large_to_compare_can_still_race(site: Site) -> None:
    with site.open("#/compare?rules=d10%2Bd20") as page:
        expect(page.get_by_text("You can still race the boards")).to_be_visible()
        expect(page.locator(".entrant .alone button")).to_have_count(2)
        expect(page.get_by_role("button", name="Race 1,000 times")).to_be_disabled()
        unfold(page, "Watch one race")
        page.get_by_role("button", name="One roll").click()
        expect(page.locator(".race + .dice .total")).to_be_visible()


def test_a_race_plays_one_game_of_the_match(site: Site) -> None:
    """*One roll* makes a roll, and every board with a matching cell marks it; *One race* plays until a bingo."""
    with site.open(link(*KNUTH[:2], rules="knuth")) as page:
        wait_until_ready(page)
        unfold(page, "Watch one race")
        race = page.locator("details", has=page.get_by_role("heading", name="Watch one race"))
        race.get_by_role("button", name="One roll").click()
        expect(race.get_by_role("status").last).to_contain_text(":")
        race.get_by_role("button", name="One race").click()
        expect(race).to_contain_text("bingo for")
        assert race.locator(".tile.won").count() >= 2
        expect(race).to_contain_text("Races so far")


def test_a_thousand_races_are_compared_with_theory(site: Site) -> None:
    with site.open(link(A, B)) as page:
        wait_until_ready(page)
        races = page.locator("[data-test=races]")
        for total in (1000, 2000):
            page.get_by_role("button", name="Race 1,000 times").click()
            expect(page.get_by_text(f"{total:,} races", exact=True)).to_be_visible()
            won = re.findall(r"([AB]) won ([\d,]+)", races.inner_text())
            assert [name for name, _ in won] == ["A", "B"]
            assert sum(int(count.replace(",", "")) for _, count in won) == total
        expected = round(2000 * decimal(match(A, B).probability(0)))
        expect(races).to_contain_text(f"Theory predicts {expected:,} for A")
        assert page.locator(".thousand-bars .shares").count() == 2
        page.get_by_role("grid", name="Board B").locator("[data-cell='4']").click()
        page.keyboard.type("8")
        expect(races).to_be_empty()


def test_a_pasted_list_of_boards_can_play_a_tournament(site: Site) -> None:
    """The list has one board per line, with or without a name.

    The page shows standings, pairs and rings with their fractions, and the link contains the whole list.
    """
    pasted = f"C: {C}\nD: {D}\n# a comment\n\nE: {E}\n8 8 9 / 7 6 10 / 7 4 5"
    with site.open("#/compare") as page:
        wait_until_ready(page)
        unfold(page, "A tournament of many boards")
        play = page.get_by_role("button", name="Play the tournament")
        box = page.get_by_label("One board per line")
        expect(play).to_be_disabled()
        box.fill("C: 7 7 7")
        expect(page.get_by_text("Line 1: A board for these rules has 9 cells to fill, not 3.")).to_be_visible()
        expect(play).to_be_disabled()
        box.fill(pasted)
        play.click()
        expect(page.locator("[data-test=tournament]")).to_contain_text("There is 1 ring of three.")
        expect(ring(page)).to_contain_text("C beats D, D beats E, E beats C")
        expect(page.locator("[data-test=list-pairs] td button")).to_have_count(12)
        button = ring(page).locator(".ring-picture").get_by_role("button", name="C wins against D")
        assert fraction(page, button) == text(match(C, D).probability(0))
        wait_until_ready(page)
        address = shared(page)
    with site.open(address) as page:
        expect(ring(page)).to_contain_text("C beats D, D beats E, E beats C")
        assert page.get_by_label("One board per line").input_value().startswith(f"C: {C}\nD: {D}\nE: {E}\n")


def test_a_ring_of_four_is_found_in_a_list(site: Site) -> None:
    boards = ";".join(f"{name}:{board}" for name, board in zip("PQRS", KNUTH, strict=True))
    with site.open(f"#/compare?rules=knuth&list={boards}&ring=4") as page:
        expect(ring(page).first).to_contain_text(re.compile(r"P beats Q, Q beats R, R beats S, S beats P"))
        wait_until_ready(page)
        page.get_by_role("button", name="LaTeX: the ring").first.click()
        expect_said(page, "Copied.")
        assert r"P & Q & $\frac{7}{15}$" in page.evaluate("() => navigator.clipboard.readText()")
        page.locator(".tournament").get_by_role("button", name="Copy as text: all pairs").click()
        wait_for(page, lambda: "\tP\tQ" in page.evaluate("() => navigator.clipboard.readText()"))
        assert "P\t\t7/15\t" in page.evaluate("() => navigator.clipboard.readText()")


def test_switching_rules_and_back_loses_nothing(site: Site) -> None:
    with site.open(link(C, D, E) + "&names=C,D,E") as page:
        wait_until_ready(page)
        before = shared(page)
        page.get_by_label("Rules").select_option("knuth")
        expect(page.get_by_role("grid")).to_have_count(2)
        page.get_by_label("Rules").select_option("classic")
        expect(ring(page)).to_be_visible()
        expect_shared(page, before)


def test_an_empty_cell_dims_the_answer_and_moves_nothing(site: Site) -> None:
    with site.open(link(A, B)) as page:
        wait_until_ready(page)
        cell = page.get_by_role("grid", name="Board A").locator("[data-cell='4']")
        cell.click()
        top = cell.evaluate("(tile) => tile.getBoundingClientRect().top")
        page.keyboard.press("Delete")
        expect(page.get_by_text("Fill all cells to see who wins.")).to_be_visible()
        assert cell.evaluate("(tile) => tile.getBoundingClientRect().top") == top
        assert page.locator("[data-test=together], [data-test=races]").evaluate_all(
            "(parts) => parts.length === 2 && parts.every((part) => part.closest('[inert]'))"
        )
        page.keyboard.type("9")
        expect(page.get_by_text("Fill all cells")).to_be_hidden()
        wait_until_ready(page)
        assert cell.evaluate("(tile) => tile.getBoundingClientRect().top") == top


def test_the_boards_the_answer_and_the_keys_are_on_one_screen(site: Site) -> None:
    """The page is less than 2,100 pixels high.

    On short screens, the keys are below the boards. On a tiny screen, no border is cut off.
    """
    with site.open(link(A, B)) as page:
        wait_until_ready(page)
        boards = "[data-test=board]", "[data-test=opponent]"
        for name in every_screen(page):
            if "letters" in name:  # with large text, the boards and the keys may need scrolling
                inside(page, "[data-test=value] .verdict", "[data-test=together] .shares")
                continue
            inside(page, "[data-test=together] .shares", *boards)
            if name in {"laptop", "projector", "phone"}:
                inside(page, "[data-test=value]", "[data-test=keypad]")
                assert page.evaluate(HEIGHT) < (1500 if name == "laptop" else 2100)
        page.set_viewport_size(TINY)
        assert page.evaluate(CUT) == []


HEIGHT = "() => document.documentElement.scrollHeight"


CUT = """() => [...document.querySelectorAll('main .tray')].filter((tray) => {
  const box = tray.getBoundingClientRect();
  const tiles = [...tray.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect());
  return tiles.some((tile) => tile.bottom > box.bottom - 1 || tile.right > box.right - 1);
}).map((tray) => tray.outerHTML.slice(0, 100))"""


@pytest.mark.long
@pytest.mark.parametrize("fragment", [f"#/compare?list={C};{D};{E}", "#/compare?rules=4x4"])
def test_the_page_has_no_accessibility_violations(site: Site, fragment: str) -> None:
    """The page is tested in light and dark mode.

    On a small phone, nothing scrolls sideways, and no border is cut off.
    """
    with site.open(fragment, color_scheme="light") as page:
        wait_until_ready(page)
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []
        page.set_viewport_size(SIZES["phone"])
        assert page.evaluate(SMALL_TARGETS) == []
        page.set_viewport_size(TINY)
        assert page.evaluate("() => document.documentElement.scrollWidth") == TINY["width"]
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["de", *(pytest.param(code, marks=pytest.mark.long) for code in ("en", "es"))])
def test_compare_and_duel_have_no_accessibility_violations_in_any_language(site: Site, language: str) -> None:
    """All collapsed sections are expanded. The gallery is fully translated, and nothing scrolls sideways on a phone.

    Colours do not depend on the language, so dark mode is left to another test.
    """
    with site.open(link(C, D, E) + "&names=C,D,E", locale=language, color_scheme="light") as page:
        wait_until_ready(page)
        page.locator("details.fold").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
        english = {piece["name"] for piece in page.request.get(f"{site.address}/api/gallery").json()["boards"]}
        names = set(page.locator(".gallery:not(.rings) strong").all_inner_texts())
        assert len(names) == len(english)
        assert names & english == (english if language == "en" else set("ABCDE"))
        for room in ("compare", "duel"):
            if room == "duel":
                go(page, "#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6")
            assert violations(page) == []
            page.set_viewport_size(SIZES["phone"])
            assert page.evaluate("() => document.documentElement.scrollWidth") == SIZES["phone"]["width"]
            page.set_viewport_size(SIZES["desktop"])


@pytest.mark.parametrize("rules", NAMED)
def test_every_control_can_be_used_under_all_rules(site: Site, rules: str) -> None:
    """Click every enabled control: no click causes an error (``site.open`` checks this) or leads to a dead end."""
    with site.open(f"#/compare?rules={rules.replace('+', '%2B')}") as page:
        wait_until_ready(page)
        clicked: list[str] = []
        while (name := page.evaluate(NEXT, clicked)) is not None:
            clicked.append(name)
            wait_until_ready(page)
        assert {"Add a board", "A surprise board for C", "One race"} <= set(clicked)
        huge = rules in {"5x5", "5x5-free", "d10+d20"}
        assert ("the last" in clicked) == ("Race 1,000 times" in clicked) == (not huge)
        assert ("Play the tournament" in clicked) == (not huge and rules != "4x4")
        assert page.locator(".waiting .note:not([hidden])").count() == 0
        expect(verdict(page)).not_to_be_empty()
