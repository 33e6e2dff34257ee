"""``dicebingo paper``: the paper's numbers, recomputed and checked."""

from __future__ import annotations

import time
from textwrap import fill

import click

from dicebingo.cli.options import echo_json, json_option
from dicebingo.errors import InputError, quote
from dicebingo.paper.claims import Finding, by_section, check
from dicebingo.paper.every import CLAIMS

__all__ = ["command"]


@click.command("paper")
@click.option("--only", default="", metavar="SECTION", help="Only the claims of a section, such as 2 or 4.4.")
@json_option
def command(only: str, as_json: bool) -> None:
    """Recompute the numbers of the paper and check them against what is printed.

    Known errata of the paper are computed and explained too. Exit code 1 if anything else does not hold.

    Example: dicebingo paper --only 2.5
    """
    claims = by_section(CLAIMS, only)
    if not claims:
        sections = ", ".join(sorted({claim.section for claim in CLAIMS}))
        raise InputError(f"expected a section with claims ({sections}), got {quote(only)}")
    findings = []
    for claim in claims:
        began = time.perf_counter()
        finding = check(claim)
        findings.append(finding)
        if not as_json:
            _print(finding, time.perf_counter() - began)
    failed = [finding for finding in findings if not finding.as_expected]
    errata = sum(bool(finding.claim.erratum) for finding in findings)
    if as_json:
        echo_json({"claims": [_json(finding) for finding in findings], "holds": not failed})
    else:
        held = len(findings) - errata - sum(not f.claim.erratum for f in failed)
        holding = "claim holds" if held == 1 else "claims hold"
        known = "known erratum" if errata == 1 else "known errata"
        click.echo(f"\n{held} {holding}, {errata} {known}, {len(failed)} unexpected.")
    if failed:
        click.get_current_context().exit(1)


def _print(finding: Finding, seconds: float) -> None:
    claim, verdict = finding.claim, finding.verdict
    if not finding.as_expected:
        mark = click.style("✗", fg="red", bold=True)
    else:
        mark = click.style("≠", fg="yellow", bold=True) if claim.erratum else click.style("✓", fg="green", bold=True)
    statement = fill(claim.statement, 73, subsequent_indent=" " * 7)
    click.echo(f"{mark} {claim.section:<4} {statement}  " + click.style(f"{seconds * 1000:.0f} ms", dim=True))
    click.echo(f"       printed   {claim.printed}")
    click.echo(f"       computed  {verdict.computed}")
    if claim.erratum:
        click.echo(fill(f"erratum   {claim.erratum}", 80, initial_indent=" " * 7, subsequent_indent=" " * 17))


def _json(finding: Finding) -> dict[str, object]:
    claim = finding.claim
    return {
        "section": claim.section,
        "statement": claim.statement,
        "printed": claim.printed,
        "computed": finding.verdict.computed,
        "holds": finding.verdict.holds,
        "erratum": claim.erratum or None,
    }
