"""All rooms work on a network that loses, delays, repeats and corrupts responses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import visit
from tests.web.chaos import chaos
from tests.web.pages import GO, READY, Site, go, wait_until_ready

pytestmark = pytest.mark.slow

BEST = "8,8,9/7,6,10/7,4,5"
WALK = {
    f"#/design?board={BEST}": "main",
    f"#/play?board={BEST}&seed=5&vs=solo&other=6,7,6/7,7,7/6,6,6&game=8.?": "main [data-test=board]",
    "#/compare?a=9,6,7/7,9,6/6,7,9&b=6,7,6/7,7,7/6,6,6": "main [data-test=pairs], main .outcomes",
    "#/duel?a=7,4,6/9,7,8/6,9,5&b=6,9,*2/*3,5,5/8,*10,6&roll=6": "main",
    "#/rules?rules=knuth": "main",
    "#/print?seed=3&count=2&kind=boards": "main",
    "#/story/ring?guess=c&step=2&seed=4": "main",
    "#/story/mixed?guess=mix&step=2&seed=4": "main",
}
"""Addresses of rooms, each with a selector of elements whose text does not depend on chance."""
FAILURE = "[data-test=failure]"
# Shorten the page's waits, which last up to 8 seconds before a retry.
HURRY = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, time, ...rest) => wait(work, Math.min(time ?? 0, 20), ...rest);
}"""
# Mark the error message as tried, and try again. Each failed attempt creates a new message, so the attempt is still
# running while the marked message remains. The page may have removed the message, because it also retries by itself.
AGAIN = f"""() => {{
  const message = document.querySelector('{FAILURE}');
  message?.setAttribute('data-tried', '');
  message?.querySelector('button').click();
}}"""
SETTLED = f"() => document.querySelector('{FAILURE}') ? 'failed' : ({READY})() && 'ready'"


def texts(page: Page, selector: str) -> list[str]:
    return page.locator(selector).all_inner_texts()


def walk(page: Page, fragment: str) -> None:
    """Open a room, and try again until it has loaded."""
    page.evaluate(GO, fragment)
    tries = 0
    while page.wait_for_function(SETTLED).json_value() == "failed":
        tries += 1
        assert tries < 100
        page.evaluate(AGAIN)
        page.wait_for_function(f"() => !document.querySelector('{FAILURE}[data-tried]')")


@pytest.mark.parametrize("faults", [30, pytest.param(500, marks=pytest.mark.long)])
def test_every_room_recovers_from_a_bad_network(site: Site, faults: int) -> None:
    with site.open() as page:
        right = {}
        for fragment, selector in WALK.items():
            go(page, fragment)
            right[fragment] = texts(page, selector)
    with chaos(site.address, seed=1) as proxy:
        while sum(proxy.faults.values()) < faults:
            proxy.share = 0.0
            with visit(site.browser, "about:blank") as visited:
                page = visited.page
                page.add_init_script(f"({HURRY})()")
                page.goto(proxy.address)
                wait_until_ready(page)
                proxy.share = 0.2
                for fragment, selector in WALK.items():
                    walk(page, fragment)
                    proxy.share = 0.0
                    expect(page.locator(FAILURE)).to_have_count(0)
                    assert texts(page, selector) == right[fragment], fragment
                    proxy.share = 0.2
                ours = [error for error in visited.errors if "Failed to load" not in error and "ERR_" not in error]
                assert not [error for error in ours if "MIME" not in error], ours
    assert len(proxy.faults) > 5
