"""A class in a real browser: console, projector and phones.

The browser does not treat the host name as secure, as on a school network.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import count, permutations
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from dicebingo import decimal, match, review
from dicebingo.classroom.refusals import STATUS
from dicebingo.model.variants import VARIANTS
from dicebingo.web.results import CODES
from tests.classroom.school import School as Pupils
from tests.waiting import PATIENCE
from tests.web.browser import SCHOOL, new_context
from tests.web.pages import MAX_BYTES, REQUESTS, clock_stopped, inside, transferred, uncached, violations
from tests.web.server import FEW, Visitor, serving

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 375, "height": 812}
SCREEN: ViewportSize = {"width": 1366, "height": 768}
# The paper's ring, and a board that beats all three boards of the ring.
BOARDS = {
    "Fox": "7 7 7 / 6 6 6 / 6 7 6",
    "Owl": "7 5 9 / 9 7 5 / 5 9 7",
    "Bear": "9 7 9 / 9 9 9 / 9 6 7",
    "<b>Zoë</b>": "8 8 9 / 7 6 10 / 7 4 5",
}
CUT = ("ERR_EMPTY_RESPONSE", "ERR_CONNECTION", "ERR_SOCKET", "ERR_INCOMPLETE")
HEADER_IGNORED = "Cross-Origin-Opener-Policy"  # browsers ignore this header in insecure contexts, and log a message


class Wire:
    """A network connection between a device and the server, which a test can cut.

    When the connection is cut, open requests fail, and no new requests pass until it is repaired.
    """

    def __init__(self, port: int) -> None:
        self.whole, self._ends, self._to = True, set[socket.socket](), port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends |= {near, far}
                for pair in ((near, far), (far, near)):
                    Thread(target=self._pump, args=pair, daemon=True).start()

    @staticmethod
    def _pump(near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(1 << 16):
                far.sendall(data)
        for end in (near, far):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        """Cut the connection."""
        self.whole = False
        while self._ends:
            with suppress(OSError):
                self._ends.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection for good."""
        self.cut()
        self._listening.close()


@dataclass
class School:
    """A server under an invented host name, and pages that must not log errors.

    One device connects through a ``Wire``, which a test can cut.
    """

    address: str
    wire: Wire
    browser: Browser
    stack: ExitStack
    errors: list[str]
    visitor: Visitor | None = None

    def open(self, path: str, viewport: ViewportSize, *, wired: bool = False, **context: Any) -> Page:
        """Open a page on a new device."""
        address = f"http://{SCHOOL}:{self.wire.port}" if wired else self.address
        device: BrowserContext = self.stack.enter_context(new_context(self.browser, viewport=viewport, **context))
        page = device.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        if wired:
            page.clock.install()  # the test advances the page's clock while the connection is cut
        page.goto(f"{address}/class/{path}")
        return page

    def expect_quiet(self, *but: str) -> None:
        """Assert that no page has logged an error, and clear the logs."""
        assert not [error for error in self.errors if not any(word in error for word in (HEADER_IGNORED, *but))]
        self.errors.clear()


@pytest.fixture
def school(browser: Browser, tmp_path: Path) -> Iterator[School]:
    """A class server for one test."""
    with serving(replace(FEW, classes=str(tmp_path), hosts=(SCHOOL,))) as visitor, ExitStack() as stack:
        port = httpx.URL(str(visitor.client.base_url)).port or 0
        stack.callback((wire := Wire(port)).close)
        yield School(f"http://{SCHOOL}:{port}", wire, browser, stack, [], visitor)


def named(page: Page, name: str) -> Locator:
    return page.locator(f"[data-test={name}]")


def do(console: Page, what: str) -> None:
    console.locator(f"[data-do={what}]").click()


def join(phone: Page, name: str) -> None:
    named(phone, "name").fill(name)
    phone.keyboard.press("Enter")


def write(phone: Page, board: str) -> None:
    """Enter a board on the keypad and declare it ready."""
    expect(named(phone, "keypad")).to_be_visible()
    for value in board.replace("/", " ").split():
        phone.locator(f"[data-key='{value}']").click()
    named(phone, "ready").click()
    expect(phone.locator("[data-screen=wait]")).to_be_visible()


