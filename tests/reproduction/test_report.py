"""The whole paper, once, with its report: what it says, and how a real browser sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.render.html.report import mathematics, number
from dicebingo.render.svg.charts import Mark, Series, column_chart, line_chart, share_bar, ticks
from dicebingo.reproduction import report
from dicebingo.reproduction.all_claims import CLAIMS
from dicebingo.reproduction.claims import Claim, check, equals, rounds_to
from tests.commands import Result, run

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@dataclass(frozen=True)
class Made:
    """What the command said, and the file that it wrote."""

    result: Result
    path: Path

    @property
    def html(self) -> str:
        return self.path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The whole command, once: the search and the table of all boards take a while."""
    folder = tmp_path_factory.mktemp("paper")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICEBINGO_CACHE", str(tmp_path_factory.mktemp("cache")))
        return Made(run("paper", "--report", str(folder / "new")), folder / "new" / "index.html")


@pytest.mark.slow
def test_the_paper_holds(made: Made) -> None:
    assert made.result.code == 0
    assert " 0 unexpected; " in made.result.out
    assert made.result.out.count("✓") == sum(not claim.erratum for claim in CLAIMS)
    assert made.result.out.count("≠") == sum(bool(claim.erratum) for claim in CLAIMS)
    assert made.result.out.endswith(f"The report is in {made.path}.\n")


@pytest.mark.slow
def test_long_work_is_announced(made: Made) -> None:
    works = dict.fromkeys(claim.work.what for claim in CLAIMS if claim.work)
    assert [line.strip() for line in made.result.err.splitlines()] == [
        f"{what} ..." for what in (*works, "writing the report")
    ]


@pytest.mark.slow
def test_all_boards_were_searched(made: Made) -> None:
    assert "computed  2357947691" in made.result.out
    assert "18,645,336 essentially different boards: one, standing for 64" in made.result.out
    assert "2,251,243,972 of 2,357,947,691 boards are faster" in made.result.out


