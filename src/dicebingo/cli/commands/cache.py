"""``dicebingo cache``: show the cache on this machine, or clear it."""

from __future__ import annotations

import click

from dicebingo.cli.output import csv_option, json_option, latex_option, show
from dicebingo.cli.suggestions import Command
from dicebingo.running.cache import clear_cache, show_cache


@click.command("cache", cls=Command)
@click.option("--clear", is_flag=True, help="Remove everything in the cache.")
@latex_option
@csv_option
@json_option
def command(clear: bool, as_json: bool) -> None:
    """Show the cache: tables of ranks and compiled kernels, with their sizes and folders.

    The cache is in the user's cache folder, or in the folder set by DICEBINGO_CACHE. You can remove it safely: the
    program recomputes everything in it when needed.

    Example: dicebingo cache
    """
    found = clear_cache() if clear else show_cache()
    show(found, as_json=as_json)
