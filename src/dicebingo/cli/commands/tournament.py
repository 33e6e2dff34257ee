"""``dicebingo tournament``: every board against every other."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.options.entrants import entrants, from_option
from dicebingo.cli.options.output import show, wants_picture
from dicebingo.cli.options.running import run_options
from dicebingo.render.figures import expect_drawable
from dicebingo.render.graph import dot_text
from dicebingo.render.writers.csv import answer_csv
from dicebingo.running.files import expect_writable, write_bytes

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.tournament import Tournament


FILES = ("out", "standings", "graph")


def _answer(asked: Asked) -> None:
    """Play the tournament, and write what is asked for."""
    given, played = asked.given, entrants(asked)
    files = {name: Path(given[name]) for name in FILES if given[name]}
    count = len(played["boards"].boards) if played else len(given["boards"]) + (given["random"] or given["top"] or 0)
    _expect_files(files, count)
    result = asked.answer(**played)
    with ExitStack() as afterwards:
        afterwards.callback(show, result, as_json=given["as_json"])  # files or not
        _write_files(result, files)


def _expect_files(files: dict[str, Path], boards: int) -> None:
    """Raise before anything is played, unless all files can be written."""
    if wants_picture():
        expect_drawable(boards)
    for name, path in files.items():
        expect_writable(path, {"out": ".parquet", "graph": ".dot"}.get(name, ""))


def _write_files(result: Tournament, files: dict[str, Path]) -> None:
    for name, path in files.items():
        if name == "out":
            from dicebingo.tournaments.parquet import write_parquet

            write_parquet(result, path)
        else:
            text = answer_csv(result, "standings") if name == "standings" else dot_text(result)
            write_bytes(path, text.encode())


command = question_command(
    "tournament",
    "tournament --random 30 --values 5..9 --seed 1",
    from_option,
    click.option("--out", metavar="FILE", help="Write one row per pair to a Parquet file, for --from."),
    click.option("--standings", metavar="FILE", help="Write the standings of all boards as CSV."),
    click.option("--graph", metavar="FILE", help="Write who beats whom as .dot, for Graphviz."),
    run_options,
    then=_answer,
)
