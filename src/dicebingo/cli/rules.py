"""``dicebingo rules``: the named rules."""

from __future__ import annotations

import click

from dicebingo.cli.options import echo_json, json_option, rules_json
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS
from dicebingo.render.text import table

__all__ = ["command"]


@click.command("rules")
@json_option
def command(as_json: bool) -> None:
    """List the named rules, with layout, dice, number of lines and symmetries.

    Example: dicebingo rules
    """
    if as_json:
        echo_json(
            {
                "rules": [
                    {
                        **rules_json(v.rules),
                        "aliases": list(v.aliases),
                        "about": v.about,
                        "lines": len(v.rules.layout.lines),
                        "symmetries": symmetries(v.rules.layout).order,
                    }
                    for v in VARIANTS
                ]
            }
        )
        return
    rows = [
        [v.name, v.layout, v.dice, str(len(v.rules.layout.lines)), f"{symmetries(v.rules.layout).order:,}", v.about]
        for v in VARIANTS
    ]
    click.echo(table(["name", "layout", "dice", "lines", "symmetries", "about"], rows, left=[0, 1, 2, 5]))
