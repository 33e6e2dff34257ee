"""The checked claims of the paper as documents."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.render.blocks import Cell, Column, Document, Rows, Sentence, Table
from dicebingo.reproduction.claims import CheckedClaim
from dicebingo.reproduction.paper import PaperCheck

MARKS = {"holds": "✓", "erratum": "≠", "fails": "✗"}


def paper(answer: PaperCheck) -> Document:
    """Describe all claims, and how many of them hold."""
    return [claims(answer.findings), Sentence(summary(answer))]


def claims(findings: Sequence[CheckedClaim]) -> Table:
    """Describe claims: what is printed, what was computed, and why they differ if they do."""
    rows: Rows = []
    for found in findings:
        claim, computed = found.claim, found.computed
        erratum = f"({claim.grade}) {claim.erratum}" if claim.erratum else ""
        row: list[Cell] = [MARKS[found.kind], claim.section, claim.text, claim.printed, computed.shown]
        row += ["" if computed.exact in computed.shown else computed.exact, erratum]
        rows.append([*row, computed.holds, claim.erratum or None, str(claim.grade) if claim.erratum else None])
    columns = [Column("", None), Column("section"), Column("claim", share=0.28), Column("printed", share=0.15)]
    columns += [
        Column("computed", share=0.15),
        Column("exactly", None, share=0.12),
        Column("erratum", None, share=0.15),
    ]
    columns += [Column(None, "holds"), Column(None, "erratum"), Column(None, "grade")]
    return Table(columns, rows, "claims", repeated=3, records=True)


def summary(answer: PaperCheck) -> str:
    """Return how many claims hold, how many are known errata, and how many fail unexpectedly."""
    held = answer.count("holds")
    errata = sum(bool(finding.claim.erratum) for finding in answer.findings)
    holding = "claim holds" if held == 1 else "claims hold"
    known = "known erratum" if errata == 1 else "known errata"
    return f"{held} {holding}, {errata} {known}, {answer.count('fails')} unexpected; {_time(answer.seconds)}."


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"
