"""The options of long computations, and the ``Run`` that they define."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from dicebingo.cli.inputs import F, Given, whole
from dicebingo.cli.signals import on_first_signal
from dicebingo.errors import DiceBingoError, InputError, Stopped
from dicebingo.running.cluster import cluster
from dicebingo.running.run import Progress, Run

certificate_option = click.option(
    "--certificate", metavar="FILE", help="Write a JSON certificate that 'dicebingo verify' can check."
)
checkpoint_option = click.option("--checkpoint", metavar="DIR", help="Save finished work in DIR, and resume from it.")
_workers = click.option("--workers", type=whole, metavar="N", help="Run on N worker processes of a local dask cluster.")
_address = click.option(
    "--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster whose scheduler is at ADDRESS."
)


def cluster_options(command: F) -> F:
    """Add the options --workers and --cluster to a command."""
    return _workers(_address(command))


def run_options(command: F) -> F:
    """Add the options --checkpoint, --workers and --cluster to a command."""
    return checkpoint_option(cluster_options(command))


@contextmanager
def running(options: Given | None = None) -> Iterator[Run]:
    """Yield the run that the options define; progress is shown on a terminal, and Ctrl-C stops the run."""
    given = options or {}
    folder = given.get("checkpoint") or None
    with _progress_shown() as show:
        began = click.get_current_context().obj  # the start of the command, before the slow import of numba
        run = Run(checkpoint=folder, progress=show, since=began)
        meta = click.get_current_context().meta
        meta["interrupted"] = "interrupted" + (
            f"; run the same command again to continue from {folder}" if folder else ""
        )

        try:
            workers = cluster(given.get("address"), given.get("workers"), lambda: run.stopped)
            with on_first_signal(run.stop), workers as run.client:
                yield run
        except DiceBingoError as error:  # raised by a cluster whose workers also received the signal
            if run.stopped and not isinstance(error, InputError):
                raise Stopped(meta["interrupted"]) from None
            raise


@contextmanager
def _progress_shown() -> Iterator[Callable[[Progress], None] | None]:
    """Yield a function that draws a progress bar on standard error, or None if that is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    bars = Bars(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=12),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[best]}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # on a terminal, print output above the bar
    )
    stage, task = "", TaskID(0)

    def show(now: Progress) -> None:
        nonlocal stage, task
        best = f"best {now.best}" if now.best else ""
        if now.stage != stage:  # a task's total cannot be removed, so each stage gets a new task
            if stage:
                bars.remove_task(task)
            stage, task = now.stage, bars.add_task(now.stage, total=now.total, best=best)
            bars.start()
        bars.update(task, completed=now.done, total=now.total, best=best)

    try:
        yield show
    finally:
        bars.stop()
