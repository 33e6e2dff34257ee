"""``dicebingo rings``: rings of boards, each of which beats the next."""

from __future__ import annotations

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.options.entrants import entrants, from_option, search_option
from dicebingo.cli.options.output import show
from dicebingo.cli.options.running import run_options


def _answer(asked: Asked) -> None:
    """Find rings."""
    show(asked.answer(**entrants(asked)), as_json=asked.given["as_json"])


EXAMPLE = "rings --random 100 --values 5..9 --seed 1"
command = question_command("rings", EXAMPLE, search_option, from_option, run_options, then=_answer)
