"""``dicebingo search``: find the best of all boards."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import click

from dicebingo.answer import Answer
from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.inputs import Given
from dicebingo.cli.output import show
from dicebingo.cli.running import certificate_option, run_options
from dicebingo.errors import InputError
from dicebingo.json_form import JsonObject
from dicebingo.running.files import expect_writable
from dicebingo.running.run import Run

SPACE = ("values", "contains", "fix", "distinct")


def _answer(asked: Asked) -> None:
    """Run the search, and write the requested files."""
    from dicebingo.proofs.cards import expect_no_files
    from dicebingo.proofs.certificate import search_certificate, write_certificate
    from dicebingo.render.documents.proofs import certificate_text
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.export import export_parquet
    from dicebingo.searches.objectives import ObjectiveSearch

    began = perf_counter()
    certificate, out = asked.given["certificate"], asked.given["out"]
    expect_no_files(rules_of(asked.given), certificate=certificate, out=out)
    for option, file, suffix in (("--certificate", certificate, ".json"), ("--out", out, ".parquet")):
        if file is not None:
            _expect_all_boards(option, asked.given)
            expect_writable(Path(file), suffix)  # fail now, not after a long search
    written: dict[str, str | None] = {}

    def print_answer(found: Answer) -> None:
        seconds = perf_counter() - began
        more: JsonObject = {**written, "seconds": seconds}
        notes = [] if isinstance(found, ObjectiveSearch) else [f"{seconds:.1f} seconds"]
        if isinstance(found, SearchResult):
            if not found.space.rules.is_full_card:
                notes[0] += f"; {certificate_text(written.get('certificate'))}"
            notes += [f"The table of all boards is in {written['out']}."] if "out" in written else []
        show(found, *notes, as_json=asked.given["as_json"], more=more)

    with ExitStack() as afterwards, asked.running() as run:
        found = asked.ask(run)
        afterwards.callback(print_answer, found)  # print the answer even if a file cannot be written
        if isinstance(found, SearchResult):
            if certificate is not None:
                write_certificate(Path(certificate), search_certificate(found))
                written["certificate"] = certificate
            if out is not None:
                export_parquet(found.space, Path(out), Run.of(run).within("out"))
                written["out"] = out


def _expect_all_boards(option: str, given: Given) -> None:
    """Raise an error unless all boards are searched for the fewest expected rolls; no other search writes files."""
    from dicebingo.searches.all_boards import can_be_swept
    from dicebingo.searches.space import Constraints, Space

    rules, space = rules_of(given), [given[name] for name in SPACE]
    others = given["objective"] != "expected" or any(
        given[name] is not None for name in ("deadline", "seconds", "restarts", "seed")
    )
    chosen = Constraints.parse(rules, space[0], space[1] or (), space[2] or (), space[3])
    if others or not can_be_swept(Space.of(rules, chosen)):
        raise InputError(f"{option} needs a search of all boards for the fewest expected rolls, without restarts.")


command = question_command(
    "search",
    "search --values 5..9 --top 3 --certificate best.json",
    click.option("--out", metavar="FILE", help="Write all essentially different boards to a Parquet file."),
    certificate_option,
    run_options,
    then=_answer,
)
