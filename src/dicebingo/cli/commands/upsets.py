"""``dicebingo upsets``: boards that need more rolls alone and are favoured all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.commands.tournament import play_out
from dicebingo.cli.options.common import echo_json, json_option, position_json, rules_json
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
from dicebingo.model.rules import Rules
from dicebingo.render.text.parts import percent, table
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.set_search import Aim
    from dicebingo.tournaments.upsets import Upset

__all__ = ["command"]

MAX_LISTED = 1_000


def _parse_aim(_context: click.Context, _parameter: click.Parameter, text: str) -> Aim:
    """Parse --by before any board is looked for."""
    from dicebingo.tournaments.set_search import Aim

    return Aim.parse(text)


@click.command("upsets")
@entrants_options
@click.option(
    "--by",
    default="margin",
    callback=_parse_aim,
    show_default=True,
    metavar="margin|handicap",
    help="Which upsets come first.",
)
@click.option("--most", type=int, default=5, show_default=True, metavar="N", help="List the N largest upsets.")
@quest_options
@json_option
def command(boards: list[tuple[str, Board]], tie: TieBreak, most: int, as_json: bool, **options: Any) -> None:
    """Find pairs of boards of which the slower one, alone, is favoured in play against the faster one.

    The handicap is how many rolls more the slower board needs alone. Pairs are looked for among given boards, or with
    --search among all boards, until the time is up or Ctrl-C. Every pair that is reported is certified exactly.

    Example: dicebingo upsets --random 100 --values 5..9 --seed 1
    """
    expect_search(options)
    by: Aim = options["by"]
    if not 1 <= most <= MAX_LISTED:
        raise InputError(f"expected to list 1 to {MAX_LISTED} upsets, got {most}")
    found, count, pursuit = (_search if options["search"] else _among)(boards, tie, most, options)
    rules: Rules = options["rules"] if options["search"] else boards[0][1].rules
    if as_json:
        head = {"rules": rules_json(rules), **how_json(tie, options["notion"])}
        searched = {"seed": options["seed"], "restarts": pursuit.restarts, "status": "best found"} if pursuit else {}
        echo_json({**head, "by": by.value, "count": count, **searched, "upsets": [_json(upset) for upset in found]})
    else:
        upsets = "upset" if count == 1 else "upsets"
        what = f"{count:,} {upsets} among {len(boards)} boards" if pursuit is None else f"{pursuit.restarts:,} restarts"
        click.echo(f"\n{rules}, {how_text(tie, options['notion'])}: {what}, by {by}\n")
        click.echo(_text(found) if found else "There is none." if pursuit is None else "None was found.")
        click.echo("")
    if pursuit:
        exit_if_interrupted(pursuit)


Found = tuple[list["Upset"], int | None, Pursuit | None]


def _among(boards: list[tuple[str, Board]], tie: TieBreak, most: int, options: dict[str, Any]) -> Found:
    """Return the largest upsets of a tournament, and how many there are."""
    from dicebingo.tournaments.upsets import best_upsets

    result = play_out([board for _, board in boards], tie, options)
    return *best_upsets(result, options["by"], most), None


def _search(_: list[tuple[str, Board]], tie: TieBreak, most: int, options: dict[str, Any]) -> Found:
    """Return the largest upsets that a search among all boards finds."""
    from dicebingo.tournaments.upsets import certify_upset

    quest = make_quest(options["by"], 2, tie, options)
    pursuit = pursue_quest(quest, most, options)
    certified = [certify_upset(slower, faster, tie, quest.notion) for slower, faster in pursuit.found]
    upsets = [upset for upset in certified if upset.link.margin > 0 and upset.handicap > 0]
    return sorted(upsets, key=lambda upset: -upset.size(options["by"])), None, pursuit


def _json(upset: Upset) -> dict[str, Any]:
    link = upset.link
    return {
        "slower": position_json(Position(upset.slower))["board"],
        "faster": position_json(Position(upset.faster))["board"],
        "expected_rolls": [number_json(rolls) for rolls in upset.rolls],
        "handicap": number_json(upset.handicap),
        "outcomes": {"win": number_json(link.win), "lose": number_json(link.lose), "tie": number_json(link.tie)},
        "margin": number_json(link.margin),
        "sure": link.sure,
    }


def _text(upsets: list[Upset]) -> str:
    rows = [
        [
            str(upset.slower),
            f"{'surely beats' if upset.link.sure else 'beats'} {upset.faster}",
            *(f"{decimal(rolls):.4f}" for rolls in upset.rolls),
            f"{decimal(upset.handicap):.4f}",
            percent(upset.link.win),
            percent(upset.link.lose),
            f"{100 * decimal(upset.link.margin):.3f}",
        ]
        for upset in upsets
    ]
    headers = ["slower board", "", "V slower", "V faster", "handicap", "wins", "loses", "margin"]
    return table(headers, rows, left=[0, 1])
