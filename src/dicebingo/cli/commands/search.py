"""``dicebingo search``: the best of all boards, certified."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.commands.search_by_restarts import search_by_restarts
from dicebingo.cli.options.common import echo_json, json_option, position_json, rules_json, rules_options
from dicebingo.cli.options.progress import progress_bar
from dicebingo.cli.options.space import space_options
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import decimal, number_json
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.render.text.parts import beside, board_text, table
from dicebingo.running.files import expect_writable, write_bytes
from dicebingo.running.shards import cluster
from dicebingo.searches.space import Space
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.searches.all_boards import Found, SearchResult
    from dicebingo.searches.objectives import Objective

__all__ = ["command"]

SHORT = 40


@click.command("search")
@click.option("--top", type=int, metavar="N", help="List the N best boards (1 if not given; 5 by restarts).")
@click.option("--worst", type=int, default=0, metavar="N", help="List the N worst boards, too.")
@click.option("--out", metavar="FILE", help="Write all essentially different boards to a Parquet file.")
@click.option(
    "--certificate",
    "proof",
    default="dicebingo-certificate.json",
    show_default=True,
    metavar="FILE",
    help="Where to write the certificate.",
)
@click.option("--objective", default="expected", metavar="NAME", help="expected, median, p90 or variance.")
@click.option("--tie-break", default="smallest", metavar="RULE", help="For other objectives than expected.")
@click.option("--seconds", type=float, metavar="S", help="Search by restarts for about S seconds (60 if not given).")
@click.option("--restarts", type=int, metavar="N", help="Search by N restarts, whatever time they take.")
@click.option("--seed", type=int, metavar="N", help="Random numbers of the restarts (0 if not given).")
@click.option("--checkpoint", metavar="DIR", help="Keep finished shards in DIR, and go on from those there.")
@click.option("--workers", type=int, metavar="N", help="Run on N worker processes of a local dask cluster.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster of this scheduler.")
@rules_options
@space_options
@json_option
def command(space: Space, as_json: bool, objective: str, tie_break: str, **options: Any) -> None:
    """Evaluate every board, up to symmetry, and prove which are the best.

    Writes a certificate that "dicebingo verify" checks. Other objectives than the expected number of rolls take longer
    and are proven only for small spaces; the output says which. Where boards are too many, as for 4x4, the best known
    ones are searched for by restarts of simulated annealing, until the time is up or Ctrl-C; nothing is proven then.

    Example: dicebingo search --values 5..9 --top 3
    """
    from dicebingo.proofs.search_certificate import certificate
    from dicebingo.searches.all_boards import search_boards
    from dicebingo.searches.objectives import Objective

    began = time.perf_counter()
    checkpoint = Path(options["checkpoint"]) if options["checkpoint"] else None
    if (goal := Objective.parse(objective)) is not Objective.EXPECTED:
        _other_objective(space, goal, TieBreak.parse(tie_break), checkpoint, {**options, "top": _top(options)}, as_json)
        return
    if (shards := _sweep_shards(space, options)) is None:
        search_by_restarts(space, options, as_json)
        return
    for name in ("proof", "out"):
        if options[name]:
            expect_writable(Path(options[name]))  # before anything is computed that could not be kept
    with cluster(options["address"], options["workers"]) as client, progress_bar("all boards", shards) as advance:
        result = search_boards(
            space, best=_top(options), worst=options["worst"], checkpoint=checkpoint, client=client, progress=advance
        )
    claim = certificate(result)
    write_bytes(Path(options["proof"]), json.dumps(claim, indent=1).encode() + b"\n")
    if options["out"]:
        from dicebingo.searches.export import export_parquet

        with progress_bar("writing", shards) as advance:
            export_parquet(space, Path(options["out"]), advance)
    seconds = time.perf_counter() - began
    if as_json:
        echo_json(_json(result, seconds, options))
    else:
        click.echo(_text(result, seconds, options))


def _top(options: dict[str, Any]) -> int:
    return 1 if options["top"] is None else options["top"]


def _asks_for_restarts(options: dict[str, Any]) -> bool:
    return any(options[name] is not None for name in ("seconds", "restarts", "seed"))


def _sweep_shards(space: Space, options: dict[str, Any]) -> int | None:
    """Return how many shards a sweep of all boards has; None where they are too many, or restarts were asked for."""
    from dicebingo.searches.all_boards import SearchJob

    if _asks_for_restarts(options):
        return None
    try:
        return SearchJob(space, 1, 0).shards()
    except TooLarge:
        return None


def _other_objective(
    space: Space, goal: Objective, tie: TieBreak, checkpoint: Path | None, options: dict[str, Any], as_json: bool
) -> None:
    from dicebingo.searches.objectives import ObjectiveJob, search_objective

    if options["worst"] or options["out"] or _asks_for_restarts(options):
        raise InputError(f"expected --objective {goal} without --worst, --out, --seconds, --restarts and --seed")
    began = time.perf_counter()
    shards = ObjectiveJob(space, goal, tie, 1).shards()
    with cluster(options["address"], options["workers"]) as client, progress_bar("all boards", shards) as advance:
        result = search_objective(
            space,
            goal,
            tie_break=tie,
            best=options["top"],
            checkpoint=checkpoint,
            client=client,
            progress=advance,
        )
    if as_json:
        echo_json(
            {
                "rules": rules_json(space.rules),
                "objective": goal.value,
                "tie_break": tie.value,
                "total_boards": space.total,
                "evaluated": result.evaluated,
                "best": [
                    {
                        "board": position_json(Position(scored.board))["board"],
                        "objective": number_json(scored.objective),
                        "expected_rolls": number_json(scored.expected_rolls),
                        "orbit_size": scored.boards,
                    }
                    for scored in result.best
                ],
                "certified": result.proven,
                "seconds": time.perf_counter() - began,
            }
        )
        return
    rows = [
        [
            str(i + 1),
            str(scored.board),
            f"{decimal(scored.objective):.10g}",
            f"{decimal(scored.expected_rolls):.10g}",
            str(scored.boards),
        ]
        for i, scored in enumerate(result.best)
    ]
    status = "proven" if result.proven else "best found: ranked in float64, those listed are exact"
    heading = f"{space}; tie-break {tie}; {result.evaluated:,} boards ({status})"
    headers = ["", f"smallest {goal}", goal.value, "expected rolls", "boards"]
    click.echo(f"\n{heading}\n\n" + table(headers, rows, left=[1]) + "\n")


def _json(result: SearchResult, seconds: float, options: dict[str, Any]) -> dict[str, Any]:
    from dicebingo.proofs.search_certificate import found_json

    return {
        "rules": rules_json(result.space.rules),
        "total_boards": result.total_boards,
        "evaluated": result.evaluated,
        "best": [found_json(found) for found in result.best],
        "worst": [found_json(found) for found in result.worst],
        "runner_up": found_json(result.runner_up) if result.runner_up else None,
        "unique": result.unique,
        "mean": {"exact": None, "decimal": result.mean},
        "certified": True,
        "relative_error_bound": result.error_bound,
        "certificate": options["proof"],
        "out": options["out"],
        "seconds": seconds,
    }


def _text(result: SearchResult, seconds: float, options: dict[str, Any]) -> str:
    best = result.best[0]
    fraction = f" = {exact_text(best.expected_rolls)}"
    if len(fraction) > SHORT:
        fraction = f"\n                   {fraction}"
    ties = sum(found.expected_rolls == best.expected_rolls for found in result.best)
    others = "" if result.unique else f", with {ties - 1:,} other{'s' * (ties > 2)} as good"
    facts = [
        f"expected rolls      {decimal(best.expected_rolls):.10g}{fraction}",
        f"proven              the {'only ' if result.unique else ''}best of {result.total_boards:,} boards{others}",
        f"                    ({result.evaluated:,} essentially different; this one stands for {best.orbit_size:,})",
    ]
    if result.runner_up:
        gap = result.runner_up.expected_rolls - best.expected_rolls
        next_best = decimal(result.runner_up.expected_rolls)
        facts.append(f"runner-up           {next_best:.10g}, worse by {decimal(gap):.3g}")
    facts.append(f"mean of all boards  {result.mean:.10g}")
    parts = [str(result.space), beside(board_text(Position(best.board)), "\n".join(facts))]
    if _top(options) > 1:  # equally good ones beyond that are in JSON and in the certificate
        parts.append(_list_text("best boards", result.best[: options["top"]]))
    if result.worst:
        parts.append(_list_text("worst boards", result.worst))
    parts.append(f"{seconds:.1f} seconds; certificate in {options['proof']}")
    if options["out"]:
        parts.append(f"All boards are in {options['out']}.")
    return "\n" + "\n\n".join(parts) + "\n"


def _list_text(title: str, boards: tuple[Found, ...]) -> str:
    rolls = [f"{decimal(found.expected_rolls):.12f}" for found in boards]
    rows = [[str(i + 1), str(found.board), rolls[i], f"{found.orbit_size:,}"] for i, found in enumerate(boards)]
    return table(["", title, "expected rolls", "boards"], rows, left=[1])
