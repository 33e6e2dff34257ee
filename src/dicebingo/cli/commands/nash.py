"""``dicebingo nash``: one roll of two players who both play to win."""

from __future__ import annotations

import click

from dicebingo.cli.options.common import (
    echo_json,
    json_option,
    latex_option,
    rules_options,
    single_position,
    wants_latex,
)
from dicebingo.cli.options.progress import progress_bar
from dicebingo.duels.choices import list_choices
from dicebingo.duels.duel import Duel, joint_choices
from dicebingo.duels.objective import Goal
from dicebingo.duels.stage_game import Continuation, duel_continuation, nash
from dicebingo.errors import InputError, quote
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.json.stage_games import nash_json
from dicebingo.render.text.stage_games import nash_text
from dicebingo.solo.policy import TieBreak

__all__ = ["command"]


@click.command("nash")
@click.argument("first", metavar="POSITION")
@click.argument("second", metavar="POSITION")
@click.option("--roll", type=int, required=True, metavar="V", help="The value that was rolled.")
@click.option(
    "--objective", default="win", metavar="win|score", help="The own probability of winning, or win 1, tie 0, loss -1."
)
@click.option(
    "--continuation", default="solo", metavar="solo|duel", help="Afterwards play solo-optimally, or go on to win."
)
@click.option("--tie-break", default="smallest", metavar="RULE", help="Of solo play: smallest, largest or random.")
@rules_options
@latex_option
@json_option
def command(
    first: str,
    second: str,
    roll: int,
    objective: str,
    continuation: str,
    tie_break: str,
    rules: Rules,
    as_json: bool,
) -> None:
    """Find what two players who see both boards should mark on a roll: payoffs and all equilibria, exactly.

    Example: dicebingo nash "7 4 6 / 9 7 8 / 6 9 5" "6 9 x / x 5 5 / 8 x 6" --roll 6
    """
    positions = single_position(first, rules), single_position(second, rules)
    goal, tie = Goal.parse(objective), TieBreak.parse(tie_break)
    if continuation not in ("solo", "duel"):
        raise InputError(f"expected the continuation solo or duel, got {quote(continuation)}")
    goes_on = _watched_duel(positions, goal) if continuation == "duel" else continuation
    found = nash(*positions, roll, objective=goal, continuation=goes_on, tie_break=tie)
    if wants_latex():
        from dicebingo.render.latex.answers import nash_latex

        click.echo(nash_latex(found))
    elif as_json:
        echo_json(nash_json(found, continuation, tie))
    else:
        click.echo(nash_text(found, continuation, tie))


def _watched_duel(positions: tuple[Position, Position], goal: Goal) -> Continuation:
    """Return the duel's continuation, with a progress bar while it is solved, and a note where it is one of several."""

    def solve_duel() -> Duel:
        joint = joint_choices([list_choices(position) for position in positions])
        with progress_bar("solving the duel", len(joint.states)) as advance:
            solved = joint.solve(goal, advance)
        if several := solved.ambiguous_stage_games:
            games = "stage game has" if several == 1 else "stage games have"
            click.echo(f"note: {several} later {games} equilibria with other payoffs; the first is played", err=True)
        return solved

    return duel_continuation(solve_duel)
