"""Options and arguments that several commands share, and the printing of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from dicebingo.errors import InputError, quote
from dicebingo.model.board import Position
from dicebingo.model.notation import read_lines
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules, replace_parts
from dicebingo.render.json.answers import position_json, rules_json

if TYPE_CHECKING:  # only those who have a file need to read TOML
    from dicebingo.model.rules_file import RulesFile

__all__ = [
    "echo_json",
    "is_rules_file",
    "json_option",
    "latex_option",
    "position_json",
    "positions",
    "read_rules_file",
    "rules_json",
    "rules_options",
    "single_position",
    "wants_latex",
]

MAX_FILE = 10_000_000
ONE_LINE = 100

P = ParamSpec("P")
R = TypeVar("R")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
latex_option = click.option(
    "--latex",
    "as_latex",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, on: ctx.meta.update(latex=on),
    help="Print LaTeX to paste and nothing else.",
)


def wants_latex() -> bool:
    """Whether the command that runs was given --latex; it goes with no other form."""
    context = click.get_current_context()
    wanted = bool(context.meta.get("latex"))
    if wanted and context.params.get("as_json"):
        raise InputError("expected --json or --latex, got both")
    return wanted


def rules_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --rules, --layout, --dice and --marking; the command gets the ``rules`` they amount to."""

    @click.option(
        "--rules",
        "rules_name",
        default="classic",
        metavar="NAME",
        help="Named rules, or a file FILE.toml; see 'dicebingo rules'.",
    )
    @click.option("--layout", "layout", metavar="LAYOUT", help="Another layout, such as 3x3:rows or 5x5:free-centre.")
    @click.option("--dice", "dice", metavar="DICE", help="Other dice, such as 3d6, d6+d8, product(2d6) or {1:1,2:3}.")
    @click.option("--marking", "marking", metavar="one|all", help="Mark one matching cell, or all of them at once.")
    @wraps(function)
    def command(
        *args: Any, rules_name: str, layout: str | None, dice: str | None, marking: str | None, **kwargs: Any
    ) -> R:
        rules = read_rules_file(rules_name).rules if is_rules_file(rules_name) else find_rules(rules_name)
        return function(*args, rules=replace_parts(rules, layout, dice, marking), **kwargs)

    return command


def is_rules_file(name: str) -> bool:
    """Whether rules are not given by name but by a file: FILE.toml, or @FILE."""
    return name.startswith("@") or name.lower().endswith(".toml")


def read_rules_file(name: str) -> RulesFile:
    """Return the rules of a file."""
    from dicebingo.model.rules_file import parse_rules

    path = name.removeprefix("@")
    return parse_rules(_file_text(path, "rules"), path)


def positions(texts: tuple[str, ...], rules: Rules) -> list[tuple[str, Position]]:
    """Return name (may be empty) and position for each argument; ``@FILE`` stands for the boards of a file."""
    found = []
    for text in texts:
        if not text.startswith("@"):
            found.append(("", Position.parse(text, rules)))
            continue
        for number, name, board in read_lines(_file_text(text[1:])):
            try:
                found.append((name, Position.parse(board, rules)))
            except InputError as error:
                raise InputError(f"{text[1:]}, line {number}: {error}") from None
    return found


def single_position(text: str, rules: Rules) -> Position:
    """Return the one position that an argument stands for."""
    found = positions((text,), rules)
    if len(found) != 1:
        raise InputError(f"expected one board, got the {len(found)} of {quote(text)}")
    return found[0][1]


def _file_text(name: str, kind: str = "boards") -> str:
    try:
        with Path(name).open("rb") as file:
            content = file.read(MAX_FILE + 1)  # a device such as /dev/zero has no end
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise InputError(f"expected a readable file of {kind}, got {quote(name)} ({_reason(error)})") from None
    if len(content) > MAX_FILE:
        raise InputError(f"expected a file of {kind} of at most {MAX_FILE} bytes, got {quote(name)}")
    return text


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def echo_json(result: dict[str, Any]) -> None:
    """Print a result as one JSON object, with short lists and objects on one line."""
    click.echo(_INNERMOST.sub(_on_one_line, json.dumps(result, ensure_ascii=False, indent=2)))


# A list or object that holds no other. Text in JSON has no raw line breaks, so none is mistaken for structure.
_INNERMOST = re.compile(r"([\[{])\n\s*([^\[\]{}]*?)\n\s*([\]}])")


def _on_one_line(match: re.Match[str]) -> str:
    joined = match[1] + re.sub(r"\n\s*", " ", match[2]) + match[3]
    return joined if len(joined) <= ONE_LINE else match[0]