def rolls_seen(page: Page, count: int) -> None:
    expect(named(page, "history").locator("li")).to_have_count(count)


def mark(phone: Page) -> None:
    """Mark the first cell that can be marked, if there is one."""
    cells = phone.locator("[data-markable]")
    if cells.count():
        cell = cells.first.get_attribute("data-cell")
        cells.first.click()
        expect(phone.locator(f"[data-test=board] [data-cell='{cell}']")).to_contain_class("marked")


def marked_on(phone: Page) -> list[int]:
    found = phone.locator("[data-test=board] .tile.marked").evaluate_all("all => all.map(t => Number(t.dataset.cell))")
    return [int(cell) for cell in found]


@dataclass
class Lesson:
    """A running class."""

    school: School
    console: Page
    projector: Page
    phones: dict[str, Page]

    def key(self) -> tuple[str, str]:
        """Return the code of the class, and the teacher's key."""
        address = httpx.URL(str(self.console.evaluate("location.href")))
        return address.path.rpartition("/")[2], httpx.QueryParams(address.fragment)["key"]

    def ask(self, what: str = "") -> Any:
        """Return the state that the server sends to the teacher."""
        code, key = self.key()
        address = httpx.URL(self.school.address).copy_with(host="127.0.0.1")
        return httpx.get(f"{address}/api/class/{code}{what}", params={"key": key}, timeout=PATIENCE).json()

    def close(self) -> None:
        """Close the roll once all marks have arrived, and wait until every phone shows that it is closed."""
        marks = sum(named(phone, "unmark").is_visible() for phone in self.phones.values())
        expect(named(self.projector, "now")).to_have_text(re.compile(rf"^Marked: {marks} of \d$"))
        do(self.console, "close")
        for phone in self.phones.values():
            expect(named(phone, "what")).not_to_contain_text("ark")

    def expect_agreement(self) -> None:
        """Assert that every phone shows the same board and marks as the server."""
        told = self.ask()
        names = {one["pupil"]: one["name"] for one in told["pupils"]}
        for one in told["boards"]:
            phone = self.phones[names[one["pupil"]]]
            assert sorted(cell for _, cell in one["marks"]) == sorted(marked_on(phone))
            rolls_seen(phone, len(told["rolls"]))
        rolls_seen(self.projector, len(told["rolls"]))


def with_seed(route: Route) -> None:
    """Start a class whose rolls are 7, 6, 9 and 10.

    If every pupil always marks the first matching cell, exactly one pupil has a line after the last roll.
    """
    asked: Any = route.request.post_data_json
    route.continue_(post_data=json.dumps({**asked, "seed": 41}))


def start(school: School) -> Lesson:
    """Return a class with four pupils who are ready to play."""
    console = school.open("", SCREEN)
    console.route("**/api/class", with_seed)
    named(console, "teach").get_by_role("button", name="Start the class").click()
    expect(console.get_by_text("No pupils yet.")).to_be_visible()
    code, projector = str(named(console, "projector").get_attribute("href")).split("#")
    lesson = Lesson(school, console, school.open(f"{code}#{projector}", SCREEN), {})
    expect(named(lesson.projector, "address")).to_contain_text(f"{SCHOOL}:")
    expect(named(lesson.projector, "address")).to_contain_text(code)
    lesson.projector.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
    for name, board in BOARDS.items():
        lesson.phones[name] = school.open(code, PHONE, wired=name == "Bear")
        join(lesson.phones[name], name)
        if name == "Owl":  # a reload preserves the unfinished board
            lesson.phones[name].locator("[data-key='12']").click()
            asked = uncached(lesson.phones[name])
            lesson.phones[name].reload()
            expect(lesson.phones[name].locator("[data-cell='0']")).to_have_attribute("data-value", "12")
            assert 0 < len(asked) <= REQUESTS, asked
            lesson.phones[name].locator("[data-cell='0']").click()
        write(lesson.phones[name], board)
    expect(lesson.projector.locator(".names li.ready")).to_have_text(list(BOARDS))
    return lesson


