"""``dicebingo prove``: prove by branch and bound that no board is better than the best known one."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.output import show
from dicebingo.cli.running import certificate_option, run_options
from dicebingo.errors import InputError
from dicebingo.running.files import expect_writable


def _answer(asked: Asked) -> None:
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


command = question_command("prove", "prove --rules knuth", certificate_option, run_options, then=_answer)
