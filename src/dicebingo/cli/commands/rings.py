"""``dicebingo rings``: rings of boards each of which beats the next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.commands.tournament import play_out
from dicebingo.cli.options.common import echo_json, json_option, latex_option, position_json, rules_json, wants_latex
from dicebingo.cli.options.entrants import entrants_options
from dicebingo.cli.options.notion import how_json, how_text
from dicebingo.cli.options.set_search import (
    Pursuit,
    exit_if_interrupted,
    expect_search,
    make_quest,
    pursue_quest,
    quest_options,
)
from dicebingo.errors import InputError
from dicebingo.exact import decimal, number_json
from dicebingo.model.board import Board, Position
from dicebingo.render.svg.ring import ring_svg
from dicebingo.render.text.parts import percent, table
from dicebingo.running.files import expect_writable, write_bytes
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.rings import Ring

__all__ = ["command"]

MAX_LISTED = 1_000


@click.command("rings")
@entrants_options
@click.option("--length", type=int, default=3, show_default=True, metavar="K", help="Rings of K boards.")
@click.option("--most", type=int, default=3, show_default=True, metavar="N", help="List the N best rings.")
@click.option("--draw", metavar="FILE", help="Draw the best ring as an .svg picture.")
@quest_options
@latex_option
@json_option
def command(
    boards: list[tuple[str, Board]], tie: TieBreak, length: int, most: int, as_json: bool, **options: Any
) -> None:
    """Find rings of boards: each beats the next, and the last the first, by as much as possible.

    A ring counts by its weakest link. Rings are looked for among given boards, or with --search among all boards,
    until the time is up or Ctrl-C. Every ring that is reported is certified exactly.

    Example: dicebingo rings --random 100 --values 5..9 --seed 1
    """
    from dicebingo.tournaments.rings import expect_length

    expect_search(options)
    if not 1 <= most <= MAX_LISTED:
        raise InputError(f"expected to list 1 to {MAX_LISTED} rings, got {most}")
    expect_length(length)
    if options["draw"]:
        expect_writable(Path(options["draw"]))
    find = _search if options["search"] else _among
    rings, head, title, pursuit = find(boards, tie, length, most, options)
    names = {board: name for name, board in boards}
    if options["draw"] and rings:
        drawn = ring_svg(rings[0].boards, rings[0].links, [_name(names, rings[0], i) for i in range(length)])
        write_bytes(Path(options["draw"]), drawn.encode())
    if wants_latex():
        from dicebingo.render.latex.answers import rings_latex

        click.echo(rings_latex(rings, [[_name(names, ring, i) for i in range(length)] for ring in rings]))
    elif as_json:
        echo_json({**head, "rings": [_json(ring) for ring in rings]})
    else:
        click.echo(f"\n{title}\n")
        for ring in rings:
            click.echo(_text(ring, names) + "\n")
        if not rings:
            click.echo("There is no such ring.\n" if pursuit is None else "No ring was found.\n")
    if pursuit:
        exit_if_interrupted(pursuit)


Found = tuple[list["Ring"], dict[str, Any], str, Pursuit | None]
"""Rings, the beginning of the JSON object, the title, and the search, if there was one."""


def _among(boards: list[tuple[str, Board]], tie: TieBreak, length: int, most: int, options: dict[str, Any]) -> Found:
    """Return the best rings of a tournament."""
    from dicebingo.tournaments.rings import best_rings, count_rings

    result = play_out([board for _, board in boards], tie, options)
    count = count_rings(result) if length == 3 else None
    rules = boards[0][1].rules
    found = f"rings of {length}" if count is None else f"{count:,} {'ring' if count == 1 else 'rings'} of three"
    title = f"{rules}, {how_text(tie, options['notion'])}, {len(boards)} boards: {found}"
    head = {"rules": rules_json(rules), **how_json(tie, options["notion"]), "length": length, "count": count}
    return best_rings(result, length, most), head, title, None


def _search(_: list[tuple[str, Board]], tie: TieBreak, length: int, most: int, options: dict[str, Any]) -> Found:
    """Return the best rings that a search among all boards finds."""
    from dicebingo.tournaments.rings import certify

    quest = make_quest("ring", length, tie, options)
    pursuit = pursue_quest(quest, most, options)
    certified = [certify(boards, tie, quest.notion) for boards in pursuit.found]
    rings = sorted((r for r in certified if r.smallest_margin > 0), key=lambda ring: -ring.smallest_margin)
    how = how_text(tie, quest.notion)
    title = f"{quest.rules}, {how}, {pursuit.restarts:,} restarts: the best rings of {length} found"
    head = {"rules": rules_json(quest.rules), **how_json(tie, options["notion"]), "length": length, "count": None}
    searched = {"seed": quest.seed, "restarts": pursuit.restarts, "status": "best found"}
    return rings, {**head, **searched}, title, pursuit


def _name(names: dict[Board, str], ring: Ring, place: int) -> str:
    """Return what a board of a ring is called: its name, or a letter."""
    return names.get(ring.boards[place], chr(ord("A") + place))


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
        verb = "surely beats" if link.sure else "beats"
        rows.append(
            [
                _name(names, ring, i),
                str(board),
                f"{verb} {_name(names, ring, (i + 1) % len(ring.boards))}",
                percent(link.win),
                percent(link.lose),
                percent(link.tie),
                f"{100 * decimal(link.margin):.3f}",
            ]
        )
    title = f"smallest margin {100 * decimal(ring.smallest_margin):.3f} points"
    return f"{title}\n\n" + table(["", "", "", "wins", "loses", "tie", "margin"], rows, left=[0, 1, 2])