def check_faces(lesson: Lesson, *others: Page) -> None:
    for page in (lesson.console, lesson.projector, lesson.phones["Fox"], *others):
        assert violations(page) == []


def play(lesson: Lesson, away: int) -> None:
    """Play a round with the program's dice.

    One phone reloads and changes a mark; another phone loses its connection twice.
    """
    wire, bear = lesson.school.wire, lesson.phones["Bear"]
    do(lesson.console, "start")
    expect(named(bear, "what")).to_have_text("The round is starting: watch the dice.")
    for number in range(1, 200):
        do(lesson.console, "roll")
        rolls_seen(lesson.console, number)
        for phone in lesson.phones.values():
            if phone is not bear:
                rolls_seen(phone, number)
                mark(phone)
        if number == 1:
            first_roll(lesson)
        elif number == 2:  # Bear is offline and does not see this roll yet
            expect(bear.get_by_text("No connection")).to_be_visible()
            bear.clock.fast_forward(away)
            rolls_seen(bear, 1)
            wire.whole = True
        rolls_seen(bear, number)
        if number > 1:
            mark(bear)
        lesson.close()
        expect(lesson.console.get_by_text("Marked:")).to_have_count(0)
        if lesson.ask()["phase"] == "over":
            break
        if number == 1:
            wire.cut()
    for phone in (lesson.projector, bear):
        expect(phone.get_by_text(f"after {number} rolls!")).to_be_visible()
    lesson.expect_agreement()
    lesson.school.expect_quiet(*CUT)


def first_roll(lesson: Lesson) -> None:
    fox, owl, bear = (lesson.phones[name] for name in ("Fox", "Owl", "Bear"))
    inside(fox, "[data-test=board]", "[data-test=dice]", "[data-test=what]", "[data-test=history]", ".strip")
    check_faces(lesson)
    for page in (fox, lesson.console, lesson.projector):
        assert 0 < sum(transferred(page).values()) <= MAX_BYTES
    before = marked_on(owl)
    owl.reload()
    rolls_seen(owl, 1)
    assert marked_on(owl) == before
    named(owl, "unmark").click()
    expect(owl.locator(".tile.marked")).to_have_count(0)
    mark(owl)
    rolls_seen(bear, 1)
    lesson.school.wire.cut()
    mark(bear)  # the phone shows the mark at once, and the server receives it later, exactly once
    expect(bear.get_by_text("No connection")).to_be_visible()
    lesson.school.wire.whole = True


def come_late(lesson: Lesson) -> Page:
    """Join during a round and write a board, using the keyboard."""
    late = lesson.school.open(lesson.key()[0], PHONE)
    join(late, "Late")
    expect(late.get_by_text("A round is in progress.")).to_be_visible()
    late.locator("[data-cell='0']").focus()
    for value in "666777888":
        late.keyboard.press(value)
    named(late, "ready").focus()
    late.keyboard.press("Enter")
    expect(late.get_by_text("You will join in the next round.")).to_be_visible()
    return late


def remove(lesson: Lesson, number: int, phone: Page) -> None:
    row = lesson.console.locator(f"[data-pupil='{number}']")
    row.get_by_role("button").click()
    named(lesson.console, "remove").click()
    expect(row).to_have_count(0)
    expect(named(phone, "gone")).to_contain_text("You are no longer in this class.")


def play_with_real_dice(lesson: Lesson) -> None:
    """Play a round of three sixes, which fill the latecomer's top row.

    The latecomer marks by keyboard, and the teacher undoes a typed roll.
    """
    late = lesson.phones["Late"]
    do(lesson.console, "start")
    lesson.console.get_by_role("radio", name="Real dice").check()
    keypad = named(lesson.console, "real")
    keypad.locator("[data-key='12']").click()
    rolls_seen(late, 1)
    do(lesson.console, "undo")
    for page in (late, lesson.projector, lesson.phones["Fox"]):
        rolls_seen(page, 0)
    for cell in (0, 1, 2):
        expect(keypad).not_to_contain_class("paused")  # while the keypad is paused, it ignores a click
        keypad.locator("[data-key='6']").click()
        for phone in lesson.phones.values():
            rolls_seen(phone, cell + 1)
        late.locator("[data-test=board] [data-cell='0']").focus()
        for _ in range(cell):
            late.keyboard.press("ArrowRight")
        late.keyboard.press("Enter")
        expect(late.locator(f"[data-test=board] [data-cell='{cell}']")).to_contain_class("marked")
        mark(lesson.phones["Bear"])
        lesson.close()
    expect(named(late, "what")).to_have_text("You win after 3 rolls!")
    lesson.expect_agreement()


