"""*Play* in a real browser: whole games on one screen, by touch and by keyboard, with hints and the review."""

from __future__ import annotations

import re
from fractions import Fraction
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from dicebingo import Position, chain_of, find_rules, nash, review, solve
from dicebingo.exact import decimal, text
from dicebingo.running.randomness import roll as seeded_roll
from dicebingo.solo.mdp import optimal_play
from tests.web.browser import visit
from tests.web.pages import (
    HIDDEN,
    NAMED,
    SCREENS,
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
    wait_until_ready,
)

pytestmark = pytest.mark.slow

BOARD, OTHER = "7,7,8/6,7,6/5,8,7", "6,7,6/7,7,7/6,6,6"
LINK = f"#/play?board={BOARD}&seed=11"
VERSUS = f"{LINK}&vs=solo&other={OTHER}"
TRAP = "#/play?board=7,x,6/9,11,8/4,6,3&other=7,x,x/8,9,10/11,3,5&vs=duel&by=hand"
MIXED = "#/play?board=7,4,6/9,7,8/6,9,5&other=6,9,*2/*3,5,5/8,*10,6&vs=duel&by=hand"
ONE_SCREEN = ("[data-test=board]", "[data-test=dice]", "[data-test=value]", "[data-test=board] [data-cell]")
TURN = """() => document.querySelector('[data-markable]') ||
  [...document.querySelectorAll('.act .big, .act .key')].some((one) => one.checkVisibility() && !one.ariaDisabled)"""
"""A script that returns whether it is the player's turn: no dice are rolling, and the computer is not thinking."""
PLACES = """() => ['[data-test=board]', '[data-test=dice]', '[data-test=opponent]', '.act'].map((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(' ');
})"""


def game_of(page: Page, player: int = 0) -> list[tuple[int, list[int]]]:
    """Return the turns (rolls and marked cells) of the player or the computer, read from the address."""
    found = re.search(r"game=([^&]*)", unquote(shared(page)))
    turns = [[*part.split("."), "-"] for part in found.group(1).split("_")] if found else []
    return [(int(turn[0]), [int(c) for c in turn[1 + player].split("+") if c not in "-?"]) for turn in turns]


def seeded(count: int, seed: int = 11, rules: str = "classic") -> list[int]:
    return [seeded_roll(find_rules(rules).dice, seed, number).value for number in range(count)]


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"[data-test=board] [data-cell='{number}']")


def roll(page: Page, value: int | None = None) -> None:
    """Roll the dice, or tap the result of real dice, and wait until the page has handled the roll."""
    page.wait_for_function(TURN)
    if value is None:
        page.get_by_role("button", name="Roll the dice").click()
    else:
        page.get_by_role("group", name="What did your dice show?").locator(f"[data-key='{value}']").click()
    page.wait_for_function(TURN)


def mark(page: Page, which: Locator | None = None) -> None:
    (which or page.locator("[data-markable]").last).click()
    page.wait_for_function(TURN)


def labels(page: Page) -> list[str]:
    """Return the screen reader labels of the cells that can be marked."""
    return [cell.get_attribute("aria-label") or "" for cell in page.locator("[data-markable]").all()]


def is_over(page: Page) -> bool:
    return page.locator(".tile.won").count() > 0


def play_on(page: Page, turns: int = 200) -> None:
    """Roll, and mark the last of the cells that can be marked, until a line is complete or ``turns`` turns are over."""
    for _ in range(turns):
        roll(page)
        if page.locator("[data-markable]").count():
            mark(page)
        if is_over(page):
            return


def finish(page: Page) -> Locator:
    card = page.locator("[data-test=finish]")
    expect(card).to_be_visible()
    return card


def pick(page: Page, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).select_option(value)


@pytest.mark.parametrize("size", SCREENS)
def test_a_whole_game_fits_on_one_screen(site: Site, size: str) -> None:
    """Boards, dice and every markable cell are on the screen, with and without hints. No pixel moves."""
    with site.open(VERSUS, viewport=SIZES[size], has_touch=True) as page:
        wait_until_ready(page)
        before = page.evaluate(PLACES)
        choices = 0
        while not is_over(page):
            inside(page, *ONE_SCREEN, "[data-test=opponent]", ".act .big:not([hidden])")
            page.get_by_role("button", name="Roll the dice").tap()
            page.wait_for_function(TURN)
            if page.locator("[data-markable]").count():
                inside(page, *ONE_SCREEN, "[data-test=opponent]", "[data-markable]")
                if page.locator("[data-markable]").count() > 1:
                    choices += 1
                    page.get_by_role("button", name="Hint").tap()
                    expect(page.locator(".aims li")).to_have_count(2)
                    inside(page, *ONE_SCREEN, "[data-test=opponent]", "[data-markable]", ".aims")
                page.locator("[data-markable]").last.tap()
                page.wait_for_function(TURN)
            assert page.evaluate(PLACES) == before
        assert choices > 1
        finish(page)
        inside(page, *ONE_SCREEN, "[data-test=opponent]", ".tile.won", ".act .big:not([hidden])")
        assert page.evaluate("() => scrollY") == 0


