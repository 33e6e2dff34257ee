"""``dicebingo improve``: the best changes of one cell, and the board they lead to."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.model.rules import Rules
from dicebingo.solo.improve import improve


@click.command("improve", cls=Command)
@click.argument("position")
@click.option("--most", type=whole, default=5, metavar="N", help="List at most N changes.")
@click.option("--full", is_flag=True, help="Make the best change again and again, until no change helps.")
@rules_options
@csv_option
@json_option
def command(position: str, most: int, full: bool, rules: Rules, as_json: bool) -> None:
    """List the changes of a single cell of POSITION that shorten the game most, exactly.

    Example: dicebingo improve "6 5 10 / 11 7 3 / 4 9 8" --full
    """
    found = improve(single_position(position, rules), most=most, full=full)
    show(found, as_json=as_json)
