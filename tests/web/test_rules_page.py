"""*Rules* in a real browser: rules built by tapping match their link, are always valid, and work in every room."""

from __future__ import annotations

import random
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import Page, expect

from dicebingo import match, solve
from dicebingo.errors import TooLarge
from dicebingo.exact import decimal
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS, Variant, change_rules, find_rules
from dicebingo.web.endpoints import ENDPOINTS
from tests.web.pages import (
    LOW_SCREENS,
    SIZES,
    SMALL_TARGETS,
    Site,
    expect_said,
    expect_shared,
    go,
    inside,
    shared,
    violations,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

CLASSIC = "#/rules?rules=classic"
OWN = {"layout": "####/#F##/##.#/####:rows+corners+##../##../..../....", "dice": "d8+{1:1,2:2,3:3}"}
LARGEST = ENDPOINTS["describe"].question["properties"]["layout"]["maxLength"]


def rules_of(fragment: str) -> Rules:
    """Return the rules in a link, as the server parses them."""
    found = dict(parse_qsl(fragment.partition("?")[2]))
    named = find_rules(found.get("rules", "classic"))
    return change_rules(named, found.get("layout"), found.get("dice"), found.get("marking"))  # type: ignore[arg-type]


def meaning(rules: Rules) -> tuple[object, ...]:
    """Return the parts of the rules, ignoring the order of the lines."""
    layout = rules.layout
    return layout.grid, set(layout.lines), layout.free, rules.dice, rules.marking


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tap(page: Page, *places: int) -> None:
    for place in places:
        page.locator(f"[data-test=board] [data-cell='{place}']").click()


def expect_rules(page: Page, expected: Rules, words: str) -> None:
    """Assert that the address, the sentence, the board and the chart agree."""
    expect(page.locator("[data-test=words]")).to_have_text(words)
    expect(page.locator(".uses:not(.busy) .use")).to_have_count(4)
    assert meaning(rules_of(shared(page))) == meaning(expected)
    assert page.locator("[data-test=board] [role=gridcell]:not(.gap)").count() == expected.layout.size
    assert page.locator(".line-list button").count() == len(expected.layout.lines)
    assert page.locator("[data-test=sums] .bar").count() == len(expected.dice.values)
    for room in ("design", "play", "compare"):
        href = page.locator(f"a.use[data-room={room}]").get_attribute("href")
        assert href is None or meaning(rules_of(href)) == meaning(expected)


def test_rules_can_be_built_by_tapping(site: Site) -> None:
    with site.open(CLASSIC, viewport=SIZES["desktop"]) as page:
        wait_until_ready(page)
        mark = "mark one cell per roll."
        expect_rules(page, find_rules("classic"), f"3 by 3, two dice; a row, a column or a diagonal wins; {mark}")
        press(page, "Columns: one more")
        expect_rules(page, Rules.of("3x4", "2d6"), f"3 by 4, two dice; a row or a column wins; {mark}")
        press(page, "Rows: one more")
        tap(page, 0)
        shape = ".###/####/####/####"
        words = f"15 cells of 4 by 4, two dice; a row, a column or the diagonal wins; {mark}"
        expect_rules(page, Rules.of(shape, "2d6"), words)
        press(page, "Rows")
        press(page, "Diagonals")
        page.get_by_role("radio", name="makes it free").check()
        tap(page, 5)
        shape = ".###/#F##/####/####"
        words = f"15 cells of 4 by 4 with one free cell, two dice; a column wins; {mark}"
        expect_rules(page, Rules.of(f"{shape}:columns", "2d6"), words)
        press(page, "Draw your own line")
        tap(page, 14, 15)
        page.get_by_label("also rotated and reflected").check()
        assert "line=14,15" in shared(page)  # the page also stores a half-drawn line
        press(page, "Add line")
        expect(page.get_by_role("button", name="Draw your own line")).to_be_focused()
        # One horizontal and one vertical copy are missing, because they would contain a cell that does not exist.
        rows = ["..##/..../..../....", "..../..../..../..##", "..../..../..../##.."]
        columns = ["...#/...#/..../....", "..../..../...#/...#", "..../..../#.../#..."]
        rules = Rules.of(f"{shape}:columns+{'+'.join(rows + columns)}", "2d6")
        words = f"15 cells of 4 by 4 with one free cell, two dice; a column or one of six drawn lines wins; {mark}"
        expect_rules(page, rules, words)


def test_dice_and_marking_can_be_set_by_tapping(site: Site) -> None:
    with site.open("#/rules?rules=knuth", viewport=SIZES["desktop"]) as page:
        wait_until_ready(page)
        press(page, "8 sides")
        press(page, "Add a die")
        page.get_by_role("button", name="Die 2: 8 sides").click()
        press(page, "4 sides")
        page.get_by_role("radio", name="multiplied").check()
        page.get_by_role("radio", name="every matching cell").check()
        words = "an eight-sided die and a four-sided die multiplied; a row wins; a roll marks every matching cell."
        expect_rules(page, Rules.of("2x2:rows", "product(d8, d4)", "all"), f"2 by 2, {words}")
        page.get_by_text("Load this die").click()
        page.get_by_role("button", name="3, weight 1").click()
        for _ in range(2):
            press(page, "Face weight: one more")
        page.get_by_role("button", name="4, weight 1").click()
        press(page, "Face weight: one less")
        rules = Rules.of("2x2:rows", "product(d8, {1:1,2:1,3:3})", "all")
        expect_rules(page, rules, f"2 by 2, {words.replace('a four-sided die', 'a loaded die')}")
        # The numbers in the chart match the dice exactly.
        page.get_by_text("Show the numbers").click()
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="24", exact=True))
        row.get_by_role("button").click()
        expect(page.locator("[data-test=fraction]")).to_have_text(str(rules.dice.probability(24)))


