"""``dicebingo match``: two or more boards on shared rolls."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import named_positions
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import (
    csv_option,
    form,
    json_option,
    latex_option,
    plot_file_option,
    show,
    wants_picture,
)
from dicebingo.cli.options.playing import seed_option, tie_break_option
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import running
from dicebingo.errors import InputError
from dicebingo.matches.match import Match, match
from dicebingo.model.rules import Rules
from dicebingo.render.text.matches import ROLLS, plot_text


@click.command("match", cls=Command)
@click.argument("boards", nargs=-1, required=True, metavar="BOARD BOARD [BOARD...]")
@click.option(
    "--policy", "policies", multiple=True, metavar="POLICY", help="For all boards, or repeated, one for each."
)
@tie_break_option
@click.option("--range", "with_range", is_flag=True, help="Bound the probabilities over all tie-breaks (two boards).")
@click.option("--upto", type=whole, metavar="K", help="Show who finishes on which roll, up to roll K.")
@click.option("--fast", is_flag=True, help="Compute in float64 with an error bound (two boards); for large boards.")
@click.option("--simulate", "games", type=whole, metavar="N", help="Simulate N games instead of solving exactly.")
@seed_option
@click.option("--plot", is_flag=True, help="Draw the distribution of the finishing roll in the terminal.")
@rules_options
@plot_file_option
@latex_option
@csv_option
@json_option
def command(
    boards: tuple[str, ...], policies: tuple[str, ...], tie_break: str, rules: Rules, as_json: bool, **options: Any
) -> None:
    """Play boards against each other on shared rolls: who finishes first, exactly.

    Each board is played by its own solo-optimal strategy, or by --policy. @FILE stands for the boards of a file. A
    match of two with too many joint states for an exact answer is computed in float64, and the output says so.

    Example: dicebingo match "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6" --range
    """
    names, positions = named_positions(boards, rules)
    playing: dict[str, Any] = {
        "names": names,
        "policies": policies[0] if len(policies) == 1 else policies or "optimal",
        "tie_break": tie_break,
    }
    exact_only = _exact_only(options)
    games, upto = options["games"], options["upto"]
    if games is not None:
        _expect_none([*exact_only, "--fast"] if options["fast"] else exact_only, "--simulate")
        from dicebingo.matches.simulation import simulate

        with running() as run:
            simulated = simulate(*positions, games=games, seed=options["seed"], run=run, **playing)
        show(simulated, as_json=as_json)
        return
    if options["fast"]:
        _expect_none(exact_only, "--fast")
    fast = True if options["fast"] else False if exact_only else None
    with running() as run:
        result = match(*positions, range=options["with_range"], upto=upto, fast=fast, **playing, run=run)
    notes = [plot_text(result, upto or ROLLS)] if options["plot"] and isinstance(result, Match) else []
    show(result, *notes, as_json=as_json)


def _exact_only(options: dict[str, Any]) -> list[str]:
    """Return the options given whose answers are exact, or drawn from exact ones."""
    given = {
        "--range": options["with_range"],
        "--upto": options["upto"] is not None,
        "--plot": options["plot"],
        "--plot-file": wants_picture(),
        "--latex": form() == "latex",
    }
    return [name for name, is_given in given.items() if is_given]


def _expect_none(unable: list[str], option: str) -> None:
    if unable:
        raise InputError(f"expected {option} without {', '.join(unable)}")
