"""Check all claims of the paper, and return the answer to ``dicebingo paper``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dicebingo.answer import Answer
from dicebingo.errors import InputError, expect_one_of, expect_type, quote
from dicebingo.question import Doc, question
from dicebingo.reproduction import (
    section1_introduction,
    section2_one_board,
    section3_markov_chains,
    section4_shared_rolls,
    section5_nontransitive,
    section6_playing_to_win,
)
from dicebingo.reproduction.claims import CheckedClaim, Claim, RemarkGroup, check
from dicebingo.running.run import Run, RunLike

_SECTIONS = (
    section1_introduction,
    section2_one_board,
    section3_markov_chains,
    section4_shared_rolls,
    section5_nontransitive,
    section6_playing_to_win,
)
CLAIMS: tuple[Claim, ...] = tuple(
    sorted((claim for section in _SECTIONS for claim in section.CLAIMS), key=lambda claim: claim.section)
)
"""All claims, in the order of the paper."""


@dataclass(frozen=True, slots=True, repr=False)
class PaperCheck(Answer):
    """The claims of the paper, or of one of its sections, with their results."""

    _json_keys_ = "claims=findings holds"

    findings: tuple[CheckedClaim, ...]

    @property
    def holds(self) -> bool:
        """Whether every claim holds or, if it is a known erratum, fails as expected."""
        return all(finding.as_expected for finding in self.findings)

    def count(self, kind: str) -> int:
        """Return the number of claims that hold (``holds``), fail (``fails``), or have a remark in the group ``kind``.

        The groups are ``error``, ``reading`` and ``last digits``.
        """
        expect_one_of(kind, ("holds", "fails", *RemarkGroup), "kinds")
        return sum(kind in (finding.kind, finding.claim.remark.group) for finding in self.findings)

    def remarked(self, group: RemarkGroup) -> tuple[CheckedClaim, ...]:
        """Return the claims whose remark belongs to ``group``."""
        group = RemarkGroup.parse(group)
        return tuple(finding for finding in self.findings if finding.claim.remark.group is group)

    @property
    def seconds(self) -> float:
        """The total time of all checks."""
        return sum(finding.seconds for finding in self.findings)

    def __repr__(self) -> str:
        """Return three counts: the claims checked, the known errors, and the unexpected failures."""
        claims, errors, fails = len(self.findings), self.count("error"), self.count("fails")
        return f"<PaperCheck: {claims} claims checked, {errors} errors, {fails} unexpected>"


def claims_of(only: str | None = None) -> list[Claim]:
    """Return the claims of a section and its subsections, or all claims."""
    if only is not None:
        expect_type(only, str)
    found = [claim for claim in CLAIMS if not only or f"{claim.section}.".startswith(f"{only}.")]
    if not found:
        sections = ", ".join(sorted({claim.section for claim in CLAIMS}))
        raise InputError(f"expected a section with claims ({sections}), got {quote(only)}")
    return found


@question
def paper(
    only: Annotated[str | None, Doc("Check only the claims of this section, such as 2 or 4.4.", "SECTION")] = None,
    *,
    run: RunLike = None,
) -> PaperCheck:
    """Recompute and check the paper's numbers.

    The check compares the computed numbers with the printed ones, and repeats the search over all boards. Claims with
    known errors are recomputed and explained too. The exit code of the command is 1 if any other claim fails.

    >>> paper("2.4").holds
    True
    """
    run = Run.of(run)
    return PaperCheck(tuple(check(claim, run) for claim in claims_of(only)))