RING = re.compile(
    "|".join(ring.replace(" ", " beats ") for ring in ("Fox Owl Bear Fox", "Owl Bear Fox Owl", "Bear Fox Owl Bear"))
)
LATER = ("11.31", "Luckiest", "theory", "42.8%", RING, "These numbers are exact.")
"""Phrases that the reveal shows only after its first step."""


def look(lesson: Lesson, *seen: str | re.Pattern[str]) -> None:
    """Reveal all results, step by step. Each pupil sees only their own row of the table of pairs."""
    for step, text in enumerate(seen, start=1):
        do(lesson.console, "reveal")
        for page in (lesson.projector, lesson.phones["Fox"], lesson.console):
            shown = page.locator(f"[data-test=reveal][data-step='{step}']")
            expect(shown).to_contain_text(text)
            expect(shown).not_to_contain_text("Still computing")
    expect(lesson.console.locator("[data-do=reveal]")).to_be_hidden()


def expect_right(report: Any) -> None:
    """Compare the report with the library's results for the same boards and marks."""
    for one in report["rounds"]:
        players = one["players"]
        for player in players:
            board = " ".join(map(str, player["board"]))
            moves = [(roll, [c for i, c in player["marks"] if i == at]) for at, roll in enumerate(one["rolls"])]
            found = review(board, moves[: player["finish"]])
            assert player["loss"]["exact"] == str(found.loss)
            assert player["expected_rolls"]["exact"] == str(found.solution.value())
        for a, b in permutations(range(len(players)), 2):
            first, second = (" ".join(map(str, players[i]["board"])) for i in (a, b))
            wins = decimal(match(first, second).outcomes[(0,)])
            assert one["pairs"]["wins"][a][b] == pytest.approx(wins, abs=1e-5)
        boards = [" ".join(map(str, player["board"])) for player in players]
        if one["crowd"]["fair"]["exact"] == f"1/{len(boards)}":  # nobody was removed during this round
            assert [player["share"]["exact"] for player in players] == list(map(str, match(*boards, fast=False).shares))


def test_a_lesson_of_two_rounds_can_be_played(school: School) -> None:
    lesson = start(school)
    check_faces(lesson)
    play(lesson, away=30_000)
    lesson.phones["Late"] = come_late(lesson)
    look(lesson, re.compile(r"(wins|win) after \d+ rolls!"), *LATER)
    assert violations(lesson.projector) == []
    remove(lesson, 4, lesson.phones.pop("<b>Zoë</b>"))
    lesson.console.locator("[data-boards=keep]").click()
    expect(lesson.phones["Late"].get_by_text("Ready: 4 of 4.")).to_be_visible()
    play_with_real_dice(lesson)
    look(lesson, "wins after 3 rolls!", *LATER)
    assert lesson.ask()["pupils"][-1] | {"name": "Late", "score": 1} == lesson.ask()["pupils"][-1]
    expect_right(lesson.ask("/report.json"))
    named(lesson.console, "end").click()
    named(lesson.console, "end-yes").click()
    for page in (lesson.console, lesson.projector, *lesson.phones.values()):
        expect(page.get_by_text("The class has ended.")).to_be_visible()
    school.expect_quiet("403", "410", *CUT)


