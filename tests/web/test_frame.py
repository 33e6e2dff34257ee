"""The page's frame: addresses of rooms, a shared undo history, and bad connections."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from dicebingo import solve
from dicebingo.exact import decimal
from tests.web.browser import visit
from tests.web.pages import (
    SIZES,
    VIEWS,
    Held,
    Site,
    expect_quiet,
    expect_said,
    expect_shared,
    go,
    inside,
    open_room,
    shared,
    violations,
    wait_for,
    wait_until_ready,
)
from tests.web.server import LONG, serving

pytestmark = pytest.mark.slow

OPTIMAL = "8,8,9/7,6,10/7,4,5"
SEVENS = "7,7,7/7,7,7/7,7,7"
FIGURE = "[data-test=value] .figure"
CELL = "[data-test=board] [data-cell='4']"
# The files that the page loads first: the document, its styles, the shell and its messages.
SHELL = ("/", "/css/*", "/js/language.js", "/js/shell.js", "/js/words/*")


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name=name).click()


def title(page: Page, text: str) -> None:
    """Wait until a room has replaced the loading shell."""
    expect(page.locator("main:not([aria-busy]) h1")).to_have_text(text)
    wait_until_ready(page)


def test_home_is_the_first_page_and_its_links_work(site: Site) -> None:
    with site.open(viewport=SIZES["desktop"]) as page:
        title(page, "Dice Bingo")
        assert page.locator("main svg.picture").count() == 3
        doors = page.locator("a.door:visible")
        texts = [door.locator("strong").inner_text() for door in doors.all()]
        assert texts[:3] == ["Make a board", "Play", "Stories"]
        inside(page, "a.door:not([hidden] *)")
        for number in range(len(texts)):
            page.locator("a.door:visible").nth(number).click()
            expect(page.locator(".home")).to_have_count(0)
            wait_until_ready(page)
            page.get_by_role("link", name="Dice Bingo").click()
            title(page, "Dice Bingo")


SAME = """async (part) => {
  const { say } = await import('/js/language.js');
  const { WORDS } = await import(`/js/words/en/${part}.js`);
  const place = part === 'home' ? document.getElementById('home') : document.querySelector('main');
  const read = (element) => element.innerText.replace(/\\s+/g, ' ')
    + [...element.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  const before = read(place);
  say(place, WORDS);
  return [before, read(place)];
}"""


def test_home_leads_to_an_empty_board_and_explains_how_to_start_a_class(site: Site) -> None:
    with site.open() as page:
        title(page, "Dice Bingo")
        before, after = page.evaluate(SAME, "home")
        assert before == after
        texts = page.locator("main").inner_text()
        assert not any(word in texts for word in ("slower", "clock"))
        page.locator("a.door", has_text="Make a board").click()
        title(page, "Make a board")
        cells = page.locator("[data-test=board] [data-cell]")
        assert {cell.get_attribute("data-value") for cell in cells.all()} <= {None, ""}
        page.locator("a.brand").click()
        title(page, "Dice Bingo")
        page.locator("a.door", has_text="Class").click()
        expect(page.locator("#class code")).to_have_text("dicebingo class --host 0.0.0.0")
        before, after = page.evaluate(SAME, "about")
        assert before == after
        expect(page.locator("#paper a").first).to_have_attribute("href", "https://github.com/ongbw/dice-bingo")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de", "es"])
def test_the_page_has_no_accessibility_violations_in_any_language(site: Site, language: str) -> None:
    """Only Home and the page about the project are also tested in dark mode. Other files test the other rooms.

    The English page is tested only with ``--long``, because its messages are the shortest and other tests cover it.
    """
    designs, stories = ("#/design", f"#/design?board={OPTIMAL}"), ("#/story", "#/story/mixed?guess=mix&step=3")
    rooms = (*designs, "#/rules", "#/print?count=2", *stories)
    with site.open(f"?language={language}", viewport=SIZES["large phone"]) as page:
        for place in ("", *rooms, "about.html"):
            if place.startswith("#"):
                go(page, place)
            else:
                page.goto(f"{site.address}/{place}?language={language}")
                wait_until_ready(page)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert page.evaluate("() => document.documentElement.scrollWidth") == SIZES["large phone"]["width"]
            assert violations(page) == []
            if place not in rooms:
                page.emulate_media(color_scheme="dark")
                assert violations(page, "color-contrast") == []
                page.emulate_media(color_scheme="light")


def test_every_tab_leads_to_its_room(site: Site) -> None:
    with site.open() as page:
        title(page, "Dice Bingo")
        names = [link.get_attribute("data-view") for link in page.locator(".tabs a:visible").all()]
        assert set(VIEWS) <= set(names)
        for name in names:
            assert name
            open_room(page, name)


def test_the_tabs_cover_no_content(site: Site) -> None:
    """The last line of every room can be scrolled into view."""
    with site.open() as page:
        for name in ("home", *VIEWS):
            go(page, f"#/{name}")
            for size in SIZES.values():
                page.set_viewport_size(size)
                page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
                inside(page, ".foot nav a")


def test_a_room_opens_at_its_top(site: Site) -> None:
    with site.open(f"#/design?board={OPTIMAL}", viewport=SIZES["phone"]) as page:
        title(page, "Make a board")
        page.evaluate("() => scrollTo(0, 600)")
        open_room(page, "compare")
        assert page.evaluate("() => scrollY") == 0


def test_a_tab_takes_the_current_board_when_first_opened_and_later_restores_its_state(site: Site) -> None:
    with site.open(f"#/design?board={OPTIMAL}") as page:
        title(page, "Make a board")
        tab(page, "Play")
        title(page, "Play")
        assert f"board={OPTIMAL}" in shared(page)
        left = shared(page)
        tab(page, "Make a board")
        title(page, "Make a board")
        tab(page, "Play")
        title(page, "Play")
        expect_shared(page, left)
        page.go_back()
        title(page, "Make a board")
        expect_shared(page, f"#/design?board={OPTIMAL}")


def test_undo_works_across_reloads(site: Site) -> None:
    undo, redo = "Undo", "Redo"
    with site.open(f"#/design?board={SEVENS}") as page:
        title(page, "Make a board")
        expect(page.get_by_role("button", name=undo)).to_be_disabled()
        page.locator(CELL).click()
        for number in (6, 8):
            page.locator(f"[data-key='{number}']").click()
        page.reload()
        title(page, "Make a board")
        page.get_by_role("button", name=undo).click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")
        expect(page.locator("[data-test=board] [data-cell='5']")).to_have_attribute("data-value", "7")
        page.reload()
        title(page, "Make a board")
        page.keyboard.press("Control+z")
        expect(page.locator(CELL)).to_have_attribute("data-value", "7")
        expect_shared(page, f"#/design?board={SEVENS}")
        expect(page.get_by_role("button", name=undo)).to_be_disabled()
        for _ in range(2):
            page.get_by_role("button", name=redo).click()
        expect(page.locator("[data-test=board] [data-cell='5']")).to_have_attribute("data-value", "8")
        expect(page.get_by_role("button", name=redo)).to_be_disabled()


def test_a_bare_address_restores_the_last_board_and_a_link_can_be_undone(site: Site) -> None:
    with site.open(f"#/design?board={OPTIMAL}") as page:
        title(page, "Make a board")
        page.goto(f"{site.address}/#/")
        title(page, "Dice Bingo")
        page.goto(f"{site.address}/#/design")
        title(page, "Make a board")
        expect_shared(page, f"#/design?board={OPTIMAL}")
        page.goto(f"{site.address}/#/design?board={SEVENS}")
        expect(page.locator(CELL)).to_have_attribute("data-value", "7")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")


def test_two_windows_share_one_history(site: Site) -> None:
    with site.open(f"#/design?board={SEVENS}") as page:
        title(page, "Make a board")
        other = page.context.new_page()
        other.goto(f"{site.address}/#/design?board={OPTIMAL}")
        title(other, "Make a board")
        page.wait_for_function("() => localStorage.getItem('dicebingo.2.history.design').includes('10')")
        page.locator(CELL).click()
        page.locator("[data-key='5']").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "7")


@pytest.mark.parametrize(
    "storage",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        'localStorage.setItem(\'dicebingo.2.history.design\', \'{"states": [3, null], "now": "x"}\')',
        "localStorage.setItem('dicebingo.2.history.design', 'nonsense')",
    ],
)
def test_the_page_works_with_forbidden_full_or_broken_storage(site: Site, storage: str) -> None:
    with visit(site.browser, "about:blank") as visited:
        page = visited.page
        page.add_init_script(storage)
        page.goto(f"{site.address}/#/design?rules=classic")
        expect(page.locator(FIGURE)).to_have_text("18.00")
        page.locator(CELL).click()
        page.locator("[data-key='6']").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "7")
        expect_quiet(visited)


def test_every_room_reports_an_unreadable_link(site: Site) -> None:
    said = {
        "#/design?board=7,7": "The board in this link could not be read: A board for these rules has 9 cells",
        "#/design?board=7,7,7/7,x1,7/7,7,7": "The board in this link could not be read: “x1” is not a number.",
        "#/duel?a=7,7&b=7,7,7/7,7,7/7,7,7&roll=7": "Board A in this link could not be read: ",
        "#/compare?a=7,7,7/7,7,7/7,7,7&b=7": "Board B in this link could not be read: ",
        "#/rules?rules=knuth&line=9": "The line in this link could not be read: ",
    }
    with site.open() as page:
        for fragment, words in said.items():
            go(page, fragment)
            expect(page.locator("[data-test=notice]")).to_contain_text(words)
            expect(page.locator("[data-test=board]")).to_be_visible()
        page.get_by_role("button", name="Close this message").click()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_unknown_rules_show_a_message_and_the_classic_game(site: Site) -> None:
    with visit(site.browser, f"{site.address}/#/design?rules=chess") as visited:
        expect(visited.page.get_by_role("alert")).to_contain_text(
            "could not be read: There are no rules named “chess”. Showing the classic game instead."
        )
        expect(visited.page.locator(FIGURE)).to_have_text("18.00")
        # The browser logs only the error status.
        assert ["422" in error for error in visited.errors] == [True]


def test_a_link_to_an_unknown_room_is_reported(site: Site) -> None:
    with visit(site.browser, f"{site.address}/#/chess?board=7") as visited:
        expect(visited.page.locator("[data-test=notice]")).to_contain_text("does not exist: chess")
        expect(visited.page.get_by_role("link", name="Make a board").first).to_be_visible()
        go(visited.page, "#/design")
        expect(visited.page.locator("[data-test=notice]")).to_have_count(0)


def test_a_lost_connection_is_reported_and_retried(site: Site) -> None:
    with visit(site.browser, f"{site.address}/#/design?rules=classic") as visited:
        page = visited.page
        expect(page.locator(FIGURE)).to_have_text("18.00")
        page.context.set_offline(True)
        page.locator(CELL).click()
        page.locator("[data-key='6']").click()
        expect(page.locator(CELL)).to_have_attribute("data-value", "6")  # the page shows the new value at once
        expect(page.locator("#network")).to_have_text("No connection; trying again…")
        page.locator("[data-key='6']").click()
        page.context.set_offline(False)
        expect(page.locator("#network")).to_have_text("")
        rolls = decimal(solve("7 7 7 / 7 6 6 / 7 7 7").expected_rolls)
        expect(page.locator(FIGURE)).to_have_text(f"{rolls:.2f}")
        assert all("ERR_INTERNET_DISCONNECTED" in error or "ERR_ABORTED" in error for error in visited.errors)


def test_a_failing_server_is_retried_until_it_recovers(site: Site) -> None:
    with visit(site.browser, "about:blank") as visited:
        page = visited.page
        page.route("**/api/solve", lambda route: route.abort("connectionrefused"))
        page.goto(f"{site.address}/#/design?rules=classic")
        expect(page.locator("#network")).to_have_text("No connection; trying again…")
        page.unroute("**/api/solve")
        expect(page.locator(FIGURE)).to_have_text("18.00")
        expect(page.locator("#network")).to_have_text("")


def test_the_page_reports_that_an_answer_is_slow(site: Site) -> None:
    with site.open("#/design?rules=classic") as page:
        wait_until_ready(page)  # the answer to an earlier question would remove the message
        held = Held(page, "**/api/solve")
        page.clock.install()
        page.locator(CELL).click()
        page.locator("[data-key='6']").click()
        expect(page.locator("[data-test=value]")).to_have_class("value-strip busy")
        page.clock.fast_forward(4000)
        expect(page.locator("#network")).to_have_text("Slow connection; still waiting…")
        held.let_go()
        wait_until_ready(page)
        expect(page.locator("#network")).to_have_text("")


def test_a_cancelled_question_leaves_no_job(browser: Browser) -> None:
    """If a job's id reaches the page only after the question has been cancelled, the page still cancels the job.

    For a question without a job, closing the connection is enough.
    """
    ask = """([question, quietly]) => {
      window.asking = new AbortController();
      const { signal } = window.asking;
      import('./js/api.js').then(({ ask }) => ask('solve', question, { signal, quietly }))
        .catch(({ name }) => (document.title = name));
    }"""
    with serving() as visitor, Site(str(visitor.client.base_url), browser).open() as page:
        title(page, "Dice Bingo")
        answers: list[tuple[Route, APIResponse]] = []
        page.route("**/api/solve", lambda route: answers.append((route, route.fetch())))
        page.evaluate(ask, [LONG, True])
        wait_for(page, lambda: answers)
        [(route, response)] = answers
        assert response.status == 202
        assert visitor.jobs._live
        page.evaluate("() => window.asking.abort()")
        expect(page).to_have_title("AbortError")
        # The response with the job's id arrives, and the page must cancel the job on the server.
        with page.expect_request(lambda request: request.method == "DELETE"):
            route.fulfill(response=response)
        wait_for(page, lambda: not visitor.jobs._live)
        page.unroute("**/api/solve")
        # The page's clock is stopped, so the test does not depend on the machine's speed.
        page.evaluate("() => (performance.now = () => 0)")
        page.evaluate(ask, [{**LONG, "wait": 10}, False])
        wait_for(page, lambda: visitor.jobs._live)
        with page.expect_event("requestfailed"):
            page.evaluate("() => window.asking.abort()")
        wait_for(page, lambda: not visitor.jobs._live)


def test_identical_pending_questions_are_sent_once(site: Site) -> None:
    """Callers with the same question share one request, and each can cancel without affecting the others.

    The request is cancelled when no caller is waiting for it.
    """
    with site.open() as page:
        title(page, "Dice Bingo")
        assert page.evaluate("""async () => {
          const { ask } = await import('./js/api.js');
          const requests = [];
          window.fetch = (path, { body, signal }) => new Promise((resolve, reject) => {
            requests.push({ body, signal, arrive: (rolls) =>
              resolve({ ok: true, status: 200, json: async () => ({ rolls }) }) });
            signal.addEventListener('abort', () => reject(signal.reason));
          });
          const controllers = Array.from({ length: 5 }, () => new AbortController());
          const asked = controllers.map(({ signal }, i) =>
            ask('rolls', { seed: i < 3 ? 1 : 2 }, { signal }).then(({ rolls }) => rolls, (e) => e.name));
          while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve));
          controllers[0].abort(); // two others still wait
          controllers[3].abort();
          const alive = requests[1].signal.aborted;
          controllers[4].abort();
          const again = ask('rolls', { seed: 2 }).then(({ rolls }) => rolls); // the cancelled request is not joined
          while (requests.length < 3) await new Promise((resolve) => setTimeout(resolve));
          requests[0].arrive([7]);
          requests[2].arrive([8]);
          const answers = await Promise.all([...asked, again, ask('rolls', { seed: 1 }).then(({ rolls }) => rolls)]);
          return [answers, alive, requests.map(({ signal }) => signal.aborted)];
        }""") == [
            ["AbortError", [7], [7], "AbortError", "AbortError", [8], [7]],
            False,
            [False, True, False],
        ]


def test_an_answer_that_is_outdated_while_being_read_is_ignored(site: Site) -> None:
    with site.open() as page:
        assert (
            page.evaluate("""async () => {
          const { ask } = await import('./js/api.js');
          let arrive;
          const json = () => new Promise((resolve) => (arrive = () => resolve({})));
          const mine = { ok: true, status: 200, json };
          const others = window.fetch.bind(window); // questions from the room are answered as usual
          window.fetch = async (path, how) => (path.endsWith('/rolls') ? mine : others(path, how));
          const asking = new AbortController();
          const got = ask('rolls', { seed: 1 }, { signal: asking.signal }).then(() => 'an answer', (e) => e.name);
          while (!arrive) await new Promise((resolve) => setTimeout(resolve));
          asking.abort();
          arrive();
          return got;
        }""")
            == "AbortError"
        )


def test_home_is_readable_before_any_module_loads(site: Site) -> None:
    with visit(site.browser, "about:blank") as visited:
        Held(visited.page, "**/*", *SHELL)
        visited.page.goto(f"{site.address}/", wait_until="commit")
        expect(visited.page.locator("main svg.picture")).to_have_count(3)
        expect(visited.page.locator("a.door:visible")).to_have_count(4)
        expect(visited.page.get_by_role("navigation", name="Rooms")).to_be_visible()


def test_a_link_shows_its_board_before_any_module_loads(site: Site) -> None:
    """Before any module loads, a tap on a tab also makes this tab the current one."""
    with visit(site.browser, "about:blank") as visited:
        page = visited.page
        held = Held(page, "**/*", *SHELL)
        page.goto(f"{site.address}/#/design?board={OPTIMAL}", wait_until="commit")
        page.locator(".shell .value").first.wait_for()  # before this, the document contains two headings
        expect(page.locator("main h1")).to_have_text("Make a board")
        assert page.locator(".shell .value").all_inner_texts() == OPTIMAL.replace("/", ",").split(",")
        expect(page.locator("a[data-view=design]")).to_have_attribute("aria-current", "page")
        tab(page, "Play")
        expect(page.locator("a[data-view=play]")).to_have_attribute("aria-current", "page")
        expect(page.locator("main h1")).to_have_text("Play")
        held.let_go()
        title(page, "Play")


def test_the_text_field_appears_once_the_rules_are_known(site: Site) -> None:
    with visit(site.browser, "about:blank") as visited:
        page = visited.page
        held = Held(page, "**/api/describe")
        page.goto(f"{site.address}/#/design?rules=knuth")
        page.wait_for_function("() => document.querySelector('a[aria-current]')")  # the room is waiting for its rules
        text = page.get_by_label("Or type the whole board")
        wait_for(page, lambda: held.routes)
        assert text.count() == 0
        held.let_go()
        text.fill("1 2 / 3 4")
        page.keyboard.press("Enter")
        wait_until_ready(page)
        expect(text).to_have_value("1 2 / 3 4")


def test_the_built_in_description_of_the_classic_game_matches_the_server(site: Site) -> None:
    with site.open() as page:
        known = page.evaluate("async () => (await import('./js/classic.js')).CLASSIC")
        answer = page.request.post(f"{site.address}/api/describe", data={})
        assert known == json.loads(answer.text())


def test_sharing_a_local_link_shows_a_warning(site: Site) -> None:
    with site.open(f"#/design?board={OPTIMAL}") as page:
        title(page, "Make a board")
        page.get_by_role("button", name="Share link").click()
        expect_said(page, "The link works on this computer only.")
        assert page.evaluate("() => navigator.clipboard.readText()") == page.url


def test_the_footer_links_work(site: Site) -> None:
    with site.open() as page:
        for link in page.locator(".foot a").all():
            page.request.get(f"{site.address}/{link.get_attribute('href')}")
        page.get_by_role("link", name="How to cite").click()
        expect(page.get_by_role("heading", name="How to cite")).to_be_visible()
        response = page.request.get(f"{site.address}/{page.locator('#api a').get_attribute('href')}")
        assert response.json()["openapi"]
        page.get_by_role("link", name="Dice Bingo").click()
        title(page, "Dice Bingo")


def test_nothing_scrolls_sideways_at_any_width(site: Site) -> None:
    with site.open() as page:
        for fragment in ("#/", f"#/design?board={OPTIMAL}"):
            go(page, fragment)
            page.evaluate("() => document.querySelectorAll('details').forEach((box) => (box.open = true))")
            for width in (320, 768, 900, 1024):
                page.set_viewport_size({"width": width, "height": 640})
                assert page.evaluate("() => document.documentElement.scrollWidth") == width
