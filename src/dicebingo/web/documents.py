"""Answers that are no JSON: pictures, sheets to print, tables."""

from __future__ import annotations

from typing import Any

from dicebingo.errors import InputError
from dicebingo.model.board import Position
from dicebingo.render.csv.tables import csv_text
from dicebingo.render.pdf import sheets
from dicebingo.render.svg.board import board_svg
from dicebingo.web import operations
from dicebingo.web.operations import Question, position_of, rules_of
from dicebingo.web.worker import Context, Document

__all__ = ["sheet", "svg", "table"]


def svg(question: Question, _: Context) -> Document:
    """Draw a board."""
    return Document("image/svg+xml", board_svg(position_of(question, rules_of(question))).encode(), "board.svg")


def sheet(question: Question, _: Context) -> Document:
    """Make a sheet to print: boards, blank boards, or a tally."""
    rules, kind, paper = rules_of(question), question["kind"], question["paper"]
    per_page, copies = int(question["per_page"]), question["copies"]
    if kind == "tally":
        content = sheets.tally_pdf(rules, paper=paper)
    elif kind == "blank":
        content = sheets.blank_pdf(rules, copies, per_page=per_page, paper=paper)
    else:
        boards = [Position.parse(board, rules) for board in question.get("board", [])]
        names = question.get("name", [])
        if len(names) > len(boards):
            raise InputError(f"expected at most one name for each of the {len(boards)} boards, got {len(names)}")
        names += [""] * (len(boards) - len(names))
        content = sheets.boards_pdf(boards * copies, names * copies, per_page=per_page, paper=paper)
    return Document("application/pdf", content, f"dice-bingo-{kind}.pdf")


def table(question: Question, context: Context) -> Document:
    """Make a table of comma-separated values."""
    name, boards = question["table"], question["board"]
    asked: dict[str, Any] = {key: value for key, value in question.items() if key not in ("table", "board", "roll")}
    if name in ("outcomes", "race"):
        answer = operations.match({**asked, "boards": boards, "range": False}, context)
    elif len(boards) > 1:
        raise InputError(f"expected one board for the table {name}, got {len(boards)}")
    elif name == "candidates":
        if "roll" not in question:
            raise InputError("expected a roll for the table candidates, got none")
        answer = operations.advise({**asked, "board": boards[0], "roll": question["roll"]}, context)
    else:
        reasons = name in ("cells", "lines", "changes")
        policy = {"policy": "optimal", "why": reasons, "exact": True}
        if name != "distribution":
            asked.pop("upto")
        answer = operations.solve({**asked, **policy, "board": boards[0]}, context)
    return Document("text/csv", csv_text(name, answer).encode(), f"dice-bingo-{name}.csv")