def test_the_projector_announces_a_bingo_if_the_teacher_never_closes_a_roll(school: School) -> None:
    """Each roll closes the previous one. A roll right after an undo does not count as a double click."""
    with httpx.Client(base_url=school.address.replace(SCHOOL, "127.0.0.1"), timeout=PATIENCE) as client:
        few = Pupils.new(client, "Fox", "Owl", board=[7] * 9, until="all")
        few.act("Owl", "board", board=[2] * 9)
        few.act("teacher", "start")
        wall = school.open(f"{few.code}#key={few.projector}", SCREEN)
        console = school.open(f"{few.code}#key={few.teacher}", SCREEN)
        console.get_by_role("radio", name="Real dice").check()
        seven = named(console, "real").locator("[data-key='7']")
        with clock_stopped(console):  # while the clock is stopped, the pause after a roll does not end
            seven.click()
            rolls_seen(console, 1)
            seven.dblclick()
            do(console, "undo")
            expect(console.locator("[data-test=history] li")).to_have_count(0)
            seven.click()
            rolls_seen(console, 1)
        for cell in range(3):
            few.act("Fox", "mark", cell=cell)
            expect(named(wall, "now")).to_have_text("Marked: 1 of 1")
            expect(named(wall, "call")).to_be_hidden()
            few.act("teacher", "roll", value=7)
            rolls_seen(wall, cell + 2)
        expect(named(wall, "call")).to_have_text("Bingo: Fox!")
        expect(named(wall, "now")).to_have_text("Marked: 0 of 0")
        assert wall.evaluate("parseFloat(getComputedStyle(document.querySelector('.call')).fontSize)") > 60
    school.expect_quiet()


def test_a_late_tap_marks_nothing(school: School) -> None:
    """A mark belongs to the roll on which it was tapped, and must not count for a later roll of the same value."""
    with httpx.Client(base_url=school.address.replace(SCHOOL, "127.0.0.1"), timeout=PATIENCE) as client:
        made = client.post("/api/class", json={"until": "all", "bingo": "shouted"}).json()
        requests = map(str, count())

        def act(what: str, **details: Any) -> None:
            body = {"key": made["teacher"], "request": next(requests), "do": what, **details}
            assert client.post(f"/api/class/{made['code']}/act", json=body).status_code == 200

        phone = school.open(made["code"], PHONE, wired=True)
        join(phone, "Fox")
        write(phone, "7 7 7 / 7 7 7 / 7 7 7")
        act("start")
        act("roll", value=7)
        rolls_seen(phone, 1)
        school.wire.cut()
        with phone.expect_event("requestfailed", lambda request: request.url.endswith("/act")):
            mark(phone)
        act("roll", value=7)
        school.wire.whole = True
        rolls_seen(phone, 2)
        expect(phone.get_by_text("The roll closed before your mark arrived.")).to_be_visible()
        assert marked_on(phone) == []
        # Mark the three cells of a row, tapping as fast as possible, and then call the bingo.
        for cell in (0, 1, 2):
            phone.locator(f"[data-test=board] [data-cell='{cell}']").dblclick(delay=0)
            phone.locator(f"[data-test=board] [data-cell='{cell}']").click()
            expect(phone.locator(".tile.marked")).to_have_count(cell + 1)
            phone.reload()
            expect(phone.locator(".tile.marked")).to_have_count(cell + 1)
            if cell < 2:
                act("roll", value=7)
                rolls_seen(phone, cell + 3)
        inside(phone, "[data-test=board]", "[data-test=dice]", "[data-test=what]", "[data-test=shout]")
        named(phone, "shout").click()
        expect(named(phone, "what")).to_have_text("You called bingo!")
        act("close")
        expect(named(phone, "what")).to_have_text("You win after 4 rolls!")
    # The server rejects a tap that arrives too late, and the browser logs the rejection.
    school.expect_quiet("409", *CUT)


