"""``dicebingo rules``: the named rules, and those of a file."""

from __future__ import annotations

import click

from dicebingo.cli.help import Command
from dicebingo.cli.options.output import csv_option, json_option, show
from dicebingo.cli.options.rules import described_rules
from dicebingo.model.variants import rules


@click.command("rules", cls=Command)
@click.argument("name", required=False)
@csv_option
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the named rules, or show the game called NAME, or that of FILE.toml: layout, lines, dice and symmetries.

    Example: dicebingo rules cross
    """
    if name is None:
        named = rules()
        show(named, as_json=as_json)
    else:
        described = described_rules(name)
        show(described, as_json=as_json)
