"""``dicebingo upsets``: boards that need more rolls alone and are favoured all the same."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.entrants import Entrants, entrants_options, look_for, search_options
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, show


@click.command("upsets", cls=Command)
@entrants_options
@click.option("--by", default="margin", metavar="margin|handicap", help="Which upsets come first.")
@click.option("--most", type=whole, default=5, metavar="N", help="List the N largest upsets.")
@search_options
@csv_option
@json_option
def command(entrants: Entrants, by: str, most: int, as_json: bool, **options: Any) -> None:
    """Find pairs in which the board that is slower alone is favoured against the faster one.

    The handicap is how many more rolls the slower board needs alone. Pairs are looked for among given boards, or with
    --search among all boards, until the time is up or Ctrl-C. Every pair that is reported is certified exactly.

    Example: dicebingo upsets --random 100 --values 5..9 --seed 1
    """
    from dicebingo.tournaments.upsets import check_upsets, upsets

    check_upsets(by, most)
    result = look_for(upsets, entrants, options, by=by, most=most)
    show(result, as_json=as_json)
