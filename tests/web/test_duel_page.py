"""*Duel* in a real browser: it fits on one screen, shows the paper's numbers, and its wheels follow the mixtures."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import pytest
from playwright.sync_api import Locator, Page, expect

from dicebingo import duel, find_rules, nash
from dicebingo.exact import decimal, text
from tests.web.pages import (
    LOW_SCREENS,
    NAMED,
    NEXT,
    SCREENS,
    SIZES,
    Site,
    expect_said,
    expect_shared,
    inside,
    shared,
    wait_until_ready,
    write,
)

pytestmark = pytest.mark.slow

FIRST, SECOND = "7 4 6 / 9 7 8 / 6 9 5", "6 9 *2 / *3 5 5 / 8 *10 6"
MIXED = "#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6"
TRAP = "#/duel?a=7,x,6/9,11,8/4,6,3&b=7,x,x/8,9,10/11,3,5&roll=6"
BEST = "*8 8 9 / 7 6 10 / 7 4 5"
BOARDS = "() => [...document.querySelectorAll('.duelist')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
LIT = """() => ['board', 'opponent'].map((name) =>
  [...document.querySelectorAll(`[data-test=${name}] .tile.lit`)].map((tile) => Number(tile.dataset.cell)))"""


def advice(page: Page) -> Locator:
    return page.locator("[data-test=advice]")


def key(page: Page, value: int) -> None:
    page.locator(f"[data-test=keypad] [data-key='{value}']").click()


def fraction(page: Page, number: Locator) -> Fraction:
    """Return the exact value of a number, which appears when the number is tapped."""
    wait_until_ready(page)  # a pending number would make the page redraw the other numbers
    number.click()
    found = page.locator("[data-test=fraction]").inner_text()
    page.keyboard.press("Escape")
    return Fraction(found)


@pytest.mark.parametrize("size", SCREENS)
def test_the_boards_the_roll_and_the_advice_are_on_one_screen(site: Site, size: str) -> None:
    """The boards, the roll and the advice are visible for every roll, and the boards do not move."""
    with site.open(MIXED, viewport=SIZES[size], has_touch=True) as page:
        wait_until_ready(page)
        before = page.evaluate(BOARDS)
        for roll in (6, 9, 5, 7, 2):
            key(page, roll)
            wait_until_ready(page)
            expect(page.locator("[data-test=dice]")).to_have_text(str(roll))
            inside(page, *(f"[data-test={name}]" for name in ("board", "opponent", "dice", "advice", "keypad")))
            assert page.evaluate(BOARDS) == before
        # The boards stay in view while the page scrolls to the matrix, because the matrix highlights their cells.
        page.locator(".matrix").scroll_into_view_if_needed()
        inside(page, "[data-test=board]", "[data-test=opponent]")
        for low in LOW_SCREENS.values():
            page.set_viewport_size(low)
            page.evaluate("scrollTo(0, 0)")
            inside(page, *(f"[data-test={name}]" for name in ("board", "opponent", "dice", "keypad")))


def test_the_page_shows_the_papers_mixed_equilibrium(site: Site) -> None:
    """Section 6.3: p = 52.9% and q = 3.9%, and there is no pure equilibrium. A tap on any number shows its fraction."""
    found = nash(FIRST, SECOND, 6).to_dict()
    with site.open(MIXED) as page:
        expect(advice(page)).to_contain_text("Let chance decide.")
        expect(advice(page)).to_contain_text(
            "marks top right about 53 times in 100, bottom left about 47 times in 100."
        )
        expect(advice(page)).to_contain_text("marks bottom right about 96 times in 100, top left about 4 times in 100.")
        printed = [[("0.2005", "0.7296"), ("0.1925", "0.7502")], [("0.1700", "0.7484"), ("0.1937", "0.7253")]]
        for i, row in enumerate(printed):
            for j, pair in enumerate(row):
                square = page.locator(f".matrix [data-spot='{i} {j}'] .number")
                for number, shown, who in zip(square.all(), pair, ("first", "second"), strict=True):
                    exact = fraction(page, number)
                    assert f"{float(exact):.4f}" == shown
                    assert exact == Fraction(found["payoffs"][i][j][who]["exact"])
        assert page.locator(".matrix .best .number").all_inner_texts() == ["20.0%", "75.0%", "74.8%", "19.4%"]
        assert page.locator(".matrix .equilibrium").count() == 0
        shares = page.locator(".wheel-list .number")
        assert shares.all_inner_texts() == ["52.9%", "47.1%", "96.1%", "3.9%"]
        assert fraction(page, shares.first) == Fraction(29891145, 56555767)
        [plan] = found["equilibria"]
        wins = page.locator(".ends .number")
        assert fraction(page, wins.first) == Fraction(plan["payoffs"]["first"]["exact"])
        assert fraction(page, wins.last) == Fraction(plan["payoffs"]["second"]["exact"])
        assert sum(fraction(page, number) for number in wins.all()) == 1
        page.get_by_text("All equilibria in numbers").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV: equilibria").click()
        assert "29891145/56555767" in download.value.path().read_text(encoding="utf-8")


def test_the_page_avoids_the_papers_trap(site: Site) -> None:
    """Section 6.2: top right is the fastest mark, but bottom middle wins more often."""
    with site.open(TRAP) as page:
        expect(advice(page)).to_contain_text("marks bottom middle.")
        expect(advice(page)).to_contain_text("has no open 6 to mark.")
        expect(page.locator(".ends .number").first).to_have_text("20.2%")
        expect(page.locator(".matrix tr", has=page.locator(".equilibrium"))).to_contain_text("bottom middle")
        expect(page.locator("[data-test=board] [data-cell='7'] .hint")).to_have_text("best")
        expect(page.locator("[data-test=wheels]")).to_be_hidden()


def test_rows_and_columns_of_the_matrix_highlight_their_cells(site: Site) -> None:
    """Highlighting works by mouse, by keyboard and by touch. After a touch, the cells stay highlighted."""
    with site.open(MIXED, has_touch=True, viewport=SIZES["desktop"]) as page:
        wait_until_ready(page)
        head = page.locator(".matrix tbody th").last
        head.hover()
        assert page.evaluate(LIT) == [[6], []]
        page.locator(".matrix [data-spot='0 1']").hover()
        assert page.evaluate(LIT) == [[2], [8]]
        page.locator("h1").hover()
        assert page.evaluate(LIT) == [[], []]
        page.locator(".matrix thead button").first.focus()
        assert page.evaluate(LIT) == [[], [0]]
        page.keyboard.press("Tab")
        assert page.evaluate(LIT) == [[], [8]]
        page.locator(".matrix [data-spot='1 0']").tap(position={"x": 5, "y": 5})
        assert page.evaluate(LIT) == [[6], [0]]
        expect(page.locator(".matrix td.lit")).to_have_count(1)
        key(page, 9)
        wait_until_ready(page)
        assert page.evaluate(LIT) == [[], []]


def test_a_spin_draws_choices_with_exactly_the_mixtures_probabilities(site: Site) -> None:
    """A spin draws a numbered ticket; the first and last ticket of each choice match those that Python computes."""
    [plan] = nash(FIRST, SECOND, 6).to_dict()["equilibria"]
    with site.open(MIXED) as page:
        wait_until_ready(page)
        for side in ("first", "second"):
            shares = {cell: Fraction(share["exact"]) for cell, share in plan[side].items()}
            total = lcm(*(share.denominator for share in shares.values()))
            likely, other = sorted(shares, key=lambda cell: -shares[cell])
            edge = int(shares[likely] * total)
            script = """async ([mixture, tickets]) => {
              const { lottery, prize } = await import('./js/duel/lottery.js');
              const made = lottery(mixture);
              return [String(made.total), tickets.map((ticket) => prize(made, BigInt(ticket)))];
            }"""
            tickets = [0, edge - 1, edge, total - 1]
            found = page.evaluate(script, [plan[side], [str(ticket) for ticket in tickets]])
            assert found == [str(total), [likely, likely, other, other]]
        # To draw a number below 5, the page takes three random bits. Here it rejects 6, draws again, and accepts 4.
        drawn = """async () => {
          const bytes = [0b11111110, 0b10101100];
          crypto.getRandomValues = (array) => array.fill(bytes.shift());
          return String((await import('./js/duel/lottery.js')).drawBelow(5n));
        }"""
        assert page.evaluate(drawn) == "4"


def test_spins_are_counted_and_compared_with_theory(site: Site) -> None:
    with site.open(MIXED) as page:
        wait_until_ready(page)
        # Always draw the first ticket, which belongs to the most likely choice.
        page.evaluate("() => (crypto.getRandomValues = (array) => array.fill(0))")
        page.get_by_role("button", name="Spin", exact=True).click()
        result = page.locator(".spin-result")
        expect(result).to_have_text("1 spin. Last spin: A marks top right, B marks bottom right.")
        assert page.locator(".wheel-list .tally").all_inner_texts() == ["spun 100.0%", "spun 0.0%"] * 2
        assert page.evaluate(LIT) == [[2], [8]]
        expect(page.locator(".matrix td.lit")).to_have_attribute("data-spot", "0 1")
        page.get_by_role("button", name="Spin 100 times").click()
        expect(result).to_contain_text("101 spins.")
        key(page, 9)
        key(page, 6)
        expect(result).to_have_text("Each spin chooses a cell with exactly these chances.")
    with site.open(MIXED, moving=True) as page:  # the wheels turn before the page shows the result
        wait_until_ready(page)
        turning, said = page.get_by_role("button", name="Spin", exact=True).evaluate("""async (spin) => {
          spin.click();
          await null; // messages that appear at once have appeared
          const [disc, result] = ['.disc', '.spin-result'].map((one) => document.querySelector(one));
          return [disc.getAnimations().length, result.innerText];
        }""")
        assert (turning, said) == (1, "Each spin chooses a cell with exactly these chances.")
        expect(page.locator(".spin-result")).to_contain_text("1 spin.")


def test_goal_and_continuation_are_in_the_link(site: Site) -> None:
    found = nash(FIRST, SECOND, 9, objective="score", continuation="duel").to_dict()
    with site.open(MIXED) as page:
        wait_until_ready(page)
        key(page, 9)
        then = page.get_by_role("group", name="After this roll, both play")
        then.get_by_label("to win").check()
        page.get_by_label("wins minus losses").check()
        expect(page.get_by_text("both play to win. Each player maximises wins minus losses.")).to_be_visible()
        wait_until_ready(page)
        for number, who in zip(page.locator(".matrix td .number").all()[:2], ("first", "second"), strict=True):
            assert fraction(page, number) == Fraction(found["payoffs"][0][0][who]["exact"])
        address = MIXED.replace("roll=6", "roll=9&objective=score&then=duel")
        expect_shared(page, address)
        page.reload()
        wait_until_ready(page)
        expect(then.get_by_label("to win")).to_be_checked()
        for _ in range(3):
            page.get_by_role("button", name="Undo").click()
        expect(page.locator("[data-test=dice]")).to_have_text("6")
        expect_shared(page, MIXED)
        page.get_by_role("button", name="Trap from the paper").click()
        expect(page.locator(".matrix .equilibrium")).to_have_count(1)
        expect_shared(page, TRAP)
        page.get_by_role("button", name="Mixed equilibrium from the paper").click()
        expect(advice(page)).to_contain_text("Let chance decide.")
        page.evaluate("(hash) => (location.hash = hash)", MIXED.replace("roll=6", "roll=99"))
        expect(page.locator("[data-test=notice]")).to_contain_text("The roll in this link could not be read")


def test_the_whole_duel_is_solved(site: Site) -> None:
    solved = duel(FIRST, SECOND)
    with site.open(MIXED) as page:
        wait_until_ready(page)
        page.locator("summary", has_text="The whole duel").click()
        page.get_by_role("button", name="Solve the whole duel").click()
        card = page.locator(".card", has=page.get_by_role("heading", name="The whole duel"))
        expect(card).to_contain_text(f"B is ahead: {-100 * decimal(solved.value):.1f}%")
        shares = {tuple(one["winners"]): one["probability"]["exact"] for one in solved.to_dict()["outcomes"]}
        assert fraction(page, card.locator("p .number").first) == Fraction(shares[(0,)])
        card.get_by_text("Show the numbers").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV: duel").click()
        assert text(-solved.value) in download.value.path().read_text(encoding="utf-8")


def test_a_single_board_duels_a_copy_of_itself(site: Site) -> None:
    """The board comes from *Make a board*. The page keeps A's marks, copies them to B, and reports this."""
    with site.open("#/design?board=*8,8,9/7,6,10/7,4,5") as page:
        wait_until_ready(page)
        page.get_by_role("link", name="Duel with it").click()
        expect(advice(page)).to_contain_text(
            "Both players have the same board and the same marks. Change either board."
        )
        board = "*8,8,9/7,6,10/7,4,5"
        expect_shared(page, f"#/duel?a={board}&b={board}&roll=7")
        # Each board has two 7s. If the players mark the same 7, they tie; otherwise, either can win.
        expect(page.locator(".matrix .equilibrium")).to_have_count(2)
        # In two of the equilibria, one player wins twice as often as the other; the plan is the third equilibrium,
        # which is fair.
        expect(advice(page)).to_contain_text("follow the same plan and win equally often. In other equilibria")
        [fair] = [one for one in nash(BEST, BEST, 7).to_dict()["equilibria"] if one["first"] == one["second"]]
        for wins in (page.locator(".ends .number").first, page.locator(".ends .number").last):
            assert fraction(page, wins) == Fraction(fair["payoffs"]["first"]["exact"])
        page.get_by_label("Mark", exact=True).check()
        page.locator("[data-test=opponent] [data-cell='0']").click()
        assert f"b={board[1:]}&" in shared(page)
        expect(advice(page)).not_to_contain_text("Both players have")
        for number in (1, 2):
            page.locator(f"[data-test=board] [data-cell='{number}']").click()
        expect(advice(page).get_by_role("heading")).to_have_text("This duel is over.")
        expect(advice(page)).to_contain_text("A has a full line.")
        expect(page.locator(".duel-answer")).to_have_attribute("inert", "")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".ends")).to_be_visible()


