"""Boards as SVG, for notebooks, reports and pages."""

from __future__ import annotations

from dicebingo.model.board import Position

_SIZE = 56


def board_svg(position: Position) -> str:
    """Return a board as SVG: a marked cell is crossed out as well as shaded, so no reader depends on colour."""
    shapes, w, h = board_shapes(position)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img"'
        f' aria-label="Dice Bingo board {position}" font-family="system-ui, sans-serif">{shapes}</svg>'
    )


def board_shapes(position: Position) -> tuple[str, int, int]:
    """Return the shapes of a board, and its width and height, for a larger picture."""
    layout = position.rules.layout
    parts = []
    for cell, (row, column) in enumerate(layout.grid):
        x, y = column * _SIZE + 1, row * _SIZE + 1
        value = position.board.values[cell]
        marked = position.marked >> cell & 1
        fill = "#dbeafe" if marked else "#ffffff"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{fill}" stroke="#334155" stroke-width="2"/>'
        )
        if marked and not layout.free >> cell & 1:
            a, b = _SIZE * 0.15, _SIZE * 0.85
            parts.append(
                f'<path d="M{x + a:g} {y + a:g}L{x + b:g} {y + b:g}M{x + a:g} {y + b:g}L{x + b:g} {y + a:g}"'
                ' stroke="#2563eb" stroke-width="3" stroke-linecap="round" opacity="0.55"/>'
            )
        text = "free" if layout.free >> cell & 1 else "" if value is None else str(value)
        if text:
            size = _SIZE * min(0.42, 1.5 / len(text))
            # Digits are about 0.72 of the font size high; not every program that draws SVG can centre text.
            baseline = y + _SIZE / 2 + 0.36 * size
            parts.append(
                f'<text x="{x + _SIZE / 2:g}" y="{baseline:.2f}" font-size="{size:g}" text-anchor="middle"'
                f' fill="#0f172a">{text}</text>'
            )
    return "".join(parts), layout.width * _SIZE + 2, layout.height * _SIZE + 2
