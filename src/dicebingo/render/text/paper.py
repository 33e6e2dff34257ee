"""The checked claims of the paper on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from dicebingo.reproduction.claims import CheckedClaim
from dicebingo.reproduction.paper import PaperCheck

INDENT = " " * 7
_MARKS = {"holds": "✓", "erratum": "≠", "fails": "✗"}


def finding_text(finding: CheckedClaim, style: Callable[[str, str], str] = lambda text, _: text) -> str:
    """Return a claim, what is printed and what was computed; ``style`` colours a text by its kind (or as time)."""
    claim, computed = finding.claim, finding.computed
    mark = style(_MARKS[finding.kind], finding.kind)
    statement = fill(claim.statement, 73, subsequent_indent=INDENT)
    lines = [f"{mark} {claim.section:<4} {statement}  " + style(_time(finding.seconds), "time")]
    lines += [f"{INDENT}printed   {claim.printed}", f"{INDENT}computed  {computed.shown}"]
    if computed.exact not in computed.shown:
        lines.append(f"{INDENT}exactly   {computed.exact}")
    if claim.erratum:
        lines.append(fill(f"erratum   {claim.erratum}", 80, initial_indent=INDENT, subsequent_indent=" " * 17))
    return "\n".join(lines)


def summary_text(answer: PaperCheck) -> str:
    """Return how many claims hold, how many are known errata, and how many fail unexpectedly."""
    held = answer.count("holds")
    errata = sum(bool(finding.claim.erratum) for finding in answer.findings)
    holding = "claim holds" if held == 1 else "claims hold"
    known = "known erratum" if errata == 1 else "known errata"
    return f"{held} {holding}, {errata} {known}, {answer.count('fails')} unexpected; {_time(answer.seconds)}."


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"
