"""``dicebingo tournament``, ``rings`` and ``upsets``: compare many boards with each other."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import click
from click.core import ParameterSource

from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.inputs import Given
from dicebingo.cli.output import show, wants_picture
from dicebingo.cli.running import run_options
from dicebingo.errors import InputError, quote
from dicebingo.exact import nearest
from dicebingo.render.figures import expect_drawable
from dicebingo.render.writers.csv import answer_csv
from dicebingo.running.files import expect_writable, write_bytes

if TYPE_CHECKING:  # this module imports numba, which would delay --help
    from dicebingo.tournaments.tournament import Tournament


PLAYING = ("random", "top", "all", "search", "values", "seed", "game", "checkpoint", "workers", "address")
"""Options that do not apply to a tournament that has already been played."""

from_option = click.option("--from", "source", metavar="FILE", help="Read a tournament written by 'tournament --out'.")
search_option = click.option("--search", is_flag=True, help="Search all boards instead of the boards that you list.")


def stored_tournament(asked: Asked) -> Given:
    """Return the tournament in the file given by --from, if any, as the argument ``boards``.

    Raise an error if too few boards are given.
    """
    given = asked.given
    chosen = [name for name in ("random", "top", "all") if given[name] is not None and given[name] is not False]
    if given["source"] is not None:
        return {"boards": _read(Path(given["source"]), asked)}
    if given.get("search"):
        if given["boards"] or chosen:
            raise InputError("--search finds the boards itself; omit the boards, --random, --top and --all.")
    elif not chosen and len(given["boards"]) < 2 and not any(text.startswith("@") for text in given["boards"]):
        boards = "1 board" if given["boards"] else "0 boards"
        raise InputError(f"expected two or more boards, @FILE, --random, --top or --all, got {boards}")
    return {}


def _read(path: Path, asked: Asked) -> Tournament:
    """Return the tournament stored in a file, after checking that no other option contradicts it."""
    from dicebingo.tournaments.parquet import read_parquet

    context, default = click.get_current_context(), (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    options = {p.name: p for p in context.command.params if context.get_parameter_source(str(p.name)) not in default}
    useless = ["boards"] * bool(asked.given["boards"]) + [o.opts[0] for name, o in options.items() if name in PLAYING]
    if useless:
        raise InputError(f"--from reads a finished tournament; omit {useless[0]}.")
    played, rules, tie_break = read_parquet(path), rules_of(asked.given), asked.given["tie_break"]
    if options.keys() & {"rules", "layout", "dice", "marking"} and rules != played.rules:
        raise InputError(f"expected a tournament under the rules {rules}, got {played.rules} in {quote(path)}")
    if "tie_break" in options and tie_break != played.tie_break:
        raise InputError(f"expected a tournament with tie-break {tie_break}, got {played.tie_break} in {quote(path)}")
    return played


FILES = {"out": ".parquet", "standings": ".csv", "graph": ".dot"}
"""The options that write files, each with the extension of its file."""


def _tournament(asked: Asked) -> None:
    """Play the tournament, and write the requested files."""
    given, played = asked.given, stored_tournament(asked)
    files = {name: Path(given[name]) for name in FILES if given[name]}
    count = len(played["boards"].boards) if played else len(given["boards"]) + (given["random"] or given["top"] or 0)
    _expect_files(files, count)
    result = asked.answer(**played)
    with ExitStack() as afterwards:
        afterwards.callback(show, result, as_json=given["as_json"])  # print the answer even if a file cannot be written
        _write_files(result, files)


def _expect_files(files: dict[str, Path], boards: int) -> None:
    """Before anything is played, raise an error unless all files can be written."""
    if wants_picture():
        expect_drawable(boards)
    for name, path in files.items():
        expect_writable(path, FILES[name])


def _write_files(result: Tournament, files: dict[str, Path]) -> None:
    for name, path in files.items():
        if name == "out":
            from dicebingo.tournaments.parquet import write_parquet

            write_parquet(result, path)
        else:
            text = answer_csv(result, "standings") if name == "standings" else dot_text(result)
            write_bytes(path, text.encode())


def dot_text(result: Tournament) -> str:
    """Return the graph of wins in the DOT language, with margins in points."""
    first, second = (result.sign > 0).nonzero()
    margins = zip(first.tolist(), second.tolist(), result.margins[first, second].tolist(), strict=True)
    nodes = "".join(f"  b{i} [label={quoteattr(str(board))}];\n" for i, board in enumerate(result.boards))
    edges = "".join(f'  b{i} -> b{j} [label="{nearest(100 * margin, 2)}"];\n' for i, j, margin in margins)
    return f"digraph beats {{\n{nodes}{edges}}}\n"


tournament = question_command(
    "tournament",
    "tournament --random 30 --values 5..9 --seed 1",
    from_option,
    click.option("--out", metavar="FILE", help="Write one row per pair to a Parquet file that --from can read."),
    click.option("--standings", metavar="FILE", help="Write the standings of all boards as CSV."),
    click.option("--graph", metavar="FILE", help="Write the graph of who beats whom to a .dot file for Graphviz."),
    run_options,
    then=_tournament,
)


def _find(asked: Asked) -> None:
    """Find rings or upsets, among given boards or by a search."""
    show(asked.answer(**stored_tournament(asked)), as_json=asked.given["as_json"])


rings = question_command(
    "rings", "rings --random 100 --values 5..9 --seed 1", search_option, from_option, run_options, then=_find
)
upsets = question_command(
    "upsets", "upsets --random 100 --values 5..9 --seed 1", search_option, from_option, run_options, then=_find
)
