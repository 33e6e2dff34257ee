"""More tests of classes in a browser: boards from a list, a timer, another phone, thirty pupils, and a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, repeat
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.waiting import PATIENCE
from tests.web.browser import SCHOOL
from tests.web.pages import inside, violations
from tests.web.proxy import proxied
from tests.web.test_class_page import PHONE, SCREEN, School, Wire, do, join, mark, named, rolls_seen, school, write

pytestmark = pytest.mark.long
__all__ = ["school"]

LAPTOP, LARGE = ViewportSize(width=1366, height=768), ViewportSize(width=1920, height=1080)
SCREENS = [(LAPTOP, "de"), (LARGE, "en"), (LARGE, "de"), (LARGE, "es")]
PHONES = [(ViewportSize(width=375, height=812), "de"), (ViewportSize(width=390, height=844), "es")]
"""The sizes of screens and phones, each with the language of its browser."""
NAMES = ["Ana", "Benedikt", "Chloé", "Daniyar", "Élodie", "Friederike-Marie", "Gökhan", "Hanna", "Ιωάννα", "Jürgen"]
COUNTED = """() => {
  window.counted = [];
  const note = () => window.counted.push(document.querySelector('.countdown')?.textContent);
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
SMALL_TEXT = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const scale = node.parentElement.closest('svg')?.getScreenCTM().a ?? 1;
    const size = parseFloat(getComputedStyle(node.parentElement).fontSize) * scale;
    if (node.data.trim() && size < 28) found.push(node.data);
  }
  return found;
}"""
HOUR = 3_600
"""The longest possible timer, in seconds. Even on a busy machine, it runs out only if a test advances the clock."""
LISTED = ["6 6 6 / 7 7 7 / 8 8 8", "8 8 8 / 7 7 7 / 6 6 6"]


def create(school: School, start: str = "", boards: str = "Pupils write their own", seconds: str = "") -> Page:
    """Start a class with the form on the teacher's page, and return the page."""
    console = school.open(start, SCREEN)
    teach = named(console, "teach")
    teach.get_by_role("radio", name=boards).check()
    if boards == "From a list":
        teach.get_by_label("One board per line").fill("\n".join(LISTED))
    if seconds:
        teach.get_by_text("More settings").click()
        teach.get_by_label("Seconds per roll").fill(seconds)
    teach.get_by_role("button", name="Start the class").click()
    expect(console.get_by_text("No pupils yet.")).to_be_visible()
    return console


def code_of(console: Page) -> str:
    return str(console.evaluate("location.pathname")).rpartition("/")[2]


def test_a_class_works_with_listed_boards_a_timer_and_a_new_phone(school: School) -> None:
    """Boards are assigned in turn, a roll closes by itself, and a pupil continues on another phone."""
    console = create(school, boards="From a list", seconds=str(HOUR))
    phones = {}
    for name in ("Fox", "Owl"):
        phones[name] = school.open(code_of(console), PHONE)
        join(phones[name], name)
        named(phones[name], "ready").click()
        expect(phones[name].get_by_text("You are ready.")).to_be_visible()
    for phone, board in zip(phones.values(), LISTED, strict=True):
        shown = named(phone, "board").locator("[data-value]").evaluate_all("all => all.map(t => t.dataset.value)")
        assert " ".join(shown) == board.replace(" / ", " ")
        expect(named(phone, "change")).to_be_hidden()
    do(console, "start")
    console.get_by_role("radio", name="Real dice").check()
    for phone in phones.values():
        phone.evaluate(COUNTED)
    named(console, "real").locator("[data-key='6']").click()
    for phone in phones.values():
        rolls_seen(phone, 1)
        phone.wait_for_function("() => window.counted.some((text) => /^3[0-9]{3} s$/.test(text))")
    mark(phones["Fox"])
    assert school.visitor is not None
    school.visitor.pass_time(HOUR)  # the timer closes the roll
    expect(named(phones["Fox"], "what")).to_have_text("The roll is closed. Wait for the next roll.")
    expect(phones["Owl"].locator(".countdown")).to_be_hidden()
    console.locator("[data-pupil='1']").get_by_role("button").click()
    named(console, "readmit").click()
    link = str(named(console, "link").text_content())
    console.wait_for_function("() => document.querySelector('dialog .qr').naturalWidth > 0")
    expect(named(phones["Fox"], "gone")).to_contain_text("You are no longer in this class.")
    other = school.open(link.rpartition("/class/")[2], PHONE)
    rolls_seen(other, 1)
    expect(other.locator("[data-test=board] .tile.marked")).to_have_count(1)
    other.reload()  # the key is in the browser's storage, and not in the address
    expect(other.locator("[data-test=board] .tile.marked")).to_have_count(1)
    assert "key" not in str(other.evaluate("location.hash"))
    console.get_by_role("button", name="Close").last.click()
    named(console, "real").locator("[data-key='6']").click()
    rolls_seen(other, 2)
    mark(other)
    expect(other.locator("[data-test=board] .tile.marked")).to_have_count(2)
    school.expect_quiet("403")


