"""``dicebingo paper``: the paper's numbers, recomputed and checked."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from dicebingo.cli.options.common import echo_json, json_option, latex_option, wants_latex
from dicebingo.cli.options.progress import progress_bar
from dicebingo.errors import InputError, quote
from dicebingo.reproduction.all_claims import CLAIMS
from dicebingo.reproduction.claims import Claim, Finding, by_section, check
from dicebingo.running.files import expect_writable, write_bytes

__all__ = ["command"]

INDENT = " " * 7


@click.command("paper")
@click.option("--only", default="", metavar="SECTION", help="Only the claims of a section, such as 2 or 4.4.")
@click.option("--report", "folder", metavar="DIR", help="Write a report with pictures to DIR/index.html.")
@click.option("--open", "show", is_flag=True, help="Open the report in the browser.")
@latex_option
@json_option
def command(only: str, folder: str | None, show: bool, as_json: bool) -> None:
    """Recompute the numbers of the paper and check them against what is printed, the search over all boards included.

    Known errata of the paper are computed and explained too. Exit code 1 if anything else does not hold.

    Example: dicebingo paper --only 4.4
    """
    claims = by_section(CLAIMS, only)
    if not claims:
        sections = ", ".join(sorted({claim.section for claim in CLAIMS}))
        raise InputError(f"expected a section with claims ({sections}), got {quote(only)}")
    report = _report_file(folder, only=only, show=show)
    quiet = wants_latex() or as_json
    findings = []
    for claim in claims:
        findings.append(_checked(claim, quiet=quiet))
        if not quiet:
            click.echo(_text(findings[-1]))
    holds = all(finding.as_expected for finding in findings)
    if wants_latex():
        from dicebingo.reproduction.latex import claims_latex

        click.echo(claims_latex(findings))
    elif as_json:
        echo_json({"claims": [_json(finding) for finding in findings], "holds": holds})
    else:
        click.echo("\n" + _summary(findings))
    if report:
        _write_report(report, findings, show=show, quiet=quiet)
    if not holds:
        click.get_current_context().exit(1)


def _report_file(folder: str | None, *, only: str, show: bool) -> Path | None:
    """Return where the report goes, after a check that it can be written there."""
    if folder is None:
        if show:
            raise InputError("expected --open with --report DIR, got no folder")
        return None
    if only:
        raise InputError(f"expected --report without --only, got --only {quote(only)}")
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"expected a folder for the report, got {quote(folder)} ({error.strerror})") from None
    expect_writable(path / "index.html")
    return path / "index.html"


def _write_report(path: Path, findings: list[Finding], *, show: bool, quiet: bool) -> None:
    from dicebingo.reproduction.report import make_report

    if not quiet:
        click.echo("writing the report ...", err=True)
    write_bytes(path, make_report(findings).encode())
    if not quiet:
        click.echo(f"The report is in {path}.")
    if show:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def _checked(claim: Claim, *, quiet: bool) -> Finding:
    """Check a claim; of long work there is a bar where somebody watches, and elsewhere at least a line."""
    work = claim.work
    if work is None or work.kept:
        return check(claim)
    if not (quiet or sys.stderr.isatty()):
        click.echo(f"{INDENT}{work.what} ...", err=True)
    with progress_bar(work.what, work.steps()) as advance:
        return check(claim, advance)


def _summary(findings: list[Finding]) -> str:
    errata = sum(bool(finding.claim.erratum) for finding in findings)
    held = sum(finding.verdict.holds and not finding.claim.erratum for finding in findings)
    failed = sum(not finding.as_expected for finding in findings)
    holding = "claim holds" if held == 1 else "claims hold"
    known = "known erratum" if errata == 1 else "known errata"
    seconds = sum(finding.seconds for finding in findings)
    return f"{held} {holding}, {errata} {known}, {failed} unexpected; {_time(seconds)}."


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def _text(finding: Finding) -> str:
    claim, verdict = finding.claim, finding.verdict
    if not finding.as_expected:
        mark = click.style("✗", fg="red", bold=True)
    else:
        mark = click.style("≠", fg="yellow", bold=True) if claim.erratum else click.style("✓", fg="green", bold=True)
    statement = fill(claim.statement, 73, subsequent_indent=INDENT)
    lines = [f"{mark} {claim.section:<4} {statement}  " + click.style(_time(finding.seconds), dim=True)]
    lines += [f"{INDENT}printed   {claim.printed}", f"{INDENT}computed  {verdict.computed}"]
    if verdict.exact not in verdict.computed:
        lines.append(f"{INDENT}exactly   {verdict.exact}")
    if claim.erratum:
        lines.append(fill(f"erratum   {claim.erratum}", 80, initial_indent=INDENT, subsequent_indent=" " * 17))
    return "\n".join(lines)


def _json(finding: Finding) -> dict[str, Any]:
    claim = finding.claim
    return {
        "section": claim.section,
        "statement": claim.statement,
        "printed": claim.printed,
        "computed": finding.verdict.computed,
        "holds": finding.verdict.holds,
        "erratum": claim.erratum or None,
    }
