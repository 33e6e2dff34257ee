"""The documentation site: every page is in the navigation, and pages load nothing from other hosts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "dicebingo" / "web" / "static"
CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]


DRAWN_AS_NOTHING = """
characters => {
  const canvas = new OffscreenCanvas(48, 48), pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = "24px system-ui, sans-serif";
  const drawn = character => {
    pen.clearRect(0, 0, 48, 48);
    pen.fillText(character, 8, 32);
    return pen.getImageData(0, 0, 48, 48).data.join();
  };
  const missing = drawn("\\u0378");  // U+0378 is not assigned
  return characters.filter(character => drawn(character) === missing);
}
"""


class Page(HTMLParser):
    """A page's text and anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text, self.places = "", {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the signature of the base class
        self.places |= {value for name, value in attrs if name == "id" and value}

    def handle_data(self, data: str) -> None:
        self.text += data


def listed(entries: list[Any]) -> Iterator[str]:
    """Yield the pages in a navigation tree."""
    for entry in entries:
        for inner in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(inner, list):
                yield from listed(inner)
            else:
                yield inner


def test_every_page_is_in_the_navigation() -> None:
    pages = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    assert sorted(listed(CONFIG["nav"])) == pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    zensical = Path(sys.executable).with_name("zensical")
    done = subprocess.run(
        [zensical, "build", "--strict"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr  # in strict mode, the build fails on a broken link or anchor
    return folder / str(CONFIG["site_dir"])


@pytest.mark.slow
def test_the_site_is_complete(site: Path) -> None:
    for page in listed(CONFIG["nav"]):
        assert (site / page).with_suffix(".html").is_file(), page


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_links_from_the_root_documents_work(site: Path, pages: dict[Path, Page]) -> None:
    for source in ROOT.glob("*.md"):
        for name, place in re.findall(r"\]\(docs/([\w/-]+)\.md(?:#([\w-]+))?\)", source.read_text(encoding="utf-8")):
            assert place in pages[site / f"{name}.html"].places, (source.name, name, place)


@pytest.mark.slow
def test_no_glyph_is_missing(site: Path, pages: dict[Path, Page], browser: Browser) -> None:
    from tests.web.browser import visit  # noqa: PLC0415

    ours = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*") if path.suffix in (".html", ".js", ".css")]
    used = set("".join([*(page.text for page in pages.values()), *ours]))
    shown = sorted(character for character in used if character.isprintable() and not character.isspace())
    assert set("∑∎█┼✓") < set(shown)
    with visit(browser, (site / "index.html").as_uri(), viewport={"width": 800, "height": 600}) as visited:
        assert visited.page.evaluate(DRAWN_AS_NOTHING, [*shown, "\u0379"]) == ["\u0379"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["index.html", "commands/paper.html", "theory/solo.html", "reference/python.html"])
def test_a_browser_can_read_the_site_from_the_disk(site: Path, browser: Browser, page: str) -> None:
    from tests.web.browser import visit  # noqa: PLC0415  (only this test needs playwright)

    with visit(browser, (site / page).as_uri(), viewport={"width": 1300, "height": 900}) as visited:
        assert "dicebingo" in visited.page.title()
        assert visited.page.locator("h1").count() == 1
        formulas = visited.page.locator("math")
        assert bool(formulas.count()) == page.startswith("theory/")
        assert all(
            box["width"] > 3 for box in formulas.evaluate_all("all => all.map(one => one.getBoundingClientRect())")
        )
        assert not [text for text in visited.page.locator("p").all_inner_texts() if "$" in text]
        visited.expect_quiet()


@pytest.mark.slow
def test_the_site_can_be_searched(site: Path, browser: Browser) -> None:
    from tests.web.browser import visit  # noqa: PLC0415

    with visit(browser, (site / "index.html").as_uri(), viewport={"width": 1300, "height": 900}) as visited:
        page = visited.page
        page.keyboard.press("Control+k")
        box = page.get_by_placeholder("Search")
        box.fill("nontransitive")
        page.get_by_text("results").first.wait_for()
        assert page.get_by_role("link", name="Tournaments and rings").count() > 0
        visited.expect_quiet()
