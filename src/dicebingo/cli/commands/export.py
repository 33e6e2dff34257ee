"""``dicebingo export``: write files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicebingo.answer import Answer, ExportForm
from dicebingo.cli.inputs import Given, named_positions, rules_options, whole
from dicebingo.cli.output import echo_json, json_option
from dicebingo.cli.running import running
from dicebingo.cli.suggestions import Command
from dicebingo.errors import InputError, expect_one_of
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.exports import FORMS
from dicebingo.running.files import expect_writable, write_bytes


@click.command("export", cls=Command)
@click.argument("form", metavar="nfg|efg|prism|drn")
@click.argument("boards", nargs=-1, required=True, metavar="BOARD [BOARD...]")
@click.option("--roll", type=whole, metavar="V", help="The rolled value (nfg only).")
@click.option(
    "--objective", metavar="win|score", help="The objective of both players (default: win for nfg, score for efg)."
)
@click.option(
    "--tie-break", default="smallest", metavar="RULE", help="Tie-break of solo play: smallest, largest or random."
)
@click.option("--out", metavar="FILE", help="Write to a .nfg, .efg, .prism or .drn file instead of printing.")
@rules_options
@json_option
def command(
    form: ExportForm, boards: tuple[str, ...], rules: Rules, as_json: bool, out: str | None, **options: Any
) -> None:
    """Export a game or a Markov process for another program, with exact rationals.

    Gambit reads nfg (the stage game of two boards and a roll) and efg (a small duel). PRISM reads prism and Storm reads
    drn: a Markov decision process for one board, a Markov chain for a match.

    Example: dicebingo export prism "1 2 / 3 4" --rules knuth
    """
    expect_one_of(form, FORMS, "forms")
    if out is not None:
        expect_writable(Path(out), f".{form}")
    names, positions = named_positions(boards, rules)
    text = _answer(form, list(positions), options, list(names)).export(form)
    if out is not None:
        write_bytes(Path(out), text.encode())
        click.echo(f"wrote {out}", err=True)
    if as_json:
        echo_json({"form": form, "lines": text.splitlines()})
    elif out is None:
        click.echo(text, nl=False)


def _answer(form: str, positions: list[Position], options: Given, names: list[str]) -> Answer:
    """Return the answer that the command exports."""
    roll, tie_break = options["roll"], options["tie_break"]
    playing = {"objective": options["objective"]} if options["objective"] else {}
    two = len(positions) == 2
    if (roll is not None) != (form == "nfg"):
        raise InputError("--roll is required for nfg." if form == "nfg" else f"--roll is for nfg only, not for {form}.")
    if playing and form not in ("nfg", "efg"):
        raise InputError(f"--objective is for nfg and efg only, not for {form}.")
    if form in ("nfg", "efg") and not two:
        raise InputError(f"expected two boards for {form}, got {len(positions)}")
    with running() as run:
        if form == "nfg":
            from dicebingo.duels.nash import nash

            return nash(positions[0], positions[1], roll, tie_break=tie_break, run=run, **playing)
        if form == "efg":
            from dicebingo.duels.duel import duel

            return duel(positions[0], positions[1], names=names, run=run, **playing)
        if len(positions) == 1:
            from dicebingo.solo.solution import solve

            return solve(positions[0])
        from dicebingo.matches.match import match

        return match(*positions, names=names, tie_break=tie_break, fast=False, run=run)
