"""``dicebingo rings``: rings of boards, each of which beats the next."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.options.entrants import entrants, from_option, search_option
from dicebingo.cli.options.output import show
from dicebingo.cli.options.running import run_options
from dicebingo.render.figures import expect_figure, figure, figure_format
from dicebingo.render.svg.ring import ring_svg
from dicebingo.running.files import expect_writable, write_bytes


def _answer(asked: Asked) -> None:
    """Find rings, and draw the best one."""
    draw = asked.given["draw"]
    if draw:
        if figure_format(Path(draw), "picture") == "svg":
            expect_writable(Path(draw))
        else:
            expect_figure(Path(draw), "picture")
    result = asked.answer(**entrants(asked))
    with ExitStack() as afterwards:
        afterwards.callback(show, result, as_json=asked.given["as_json"])  # picture or not
        if draw and result.rings:
            write_bytes(Path(draw), _drawn(result, figure_format(Path(draw), "picture")))


def _drawn(result: Any, file_format: str) -> bytes:
    """Return the best ring as a file; SVG is what all other forms are drawn from, and needs nothing else."""
    if file_format != "svg":
        return figure(result, file_format)
    best = result.rings[0]
    return ring_svg(best.boards, best.links, result.names[0]).encode()


EXAMPLE = "rings --random 100 --values 5..9 --seed 1"
draw_option = click.option("--draw", metavar="FILE", help="Draw the best ring as .svg, .png or .pdf.")
command = question_command("rings", EXAMPLE, search_option, from_option, draw_option, run_options, then=_answer)
