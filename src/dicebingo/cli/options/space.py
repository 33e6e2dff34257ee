"""Options that say which boards a search is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from dicebingo.errors import InputError, quote
from dicebingo.model.rules import Rules
from dicebingo.searches.space import Constraints, Space

__all__ = ["parse_values", "space_options"]

MAX_VALUES = 1_000

R = TypeVar("R")


def parse_values(text: str) -> tuple[int, ...]:
    """Return the values that a text lists: ``5..9``, ``6,7,8`` or both mixed.

    >>> parse_values("2,5..7")
    (2, 5, 6, 7)
    """
    values: list[int] = []
    for item in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:\.\.\s*([0-9]{1,9})\s*)?", item)
        if not found or (found[2] and int(found[2]) - int(found[1]) not in range(MAX_VALUES)):
            raise InputError(f"expected values such as 5..9 or 6,7,8, got {quote(text)}")
        values += range(int(found[1]), int(found[2] or found[1]) + 1)
    return tuple(sorted(set(values)))


def _parse_fixed(text: str, rules: Rules) -> tuple[tuple[int, int], ...]:
    """Return the cells and values of a partial board, where ``.`` stands for any value."""
    tokens = re.sub(r"[,/;\n]", " ", text).split()
    if len(tokens) != rules.layout.size:
        raise InputError(f"--fix: expected {rules.layout.size} cells, each a value or a dot, got {len(tokens)}")
    fixed = []
    for cell, token in enumerate(tokens):
        if token == "." or (token.upper() == "F" and rules.layout.free >> cell & 1):
            continue
        if not re.fullmatch(r"[0-9]{1,18}", token):
            raise InputError(f"--fix: expected a value or a dot for cell {cell}, got {quote(token)}")
        fixed.append((cell, int(token)))
    return tuple(fixed)


def space_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --values, --contains, --fix and --distinct; the command gets the ``space`` instead of the rules."""

    @click.option("--values", "values", metavar="VALUES", help="Only these values, such as 5..9 or 6,7,8.")
    @click.option("--contains", "contains", metavar="VALUES", help="Only boards that contain all of these values.")
    @click.option("--fix", "fix", metavar="BOARD", help='Only boards like "8 . . / . 6 . / . . .".')
    @click.option("--distinct", is_flag=True, help="Only boards with different values in all cells.")
    @wraps(function)
    def command(
        *args: Any,
        rules: Rules,
        values: str | None,
        contains: str | None,
        fix: str | None,
        distinct: bool,
        **kwargs: Any,
    ) -> R:
        constraints = Constraints(
            parse_values(values) if values is not None else None,
            parse_values(contains) if contains is not None else (),
            _parse_fixed(fix, rules) if fix is not None else (),
            distinct,
        )
        return function(*args, space=Space.of(rules, constraints), **kwargs)

    return command
