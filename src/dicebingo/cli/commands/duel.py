"""``dicebingo duel``: two players who see both boards and play to win."""

from __future__ import annotations

import click

from dicebingo.cli.options.common import echo_json, json_option, latex_option, positions, rules_options, wants_latex
from dicebingo.cli.options.progress import progress_bar
from dicebingo.duels.choices import list_choices
from dicebingo.duels.duel import joint_choices
from dicebingo.duels.duel_stage import duel_stage
from dicebingo.duels.exploit import solo_losses
from dicebingo.duels.objective import Goal
from dicebingo.errors import InputError
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.json.duels import duel_json
from dicebingo.render.text.duels import duel_text, stage_text

__all__ = ["command", "two_positions"]


@click.command("duel")
@click.argument("boards", nargs=-1, required=True, metavar="BOARD BOARD")
@click.option(
    "--objective", default="score", metavar="score|win", help="Win 1, tie 0, loss -1; or the own chance of winning."
)
@click.option("--roll", type=int, metavar="V", help="Say what both should mark on this roll.")
@rules_options
@latex_option
@json_option
def command(boards: tuple[str, ...], objective: str, roll: int | None, rules: Rules, as_json: bool) -> None:
    """Solve the game of two players who see both boards, mark at the same time, and play to win: exactly.

    With --roll it says what each choice of both players is worth, here and now. @FILE stands for the boards of a file.

    Example: dicebingo duel "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6"
    """
    names, players = two_positions(boards, rules)
    goal = Goal.parse(objective)
    if roll is not None and roll not in rules.dice:
        raise InputError(f"expected a roll of {rules.dice}, got {roll}")
    joint = joint_choices([list_choices(position) for position in players])
    with progress_bar("solving", len(joint.states)) as advance:
        solved = joint.solve(goal, advance)
    stage = None if roll is None else duel_stage(solved, roll)
    losses = solo_losses(solved, watch=progress_bar) if goal is Goal.SCORE and (stage is None or as_json) else None
    if wants_latex():
        from dicebingo.render.latex.answers import duel_latex

        click.echo(duel_latex(solved, names))
    elif as_json:
        echo_json(duel_json(solved, names, losses, stage))
    else:
        click.echo(duel_text(solved, names, losses) if stage is None else stage_text(solved, stage, names))


def two_positions(boards: tuple[str, ...], rules: Rules) -> tuple[list[str], list[Position]]:
    """Return the names and positions of two players."""
    found = positions(boards, rules)
    if len(found) != 2:
        raise InputError(f"expected two boards, got {len(found)}")
    names = [name or default for (name, _), default in zip(found, ("first", "second"), strict=True)]
    return names, [position for _, position in found]
