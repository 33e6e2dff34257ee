"""Draw boards."""

from __future__ import annotations

from dicebingo.model.board import Position
from dicebingo.render.pictures.shapes import Drawing, Label, Look, Polylines, Rectangle, Shape

SIZE = 56
INK = Look("#0f172a")
OPEN, MARKED = (Look(fill, "#334155", 2) for fill in ("#ffffff", "#dbeafe"))
CROSS = Look("none", "#2563eb", 3, opacity=0.55)


def board_drawing(position: Position) -> Drawing:
    """Draw a board; a marked cell is both shaded and crossed out, so that readers need no colour to see it."""
    layout = position.rules.layout
    shapes: list[Shape] = []
    for cell, (row, column) in enumerate(layout.grid):
        x, y = column * SIZE + 1, row * SIZE + 1
        value = position.board.values[cell]
        marked, free = position.marked >> cell & 1, layout.free >> cell & 1
        shapes.append(Rectangle(x, y, SIZE, SIZE, MARKED if marked else OPEN))
        if marked and not free:
            a, b = SIZE * 0.15, SIZE * 0.85
            shapes.append(Polylines([[(x + a, y + a), (x + b, y + b)], [(x + a, y + b), (x + b, y + a)]], CROSS))
        if text := "free" if free else "" if value is None else str(value):
            size = SIZE * min(0.42, 1.5 / len(text))
            # Some SVG renderers cannot centre text vertically, so set the baseline. A digit is 0.72 times as high as
            # the font size.
            shapes.append(Label(x + SIZE / 2, y + SIZE / 2 + 0.36 * size, text, size, INK))
    box = (0, 0, layout.width * SIZE + 2, layout.height * SIZE + 2)
    return Drawing(shapes, box, f"Dice Bingo board {position}")
