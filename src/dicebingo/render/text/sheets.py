"""Sheets to print for a terminal: which boards are on them, and how fast each is."""

from __future__ import annotations

from dicebingo.render.text.parts import counted, page, table
from dicebingo.sheets.sheet import Sheet


def sheet_text(sheet: Sheet) -> str:
    """Return the boards of a sheet."""
    named = any(board.name for board in sheet.boards)
    rows = [
        [
            str(board.number),
            *([board.name] if named else []),
            str(board.position),
            "not solved" if board.expected_rolls is None else board.expected_rolls,
            "" if board.place is None else str(board.place),
        ]
        for board in sheet.boards
    ]
    headers = ["board", *(["name"] if named else []), "values", "expected rolls", "place"]
    head = f"{sheet.rules}: {sheet.kind}" + (f", seed {sheet.seed}" if sheet.boards else "")
    parts = [head, table(headers, rows, left=[1, 2] if named else [1]) if rows else counted(sheet.count, "board")]
    return page(*parts)
