"""``dicebingo advise``: what to mark on a roll."""

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
from dicebingo.model.rules import Rules
from dicebingo.render.json.answers import advise_json
from dicebingo.render.text.parts import beside, board_text, cell_numbers, decimals, table
from dicebingo.solo.mdp import EXACT_LIMIT, solve
from dicebingo.solo.problem import Problem

__all__ = ["command"]

SHORT = 16
"""Characters of a fraction that fit into two columns beside a board."""


@click.command("advise")
@click.argument("position")
@click.option("--roll", type=int, required=True, metavar="V", help="The value that was rolled.")
@rules_options
@latex_option
@json_option
def command(position: str, roll: int, rules: Rules, as_json: bool) -> None:
    """List every cell of POSITION that the roll may mark: expected rolls left after it, and the loss against the best.

    Example: dicebingo advise "6 7 6 / 7 7 7 / 6 6 6" --roll 6
    """
    start = single_position(position, rules)
    solution = solve(start, exact=Problem.of(start).size <= EXACT_LIMIT)
    candidates = solution.candidates(roll)
    if wants_latex():
        from dicebingo.render.latex.answers import advise_latex

        click.echo(advise_latex(solution, roll))
        return
    if as_json:
        echo_json(advise_json(solution, roll))
        return
    if not candidates:
        advice = f"A roll of {roll} matches no unmarked cell: it is wasted."
        if start.is_bingo:
            advice = "A line is complete: bingo."
    else:
        left = decimals([c.expected_rolls for c in candidates], longest=SHORT)
        losses = decimals([c.loss for c in candidates], longest=SHORT)
        rows = [
            [", ".join(map(str, c.cells)), after, loss if c.loss else "best"]
            for c, after, loss in zip(candidates, left, losses, strict=True)
        ]
        advice = f"A roll of {roll} may mark (cell numbers: {cell_numbers(rules.layout)})\n\n" + table(
            ["cell", "rolls left", "loss"], rows, left=[1, 2]
        )
    click.echo("\n" + beside(board_text(start), advice) + "\n")