def test_all_languages_have_all_messages(school: School) -> None:
    """All languages have the same keys with values of the same kinds, including a message for every error code."""
    page = school.open("", PHONE)
    shapes = """async () => {
      const languages = document.documentElement.dataset.languages.split(' ');
      const words = await Promise.all(languages.map((code) => import(`../js/words/${code}/class.js`)));
      const shape = (o) => typeof o !== 'object' ? (typeof o === 'function' ? `function ${o.length}` : typeof o)
        : Object.fromEntries(Object.keys(o).sort().map((key) => [key, shape(o[key])]));
      return words.map(({ WORDS }) => shape(WORDS));
    }"""
    english, *others = page.evaluate(shapes)
    assert others
    assert all(other == english for other in others)
    assert {*STATUS, *CODES.values(), "mistake", "other"} == english["errors"].keys()
    assert {variant.name for variant in VARIANTS if variant.layout.startswith("1x")} == english["rules"].keys()
    options = named(page, "rules").locator("option")
    expect(options).to_have_count(len(VARIANTS))
    assert not {variant.name for variant in VARIANTS} & set(options.all_inner_texts())
    spanish = school.open("", PHONE, locale="es-MX")
    expect(spanish.get_by_role("heading", name="Dice Bingo en clase")).to_be_visible()
    german = school.open("", PHONE, locale="de-AT")
    expect(german.locator("h1")).to_have_text("Dice Bingo in der Klasse")
    for each in (page, german, spanish):
        assert violations(each) == []
    german.get_by_role("button", name="English").click()
    expect(german.locator("h1")).to_have_text("Dice Bingo in class")
    german.reload()
    expect(german.locator("h1")).to_have_text("Dice Bingo in class")
    home = school.open("../", PHONE)
    home.get_by_role("link", name="Class").click()
    expect(home.locator("h1")).to_have_text("Dice Bingo in class")
    assert httpx.get(f"{school.address.replace(SCHOOL, '127.0.0.1')}/class").headers["location"] == "class/"


LARGE = "document.adoptedStyleSheets[0].insertRule('html { font-size: 200% }')"
SMALL = """() => [...document.querySelectorAll('[data-test=board] .tile')].flatMap((tile) => {
  const { width, height } = tile.getBoundingClientRect();
  const text = tile.querySelector('.value')?.getBoundingClientRect().width ?? 0;
  return Math.min(width, height) < 44 || text > width ? [[width, height, text]] : [];
})"""
WIDER = "document.scrollingElement.scrollWidth - innerWidth"
BESIDE = """() => {
  const [board, dice] = ['board', 'dice'].map((name) => document.querySelector(`[data-test=${name}]`));
  return board.getBoundingClientRect().left - dice.getBoundingClientRect().right;
}"""


SQUARE: dict[str, Any] = {"layout": "5x5:all", "dice": "d20+9"}
PHONES = [(844, 390), (667, 375), (320, 568)]


