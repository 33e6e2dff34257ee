"""What commands about replies share: which boards, how to search and play, and the certificate of what is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from dicebingo.cli.options.output import show
from dicebingo.running.files import expect_writable

certificate_option = click.option(
    "--certificate", metavar="FILE", help="Write a certificate that 'dicebingo verify' checks."
)


@contextmanager
def with_certificate(path: str | None, as_json: bool) -> Iterator[Callable[[Any], None]]:
    """Yield a function that takes an answer, which is shown in the end, and writes the certificate of what is proven.

    The answer is shown even if the certificate cannot be written.
    """
    if path is not None:
        expect_writable(Path(path))  # before anything is computed that could not be kept
    answer: Any = None
    written: str | None = None

    def keep(result: Any) -> None:
        from dicebingo.proofs.certificate import write_certificate
        from dicebingo.proofs.reply_certificate import reply_certificate

        nonlocal answer, written
        answer = result
        if path is not None and (claim := reply_certificate(answer)) is not None:
            write_certificate(Path(path), claim)
            written = path

    try:
        yield keep
    finally:
        if answer is not None:
            from dicebingo.render.documents.proofs import certificate_text

            notes = [certificate_text(written)] if written else []
            more = {} if path is None else {"certificate": written}
            show(answer, *notes, as_json=as_json, more=more)
