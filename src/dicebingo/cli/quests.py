"""Options of searches by restarts, and the search itself: for some seconds or some restarts, and until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dicebingo.cli.progress import progress_bar
from dicebingo.errors import InputError
from dicebingo.solo.policy import TieBreak
from dicebingo.storage import ShardStore
from dicebingo.work import cluster, run

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.model.board import Board
    from dicebingo.tournament.quest import Quest

__all__ = ["Pursuit", "exit_if_interrupted", "expect_search", "make_quest", "pursue", "quest_options"]

DEFAULT_SECONDS = 60
MAX_BATCHES = 1_000_000

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Pursuit:
    """What a search found, best first, in how many restarts, and whether it was interrupted."""

    found: list[tuple[Board, ...]]
    restarts: int
    interrupted: bool


def quest_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --search, --seconds and --restarts."""
    for option in (
        click.option("--restarts", type=int, metavar="N", help="Search by N restarts, whatever time they take."),
        click.option("--seconds", type=float, metavar="S", help="Search for about S seconds (60 if not given)."),
        click.option("--search", is_flag=True, help="Search among all boards instead of given ones."),
    ):
        function = option(function)
    return function


def expect_search(options: dict[str, Any]) -> None:
    """Raise where a time or a number of restarts is given for no search."""
    for name in ("seconds", "restarts"):
        if options[name] is not None and not options["search"]:
            raise InputError(f"expected --search with --{name}")


def make_quest(aim: str, boards: int, tie: TieBreak, options: dict[str, Any]) -> Quest:
    """Return the search that the options ask for."""
    from dicebingo.tournament.quest import BATCH, Aim, Quest

    batch = BATCH[options["notion"]]
    if options["seconds"] is not None and options["restarts"] is not None:
        raise InputError("expected --seconds or --restarts, got both")
    if options["seconds"] is not None and not 0 < options["seconds"] < float("inf"):
        raise InputError(f"expected a positive number of seconds, got {options['seconds']}")
    if options["restarts"] is not None and not 1 <= options["restarts"] <= batch * MAX_BATCHES:
        raise InputError(f"expected 1 to {batch * MAX_BATCHES:,} restarts, got {options['restarts']}")
    batches = MAX_BATCHES if options["restarts"] is None else -(-options["restarts"] // batch)
    return Quest(
        options["rules"], options["values"], tie, options["notion"], Aim(aim), boards, options["seed"], batches
    )


def pursue(quest: Quest, most: int, options: dict[str, Any]) -> Pursuit:
    """Search until the time is up or the restarts are done; Ctrl-C ends it with what has been found."""
    from dicebingo.tournament.quest import best_so_far

    store = None
    if options["checkpoint"]:  # the number of batches does not matter: a longer search goes on from a shorter one
        store = ShardStore(Path(options["checkpoint"]), quest.name(), MAX_BATCHES)
    seconds = options["seconds"] or DEFAULT_SECONDS
    timed = options["restarts"] is None
    found: list[tuple[Board, ...]] = []
    done = 0
    start = last = monotonic()
    try:
        with (
            cluster(options["address"], options["workers"]) as client,
            progress_bar("search", int(seconds) if timed else quest.batches) as advance,
            closing(run(quest, store=store, client=client)) as parts,
        ):
            for best in best_so_far(quest, parts, most):
                found, done = [boards for _, boards in best], done + quest.batch
                now = monotonic()
                advance(now - last if timed else 1)
                last = now
                if timed and now - start >= seconds:
                    break
    except KeyboardInterrupt:
        click.echo("interrupted: this is the best until now", err=True)
        return Pursuit(found, done, interrupted=True)
    return Pursuit(found, done, interrupted=False)


def exit_if_interrupted(pursuit: Pursuit) -> None:
    """End with the exit code of an interruption, after what was found has been printed."""
    if pursuit.interrupted:
        click.get_current_context().exit(130)