def test_the_boards_and_the_action_button_are_visible_on_every_screen(site: Site) -> None:
    """Test before a roll, while choosing a cell, with a hint, with real dice, and after the game."""
    states = {
        VERSUS: (".act .big:not([hidden])",),
        f"{VERSUS}&game=7.?": ("[data-markable]", ".act .big:not([hidden])"),
        f"{TRAP}&game=6.?": ("[data-markable]", ".act .key"),
        f"#/play?seed=7&vs=solo&board={BOARD}&other={OTHER}&game=7.0.1_7.1.3_8.2": (".act .big:not([hidden])",),
        f"{LINK}&game=6.?": ("[data-markable]", ".act .big:not([hidden])"),
    }
    with site.open() as page:
        for fragment, tools in states.items():
            go(page, fragment)
            if "[data-markable]" in tools:
                page.get_by_role("button", name="Hint").click()
                page.locator(".aims").wait_for()
            rival = ("[data-test=opponent]",) if "vs=" in fragment else ()
            for name in every_screen(page):
                assert page.evaluate(HIDDEN, [*ONE_SCREEN, *tools, *rival]) == [], (name, fragment)
                assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize("name", NAMED)
def test_every_named_game_fits_on_one_screen(site: Site, name: str) -> None:
    link = f"#/play?rules={name.replace('+', '%2B')}&seed=2&vs=solo"
    for by, tool in (("seed", ".act .big:not([hidden])"), ("hand", ".act .key")):
        with site.open(f"{link}&by={by}", viewport=SIZES["desktop"]) as page:
            cell(page, 0).wait_for()
            for viewport in SIZES.values():
                page.set_viewport_size(viewport)
                inside(page, *ONE_SCREEN, "[data-test=opponent]", tool)


def test_the_hint_to_win_agrees_with_nash_and_with_the_duel_room(site: Site) -> None:
    """The paper's trap: top right is faster, and bottom middle wins more often."""
    found = nash("7 x 6 / 9 11 8 / 4 6 3", "7 x x / 8 9 10 / 11 3 5", 6)
    assert found.pure == ((7, None),)
    with site.open(TRAP) as page:
        wait_until_ready(page)
        roll(page, 6)
        page.get_by_role("button", name="Hint").click()
        aims = page.locator(".aims li")
        expect(aims).to_have_text(["For speed: top right, 4.14 rolls left", "To win: bottom middle, you win 20.2%"])
        assert cell(page, 2).locator(".hint").inner_text() == "fast"
        assert cell(page, 7).locator(".hint").inner_text() == "win"
        expect(page.locator("[data-test=advice]")).to_contain_text(
            "Here the two aims differ. "
            "Bottom middle is 1.42 rolls slower, but wins 20.2% of the games instead of 15.7%."
        )
        aims.nth(1).get_by_role("button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text(found.to_dict()["payoffs"][1][0]["first"]["exact"])
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Open this roll in Duel").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Duel")
        assert shared(page).startswith("#/duel?a=7,x,6/9,11,8/4,6,3&b=7,x,x/8,9,10/11,3,5&roll=6")
        wait_until_ready(page)
        expect(page.locator("main")).to_contain_text(re.compile("bottom middle", re.IGNORECASE))
        expect(page.locator(".matrix .equilibrium").first).to_be_visible()
        expect(page.locator(".matrix tr", has=page.locator(".equilibrium"))).to_contain_text("bottom middle")


def test_a_mixed_hint_shows_how_often_to_mark_each_cell(site: Site) -> None:
    """The test uses the paper's mixed position (section 6.3)."""
    with site.open(f"{MIXED}&game=6.?") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".aims li").nth(1)).to_contain_text("To win: 52.9% top right, 47.1% bottom left")
        assert cell(page, 2).locator(".hint").inner_text().endswith("win 52.9%")
        assert cell(page, 6).locator(".hint").inner_text().endswith("win 47.1%")
        expect(page.locator("[data-test=advice]")).to_contain_text("Let chance decide with these odds")


def test_the_hint_against_a_fast_computer_allows_for_its_mark(site: Site) -> None:
    """The fast computer never plays a mixture.

    The best reply to its mark therefore wins more often than the equilibrium strategy.
    """
    found = nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 *2 / *3 5 5 / 8 *10 6", 6)
    fast = optimal_play("6 9 *2 / *3 5 5 / 8 *10 6").optimal_cells(6)[0]
    rows, columns = found.stage.actions
    wins = [row[columns.index(fast)]["first"]["decimal"] for row in found.to_dict()["payoffs"]]
    best = rows[wins.index(max(wins))]
    with site.open(f"{MIXED.replace('duel', 'solo')}&game=6.?") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".aims li").nth(1)).to_contain_text(f"you win {100 * max(wins):.1f}%")
        expect(cell(page, best or 0).locator(".hint")).to_contain_text("win")


