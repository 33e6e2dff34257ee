"""``dicebingo advise``: what to mark on a roll."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, latex_option, show
from dicebingo.cli.options.playing import deadline_option
from dicebingo.cli.options.rules import rules_options
from dicebingo.model.rules import Rules
from dicebingo.solo.advise import advise


@click.command("advise", cls=Command)
@click.argument("position")
@click.option("--roll", type=whole, required=True, metavar="V", help="The value that was rolled.")
@deadline_option
@rules_options
@latex_option
@csv_option
@json_option
def command(position: str, roll: int, deadline: int | None, rules: Rules, as_json: bool) -> None:
    """List every cell of POSITION that the roll may mark: the expected rolls left, and the loss against the best.

    With --deadline, this roll is the first of the K.

    Example: dicebingo advise "6 7 6 / 7 7 7 / 6 6 6" --roll 6
    """
    advice = advise(single_position(position, rules), roll, deadline=deadline)
    show(advice, as_json=as_json)
