"""``dicebingo duel``: two players who see both boards and play to win."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import two_positions
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, latex_option, plot_file_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import running
from dicebingo.duels.duel import duel
from dicebingo.model.rules import Rules


@click.command("duel", cls=Command)
@click.argument("boards", nargs=-1, required=True, metavar="BOARD BOARD")
@click.option(
    "--objective", default="score", metavar="score|win", help="Win 1, tie 0, loss -1; or the probability of winning."
)
@click.option("--roll", type=whole, metavar="V", help="Say what both players should mark on this roll.")
@rules_options
@plot_file_option
@latex_option
@csv_option
@json_option
def command(boards: tuple[str, ...], objective: str, roll: int | None, rules: Rules, as_json: bool) -> None:
    """Solve exactly the game of two players who see both boards, mark at the same time, and play to win.

    With --roll it says what each choice of both players is worth, here and now. @FILE stands for the boards of a file.

    Example: dicebingo duel "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6"
    """
    names, (first, second) = two_positions(boards, rules)
    with running() as run:
        answer = duel(first, second, names=names, objective=objective, roll=roll, run=run)
        if roll is None or as_json:
            answer.find_solo_losses(run)
    show(answer, as_json=as_json)
