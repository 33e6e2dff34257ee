"""The report on the paper: its boards, figures and tables from exact numbers, all claims, and what goes beyond."""

from __future__ import annotations

from html import escape

from dicebingo import __version__
from dicebingo.render.html import paper_boards, paper_games
from dicebingo.render.html.report import cards, report_html
from dicebingo.render.writers.html import mathematics, opening, paragraph
from dicebingo.reproduction.claims import CheckedClaim, graded
from dicebingo.reproduction.paper import PaperCheck
from dicebingo.reproduction.report import PaperReport

_MARKS = {"holds": ("✓", "holds"), "erratum": ("≠", "erratum"), "fails": ("✗", "does not hold")}


def paper_html(report: PaperReport) -> str:
    """Return the report as one HTML file."""
    sections = (
        ("best", "The best board", paper_boards.best(report)),
        ("all", "Among all boards", paper_boards.among_all(report)),
        ("figure", "Slower and favoured", paper_games.figure_of_the_paper(report)),
        ("ring", "A ring", paper_games.ring(report)),
        ("nash", "One roll, played to win", paper_games.payoff_matrix(report)),
        ("duels", "Whole games, played to win", paper_games.duels(report)),
        ("choice", "Choosing a board", paper_games.choosing(report)),
        ("errata", "Errata", errata(report.check)),
        ("claims", "All claims", all_claims(report.check)),
    )
    foot = paragraph(f"Made by dicebingo {__version__}: <code>dicebingo paper --report DIR</code>.")
    return report_html("Dice Bingo, recomputed", lead(report.check), sections, foot)


def lead(check: PaperCheck) -> str:
    """Return what the report is about, and how many claims hold."""
    about = paragraph(
        "Every number, table and figure of David J. Hemmer and Benjamin W. Ong, <cite>Optimal Play, Nontransitivity, "
        "and Nash Equilibria in Dice Bingo</cite>, computed again in exact arithmetic and compared with what is "
        "printed. A number that is underlined opens its exact form."
    )
    fails = check.count("fails")
    return about + cards(
        [
            (str(check.count("holds")), "claims hold", "holds"),
            (str(check.count("erratum")), "known errata", "erratum"),
            (str(fails), "unexpected", "fails" if fails else ""),
            (f"{check.seconds:.0f} s", "to check them", ""),
        ]
    )


def errata(check: PaperCheck) -> str:
    """Return the claims that do not hold as printed."""
    words = (
        "They do not hold as printed. The substantial ones come first: they change what one concludes. Slips follow, "
        "then rounded digits."
    )
    by_claim = {finding.claim.text: finding for finding in check.findings}
    return paragraph(words) + _items(
        [by_claim[claim.text] for claim in graded(finding.claim for finding in check.findings)]
    )


def all_claims(check: PaperCheck) -> str:
    """Return all claims, each with what is printed and what was computed."""
    words = paragraph(
        "A printed decimal is taken to claim that the true number rounds to it; that is decided in exact arithmetic. "
        "The claims are in our words; the number before each is its section."
    )
    return words + _items(check.findings)


def _items(findings: list[CheckedClaim] | tuple[CheckedClaim, ...]) -> str:
    return '<ol class="items">' + "".join(_item(finding) for finding in findings) + "</ol>"


def _item(finding: CheckedClaim) -> str:
    claim = finding.claim
    mark, meaning = _MARKS[finding.kind]
    seconds = f"{finding.seconds:.1f} s" if finding.seconds >= 1 else f"{1000 * finding.seconds:.0f} ms"
    facts = (("printed", mathematics(claim.printed)), ("computed", _computed(finding)))
    listed = "".join(f"<div><dt>{name}</dt><dd>{html}</dd></div>" for name, html in facts)
    note = f'<p class="note"><b>{claim.grade}</b>: {mathematics(claim.erratum)}</p>' if claim.erratum else ""
    return (
        f'<li class="{finding.kind}"><span class="tick" role="img" aria-label="{meaning}">{mark}</span>'
        f'<div><p><span class="where">{escape(claim.section)}</span> {mathematics(claim.text)} '
        f'<span class="remark">{seconds}</span></p><dl>{listed}</dl>{note}</div></li>'
    )


def _computed(finding: CheckedClaim) -> str:
    """Return what was computed; a number opens its exact form."""
    shown, exact = finding.computed.shown, finding.computed.exact
    if not exact or exact == shown:
        return mathematics(shown)
    return opening(shown.partition(" = ")[0], exact)
