"""The documentation as a site: every page has its place in it, and nothing on it comes from elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]


def listed(entries: list[Any]) -> Iterator[str]:
    """Yield the pages of a navigation."""
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
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / str(CONFIG["site_dir"])


@pytest.mark.slow
def test_the_site_is_whole(site: Path) -> None:
    for page in listed(CONFIG["nav"]):
        assert (site / page).with_suffix(".html").is_file(), page


@pytest.mark.slow
@pytest.mark.parametrize("page", ["index.html", "commands/paper.html", "theory/solo.html", "reference/python.html"])
def test_a_browser_reads_it_from_the_disk(site: Path, browser: Browser, page: str) -> None:
    from tests.web.browser import visit  # noqa: PLC0415  (playwright, which the other tests do without)

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
def test_it_can_be_searched(site: Path, browser: Browser) -> None:
    from tests.web.browser import visit  # noqa: PLC0415

    with visit(browser, (site / "index.html").as_uri(), viewport={"width": 1300, "height": 900}) as visited:
        page = visited.page
        page.keyboard.press("Control+k")
        box = page.get_by_placeholder("Search")
        box.fill("nontransitive")
        page.get_by_text("results").first.wait_for()
        assert page.get_by_role("link", name="Tournaments and rings").count() > 0
        visited.expect_quiet()
