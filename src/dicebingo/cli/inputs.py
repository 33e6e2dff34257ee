"""Parsers for user input: numbers, boards in notation or @FILE, and rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click

from dicebingo.errors import InputError, quote
from dicebingo.model.board import Position
from dicebingo.model.notation import read_lines
from dicebingo.model.rules import Rules
from dicebingo.model.variants import PARTS, RulesDescription, change_rules, rules


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
    """A whole number within bounds; the help shows the bounds."""

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, and check the bounds."""
        return super().convert(whole(value), param, ctx)


class RealRange(click.FloatRange):
    """A number within bounds; the help shows the bounds."""

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, and check the bounds."""
        return super().convert(real(value), param, ctx)


def positions(texts: tuple[str, ...], rules: Rules) -> list[tuple[str, Position]]:
    """Return each board's name (empty if it has none) and position; ``@FILE`` stands for the boards in a file."""
    found = []
    for text in texts:
        if not text.startswith("@"):
            found.append(("", Position.parse(text, rules)))
            continue
        from dicebingo.running.files import read_text

        for number, name, board in read_lines(read_text(Path(text[1:]), "file of boards")):
            try:
                found.append((name, Position.parse(board, rules)))
            except InputError as error:
                raise InputError(f"{text[1:]}, line {number}: {error}") from None
    return found


def single_position(text: str, rules: Rules) -> Position:
    """Return the position that an argument specifies; raise an error unless it specifies exactly one board."""
    found = positions((text,), rules)
    if len(found) != 1:
        raise InputError(f"expected one board, got {len(found)} in {quote(text)}")
    return found[0][1]


def named_positions(texts: Sequence[str], rules: Rules) -> tuple[list[str], list[Position]]:
    """Return the names and the positions of boards; an unnamed board is named after its number."""
    found = positions(tuple(texts), rules)
    return [name or f"board {number}" for number, (name, _) in enumerate(found)], [position for _, position in found]


F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")
Given: TypeAlias = dict[str, Any]
"""The values of a command's options and arguments, keyed by name."""


def rules_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --rules, --layout, --dice, --marking and --tokens; the command receives the ``rules`` that they define."""

    @click.option(
        "--rules",
        "rules_name",
        default="classic",
        metavar="NAME",
        help="Named rules, or a file FILE.toml; see 'dicebingo rules'.",
    )
    @click.option("--layout", "layout", metavar="LAYOUT", help="Another layout, such as 3x3:rows or 4x4:corners.")
    @click.option("--dice", "dice", metavar="DICE", help="Other dice, such as 3d6, d6+d8, product(2d6) or {1:1,2:3}.")
    @click.option("--marking", "marking", metavar="one|all", help="Mark one matching cell or all matching cells.")
    @click.option("--tokens", "tokens", metavar="K", type=whole, help="Play with a full card of K tokens.")
    @wraps(function)
    def command(rules_name: str, **given: Any) -> R:
        parts = [given.pop(name) for name in PARTS]
        return function(rules=change_rules(described_rules(rules_name).rules, *parts), **given)

    return command


def described_rules(name: str) -> RulesDescription:
    """Return the rules with this name, or the rules in a file given as FILE.toml or @FILE."""
    if not name.startswith("@") and not name.lower().endswith(".toml"):
        return rules(name)
    from dicebingo.model.rules_file import parse_rules
    from dicebingo.running.files import read_text

    path = name.removeprefix("@")
    return parse_rules(read_text(Path(path), "file of rules"), path)
