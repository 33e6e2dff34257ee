"""The static site from a visitor's point of view: Python's file server serves it, and the browser's clock measures it.

*Usable* is the moment when the first board can be edited and shows its (stored) expected rolls; *computed* is the
moment when Python has answered a question without a stored answer. The times of questions are medians over different
boards, from the page's question to its answer. All numbers are compared with the paper's or the library's.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.harness import Benchmark, Figure, expect, fresh_process
from benchmarks.page import ARGUMENTS, BROWSER, INTERACTIVE

__all__ = ["BENCHMARKS", "measure"]

PYODIDE = Path(__file__).resolve().parents[1] / "node_modules" / "pyodide"
AIMS = {"usable": 1.0, "computed": 5.0, "solve": 0.02, "match": 0.2, "duel": 2.0, "4x4": 2.0}
A, B, C = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6", "7 5 9 / 9 7 5 / 5 9 7"
LARGE = "7 6 8 5 / 9 4 10 7 / 6 8 7 5 / 9 3 11"
ASK = """async ([name, question]) => {
  const { ask } = (await import(document.querySelector('script[src$="main.js"]').src)).$api;
  const began = performance.now();
  const answer = await ask(name, question);
  return [(performance.now() - began) / 1000, performance.now() / 1000, answer];
}"""
QUESTIONS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "solve": [("solve", {"board": f"8 8 9 / 7 6 10 / 7 4 {value}"}) for value in (6, 7, 8, 9, 10)],
    "match": [("match", {"boards": pair}) for pair in ([A, B], [B, C], [C, A])],
    "duel": [("duel", {"boards": [A, B]})],
    "4x4": [("solve", {"rules": "4x4", "board": f"{LARGE} {value}"}) for value in (6, 7, 8)],
}


@contextmanager
def hosted() -> Iterator[str]:
    """Build the site and serve it as files."""
    from tools.site import build  # noqa: PLC0415

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with TemporaryDirectory() as folder:
        build(Path(folder) / "site", docs=False)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/site/"
        server.shutdown()
        server.server_close()


def measure() -> dict[str, float]:
    """Visit the site twice, and ask questions."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    found: dict[str, float] = {}
    with hosted() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        context = browser.new_context()
        for visit in ("", "again, "):
            page = context.new_page()
            page.goto(f"{address}#/design")
            found[f"{visit}usable"] = page.evaluate(INTERACTIVE)
            _, found[f"{visit}computed"], answer = page.evaluate(ASK, ["solve", {"board": "8 8 9 / 7 6 10 / 7 4 5"}])
            expect(answer["expected_rolls"]["exact"], "47546657067260786722139/7535828431282951800000")
        for name, questions in QUESTIONS.items():
            asked = [page.evaluate(ASK, list(question)) for question in questions]
            found[name] = median(seconds for seconds, _, _ in asked)
            if name == "duel":
                expect(asked[0][2]["value"]["exact"], "-26009/11390625")
        browser.close()
    return found


def run(repeats: int) -> list[Figure]:
    reports = [fresh_process("site:measure") for _ in range(max(1, repeats // 3))]
    found = {name: median(report[name] for report in reports) for name in reports[0]}
    return [
        Figure("first visit: usable", found["usable"], "s", AIMS["usable"]),
        Figure("first visit: first computed answer", found["computed"], "s", AIMS["computed"]),
        Figure("later visit: usable", found["again, usable"], "s"),
        Figure("later visit: first computed answer", found["again, computed"], "s"),
        Figure("solve, 3x3, exact", found["solve"], "s", AIMS["solve"]),
        Figure("match of two, exact", found["match"], "s", AIMS["match"]),
        Figure("duel of the paper's A and B", found["duel"], "s", AIMS["duel"]),
        Figure("solve, 4x4, exact", found["4x4"], "s", AIMS["4x4"]),
    ]


BENCHMARK = Benchmark("site", "the static site in a browser, computed there", "", run)
BENCHMARKS = (BENCHMARK,) if BROWSER and PYODIDE.is_dir() else ()
"""The benchmark, or nothing if there is no browser or no Pyodide."""
