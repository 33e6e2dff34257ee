"""Rules for a terminal: the layout with its cell numbers, every winning line as a small drawing, and the dice."""

from __future__ import annotations

from collections.abc import Iterable

from dicebingo.exact import text as exact_text
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.render.text.parts import beside, percent, table

__all__ = ["line_drawing", "lines_text", "rules_text"]

MAX_DRAWN = 48
WIDTH = 80


def rules_text(rules: Rules, about: str) -> str:
    """Return everything about some rules."""
    layout, dice = rules.layout, rules.dice
    free = f", {len(cells_of(layout.free))} free" if layout.free else ""
    facts = [
        f"cells       {layout.size}{free}, numbered as drawn",
        f"lines       {len(layout.lines)}, any of which wins",
        f"dice        {dice}, {len(dice.values)} values from {dice.values[0]} to {dice.values[-1]}",
        f"marking     {'every matching cell' if rules.marking is Marking.ALL else 'one matching cell'} per roll",
        f"symmetries  {symmetries(layout).order:,}",
    ]
    chances = [[str(v), f"{percent(dice.probability(v))} = {exact_text(dice.probability(v))}"] for v in dice.values]
    parts = [f"{rules}\n{about}".strip(), beside(_numbers(layout), "\n".join(facts)), lines_text(layout)]
    return "\n\n".join([*parts, table(["value", "chance"], chances, left=[1])])


def _numbers(layout: Layout) -> str:
    """Return the layout as a drawing with the numbers of the cells."""
    width = len(str(layout.size - 1))
    number = {place: cell for cell, place in enumerate(layout.grid)}
    height, across = (1 + max(place[axis] for place in layout.grid) for axis in (0, 1))

    def cell(r: int, c: int) -> str:
        if (r, c) not in number:
            return ""
        return "F" if layout.free >> number[r, c] & 1 else str(number[r, c])

    return "\n".join(" ".join(cell(r, c).rjust(width) for c in range(across)).rstrip() for r in range(height))


def lines_text(layout: Layout) -> str:
    """Return the winning lines as drawings side by side; of very many, only the first.

    >>> print(lines_text(Layout.parse("2x2")))
    ##  ..  #.  .#  #.  .#
    ..  ##  #.  .#  .#  #.
    """
    drawings = [line_drawing(layout, line) for line in layout.lines[:MAX_DRAWN]]
    per_row = max(1, (WIDTH + 2) // (len(drawings[0][0]) + 2))
    blocks = [_side_by_side(drawings[i : i + per_row]) for i in range(0, len(drawings), per_row)]
    more = len(layout.lines) - len(drawings)
    return "\n\n".join([*blocks, *([f"and {more:,} more"] if more else [])])


def line_drawing(layout: Layout, line: int) -> list[str]:
    """Return the rows of a drawing: # is in the line, F is and is free, . is a cell that is not."""
    number = {place: cell for cell, place in enumerate(layout.grid)}
    height, across = (1 + max(place[axis] for place in layout.grid) for axis in (0, 1))

    def symbol(cell: int | None) -> str:
        if cell is None:
            return " "
        return ("F" if layout.free >> cell & 1 else "#") if line >> cell & 1 else "."

    return ["".join(symbol(number.get((r, c))) for c in range(across)) for r in range(height)]


def _side_by_side(drawings: Iterable[list[str]]) -> str:
    return "\n".join("  ".join(rows).rstrip() for rows in zip(*drawings, strict=True))
