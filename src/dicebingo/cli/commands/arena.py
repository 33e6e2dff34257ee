"""``dicebingo arena``: which board to write down against somebody who thinks."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.common import echo_json, json_option, position_json, positions, rules_json, rules_options
from dicebingo.cli.options.entrants import unmarked
from dicebingo.cli.options.notion import how_json, how_text, notion_option
from dicebingo.cli.options.progress import progress_bar
from dicebingo.cli.options.space import parse_values
from dicebingo.errors import InputError
from dicebingo.exact import decimal, number_json
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.render.text.parts import percent, table
from dicebingo.running.shards import cluster
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.arena import Round, Search
    from dicebingo.tournaments.mixture import Question, Reply

__all__ = ["command"]

MAX_ROUNDS = 10_000
FEW_BOARDS = 100_000
"""So many boards are all tried without being asked to, when --values says which."""


@click.command("arena")
@click.argument("start", nargs=-1, metavar="[BOARD...]")
@click.option("--values", metavar="VALUES", help="Only boards with these values, such as 6,7,8 or 5..9.")
@click.option("--prove", is_flag=True, help="Try all boards as replies, however many; a job for a cluster.")
@click.option("--rounds", type=int, default=20, show_default=True, metavar="N", help="Add at most N boards.")
@click.option("--seconds", type=float, metavar="S", help="Begin no round after S seconds.")
@click.option("--restarts", type=int, default=60, show_default=True, metavar="N", help="Climb from N random boards.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Seed of the random boards.")
@click.option("--tie-break", default="smallest", show_default=True, metavar="RULE", help="smallest, largest or random.")
@click.option("--checkpoint", metavar="DIR", help="Keep the shards of each round in DIR, and go on from those there.")
@click.option("--workers", type=int, metavar="N", help="Run on N worker processes of a local dask cluster.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster of this scheduler.")
@notion_option
@rules_options
@json_option
def command(start: tuple[str, ...], rules: Rules, as_json: bool, **options: Any) -> None:
    """Find out which board to choose when the opponent chooses as well: a mixture of boards that none beats.

    It begins with the given boards, or with a fast one, and adds the best reply to the mixture, round by round. With
    few boards, by --values, it ends with a proof. Ctrl-C ends it with the last round.

    Example: dicebingo arena --values 6,7,8 --layout 2x2
    """
    from dicebingo.tournaments.arena import arena, fastest_found

    tie, notion = TieBreak.parse(options["tie_break"]), Notion.parse(options["notion"])
    values = parse_values(options["values"]) if options["values"] else None
    if not 0 <= options["rounds"] <= MAX_ROUNDS:
        raise InputError(f"expected 0 to {MAX_ROUNDS:,} rounds, got {options['rounds']}")
    boards = [unmarked(position) for _, position in positions(start, rules)]
    boards = boards or [fastest_found(rules, values, options["seed"])]
    rounds: list[Round] = []
    begin, interrupted = monotonic(), False
    with cluster(options["address"], options["workers"]) as client:
        try:
            for played in arena(boards, values, tie, notion, _search(client, values, options)):
                rounds.append(played)
                late = options["seconds"] is not None and monotonic() - begin >= options["seconds"]
                if late or played.number >= options["rounds"]:
                    break
        except KeyboardInterrupt:
            if not rounds:
                raise
            interrupted = True
            click.echo("interrupted: this is the last round", err=True)
    if as_json:
        echo_json({"rules": rules_json(rules), **how_json(tie, notion), **_json(rounds)})
    else:
        click.echo(_text(rounds, rules, how_text(tie, notion)))
    if interrupted:
        click.get_current_context().exit(130)


def _search(client: Any, values: tuple[int, ...] | None, options: dict[str, Any]) -> Search:
    """Return the search for replies: local first, and where that finds nothing and it is asked for, exhaustive."""
    from dicebingo.tournaments.counter import best_reply, replies_job

    def search(question: Question, number: int) -> Reply:
        prove = options["prove"] or (values is not None and question.count <= FEW_BOARDS)
        for proving in (False, True)[: 1 + prove]:
            how = {"prove": proving, "seed": options["seed"] + number, "number": options["restarts"]}
            what = "all replies" if proving else "replies"
            folder = f"round-{number:04d}-{'all' if proving else 'climbs'}"
            checkpoint = Path(options["checkpoint"]) / folder if options["checkpoint"] else None
            with progress_bar(f"round {number}: {what}", replies_job(question, **how).shards()) as advance:
                reply = best_reply(question, **how, checkpoint=checkpoint, client=client, progress=advance)
            if reply.margin > 0:
                return reply
        return reply

    return search


def _json(rounds: list[Round]) -> dict[str, Any]:
    last = rounds[-1]
    mixture = zip(last.mixture.boards, last.mixture.shares, strict=True)
    return {
        "mixture": [{"board": _board(board), "probability": number_json(share)} for board, share in mixture],
        "best_reply": {"board": _board(last.reply.board), "margin": number_json(last.reply.margin)},
        "status": last.reply.status.value,
        "equilibrium": last.is_equilibrium,
        "rounds": [
            {"boards": r.boards, "best_reply": {"board": _board(r.reply.board), "margin": number_json(r.reply.margin)}}
            for r in rounds
        ],
    }


def _board(board: Board) -> list[int | None]:
    values: list[int | None] = position_json(Position(board))["board"]
    return values


def _text(rounds: list[Round], rules: Rules, how: str) -> str:
    last = rounds[-1]
    history = [
        [str(r.number), str(r.boards), f"{100 * decimal(r.reply.margin):+.4f}", str(r.reply.board)] for r in rounds
    ]
    mixture = sorted(zip(last.mixture.shares, last.mixture.boards, strict=True), key=lambda pair: -pair[0])
    rows = [[percent(share), str(board), str(share)] for share, board in mixture]
    margin = f"{100 * decimal(last.reply.margin):.4f} points"
    if last.is_equilibrium:
        verdict = "Proven: no board beats this mixture."
    elif last.reply.margin <= 0:
        verdict = "No board was found that beats this mixture. That is no proof."
    elif last.reply.status == "proven":
        verdict = f"Proven: no board beats this mixture by more than {last.reply.board}, {margin}."
    else:
        verdict = f"Best reply found: {last.reply.board} beats it by {margin}. Others may beat it by more."
    parts = [
        f"{rules}, {how}",
        table(["round", "boards", "best reply wins by", ""], history, left=[3]),
        table(["probability", "board", ""], rows, left=[1, 2]),
        verdict,
    ]
    return "\n" + "\n\n".join(parts) + "\n"
