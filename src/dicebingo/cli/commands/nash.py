"""``dicebingo nash``: find the equilibria of one roll when both players play to win."""

from __future__ import annotations

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import show


def _answer(asked: Asked) -> None:
    answer = asked.answer()
    if count := answer.ambiguous_later:
        games = "stage game has" if count == 1 else "stage games have"
        used = "its first equilibrium" if count == 1 else "the first equilibrium of each game"
        click.echo(
            f"note: {count} later {games} equilibria with different payoffs; {used} is used",
            err=True,
        )
    show(answer, as_json=asked.given["as_json"])


EXAMPLE = 'nash "7 4 6 / 9 7 8 / 6 9 5" "6 9 x / x 5 5 / 8 x 6" --roll 6'
command = question_command("nash", EXAMPLE, then=_answer)
