"""*Stories* in a real browser: after a guess, a story shows exact numbers and simulated games that agree with them.

Section numbers refer to the paper.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from math import ceil
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from dicebingo import Board, crowd, match, nash, rank, rings, search, solve
from dicebingo.exact import decimal, text
from dicebingo.reproduction.independent_rolls import finishes_first
from tests.web.pages import (
    SIZES,
    SMALL_TARGETS,
    Site,
    expect_said,
    expect_shared,
    inside,
    shared,
    violations,
    wait_until_ready,
)
from tests.web.pages import go as go_to

pytestmark = pytest.mark.slow

SEVENS, BEST = "7,7,7/7,7,7/7,7,7", "8,8,9/7,6,10/7,4,5"
BOARDS = {
    "A": "9,6,7/7,9,6/6,7,9",
    "B": "6,7,6/7,7,7/6,6,6",
    "C": "7,7,7/6,6,6/6,7,6",
    "D": "7,5,9/9,7,5/5,9,7",
    "E": "9,7,9/9,9,9/9,6,7",
}
YOURS, ITS = "7,4,6/9,7,8/6,9,5", "6,9,*2/*3,5,5/8,*10,6"
GUESSES = {"sevens": "40", "best": "a", "slower": "b", "ring": "c", "mixed": "first", "crowd": "best", "tokens": "b"}
SECRETS = ("slower", "ring", "secret", "different", "coin", "chance", "langsamer", "Ring", "lento", "anillo")
"""Words that would give an answer away before the guess."""
SCREENS = ((375, 635), (390, 844), (812, 375), (683, 384), (1366, 768), (1920, 1080))
# A script that finds text smaller than 24 pixels on the screen.
SMALL_TEXTS = """() => [...document.querySelectorAll('main *')].flatMap((one) => {
  const text = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim();
  const { fontSize, clipPath } = getComputedStyle(one);
  if (!text || clipPath !== 'none' || !one.checkVisibility()) return [];
  const box = one.closest('svg');
  const scale = box ? box.getBoundingClientRect().width / box.viewBox.baseVal.width : one.currentCSSZoom;
  return scale * parseFloat(fontSize) < 24 ? [`${text}: ${scale * parseFloat(fontSize)}`] : [];
})"""
STEPS = [
    pytest.param(f"#/story/{name}?guess={guess}&step={step}", marks=[pytest.mark.long] * ((name, step) != ("ring", 2)))
    for name, guess in GUESSES.items()
    for step in (1, 2, 3)
]
"""All steps of the stories. Most of them are tested only in long runs."""
RACES = 20_000
GAMES = """async ([boards, marked, races]) => {
  const { bits, chances, plan, race, twoDice } = await import('/js/story/solo.js');
  const { CLASSIC } = await import('/js/classic.js');
  const cells = (text) => text.split(/[,/]/);
  const planned = (text) => plan(CLASSIC, cells(text).map((cell) => Number(cell.replace('*', ''))));
  const chance = chances(1);
  const sums = Array(11).fill(0);
  for (let i = 0; i < races; i += 1) {
    const [one, other] = twoDice(chance);
    sums[one + other - 2] += 1;
  }
  const starts = [bits([2]), bits([2, 3, 7, 8])];
  const ends = { '0': 0, '1': 0, '0,1': 0 };
  const plans = marked.map(planned);
  for (let i = 0; i < races; i += 1) ends[race(plans, starts, chance, true).winners] += 1;
  return { rolls: boards.map((board) => planned(board).rolls), sums, ends };
}"""
TINY: ViewportSize = {"width": 320, "height": 640}


def reveal(page: Page) -> Locator:
    return page.locator("[data-test=reveal]")


def number(place: Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name).first


def shows(place: Locator, name: str, exact: Any, kind: str = "chance") -> Locator:
    """Assert that the page shows the rounded number, and return its button."""
    value, button = decimal(exact), number(place, name)
    expect(button).to_have_text(f"{100 * value:.1f}%" if kind == "chance" else f"{value:.2f}")
    return button


def states(page: Page, place: Locator, name: str, exact: Any, kind: str = "chance") -> None:
    """Assert that the page shows the rounded number, and that a tap shows its fraction."""
    shows(place, name, exact, kind).click()
    expect(page.locator("[data-test=fraction]")).to_have_text(text(exact))
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=fraction]")).to_be_hidden()


def go(page: Page, step: int) -> None:
    """Go to a step, and check that a reload returns to it."""
    page.get_by_role("button", name="Show me" if step == 2 else "Why?").click()
    for again in (False, True)[: step - 1]:
        if again:
            page.reload()
        expect(page.get_by_role("button", name=f"Step {step} of 3")).to_have_attribute("aria-current", "step")
        page.wait_for_function("() => !document.querySelector('.busy')")
        assert f"step={step}" in shared(page)


def nothing_is_revealed(page: Page, secret: str) -> None:
    """Assert that the text, the keyboard and the address do not reveal the answer."""
    expect(page.locator("[data-test=guess]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    for step in (2, 3):
        expect(page.get_by_role("button", name=f"Step {step} of 3")).to_be_disabled()
    expect(page.get_by_role("button", name="Show me")).to_be_disabled()
    assert reveal(page).count() == 0
    assert secret not in page.locator("main").inner_text()


def play(page: Page, button: str, theory: Any, games: int) -> None:
    """Play many games, and check that the result is as close to theory as the page predicts."""
    page.get_by_role("button", name=button).click()
    words = page.locator("[data-test=played]").last
    expect(words).to_contain_text("Theory predicts")
    said = re.fullmatch(
        r"Simulated: .*?([\d,]+) of ([\d,]+) .*\. "
        r"Theory predicts ([\d,]+); chance alone often shifts the result by up to (\d+)\.",
        words.inner_text(),
    )
    assert said
    happened, played, expected, away = (int(part.replace(",", "")) for part in said.groups())
    share = decimal(theory)
    assert expected == round(games * share)
    assert away == ceil(2 * (games * share * (1 - share)) ** 0.5)
    assert abs(happened - expected) <= away
    assert page.locator(".dot").count() == played == games


def test_the_story_of_nine_sevens_shows_exact_numbers(site: Site) -> None:
    """Section 2.4: nine sevens take 18 rolls, most random boards are faster, and a better board wastes fewer throws."""
    with site.open("#/story/sevens?seed=2") as page:
        nothing_is_revealed(page, "18.00")
        page.get_by_role("slider").fill("40")
        expect(page.locator("[data-test=guess]")).to_contain_text("40 of 100 are faster")
        expect_shared(page, "#/story/sevens?seed=2&guess=40")
        go(page, 2)
        slower = rank(SEVENS, approximate=True).percentile / 100
        expect(reveal(page)).to_contain_text(f"About {round(100 * (1 - slower))} of 100 boards are faster.")
        expect(reveal(page)).to_contain_text(f"Of all {11**9:,} boards, only {100 * slower:.1f}% are slower.")
        expect(reveal(page)).to_contain_text("Your guess: 40.")
        states(page, reveal(page), "Rolls on average, nine sevens", solve(SEVENS).expected_rolls, "rolls")
        play(page, "Draw 100 boards", 1 - slower, 100)
        go(page, 3)
        page.locator("[data-test=board] [data-cell='4']").click()
        page.locator("[data-key='6']").click()
        board = "7,7,7/7,6,7/7,7,7"
        expect(page.locator(".sums")).to_contain_text("useful: 11 of 36 throws")
        states(page, page.locator("[data-test=value]"), "Rolls on average", solve(board).expected_rolls, "rolls")
        assert f"board={board}" in shared(page)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("[data-test=board] [data-cell='4']")).to_have_attribute("data-value", "7")
        page.get_by_role("button", name="Redo").click()
        expect(page.locator("[data-test=board] [data-cell='4']")).to_have_attribute("data-value", "6")
        page.get_by_role("link", name="Continue in Make a board").click()
        expect(page.locator("[data-test=board] [data-cell='4']")).to_have_attribute("data-value", "6")


def test_the_story_of_the_best_board_shows_exact_numbers(site: Site) -> None:
    """The story compares the fastest boards of three kinds, and shows the cost of changing the best board."""
    boards = [search(values=[6, 7, 8]).best[0].board, search(distinct=True).best[0].board, Board.parse(BEST)]
    with site.open("#/story/best?seed=3") as page:
        nothing_is_revealed(page, "6.31")
        for name, board in zip("ABC", boards, strict=True):
            shown = page.locator(".contestant", has_text=f"Board {name}").locator("[data-cell]")
            values = [cell.get_attribute("data-value") for cell in shown.all()]
            assert solve(",".join(map(str, values))).expected_rolls == solve(board).expected_rolls
        page.get_by_role("radio", name="B: nine different numbers").check()
        go(page, 2)
        for name, board in zip("ABC", boards, strict=True):
            states(page, reveal(page), f"Rolls on average, board {name}", solve(board).expected_rolls, "rolls")
        page.get_by_role("button", name="Draw 100 boards").click()
        expect(page.locator("[data-test=played]")).to_have_text(
            "Simulated: 0 of 100 boards are faster than the best board."
        )
        go(page, 3)
        value = page.locator("[data-test=value]")
        expect(value).to_contain_text("as fast as the best")
        page.locator("[data-test=board] [data-cell='8']").click()
        page.locator("[data-key='6']").click()
        changed = solve("8,8,9/7,6,10/7,4,6").expected_rolls
        states(page, value, "Slower than the best board", changed - solve(BEST).expected_rolls, "rolls")


def test_the_story_of_the_slower_board_shows_exact_numbers(site: Site) -> None:
    """Section 4.4: B is faster alone, but A wins. With separate dice, B wins."""
    together, boards = match(BOARDS["A"], BOARDS["B"]), [BOARDS["A"], BOARDS["B"]]
    with site.open("#/story/slower") as page:
        nothing_is_revealed(page, "53.1%")
        for name, board in zip("AB", boards, strict=True):
            shows(page.locator("main"), f"Rolls on average, board {name}", solve(board).expected_rolls, "rolls")
        page.get_by_role("radio", name="Board B").check()
        go(page, 2)
        expect(reveal(page)).to_contain_text("Your guess: Board B.")
        for player, name in enumerate("AB"):
            states(page, reveal(page), f"A against B: {name} wins", together.probability(player))
        page.keyboard.press("ArrowRight")
        expect(page.locator("h2")).to_have_text("Why? The dice are shared")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("h2")).to_have_text("The slower board wins")
        page.get_by_role("button", name="One race").click()
        expect(page.locator(".race-message")).to_contain_text("bingo after")
        assert page.locator(".dot").count() == 1
    with site.open("#/story/slower?seed=5&guess=b&step=3") as page:
        wait_until_ready(page)
        play(page, "1,000 races", together.probability(0), 1000)
        page.get_by_label("each has its own").check()
        expect(page.get_by_text("The surprise is gone.")).to_be_visible()
        theory = page.locator(".piles tr", has=page.get_by_role("rowheader", name="Theory (dashed line)")).locator(
            "button"
        )
        apart = [finishes_first("AB"), finishes_first("BA")]
        wanted = [apart[0], 1 - sum(apart), apart[1]]
        assert theory.all_inner_texts() == [f"{100 * decimal(chance):.1f}%" for chance in wanted]
        assert "dice=own" in shared(page)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label("the same for both")).to_be_checked()
        page.get_by_role("link", name="Try it in Compare").click()
        expect(page.locator("[data-test=value] .verdict")).to_contain_text("A beats B, no matter which")


def test_the_story_of_the_ring_shows_exact_numbers(site: Site) -> None:
    """Section 5: C beats D, D beats E, and E beats C. With separate dice there is no ring."""
    (found,) = rings([BOARDS[name] for name in "CDE"]).rings
    links = dict(zip(("CD", "DE", "EC"), found.links, strict=True))
    with site.open("#/story/ring?seed=3") as page:
        nothing_is_revealed(page, "49.5%")
        for pair in ("CD", "DE"):
            shows(page.locator("main"), f"{pair[0]} against {pair[1]}: {pair[0]} wins", links[pair].win)
        page.get_by_role("radio", name="C", exact=True).check()
        go(page, 2)
        expect(reveal(page)).to_contain_text("Your guess: C.")
        picture = reveal(page).locator("[data-test=ring]")
        expect(picture).to_contain_text("C beats D, D beats E, E beats C.")
        for pair, link in links.items():
            winner, loser = pair[0], pair[1]
            states(page, picture, f"{winner} wins against {loser}", link.win)
            shows(picture, f"{winner} against {loser}: {loser} wins", link.lose)
        for yours, its in ("CE", "DC", "ED"):
            page.get_by_role("radio", name=yours, exact=True).check()
            expect(page.get_by_text(f"The computer takes {its}.")).to_be_visible()
        play(page, "1,000 races", links["DE"].win, 1000)
        go(page, 3)
        expect(page.get_by_text("A ring: each board beats the next.")).to_be_visible()
        page.get_by_label("each has its own").check()
        expect(page.get_by_text("No ring: D beats C and E.")).to_be_visible()
        for winner, loser in ("DC", "DE", "CE"):
            chance = finishes_first(winner + loser)
            shows(page.locator(".ring-words"), f"{winner} against {loser}: {winner} wins", chance)
        page.get_by_role("link", name="Try it in Compare").click()
        expect(page.locator("[data-test=value] .verdict")).to_have_text("A ring: C beats D, D beats E, E beats C.")


def test_the_story_of_the_mixed_position_shows_exact_numbers(site: Site) -> None:
    """Section 6.3: the computer has a good reply to a player who always makes the same choice.

    The computer wins least often against the equilibrium mixture.
    """
    stage = nash(YOURS, ITS, 6)
    assert not stage.pure
    (mix,) = stage.equilibria.extreme
    (top, bottom), replies = stage.game.second, ("top left", "bottom right")
    with site.open("#/story/mixed?seed=4") as page:
        nothing_is_revealed(page, "73.8%")
        page.get_by_text("Not sure? Try rock, paper, scissors first").click()
        page.get_by_role("button", name="Play 60 rounds").click()
        expect(page.locator("[data-test=played]")).to_have_text("Simulated: you won 0, lost 60, and 0 were ties.")
        page.get_by_label("Always top right").check()
        go(page, 2)
        expect(reveal(page)).to_contain_text("Your guess: Always top right.")
        values = {
            "always top right": max(top),
            "always bottom left": max(bottom),
            "let chance decide": mix.payoffs[1],
        }
        assert values["let chance decide"] < min(max(top), max(bottom))
        for plan, wins in values.items():
            states(page, reveal(page), f"The computer wins: {plan}", wins)
        for name, share in zip(("top right", "bottom left"), mix.first, strict=True):
            shows(reveal(page), f"You mark {name}", share)
        for plan, row in (("always top right", top), ("always bottom left", bottom)):
            reply = f"{plan}: the computer marks {replies[row.index(max(row))]}"
            expect(page.locator(".plans li", has_text=reply)).to_have_count(1)
        page.get_by_role("button", name="Play 100,000 games with each plan").click()
        expect(page.locator("[data-test=played]")).to_contain_text("100,000 games with each plan")
        lost = [float(text.rstrip("%")) / 100 for text in page.locator("[data-test=played-plan]").all_inner_texts()]
        for simulated, wins in zip(lost, values.values(), strict=True):
            assert abs(simulated - decimal(wins)) < 0.0055  # four standard deviations of 100,000 games
        assert lost[2] < min(lost[:2])  # the mixture also loses least often in the simulated games
        go(page, 3)
        value = page.locator("[data-test=value]")
        for percent in (100, 60, 20):
            page.get_by_role("slider").fill(str(percent))
            share = Fraction(percent, 100)
            lines = [
                share * Fraction(text(a)) + (1 - share) * Fraction(text(b)) for a, b in zip(top, bottom, strict=True)
            ]
            shows(value, "The computer wins", max(lines))
        assert "mix=20" in shared(page)
        page.get_by_role("link", name="Try it in Duel").click()
        expect(page.locator("main h1")).to_have_text("Duel")


def test_the_story_of_the_class_shows_exact_numbers(site: Site) -> None:
    """The story shows the exact shares of three boards, and has a slider for the number of players."""
    best, other, sevens = "8 8 9 / 7 6 10 / 7 4 5", "5 3 6 / 4 7 10 / 8 11 9", "7 7 7 / 7 7 7 / 7 7 7"

    @cache
    def share(board: str, players: int, population: str = f"copies:{best}") -> Any:
        return crowd(board, players=players, population=population).share

    with site.open("#/story/crowd") as page:
        nothing_is_revealed(page, "23.2%")
        page.get_by_role("radio", name="The best board").check()
        go(page, 2)
        shows(reveal(page), "Share of the win, the board with 3 and 11", share(other, 30))
        shows(reveal(page), "Share of the win, the best board", share(best, 30))
        shows(reveal(page), "Share of the win, nine sevens", share(sevens, 30))
        go(page, 3)
        value = page.locator("[data-test=value]")
        shows(value, "Your share of the win", share(other, 30))
        page.locator("input[type=range]").fill("5")
        shows(value, "Your share of the win", share(other, 5))
        page.get_by_role("radio", name="nine different numbers").check()
        shows(value, "Your share of the win", share(other, 5, "distinct"))
        assert page.locator(".crowd-dots .player-0").count() == round(300 * share(other, 5, "distinct"))
        assert "others=distinct" in shared(page)


def test_the_story_of_the_slower_card_shows_exact_numbers(site: Site) -> None:
    """With 15 tokens per card, B is three rolls faster alone, but A wins. With separate dice, B wins."""
    cards = ["3 4 5x2 6x2 7x3 8x2 9x2 10 11", "4 5x2 6x3 7x3 8x3 9x2 10"]
    together = match(*cards, tokens=15)
    alone = [[decimal(p) for p, _ in solve(card, tokens=15, upto=400).distribution or ()] for card in cards]
    with site.open("#/story/tokens?seed=5") as page:
        nothing_is_revealed(page, "30.7%")
        for name, card in zip("AB", cards, strict=True):
            shows(
                page.locator("main"), f"Rolls on average, card {name}", solve(card, tokens=15).expected_rolls, "rolls"
            )
        page.get_by_role("radio", name="Card B").check()
        go(page, 2)
        expect(reveal(page)).to_contain_text("Your guess: Card B.")
        for player, name in enumerate("AB"):
            states(page, reveal(page), f"A against B: {name} wins", together.probability(player))
        play(page, "1,000 races", together.probability(0), 1000)
        go(page, 3)
        states(page, page.locator("main"), "6 or 8 is cleared last", together.probability(0))
        page.get_by_label("each has its own").check()
        wins = [
            sum(own * sum(other[roll + 1 :]) for roll, own in enumerate(mine)) for mine, other in (alone, alone[::-1])
        ]
        assert wins[0] < wins[1]
        theory = page.locator(".piles tr", has=page.get_by_role("rowheader", name="Theory (dashed line)")).locator(
            "button"
        )
        expect(theory.last).to_have_text(f"{100 * wins[1]:.1f}%")
        page.get_by_role("link", name="Try it in Compare").click()
        expect(page.locator("[data-test=value] .verdict")).to_have_text("A beats B.")


def test_the_list_of_chapters_remembers_guesses_and_links_cannot_skip_a_guess(site: Site) -> None:
    with site.open("#/story") as page:
        expect(page.locator("a.door")).to_have_count(len(GUESSES))
        page.get_by_role("link", name="Three boards").click()
        page.get_by_role("radio", name="E", exact=True).check()
        page.get_by_role("button", name="Show me").click()
        expect(reveal(page)).to_be_visible()
        for _ in range(2):
            page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Show me")).to_be_disabled()
        for _ in range(2):
            page.get_by_role("button", name="Redo").click()
        expect(reveal(page)).to_be_visible()
        page.get_by_role("link", name="All chapters").click()
        expect(page.locator("a.door", has_text="You guessed: E.")).to_have_count(1)
        page.goto(f"{site.address}/#/story/slower?step=3")
        nothing_is_revealed(page, "53.1%")
        page.goto(f"{site.address}/#/story/slower?guess=maybe&step=3")
        expect(page.locator("[data-test=notice]")).to_contain_text("The guess in this link could not be read")
        expect(page.locator("[data-test=guess]")).to_be_visible()
        page.goto(f"{site.address}/#/story/ring?guess=c&step=3&dice=loaded&race=ABC&seed=x")
        expect(page.locator("[data-test=notice]")).to_have_count(3)
        page.goto(f"{site.address}/#/story/nothing")
        expect(page.locator("[data-test=notice]")).to_contain_text("There is no chapter with that name.")
        expect(page.locator("a.door")).to_have_count(len(GUESSES))
        page.goto(f"{site.address}/#/story/mixed?guess=mix&step=3")
        page.get_by_role("button", name="Guess again").click()
        expect(page.get_by_role("button", name="Show me")).to_be_disabled()
        expect_shared(page, "#/story/mixed")


def test_each_story_leads_to_the_next_and_the_last_page_repeats_the_guesses(site: Site) -> None:
    with site.open("#/story") as page:
        page.get_by_role("link", name="Start with chapter 1").click()
        for name, guess in GUESSES.items():
            expect(page.get_by_text(f"Chapter {list(GUESSES).index(name) + 1} of 7")).to_be_visible()
            wait_until_ready(page)
            assert not any(word in page.title() for word in SECRETS)
            page.get_by_role("button", name="Show me").click(force=True)
            expect_said(page, "Make a guess first.")
            if name == "sevens":
                page.get_by_role("slider").fill(guess)
            else:
                page.locator(f"[data-test=guess] input[value={guess}]").check()
            for _ in range(3):
                wait_until_ready(page)
                page.locator(".story-ways .primary").click()
        expect(page.locator("h1")).to_have_text("Your guesses")
        expect(page.locator("main")).to_contain_text("You were right 0 out of 7 times.")
        expect(page.locator("[data-test=guessed]")).to_have_count(7)
        page.keyboard.press("ArrowLeft")
        go_to(page, "#/story/ring")  # opening the story reads its stored state
        page.get_by_role("button", name="Guess again").click()
        page.get_by_role("radio", name="E", exact=True).check()
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Show me").click()
        go_to(page, "#/story/end")
        expect(page.locator("main")).to_contain_text("You were right 1 out of 7 times.")
        page.get_by_role("button", name="Forget my guesses").click()
        expect(page.locator("main")).to_contain_text("You have not made a guess yet.")


@pytest.mark.parametrize(
    ("language", "accessible"),
    [
        ("en", ["sevens", "mixed"]),
        ("de", []),
        pytest.param("en", list(GUESSES), marks=pytest.mark.long),
        pytest.param("es", [], marks=pytest.mark.long),
    ],
)
def test_the_guess_is_on_the_first_screen_and_no_title_reveals_the_answer(
    site: Site, language: str, accessible: list[str]
) -> None:
    """The chapters in ``accessible`` are also checked for accessibility violations, in light and dark mode."""
    with site.open(f"?language={language}#/story") as page:
        wait_until_ready(page)
        for door in page.locator("a.door strong").all_inner_texts():
            assert not any(word in door for word in SECRETS)
        for name in GUESSES:
            go_to(page, f"#/story/{name}")
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                inside(page, "[data-test=guess]", ".story-ways .button", ".place")
                assert page.evaluate("() => document.documentElement.scrollWidth") == width
            if name in accessible:
                assert violations(page) == []
                page.emulate_media(color_scheme="dark")
                assert violations(page, "color-contrast") == []
                page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_in_projector_mode_every_step_is_one_slide_with_large_letters(site: Site, language: str) -> None:
    size = ViewportSize(width=1920, height=1080)
    with site.open(f"?language={language}#/story", viewport=size) as page:
        wait_until_ready(page)
        page.keyboard.press("p")
        for name, guess in GUESSES.items():
            for step in (1, 2, 3):
                board = "&board=C" if (name, step) == ("ring", 2) else ""
                go_to(page, f"#/story/{name}?guess={guess}&step={step}&seed=3{board}")
                assert page.evaluate("() => document.documentElement.scrollHeight") == size["height"]
                assert page.evaluate(SMALL_TEXTS) == []


@pytest.mark.parametrize("fragment", STEPS)
def test_every_step_fits_every_screen_and_has_no_accessibility_violations(site: Site, fragment: str) -> None:
    """The button to continue is visible, nothing scrolls sideways, and every touch target is large enough."""
    with site.open(fragment) as page:
        wait_until_ready(page)
        for viewport in (*SIZES.values(), TINY):
            page.set_viewport_size(viewport)
            assert page.evaluate("() => document.documentElement.scrollWidth") == viewport["width"]
            inside(page, ".story-ways .button:not([hidden])", ".place")
            assert page.evaluate(SMALL_TARGETS) == []
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []


def test_the_page_simulates_games_as_the_library_does(site: Site) -> None:
    """The expected rolls match the library, the dice are fair, and races from marked boards also end as predicted."""
    boards = [*BOARDS.values(), BEST, *(at_random(seed) for seed in range(10))]
    with site.open("about.html") as page:
        found = page.evaluate(GAMES, [boards, [YOURS, ITS], RACES])
    assert [pytest.approx(decimal(solve(board).expected_rolls)) for board in boards] == found["rolls"]
    for ways, happened in zip([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], found["sums"], strict=True):
        assert near(happened, RACES, Fraction(ways, 36))
    position = match("7,4,*6/9,7,8/6,9,5", "6,9,*2/*3,5,5/8,*10,*6")
    for winners, happened in found["ends"].items():
        assert near(happened, RACES, position.probability(*map(int, winners.split(","))))


def near(happened: int, games: int, chance: Any) -> bool:
    share = decimal(chance)
    return bool(abs(happened - games * share) < 4 * (games * share * (1 - share)) ** 0.5)


def at_random(seed: int) -> str:
    values = [str(value) for value in Random(seed).choices(range(2, 13), k=9)]
    return "/".join(",".join(values[row : row + 3]) for row in (0, 3, 6))


@pytest.mark.long
def test_the_number_of_slower_boards_is_exact(site: Site) -> None:
    ranked = rank(SEVENS)
    with site.open("#/story/sevens?guess=40&step=2") as page:
        wait_until_ready(page)
        number(reveal(page), "Boards slower than nine sevens").click()
        exact = page.locator("[data-test=fraction]")
        expect(exact).to_have_text(str(Fraction(ranked.worse, ranked.total)))
