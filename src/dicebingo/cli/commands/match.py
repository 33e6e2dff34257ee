"""``dicebingo match``: play two or more boards on shared rolls."""

from __future__ import annotations

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import show, wants_picture
from dicebingo.errors import InputError


def _answer(asked: Asked) -> None:
    """Answer the question; raise an error if a picture of an inexact answer is requested."""
    given = asked.given
    drawn = {"--plot": given["plot"], "--plot-file": wants_picture()}
    unable = [name for name, wanted in drawn.items() if wanted]
    if unable and (given["fast"] or given["simulate"] is not None):
        raise InputError(f"{unable[0]} needs an exact answer; omit {'--fast' if given['fast'] else '--simulate'}.")
    answer = asked.answer(**({"fast": False} if unable else {}))
    notes = []
    if given["plot"]:
        from dicebingo.render.documents.matches import chart
        from dicebingo.render.pictures.answers import ROLLS

        notes = chart(answer, given["upto"] or ROLLS)
    show(answer, *notes, as_json=given["as_json"])


EXAMPLE = 'match "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6" --range'
command = question_command(
    "match",
    EXAMPLE,
    click.option("--plot", is_flag=True, help="Draw the distribution of the finishing roll in the terminal."),
    then=_answer,
)
