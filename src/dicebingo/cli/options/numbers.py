"""Numbers that a user gives: only what is written with the digits 0 to 9, which Python's own reading is not."""

from __future__ import annotations

import re
from typing import Any

import click

from dicebingo.errors import quote


def whole(number: str | int) -> int:
    """Return a whole number of at most 100 digits: the type of options such as ``--roll 7``."""
    if isinstance(number, str) and not re.fullmatch(r"[+-]?[0-9]{1,100}", number):
        raise click.BadParameter(f"expected a whole number, got {quote(number)}")
    return int(number)


def real(number: str | float) -> float:
    """Return a number that may have decimals: the type of options such as ``--seconds 0.5``."""
    if isinstance(number, str) and not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?", number, re.IGNORECASE):
        raise click.BadParameter(f"expected a number, got {quote(number)}")
    return float(number)


class WholeRange(click.IntRange):
    """A whole number within bounds, which the help shows."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, and check the bounds."""
        return super().convert(whole(value), param, ctx)


class RealRange(click.FloatRange):
    """A number within bounds, which the help shows."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, and check the bounds."""
        return super().convert(real(value), param, ctx)
