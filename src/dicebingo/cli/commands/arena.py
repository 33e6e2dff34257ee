"""``dicebingo arena``: which board to write down when the opponent also chooses strategically."""

from __future__ import annotations

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.options.replies import certificate_option, with_certificate
from dicebingo.cli.options.running import run_options


def _answer(asked: Asked) -> None:
    with with_certificate(asked.given["certificate"], asked.given["as_json"]) as written, asked.running() as run:
        written(asked.ask(run))


command = question_command("arena", "arena --values 6,7,8 --layout 2x2", certificate_option, run_options, then=_answer)
