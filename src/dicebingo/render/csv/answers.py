"""The tables of an answer: as rows, as comma-separated values, and as frames of pandas or polars.

The rows are those of ``render.csv.tables``: an exact number has two columns, its decimal and its fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from dicebingo.errors import InputError, MissingExtra, expect_one_of
from dicebingo.render import documents
from dicebingo.render.csv.tables import TABLES, Row, flat, written
from dicebingo.render.writers import csv as writers_csv

LIBRARIES = ("pandas", "polars")


def _list(key: str) -> Callable[[Row], list[Row]]:
    return lambda answer: answer[key]


def _payoffs(answer: Row) -> list[Row]:
    own, other = answer["actions"]
    return [
        {"first marks": a, "second marks": b, "first": pair["first"], "second": pair["second"]}
        for a, row in zip(own, answer["payoffs"], strict=True)
        for b, pair in zip(other, row, strict=True)
    ]


def _standings(answer: Row) -> list[Row]:
    return [
        {"place": place, "name": answer["names"][row["player"]], "board": answer["boards"][row["player"]], **row}
        for place, row in enumerate(answer["standings"], start=1)
    ]


def _links(answer: Row) -> list[Row]:
    rows = []
    for number, ring in enumerate(answer["rings"], start=1):
        boards = ring["boards"]
        for i, link in enumerate(ring["links"]):
            rows.append({"ring": number, "board": boards[i], "beats": boards[(i + 1) % len(boards)], **_numbers(link)})
    return rows


def _upsets(answer: Row) -> list[Row]:
    keys = ("slower", "faster", "handicap", "margin", "sure")
    return [{key: row[key] for key in keys} for row in answer["upsets"]]


def _replies(answer: Row) -> list[Row]:
    """Return the best reply and, if it was asked for, the best one if ties are broken in its favour."""
    found = [{"reply": answer["board"], "tie_break": answer["tie_break"], "margin": answer["margin"]}]
    found[0] |= {**answer["outcomes"], "status": answer["status"], "tried": answer["tried"]}
    if "range" in answer:
        found.append({"reply": answer["range"]["board"], "tie_break": "best", "margin": answer["range"]["margin"]})
    return found


def _numbers(row: Row) -> Row:
    """Return the numbers of a row, without what is a list or an object of other things."""
    return {k: v for k, v in row.items() if not isinstance(v, list) and not (isinstance(v, dict) and "exact" not in v)}


def _sheet(answer: Row) -> list[Row]:
    return [{key: value for key, value in row.items() if key != "preferences"} for row in answer["boards"]]


def _estimates(answer: Row) -> list[Row]:
    return [{"winners": row["winners"], **row["probability"]} for row in answer["outcomes"]]


_BEST = {"best": _list("best")}
ANSWERS: dict[str, dict[str, Callable[[Row], list[Row]]]] = {
    "Match": {"race": TABLES["race"], "outcomes": TABLES["outcomes"]},
    "LargeMatch": {"outcomes": TABLES["outcomes"]},
    "Simulation": {"outcomes": _estimates},
    "Nash": {"payoffs": _payoffs},
    "Duel": {"outcomes": TABLES["outcomes"]},
    "Exploit": {"outcomes": TABLES["outcomes"]},
    "Tournament": {"standings": _standings},
    "Rings": {"links": _links},
    "Upsets": {"upsets": _upsets},
    "BestReply": {"replies": _replies, "mixture": _list("mixture")},
    "Arena": {"mixture": _list("mixture")},
    "SearchResult": {**_BEST, "worst": _list("worst")},
    "ObjectiveSearch": _BEST,
    "RestartSearch": _BEST,
    "Rank": {"nearest": _list("nearest")},
    "Proof": {"cases": _list("cases")},
    "Verification": {"findings": _list("findings")},
    "NamedRules": {"rules": _list("rules")},
    "RulesDescription": {"values": _list("values")},
    "Sheet": {"boards": _sheet},
    "PaperCheck": {"claims": _list("claims")},
}
"""The tables of each answer, by the name of its class; by default it is the first that the answer has."""


def rows_of(answer: Any, table: str | None = None) -> list[Row]:
    """Return a table of an answer as rows, or its first one."""
    if type(answer).__name__ in documents.ANSWERS:
        return writers_csv.rows_of(answer, table)
    tables = ANSWERS.get(type(answer).__name__, {})
    if not tables:
        raise InputError(f"expected an answer that is a table, got {answer!r}")
    if table is not None:
        expect_one_of(table, tables, "tables")
    shown = answer.to_dict()
    for name in tables if table is None else [table]:
        try:
            return [flat(row) for row in tables[name](shown)]
        except (KeyError, TypeError):  # it was not asked for
            continue
    raise InputError(f"expected an answer that was asked for the table {table}, got {answer!r}")


def answer_csv(answer: Any, table: str | None = None) -> str:
    """Return a table of an answer as comma-separated values."""
    return written(rows_of(answer, table))


def frame(answer: Any, table: str | None = None, library: str | None = None) -> Any:
    """Return a table of an answer as a frame of pandas or polars, whichever is asked for or installed."""
    if library is not None:
        expect_one_of(library, LIBRARIES, "libraries")
    rows = rows_of(answer, table)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    for name in LIBRARIES if library is None else [library]:
        try:
            return import_module(name).DataFrame({key: [row.get(key) for row in rows] for key in columns})
        except ModuleNotFoundError:
            continue
    raise MissingExtra(f"expected {library or 'pandas or polars'}, got none: pip install 'dicebingo[frames]'")
