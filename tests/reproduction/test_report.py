"""The report on the whole paper (generated once): its contents, and its appearance in a real browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dicebingo
from dicebingo.model.variants import classic
from dicebingo.reproduction.claims import Claim, equals, remarked
from dicebingo.reproduction.paper import CLAIMS
from dicebingo.reproduction.printed import BOARDS
from dicebingo.reproduction.section5_nontransitive import RING
from dicebingo.searches.quantiles import LEAST, QUANTILES
from dicebingo.searches.rank_table import RankTable
from dicebingo.searches.ranking import rank
from dicebingo.searches.space import Space
from tests.commands import Result, run

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@dataclass(frozen=True)
class Made:
    """The command's output, and the file it wrote."""

    result: Result
    path: Path
    cache: Path

    @property
    def html(self) -> str:
        return self.path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Run the whole command once, without using long results cached by earlier tests in this process."""
    folder = tmp_path_factory.mktemp("paper")
    with pytest.MonkeyPatch.context() as patch:
        for claim in CLAIMS:
            if claim.rests_on:
                patch.setattr(claim.rests_on, "_stored", [])
        patch.setenv("DICEBINGO_CACHE", str(folder / "cache"))
        result = run("paper", "--report", str(folder / "new"))
        return Made(result, folder / "new" / "index.html", folder / "cache")


@pytest.mark.slow
def test_the_check_of_every_claim_has_the_expected_result(made: Made) -> None:
    assert made.result.code == 0
    assert " 0 unexpected. " in made.result.out
    assert made.result.out.count("✓") == sum(not claim.is_erratum for claim in CLAIMS)
    assert made.result.out.count("≠") == sum(claim.is_erratum for claim in CLAIMS)
    assert made.result.out.endswith(f"The report is in {made.path}.\n")


@pytest.mark.slow
def test_boards_have_their_known_ranks_among_all_classic_boards(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the table of ranks that the command has stored."""
    monkeypatch.setenv("DICEBINGO_CACHE", str(made.cache))
    total, table = 11**9, RankTable.load(Space.of(classic()))
    sevens, magic = rank(BOARDS["sevens"]), rank(BOARDS["magic"])
    assert (sevens.better, sevens.total, sevens.expected_rolls) == (2_251_243_972, total, 18)
    assert (magic.better, magic.equal) == (155_808, 64)
    best, worst = rank("8 8 9 / 7 6 10 / 7 4 5"), rank("2 " * 9)
    assert (best.better, best.equal, best.nearest, best.expected_rolls) == (0, 64, (), LEAST)
    assert (worst.equal, worst.worse, worst.better, worst.expected_rolls) == (2, 0, total - 2, 108)
    (second,) = rank(worst.board, nearest=1).nearest
    assert second.expected_rolls < 108

    blocks = [table.block(number) for number in range(len(table.first))]
    values = np.concatenate([block["values"] for block in blocks])
    below = np.cumsum(np.concatenate([block["weights"] for block in blocks]).astype(np.int64))
    assert (len(values), int(below[-1])) == (18_645_336, total)
    # The k-th quantile is the smallest value such that at least k thousandths of all boards have this value or less.
    quantiles = [np.searchsorted(below, max(1, -(-k * total // 1000))) for k in range(1001)]
    assert [round(float(values[i]), 5) for i in quantiles] == list(QUANTILES)


@pytest.mark.slow
def test_long_work_is_announced(made: Made) -> None:
    long = dict.fromkeys(claim.rests_on.name for claim in CLAIMS if claim.rests_on)
    assert [line.strip() for line in made.result.err.splitlines()] == [
        f"{what} ..." for what in (*long, "writing the report")
    ]


@pytest.mark.slow
def test_all_boards_were_searched(made: Made) -> None:
    words = " ".join(made.result.out.split())
    assert "computed 2,357,947,691" in words
    assert "18,645,336 essentially different boards: the best one represents 64" in words
    assert "2,251,243,972 of 2,357,947,691 boards are faster" in words


class _Outline(HTMLParser):
    """Counts elements and records the addresses that a browser would load."""

    def __init__(self) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "link"):
            self.open.append(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_report_is_complete(made: Made) -> None:
    outline = _Outline()
    outline.feed(made.html)
    assert outline.open == []
    assert outline.loads == ["data:,"]
    assert "script" not in outline.count
    assert made.html.count('class="tick ') == len(CLAIMS) + len(remarked(CLAIMS))
    for section in ("best", "all", "figure", "ring", "nash", "duels", "choice", "errata", "claims"):
        assert f'<section id="{section}">' in made.html
        assert f'<a href="#{section}">' in made.html


@pytest.mark.slow
def test_the_report_shows_the_numbers_of_the_paper(made: Made) -> None:
    for shown in (
        '6.309413</summary><span class="fraction">47546657067260786722139/<wbr/>7535828431282951800000<',
        "2,357,947,691",
        "18,645,336",
        ">155,808<",  # how many boards are better than the magic square
        '53.15%</summary><span class="fraction">134528/<wbr/>253125<',
        "17279/<wbr/>86184",  # the payoff matrix
        "29891145/<wbr/>56555767",  # the mixed equilibrium
        "the shared rolls create the ring",  # a remark on an error in the paper
        "16369/<wbr/>20625",  # a probability in the arena's mixture
    ):
        assert shown in made.html, shown
    assert "The 184 numbers in these panels" in made.html
    assert len(re.findall(r"<svg[^>]*class=\"dicebingo-chart\"", made.html)) == 5


@pytest.mark.slow
def test_the_reports_sentence_about_duels_is_true(made: Made) -> None:
    """The sentence is fixed text in the report, so this test checks that it is true.

    The sentence states that B is the favourite if both players play to win, and that C, D and E still form a ring.
    """
    assert dicebingo.duel(BOARDS["A"], BOARDS["B"]).value == Fraction(-26009, 11390625)
    assert all(dicebingo.duel(BOARDS[pair[0]], BOARDS[pair[1]]).value > 0 for pair in RING)
    assert "board B, not board A, is then the favourite" in made.html


@pytest.mark.slow
@pytest.mark.parametrize(
    "context",
    [
        {"viewport": {"width": 1200, "height": 900}},
        {"viewport": {"width": 375, "height": 700}},
        {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    ],
    ids=["desk", "phone", "dark"],
)
def test_a_browser_shows_the_report(made: Made, browser: Browser, context: dict[str, Any]) -> None:
    from tests.web.browser import visit  # noqa: PLC0415  (only this test needs playwright)

    with visit(browser, made.path.as_uri(), **context) as visited:
        page = visited.page
        assert page.title() == "Dice Bingo, recomputed"
        assert page.evaluate("document.documentElement.scrollWidth") == context["viewport"]["width"]
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(11, 18, 32)") == (context.get("color_scheme") == "dark")
        assert page.locator("figure svg").count() > 10
        # Users can show the exact form of a number using only the keyboard.
        fraction = page.locator("#best .fraction").first
        assert not fraction.is_visible()
        page.locator("#best summary").first.focus()
        page.keyboard.press("Enter")
        assert fraction.is_visible()
        assert fraction.inner_text() == "47546657067260786722139/7535828431282951800000"
        visited.expect_quiet()
        assert visited.requests == [made.path.as_uri()]


@pytest.mark.slow
def test_the_report_can_be_printed(made: Made, browser: Browser) -> None:
    from tests.web.browser import visit  # noqa: PLC0415

    with visit(browser, made.path.as_uri()) as visited:
        visited.page.emulate_media(media="print")
        assert not visited.page.locator("nav").is_visible()
        assert visited.page.pdf(format="A4").startswith(b"%PDF")


# The command's options


def test_a_report_needs_all_claims() -> None:
    assert "--report is for the whole paper; omit --only" in run("paper", "--only", "2.4", "--report", "x").complaint()
    assert "--open needs --report DIR." in run("paper", "--only", "2.4", "--open").complaint()


def test_a_file_cannot_be_the_folder_of_a_report(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "Cannot create the folder " in run("paper", "--report", str(tmp_path / "file")).complaint()


def _without_results(monkeypatch: pytest.MonkeyPatch, html: str) -> None:
    """Replace the report with a short text, to avoid the computation."""
    monkeypatch.setattr("dicebingo.reproduction.report.paper_report", lambda check, *, run: check)  # noqa: ARG005
    monkeypatch.setattr("dicebingo.render.documents.report.report", lambda _: [])
    monkeypatch.setattr("dicebingo.render.writers.html.report_html", lambda *_: html)


def test_the_browser_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    _without_results(monkeypatch, "<p>report")
    quick = tuple(claim for claim in CLAIMS if claim.section == "2.4")
    monkeypatch.setattr("dicebingo.reproduction.paper.CLAIMS", quick)
    assert run("paper", "--report", str(tmp_path), "--open", "--json").json()["holds"]
    assert opened == [(tmp_path / "index.html").as_uri()]
    assert (tmp_path / "index.html").read_text() == "<p>report"


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))


def test_a_report_is_written_even_if_a_claim_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_results(monkeypatch, "<p>")
    monkeypatch.setattr("dicebingo.reproduction.paper.CLAIMS", (TRUE, FALSE))
    result = run("paper", "--report", str(tmp_path))
    assert result.code == 1
    assert "✗ 2  One is two" in result.out
    assert "2 claims checked; 0 errors; 1 unexpected" in result.out
    assert (tmp_path / "index.html").read_text() == "<p>"
