"""Options that say by which rules a game is played."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from dicebingo.model.rules import MarkingName
from dicebingo.model.variants import RulesDescription, change_rules, rules

R = TypeVar("R")


def rules_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --rules, --layout, --dice and --marking; the command gets the ``rules`` they amount to."""

    @click.option(
        "--rules",
        "rules_name",
        default="classic",
        metavar="NAME",
        help="Named rules, or a file FILE.toml; see 'dicebingo rules'.",
    )
    @click.option("--layout", "layout", metavar="LAYOUT", help="Another layout, such as 3x3:rows or 4x4:corners.")
    @click.option("--dice", "dice", metavar="DICE", help="Other dice, such as 3d6, d6+d8, product(2d6) or {1:1,2:3}.")
    @click.option("--marking", "marking", metavar="one|all", help="Mark one matching cell, or all of them at once.")
    @wraps(function)
    def command(
        *args: Any, rules_name: str, layout: str | None, dice: str | None, marking: MarkingName | None, **kwargs: Any
    ) -> R:
        return function(*args, rules=change_rules(described_rules(rules_name).rules, layout, dice, marking), **kwargs)

    return command


def described_rules(name: str) -> RulesDescription:
    """Return the rules of a name, or of a file: FILE.toml, or @FILE."""
    if not name.startswith("@") and not name.lower().endswith(".toml"):
        return rules(name)
    from dicebingo.model.rules_file import parse_rules
    from dicebingo.running.files import read_text

    path = name.removeprefix("@")
    return parse_rules(read_text(Path(path), "file of rules"), path)