def test_solo_hints_are_hidden_until_requested(site: Site) -> None:
    with site.open(f"#/play?board={BOARD}&by=hand") as page:
        wait_until_ready(page)
        expect(page.get_by_role("button", name="Hint")).to_be_disabled()
        page.get_by_role("button", name="Hint").click(force=True)
        expect_said(page, "A hint is available when you have a choice.")
        roll(page, 7)
        page.locator(".act .key").last.focus()
        expect_said(page, "First mark one of the highlighted cells.")
        expect(page.locator("[data-markable]")).to_have_count(4)
        assert page.locator(".hint").count() == 0
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".tile .hint")).to_have_count(4)
        expect(page.locator(".aims li")).to_have_count(1)
        start = Position.parse(BOARD)
        values = {number: decimal(solve(start.mark(number)).expected_rolls) for number in start.candidates(7)}
        best = min(values.values())
        for number, value in values.items():
            expected = "best" if value == best else f"+{value - best:.2f}"
            expect(cell(page, number).locator(".hint")).to_have_text(expected)


def test_the_rolls_left_are_shown_on_each_cell(site: Site) -> None:
    """The numbers are hidden by default. The page remembers the setting, and a tap shows the exact number."""
    start = Position.parse(BOARD)
    left = {number: solve(start.mark(number)).expected_rolls for number in start.candidates(7)}
    with site.open(f"#/play?board={BOARD}&by=hand&game=7.?") as page:
        wait_until_ready(page)
        expect(page.locator(".tile .hint")).to_have_count(0)
        page.get_by_label("Rolls left after each mark").check()
        page.reload()
        for number, value in left.items():
            expect(cell(page, number).locator(".hint")).to_have_text(f"{decimal(value):.2f}")
        best = min(left, key=lambda number: left[number])
        expect(page.locator(".tile:has(.hint.best)")).to_have_attribute("data-cell", str(best))
        page.locator("[data-test=advice] tbody .number").first.click()
        expect(page.locator("[data-test=fraction]")).to_have_text(text(left[best]))
        page.keyboard.press("Escape")
        page.get_by_label("Rolls left after each mark").uncheck()
        expect(page.locator(".tile .hint")).to_have_count(0)


def test_a_bingo_is_celebrated_unless_motion_is_reduced(site: Site) -> None:
    link = "#/play?board=7,7,7/7,7,7/6,6,8&by=hand&guess=9&game=7.0_7.1_7.?"
    watch = """() => new MutationObserver((all) => {
      if (all.some(({ addedNodes }) => [...addedNodes].some((node) => node.className === 'confetti')))
        document.body.dataset.celebrated = 'yes';
    }).observe(document.querySelector('.arena'), { childList: true })"""
    for moving in (True, False):
        with site.open(link, moving=moving) as page:
            wait_until_ready(page)
            page.evaluate(watch)
            mark(page, cell(page, 2))
            expect(page.locator("[data-test=board] .tile.won")).to_have_count(3)
            finish(page)
            expect(page.locator("[data-celebrated]")).to_have_count(int(moving))
            expect(page.locator(".confetti")).to_have_count(0)  # the celebration has ended
            expect(page.locator("[data-test=guessed]")).to_have_text(
                f"You guessed 9 rolls. You needed 3, and on average this board takes "
                f"{decimal(solve('7 7 7 / 7 7 7 / 6 6 8').expected_rolls):.2f}."
            )


def replay_a_choice(page: Page, marked: int) -> None:
    """Tapping a bar shows the earlier board and its best cells. *Back to the game* shows the final board again."""
    ended = shared(page)
    bar = page.locator("[data-test=costs] button").last
    bar.click()
    expect(bar).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tile .hint.best").first).to_be_visible()
    assert page.locator("[data-test=board] .tile.marked").count() < marked
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".tile.won").first).to_be_visible()
    expect_shared(page, ended)


