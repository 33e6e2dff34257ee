"""Documents about rules: the list of named rules, and one game's layout, winning lines and dice."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking
from dicebingo.model.variants import NamedRules, RulesDescription, Variant
from dicebingo.render.blocks import (
    Column,
    Document,
    FactList,
    Facts,
    Fixed,
    Heading,
    Rows,
    Table,
    counted,
    percent,
)
from dicebingo.render.writers.text import WIDTH, drawn

MAX_DRAWN = 48


def named_rules(named: NamedRules) -> Document:
    """List the named rules."""
    rows: Rows = []
    for variant in named.variants:
        rules = variant.rules
        parts = [variant.name, str(rules.layout), str(rules.dice), rules.marking.value, " ".join(variant.aliases)]
        rows.append([*parts, variant.about, variant.lines, variant.symmetries])
    keys = ("name", "layout", "dice", "marking", "aliases", "about", "lines", "symmetries")
    facts: FactList = [(variant.name, f"{variant.about}\n{_details(variant)}") for variant in named.variants]
    return [Facts(facts), Table([Column(None, key) for key in keys], rows, "rules")]


def _details(variant: Variant) -> str:
    rules = variant.rules
    lines = counted(variant.lines, "line")
    parts = f"{rules.layout}, {rules.dice}, marking {rules.marking}, {lines}, {variant.symmetries:,} symmetries"
    return parts + (f"; also called {', '.join(variant.aliases)}" if variant.aliases else "")


def rules_description(described: RulesDescription) -> Document:
    """Describe the layout, the winning lines, the dice and the marking of one game."""
    rules = described.rules
    layout, dice = rules.layout, rules.dice
    free = f", {len(described.free)} free" if described.free else ""
    facts: FactList = [
        ("cells", f"{layout.size}{free}, numbered as drawn"),
        ("lines", f"{len(layout.lines)}" + ", any of which wins" * (len(layout.lines) > 1)),
        ("dice", f"{dice}, {len(dice.values)} values from {dice.values[0]} to {dice.values[-1]}"),
        ("marking", f"{'every matching cell' if rules.marking is Marking.ALL else 'one matching cell'} per roll"),
        ("symmetries", described.symmetries),
    ]
    rows: Rows = [[value, percent(chance)] for value, chance in described.values]
    columns = [Column("value"), Column("chance", "probability", "always")]
    return [
        Heading(f"{rules}\n{described.about}".strip()),
        Facts(facts, layout),
        Fixed(lines_text(layout)),
        Table(columns, rows, "values"),
    ]


def lines_text(layout: Layout) -> str:
    """Draw at most ``MAX_DRAWN`` winning lines side by side.

    >>> print(lines_text(Layout.parse("2x2")))
    ##  ..  #.  .#  #.  .#
    ..  ##  #.  .#  .#  #.
    """
    drawings = [_line_drawing(layout, line) for line in layout.lines[:MAX_DRAWN]]
    per_row = max(1, (WIDTH + 2) // (layout.width + 2))
    blocks = []
    for i in range(0, len(drawings), per_row):
        rows = zip(*drawings[i : i + per_row], strict=True)
        blocks.append("\n".join("  ".join(row).rstrip() for row in rows))
    more = len(layout.lines) - len(drawings)
    return "\n\n".join([*blocks, *([f"and {more:,} more"] if more else [])])


def _line_drawing(layout: Layout, line: int) -> Sequence[str]:
    """Draw a winning line row by row: # is a cell of the line, F a free cell of the line, and . any other cell."""
    symbols = [("F" if layout.free >> cell & 1 else "#") if line >> cell & 1 else "." for cell in range(layout.size)]
    return ["".join(row) for row in drawn(layout, symbols)]
