"""``dicebingo cache``: what is kept on this machine, and how to get rid of it."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.output import csv_option, json_option, latex_option, show
from dicebingo.running.cache import clear_cache, show_cache


@click.command("cache", cls=Command)
@click.option("--clear", is_flag=True, help="Remove all of it.")
@latex_option
@csv_option
@json_option
def command(clear: bool, as_json: bool) -> None:
    """Show what is kept to be used again: tables of ranks and compiled kernels, how large they are, and where.

    The folder is that of the user's caches, or DICEBINGO_CACHE. Nothing in it is needed: what is removed is made again
    when it is next used.

    Example: dicebingo cache
    """
    found = clear_cache() if clear else show_cache()
    show(found, as_json=as_json)