def test_the_review_separates_luck_from_skill(site: Site) -> None:
    with site.open(LINK) as page:
        wait_until_ready(page)
        play_on(page)
        game = game_of(page)
        assert [value for value, _ in game] == seeded(len(game))
        found, mean = review(BOARD, game), solve(BOARD).expected_rolls
        assert found.end.is_bingo
        expect(page.locator(".message")).to_have_text(f"Bingo after {len(game)} rolls!")
        card = finish(page)
        parts = dict(zip(*(card.locator(f".sum {tag}").all_inner_texts() for tag in ("dt", "dd")), strict=True))
        luck = len(game) - mean - found.loss
        assert parts["average"] == f"{decimal(mean):.2f}"
        assert parts["you"] == str(len(game))
        assert decimal(found.loss) > 0
        for name, value in (("choices", found.loss), ("dice", luck)):
            assert parts[name] == f"{'+' if value > 0 else '−'}{abs(decimal(value)):.2f}"
            card.locator(".sum div", has_text=name).get_by_role("button").click()
            assert Fraction(page.locator("[data-test=fraction]").inner_text()) == Fraction(text(value))
            page.keyboard.press("Escape")
        chosen = [turn for turn in found.moves if len(turn.candidates) > 1]
        costs = ["✓" if turn.loss == 0 else f"+{decimal(turn.loss):.2f}" for turn in chosen]
        assert card.locator("[data-test=costs] .amount").all_inner_texts() == costs
        assert len(chosen) > 1
        # The histogram highlights the bar of this game, and the page states how many games take longer.
        expect(card.locator(".chart .bar.own")).to_have_count(1)
        expect(card.locator(".chart .own-label")).to_have_text("you")
        expect(card.locator(".chart .mean-label")).to_have_text("average")
        assert (card.locator(".bar.own title").text_content() or "").startswith(f"roll {len(game)}:")
        finished = chain_of(BOARD).cdf(len(game))
        expect(card).to_contain_text(f"{100 * decimal(1 - finished):.1f}% of all perfect games take longer")
        replay_a_choice(page, marked=len([1 for _, cells in game if cells]))
        # First replay the same rolls, then play a new game.
        card.get_by_role("button", name="Same rolls again").click()
        expect(card).to_be_hidden()
        roll(page)
        assert game_of(page)[0][0] == game[0][0]
        page.get_by_role("button", name="New game").click()
        assert "seed=11&" not in shared(page) + "&"
        assert "game=" not in shared(page)


def test_a_lost_game_shows_the_expected_rolls_left(site: Site) -> None:
    game = "8.0_7.3.1_6.4.0_6.-.2"
    with site.open(f"#/play?seed=7&vs=solo&board=8,8,9/7,6,10/7,4,5&other={OTHER}&game={game}") as page:
        card = finish(page)
        expect(page.locator(".message")).to_have_text("The computer wins after 4 rolls.")
        parts = dict(zip(*(card.locator(f".sum {tag}").all_inner_texts() for tag in ("dt", "dd")), strict=True))
        left = solve("*8 8 9 / *7 *6 10 / 7 4 5").expected_rolls
        assert parts["to go"] == f"{decimal(left):.2f}"
        loss = review("8 8 9 / 7 6 10 / 7 4 5", [(8, 0), (7, 3), (6, 4), (6, [])]).loss
        luck = 4 + left - solve("8 8 9 / 7 6 10 / 7 4 5").expected_rolls - loss
        assert parts["dice"] == f"{'+' if luck > 0 else '−'}{abs(decimal(luck)):.2f}"
        expect(card.locator(".chart .own-label")).to_have_text("you, so far")
        expect(page.locator("[data-test=stats]")).to_contain_text("won 0, tied 0, lost 1")


def test_each_game_is_counted_once_and_stored(site: Site) -> None:
    over = "#/play?seed=7&board=7,7,7/7,7,7/6,6,8&game=7.0_7.1_7.2"
    with site.open(over) as page:
        stats = page.locator("[data-test=stats]")
        expect(stats).to_contain_text("1 game, 3.00 rolls per bingo.")
        page.reload()
        finish(page)
        expect(stats).to_contain_text("1 game,")
        # A game that is undone and finished differently is still counted once.
        page.evaluate("(hash) => (location.hash = hash)", over.replace("7.0_7.1_7.2", "7.0_5.-_7.1_7.2"))
        expect(page.locator(".message")).to_have_text("Bingo after 4 rolls!")
        finish(page)
        expect(stats).to_contain_text("1 game, 3.00")
        page.evaluate(
            "(hash) => (location.hash = hash)",
            over.replace("7.0_7.1_7.2", "7.0_5.-_7.1_7.2").replace("seed=7", "seed=8"),
        )
        expect(stats).to_contain_text("2 games, 3.50 rolls per bingo.")
        expect(stats.locator(".games li")).to_have_count(2)
        stats.get_by_role("button", name="Reset").click()
        expect(stats).to_contain_text("No games yet")
        page.reload()
        wait_until_ready(page)
        stats.get_by_role("button", name="Restore").click()
        expect(stats).to_contain_text("2 games")
        pick(page, "Opponent", "solo")
        expect(stats).to_contain_text("No games yet")