class _Outline(HTMLParser):
    """Counts elements and keeps what would be loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "link", "wbr"):
            self.open.append(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_report_is_whole(made: Made) -> None:
    outline = _Outline()
    outline.feed(made.html)
    assert outline.open == []
    assert outline.loads == ["data:,"]
    assert "script" not in outline.count
    assert made.html.count('class="tick"') == len(CLAIMS) + sum(bool(claim.erratum) for claim in CLAIMS)
    for section in ("best", "all", "figure", "ring", "nash", "duels", "choice", "errata", "claims"):
        assert f'<section id="{section}">' in made.html
        assert f'<a href="#{section}">' in made.html


@pytest.mark.slow
def test_the_report_has_the_numbers(made: Made) -> None:
    for shown in (
        '6.309413</summary><span class="fraction">47546657067260786722139/<wbr>7535828431282951800000<',
        "2,357,947,691",
        "18,645,336",
        ">155,808<",  # boards that are better than the magic square
        '53.15%</summary><span class="fraction">134528/<wbr>253125<',
        "17279/<wbr>86184",  # the payoff matrix
        "29891145/<wbr>56555767",  # the mixed equilibrium
        "One in four is the race",  # an erratum
        "16369/<wbr>20625",  # the arena
    ):
        assert shown in made.html, shown
    assert made.html.count("numbers of this panel") == 4
    assert len(re.findall(r"<svg[^>]*class=\"dicebingo-chart\"", made.html)) == 5


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
def test_a_browser_shows_it(made: Made, browser: Browser, context: dict[str, Any]) -> None:
    from tests.web.browser import visit  # noqa: PLC0415  (playwright, which the other tests do without)

    with visit(browser, made.path.as_uri(), **context) as visited:
        page = visited.page
        assert page.title() == "Dice Bingo, recomputed"
        assert page.evaluate("document.documentElement.scrollWidth") == context["viewport"]["width"]
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(11, 18, 32)") == (context.get("color_scheme") == "dark")
        assert page.locator("figure svg").count() > 10
        # The exact form opens by keyboard alone.
        fraction = page.locator("#best .fraction").first
        assert not fraction.is_visible()
        page.locator("#best summary").first.focus()
        page.keyboard.press("Enter")
        assert fraction.is_visible()
        assert fraction.inner_text() == "47546657067260786722139/7535828431282951800000"
        visited.expect_quiet()
        assert visited.requests == [made.path.as_uri()]


@pytest.mark.slow
def test_it_prints(made: Made, browser: Browser) -> None:
    from tests.web.browser import visit  # noqa: PLC0415

    with visit(browser, made.path.as_uri()) as visited:
        visited.page.emulate_media(media="print")
        assert not visited.page.locator("nav").is_visible()
        assert visited.page.pdf(format="A4").startswith(b"%PDF")


# The command's options.


def test_a_report_needs_everything() -> None:
    assert "expected --report without --only" in run("paper", "--only", "2.4", "--report", "x").complaint()
    assert "expected --open with --report" in run("paper", "--only", "2.4", "--open").complaint()


def test_a_report_needs_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "expected a folder for the report" in run("paper", "--report", str(tmp_path / "file")).complaint()


def test_the_browser_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("dicebingo.reproduction.report.make_report", lambda findings: f"<p>{len(findings)}")
    quick = tuple(claim for claim in CLAIMS if claim.section == "2.4")
    monkeypatch.setattr("dicebingo.cli.commands.paper.CLAIMS", quick)
    assert run("paper", "--report", str(tmp_path), "--open", "--json").json()["holds"]
    assert opened == [(tmp_path / "index.html").as_uri()]
    assert (tmp_path / "index.html").read_text() == f"<p>{len(quick)}"


# Parts of a report.


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (0, 0.09, 6, [0, 0.02, 0.04, 0.06, 0.08]),
        (3, 25, 12, [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (6, 26, 20, list(range(6, 27))),
        (0, 12, 6, [0, 2, 4, 6, 8, 10, 12]),
    ],
)
def test_ticks(low: float, high: float, most: int, found: list[float]) -> None:
    assert ticks(low, high, most) == found


def test_a_line_goes_through_its_points() -> None:
    svg = line_chart("Two & lines", [Series("a", ((0, 0), (1, 2), (2, 1))), Series("<b>", ((0, 1), (2, 1)))], "x", "y")
    (path,) = re.findall(r'class="s0" d="M([^"]*)" fill', svg)
    (x0, y0), (x1, y1), (x2, y2) = (tuple(map(float, point.split())) for point in path.split("L"))
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.11)
    assert y0 - y1 == pytest.approx(2 * (y0 - y2), abs=0.21)
    assert y1 < y2 < y0  # upwards is less, in SVG
    assert "Two &amp; lines" in svg
    assert "&lt;b&gt;, 2: 1" in svg
    assert "a is highest at 1, with 2" in svg


def test_columns_are_as_high_as_their_numbers() -> None:
    svg = column_chart("Columns", [(0, 1, 4), (1, 2, 1)], "x", "y", [Mark("here", 1.5)])
    high, low = (float(height) for height in re.findall(r'class="quiet"[^>]*height="([\d.]+)"', svg))
    assert high == pytest.approx(4 * low, abs=0.2)
    assert "here at 1.5" in svg


def test_shares_fill_the_bar() -> None:
    widths = [float(w) for w in re.findall(r'width="([\d.]+)" height="12">', share_bar([("a", 0.5), ("b", 0.5)]))]
    assert sum(widths) == pytest.approx(200)


def test_empty_charts_are_refused() -> None:
    with pytest.raises(InputError, match="expected 1 to 4 lines"):
        line_chart("", [], "x", "y")
    with pytest.raises(InputError, match="expected one column"):
        column_chart("", [], "x", "y")


def test_numbers_open_their_exact_form() -> None:
    assert number(Rational(2, 3), 3) == (
        '<details class="exact"><summary>0.667</summary><span class="fraction">2/<wbr>3</span></details>'
    )
    assert number(Rational(1, 2)) == "0.5"
    assert number(Rational(2357947691)) == "2,357,947,691"
    assert number(0.25, 2, percent=True) == "25.00%"
    assert "√(415080/<wbr>14641)" in number(Rational(415080, 14641), 3, root=True)
    assert "5.325<" in number(Rational(415080, 14641), 3, root=True)


def test_mathematics_is_set_as_one_writes_it() -> None:
    assert mathematics("P(T_A <= k), b_4 != 7") == "P(T<sub>A</sub> ≤ k), b<sub>4</sub> ≠ 7"
    assert mathematics("N = (I - Q)^-1 & 11^16") == "N = (I - Q)<sup>−1</sup> &amp; 11<sup>16</sup>"


def test_what_the_report_says_of_duels() -> None:
    """B is the favourite where both play to win, and the ring stays: the sentence is fixed, so it is checked."""
    from dicebingo.reproduction.report_games import _duel, duels  # noqa: PLC0415
    from dicebingo.reproduction.rings import RING  # noqa: PLC0415

    assert _duel("AB").value == Rational(-26009, 11390625)
    assert all(_duel(pair).value > 0 for pair in RING)
    assert "board B, not board A, is then the favourite" in duels()


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
ERRATUM = Claim("2", "T_A is two", "2", rounds_to(lambda: Rational(1, 3), "2"), "It is a third.")


def test_a_report_shows_what_failed() -> None:
    findings = [check(claim) for claim in (TRUE, FALSE, ERRATUM)]
    assert [report._item(finding).kind for finding in findings] == ["holds", "fails", "erratum"]
    assert '<li class="fails"><strong>1</strong><span>unexpected</span></li>' in report._lead(findings)
    assert '<li class="holds"><strong>1</strong>' in report._lead(findings)
    errata = report._errata(findings)
    assert "It is a third." in errata
    assert "T<sub>A</sub> is two" in errata
    assert "One is two" not in errata
    assert '<summary>0.3333333333</summary><span class="fraction">1/<wbr>3</span>' in report._claims(findings)


def test_a_report_is_written_although_a_claim_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicebingo.reproduction.report.make_report", lambda _: "<p>")
    monkeypatch.setattr("dicebingo.cli.commands.paper.CLAIMS", (TRUE, FALSE))
    result = run("paper", "--report", str(tmp_path))
    assert result.code == 1
    assert "✗ 2    One is two" in result.out
    assert "1 claim holds, 0 known errata, 1 unexpected" in result.out
    assert (tmp_path / "index.html").read_text() == "<p>"