SOME_GAMES = [variant for variant in VARIANTS if variant.name in {"classic", "product", "5x5-free", "blackout"}]


@pytest.mark.parametrize("games", [SOME_GAMES, pytest.param(VARIANTS, marks=pytest.mark.long)], ids=["some", "all"])
def test_named_games_survive_the_builder_unchanged(site: Site, games: Sequence[Variant]) -> None:
    with site.open(CLASSIC) as page:
        wait_until_ready(page)
        assert page.locator(".game").count() == len(VARIANTS)
        for variant in games:
            page.locator(f"[data-game='{variant.name}']").click()
            expect(page.locator(".game[aria-pressed=true]")).to_have_attribute("data-game", variant.name)
            expect_shared(page, f"#/rules?{urlencode({'rules': variant.name})}")
            press(page, "Columns: one less")
            expect(page.locator(".game[aria-pressed=true]")).to_have_count(0)
            assert "layout=" in shared(page)
            press(page, "Undo")
            expect(page.locator(".game[aria-pressed=true]")).to_have_attribute("data-game", variant.name)
            expect(page.locator(".line-list button")).to_have_count(len(variant.rules.layout.lines))


# A script that makes random changes to a draft of the rules: it picks changes that the room offers and has not
# disabled.
WALK = """async ([steps, seed]) => {
  await (await import('./js/language.js')).loadWords('rules');
  const draft = await import('./js/rules/draft.js');
  const layout = await import('./js/rules/layout.js');
  const dice = await import('./js/rules/dice.js');
  let state = seed;
  const random = (n) => ((state = (state * 1103515245 + 12345) % 2147483648) >> 8) % n;
  let now = draft.draftOf({ layout: '3x3', dice: '2d6', marking: 'one' });
  const found = [];
  for (let step = 0; step < steps; step += 1) {
    const { shape, own } = now.layout;
    const { rows, columns } = layout.sizeOf(shape);
    const place = random(rows * columns);
    const cells = layout.places(shape, '#F');
    const line = [...new Set([0, 1, 2].map(() => cells[random(cells.length)]))].sort((a, b) => a - b);
    const name = layout.NAMES[random(5)];
    const which = random(10);
    let change = null;
    if (which === 0) change = draft.grow(random(3) - 1, random(3) - 1);
    if (which === 1 || which === 2) change = draft.tap(place, 'cells');
    if (which === 3 && shape.join('')[place] !== '.') change = draft.tap(place, 'free');
    if (which === 4 && draft.noToggle(name, now) === null) change = draft.toggleLines(name);
    if (which === 5) change = draft.addLines(layout.images(line, shape).filter((one) => !draft.noLine(one, now)));
    if (which === 6 && own.length) change = draft.removeLine(random(own.length));
    if (which === 7) change = draft.addDie;
    if (which === 8) change = draft.withDice((list) => [...list.slice(random(2)), dice.fair(2 + random(19))]);
    if (which === 9) change = random(2) ? draft.multiplied(random(2) === 1) : draft.wholeShape;
    if (!change) continue;
    const next = change(now);
    if (draft.problem(next, now) !== null) continue;
    now = next;
    const texts = draft.textsOf(now);
    const again = draft.textsOf(draft.draftOf(texts));
    found.push({ ...texts, again, lines: layout.allLines(now.layout).length });
  }
  return found;
}"""


