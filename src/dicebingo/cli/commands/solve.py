"""``dicebingo solve``: one board against the clock."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import single_position
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, latex_option, plot_file_option, show
from dicebingo.cli.options.playing import deadline_option, policy_option, tie_break_option
from dicebingo.cli.options.rules import rules_options
from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.solo.evaluation import DEADLINE_OR_POLICY, Evaluation, evaluate
from dicebingo.solo.solution import Solution, solve


@click.command("solve", cls=Command)
@click.argument("position")
@policy_option
@tie_break_option
@click.option("--upto", type=whole, metavar="K", help="Show the distribution of the number of rolls, up to roll K.")
@click.option("--why", is_flag=True, help="Show which lines and cells win, and what would improve the board.")
@deadline_option
@rules_options
@plot_file_option
@latex_option
@csv_option
@json_option
def command(position: str, policy: str, rules: Rules, as_json: bool, **asked: Any) -> None:
    """Solve POSITION: the exact expected number of rolls, their standard deviation, and what to mark for each roll.

    Boards with more than 16 unmarked cells are solved in float64, and the answer says so.

    Example: dicebingo solve "8 8 9 / 7 6 10 / 7 4 5" --why
    """
    start = single_position(position, rules)
    if policy == "optimal":
        found: Solution | Evaluation = solve(start, **asked)
    elif asked.pop("deadline") is not None:
        raise InputError(DEADLINE_OR_POLICY)
    else:
        found = evaluate(start, policy=policy, **asked)
    show(found, as_json=as_json)