class Thirty:
    """A class of thirty pupils who send their requests over HTTP."""

    def __init__(self, client: httpx.Client) -> None:
        self._client, self._requests = client, map(str, count())
        made = client.post("/api/class", json={"seed": 4}).json()
        self.code, self.teacher, self.projector = made["code"], made["teacher"], made["projector"]
        self.keys = [self._join(f"{NAMES[i % 10]} {'XYZ'[i // 10]}.") for i in range(30)]

    def _join(self, name: str) -> str:
        answer = self._client.post(f"/api/class/{self.code}/join", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["key"])

    def act(self, key: str, what: str, **details: Any) -> None:
        body = {"key": key, "request": next(self._requests), "do": what, **details}
        answer = self._client.post(f"/api/class/{self.code}/act", json=body)
        assert answer.status_code == 200, answer.text

    def state(self, key: str) -> Any:
        return self._client.get(f"/api/class/{self.code}", params={"key": key}).json()

    def write(self, *keys: str) -> None:
        for number, key in enumerate(keys):
            self.act(key, "board", board=[2 + (3 * number + 5 * cell + number * cell) % 11 for cell in range(9)])
            self.act(key, "ready")

    def play(self) -> None:
        """Roll until a pupil has a line; every pupil marks a cell if possible."""
        while self.state(self.teacher)["phase"] == "playing":
            self.act(self.teacher, "roll")
            for key in self.keys:
                if cells := self.state(key)["me"]["can_mark"]:
                    self.act(key, "mark", cell=cells[0])
            self.act(self.teacher, "close")


def test_thirty_pupils_fit_on_the_projector(school: School) -> None:
    """The projector shows thirty pupils and every step of the reveal in every language, without scrolling."""
    with httpx.Client(base_url=school.address.replace(SCHOOL, "127.0.0.1"), timeout=PATIENCE) as client:
        crowd = Thirty(client)
        crowd.write(*crowd.keys[:-1])
        walls, desks, phones = (
            [
                school.open(f"{crowd.code}#key={key}", size, locale=language)
                for key, (size, language) in zip(keys, screens, strict=False)
            ]
            for keys, screens in (
                (repeat(crowd.projector), SCREENS),
                (repeat(crowd.teacher), SCREENS),
                (crowd.keys, PHONES),
            )
        )
        for wall in walls:
            expect(wall.locator(".names li")).to_have_count(30)
            expect(wall.locator(".names li.ready")).to_have_count(29)
            wall.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
            inside(wall, ".names li", "[data-test=address]", ".qr")
        for desk in desks:
            expect(desk.locator("[data-doing=ready]")).to_have_count(29)
            inside(desk, "[data-do=start]")
        crowd.write(crowd.keys[-1])
        crowd.act(crowd.teacher, "start")
        crowd.act(crowd.teacher, "roll", value=7)
        for page in (*walls, *desks, *phones):
            rolls_seen(page, 1)
        for wall in walls:
            inside(wall, "[data-test=dice]", "[data-test=history]", "[data-test=now]")
        for phone in phones:
            inside(phone, "[data-test=board]", "[data-test=dice]", "[data-test=what]", "[data-test=history]")
        crowd.act(crowd.teacher, "close")
        crowd.play()
        for step in range(1, 8):
            crowd.act(crowd.teacher, "reveal", step=step)
            for wall in walls:
                shown = wall.locator(f"[data-test=reveal][data-step='{step}']")
                expect(shown).to_be_visible()
                expect(shown.get_by_role("status")).to_have_count(0)  # the computation is finished
                assert wall.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), step
                assert wall.viewport_size == LAPTOP or wall.evaluate(SMALL_TEXT) == [], step
            for phone in phones:
                expect(phone.locator(f"[data-test=reveal][data-step='{step}']")).to_be_visible()
                assert violations(wall) == [], step
        for page in (*desks, *phones):
            assert violations(page) == []
    school.expect_quiet()


@pytest.fixture
def behind(browser: Browser, tmp_path: Path) -> Iterator[tuple[School, str]]:
    """A server behind nginx, reached under a path, and the teacher's token."""
    with proxied(tmp_path) as found, ExitStack() as stack:
        stack.callback((wire := Wire(found.port)).close)
        yield School(found.address(SCHOOL), wire, browser, stack, []), found.token


def test_a_class_works_behind_a_proxy(behind: tuple[School, str]) -> None:
    """All pages, images, streams and files work under the proxy's path, and starting a class requires the token."""
    school, token = behind
    console = school.open("", SCREEN)
    console.get_by_role("button", name="Start the class").click()
    expect(console.get_by_text("Only the teacher's computer can start a class.")).to_be_visible()
    console = create(school, f"#token={token}")
    code = code_of(console)
    projector = school.open(str(named(console, "projector").get_attribute("href")), SCREEN)
    expect(named(projector, "address")).to_contain_text(f"/bingo/class/{code}")
    projector.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
    phone = school.open(code, PHONE)
    join(phone, "Fox")
    write(phone, "7 7 7 / 7 7 7 / 7 7 7")
    do(console, "start")
    console.get_by_role("radio", name="Real dice").check()
    for cell in range(3):
        named(console, "real").locator("[data-key='7']").click()
        for page in (phone, projector):
            rolls_seen(page, cell + 1)
        phone.locator(f"[data-test=board] [data-cell='{cell}']").click()
        expect(phone.locator(".tile.marked")).to_have_count(cell + 1)
        phone.reload()
        expect(phone.locator(".tile.marked")).to_have_count(cell + 1)
        expect(named(projector, "now")).to_have_text("Marked: 1 of 1")
    do(console, "close")
    expect(named(phone, "what")).to_have_text("You win after 3 rolls!")
    do(console, "reveal")
    expect(projector.get_by_text("Fox wins after 3 rolls!")).to_be_visible()
    with console.expect_download() as download:
        console.locator("[data-report=csv]").click()
    assert "Fox" in Path(download.value.path()).read_text(encoding="utf-8-sig")
    phone.get_by_role("link", name="Dice Bingo").click()  # the link to the start page stays under the proxy's path
    expect(phone.locator("main h1")).to_be_visible()
    assert "/bingo/" in phone.url
    school.expect_quiet("403")
