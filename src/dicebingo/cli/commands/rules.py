"""``dicebingo rules``: the named rules, and those of a file."""

from __future__ import annotations

from typing import Any

import click

from dicebingo.cli.options.common import echo_json, is_rules_file, json_option, read_rules_file, rules_json
from dicebingo.exact import number_json
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS, Variant, find_variant
from dicebingo.render.json.answers import rules_list_json
from dicebingo.render.text.rules import rules_text

__all__ = ["command"]


@click.command("rules")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the named rules, or show those of one NAME or FILE.toml: layout, lines, dice and symmetries.

    Example: dicebingo rules cross
    """
    if name is not None:
        rules, about = _find(name)
        if as_json:
            echo_json(_json(rules, about))
        else:
            click.echo(f"\n{rules_text(rules, about)}\n")
        return
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


def _find(name: str) -> tuple[Rules, str]:
    """Return the rules of a name or a file, and the sentence about them."""
    if is_rules_file(name):
        found = read_rules_file(name)
        return found.rules, found.about
    variant = find_variant(name)
    return variant.rules, variant.about


def _json(rules: Rules, about: str) -> dict[str, Any]:
    layout = rules.layout
    return {
        **rules_json(rules),
        "about": about,
        "cells": layout.size,
        "free": list(cells_of(layout.free)),
        "lines": [list(cells_of(line)) for line in layout.lines],
        "symmetries": symmetries(layout).order,
        "values": [{"value": v, "probability": number_json(rules.dice.probability(v))} for v in rules.dice.values],
    }
