"""``dicebingo cycles``: rings of boards each of which beats the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.entrants import entrants_options
from dicebingo.cli.options import echo_json, json_option, position_json, rules_json
from dicebingo.cli.tournament import play_out
from dicebingo.errors import InputError
from dicebingo.exact import decimal, number_json
from dicebingo.model.board import Board, Position
from dicebingo.render.text import percent, table
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournament.cycles import Ring

__all__ = ["command"]

MAX_LISTED = 1_000


@click.command("cycles")
@entrants_options
@click.option("--length", type=int, default=3, show_default=True, metavar="K", help="Rings of K boards.")
@click.option("--most", type=int, default=3, show_default=True, metavar="N", help="List the N best rings of three.")
@json_option
def command(
    boards: list[tuple[str, Board]], tie: TieBreak, length: int, most: int, as_json: bool, **options: Any
) -> None:
    """Find the rings among boards: each beats the next, and the last the first, by as much as possible.

    A ring counts by its weakest link. Every ring that is reported is certified exactly.

    Example: dicebingo cycles --random 100 --values 5..9 --seed 1
    """
    from dicebingo.tournament.cycles import best_rings, count_rings, expect_length

    if not 1 <= most <= MAX_LISTED:
        raise InputError(f"expected to list 1 to {MAX_LISTED} rings, got {most}")
    expect_length(length)
    result = play_out([board for _, board in boards], tie, options)
    rings = best_rings(result, length, most)
    count = count_rings(result) if length == 3 else None
    if as_json:
        head = {"rules": rules_json(boards[0][1].rules), "tie_break": tie.value, "length": length, "count": count}
        echo_json({**head, "cycles": [_json(ring) for ring in rings]})
        return
    names = {board: name for name, board in boards}
    found = f"rings of {length}" if count is None else f"{count:,} {'ring' if count == 1 else 'rings'} of three"
    click.echo(f"\n{boards[0][1].rules}, tie-break {tie}, {len(boards)} boards: {found}\n")
    for ring in rings:
        click.echo(_text(ring, names) + "\n")
    if not rings:
        click.echo("There is no such ring.\n")


def _json(ring: Ring) -> dict[str, Any]:
    return {
        "boards": [position_json(Position(board))["board"] for board in ring.boards],
        "links": [
            {
                "win": number_json(link.win),
                "lose": number_json(link.lose),
                "tie": number_json(link.tie),
                "sure": link.sure,
            }
            for link in ring.links
        ],
        "smallest_margin": number_json(ring.smallest_margin),
        "sure": ring.sure,
    }


def _text(ring: Ring, names: dict[Board, str]) -> str:
    rows = []
    for i, (board, link) in enumerate(zip(ring.boards, ring.links, strict=True)):
        after = ring.boards[(i + 1) % len(ring.boards)]
        verb = "surely beats" if link.sure else "beats"
        rows.append(
            [
                names[board],
                str(board),
                f"{verb} {names[after]}",
                percent(link.win),
                percent(link.lose),
                percent(link.tie),
                f"{100 * decimal(link.margin):.3f}",
            ]
        )
    title = f"smallest margin {100 * decimal(ring.smallest_margin):.3f} points"
    return f"{title}\n\n" + table(["", "", "", "wins", "loses", "tie", "margin"], rows, left=[0, 1, 2])
