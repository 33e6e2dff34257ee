"""``dicebingo verify``: check a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, form, json_option, show
from dicebingo.cli.options.playing import seed_option
from dicebingo.cli.options.running import cluster_options, running


@click.command("verify", cls=Command)
@click.argument("file")
@click.option("--full", is_flag=True, help="Evaluate all boards again, or prove everything again.")
@click.option("--sample", type=whole, metavar="N", help="Close N parts of a proof's record again, chosen at random.")
@seed_option
@cluster_options
@csv_option
@json_option
def command(file: str, full: bool, sample: int | None, seed: int, as_json: bool, **options: Any) -> None:
    """Check the certificate in FILE: solve the claimed boards again, count, and compare.

    FILE may also be the record of a long proof, finished or not. Exit code 1 if anything does not hold.

    Example: dicebingo verify best.json
    """
    from dicebingo.proofs.record_check import is_record
    from dicebingo.proofs.verify import Verification, checks_of
    from dicebingo.render.text.parts import wrapped

    findings, quiet = [], form() is not None
    with running(options) as run:
        for finding in checks_of(file, full=full, sample=sample, seed=seed, run=run):
            findings.append(finding)
            if not quiet:
                mark, colour = ("✓", "green") if finding.holds else ("✗", "red")
                what = wrapped(f"  {finding.what}").lstrip()
                click.echo(f"{click.style(mark, fg=colour, bold=True)} {what}")
    found = Verification(tuple(findings), full)
    kind = "record" if is_record(Path(file)) else "certificate"
    verdict = f"The {kind} holds." if found.holds else f"The {kind} does not hold."
    show(found, as_json=as_json, text=f"\n{verdict}")
    if not found.holds:
        click.get_current_context().exit(1)
