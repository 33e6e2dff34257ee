"""Searches by restarts: for some seconds or a number of restarts, and until Ctrl-C, which leaves what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import click

from dicebingo.cli.options.progress import progress_bar
from dicebingo.errors import InputError
from dicebingo.running.files import ShardStore
from dicebingo.running.shards import Job, Result, cluster, run

__all__ = ["batches_for", "pursue", "restarts_option", "seconds_option"]

DEFAULT_SECONDS = 60
MAX_BATCHES = 1_000_000

restarts_option = click.option(
    "--restarts", type=int, metavar="N", help="Search by N restarts, whatever time they take."
)
seconds_option = click.option(
    "--seconds", type=float, metavar="S", help="Search for about S seconds (60 if not given)."
)


def batches_for(options: dict[str, Any], batch: int) -> int:
    """Return how many batches of restarts the options ask for; with a limit of time, as many as it takes."""
    seconds, restarts = options["seconds"], options["restarts"]
    if seconds is not None and restarts is not None:
        raise InputError("expected --seconds or --restarts, got both")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise InputError(f"expected a positive number of seconds, got {seconds}")
    if restarts is None:
        return MAX_BATCHES
    if not 1 <= restarts <= batch * MAX_BATCHES:
        raise InputError(f"expected 1 to {batch * MAX_BATCHES:,} restarts, got {restarts}")
    return -(-int(restarts) // batch)


def pursue(job: Job, options: dict[str, Any], follow: Callable[[Iterator[Result]], Iterator[object]]) -> bool:
    """Let ``follow`` take batch after batch until the time is up or all are done; return whether Ctrl-C ended it."""
    store = None
    if options["checkpoint"]:  # the number of batches does not matter: a longer search goes on from a shorter one
        store = ShardStore(Path(options["checkpoint"]), job.name(), MAX_BATCHES)
    seconds = options["seconds"] or DEFAULT_SECONDS
    timed = options["restarts"] is None
    start = last = monotonic()
    try:
        with (
            cluster(options["address"], options["workers"]) as client,
            progress_bar("search", int(seconds) if timed else job.shards()) as advance,
            closing(run(job, store=store, client=client)) as parts,
        ):
            for _ in follow(parts):
                now = monotonic()
                advance(now - last if timed else 1)
                last = now
                if timed and now - start >= seconds:
                    break
    except KeyboardInterrupt:
        click.echo("interrupted: this is the best until now", err=True)
        return True
    return False
