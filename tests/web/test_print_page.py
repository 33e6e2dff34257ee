"""*Print* in a real browser: it previews, prints and downloads the sheets that the library makes."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from dicebingo.model.variants import VARIANTS, find_rules
from dicebingo.render.pdf.writer import sheet_pages
from dicebingo.render.printing.page import Words
from dicebingo.sheets.sheet import Sheet, sheet
from tests.commands import run
from tests.web.pages import NEXT, SIZES, Site, inside, shared, wait_until_ready

PAGES = "[data-test=pages]"
pytestmark = pytest.mark.slow


def shown(page: Page) -> list[tuple[str, list[str]]]:
    """Return the title of each page in the preview, with all strings on the page."""
    found = page.locator(f"{PAGES} .sheet-page").evaluate_all(
        "(all) => all.map((one) => [one.dataset.title, [...one.querySelectorAll('text')].map((t) => t.textContent)])"
    )
    return [(title, texts) for title, texts in found]


def made(kit: Sheet) -> list[tuple[str, list[str]]]:
    """Return the title of each page of the library's sheet, with all strings on the page."""
    return [(p.title, [shape.text for shape in p.shapes if isinstance(shape, Words)]) for p in sheet_pages(kit)]


def name(page: Page, names: str) -> None:
    """Type names. The page reads the names when the field loses focus."""
    page.get_by_label("Names,").fill(names)
    page.get_by_label("Names,").blur()


def test_a_sheet_is_selected_previewed_and_downloaded(site: Site, tmp_path: Path) -> None:
    """The preview, the PDF and the command produce the same sheet from the same seed."""
    with site.open("#/print?count=4&seed=3") as page:
        wait_until_ready(page)
        command = run("sheet", "--count", "4", "--seed", "3", "--json").json()
        assert shown(page) == made(sheet(count=4, seed=3))
        values = [text for text in dict(shown(page))["Boards"] if text.isdecimal()]
        assert values == [str(n) for board in command["boards"] for n in (board["number"], *board["board"])]

        name(page, "Ann\nZoë, أحمد")
        expect(page.locator(PAGES)).to_contain_text("أحمد")  # a browser can print these letters, but the PDF cannot
        expect(page.get_by_label("Number of boards")).to_have_value("3")
        expect(page.get_by_text("The PDF cannot show one of these names")).to_be_visible()
        expect(page.get_by_role("button", name="Download PDF")).to_be_disabled()
        name(page, "Ann\nZoë")
        expect(page.locator(PAGES)).not_to_contain_text("أحمد")
        page.get_by_role("radio", name="Strong").check()
        page.get_by_label("What to print").select_option("boards")
        page.get_by_text("Numbering, paper and cutting").click()
        page.get_by_role("radio", name="Letter").check()
        expect(page.locator(".print-size")).to_have_text("1 page, Letter")
        kit = sheet(seed=3, names=["Ann", "Zoë"], strength="strong", kind="boards", paper="letter")
        wait_until_ready(page)
        assert shown(page) == made(kit)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download PDF").click()
        download.value.save_as(tmp_path / "kit.pdf")
        assert (tmp_path / "kit.pdf").read_bytes() == kit.pdf()


def test_sheets_are_in_the_language_of_the_page(site: Site, tmp_path: Path) -> None:
    with site.open("?language=de#/print?count=2&seed=3") as page:
        wait_until_ready(page)
        kit = sheet(count=2, seed=3, language="de")
        assert shown(page) == made(kit)
        with page.expect_download() as download:
            page.get_by_role("button", name="PDF laden").click()
        download.value.save_as(tmp_path / "kit.pdf")
        assert (tmp_path / "kit.pdf").read_bytes() == kit.pdf()


def test_every_choice_is_stored_and_can_be_undone(site: Site) -> None:
    with site.open("#/print?kind=boards&seed=3&names=Ann,Zo%C3%AB&paper=letter") as page:
        wait_until_ready(page)
        state, before = shared(page), shown(page)
        page.reload()
        wait_until_ready(page)
        assert (shared(page), shown(page)) == (state, before)
        page.get_by_role("button", name="New boards").click()
        expect(page.locator(".print-form")).not_to_contain_text("Set 3 (")
        wait_until_ready(page)
        (seed,) = re.findall(r"seed=(\d+)", shared(page))
        assert shown(page) == made(sheet(seed=int(seed), names=["Ann", "Zoë"], kind="boards", paper="letter"))
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".print-form")).to_contain_text("Set 3 (")
        wait_until_ready(page)
        assert (shared(page), shown(page)) == (state, before)
        page.get_by_label("Number of boards").fill("1000")
        page.get_by_label("Number of boards").blur()
        expect(page.locator(".print-form [role=alert]")).to_have_text(
            "A set has 2 to 100 boards, because there are 2 names."
        )


def test_every_page_is_a_sheet_of_paper_and_nothing_else_is_printed(site: Site) -> None:
    """The page is printed from a browser in dark mode.

    The print buttons are always visible, even for large boards without an answer key.
    """
    with site.open("#/print?count=2&kind=key&rules=5x5", color_scheme="dark") as page:
        wait_until_ready(page)
        kind = page.get_by_label("What to print")
        expect(kind).to_have_value("all")
        expect(kind.locator("option[value=key]")).to_be_disabled()
        expect(page.get_by_role("radio", name="Weak")).to_be_disabled()
        expect(page.locator(".print-form")).to_contain_text("There is no answer key for boards with 25 open cells.")
        titles = [title for title, _ in shown(page)]
        assert titles == ["Lesson plan", "How to play", "Boards", "Blank boards", "Tally"]
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type ?/Page\b(?!s)", printed)) == len(titles)
        page.get_by_label("Rules").select_option("knuth")
        expect(page.locator(PAGES)).to_contain_text("Answer key")
        for size in SIZES.values():
            page.set_viewport_size(size)
            inside(page, ".print-actions .button")


@pytest.mark.parametrize(
    "name", ["5x5", *(pytest.param(v.name, marks=pytest.mark.long) for v in VARIANTS if v.name != "5x5")]
)
def test_every_enabled_choice_produces_pages(site: Site, name: str) -> None:
    """Press every enabled button and select every enabled option: there are always pages and never an error."""
    with site.open(f"#/print?count=2&rules={quote_plus(name)}") as page:
        wait_until_ready(page)
        page.evaluate("() => { window.print = () => { window.printed = true; }; }")
        parts = page.get_by_label("What to print")
        for kind in parts.locator("option:enabled").evaluate_all("(all) => all.map((one) => one.value)"):
            parts.select_option(kind)
            expect(page.locator(f"{PAGES}.busy")).to_have_count(0)
            assert len(shown(page)) >= 1
        parts.select_option("all")
        clicked: list[str] = []
        while (control := page.evaluate(NEXT, clicked)) is not None:
            clicked.append(control)
            expect(page.locator(f"{PAGES}.busy")).to_have_count(0)
            expect(page.locator("main [role=alert]:not([hidden])")).to_have_count(0)
        assert {"Mixed", "New boards", "9", "Letter", "No", "Print"} <= set(clicked)
        assert ("Weak" in clicked) == (len(find_rules(name).layout.open_cells) <= 12)
        assert page.evaluate("() => window.printed")
