"""``dicebingo counter``: the board that beats a given one, or a mixture of several, by the largest margin."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.boards import positions
from dicebingo.cli.options.replies import reply_options, with_certificate
from dicebingo.cli.options.running import running
from dicebingo.model.rules import Rules

ASKED = ("weights", "values", "prove", "range", "seconds", "restarts", "seed", "tie_break", "notion")


@click.command("counter", cls=Command)
@click.argument("boards", nargs=-1, required=True, metavar="BOARD [BOARD...]")
@click.option("--weights", metavar="P,P,...", help="How often each board is played, such as 1/2,1/2 (default equally).")
@click.option("--prove", is_flag=True, help="Prove that no board does better, however many there are.")
@click.option("--range", "range", is_flag=True, help="Also the best over all tie-breaks of the reply; implies --prove.")
@reply_options
def command(boards: tuple[str, ...], rules: Rules, as_json: bool, certificate: str | None, **options: Any) -> None:
    """Find the board that beats a given one by the largest margin, or several that are played with some --weights.

    The search climbs from many boards, and tries all changes of one and two cells of the best. Where there are few
    boards, as with three --values, it tries all of them, and the answer is proven. With --prove, bounds exclude all
    boards that do worse: minutes for all boards of the classic game.

    Example: dicebingo counter "8 8 9 / 7 6 10 / 7 4 5"
    """
    from dicebingo.replies.counter import counter

    asked = {name: options.pop(name) for name in ASKED}
    asked["prove"] |= certificate is not None
    against = [position for _, position in positions(boards, rules)]
    with with_certificate(certificate, as_json) as written, running(options) as run:
        written(counter(*against, **asked, run=run))
