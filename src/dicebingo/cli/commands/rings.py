"""``dicebingo rings``: rings of boards, each of which beats the next."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.entrants import Entrants, entrants_options, look_for, search_options
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, latex_option, show
from dicebingo.render.figures import expect_figure, figure, figure_format
from dicebingo.render.svg.ring import ring_svg
from dicebingo.running.files import expect_writable, write_bytes


@click.command("rings", cls=Command)
@entrants_options
@click.option("--length", type=whole, default=3, metavar="K", help="Rings of K boards.")
@click.option("--most", type=whole, default=3, metavar="N", help="List the N best rings.")
@click.option("--draw", metavar="FILE", help="Draw the best ring as .svg, .png or .pdf.")
@search_options
@latex_option
@csv_option
@json_option
def command(entrants: Entrants, length: int, most: int, draw: str | None, as_json: bool, **options: Any) -> None:
    """Find rings of boards: each beats the next, and the last the first, by as much as possible.

    A ring is ranked by its weakest link. Rings are looked for among given boards, or with --search among all boards,
    until the time is up or Ctrl-C. Every ring that is reported is certified exactly.

    Example: dicebingo rings --random 100 --values 5..9 --seed 1
    """
    from dicebingo.tournaments.rings import check_rings, rings

    check_rings(length, most)
    if draw:
        if figure_format(Path(draw), "picture") == "svg":
            expect_writable(Path(draw))
        else:
            expect_figure(Path(draw), "picture")
    result = look_for(rings, entrants, options, length=length, most=most)
    with ExitStack() as afterwards:
        afterwards.callback(show, result, as_json=as_json)  # picture or not
        if draw and result.rings:
            write_bytes(Path(draw), _drawn(result, figure_format(Path(draw), "picture")))


def _drawn(result: Any, file_format: str) -> bytes:
    """Return the best ring as a file; SVG is what all other forms are drawn from, and needs nothing else."""
    if file_format != "svg":
        return figure(result, file_format)
    best = result.rings[0]
    return ring_svg(best.boards, best.links, result.names[0]).encode()
