"""The page from a visitor's point of view, measured by the browser's clock, on loopback.

*Interactive* is the moment when the first board can be used and shows its expected rolls. The time of *a changed cell*
runs from the key press to the new number on the screen; every board is new, so no number comes from a cache. The
displayed numbers are compared with the library's. *Useful content*, on a slow connection, is the first frame with the
title, the navigation and the board. *A tap* on a number or on another room, also on a slow connection, is timed until
the cell shows the number or the room's tab is current; neither needs an answer from the server.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

from benchmarks.harness import Benchmark, Figure, expect, fresh_process

__all__ = ["BENCHMARKS", "measure"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
SEED = 2025
BOARD = "#/design?rules=classic"  # nine sevens; without rules, a newcomer gets an empty board
VISITS, CHANGES = 5, 30
AIM_INTERACTIVE, AIM_CHANGE, AIM_BYTES, AIM_SLOW, AIM_TAP = 1.0, 0.1, 70_000.0, 2.0, 0.1
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""A slow connection: 400 ms of latency, and 400 kbit/s."""
ARGUMENTS = ["--no-sandbox", "--headless=new", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

# Scripts in the page: the first waits for the number of nine sevens, the second types a digit and waits for a number.
INTERACTIVE = """() => new Promise((resolve) => {
  const look = () => {
    const shown = document.querySelector('[data-test=value] .figure')?.textContent;
    if (shown === '18.00' && document.querySelector('[role=gridcell]')) resolve(performance.now() / 1000);
    else requestAnimationFrame(look);
  };
  look();
})"""
CHANGE = """([cell, digit]) => new Promise((resolve) => {
  const figure = document.querySelector('[data-test=value] .figure');
  const tile = document.querySelector(`[role=gridcell][data-cell="${cell}"]`);
  const before = figure.textContent;
  tile.focus();
  const began = performance.now();
  tile.dispatchEvent(new KeyboardEvent('keydown', { key: digit, bubbles: true, cancelable: true }));
  const look = () => {
    if (figure.textContent === before) requestAnimationFrame(look);
    else resolve([(performance.now() - began) / 1000, figure.textContent]);
  };
  look();
})"""
USEFUL = """() => new Promise((resolve) => {
  const look = () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    if (painted && document.querySelector('main h1') && document.querySelector('main .tile, main .picture'))
      resolve(painted.startTime / 1000);
    else requestAnimationFrame(look);
  };
  look();
})"""
TAP = """([selector, shows]) => new Promise((resolve) => {
  const began = performance.now();
  document.querySelector(selector).click();
  const look = () => {
    if (document.querySelector(shows)) resolve((performance.now() - began) / 1000);
    else requestAnimationFrame(look);
  };
  look();
})"""
TAPS = [
    ["[data-test=keypad] [data-key='6']", "[data-test=board] [data-cell='0'][data-value='6']"],
    ["a[data-view=play]", "a[data-view=play][aria-current]"],
]
TRANSFERRED = """() => performance.getEntries().filter((entry) => 'transferSize' in entry)
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""


@contextmanager
def server() -> Iterator[str]:
    """Run ``dicebingo serve`` during the block, and yield its address."""
    command = [sys.executable, "-m", "dicebingo", "serve", "--no-open", "--port", "0", "--json", "--burst", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()


def measure() -> dict[str, float]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only this process needs it)

    from dicebingo import solve  # noqa: PLC0415
    from dicebingo.exact import decimal  # noqa: PLC0415

    interactive, changes = [], []
    generator = random.Random(SEED)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        for number in range(VISITS + 1):
            page = browser.new_page()
            page.goto(f"{address}{BOARD}")
            seconds = page.evaluate(INTERACTIVE)
            if number:  # skip the first visit, which waits for the server's workers to start
                interactive.append(seconds)
            page.close()
        transferred = max(bytes_of(browser, f"{address}{room}") for room in ("", BOARD))
        useful = median(slow(browser, f"{address}{room}")[0] for room in ("", BOARD) for _ in range(VISITS))
        taps = max(tap for _ in range(VISITS) for tap in slow(browser, f"{address}{BOARD}", TAPS)[1:])
        page = browser.new_page()
        page.goto(f"{address}{BOARD}")
        page.evaluate(INTERACTIVE)
        board = [7] * 9
        for _ in range(CHANGES):
            cell = generator.randrange(9)
            board[cell] = generator.choice([value for value in range(2, 10) if value != board[cell]])
            seconds, shown = page.evaluate(CHANGE, [cell, str(board[cell])])
            expect(shown, f"{decimal(solve(board).expected_rolls):.2f}")
            changes.append(seconds)
            page.wait_for_load_state("networkidle")
        browser.close()
    return {
        "interactive": median(interactive),
        "change": median(changes),
        "slowest": max(changes),
        "bytes": transferred,
        "useful": useful,
        "tap": taps,
    }


def bytes_of(browser: Any, address: str) -> float:
    """Return the number of bytes that a first visit transfers until the network is idle."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    transferred: float = page.evaluate(TRANSFERRED)
    context.close()
    return transferred


def slow(browser: Any, address: str, taps: Sequence[list[str]] = ()) -> list[float]:
    """Return the seconds until a slow connection shows something useful, and the seconds of later taps."""
    context = browser.new_context()
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(address, wait_until="commit")
    seconds = [page.evaluate(USEFUL)]
    if taps:
        page.evaluate(INTERACTIVE)
    seconds += [page.evaluate(TAP, tap) for tap in taps]
    context.close()
    return seconds


def run(repeats: int) -> list[Figure]:
    reports = [fresh_process("page:measure") for _ in range(max(1, repeats // 4))]
    found = {name: median(report[name] for report in reports) for name in reports[0]}
    return [
        Figure("first page, interactive", found["interactive"], "s", AIM_INTERACTIVE),
        Figure("slow line: first useful content", found["useful"], "s", AIM_SLOW),
        Figure(f"slow line: slowest of {len(TAPS) * VISITS} taps", found["tap"], "s", AIM_TAP),
        Figure("first page, transferred", found["bytes"], "bytes", AIM_BYTES),
        Figure("changed cell to new expectation, 3x3", found["change"], "s", AIM_CHANGE),
        Figure(f"changed cell: slowest of {CHANGES}", found["slowest"], "s"),
    ]


BENCHMARK = Benchmark("page", "the page in a browser on the same machine", "", run)
BENCHMARKS = (BENCHMARK,) if BROWSER else ()
"""The benchmark, or nothing if there is no browser."""
