"""``dicebingo sheet``: boards and everything else that a class needs, to print."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import positions
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.playing import seed_option
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import running
from dicebingo.model.rules import Rules
from dicebingo.running.files import expect_writable, write_bytes


@click.command("sheet", cls=Command)
@click.argument("boards", nargs=-1, metavar="[BOARD...]")
@click.option("--count", type=whole, metavar="N", help="How many boards, up to 100 (default: 30, or one a name).")
@click.option("--kind", default="all", metavar="all|boards|blank|rules|tally|key|plan", help="Everything, or one part.")
@click.option("--strength", default="mixed", metavar="mixed|strong|fair|weak", help="How fast the boards are.")
@click.option("--order", default="shuffled", metavar="shuffled|sorted", help="Sorted: the strongest board first.")
@seed_option
@click.option("--names", default="", metavar="NAMES", help="One name for each board, with commas between them.")
@click.option("--per-page", type=whole, default=6, metavar="1|2|4|6|9", help="Boards on a page.")
@click.option("--paper", default="a4", metavar="a4|letter", help="The size of the paper.")
@click.option("--no-cut-lines", is_flag=True, help="Without lines to cut along.")
@click.option("--out", metavar="FILE", help="Write the sheet to a PDF file.")
@rules_options
@csv_option
@json_option
def command(
    boards: tuple[str, ...],
    names: str,
    out: str | None,
    no_cut_lines: bool,
    rules: Rules,
    as_json: bool,
    **options: Any,
) -> None:
    """Make sheets to print for a class: different boards, blank ones, rules, a tally, an answer key, a lesson plan.

    The same seed gives the same boards, no two of them the same by a symmetry. Boards that are given are printed as
    they are, again and again if --count is larger.

    Example: dicebingo sheet --count 24 --seed 7 --out class.pdf
    """
    from dicebingo.sheets.sheet import sheet

    if out is not None:
        expect_writable(Path(out), ".pdf")
    called = re.split("[,\n]", names.strip()) if names.strip() else []
    found = positions(boards, rules)
    given = {"names": called or [name for name, _ in found], "rules": rules, "cut": not no_cut_lines, **options}
    with running() as run:
        made = sheet(*(position for _, position in found), **given, run=run)
    document = made.pdf() if out is not None else b""
    with ExitStack() as afterwards:
        written = "--out FILE writes the sheet as a PDF." if out is None else f"The sheet is in {out}."
        afterwards.callback(show, made, written, as_json=as_json, more={"out": out})
        if out is not None:
            write_bytes(Path(out), document)
