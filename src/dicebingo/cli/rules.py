"""``dicebingo rules``: the named rules."""

from __future__ import annotations

import click

from dicebingo.cli.options import echo_json, json_option
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS, Variant
from dicebingo.render.as_json import rules_list_json

__all__ = ["command"]


@click.command("rules")
@json_option
def command(as_json: bool) -> None:
    """List the named rules, with layout, dice, number of winning lines and symmetries.

    Example: dicebingo rules
    """
    if as_json:
        echo_json(rules_list_json())
        return
    width = 2 + max(len(variant.name) for variant in VARIANTS)
    for variant in VARIANTS:
        click.echo(f"{variant.name:<{width}}{variant.about}")
        click.echo(" " * width + click.style(_details(variant), dim=True))


def _details(variant: Variant) -> str:
    rules = variant.rules
    lines, order = len(rules.layout.lines), symmetries(rules.layout).order
    parts = [
        variant.layout,
        variant.dice,
        f"marking {rules.marking}",
        f"{lines} line" + "s" * (lines > 1),
        f"{order:,} symmetries",
    ]
    return ", ".join(parts) + (f"; also called {', '.join(variant.aliases)}" if variant.aliases else "")