def test_boards_can_be_entered_by_keyboard_and_keypad(site: Site) -> None:
    with site.open(MIXED) as page:
        wait_until_ready(page)
        page.locator("[data-test=opponent] [data-cell='0']").focus()
        write(page, "9 6 7 / 7 9 6 / 6 7 9")
        expect(page.locator("[data-test=opponent] [data-cell='8']")).to_have_attribute("data-value", "9")
        assert "b=9,6,*7/*7,9,6/6,*7,9&roll=6" in shared(page)
        page.get_by_label("Write", exact=True).check()
        page.locator("[data-test=board] [data-cell='3']").click()
        key(page, 12)
        assert "a=7,4,6/12,7,8/6,9,5&" in shared(page)
        page.locator("[data-key=clear]").click()
        expect(advice(page).get_by_role("heading")).to_have_text("Fill both boards.")
        expect(advice(page)).to_contain_text("1 cell left to fill.")
        page.get_by_label("Roll", exact=True).check()
        page.locator("[data-test=board] [data-cell='8']").click()  # clicking a cell selects its value as the roll
        expect(page.locator("[data-test=dice]")).to_have_text("5")


def test_large_boards_still_get_advice(site: Site) -> None:
    """The page does not send a question that the server could not answer.

    Instead, it shows the reason, the fastest cells, and a way to continue.
    """
    full = "7,8,6,5/9,4,10,7/8,6,7,5/9,7,8,6"
    with site.open(f"#/duel?rules=4x4&board={full}") as page:
        expect(advice(page)).to_contain_text("A board with 16 open cells is too large for exact chances.")
        expect(advice(page)).to_contain_text(" for speed.")
        page.locator("summary", has_text="The whole duel").click()
        solve = page.get_by_role("button", name="Solve the whole duel")
        expect(solve).to_be_disabled()
        expect(page.get_by_text("too many positions to solve").first).to_be_visible()
        solve.focus()  # a disabled control states the reason
        expect_said(page, "Together, these boards have too many positions to solve.")
        page.get_by_role("button", name="Jump to the middle of a game").click()
        expect(advice(page)).to_contain_text("A wins")
        assert page.locator("[data-test=board] .tile:not(.marked)").count() == 10
        page.get_by_role("button", name="Undo").click()
        expect(advice(page)).to_contain_text("too large")
        page.get_by_label("Rules").select_option("classic")
        expect(page.locator("[data-test=board] .tile")).to_have_count(9)
        page.get_by_label("Rules").select_option("4x4")
        expect(page.locator("[data-test=board] .tile")).to_have_count(16)
        assert f"a={full}" in shared(page)