def test_undo_works_across_reloads(site: Site) -> None:
    with site.open(LINK) as page:
        wait_until_ready(page)
        states = [shared(page)]
        while page.locator("[data-test=board] .tile.marked").count() < 2:
            roll(page)
            states.append(shared(page))
            if page.locator("[data-markable]").count():
                mark(page)
                states.append(shared(page))
        log = page.locator(".log").inner_text()
        page.reload()
        wait_until_ready(page)
        assert page.locator(".log").inner_text() == log
        for state in reversed(states[:-1]):
            page.get_by_role("button", name="Undo").click()
            expect_shared(page, state)
        expect(page.locator(".message")).to_have_text("Ready? Roll the dice.")
        expect(page.locator(".tile.marked")).to_have_count(0)
        for state in states[1:]:
            page.keyboard.press("Control+y")
            expect_shared(page, state)
        assert page.locator(".log").inner_text() == log


@pytest.mark.parametrize("versus", [pytest.param("", marks=pytest.mark.long), f"&vs=solo&other={OTHER}"])
def test_undo_while_the_dice_tumble_preserves_the_order_of_the_rolls(site: Site, versus: str) -> None:
    with site.open(LINK + versus, moving=True) as page:
        wait_until_ready(page)
        before = shared(page)
        for _ in range(3):
            page.evaluate("""() => new Promise((resolve) => {
              new MutationObserver((_, me) => {
                if (!document.querySelector('.rolling')) return;
                me.disconnect();
                document.getElementById('undo').click();
                resolve();
              }).observe(document.body, { subtree: true, attributeFilter: ['class'] });
              document.querySelector('.act .big:not([hidden])').click();
            })""")
            page.wait_for_function(TURN)
            expect_shared(page, before)
            assert page.locator(".rolling").count() == 0
        page.emulate_media(reduced_motion="reduce")
        play_on(page)
        game = game_of(page)
        assert [value for value, _ in game] == seeded(len(game))
        assert review(BOARD, game).moves


def test_undo_works_while_the_computer_thinks(site: Site) -> None:
    held: list[Route] = []
    link = f"#/play?board={BOARD}&vs=solo&other={OTHER}&by=hand&seed=3"
    with site.open(link) as page:
        wait_until_ready(page)
        page.route("**/api/play", lambda route: held.append(route))  # noqa: PLW0108  (playwright writes on it)
        roll(page, 7)
        before = shared(page)
        page.locator("[data-markable]").first.click()
        expect(page.locator(".message")).to_have_text("The computer is thinking…")
        expect(page.locator("[data-test=board] .tile.marked")).to_have_count(1)  # the page shows the tap at once
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".message")).to_have_text("Roll your dice and tap the result.")
        page.unroute("**/api/play")
        page.get_by_role("button", name="Redo").click()
        expect_shared(page, before)
        page.wait_for_function(TURN)
        mark(page)
        assert len(game_of(page)) == 1
        assert game_of(page, player=1)[0][1]


def test_a_wasted_roll_is_undone_in_one_step(site: Site) -> None:
    for versus in ("", f"&vs=solo&other={OTHER}"):
        with site.open(f"#/play?board={BOARD}&by=hand&seed=3{versus}") as page:
            wait_until_ready(page)
            before = shared(page)
            roll(page, 12)
            expect(page.locator(".message")).to_contain_text("None of your open cells shows 12.")
            assert shared(page).endswith("game=12.-")
            page.get_by_role("button", name="Undo").click()
            expect_shared(page, before)
            page.get_by_role("button", name="Redo").click()
            expect(page.locator(".log li")).to_have_count(1)


def test_switching_opponents_and_rules_loses_nothing(site: Site) -> None:
    with site.open(LINK) as page:
        wait_until_ready(page)
        play_on(page, turns=2)
        alone = shared(page)
        pick(page, "Opponent", "solo")
        expect(page.locator("[data-test=opponent]")).to_be_visible()
        wait_until_ready(page)
        assert f"board={BOARD}" in shared(page)
        play_on(page, turns=2)
        opposed = shared(page)
        pick(page, "Opponent", "none")
        expect(page.locator("[data-test=opponent]")).to_be_hidden()
        expect_shared(page, alone)
        pick(page, "Rules", "4x4")
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(16)
        wait_until_ready(page)
        play_on(page, turns=2)
        large = shared(page)
        pick(page, "Rules", "classic")
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(9)
        expect_shared(page, alone)
        pick(page, "Opponent", "solo")
        expect(page.locator("[data-test=opponent]")).to_be_visible()
        expect_shared(page, opposed)
        pick(page, "Rules", "4x4")
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(16)
        expect_shared(page, large)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("[data-test=board] [data-cell]")).to_have_count(9)
        expect_shared(page, opposed)


def test_the_game_continues_with_other_dice(site: Site) -> None:
    with site.open(LINK) as page:
        wait_until_ready(page)
        play_on(page, turns=2)
        before = game_of(page)
        page.get_by_label("real dice, typed in").check()
        expect(page.get_by_role("group", name="What did your dice show?")).to_be_visible()
        assert game_of(page) == before
        roll(page, 12)
        page.get_by_label("rolled here").check()
        roll(page)
        assert [value for value, _ in game_of(page)] == [*seeded(2), 12, seeded(4)[3]]


