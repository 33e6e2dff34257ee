"""``dicebingo paper``: recompute and check the paper's numbers."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicebingo import __version__
from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import columns, form, show
from dicebingo.cli.running import running
from dicebingo.errors import InputError, quote
from dicebingo.running.files import expect_writable, make_folder, write_bytes

if TYPE_CHECKING:
    from dicebingo.reproduction.claims import CheckedClaim, Claim
    from dicebingo.reproduction.paper import PaperCheck

COLOURS = {"holds": "green", "erratum": "yellow", "fails": "red"}


def _answer(asked: Asked) -> None:
    """Print each claim as soon as it is checked, and write the report."""
    from dicebingo.render.documents.paper import claims as described
    from dicebingo.render.documents.paper import summary
    from dicebingo.render.writers.text import write
    from dicebingo.reproduction.paper import PaperCheck, claims_of

    only, folder, show_report = (asked.given[name] for name in ("only", "folder", "show_report"))
    claims = claims_of(only)
    report = _report_file(folder, only=only, show_report=show_report)
    quiet = form() is not None
    findings = []
    for claim in claims:
        findings.append(_checked(claim, quiet))
        if not quiet:
            text = write([described(findings[-1:])], columns())
            click.echo(click.style(text[0], fg=COLOURS[findings[-1].kind], bold=True) + text[1:])
    answer = PaperCheck(tuple(findings))
    show(answer, as_json=asked.given["as_json"], text=f"\n{summary(answer)} ({answer.seconds:.1f} s)")
    if report:
        _write_report(report, answer, show_report=show_report, quiet=quiet)
    if not answer.holds:
        click.get_current_context().exit(1)


def _report_file(folder: str | None, *, only: str | None, show_report: bool) -> Path | None:
    """Return the path of the report, after checking that it can be written."""
    if folder is None:
        if show_report:
            raise InputError("--open needs --report DIR.")
        return None
    if only:
        raise InputError(f"--report is for the whole paper; omit --only {quote(only)}.")
    path = Path(folder)
    make_folder(path)
    expect_writable(path / "index.html")
    return path / "index.html"


def _checked(claim: Claim, quiet: bool) -> CheckedClaim:
    """Check a claim. A long computation shows a progress bar on a terminal, and prints a single line otherwise."""
    from dicebingo.reproduction.claims import check

    if claim.rests_on is None or claim.rests_on.is_done:
        return check(claim)
    import_module("dicebingo.kernels")  # if an extra is missing, fail before the progress bar appears
    _announce(" " * 7 + claim.rests_on.name, quiet)
    with running() as run:
        return check(claim, run)


def _write_report(path: Path, answer: PaperCheck, *, show_report: bool, quiet: bool) -> None:
    from dicebingo.render.documents.report import report
    from dicebingo.render.writers.html import report_html
    from dicebingo.reproduction.report import paper_report

    _announce("writing the report", quiet)
    with running() as run:
        results = paper_report(answer, run=run)
    foot = f"Made by dicebingo {__version__}: dicebingo paper --report DIR"
    write_bytes(path, report_html(report(results), "Dice Bingo, recomputed", foot).encode())
    if not quiet:
        click.echo(f"The report is in {path}.")
    if show_report:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def _announce(what: str, quiet: bool) -> None:
    if not (quiet or sys.stderr.isatty()):
        click.echo(f"{what} ...", err=True)


command = question_command(
    "paper",
    "paper --only 4.4",
    click.option("--report", "folder", metavar="DIR", help="Write a report with figures to DIR/index.html."),
    click.option("--open", "show_report", is_flag=True, help="Open the report in the browser."),
    then=_answer,
)
