"""The report: the paper's boards, figures and tables from exact numbers, all claims, and what goes beyond."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dicebingo import __version__
from dicebingo.render.html.report import (
    Card,
    Item,
    Report,
    Section,
    cards,
    item_list,
    mathematics,
    paragraph,
    report_html,
)
from dicebingo.reproduction import report_arena, report_boards
from dicebingo.reproduction import report_games as report_versus
from dicebingo.reproduction.claims import Finding

__all__ = ["make_report"]


def make_report(findings: Sequence[Finding]) -> str:
    """Return the report as HTML, with these claims in it."""
    sections = (
        Section("best", "The best board", report_boards.best()),
        Section("all", "Among all boards", report_boards.among_all()),
        Section("figure", "Slower and favoured", report_versus.figure_of_the_paper()),
        Section("ring", "A ring", report_versus.ring()),
        Section("nash", "One roll, played to win", report_versus.payoff_matrix()),
        Section("duels", "Whole games, played to win", report_versus.duels()),
        Section("choice", "Choosing a board", report_arena.choosing()),
        Section("errata", "Errata", _errata(findings)),
        Section("claims", "All statements", _claims(findings)),
    )
    return report_html(Report("Dice Bingo, recomputed", _lead(findings), sections, _foot()))


def _lead(findings: Sequence[Finding]) -> str:
    kinds = [_kind(finding) for finding in findings]
    about = paragraph(
        "Every number, table and figure of David J. Hemmer and Benjamin W. Ong, <cite>Optimal Play, Nontransitivity, "
        "and Nash Equilibria in Dice Bingo</cite>, computed again in exact arithmetic and held against what is "
        "printed. A number that is underlined opens its exact form."
    )
    shown = [
        Card(str(kinds.count("holds")), "statements hold", "holds"),
        Card(str(kinds.count("erratum")), "known errata", "erratum"),
        Card(str(kinds.count("fails")), "unexpected", "fails" if "fails" in kinds else ""),
        Card(f"{sum(finding.seconds for finding in findings):.0f} s", "to check them"),
    ]
    return about + cards(shown)


def _kind(finding: Finding) -> str:
    if not finding.as_expected:
        return "fails"
    return "erratum" if finding.claim.erratum else "holds"


def _errata(findings: Sequence[Finding]) -> str:
    errata = [finding for finding in findings if finding.claim.erratum]
    words = "They do not hold as printed. None of them touches a result of the paper."
    return paragraph(words) + item_list([_item(finding) for finding in errata])


def _claims(findings: Sequence[Finding]) -> str:
    words = paragraph(
        "A printed decimal is taken to claim that the true number rounds to it; that is decided in exact arithmetic. "
        "The statements are in our words; before each stands its section."
    )
    return words + item_list([_item(finding) for finding in findings])


def _item(finding: Finding) -> Item:
    claim, verdict = finding.claim, finding.verdict
    facts = [("printed", mathematics(claim.printed)), ("computed", _computed(verdict.computed, verdict.exact))]
    seconds = f"{finding.seconds:.1f} s" if finding.seconds >= 1 else f"{1000 * finding.seconds:.0f} ms"
    return Item(_kind(finding), claim.section, claim.statement, tuple(facts), claim.erratum, seconds)


def _computed(shown: str, exact: str) -> str:
    """Return what was computed; a number opens its exact form."""
    if not exact or exact == shown:
        return mathematics(shown)
    rounded = shown.partition(" = ")[0]
    return (
        f'<details class="exact"><summary>{escape(rounded)}</summary>'
        f'<span class="fraction">{escape(exact).replace("/", "/<wbr>")}</span></details>'
    )


def _foot() -> str:
    return paragraph(f"Made by dicebingo {__version__}: <code>dicebingo paper --report DIR</code>.")
