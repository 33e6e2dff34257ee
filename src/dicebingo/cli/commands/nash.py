"""``dicebingo nash``: one roll of two players who both play to win."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, latex_option, plot_file_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import running
from dicebingo.duels.nash import nash
from dicebingo.model.rules import Rules


@click.command("nash", cls=Command)
@click.argument("first", metavar="POSITION")
@click.argument("second", metavar="POSITION")
@click.option("--roll", type=whole, required=True, metavar="V", help="The value that was rolled.")
@click.option(
    "--objective", default="win", metavar="win|score", help="The probability of winning, or win 1, tie 0, loss -1."
)
@click.option(
    "--continuation",
    default="solo",
    metavar="solo|duel",
    help="Afterwards play solo-optimally, or keep on playing to win.",
)
@click.option("--tie-break", default="smallest", metavar="RULE", help="Of solo play: smallest, largest or random.")
@rules_options
@plot_file_option
@latex_option
@csv_option
@json_option
def command(first: str, second: str, roll: int, rules: Rules, as_json: bool, **options: Any) -> None:
    """Find what two players who see both boards should mark on a roll: payoffs and all equilibria, exactly.

    Example: dicebingo nash "7 4 6 / 9 7 8 / 6 9 5" "6 9 x / x 5 5 / 8 x 6" --roll 6
    """
    positions = single_position(first, rules), single_position(second, rules)
    with running() as run:
        answer = nash(*positions, roll, run=run, **options)
    if count := answer.ambiguous_later:
        games = "stage game has" if count == 1 else "stage games have"
        click.echo(f"note: {count} later {games} equilibria with other payoffs; the first is played", err=True)
    show(answer, as_json=as_json)
