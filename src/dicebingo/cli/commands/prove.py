"""``dicebingo prove``: no board is better than the best known one, by branch and bound."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.common import echo_json, json_option, rules_json, rules_options, single_position
from dicebingo.exact import decimal, number_json
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.text.parts import beside, board_text, table
from dicebingo.running.files import expect_writable, write_bytes
from dicebingo.running.shards import cluster

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.proofs.proof import Proof

__all__ = ["command"]

SHORT = 60


@click.command("prove")
@click.option(
    "--distinct-values", "distinct", type=int, metavar="D", help="Only boards with exactly D different values."
)
@click.option("--upper", metavar="BOARD", help="The best known board; otherwise a recorded one or a quick descent.")
@click.option(
    "--lemma/--no-lemma",
    default=None,
    help="Look at the most probable values only: proves the value, but not which boards have it. For large rules only.",
)
@click.option(
    "--certificate",
    "file",
    default="dicebingo-proof.json",
    show_default=True,
    metavar="FILE",
    help="Where to write the certificate.",
)
@click.option("--checkpoint", metavar="DIR", help="Keep finished pieces of work in DIR, and go on from those there.")
@click.option("--workers", type=int, metavar="N", help="Run on N worker processes of a local dask cluster.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster of this scheduler.")
@rules_options
@json_option
def command(rules: Rules, as_json: bool, distinct: int | None, lemma: bool | None, **options: Any) -> None:
    """Prove that no board takes fewer rolls than the best known one, without looking at every board.

    Lower bounds for multisets of values and for boards that are partly placed exclude nearly everything; what is left
    is solved exactly. Interrupted, it says what is proven so far. Writes a certificate that "dicebingo verify" checks.

    Example: dicebingo prove --rules knuth
    """
    from dicebingo.proofs.proof_certificate import proof_certificate
    from dicebingo.proofs.prove import Prover

    began = time.perf_counter()
    expect_writable(Path(options["file"]))  # before anything is computed that could not be kept
    upper = single_position(options["upper"], rules).board if options["upper"] else None
    checkpoint = Path(options["checkpoint"]) if options["checkpoint"] else None
    prover = Prover(rules, upper=upper, distinct=distinct, lemma=lemma)
    try:
        with cluster(options["address"], options["workers"]) as client, _watched() as tell:
            prover.run(checkpoint=checkpoint, client=client, progress=tell)
    except KeyboardInterrupt:
        _print(prover.proof, time.perf_counter() - began, None, as_json)
        raise
    write_bytes(Path(options["file"]), json.dumps(proof_certificate(prover.proof), indent=1).encode() + b"\n")
    _print(prover.proof, time.perf_counter() - began, options["file"], as_json)


def _print(proof: Proof, seconds: float, file: str | None, as_json: bool) -> None:
    if as_json:
        echo_json(_json(proof, seconds, file))
    else:
        click.echo(_text(proof, seconds, file))


@contextmanager
def _watched() -> Iterator[Callable[[Proof], None] | None]:
    """Yield a function that shows what is proven so far on standard error, where a person is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    began = time.perf_counter()
    with Console(stderr=True).status("bounding multisets") as status:

        def tell(proof: Proof) -> None:
            seconds = time.perf_counter() - began
            rest = ""
            if proof.left is not None and proof.bounds:
                rest = f", about {_duration(proof.left * seconds / proof.bounds)} left in this round"
            bracket = f"{proof.lower:.6f} <= V <= {decimal(proof.value):.6f}"
            status.update(f"{bracket}; {proof.stage}, {proof.bounds:,} bounds{rest}")

        yield tell


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _json(proof: Proof, seconds: float, file: str | None) -> dict[str, Any]:
    from dicebingo.proofs.proof_certificate import board_json

    return {
        "rules": rules_json(proof.rules),
        "distinct_values": proof.distinct,
        "complete": proof.complete,
        "lemma": proof.lemma,
        "lower": {"exact": None, "decimal": proof.lower},
        "upper": number_json(proof.value),
        "board": board_json(proof.upper),
        "best": [board_json(board) for board in proof.best],
        "unique": proof.unique,
        "cases": [
            {
                "distinct_values": case.distinct,
                "multisets": case.multisets,
                "excluded": case.excluded,
                "bounds": case.bounds,
                "lower": {"exact": None, "decimal": case.lower},
                "closed": case.closed,
            }
            for case in proof.cases
        ],
        "states": proof.states,
        "bounds": proof.bounds,
        "bounds_left": proof.left,
        "certificate": file,
        "seconds": seconds,
    }


def _text(proof: Proof, seconds: float, file: str | None) -> str:
    value = decimal(proof.value)
    fraction = f" = {exact_text(proof.value)}"
    facts = [
        f"expected rolls   {value:.10g}{fraction if len(fraction) <= SHORT else ''}",
        *_claim(proof),
        f"bounds           {proof.bounds:,}, and {proof.states:,} states of the multiset bound",
    ]
    if not proof.complete and proof.left is not None:
        facts.append(f"left             about {proof.left:,} bounds in this round ({proof.stage})")
    rows = [
        [
            str(case.distinct),
            f"{case.multisets:,}",
            f"{case.excluded:,}",
            f"{case.bounds:,}",
            f"{case.lower:.10f}",
            "yes" if case.closed else "",
        ]
        for case in proof.cases
    ]
    headers = ["different values", "multisets", "excluded at once", "bounds", "proven lower bound", "closed"]
    parts = [str(proof.rules), beside(board_text(Position(proof.upper)), "\n".join(facts)), table(headers, rows)]
    if len(proof.best) > 1:
        parts.append("as good\n" + "\n".join(f"  {board}" for board in proof.best[1:]))
    parts.append(f"{seconds:.1f} seconds" + (f"; certificate in {file}" if file else ""))
    return "\n" + "\n\n".join(parts) + "\n"


def _claim(proof: Proof) -> list[str]:
    """Return what is proven, in words."""
    among = "" if proof.distinct is None else f" with exactly {proof.distinct} different values"
    if not proof.complete and proof.distinct is None:
        return [
            "best known       not proven: the least V of all boards is in the bracket",
            f"bracket          {proof.lower:.10f} <= V <= {decimal(proof.value):.10f}",
        ]
    if not proof.complete:  # the best known board may have another number of different values
        return [f"proven so far    every board{among} takes at least {proof.lower:.10f} rolls"]
    if proof.distinct is not None and not proof.best:
        return [f"proven           no board{among} takes as few rolls as this one"]
    if proof.unique:
        return [f"proven           the only best board{among}, up to symmetry and equally likely values"]
    if proof.lemma:
        return [f"proven           no board{among} takes fewer rolls (there may be others as good)"]
    return [f"proven           no board{among} takes fewer rolls; {len(proof.best) - 1:,} others as good are listed"]
