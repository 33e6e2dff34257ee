"""The checked claims of the paper on a terminal."""

from __future__ import annotations

from collections.abc import Callable

from dicebingo.render.text.parts import wrapped
from dicebingo.reproduction.claims import CheckedClaim
from dicebingo.reproduction.paper import PaperCheck

INDENT = " " * 7
_MARKS = {"holds": "✓", "erratum": "≠", "fails": "✗"}


def finding_text(finding: CheckedClaim, style: Callable[[str, str], str] = lambda text, _: text) -> str:
    """Return a claim, what is printed and what was computed; ``style`` colours a text by its kind (or as time)."""
    claim, computed = finding.claim, finding.computed
    mark = style(_MARKS[finding.kind], finding.kind)
    time = _time(finding.seconds)
    room = "_" * len(time)  # a word, which is not broken
    said = _indented(f"{claim.text}  {room}", len(INDENT)).removesuffix(room) + style(time, "time")
    facts = {"printed": claim.printed, "computed": computed.shown}
    if computed.exact not in computed.shown:
        facts["exactly"] = computed.exact
    if claim.erratum:
        facts["erratum"] = f"({claim.grade}) {claim.erratum}"
    lines = [f"{INDENT}{what:<10}{_indented(text, 17)}" for what, text in facts.items()]
    return "\n".join([f"{mark} {claim.section:<4} {said}", *lines])


def _indented(text: str, indent: int) -> str:
    """Return a text whose lines fit after the indent; the first one is not indented."""
    return wrapped(" " * indent + text).lstrip()


def paper_text(answer: PaperCheck) -> str:
    """Return all claims, and how many of them hold."""
    return "\n".join(map(finding_text, answer.findings)) + f"\n\n{summary_text(answer)}"


def summary_text(answer: PaperCheck) -> str:
    """Return how many claims hold, how many are known errata, and how many fail unexpectedly."""
    held = answer.count("holds")
    errata = sum(bool(finding.claim.erratum) for finding in answer.findings)
    holding = "claim holds" if held == 1 else "claims hold"
    known = "known erratum" if errata == 1 else "known errata"
    return f"{held} {holding}, {errata} {known}, {answer.count('fails')} unexpected; {_time(answer.seconds)}."


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"