def test_a_rejected_question_is_explained(site: Site) -> None:
    """Each board has nine different values, all of which must be marked.

    Only the server can tell that this game is too large.
    """
    link = "rules=blackout&dice=d10%2Bd20&a=2,3,4/5,6,7/8,9,10&b=11,12,13/14,15,16/17,18,19&roll=5&then=duel"
    failed = {"job": "1", "status": "failed", "progress": None, "result": None}
    # The server would send this message after ten seconds.
    refusal = {**failed, "error": "A duel with more than 60,000 joint states is too large."}
    with site.open("#/") as page:
        page.route("**/api/nash", lambda route: route.fulfill(status=202, json=refusal))
        page.evaluate("(hash) => (location.hash = hash)", f"#/duel?{link}")
        page.locator("[data-test=board]").wait_for()
        wait_until_ready(page)
        choice = page.get_by_role("group", name="After this roll, both play").get_by_label("to win")
        expect(choice).to_be_disabled()
        expect(page.get_by_role("button", name="Jump to the middle of a game")).to_be_hidden()
        expect(advice(page)).to_contain_text("Together, these boards have too many positions. Mark")
        expect(advice(page)).to_contain_text("marks middle left for speed.")


@pytest.mark.parametrize("name", NAMED)
def test_every_control_works_under_all_named_rules(site: Site, name: str) -> None:
    """Click every enabled control and try every roll: no error or dead end appears, and the page fits on one screen."""
    with site.open(f"#/duel?rules={name.replace('+', '%2B')}", viewport=SIZES["phone"]) as page:
        wait_until_ready(page)
        inside(page, *(f"[data-test={one}]" for one in ("board", "opponent", "dice", "keypad", "advice")))
        # Only the classic rules have these controls.
        clicked = ["Mixed equilibrium from the paper", "Trap from the paper"]
        while (control := page.evaluate(NEXT, clicked)) is not None:
            clicked.append(control)
            page.evaluate("() => document.querySelector('[popover]:popover-open')?.hidePopover()")
            wait_until_ready(page)
        assert {"Solve the whole duel", "wins minus losses", "as fast as they can"} <= set(clicked)
        for value in find_rules(name).dice.values:
            page.get_by_label("Roll", exact=True).check()
            key(page, value)
            wait_until_ready(page)
            expect(advice(page)).to_contain_text("A wins")
        assert page.locator("[role=alert]:visible, .note:visible").all_inner_texts() == []
