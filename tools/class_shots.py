"""Take screenshots of every phase of a lesson with bots, in every language: the console, the projector and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from httpx import Client
from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.served import served

BOTS = 30
ADDRESS = "http://192.168.1.20:8321/"
"""The address on the projector. With a loopback address, which phones cannot reach, there would be no QR code."""
LANGUAGES = ("en", "de", "es")
VIEWS: dict[str, tuple[str, ViewportSize]] = {
    "console": ("teacher", {"width": 1366, "height": 768}),
    "projector": ("projector", {"width": 1920, "height": 1080}),
    "phone": ("pupil", {"width": 390, "height": 844}),
    "sideways": ("pupil", {"width": 844, "height": 390}),
}
"""For each view, whose key opens it, and the size of its window."""
TEAMS = {"en": ["Red", "Blue"], "de": ["Rot", "Blau"], "es": ["Rojo", "Azul"]}
BOARD = "8 8 9 / 7 6 10 / 7 4 5"
PLACES = 3
"""The round ends after bingos on this many different rolls, so that the podium is full."""
STEPS = 7
PATIENCE = 300.0
MOMENT = 700.0
"""Milliseconds to wait after an event, so that the page shows it."""


class Rehearsal:
    """A class with bots and one pupil, Zoë; the methods send the requests of the teacher and of Zoë."""

    def __init__(self, client: Client) -> None:
        self._client, self._requests = client, map(str, count())
        made = client.post("/api/class", json={"seed": 7, "until": "all"}).json()
        self.code = made["code"]
        joined = client.post(f"/api/class/{self.code}/join", json={"name": "Zoë"}).json()
        self.keys = {"teacher": made["teacher"], "projector": made["projector"], "pupil": joined["key"]}

    def act(self, who: str, do: str, **details: Any) -> None:
        """Send an action with the key of the teacher or of the pupil."""
        body = {"key": self.keys[who], "request": next(self._requests), "do": do, **details}
        self._client.post(f"/api/class/{self.code}/act", json=body).raise_for_status()

    def state(self, who: str = "teacher") -> Any:
        """Return the class as the teacher or the pupil sees it."""
        return self._client.get(f"/api/class/{self.code}", params={"key": self.keys[who]}).json()

    def wait(self, ready: Callable[[Any], Any]) -> None:
        """Wait until ``ready`` returns true for the state of the class."""
        end = monotonic() + PATIENCE
        while not ready(self.state()) and monotonic() < end:
            sleep(0.2)

    def phases(self) -> Iterator[str]:
        """Play a lesson, and yield the name of each phase as soon as the pages can show it."""
        yield "1-write"
        self.act("pupil", "board", board=BOARD)
        self.act("pupil", "ready")
        self.act("teacher", "teams", names=TEAMS["en"])
        self.act("pupil", "team", team=1)
        self.wait(lambda now: sum(one["ready"] and one["team"] is not None for one in now["pupils"]) > BOTS)
        yield "2-lobby"
        self.act("teacher", "start")
        yield "3-start"
        while len({one["finish"] for one in self.state()["pupils"]} - {None}) < PLACES:
            self.act("teacher", "roll")
            if self.state()["rolls"] == self.state()["rolls"][:1]:
                self.wait(lambda now: now["marked"] > now["matching"] // 3)
                yield "4-roll"
            if cells := self.state("pupil")["me"]["can_mark"]:
                self.act("pupil", "mark", cell=cells[0])
            self.wait(lambda now: now["marked"] >= now["matching"])
        yield "5-bingo"
        if self.state()["open"]:
            self.act("teacher", "close")
        for step in range(1, STEPS + 1):
            self.act("teacher", "reveal", step=step)
            self.wait(lambda now: now["computed"])
            yield f"6-reveal-{step}"
        self.act("teacher", "again", boards="keep")
        yield "7-again"
        self.act("teacher", "end")
        yield "8-end"


@contextmanager
def rehearsal() -> Iterator[tuple[str, Rehearsal]]:
    """Run a server with a class of bots."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        options = ("--rehearse", str(BOTS), "--data", folder, "--address", ADDRESS)
        server = stack.enter_context(served(*options, command="class"))
        client = stack.enter_context(Client(base_url=server.address, timeout=PATIENCE))
        yield server.address, Rehearsal(client)


def take(browser: Browser, folder: Path) -> None:
    """Take the screenshots of all phases."""
    with rehearsal() as (address, lesson):
        pages = {}
        for view, language in product(VIEWS, LANGUAGES):
            who, viewport = VIEWS[view]
            page = pages[view, language] = browser.new_page(viewport=viewport, reduced_motion="reduce")
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(f"{address}class/{'' if who == 'teacher' else lesson.code}?language={language}")
            page.wait_for_selector("main h1")
            if who != "projector":
                _shoot(page, folder, f"0-begin-{view}-{language}")
            page.goto(f"{address}class/{lesson.code}?language={language}#key={lesson.keys[who]}")
        for phase in lesson.phases():
            for (view, language), page in pages.items():
                _shoot(page, folder, f"{phase}-{view}-{language}")


def _shoot(page: Page, folder: Path, name: str) -> None:
    """Take a screenshot after a fixed pause: the network never becomes idle, because the stream stays open."""
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.wait_for_timeout(MOMENT)
    page.screenshot(path=folder / f"class-{name}.png")
