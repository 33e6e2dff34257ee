"""``dicebingo search`` where all boards are too many: the best known ones, by restarts, until the time is up."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.anytime import batches_for, pursue
from dicebingo.cli.options.common import echo_json, position_json, rules_json
from dicebingo.errors import InputError
from dicebingo.exact import decimal, number_json
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.render.text.parts import beside, board_text, table

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.searches.restarts import Annealing, KnownBoard, Tally
    from dicebingo.searches.space import Space

__all__ = ["search_by_restarts"]

DEFAULT_TOP = 5


def search_by_restarts(space: Space, options: dict[str, Any], as_json: bool) -> None:
    """Search until the time is up or the restarts are done; Ctrl-C ends it with what has been found."""
    from dicebingo.searches.restarts import Tally

    began = perf_counter()
    job = _job(space, options)
    tally = Tally(space, DEFAULT_TOP if options["top"] is None else options["top"])
    interrupted = pursue(job, options, lambda parts: map(tally.add, parts))
    best = tally.best()
    seconds = perf_counter() - began
    if as_json:
        echo_json(_json(job, tally, best, seconds))
    elif best:
        click.echo(_text(job, tally, best, seconds))
    else:
        click.echo("\nNo restart was finished.\n")
    if interrupted:
        click.get_current_context().exit(130)


def _job(space: Space, options: dict[str, Any]) -> Annealing:
    """Return the search that the options ask for."""
    from dicebingo.searches.restarts import Annealing

    for name in ("worst", "out"):
        if options[name]:
            raise InputError(
                f"expected a search of all boards for --{name}, got one by restarts of {space.total:,} boards"
            )
    seed = options["seed"] or 0
    return Annealing(space, seed, batches_for(options, Annealing(space, seed, 1).batch))


def _json(job: Annealing, tally: Tally, best: list[KnownBoard], seconds: float) -> dict[str, Any]:
    return {
        "rules": rules_json(job.space.rules),
        "total_boards": job.space.total,
        "status": "best known",
        "certified": False,
        "seed": job.seed,
        "restarts": tally.restarts,
        "looked_at": tally.looked_at,
        "best": [
            {
                "board": position_json(Position(known.board))["board"],
                "expected_rolls": number_json(known.expected_rolls),
                "orbit_size": known.orbit_size,
                "reached": known.reached,
            }
            for known in best
        ],
        "seconds": seconds,
    }


def _text(job: Annealing, tally: Tally, best: list[KnownBoard], seconds: float) -> str:
    first = best[0]
    facts = [
        f"expected rolls  {decimal(first.expected_rolls):.10f}",
        f"best known      of {job.space.total:,} boards; not proven",
        f"reached         by {first.reached:,} of {tally.restarts:,} restarts, seed {job.seed}",
        f"stands for      {first.orbit_size:,} boards",
    ]
    rows = [
        [str(i + 1), str(k.board), f"{decimal(k.expected_rolls):.10f}", f"{k.orbit_size:,}", f"{k.reached:,}"]
        for i, k in enumerate(best)
    ]
    parts = [str(job.space), beside(board_text(Position(first.board)), "\n".join(facts))]
    if not isinstance(first.expected_rolls, float):
        parts.append(f"expected rolls = {exact_text(first.expected_rolls)}")
    if len(best) > 1:
        parts.append(table(["", "best known boards", "expected rolls", "boards", "reached"], rows, left=[1]))
    parts.append(f"{tally.looked_at:,} boards looked at in {seconds:.1f} seconds")
    return "\n" + "\n\n".join(parts) + "\n"
