"""Rules for a terminal: the list of names; the layout, the winning lines and the dice of one game."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.exact import text as exact_text
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.rules import Marking
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import NamedRules, RulesDescription, Variant
from dicebingo.render.text.parts import beside, counted, page, percent, table, wrapped
from dicebingo.render.text.width import WIDTH

MAX_DRAWN = 48


def rules_list_text(named: NamedRules) -> str:
    """Return the named rules: what they are about and, dimmed, their details."""
    width = 2 + max(len(variant.name) for variant in named.variants)
    return "\n".join(
        f"{variant.name:<{width}}{variant.about}\n\x1b[2m{wrapped(' ' * width + _details(variant))}\x1b[0m"
        for variant in named.variants
    )


def _details(variant: Variant) -> str:
    rules = variant.rules
    lines, order = counted(len(rules.layout.lines), "line"), symmetries(rules.layout).order
    parts = f"{rules.layout}, {rules.dice}, marking {rules.marking}, {lines}, {order:,} symmetries"
    return parts + (f"; also called {', '.join(variant.aliases)}" if variant.aliases else "")


def rules_text(described: RulesDescription) -> str:
    """Return everything about one game."""
    rules = described.rules
    layout, dice = rules.layout, rules.dice
    free = f", {len(cells_of(layout.free))} free" if layout.free else ""
    facts = [
        f"cells       {layout.size}{free}, numbered as drawn",
        f"lines       {len(layout.lines)}" + ", any of which wins" * (len(layout.lines) > 1),
        f"dice        {dice}, {len(dice.values)} values from {dice.values[0]} to {dice.values[-1]}",
        f"marking     {'every matching cell' if rules.marking is Marking.ALL else 'one matching cell'} per roll",
        f"symmetries  {symmetries(layout).order:,}",
    ]
    rows = [[str(v), f"{percent(dice.probability(v)):>6} = {exact_text(dice.probability(v))}"] for v in dice.values]
    parts = [f"{rules}\n{described.about}".strip(), beside(_numbers(layout), "\n".join(facts)), lines_text(layout)]
    return page(*parts, table(["value", "chance"], rows, left=[1]))


def _numbers(layout: Layout) -> str:
    """Return a drawing of the layout with the numbers of the cells."""
    width = len(str(layout.size - 1))
    rows = _drawn(layout, ["F" if layout.free >> cell & 1 else str(cell) for cell in range(layout.size)])
    return "\n".join(" ".join(symbol.rjust(width) for symbol in row).rstrip() for row in rows)


def _drawn(layout: Layout, symbols: Sequence[str]) -> list[list[str]]:
    """Return the rows of a drawing with a symbol for each cell."""
    at = dict(zip(layout.grid, symbols, strict=True))
    return [[at.get((r, c), " ") for c in range(layout.width)] for r in range(layout.height)]


def lines_text(layout: Layout) -> str:
    """Return the winning lines as drawings side by side; only the first ones if there are very many.

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


def _line_drawing(layout: Layout, line: int) -> list[str]:
    """Return the rows of a drawing: # is in the line, F is a free cell in it, . is a cell outside it."""
    symbols = [("F" if layout.free >> cell & 1 else "#") if line >> cell & 1 else "." for cell in range(layout.size)]
    return ["".join(row) for row in _drawn(layout, symbols)]