def test_the_page_explains_why_the_clever_computer_is_disabled(site: Site) -> None:
    with site.open("#/play?rules=4x4&seed=4") as page:
        wait_until_ready(page)
        option = page.get_by_label("Opponent", exact=True).locator("option[value=duel]")
        expect(option).to_be_disabled()
        expect(option).to_have_text("a clever computer (cannot play these boards)")
        expect(page.locator("main")).to_contain_text("too many positions to solve")
    with site.open("#/play?rules=4x4&seed=4&vs=duel") as page:
        wait_until_ready(page)
        expect(page.locator("[data-test=notice]")).to_contain_text("The clever computer cannot play these boards")
        expect(page.get_by_label("Opponent", exact=True)).to_have_value("solo")
        play_on(page, turns=3)
        assert len(game_of(page)) == 3
        assert any(cells for _, cells in game_of(page, player=1))
    board = "7,7,7,7/6,6,6,6/8,8,8,8/5,5,5,5"
    with site.open(f"#/play?rules=4x4&vs=solo&by=hand&board={board}&game=7.?") as page:
        wait_until_ready(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".aims li")).to_contain_text(["For speed", "To win: these boards are too large"])
        expect(page.locator("[data-test=advice]")).to_contain_text("too large for exact chances")
        expect(page.get_by_role("link", name="Open this roll in Duel")).to_have_count(0)


def test_a_failed_computer_move_never_stops_a_game(site: Site) -> None:
    link = f"{site.address}/#/play?board={BOARD}&vs=duel&other={OTHER}&by=hand&seed=3"
    with visit(site.browser, link) as visited:
        page = visited.page
        answer = '{"error": "expected at most 60,000 joint states, got 60,001"}'
        page.route(
            "**/api/play",
            lambda route: (
                route.fulfill(status=422, body=answer)
                if '"duel"' in (route.request.post_data or "")
                else route.continue_()
            ),
        )
        wait_until_ready(page)
        roll(page, 6)
        mark(page)
        expect(page.locator("[data-test=notice]")).to_contain_text("played for speed")
        page.unroute("**/api/play")
        page.route("**/api/play", lambda route: route.fulfill(status=422, body=answer))
        roll(page, 7)
        mark(page)
        expect(page.locator("[data-test=notice]").last).to_contain_text("marked the first cell")
        assert game_of(page, player=1)[1] == (7, [1])
        roll(page, 12)
        assert len(game_of(page)) == 3


def test_a_roll_that_awaits_its_mark_is_in_the_list_and_in_the_link(site: Site) -> None:
    with site.open(f"#/play?board={BOARD}&by=hand") as page:
        wait_until_ready(page)
        expect(page.locator(".log")).to_have_text("none yet")
        roll(page, 7)
        expect(page.locator(".log li")).to_have_text(["7 is not marked yet"])
        expect(page.locator("[data-test=value]")).to_contain_text("1 roll ·")
    with site.open(f"#/play?board={BOARD}&by=hand&game=6.3_2.-_7.?") as page:
        wait_until_ready(page)
        expect(page.locator(".message")).to_have_text("7! Which of the 4 cells do you mark?")
        assert [item.split()[0] for item in page.locator(".log li").all_inner_texts()] == ["6", "2", "7"]
        address = shared(page)
    with site.open(address) as page:
        expect(page.locator("[data-markable]")).to_have_count(4)


@pytest.mark.parametrize("strategy", ["solo", "duel"])
def test_a_game_against_the_computer_is_won_lost_or_tied(site: Site, strategy: str) -> None:
    """The test uses Knuth's cards, because their duel is small.

    The first complete row wins, and two rows at once are a tie.
    """
    with site.open(f"#/play?rules=knuth&board=1,2/3,4&other=2,4/5,6&vs={strategy}&seed=3") as page:
        wait_until_ready(page)
        play_on(page)
        theirs = Position.parse("2 4 / 5 6", "knuth")
        for value, cells in game_of(page, player=1):
            assert tuple(cells) == theirs.candidates(value)  # all values are different, so there is no choice
            theirs = theirs.mark(*cells)
        rings = page.locator(".board[data-player='1'] .tile.marked")
        assert rings.count() == len(theirs.marked_cells) > 0
        won = page.locator(".board[data-player='0'] .tile.won").count() > 0
        says = {(True, True): "a tie", (True, False): "You win", (False, True): "The computer wins"}
        expect(page.locator(".message")).to_contain_text(says[won, theirs.is_bingo])


