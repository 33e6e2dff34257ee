"""``dicebingo review``: what each mark of a game cost."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.model.rules import Rules
from dicebingo.solo.review import review


@click.command("review", cls=Command)
@click.argument("position")
@click.argument("moves", nargs=-1, metavar="MOVE...")
@rules_options
@csv_option
@json_option
def command(position: str, moves: tuple[str, ...], rules: Rules, as_json: bool) -> None:
    """Go through a game that began with POSITION: what each mark cost against the best one.

    A MOVE is ROLL:CELL, or ROLL alone if nothing was marked; where all matching cells are marked at once, it is
    ROLL:CELL,CELL,...

    Example: dicebingo review "6 7 6 / 7 7 7 / 6 6 6" 6:0 5 7:4
    """
    found = review(single_position(position, rules), moves)
    show(found, as_json=as_json)
