"""``dicebingo prove`` and ``verify``: prove that no board is better than the best known one, and check certificates."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import click

from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.output import columns, form, show
from dicebingo.cli.running import certificate_option, cluster_options, run_options
from dicebingo.errors import InputError
from dicebingo.running.files import expect_writable


def _prove(asked: Asked) -> None:
    """Run the proof, and write its certificate if it finishes."""
    from dicebingo.proofs.cards import expect_no_files
    from dicebingo.proofs.certificate import proof_certificate, write_certificate
    from dicebingo.proofs.record import certificate_path
    from dicebingo.render.documents.proofs import certificate_text

    began, written = perf_counter(), None
    certificate, record = asked.given["certificate"], asked.given["record"]
    if certificate is not None and record is not None:
        raise InputError("--record writes the certificates to its folder; omit --certificate.")
    expect_no_files(rules_of(asked.given), certificate=certificate)
    if certificate is not None:
        expect_writable(Path(certificate), ".json")  # fail now, not after a long computation

    def print_proof() -> None:
        seconds = perf_counter() - began
        more = {"certificate": written, "seconds": seconds}
        note = f"; {certificate_text(written)}" if proof.complete and not proof.rules.is_full_card else ""
        show(proof, f"{seconds:.1f} seconds{note}", as_json=asked.given["as_json"], more=more)

    with ExitStack() as afterwards, asked.running() as run:
        proof = asked.ask(run)
        afterwards.callback(print_proof)  # print the answer even if the certificate cannot be written
        if record is not None and proof.complete:
            written = record if proof.distinct_values is None else str(certificate_path(record, proof))
        elif certificate is not None and proof.complete:
            write_certificate(Path(certificate), proof_certificate(proof))
            written = certificate


prove = question_command("prove", "prove --rules knuth", certificate_option, run_options, then=_prove)


def _verify(asked: Asked) -> None:
    """Print the result of each check as soon as it is known."""
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
    kind = "proof in the folder" if Path(file).is_dir() else "record" if is_record(Path(file)) else "certificate"
    verdict = f"The {kind} holds." if found.holds else f"The {kind} does not hold."
    show(found, as_json=asked.given["as_json"], text=f"\n{verdict}")
    if not found.holds:
        click.get_current_context().exit(1)


verify = question_command("verify", "verify best.json", cluster_options, then=_verify)
