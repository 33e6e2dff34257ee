"""Sheets to print as JSON: the boards on them, with their exact numbers."""

from __future__ import annotations

from typing import Any, TypedDict

from dicebingo.exact import NumberJson
from dicebingo.render.json.model import PositionJson, RulesJson
from dicebingo.render.json.shape import shaped
from dicebingo.sheets.sheet import Sheet


class PreferenceJson(TypedDict):
    """Which of the cells with a value to mark when it is rolled first: the best first, equally good ones together."""

    value: int
    cells: list[list[int]]


class PrintedBoardJson(PositionJson):
    """A board of a sheet, and what a teacher should know about it; null is what was not computed."""

    number: int
    name: str
    expected_rolls: NumberJson | None
    place: int | None
    percentile: NumberJson | None
    preferences: list[PreferenceJson]
    loss: NumberJson | None


class SheetJson(TypedDict):
    """A sheet to print."""

    rules: RulesJson
    kind: str
    count: int
    strength: str
    order: str
    seed: int
    per_page: int
    cut: bool
    paper: str
    boards: list[PrintedBoardJson]


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet."""
    boards = [
        shaped(PrintedBoardJson, board, board=board.position.board, marked=board.position.marked_cells)
        for board in sheet.boards
    ]
    return {**shaped(SheetJson, sheet, boards=[]), "boards": boards}