@pytest.mark.parametrize(
    ("size", "large", "rules"),
    [
        (PHONES[1], False, {}),
        *((size, True, SQUARE) for size in PHONES[1:]),
        *(pytest.param(size, False, {}, marks=pytest.mark.long) for size in (PHONES[0], PHONES[2])),
        *(pytest.param(size, True, {}, marks=pytest.mark.long) for size in PHONES),
        *(pytest.param(size, False, SQUARE, marks=pytest.mark.long) for size in PHONES),
        pytest.param(PHONES[0], True, SQUARE, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_phone_cells_are_large_enough_to_tap(size: tuple[int, int], large: bool, rules: Any, school: School) -> None:
    """Cells are at least 44 px wide and high, even with large text and two-digit values on small or sideways phones."""
    address = school.address.replace(SCHOOL, "127.0.0.1")
    made = httpx.post(f"{address}/api/class", json={**rules, "seed": 3}, timeout=PATIENCE).json()
    phone = school.open(made["code"], {"width": size[0], "height": size[1]})
    if large:
        phone.evaluate(LARGE)
    join(phone, "Fox")
    expect(named(phone, "keypad")).to_be_visible()

    def check() -> None:
        assert phone.evaluate(SMALL) == []
        assert phone.evaluate(WIDER) <= 0

    check()
    values = ["12"] * 25 if rules else ["7"] * 9
    for value in values:
        phone.locator(f"[data-key='{value}']").click()
    check()
    named(phone, "ready").click()
    expect(phone.locator("[data-screen=wait]")).to_be_visible()
    check()
    roll: dict[str, Any] = {"do": "roll", "value": int(values[0])}
    for number, act in enumerate(({"do": "start"}, roll)):
        body = {"key": made["teacher"], "request": str(number), **act}
        assert httpx.post(f"{address}/api/class/{made['code']}/act", json=body, timeout=PATIENCE).status_code == 200
    rolls_seen(phone, 1)
    check()
    if size[0] > size[1]:
        assert phone.evaluate(BESIDE) > 0
        if not large and not rules:
            inside(phone, "[data-test=board]", "[data-test=dice]", "[data-test=what]")
    mark(phone)
    check()
    school.expect_quiet()


def test_newcomers_wait_for_the_teacher(school: School) -> None:
    """One newcomer is admitted, the other newcomers are turned away, and the admitted pupil joins a team.

    A double click causes only one roll.

    The teacher's page is in English, the projector in German, and the phone in Spanish.
    """
    address = school.address.replace(SCHOOL, "127.0.0.1")
    made = httpx.post(f"{address}/api/class", json={"seed": 3}, timeout=PATIENCE).json()
    console = school.open(f"{made['code']}#key={made['teacher']}", SCREEN)
    projector = school.open(f"{made['code']}#key={made['projector']}", SCREEN, locale="de")
    named(console, "approval").check()
    phone = school.open(made["code"], PHONE, locale="es")
    named(phone, "suggest").click()
    expect(named(phone, "name")).to_have_value(re.compile(r"^[A-Z]\S+ [A-Z]\S+$"))
    join(phone, "Fox")
    expect(phone.locator("[data-screen=door]")).to_be_visible()
    for number in range(3):
        joined = httpx.post(
            f"{address}/api/class/{made['code']}/join", json={"name": f"Bot {number}"}, timeout=PATIENCE
        )
        assert joined.status_code == 201
    door = named(console, "door")
    expect(door.locator("li")).to_have_count(4)
    expect(named(projector, "names").locator("li")).to_have_count(0)
    assert violations(console) == []
    door.locator("li").first.get_by_role("button").click()
    expect(named(projector, "names").locator("li")).to_have_text(["Fox"])
    do(console, "dismiss")
    expect(door).to_be_hidden()
    write(phone, "7 7 7 / 7 7 7 / 7 7 7")
    choose_a_team(console, phone)
    for page in (console, projector):
        expect(named(page, "teams").locator("li")).to_have_text(["Red0", "Blue0", "Lynxes0"])
    do(console, "start")
    expect(named(phone, "team-choice")).to_be_hidden()
    console.clock.install()
    console.locator("[data-do=roll]").dblclick()
    rolls_seen(phone, 1)
    expect(console.locator("[data-do=roll]")).to_be_disabled()
    console.clock.run_for(1_000)
    do(console, "close")
    do(console, "reopen")
    expect(console.locator("[data-do=close]")).to_be_visible()
    do(console, "roll")
    rolls_seen(phone, 2)
    for page in (projector, phone):
        assert violations(page) == []
    school.expect_quiet()


def choose_a_team(console: Page, phone: Page) -> None:
    """The teacher names three teams, and the pupil chooses the last."""
    expect(named(phone, "team-choice")).to_be_hidden()
    named(console, "set-teams").click()
    console.get_by_label("Team 3").fill("Lynxes")
    assert violations(console) == []
    console.get_by_role("button", name="Save").click()
    named(phone, "team-choice").get_by_role("radio", name="Lynxes").check()
    expect(phone.locator(".strip .who")).to_have_text("Fox · Lynxes")
    expect(console.locator("[data-pupil] .team")).to_have_text("Lynxes")
    assert violations(phone) == []


def test_an_address_that_only_this_computer_can_open_has_no_qr_code(school: School) -> None:
    """A phone could not open such an address, so the projector explains what to do instead."""
    address = school.address.replace(SCHOOL, "127.0.0.1")
    made = httpx.post(f"{address}/api/class", json={}, timeout=PATIENCE).json()
    projector = school.open(f"{made['code']}#key={made['projector']}", SCREEN)
    expect(named(projector, "qr")).to_be_visible()
    projector.goto(f"{address}/class/{made['code']}#key={made['projector']}")
    expect(named(projector, "only-here")).to_contain_text("--host 0.0.0.0")
    expect(named(projector, "qr")).to_have_count(0)
    school.expect_quiet()
