"""``dicebingo counter``: the board that beats a given one, or a mixture of several, by the largest margin."""

from __future__ import annotations

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.options.replies import certificate_option, with_certificate
from dicebingo.cli.options.running import run_options


def _answer(asked: Asked) -> None:
    path = asked.given["certificate"]
    more = {} if path is None else {"prove": True}
    with with_certificate(path, asked.given["as_json"]) as written, asked.running() as run:
        written(asked.ask(run, **more))


command = question_command("counter", 'counter "8 8 9 / 7 6 10 / 7 4 5"', certificate_option, run_options, then=_answer)