def walk(page: Page, steps: int, seed: int) -> list[Rules]:
    """Build random rules in the page, and return them. Assert that their notation parses back to the same rules."""
    found = []
    for built in page.evaluate(WALK, [steps, seed]):
        rules = Rules.of(built["layout"], built["dice"], built["marking"])
        assert len(rules.layout.open_cells) <= 25
        assert len(built["layout"]) <= LARGEST
        assert len(rules.dice.values) <= 40
        assert len(rules.layout.lines) <= built["lines"]
        assert built["again"] == {key: built[key] for key in ("layout", "dice", "marking")}
        found.append(rules)
    return found


def test_invalid_rules_cannot_be_built(site: Site) -> None:
    with site.open("#/") as page:
        wait_until_ready(page)
        found = walk(page, 1500, seed=7)
        assert len(set(map(repr, found))) > 300
        assert any(rules.layout.free for rules in found)
        assert any("/" in str(rules.layout).partition(":")[2] for rules in found)


@pytest.mark.long
def test_random_walks_never_build_invalid_rules(site: Site) -> None:
    with site.open("#/") as page:
        wait_until_ready(page)
        for seed in range(200):
            walk(page, 1000, seed)


def test_layouts_and_dice_are_read_as_the_library_reads_them(site: Site) -> None:
    """For any rules in a link, the builder's notation describes the same rules."""
    random.seed(5)
    layouts, dice = [variant.layout for variant in VARIANTS], ["d6+1", "2{1:1,2:3}", "product(2,d6,{0:1,5:3})", "d1+d4"]
    while len(layouts) < 300:
        rows, columns = random.randint(1, 6), random.randint(1, 6)
        shape = "/".join("".join(random.choices("#F.", (8, 1, 2), k=columns)) for _ in range(rows))
        drawn = "/".join("".join(random.choices("#.", (1, 2), k=columns)) for _ in range(rows))
        parts = random.sample(["rows", "columns", "diagonals", "corners", "all", drawn], random.randint(0, 3))
        text = random.choice([shape, f"{rows}x{columns}"]) + (":" if parts else "") + "+".join(parts)
        try:
            Layout.parse(text)
        except ValueError:
            continue
        layouts.append(text)
    ask = """async ([layouts, dice]) => {
      await (await import('./js/language.js')).loadWords('rules');
      const { draftOf, textsOf } = await import('./js/rules/draft.js');
      const read = (layout, dice) => textsOf(draftOf({ layout, dice, marking: 'one' }));
      return [layouts.map((text) => read(text, '2d6').layout), dice.map((text) => read('3x3', text).dice)];
    }"""
    with site.open("#/") as page:
        tidy = [str(Rules.of(text, "2d6").layout) for text in layouts]
        again, dice_again = page.evaluate(ask, [tidy, dice + [v.dice for v in VARIANTS] + ["product(2d6)+d4"]])
    assert [Layout.parse(text) for text in again] == [Layout.parse(text) for text in layouts]
    expected = dice + [v.dice for v in VARIANTS] + ["product(2d6)+d4"]
    assert [Rules.of("3x3", text).dice for text in dice_again] == [Rules.of("3x3", text).dice for text in expected]
    assert again[: len(VARIANTS)] == layouts[: len(VARIANTS)]


