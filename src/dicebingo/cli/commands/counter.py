"""``dicebingo counter``: the board that beats a given one by most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.common import (
    echo_json,
    json_option,
    position_json,
    rules_json,
    rules_options,
    single_position,
)
from dicebingo.cli.options.entrants import unmarked
from dicebingo.cli.options.notion import how_json, how_text, notion_option
from dicebingo.cli.options.progress import progress_bar
from dicebingo.cli.options.space import parse_values
from dicebingo.exact import decimal, number_json
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.render.text.parts import percent, table
from dicebingo.running.shards import cluster
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.mixture import Question, Reply

__all__ = ["command"]

FEW_BOARDS = 100_000
"""So many boards are all tried without being asked to."""


@click.command("counter")
@click.argument("text", metavar="BOARD")
@click.option("--values", metavar="VALUES", help="Only boards with these values, such as 6,7,8 or 5..9.")
@click.option("--prove", is_flag=True, help="Try all boards, however many; few are tried anyway.")
@click.option("--restarts", type=int, default=60, show_default=True, metavar="N", help="Climb from N random boards.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Seed of the random boards.")
@click.option("--tie-break", default="smallest", show_default=True, metavar="RULE", help="smallest, largest or random.")
@click.option("--checkpoint", metavar="DIR", help="Keep finished shards in DIR, and go on from those there.")
@click.option("--workers", type=int, metavar="N", help="Run on N worker processes of a local dask cluster.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster of this scheduler.")
@notion_option
@rules_options
@json_option
def command(text: str, rules: Rules, as_json: bool, **options: Any) -> None:
    """Find the board that beats a given one by most.

    The search climbs from many boards, and tries all changes of one and two cells of the best. Where there are few
    boards, as with three --values, it tries all of them, and the answer is proven.

    Example: dicebingo counter "8 8 9 / 7 6 10 / 7 4 5"
    """
    from dicebingo.tournaments.counter import best_reply, replies_job
    from dicebingo.tournaments.mixture import Mixture, Question

    board = unmarked(single_position(text, rules))
    tie, notion = TieBreak.parse(options["tie_break"]), Notion.parse(options["notion"])
    values = parse_values(options["values"]) if options["values"] else None
    question = Question.about(Mixture.of(board), values, tie, notion)
    prove = options["prove"] or question.count <= FEW_BOARDS
    how = {"prove": prove, "seed": options["seed"], "number": options["restarts"]}
    checkpoint = Path(options["checkpoint"]) if options["checkpoint"] else None
    with (
        cluster(options["address"], options["workers"]) as client,
        progress_bar("boards" if prove else "climbs", replies_job(question, **how).shards()) as advance,
    ):
        reply = best_reply(question, **how, checkpoint=checkpoint, client=client, progress=advance)
    if as_json:
        head = {"rules": rules_json(rules), **how_json(tie, notion), "values": list(question.values)}
        echo_json({**head, **_json(board, reply)})
    else:
        click.echo(_text(question, reply, how_text(tie, notion)))


def _json(board: Board, reply: Reply) -> dict[str, Any]:
    outcomes = {"win": reply.win, "lose": reply.lose, "tie": reply.tie}
    return {
        "against": position_json(Position(board))["board"],
        "board": position_json(Position(reply.board))["board"],
        "margin": number_json(reply.margin),
        "outcomes": {end: number_json(share) for end, share in outcomes.items()},
        "status": reply.status.value,
        "tried": reply.tried,
    }


def _text(question: Question, reply: Reply, how: str) -> str:
    board = question.mixture.boards[0]
    points = f"{100 * decimal(reply.margin):+.4f}"
    row = [str(reply.board), percent(reply.win), percent(reply.lose), percent(reply.tie), points]
    if reply.status == "proven":
        what = f"all {question.count:,} boards, {reply.tried:,} of them played"
        verdict = f"Proven: no board of the values {', '.join(map(str, question.values))} does better."
    else:
        what = f"{reply.tried:,} climbs"
        verdict = "Best found: all changes of one or two of its cells were tried."
    if reply.margin <= 0:
        verdict += " It does not beat the board."
    parts = [
        f"{board.rules}, {how}, against {board}: {what}",
        table(["board", "wins", "loses", "tie", "margin"], [row], left=[0]),
        f"{verdict}\nmargin {reply.margin}",
    ]
    return "\n" + "\n\n".join(parts) + "\n"
