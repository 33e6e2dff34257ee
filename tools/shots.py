"""Take screenshots of the page's rooms at every screen size, light and dark: ``python -m tools.shots``.

The screenshots go to ``build/shots/``, where a person can check what no test can. With ``class`` it takes screenshots
of a class, and with ``docs`` it regenerates the documentation's screenshots of the page.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.page import ARGUMENTS, BROWSER, server
from tools import class_shots

ROOT = Path(__file__).parents[1]
FOLDER, ASSETS = ROOT / "build" / "shots", ROOT / "docs" / "assets"
BEST, RING = "8,8,9/7,6,10/7,4,5", "a=7,7,7/6,6,6/6,7,6&b=7,5,9/9,7,5/5,9,7&c=9,7,9/9,9,9/9,6,7"
OWN = urlencode({"layout": "####/#F##/##.#/####:rows+corners+##../##../..../....", "dice": "d8+{1:1,2:2,3:3}"})
GUESSES = {"sevens": "40", "slower": "b", "ring": "c", "mixed": "mix", "crowd": "best", "best": "a", "tokens": "b"}
ROOMS = {
    "home": "#/",
    "design": f"#/design?board={BEST}",
    "design-sevens": "#/design?board=7,7,7/7,7,7/7,7,7",
    "design-empty": "#/design?board=8,8,-/-,-,-/-,-,-",
    "design-4x4": "#/design?rules=4x4",
    "design-many-values": "#/design?rules=d10%2Bd20",
    "play": f"#/play?board={BEST}&seed=5&vs=solo&other=6,7,6/7,7,7/6,6,6&game=8.?",
    "play-alone": f"#/play?board={BEST}&seed=5",
    "play-hand": "#/play?board=7,x,6/9,11,8/4,6,3&other=7,x,x/8,9,10/11,3,5&vs=duel&by=hand&seed=1&game=6.?",
    "play-lost": f"#/play?seed=7&vs=solo&board={BEST}&other=6,7,6/7,7,7/6,6,6&game=8.0_7.3.1_6.4.0_6.-.2",
    "play-5x5": "#/play?rules=5x5-free&seed=3&vs=solo",
    "play-over": "#/play?seed=7&board=7,7,7/7,7,7/6,6,8&game=7.0_7.1_7.2",
    "compare": "#/compare",
    "compare-ring": f"#/compare?{RING}&names=C,D,E",
    "compare-knuth": "#/compare?rules=knuth&a=1,2/3,4&b=2,4/5,6&c=1,3/4,5&d=1,5/2,6",
    "compare-4x4": "#/compare?rules=4x4",
    "compare-5x5": "#/compare?rules=5x5",
    "compare-list": "#/compare?list=C:7,7,7/6,6,6/6,7,6;D:7,5,9/9,7,5/5,9,7;E:9,7,9/9,9,9/9,6,7",
    "duel": "#/duel",
    "duel-trap": "#/duel?a=7,x,6/9,11,8/4,6,3&b=7,x,x/8,9,10/11,3,5&roll=6",
    "duel-half-marked": "#/duel?board=*8,8,9/7,6,10/7,4,5",
    "duel-5x5": "#/duel?rules=5x5",
    "duel-too-large": f"#/duel?rules=4x4&board={','.join('7' * 16)}",
    "rules": "#/rules?rules=classic",
    "rules-own": f"#/rules?{OWN}&from=play",
    "rules-5x5": "#/rules?rules=5x5-free",
    "print": "#/print?names=Ann,Ben,Zo%C3%AB",
    "print-boards": "#/print?kind=boards&strength=strong&seed=7&per_page=4",
    "print-key": "#/print?kind=key&count=8",
    "print-5x5": "#/print?rules=5x5-free&kind=boards&count=4&paper=letter",
    "stories": "#/story",
    **{f"story-{name}-1": f"#/story/{name}" for name in GUESSES},
    **{
        f"story-{name}-{step}": f"#/story/{name}?guess={GUESSES[name]}&step={step}" for name in GUESSES for step in "23"
    },
}
"""The addresses of all rooms, each in an interesting state."""
CLASS, DOCS = "class", "docs"
PICTURES = {
    "design": (ROOMS["design"], None),
    "sevens": (ROOMS["design-sevens"], None),
    "play": (ROOMS["play"], "Hint"),
    "story": (f"{ROOMS['story-slower-2']}&seed=5", "1,000 races"),
    "duel": ("#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6", None),
    "rules": (ROOMS["rules-own"], None),
    "print": ("#/print?count=3&names=Ann,Ben,Zo%C3%AB", None),
}
"""The documentation's screenshots, each with the button to press beforehand."""
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1366, "height": 768},
    "phone": {"width": 390, "height": 844},
    "phone-small": {"width": 375, "height": 635},
    "phone-sideways": {"width": 812, "height": 375},
    "zoomed": {"width": 683, "height": 384},
    "projector": {"width": 1920, "height": 1080},
}
READY = "() => document.querySelector('main h1') && !document.querySelector('html.asking, .busy')"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")


def take(browser: Browser, address: str, name: str) -> None:
    """Take the screenshots of a room: the first screen for each size, and the whole page for a desktop and a phone."""
    for size, viewport in SIZES.items():
        page = browser.new_page(viewport=viewport, reduced_motion="reduce")
        show(page, f"{address}{ROOMS[name]}")
        if size == "projector":
            page.keyboard.press("p")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
        if size in ("desktop", "phone"):
            page.screenshot(path=FOLDER / f"{name}-{size}-whole.png", full_page=True)
        page.close()


def show(page: Page, address: str) -> None:
    """Open a room, and wait until it is complete."""
    page.goto(address)
    page.wait_for_function(READY)
    page.wait_for_load_state("networkidle")


def illustrate(browser: Browser, address: str) -> None:
    """Regenerate the screenshots in the documentation."""
    for name, (room, press) in PICTURES.items():
        page = browser.new_page(viewport=SIZES["desktop"], color_scheme="light", reduced_motion="reduce")
        show(page, f"{address}{room}")
        if press:
            page.get_by_role("button", name=press).click()
            page.wait_for_function(READY)
        page.screenshot(path=ASSETS / f"page-{name}.png")
        page.close()


def main(names: list[str]) -> None:
    """Take the screenshots of the named rooms, or of all rooms."""
    known = (*ROOMS, CLASS, DOCS)
    unknown = [name for name in names if name not in known]
    if unknown or BROWSER is None:
        sys.exit(f"shots: expected {', '.join(known)} and a Chromium, got {', '.join(unknown) or 'no Chromium'}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        for name in names or ROOMS:
            print(name, file=sys.stderr)
            if name == CLASS:
                class_shots.take(browser, FOLDER)
            elif name == DOCS:
                illustrate(browser, address)
            else:
                take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