def test_the_shape_and_its_description_and_cost_fit_on_one_screen(site: Site) -> None:
    with site.open(CLASSIC) as page:
        for fragment in (CLASSIC, f"#/rules?{urlencode({**OWN, 'from': 'design'})}", "#/rules?rules=5x5-free"):
            go(page, fragment)
            for size, viewport in (SIZES | LOW_SCREENS).items():
                page.set_viewport_size(viewport)
                inside(page, "[data-test=board]", "[data-test=words]", ".use", ".room-head")
                if size != "desktop" and size not in LOW_SCREENS:
                    inside(page, ".parts label")
        for part in ("Games", "Lines", "Dice", "Marks", "Shape"):
            page.get_by_role("radio", name=part, exact=True).check()
            page.set_viewport_size(SIZES["phone"])
            assert page.evaluate(SMALL_TARGETS) == []
            page.set_viewport_size({"width": 320, "height": 640})
            assert page.evaluate("() => document.documentElement.scrollWidth") == 320
        assert violations(page) == []


def test_disabled_changes_have_reasons_and_the_keyboard_reaches_everything(site: Site) -> None:
    with site.open("#/rules?rules=5x5") as page:
        wait_until_ready(page)
        more = page.get_by_role("button", name="Rows: one more")
        expect(more).to_have_attribute("aria-disabled", "true")
        more.focus()
        expect_said(page, "A board can have at most 25 cells to fill.")
        page.keyboard.press("Enter")
        expect_shared(page, "#/rules?rules=5x5")
        duel = page.locator("a.use[data-room=duel]")
        expect(duel).to_have_attribute("aria-disabled", "true")
        duel.focus()
        expect_said(page, duel.locator(".about").inner_text())
        page.locator("[data-test=board] [data-cell='0']").focus()
        for key in ("Enter", "ArrowRight", "Enter", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        shape = "..###/#.###/#####/#####/#####"
        expect(page.locator("[data-test=words]")).to_contain_text("22 cells of 5 by 5")
        assert rules_of(shared(page)) == Rules.of(shape, "2d6")
        expect(page.locator("[data-test=board] [data-cell='6']")).to_be_focused()
        for _ in range(3):
            page.keyboard.press("Control+z")
        expect(page.locator("[data-test=words]")).to_contain_text("5 by 5, two dice")
        expect_shared(page, "#/rules?rules=5x5")


def test_rules_that_are_too_large_can_only_be_made_smaller(site: Site) -> None:
    with site.open(f"#/rules?{urlencode({'layout': '8x8', 'dice': 'product(2d6)+d4'})}") as page:
        wait_until_ready(page)
        expect(page.locator("[data-test=words]")).to_contain_text("8 by 8, dice product(2d6)+d4")
        expect(page.locator("a.use[aria-disabled=true]")).to_have_count(4)
        expect(page.get_by_role("button", name="Columns: one more")).to_have_attribute("aria-disabled", "true")
        press(page, "Columns: one less")
        assert rules_of(shared(page)) == Rules.of("8x7", "product(2d6)+d4")
        press(page, "Use other dice")
        expect(page.locator("[data-test=words]")).to_contain_text("8 by 7, one die;")


def test_built_rules_can_be_used_and_nothing_is_lost(site: Site) -> None:
    """Go from *Make a board* to the builder and back: the number matches the library, and the first board returns."""
    board = "8,8,9/7,6,10/7,4,5"
    with site.open(f"#/design?board={board}") as page:
        wait_until_ready(page)
        page.get_by_label("Rules").select_option("Your own rules…")
        expect(page.locator("main h1")).to_have_text("Rules")
        wait_until_ready(page)
        press(page, "Diagonals")
        press(page, "Corners")
        press(page, "Add a die")
        expect(page.locator("[data-test=words]")).to_contain_text("three dice; a row, a column or all corners together")
        page.get_by_role("link", name="Back to Make a board").click()
        expect(page.locator("main h1")).to_have_text("Make a board")
        wait_until_ready(page)
        rules = Rules.of("3x3:rows+columns+corners", "3d6")
        assert rules_of(shared(page)) == rules
        expect(page.get_by_label("Rules").locator("option:checked")).to_have_text(
            "3 by 3, three dice; a row, a column or all corners together win"
        )
        text = page.get_by_label("Or type the whole board")
        text.fill("10 11 9 / 10 12 8 / 9 11 10")
        page.keyboard.press("Enter")
        value = decimal(solve("10 11 9 / 10 12 8 / 9 11 10", rules=rules).expected_rolls)
        expect(page.locator("[data-test=value] .figure")).to_have_text(f"{value:.2f}")
        page.get_by_label("Rules").select_option("Your own rules…")
        expect(page.locator("main h1")).to_have_text("Rules")
        wait_until_ready(page)
        page.locator("[data-game=classic]").click()
        page.get_by_role("link", name="Back to Make a board").click()
        expect(page.locator("main h1")).to_have_text("Make a board")
        wait_until_ready(page)
        expect_shared(page, f"#/design?board={board}")


ODD = [
    {"layout": "1x3:rows", "dice": "d2+d2"},
    pytest.param(OWN, marks=pytest.mark.long),
    pytest.param({"layout": "1x1:all", "dice": "1d6"}, marks=pytest.mark.long),
    pytest.param({"layout": "1x10", "dice": "product(3d6)"}, marks=pytest.mark.long),
    pytest.param({"layout": "6x4:rows", "dice": "2d20", "marking": "all"}, marks=pytest.mark.long),
]


@pytest.mark.parametrize("own", ODD)
def test_every_room_works_with_custom_rules(site: Site, own: dict[str, str]) -> None:
    """On boards of one row or one cell, no enabled control leads to an error."""
    with site.open(f"#/rules?{urlencode(own)}") as page:
        for room in ("design", "play", "compare", "duel"):
            wait_until_ready(page)
            link = page.locator(f"a.use[data-room={room}]")
            if link.get_attribute("href") is None:
                continue
            link.click()
            expect(page.locator(f"a[data-view={room}]")).to_have_attribute("aria-current", "page")
            wait_until_ready(page)
            assert page.get_by_role("alert").count() == 0
            assert rules_of(shared(page)) == rules_of(f"#/?{urlencode(own)}")
            page.go_back()
            expect(page.locator("main h1")).to_have_text("Rules")


COST = """async ([spec, boards]) => {
  const { describe } = await import('./js/rules.js');
  const { cost } = await import('./js/cost.js');
  const { readPosition } = await import('./js/position.js');
  const rules = await describe(spec);
  return cost('match', rules, boards.map((text) => readPosition(text, rules).position));
}"""


STRIP = {"layout": "1x10", "dice": "2d20"}
LOW, HIGH = "2 3 4 5 6 7 8 9 10 11", "12 13 14 15 16 17 18 19 20 21"


def test_boards_without_a_common_value_are_not_promised_exact_chances(site: Site) -> None:
    """Two boards of ten cells have a million joint positions, but a single board has only a thousand positions."""
    with site.open(f"#/rules?{urlencode(STRIP)}") as page:
        wait_until_ready(page)
        for boards, instead in (([LOW, HIGH], "simulate"), ([LOW, LOW], None)):
            known = page.evaluate(COST, [STRIP, boards])
            assert (known["possible"], known["instead"]) == (True, instead)


@pytest.mark.long
def test_boards_without_a_common_value_are_simulated_without_an_error(site: Site) -> None:
    with pytest.raises(TooLarge, match="60,000 joint states"):
        match(LOW, HIGH, rules=Rules.of("1x10", "2d20"), max_states=60_000, fast=False)
    with site.open(f"#/compare?{urlencode({**STRIP, 'a': LOW, 'b': HIGH})}") as page:
        expect(page.get_by_text("The computer simulated 10,000 games instead.")).to_be_visible()


USE = """(chance) => {
  const all = [...document.querySelectorAll('main :is(button, summary, input, [role=gridcell])')];
  const can = all.filter((one) => !one.matches(':disabled, [aria-disabled=true]') && one.checkVisibility());
  can[Math.floor(chance * can.length)].click();
  return location.hash;
}"""


def test_every_enabled_control_works(site: Site) -> None:
    """Press random controls: there is no error, and the link always works."""
    chance = random.Random(3)
    with site.open("#/rules?rules=cross", viewport=SIZES["desktop"]) as page:
        wait_until_ready(page)
        seen = {repr(rules_of(page.evaluate(USE, chance.random()))) for _ in range(60)}
        assert len(seen) > 20
        page.reload()
        wait_until_ready(page)
        assert page.locator("[data-test=notice]").count() == 0
