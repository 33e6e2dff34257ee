"""``dicebingo counter``: the board that beats a given one by the largest margin."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.entrants import playing_options
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import json_option, show
from dicebingo.cli.options.playing import values_option
from dicebingo.cli.options.running import running
from dicebingo.model.rules import Rules
from dicebingo.render.text.tournaments import counter_text

ASKED = ("values", "prove", "restarts", "seed", "tie_break", "notion")


@click.command("counter", cls=Command)
@click.argument("board")
@values_option
@click.option("--prove", is_flag=True, help="Try all boards, however many there are.")
@click.option("--restarts", type=whole, default=60, metavar="N", help="Climb from N random boards.")
@playing_options
@json_option
def command(board: str, rules: Rules, as_json: bool, **options: Any) -> None:
    """Find the board that beats a given one by the largest margin.

    The search climbs from many boards, and tries all changes of one and two cells of the best. Where there are few
    boards, as with three --values, it tries all of them, and the answer is proven.

    Example: dicebingo counter "8 8 9 / 7 6 10 / 7 4 5"
    """
    from dicebingo.tournaments.counter import counter

    asked = {name: options.pop(name) for name in ASKED}
    with running(options) as run:
        result = counter(single_position(board, rules), **asked, run=run)
    show(result, lambda: counter_text(result), as_json=as_json)
