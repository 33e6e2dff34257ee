"""The checked claims of the paper as JSON."""

from __future__ import annotations

from typing import TypedDict

from dicebingo.reproduction.claims import CheckedClaim
from dicebingo.reproduction.paper import PaperCheck


class ClaimJson(TypedDict):
    """A claim of the paper: what is printed and computed; where it does not hold, why (``erratum``) and its grade."""

    section: str
    claim: str
    printed: str
    computed: str
    holds: bool
    erratum: str | None
    grade: str | None


class PaperJson(TypedDict):
    """The claims of the paper, and whether all of them hold, except for the known errata."""

    claims: list[ClaimJson]
    holds: bool


def paper_json(answer: PaperCheck) -> PaperJson:
    """Return the answer of ``paper``."""
    return {"claims": [_claim_json(finding) for finding in answer.findings], "holds": answer.holds}


def _claim_json(finding: CheckedClaim) -> ClaimJson:
    claim = finding.claim
    return {
        "section": claim.section,
        "claim": claim.text,
        "printed": claim.printed,
        "computed": finding.computed.shown,
        "holds": finding.computed.holds,
        "erratum": claim.erratum or None,
        "grade": claim.grade.value if claim.erratum else None,
    }
