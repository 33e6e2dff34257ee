"""``dicebingo rank``: where a board stands among all."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from dicebingo.errors import InputError
from dicebingo.exact import decimal
from dicebingo.model.rules import Rules
from dicebingo.render.json.answers import percentile_json, rank_json
from dicebingo.render.text.parts import beside, board_text, decimals, table
from dicebingo.searches.quantiles import approximate_percentile
from dicebingo.searches.space import Space
from dicebingo.solo.mdp import solve

if TYPE_CHECKING:  # numba, which --help and --approximate must not wait for
    from dicebingo.searches.ranking import Rank

__all__ = ["command"]


@click.command("rank")
@click.argument("board")
@click.option("--nearest", type=int, default=3, show_default=True, metavar="N", help="List the N next better boards.")
@click.option("--approximate", is_flag=True, help="Only an approximate percentile, without the table (classic rules).")
@rules_options
@latex_option
@json_option
def command(board: str, nearest: int, approximate: bool, rules: Rules, as_json: bool) -> None:
    """Say exactly how many boards are better than BOARD, equal to it, and worse.

    The table of all boards is made once, and kept in the user's cache folder (or DICEBINGO_CACHE).

    Example: dicebingo rank "7 7 7 / 7 7 7 / 7 7 7"
    """
    position = single_position(board, rules)
    if position.marked != rules.layout.free:
        raise InputError(f"expected a board without marks, got {position}")
    if approximate:
        if wants_latex():
            raise InputError("expected --latex without --approximate")
        percentile = approximate_percentile(position.board, decimal(solve(position).expected_rolls))
        if as_json:
            echo_json(percentile_json(position, percentile))
        else:
            click.echo(f"\nBetter than about {percentile:.1f}% of all boards.\n")
        return
    from dicebingo.searches.ranking import TableJob, rank

    with progress_bar("ranking all boards", TableJob(Space.of(rules)).shards()) as advance:
        found = rank(position.board, nearest=nearest, progress=advance)
    if wants_latex():
        from dicebingo.render.latex.answers import rank_latex

        click.echo(rank_latex(found))
        return
    if as_json:
        echo_json(rank_json(position, found))
        return
    click.echo(f"\n{rules}\n\n" + beside(board_text(position), _facts(found)) + "\n")
    if found.nearest:
        rows = [[str(f.board), f"{decimal(f.expected_rolls):.12f}"] for f in found.nearest]
        click.echo(table(["the next better boards", "expected rolls"], rows, left=[0]) + "\n")


def _facts(found: Rank) -> str:
    width = len(f"{found.total:,}")
    return "\n".join(
        [
            f"expected rolls  {decimals([found.expected_rolls], 10, 60)[0]}",
            "",
            f"better boards   {found.better:>{width},}",
            f"equal boards    {found.equal:>{width},}",
            f"worse boards    {found.worse:>{width},}",
            f"all boards      {found.total:>{width},}",
            "",
            f"better than {decimal(found.percentile):.6f}% of all boards",
        ]
    )
