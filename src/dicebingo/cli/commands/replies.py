"""``dicebingo counter`` and ``arena``: find best replies, and write certificates of proven ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import show
from dicebingo.cli.running import certificate_option, run_options
from dicebingo.running.files import expect_writable

if TYPE_CHECKING:  # these modules import numba, which would delay --help
    from dicebingo.replies.arena import Arena
    from dicebingo.replies.counter import BestReply


@contextmanager
def with_certificate(path: str | None, as_json: bool) -> Iterator[Callable[[BestReply | Arena], None]]:
    """Yield a function that takes the answer and, if it is proven, writes its certificate; print the answer on exit.

    The answer is printed even if the certificate cannot be written.
    """
    if path is not None:
        expect_writable(Path(path), ".json")  # fail now, not after a long computation
    answer: BestReply | Arena | None = None
    written: str | None = None

    def take(result: BestReply | Arena) -> None:
        from dicebingo.proofs.certificate import write_certificate
        from dicebingo.proofs.reply_certificate import reply_certificate

        nonlocal answer, written
        answer = result
        if path is not None and (claim := reply_certificate(answer)) is not None:
            write_certificate(Path(path), claim)
            written = path

    try:
        yield take
    finally:
        if answer is not None:
            from dicebingo.render.documents.proofs import certificate_text

            notes = [certificate_text(written)] if written else []
            more = {} if path is None else {"certificate": written}
            show(answer, *notes, as_json=as_json, more=more)


def _counter(asked: Asked) -> None:
    path = asked.given["certificate"]
    more = {} if path is None else {"prove": True}
    with with_certificate(path, asked.given["as_json"]) as take, asked.running() as run:
        take(asked.ask(run, **more))


counter = question_command(
    "counter", 'counter "8 8 9 / 7 6 10 / 7 4 5"', certificate_option, run_options, then=_counter
)


def _arena(asked: Asked) -> None:
    with with_certificate(asked.given["certificate"], asked.given["as_json"]) as take, asked.running() as run:
        take(asked.ask(run))


arena = question_command("arena", "arena --values 6,7,8 --layout 2x2", certificate_option, run_options, then=_arena)
