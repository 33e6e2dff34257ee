"""What commands about replies share: which boards, how to search and play, and the certificate of what is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from dicebingo.cli.options.entrants import playing_options
from dicebingo.cli.options.numbers import real, whole
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.playing import values_option
from dicebingo.render.text.proofs import certificate_text
from dicebingo.running.files import expect_writable

R = TypeVar("R")

_seconds = click.option("--seconds", type=real, metavar="S", help="Go on for about S seconds.")
_restarts = click.option("--restarts", type=whole, default=60, metavar="N", help="Climb from N random boards.")
_certificate = click.option("--certificate", metavar="FILE", help="Write a certificate that 'dicebingo verify' checks.")


def reply_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add --values, --seconds, --restarts, --certificate, --csv, --json and how boards play."""
    return values_option(_seconds(_restarts(_certificate(playing_options(csv_option(json_option(command)))))))


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
            notes = [certificate_text(written)] if written else []
            more = {} if path is None else {"certificate": written}
            show(answer, *notes, as_json=as_json, more=more)
