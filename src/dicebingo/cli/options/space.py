"""Options that say which boards a search is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from dicebingo.cli.options.playing import values_option

F = TypeVar("F", bound=Callable[..., Any])

_contains = click.option("--contains", metavar="VALUES", help="Only boards that contain all of these values.")
_fixed = click.option("--fix", "fixed", metavar="BOARD", help='Only boards like "8 . . / . 6 . / . . .".')
_distinct = click.option("--distinct", is_flag=True, help="Only boards with different values in all cells.")


def space_options(command: F) -> F:
    """Add --values, --contains, --fix and --distinct."""
    return values_option(_contains(_fixed(_distinct(command))))
