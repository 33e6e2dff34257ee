"""``dicebingo prove``: no board is better than the best known one, by branch and bound."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import real, whole
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import run_options, running
from dicebingo.model.rules import Rules
from dicebingo.running.files import expect_writable


@click.command("prove", cls=Command)
@click.option("--distinct-values", type=whole, metavar="D", help="Only boards with exactly D different values.")
@click.option("--upper", metavar="BOARD", help="The best known board; otherwise a recorded one or a quick descent.")
@click.option(
    "--lemma/--no-lemma",
    default=None,
    help="Look at the most probable values only: proves the value, but not which boards have it. For large rules only.",
)
@click.option("--seconds", type=real, metavar="S", help="Stop after about S seconds, with what is proven by then.")
@click.option("--certificate", metavar="FILE", help="Write a certificate that 'dicebingo verify' checks.")
@click.option("--record", metavar="DIR", help="Skip the parts that are closed in the records in DIR, and add new ones.")
@run_options
@rules_options
@csv_option
@json_option
def command(
    rules: Rules,
    as_json: bool,
    upper: str | None,
    distinct_values: int | None,
    lemma: bool | None,
    certificate: str | None,
    record: str | None,
    **options: Any,
) -> None:
    """Prove that no board takes fewer rolls than the best known one, without looking at every board.

    Lower bounds for multisets of values and for cells in groups exclude nearly everything; what is left is solved
    exactly. After Ctrl-C it says what is proven so far.

    Example: dicebingo prove --rules knuth
    """
    from dicebingo.proofs.certificate import proof_certificate, write_certificate
    from dicebingo.proofs.prove import prove
    from dicebingo.proofs.record import certificate_path
    from dicebingo.render.text.proofs import certificate_text

    began, written = perf_counter(), None
    if certificate is not None:
        expect_writable(Path(certificate))  # before anything is computed that could not be kept
    start = single_position(upper, rules) if upper else None

    def tell() -> None:
        seconds = perf_counter() - began
        more = {"certificate": written, "seconds": seconds}
        kept = f"; {certificate_text(written)}" if proof.complete else ""
        show(proof, f"{seconds:.1f} seconds{kept}", as_json=as_json, more=more)

    with ExitStack() as afterwards, running(options) as run:
        proof = prove(rules, upper=start, distinct_values=distinct_values, lemma=lemma, record=record, run=run)
        afterwards.callback(tell)  # also if the certificate cannot be written
        if record is not None:
            certificate = certificate or str(certificate_path(record, proof))
        if certificate is not None and proof.complete:
            write_certificate(Path(certificate), proof_certificate(proof))
            written = certificate