def test_a_game_can_be_played_by_keyboard(site: Site) -> None:
    with site.open(VERSUS) as page:
        wait_until_ready(page)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.textContent") == "Roll the dice":
                break
        # Rolling moves the focus to the first cell that can be marked, and marking moves it back to the dice.
        while not is_over(page):
            expect(page.locator(":focus")).to_have_text("Roll the dice")
            page.keyboard.press("Enter")
            page.wait_for_function(TURN)
            if page.locator("[data-markable]").count():
                assert page.evaluate("() => document.activeElement.dataset.markable") == "true"
                label = page.locator(":focus").get_attribute("aria-label") or ""
                assert "you can mark this" in label
                if page.locator("[data-markable]").count() > 1:
                    page.keyboard.press("Tab")
                    expect(page.locator(":focus")).to_have_text("Hint")
                    page.keyboard.press("Enter")
                    expect(page.locator(".aims li")).to_have_count(2)
                    assert page.evaluate("() => document.activeElement.dataset.markable") == "true"
                    assert re.search(r": \d+, .*(fast|win)", " ".join(labels(page)))
                page.keyboard.press("Enter")
                page.wait_for_function(TURN)
        finish(page)
        assert page.evaluate("() => document.activeElement !== document.body")


def test_a_board_with_a_full_line_is_not_a_dead_end(site: Site) -> None:
    for board, after in (("*7,*7,*7/6,6,6/5,5,5", "7,7,7/6,6,6/5,5,5"), ("x,x,x/6,6,6/5,5,5", None)):
        with site.open(f"#/play?board={board}") as page:
            wait_until_ready(page)
            expect(page.locator(".message")).to_have_text("A line is already full: there is nothing left to roll.")
            page.get_by_role("button", name="Play again").first.click()
            expect(page.get_by_role("button", name="Roll the dice")).to_be_visible()
            assert not is_over(page)
            if after:
                assert f"board={after}" in shared(page)
            roll(page)
            assert len(game_of(page)) == 1


UNREADABLE = {
    f"board={BOARD}&game=2.0": "The game in this link",  # a 2 marks nothing on this board
    f"board={BOARD}&game=7.6": "The game in this link",  # a 7 cannot mark a cell with a 5
    f"board={BOARD}&game=7.x": "The game in this link",
    f"board={BOARD}&game=7.-": "The game in this link",  # a 7 must be marked
    f"board={BOARD}&game=99.?": "The game in this link",
    f"board={BOARD}&game=7.0+1": "The game in this link",
    f"board={BOARD}&game=7.?_7.?": "The game in this link",
    f"board={BOARD}&game=7.0_7.1_7.4_8.2_6.3_6.5_7.?": "The game in this link",
    f"board={BOARD}&vs=friend": "The opponent in this link",
    f"board={BOARD}&by=magic": "The kind of dice in this link",
    f"board={BOARD}&seed=-1": "The game number in this link",
    f"board={BOARD}&guess=many": "The guess in this link",
    "board=7,7": "Your board in this link",
    f"board={BOARD}&vs=solo&other=7,7,7/7,13,7/7,7,7": "s board in this link",
}


def test_unreadable_links_are_reported(site: Site) -> None:
    with site.open("#/play") as page:
        expect(page.locator(".message")).to_have_text("Ready? Roll the dice.")  # the address now holds the first game
        for link, says in UNREADABLE.items():
            go(page, f"#/play?{link}")
            expect(page.locator("[data-test=notice]")).to_contain_text(says)
            expect(page.locator(".message")).to_have_text("Ready? Roll the dice.")


def test_boards_and_game_numbers_can_be_typed(site: Site) -> None:
    with site.open(VERSUS) as page:
        wait_until_ready(page)
        own = page.get_by_label("Your board", exact=True).and_(page.locator("input"))
        own.fill("8 8 9 / 7 13 10 / 7 4 5")
        own.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("a cell that no roll can mark")
        own.fill("8 8 9 / 7 6 10 / 7 4 5")
        own.press("Enter")
        expect(page.locator("[data-test=value]")).to_contain_text("average 6.31")
        assert "board=8,8,9/7,6,10/7,4,5" in shared(page)
        page.get_by_role("button", name="Surprise me: a random board for the computer").click()
        page.wait_for_function("(other) => !location.hash.includes(other)", arg=OTHER)
        number = page.get_by_label("Game number (the same number gives the same rolls)")
        number.fill("12")
        number.press("Enter")
        roll(page)
        assert game_of(page)[0][0] == seeded(1, seed=12)[0]


