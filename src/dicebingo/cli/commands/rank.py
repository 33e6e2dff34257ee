"""``dicebingo rank``: where a board stands among all."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, form, json_option, latex_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import running
from dicebingo.errors import InputError
from dicebingo.model.rules import Rules


@click.command("rank", cls=Command)
@click.argument("board")
@click.option("--nearest", type=whole, default=3, metavar="N", help="List the N next better boards.")
@click.option("--approximate", is_flag=True, help="Only a rough percentile, without the table (classic rules).")
@rules_options
@latex_option
@csv_option
@json_option
def command(board: str, nearest: int, approximate: bool, rules: Rules, as_json: bool) -> None:
    """Say exactly how many boards are better than BOARD, equal to it, and worse.

    The table of all boards is made once and kept, 300 MB of it for the classic rules: "dicebingo cache" shows where.

    Example: dicebingo rank "7 7 7 / 7 7 7 / 7 7 7"
    """
    from dicebingo.searches.ranking import rank

    if approximate and form() == "latex":
        raise InputError("expected --latex without --approximate")
    with running() as run:
        found = rank(single_position(board, rules), nearest=nearest, approximate=approximate, run=run)
    show(found, as_json=as_json)
