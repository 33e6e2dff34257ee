"""``dicebingo search``: the best of all boards."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.output import csv_option, json_option, plot_file_option, show
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import restarts_option, run_options, running, seconds_option
from dicebingo.cli.options.space import space_options
from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.running.files import expect_writable

SPACE = ("values", "contains", "fixed", "distinct")
SEARCH = ("top", "worst", "objective", "deadline", "tie_break", "seconds", "restarts", "seed")


@click.command("search", cls=Command)
@click.option("--top", type=whole, metavar="N", help="List the N best boards (default 1; 5 by restarts).")
@click.option("--worst", type=whole, default=0, metavar="N", help="List the N worst boards too.")
@click.option("--out", metavar="FILE", help="Write all essentially different boards to a Parquet file.")
@click.option("--certificate", metavar="FILE", help="Write a certificate that 'dicebingo verify' checks.")
@click.option("--objective", default="expected", metavar="NAME", help="expected, median, p90, variance or deadline.")
@click.option("--deadline", type=whole, metavar="K", help="The boards that most likely finish within K rolls.")
@click.option("--tie-break", default="smallest", metavar="RULE", help="For objectives other than expected.")
@seconds_option
@restarts_option
@click.option("--seed", type=whole, metavar="N", help="Seed of the restarts (default 0).")
@run_options
@rules_options
@space_options
@plot_file_option
@csv_option
@json_option
def command(rules: Rules, as_json: bool, certificate: str | None, out: str | None, **options: Any) -> None:
    """Evaluate all boards, up to symmetry, and prove which are the best.

    Objectives other than the expected number of rolls take longer and are proven only for small spaces; the output says
    which. Where there are too many boards, as for 4x4, the best ones that can be found are searched for by restarts of
    simulated annealing, until the time is up or Ctrl-C; nothing is proven then.

    Example: dicebingo search --values 5..9 --top 3 --certificate best.json
    """
    from dicebingo.proofs.certificate import search_certificate, write_certificate
    from dicebingo.render.text.proofs import certificate_text
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.export import export_parquet
    from dicebingo.searches.objectives import ObjectiveSearch
    from dicebingo.searches.restarts import RestartSearch
    from dicebingo.searches.search import search

    began = perf_counter()
    space = {name: options[name] for name in SPACE if options[name] is not None}
    for option, file in (("--certificate", certificate), ("--out", out)):
        if file is not None:
            _expect_all_boards(option, rules, space, options)
            expect_writable(
                Path(file), ".parquet" if option == "--out" else ""
            )  # before anything is computed that could not be kept
    written: dict[str, str | None] = {}

    def tell(found: SearchResult | ObjectiveSearch | RestartSearch) -> None:
        seconds = perf_counter() - began
        more: dict[str, Any] = {**written, "seconds": seconds}
        notes = [] if isinstance(found, ObjectiveSearch) else [f"{seconds:.1f} seconds"]
        if isinstance(found, SearchResult):
            notes[0] += f"; {certificate_text(written.get('certificate'))}"
            notes += [f"All boards are in {written['out']}."] if "out" in written else []
        show(found, *notes, as_json=as_json, more=more)

    with ExitStack() as afterwards, running({**options, "seconds": None}) as run:
        found = search(rules, **space, **{name: options[name] for name in SEARCH}, run=run)
        afterwards.callback(tell, found)  # also if a file cannot be written
        if isinstance(found, SearchResult):
            if certificate is not None:
                write_certificate(Path(certificate), search_certificate(found))
                written["certificate"] = certificate
            if out is not None:
                export_parquet(found.space, Path(out), run.within("out"))
                written["out"] = out


def _expect_all_boards(option: str, rules: Rules, space: dict[str, Any], options: dict[str, Any]) -> None:
    """Raise unless the search is one of all boards, by the expected number of rolls: only these write files."""
    from dicebingo.searches.all_boards import can_be_swept
    from dicebingo.searches.space import Constraints, Space

    by_restarts = any(options[name] is not None for name in ("seconds", "restarts", "seed"))
    others = options["objective"] != "expected" or options["deadline"] is not None or by_restarts
    if others or not can_be_swept(Space.of(rules, Constraints.parse(rules, **space))):
        raise InputError(f"expected a search of all boards for {option}, got one by restarts or for another objective")
