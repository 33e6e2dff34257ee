"""``dicebingo verify``: check a certificate."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import columns, form, show
from dicebingo.cli.running import cluster_options


def _answer(asked: Asked) -> None:
    """Print each finding as soon as it is known."""
    from dicebingo.proofs.record_check import is_record
    from dicebingo.proofs.verify import Verification, checks_of
    from dicebingo.render.documents.proofs import checks
    from dicebingo.render.writers.text import write

    findings, quiet = [], form() is not None
    file, full, sample, seed = (asked.given[name] for name in ("certificate", "full", "sample", "seed"))
    with asked.running() as run:
        for finding in checks_of(file, full=full, sample=sample, seed=seed, run=run):
            findings.append(finding)
            if not quiet:
                mark, colour = ("✓", "green") if finding.holds else ("✗", "red")
                text = write([checks([finding])], columns()).removeprefix(mark)
                # On a terminal, the progress bar replaces sys.stdout, so this line appears above the bar.
                click.echo(click.style(mark, fg=colour, bold=True) + text, file=sys.stdout)
    found = Verification(tuple(findings), full)
    kind = "folder" if Path(file).is_dir() else "record" if is_record(Path(file)) else "certificate"
    verdict = f"The {kind} holds." if found.holds else f"The {kind} does not hold."
    show(found, as_json=asked.given["as_json"], text=f"\n{verdict}")
    if not found.holds:
        click.get_current_context().exit(1)


command = question_command("verify", "verify best.json", cluster_options, then=_answer)