@pytest.mark.parametrize(
    "fragment",
    [
        f"{TRAP}&game=6.?",
        pytest.param(
            f"#/play?seed=7&vs=solo&board=8,8,9/7,6,10/7,4,5&other={OTHER}&game=8.0_7.3.1_6.4.0_6.-.2",
            marks=pytest.mark.long,
        ),
        pytest.param("#/play?rules=5x5-free&seed=2&vs=solo", marks=pytest.mark.long),
        "#/play?rules=product&seed=2&vs=duel&by=hand",
    ],
)
def test_a_game_has_no_accessibility_violations(site: Site, fragment: str) -> None:
    with site.open(fragment, color_scheme="light") as page:
        wait_until_ready(page)
        if "7,x,6" in fragment:
            page.get_by_role("button", name="Hint").click()
            page.locator(".aims").wait_for()
        page.evaluate("() => document.querySelectorAll('details').forEach((box) => (box.open = true))")
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []
        for width, height in ((375, 700), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("() => document.documentElement.scrollWidth") == width
            assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("language", ["de", pytest.param("es", marks=pytest.mark.long)])
def test_a_game_is_fully_translated(site: Site, language: str) -> None:
    """The page has no accessibility violations, fits on a phone, and shows none of the room's English text."""
    over = f"#/play?seed=7&vs=solo&board={BOARD}&other={OTHER}&guess=9&game=7.0.1_7.1.3_8.2"
    with site.open(f"?language={language}{TRAP}&game=6.?", color_scheme="light", viewport=SIZES["phone"]) as page:
        wait_until_ready(page)
        page.locator(".act-row .button").first.click()
        page.locator(".aims").wait_for()
        inside(page, *ONE_SCREEN, "[data-test=opponent]", "[data-markable]", ".aims", ".act .key")
        for fragment in (None, over):
            if fragment:
                go(page, fragment)
                finish(page)
            page.evaluate("() => document.querySelectorAll('details').forEach((box) => (box.open = true))")
            assert violations(page) == []
            assert page.evaluate("() => document.documentElement.scrollWidth") == SIZES["phone"]["width"]
            assert not set(page.evaluate(TEXTS)) & set(page.evaluate(ENGLISH))


TEXTS = """() => [...document.querySelectorAll('main *')].flatMap((one) =>
  [one.ariaLabel, ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)])
  .map((text) => text?.trim()).filter((text) => text?.length > 3)"""
"""The text of a room, including the labels for screen readers."""
ENGLISH = """async () => {
  const flat = (value) => (typeof value === 'object' ? Object.values(value).flatMap(flat) : [value]);
  return flat((await import('./js/words/en/play.js')).WORDS).filter((text) => typeof text === 'string');
}"""
"""The room's English messages that have no variable parts."""


CONTROLS = """() => {
  const all = document.querySelectorAll(
    'main :is(button, summary, input[type=radio], [data-markable]), main option:not(:disabled)');
  const seen = new Map();
  for (const one of all) {
    const box = one.closest('select') ?? one.closest('label') ?? one;
    if (one.ariaDisabled || one.inert || !box.checkVisibility() || (one.checked ?? false) || one.selected) continue;
    const words = one.getAttribute('aria-label') ?? one.textContent ?? '';
    const kind = one.dataset.markable ? 'cell' : one.matches('.key') ? 'key' : one.value || words;
    seen.set(`${one.tagName} ${kind.replace(/[0-9.,%+−]+/g, '')}`, one);
  }
  window.controls = seen;
  return [...seen.keys()];
}"""
USE = """(name) => {
  const one = window.controls.get(name);
  if (one.tagName !== 'OPTION') return one.click();
  const select = one.closest('select');
  select.value = one.value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}"""
SKIPPED = re.compile(r"OPTION (?!none|solo|duel)")  # other rules are tested separately


@pytest.mark.parametrize("name", NAMED)
def test_every_enabled_control_works_under_all_named_rules(site: Site, name: str) -> None:
    """Click controls as long as new controls appear. There is no error, and nothing gets stuck."""
    small = len(find_rules(name).layout.grid) <= 9
    with site.open(f"#/play?rules={name.replace('+', '%2B')}&seed=2") as page:
        wait_until_ready(page)
        page.evaluate("() => { let n = 1; Math.random = () => (n = (n * 16807) % 2147483647) / 2147483647; }")
        used: dict[str, int] = {}
        while True:
            page.wait_for_function(TURN)
            found = [control for control in page.evaluate(CONTROLS) if not SKIPPED.match(control)]
            control = min(found, key=lambda one: used.get(one, 0))
            # Use new controls first. Then continue the game: to its end on a small board, otherwise for a few turns.
            if used.get(control, 0):
                going = [c for c in found if c.startswith(("BUTTON Roll", "BUTTON key", "DIV cell"))]
                if not going or sum(used[one] for one in going) > (80 if small else 12):
                    break
                control = going[0]
            used[control] = used.get(control, 0) + 1
            page.evaluate(USE, control)
            page.evaluate("() => document.querySelector('[popover]:popover-open')?.hidePopover()")
        assert {"OPTION solo", "DIV cell", "BUTTON key", "BUTTON Roll the dice"} <= used.keys()
        assert ("OPTION duel" in used) == ("4x4" not in name and "5x5" not in name and "d10" not in name)
        if small:
            assert "BUTTON Play again" in used
        assert page.locator("[data-test=notice]").all_inner_texts() == []
        wait_until_ready(page)
