"""``dicebingo arena``: which board to write down when the opponent also chooses strategically."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import positions
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.replies import reply_options, with_certificate
from dicebingo.cli.options.running import running
from dicebingo.model.rules import Rules

ASKED = ("values", "prove", "rounds", "seconds", "restarts", "seed", "tie_break", "notion")


@click.command("arena", cls=Command)
@click.argument("boards", nargs=-1, metavar="[BOARD...]")
@click.option(
    "--prove/--no-prove", default=None, help="Prove in the end that no board wins; by default where it takes minutes."
)
@click.option("--rounds", type=whole, default=100, metavar="N", help="Add at most N boards.")
@reply_options
def command(boards: tuple[str, ...], rules: Rules, as_json: bool, certificate: str | None, **options: Any) -> None:
    """Find out which board to choose when the opponent also chooses strategically: a mixture that no board beats.

    It begins with the given boards, or with a fast one, and adds the best reply to the mixture, round by round. It ends
    with a proof that no board wins: some ten minutes for all boards of the classic game. Ctrl-C ends it with what is
    known by then.

    Example: dicebingo arena --values 6,7,8 --layout 2x2
    """
    from dicebingo.replies.arena import arena

    asked = {name: options.pop(name) for name in ASKED}
    start = [position for _, position in positions(boards, rules)]
    with with_certificate(certificate, as_json) as written, running(options) as run:
        written(arena(start, rules=rules, **asked, run=run))
