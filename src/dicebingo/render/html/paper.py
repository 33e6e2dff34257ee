"""The report on the paper: its boards, figures and tables from exact numbers, all claims, and what goes beyond."""

from __future__ import annotations

from html import escape

from dicebingo import __version__
from dicebingo.render.html import paper_boards, paper_games
from dicebingo.render.html.report import cards, report_html
from dicebingo.render.writers.html import mathematics, opening, paragraph
from dicebingo.reproduction.claims import CheckedClaim, Remark, RemarkGroup
from dicebingo.reproduction.paper import PaperCheck
from dicebingo.reproduction.report import PaperReport

_MARKS = {"holds": ("✓", "holds"), "erratum": ("≠", "does not hold as printed"), "fails": ("✗", "does not hold")}


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
        ("errata", "Errors and remarks", remarks(report.check)),
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
            (str(len(check.findings)), "claims checked", "holds"),
            (str(check.count("error")), "errors", "erratum"),
            (str(fails), "unexpected", "fails" if fails else ""),
            (f"{check.seconds:.0f} s", "to check them", ""),
        ]
    )


GROUPS = {
    RemarkGroup.ERROR: ("Errors", "They do not hold as printed."),
    RemarkGroup.READING: (
        "Readings",
        "They hold as we read them. The note gives the other reading, or what is left unsaid.",
    ),
    RemarkGroup.LAST_DIGITS: ("Last digits", "They hold except for the last digits."),
}


def remarks(check: PaperCheck) -> str:
    """Return the claims with a remark, by group: the paper's words, both numbers, and the command that shows it."""
    shown = []
    for group, (title, words) in GROUPS.items():
        found = [finding for finding in check.findings if finding.claim.remark.group is group]
        shown += [f"<h3>{title}</h3>", paragraph(words), _items(found)] if found else []
    return "".join(shown) or paragraph("There are none.")


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
    note = _note(claim.remark)
    return (
        f'<li class="{finding.kind}"><span class="tick" role="img" aria-label="{meaning}">{mark}</span>'
        f'<div><p><span class="where">{escape(claim.section)}</span> {mathematics(claim.text)} '
        f'<span class="remark">{seconds}</span></p><dl>{listed}</dl>{note}</div></li>'
    )


def _note(remark: Remark) -> str:
    if not remark.group:
        return ""
    quoted = f"“{mathematics(remark.quote or '')}” ({escape(remark.place or '')})"
    told = f"<b>{remark.group}</b>: {mathematics(remark.note or '')} <code>{escape(remark.command or '')}</code>"
    return f'<blockquote class="note">{quoted}</blockquote><p class="note">{told}</p>'


def _computed(finding: CheckedClaim) -> str:
    """Return what was computed; a number opens its exact form."""
    shown, exact = finding.computed.shown, finding.computed.exact
    if not exact or exact == shown:
        return mathematics(shown)
    return opening(shown.partition(" = ")[0], exact)
